// The Markdown a user pastes into an issue: what was sent, what is wrong, which rule, how to mend it.
#include "protocol/issuereport.h"
#include "vectors.h"

#include <QTest>

using namespace assayer;
using namespace assayer::test;

class IssueReports : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void advice_data();
    void advice();
    void entryReport();
    void severalEntries();
    void fenceCannotBeLeft();
    void refusedPage();
    void findingReport();
    void addresses();
};

static SalvagedPage pageOf(ListKind kind, const std::string &entry)
{
    const json::DocumentPtr document = parsed("{\"" + std::string(listMember(kind)) + "\":[" + entry + "]}");
    return salvagePage(document, document->root(), { kind, Revision::R2025_11_25, false, 3, 412 });
}

static QString report(ListKind kind, const std::string &entry)
{
    const SalvagedPage page = pageOf(kind, entry);
    if (page.malformed.empty())
        return {};
    return QString::fromStdString(issueReport(page.malformed.front(), { "demo 1.0", Revision::R2025_11_25, "Assayer 0.1.0" }));
}

void IssueReports::advice_data()
{
    QTest::addColumn<int>("kind");
    QTest::addColumn<QString>("entry");
    QTest::addColumn<QString>("words");
    const auto row = [](const char *name, ListKind kind, const char *entry, const char *words) { QTest::newRow(name) << int(kind) << QString::fromUtf8(entry) << QString::fromUtf8(words); };
    row("PHP's empty array", ListKind::ResourceTemplates, R"({"name":"a","uriTemplate":"x:","annotations":[]})", "PHP");
    row("list for a map", ListKind::ResourceTemplates, R"({"name":"a","uriTemplate":"x:","annotations":[1]})", "write an object with named members");
    row("Go's null", ListKind::Tools, R"({"name":"a","description":null,"inputSchema":{"type":"object"}})", "omitempty");
    row("nil slice", ListKind::Tools, R"({"name":"a","inputSchema":{"type":"object","required":null}})", "nil slice");
    row(".NET enum", ListKind::Resources, R"({"name":"a","uri":"a:","annotations":{"audience":[0]}})", "JsonStringEnumConverter");
    row("enum in capitals", ListKind::Resources, R"({"name":"a","uri":"a:","annotations":{"audience":["User"]}})", "write `\"user\"`");
    row("Python's None", ListKind::Resources, R"({"name":"a","uri":"a:","size":"None"})", "str(None)");
    row("JSON in a string", ListKind::Tools, R"({"name":"a","inputSchema":"{\"type\":\"object\"}"})", "serialized twice");
    row("single text for a list", ListKind::Resources, R"({"name":"a","uri":"a:","annotations":{"audience":"user"}})", "write `[\"user\"]`");
    row("map for a list", ListKind::Prompts, R"({"name":"a","arguments":{"1":{"name":"x"}}})", "array_values");
    row("quoted boolean", ListKind::Tools, R"({"name":"a","inputSchema":{"type":"object"},"annotations":{"readOnlyHint":"true"}})", "without the quotation marks");
    row("1 for true", ListKind::Tools, R"({"name":"a","inputSchema":{"type":"object"},"annotations":{"readOnlyHint":1}})", "`true` or `false`");
    row("number for a text", ListKind::Tools, R"({"name":17,"inputSchema":{"type":"object"}})", "`\"17\"`");
    row("percent", ListKind::Resources, R"({"name":"a","uri":"a:","annotations":{"priority":80}})", "not in percent");
    row("time without zone", ListKind::Resources, R"({"name":"a","uri":"a:","annotations":{"lastModified":"2025-01-12T15:00:58.1"}})", "timezone.utc");
    row("boolean schema", ListKind::Tools, R"({"name":"a","inputSchema":true})", "write `{}`");
    row("schema without type", ListKind::Tools, R"({"name":"a","inputSchema":{}})", "{\"type\":\"object\"}");
    row("snake case", ListKind::Tools, R"({"name":"a","input_schema":{"type":"object"}})", "The entry has `input_schema`; the member is called `inputSchema`");
    row("missing", ListKind::Resources, R"({"name":"a"})", "`uri` is required");
    row("1e400", ListKind::Resources, R"({"name":"a","uri":"a:","size":1e400})", "larger than a double");
}

