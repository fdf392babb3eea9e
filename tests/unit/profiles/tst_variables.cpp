#include "profiles/expansion.h"
#include "profiles/variables.h"

#include <QTemporaryDir>
#include <QtTest>

using namespace assayer;

namespace {

VariableContext context()
{
    VariableContext out;
    out.environment = { { QStringLiteral("A"), QStringLiteral("alpha") }, { QStringLiteral("EMPTY"), QString() } };
    out.inputs = { { QStringLiteral("key"), QStringLiteral("k1") } };
    out.userHome = QStringLiteral("/home/u");
    out.workspaceFolder = QStringLiteral("/home/ada/space");
    out.cwd = QStringLiteral("/cwd");
    out.secret = [](const QString &key) { return key == QLatin1String("s") ? std::optional<QString>(QStringLiteral("shh")) : std::nullopt; };
    return out;
}

} // namespace

class VariablesTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void expands_data();
    void expands();
    void unsetIsNamedWithItsPlace();
    void placeholdersStayInTheProfile();
    void envFile();
};

void VariablesTest::expands_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("wanted");
    QTest::addColumn<QStringList>("unset");
    const auto row = [](const char *text, const char *wanted, const QStringList &unset = {}) {
        QTest::newRow(text) << QString::fromLatin1(text) << QString::fromLatin1(wanted) << unset;
    };
    row("plain", "plain");
    row("<${A}>", "<alpha>");
    row("${env:A}${A}", "alphaalpha");
    row("${B:-b}", "b");
    row("${A:-b}", "alpha");
    row("${EMPTY}", "");
    row("${EMPTY:-x}", "x");
    row("${B:-}", "");
    row("${B:-${A}}/x", "alpha/x");
    row("${env:B:-y}", "y");
    row("${input:key}", "k1");
    row("${secret:s}", "shh");
    row("${userHome}${/}x", "/home/u/x");
    row("${workspaceFolder}|${workspaceFolderBasename}|${cwd}", "/home/ada/space|space|/cwd");
    row("$A", "$A");
    row("${", "${");
    row("${x%.*}", "${x%.*}");
    row("${B}", "${B}", { QStringLiteral("B") });
    row("${input:other}-${B}-${B}", "${input:other}-${B}-${B}", { QStringLiteral("input:other"), QStringLiteral("B") });
    row("${B:-${C}}", "${C}", { QStringLiteral("C") });
    row("${command:pick}", "${command:pick}", { QStringLiteral("command:pick") });
}

void VariablesTest::expands()
{
    QFETCH(QString, text);
    QFETCH(QString, wanted);
    QFETCH(QStringList, unset);
    QStringList found;
    QCOMPARE(expandText(text, context(), found), wanted);
    QCOMPARE(found, unset);
}

void VariablesTest::unsetIsNamedWithItsPlace()
{
    ServerProfile profile;
    profile.command = QStringLiteral("node");
    profile.args = { QStringLiteral("a"), QStringLiteral("--t=${NOTES_TOKEN}") };
    profile.headers = { { QStringLiteral("X-Key"), QStringLiteral("${OTHER}") } };
    const Expansion expansion = expandProfile(profile, context());
    const QList<UnsetVariable> wanted { { QStringLiteral("NOTES_TOKEN"), QStringLiteral("args, row 2") }, { QStringLiteral("OTHER"), QStringLiteral("headers, X-Key") } };
    QCOMPARE(expansion.unset, wanted);
    const auto error = expansion.error();
    QVERIFY(error);
    QCOMPARE(error->kind, std::string("unset-variable"));
    QCOMPARE(error->message, std::string("The variable NOTES_TOKEN, used in args, row 2, is not set (also: OTHER in headers, X-Key)"));
}

void VariablesTest::placeholdersStayInTheProfile()
{
    ServerProfile profile;
    profile.url = QStringLiteral("https://h/${A}");
    const Expansion expansion = expandProfile(profile, context());
    QCOMPARE(expansion.profile.url, QStringLiteral("https://h/alpha"));
    QCOMPARE(profile.url, QStringLiteral("https://h/${A}"));
}

void VariablesTest::envFile()
{
    QTemporaryDir dir;
    QFile file(dir.filePath(QStringLiteral(".env")));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("# note\nexport ONE=1\nTWO = \"a b\"\nbroken\nTHREE='x#y'\n");
    file.close();
    ServerProfile profile;
    profile.command = QStringLiteral("x");
    profile.env = { { QStringLiteral("ONE"), QStringLiteral("own") } };
    profile.envFile = QStringLiteral(".env");
    VariableContext at = context();
    at.workspaceFolder = dir.path();
    const Expansion expansion = expandProfile(profile, at);
    QVERIFY(!expansion.error());
    const NamedValues wanted { { QStringLiteral("ONE"), QStringLiteral("1") }, { QStringLiteral("TWO"), QStringLiteral("a b") },
        { QStringLiteral("THREE"), QStringLiteral("x#y") }, { QStringLiteral("ONE"), QStringLiteral("own") } };
    QCOMPARE(expansion.profile.env, wanted);

    profile.envFile = QStringLiteral("missing.env");
    const auto error = expandProfile(profile, at).error();
    QVERIFY(error);
    QCOMPARE(error->kind, std::string("unreadable-file"));
}

QTEST_GUILESS_MAIN(VariablesTest)
#include "tst_variables.moc"
