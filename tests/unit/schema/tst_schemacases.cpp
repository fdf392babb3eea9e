// Our own cases in the form of the official suite: cases/<draft>/*.json, one row a test, both modes of evaluation.
#include "schemafixture.h"

#include "schema/dialects.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>

using namespace assayer;

class TestSchemaCases : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void verdicts_data();
    void verdicts();

private:
    void addRows(const QString &path, int dialect);
};

void TestSchemaCases::addRows(const QString &path, int dialect)
{
    QFile file(path);
    QVERIFY2(file.open(QIODevice::ReadOnly), qPrintable(path));
    const auto document = parsedJson(file.readAll());
    QVERIFY2(document, qPrintable(path));
    const auto raw = [&](const json::Value &value) { return QByteArray::fromStdString(std::string(document->raw(value))); };
    for (const json::Value &group : document->root().items()) {
        for (const json::Value &test : group.find("tests")->items()) {
            const std::string name = std::string(*group.stringAt("description")) + ": " + std::string(*test.stringAt("description"));
            QTest::addRow("%s", name.c_str()) << dialect << raw(*group.find("schema")) << raw(*test.find("data")) << test.find("valid")->isTrue();
        }
    }
}

void TestSchemaCases::verdicts_data()
{
    QTest::addColumn<int>("dialect");
    QTest::addColumn<QByteArray>("schema");
    QTest::addColumn<QByteArray>("instance");
    QTest::addColumn<bool>("valid");
    const QDir cases(QStringLiteral(ASSAYER_SCHEMA_CASES));
    const QStringList drafts = cases.entryList(QDir::Dirs | QDir::NoDotAndDotDot);
    QVERIFY(drafts.size() >= 4);
    for (const QString &draft : drafts) {
        const auto dialect = schema::dialectFromName(draft.toStdString());
        QVERIFY2(dialect, qPrintable(draft));
        QDirIterator files(cases.filePath(draft), { QStringLiteral("*.json") });
        while (files.hasNext())
            addRows(files.next(), int(*dialect));
    }
}

void TestSchemaCases::verdicts()
{
    QFETCH(int, dialect);
    QFETCH(QByteArray, schema);
    QFETCH(QByteArray, instance);
    QFETCH(bool, valid);
    schema::CompileOptions options;
    options.dialect = static_cast<schema::Dialect>(dialect);
    const auto program = compiled(schema, options);
    QVERIFY2(program, program ? "" : (program.error().front().path + ": " + program.error().front().message).c_str());
    const auto document = parsedJson(instance);
    QVERIFY(document);
    QCOMPARE(schema::isValid(**program, *document, document->root()), valid);
    const auto evaluation = schema::evaluate(**program, *document, document->root());
    QCOMPARE(evaluation.isValid(), valid);
    QCOMPARE(evaluation.failures.empty(), valid);
}

QTEST_GUILESS_MAIN(TestSchemaCases)
#include "tst_schemacases.moc"
