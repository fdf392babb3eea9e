// The picture of the house cannot rot: includes go down the floors only, and a few habits hold everywhere.
#include <QDirIterator>
#include <QFile>
#include <QMap>
#include <QRegularExpression>
#include <QTest>

namespace {

const QMap<QString, int> floors {
    { QStringLiteral("base"), 0 },
    { QStringLiteral("json"), 1 }, { QStringLiteral("platform"), 1 },
    { QStringLiteral("schema"), 2 }, { QStringLiteral("wire"), 2 },
    { QStringLiteral("protocol"), 3 }, { QStringLiteral("transport"), 3 }, { QStringLiteral("auth"), 3 }, { QStringLiteral("profiles"), 3 },
    { QStringLiteral("session"), 4 }, { QStringLiteral("trace"), 4 },
    { QStringLiteral("inspection"), 5 }, { QStringLiteral("models"), 5 },
    { QStringLiteral("ui"), 6 },
    { QStringLiteral("app"), 7 }, { QStringLiteral("cli"), 7 },
};

struct Source {
    QString room, path;
    QStringList lines;
};

QList<Source> sources()
{
    QList<Source> all;
    const QDir src(QStringLiteral(ASSAYER_SOURCE "/src"));
    QDirIterator files(src.path(), { QStringLiteral("*.h"), QStringLiteral("*.cpp") }, QDir::Files, QDirIterator::Subdirectories);
    while (files.hasNext()) {
        QFile file(files.next());
        if (!file.open(QIODevice::ReadOnly))
            continue;
        const QString path = src.relativeFilePath(file.fileName());
        all.append({ path.section(QLatin1Char('/'), 0, 0), path, QString::fromUtf8(file.readAll()).split(QLatin1Char('\n')) });
    }
    return all;
}

} // namespace

class TestHouse : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void includesGoDownOnly();
    void includesCarryTheRoom();
    void lowRoomsKnowNoQt();
    void rapidJsonStaysInJson();
    void modelsKnowNoLooks();
    void labelsAreNeverAutoText();
    void headersAreGuarded();
};

void TestHouse::includesGoDownOnly()
{
    const QRegularExpression include(QStringLiteral("^#include \"([a-z]+)/"));
    const auto all = sources();
    QVERIFY(all.size() > 100);
    for (const Source &source : all) {
        if (!floors.contains(source.room))
            continue;
        for (const QString &line : source.lines) {
            const auto match = include.match(line);
            const QString used = match.captured(1);
            if (!match.hasMatch() || used == source.room || !floors.contains(used))
                continue;
            QVERIFY2(floors[used] < floors[source.room], qPrintable(source.path + QStringLiteral(" includes upward or sideways: ") + line));
        }
    }
}

void TestHouse::includesCarryTheRoom()
{
    const QRegularExpression bare(QStringLiteral("^#include \"(?!ui_|moc_)[^/\"]+\\.h\""));
    for (const Source &source : sources()) {
        for (const QString &line : source.lines)
            QVERIFY2(!bare.match(line).hasMatch(), qPrintable(source.path + QStringLiteral(": ") + line));
    }
}

void TestHouse::lowRoomsKnowNoQt()
{
    const QRegularExpression qt(QStringLiteral("^#include <Q"));
    for (const Source &source : sources()) {
        if (source.room != QLatin1String("base") && source.room != QLatin1String("json") && source.room != QLatin1String("schema"))
            continue;
        for (const QString &line : source.lines)
            QVERIFY2(!qt.match(line).hasMatch(), qPrintable(source.path + QStringLiteral(": ") + line));
    }
}

void TestHouse::rapidJsonStaysInJson()
{
    for (const Source &source : sources()) {
        for (const QString &line : source.lines)
            QVERIFY2(source.room == QLatin1String("json") || !line.contains(QLatin1String("#include <rapidjson")), qPrintable(source.path));
    }
}

void TestHouse::modelsKnowNoLooks()
{
    const QRegularExpression looks(QStringLiteral("#include <Q(Icon|Color|Brush|Palette|Widget|Font)>|\\btr\\("));
    for (const Source &source : sources()) {
        if (source.room != QLatin1String("models"))
            continue;
        for (const QString &line : source.lines)
            QVERIFY2(!looks.match(line).hasMatch(), qPrintable(source.path + QStringLiteral(": ") + line));
    }
}

void TestHouse::labelsAreNeverAutoText()
{
    for (const Source &source : sources()) {
        for (const QString &line : source.lines)
            QVERIFY2(!line.contains(QLatin1String("Qt::AutoText")) && !line.contains(QLatin1String("setStyleSheet(")), qPrintable(source.path + QStringLiteral(": ") + line));
    }
}

void TestHouse::headersAreGuarded()
{
    for (const Source &source : sources()) {
        if (source.path.endsWith(QLatin1String(".h")))
            QVERIFY2(source.lines.contains(QStringLiteral("#pragma once")), qPrintable(source.path));
    }
}

QTEST_GUILESS_MAIN(TestHouse)
#include "tst_house.moc"