void IssueReports::advice()
{
    QFETCH(int, kind);
    QFETCH(QString, entry);
    QFETCH(QString, words);
    const QString text = report(static_cast<ListKind>(kind), entry.toStdString());
    const QString mending = text.section(QStringLiteral("**How to mend it**"), 1);
    QVERIFY2(mending.contains(words), qPrintable(text));
}

void IssueReports::entryReport()
{
    const QString text = report(ListKind::Tools, R"({"name":"echo","inputSchema":{"type":"object"},"annotations":[]})");
    QVERIFY(text.startsWith(QStringLiteral("### tools/list: entry 3 (`echo`) is malformed\n")));
    QVERIFY(text.contains(QStringLiteral("**What was sent**\n\n```json\n{\n  \"name\": \"echo\"")));
    QVERIFY(text.contains(QStringLiteral("- `/annotations`: `Invalid input: expected object, received array`, sent: `[]` (refused by clients, rule `tool.annotations`), "
                                         "see [2025-11-25 server/tools#tool](https://modelcontextprotocol.io/specification/2025-11-25/server/tools#tool)")));
    QVERIFY(text.endsWith(QStringLiteral("Revision 2025-11-25, server `demo 1.0`, found by Assayer 0.1.0.\n")));
}

void IssueReports::severalEntries()
{
    const SalvagedPage page = pageOf(ListKind::Prompts, "5,null");
    const QString text = QString::fromStdString(issueReport(page.malformed, {}));
    QCOMPARE(text.count(QStringLiteral("### prompts/list: entry")), 2);
    QCOMPARE(text.count(QStringLiteral("Revision 2025-11-25")), 1);
    QVERIFY(text.contains(QStringLiteral("(the whole entry)")));
}

void IssueReports::fenceCannotBeLeft()
{
    const QString text = report(ListKind::Tools, R"({"name":"a`b\n```\n# heading","title":5,"x":"````"})");
    QVERIFY(text.contains(QStringLiteral("`````json\n")));
    QCOMPARE(text.count(QStringLiteral("\n`````\n")), 1);
    QVERIFY(!text.contains(QStringLiteral("\n# heading")));
    QVERIFY(text.section(u'\n', 0, 0).contains(QStringLiteral("(````")));
}

void IssueReports::refusedPage()
{
    const json::DocumentPtr document = parsed(R"({"tools":[{"name":"a","inputSchema":{"type":"object"}}],"nextCursor":null})");
    const SalvagedPage page = salvagePage(document, document->root(), { ListKind::Tools, Revision::R2025_11_25, false, 0, 1 });
    const QString text = QString::fromStdString(issueReport(page.malformed.front(), {}));
    QVERIFY(text.contains(QStringLiteral("of a refused page")));
    QVERIFY(text.contains(QStringLiteral("The entry itself is fine")));
}

void IssueReports::findingReport()
{
    Finding finding;
    finding.rule = "list.nextCursor";
    finding.severity = Severity::Error;
    finding.message = "nextCursor: Invalid input: expected string, received null";
    finding.where = "frame:7/result/nextCursor";
    finding.spec = "2025-11-25 server/utilities/pagination";
    finding.expected = "string";
    finding.received = "null";
    const QString text = QString::fromStdString(issueReport(finding, "null", { {}, Revision::R2025_11_25, {} }));
    QVERIFY(text.startsWith(QStringLiteral("### `list.nextCursor` (error)\n")));
    QVERIFY(text.contains(QStringLiteral("at `frame:7/result/nextCursor`")));
    QVERIFY(text.contains(QStringLiteral("On the last page leave `nextCursor` out")));
}

void IssueReports::addresses()
{
    QCOMPARE(specUrl("2026-07-28 server/tools#tool"), std::string("https://modelcontextprotocol.io/specification/2026-07-28/server/tools#tool"));
    QCOMPARE(specUrl("RFC 8259"), std::string("https://www.rfc-editor.org/rfc/rfc8259"));
    QCOMPARE(specUrl("RFC 6570 section 3"), std::string("https://www.rfc-editor.org/rfc/rfc6570"));
    QCOMPARE(specUrl("2026-07-28"), std::string());
    QCOMPARE(specUrl("nothing here"), std::string());
    QCOMPARE(specUrl(""), std::string());
}

QTEST_GUILESS_MAIN(IssueReports)
#include "tst_issuereport.moc"
