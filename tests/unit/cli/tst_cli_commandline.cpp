#include "cli/commandline.h"
#include "cli/optiontable.h"

#include <QtTest>

using namespace assayer;

namespace {

QStringList words(const char *line)
{
    return QString::fromLatin1(line).split(u' ', Qt::SkipEmptyParts);
}

} // namespace

class CommandLineTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void takesOptionsBeforeAndAfterTheVerb();
    void leavesTheServersCommandAlone();
    void refuses_data();
    void refuses();
    void numbers_data();
    void numbers();
    void helpNamesEverything();
};

void CommandLineTest::takesOptionsBeforeAndAfterTheVerb()
{
    const auto line = parseCommandLine(words("--json --timeout 5 list --header A:b tools --header=C:d --page= http://h/mcp"));
    QVERIFY2(line, line ? "" : line.error().message.c_str());
    QCOMPARE(line->verb, QStringLiteral("list"));
    QCOMPARE(line->words, QStringList({ QStringLiteral("tools"), QStringLiteral("http://h/mcp") }));
    QVERIFY(line->has("--json"));
    QCOMPARE(line->value("--timeout").value(), QStringLiteral("5"));
    QCOMPARE(line->values("--header"), QStringList({ QStringLiteral("A:b"), QStringLiteral("C:d") }));
    QCOMPARE(line->value("--page").value(), QString());
    QVERIFY(!line->value("--pin"));
}

void CommandLineTest::leavesTheServersCommandAlone()
{
    const auto line = parseCommandLine(words("inspect --json -- npx -y server --json --nonsense"));
    QVERIFY(line);
    QCOMPARE(line->command, words("npx -y server --json --nonsense"));
    QVERIFY(line->words.isEmpty());
    const auto none = parseCommandLine(words("inspect --"));
    QVERIFY(none && none->hasCommand && none->command.isEmpty());
}

void CommandLineTest::refuses_data()
{
    QTest::addColumn<QString>("line");
    QTest::addColumn<QString>("says");
    const auto row = [](const char *line, const char *says) { QTest::newRow(line) << QString::fromLatin1(line) << QString::fromLatin1(says); };
    row("", "a verb is missing");
    row("--json", "a verb is missing");
    row("lsit tools http://h", "\"lsit\" is no verb");
    row("inspect --jsno http://h", "\"--jsno\" is no option");
    row("inspect --json=1 http://h", "--json takes no value");
    row("inspect http://h --timeout", "--timeout needs a value");
    row("inspect --era auto --era modern http://h", "--era is given twice");
    row("inspect --args {} http://h", "--args does not belong to \"inspect\"");
    row("list tools --fail-on never http://h", "--fail-on does not belong to \"list\"");
}

void CommandLineTest::refuses()
{
    QFETCH(QString, line);
    QFETCH(QString, says);
    const auto parsed = parseCommandLine(line.split(u' ', Qt::SkipEmptyParts));
    QVERIFY(!parsed);
    QCOMPARE(parsed.error().kind, std::string("usage"));
    QVERIFY2(QString::fromStdString(parsed.error().message).contains(says), parsed.error().message.c_str());
}

void CommandLineTest::numbers_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<qint64>("number"); // -1: refused
    QTest::newRow("plain") << QStringLiteral("250") << qint64(250);
    QTest::newRow("zero") << QStringLiteral("0") << qint64(0);
    QTest::newRow("negative") << QStringLiteral("-3") << qint64(-1);
    QTest::newRow("fraction") << QStringLiteral("1.5") << qint64(-1);
    QTest::newRow("unit") << QStringLiteral("5s") << qint64(-1);
    QTest::newRow("too large") << QStringLiteral("1001") << qint64(-1);
    QTest::newRow("empty") << QString() << qint64(-1);
}

void CommandLineTest::numbers()
{
    QFETCH(QString, text);
    QFETCH(qint64, number);
    CommandLine line;
    line.options[QStringLiteral("--timeout")] << text;
    const auto result = numberOption(line, "--timeout", 7, 0, 1000);
    QCOMPARE(result ? *result : -1, number);
    QCOMPARE(*numberOption(line, "--other", 7, 0, 1000), qint64(7));
}

void CommandLineTest::helpNamesEverything()
{
    const QString help = helpText();
    for (const OptionSpec &option : optionTable())
        QVERIFY2(help.contains(QLatin1String(option.name)), option.name);
    for (const VerbSpec &verb : verbTable())
        QVERIFY2(help.contains(QLatin1String(verb.name)), verb.name);
}

QTEST_GUILESS_MAIN(CommandLineTest)
#include "tst_cli_commandline.moc"
