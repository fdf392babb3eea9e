// Whole lists of the salvage vectors, page by page through salvagePage(), without a connection: which entries are kept, which are
// reported at which aggregated index, which error stands, and the summary line.
#include "vectors.h"

#include <QTest>

#include <map>
#include <set>

using namespace assayer;
using namespace assayer::test;

namespace {

struct Walked {
    std::vector<ListEntry> items;
    std::vector<MalformedEntry> malformed;
    std::vector<ExcludedEntry> excluded;
    std::vector<std::string> requests; ///< cursors sent, "-" for none
    std::string error;
    json::Path errorPath;
    std::set<std::size_t> marked; ///< requests whose page held a malformed entry
};

/// The scripted server of a case: request cursor -> pages, the last one repeating.
class Server {
public:
    Server(const json::Document &document, const json::Value &step)
        : m_document(document)
        , m_step(step)
    {
    }

    /// The page's JSON value in the vectors; null where nothing is served for that cursor.
    std::string answer(const std::string &cursorJson)
    {
        if (const json::Value *generator = m_step.find("generator"); generator && generator->isObject())
            return generated(*generator, ++m_generated);
        for (const json::Value &row : m_step.find("serve")->items()) {
            if (std::string(m_document.raw(*row.find("cursor"))) != cursorJson)
                continue;
            const auto pages = row.find("pages")->items();
            const std::size_t nth = m_asked[cursorJson]++;
            const json::Value &number = pages[std::min(nth, pages.size() - 1)];
            const json::Value &page = m_step.find("pages")->items()[static_cast<std::size_t>(*number.integer())];
            return page.isString() ? std::string(page.string()) : "!" + std::string(m_document.raw(page));
        }
        return "!unserved";
    }

private:
    static std::string generated(const json::Value &generator, int nth)
    {
        const json::Value *last = generator.find("last_page_number");
        if (last && last->integer() == nth)
            return textAt(generator, "last");
        std::string text = textAt(generator, "page");
        const std::string mark = "${n}";
        for (std::size_t at = text.find(mark); at != std::string::npos; at = text.find(mark, at))
            text.replace(at, mark.size(), std::to_string(nth));
        return text;
    }

    const json::Document &m_document;
    const json::Value &m_step;
    std::map<std::string, std::size_t> m_asked;
    int m_generated = 0;
};

std::string entriesText(const SalvagedPage &page)
{
    std::string text;
    for (const json::Node &node : page.raw)
        text.append(node.raw()).append("\n");
    return text;
}

/// One refresh: entries judged in the first walk, no second request.
Walked walk(Server &server, ListKind kind, Revision revision)
{
    constexpr std::size_t mostPages = 64;
    Walked walked;
    std::string cursor = "null";
    std::string before;
    std::size_t index = 0;
    for (bool more = true; more;) {
        if (walked.requests.size() == mostPages) {
            walked.error = "pagination_exceeded";
            break;
        }
        walked.requests.push_back(cursor);
        const std::string text = server.answer(cursor);
        if (text.front() == '!') {
            walked.error = text.find("http_status") != std::string::npos ? "http_error" : text.find("jsonrpc_error") != std::string::npos ? "server_error" : "transport_error";
            break;
        }
        const json::DocumentPtr document = parsed(text);
        SalvagedPage page = salvagePage(document, document->root(), { kind, revision, eraOf(revision) == Era::Modern && kind == ListKind::Tools, index, 1 });
        if (page.error) {
            walked.error = page.error->kind;
            walked.errorPath = page.errorPath;
            break;
        }
        const std::string entries = entriesText(page);
        const bool repeated = !page.nextCursorJson.empty() && page.nextCursorJson == cursor && entries == before;
        if (repeated)
            break;
        before = entries;
        index += page.entries;
        if (!page.malformed.empty())
            walked.marked.insert(walked.requests.size() - 1);
        for (auto &entry : page.items)
            walked.items.push_back(std::move(entry));
        for (auto &entry : page.malformed)
            walked.malformed.push_back(std::move(entry));
        for (auto &entry : page.excluded)
            walked.excluded.push_back(std::move(entry));
        more = page.nextCursor.has_value();
        cursor = page.nextCursorJson;
    }
    return walked;
}

std::string underscored(std::string text)
{
    std::replace(text.begin(), text.end(), '-', '_');
    return text;
}

} // namespace

class SalvageLists : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void list_data();
    void list();
    void summary();

private:
    void compare(const json::Value &expect, const Walked &walked);
    json::DocumentPtr m_cases;
};

void SalvageLists::list_data()
{
    QTest::addColumn<qsizetype>("row");
    m_cases = readVectors("lists.json");
    QVERIFY(m_cases);
    QVERIFY(m_cases->root().size() >= 436);
    qsizetype row = 0;
    for (const json::Value &one : m_cases->root().items())
        QTest::newRow(textAt(one, "id").c_str()) << row++;
}

void SalvageLists::compare(const json::Value &expect, const Walked &walked)
{
    QCOMPARE(underscored(walked.error), textAt(expect, "error"));
    std::vector<std::string> requests;
    for (const json::Value &cursor : expect.find("requests")->items())
        requests.push_back(std::string(m_cases->raw(cursor)));
    QCOMPARE(walked.requests, requests);
    if (!walked.error.empty())
        return;
    std::vector<std::string> names;
    for (const ListEntry &entry : walked.items)
        names.push_back(std::string(entry.text("name")));
    std::vector<std::string> expected;
    for (const json::Value &name : expect.find("items")->items())
        expected.push_back(std::string(name.string()));
    QCOMPARE(names, expected);

    const auto malformed = expect.find("malformed")->items();
    QCOMPARE(walked.malformed.size(), malformed.size());
    for (std::size_t i = 0; i < malformed.size(); ++i) {
        QCOMPARE(std::int64_t(walked.malformed[i].index), malformed[i].find("index")->integer().value_or(-1));
        QCOMPARE(walked.malformed[i].label.value_or("(none)"), std::string(malformed[i].stringAt("label").value_or("(none)")));
        QCOMPARE(walked.malformed[i].reason(), ourWords(textAt(malformed[i], "reason")));
    }
    const auto excluded = expect.find("excluded") ? expect.find("excluded")->items() : std::span<const json::Value>();
    QCOMPARE(walked.excluded.size(), excluded.size());
    for (std::size_t i = 0; i < excluded.size(); ++i)
        QCOMPARE(walked.excluded[i].label, std::string(excluded[i].string()));
    std::set<std::size_t> marked;
    for (const json::Value &request : expect.find("marked_requests") ? expect.find("marked_requests")->items() : std::span<const json::Value>())
        marked.insert(static_cast<std::size_t>(request.integer().value_or(-1)));
    if (expect.find("marked_requests"))
        QCOMPARE(walked.marked, marked);
}

void SalvageLists::list()
{
    QFETCH(qsizetype, row);
    const json::Value &one = m_cases->root().items()[static_cast<std::size_t>(row)];
    const ListKind kind = *listKindFromMethod(textAt(one, "method"));
    const Revision revision = *revisionFromName(textAt(one, "era"));
    const json::Value *steps = one.find("steps");
    const std::size_t count = steps ? steps->size() : 1;
    for (std::size_t i = 0; i < count; ++i) {
        const json::Value &step = steps ? steps->items()[i] : one;
        const json::Value *expect = step.find("expect_single_pass") ? step.find("expect_single_pass") : step.find("expect");
        // Some steps only say what the window shows afterwards; the connection tests compare that.
        if (!expect || !expect->find("requests"))
            continue;
        Server server(*m_cases, step);
        const Walked walked = walk(server, kind, revision);
        compare(*expect, walked);
        const json::Value *path = step.find("expect")->find("error_path");
        if (!walked.error.empty() && path && path->size() == 1)
            QCOMPARE(json::toDotted(walked.errorPath), dotted(*m_cases, path));
    }
}

void SalvageLists::summary()
{
    QVERIFY(!salvageSummary({}));
    const json::DocumentPtr document = parsed(R"({"tools":[{"name":"t","inputSchema":5},7]})");
    const SalvagedPage page = salvagePage(document, document->root(), { ListKind::Tools, Revision::R2025_11_25, false, 4, 9 });
    QCOMPARE(page.malformed.size(), std::size_t(2));
    QCOMPARE(QString::fromStdString(*salvageSummary(page.malformed)),
        QStringLiteral("Dropped 2 malformed entries \u2014 t: inputSchema: Invalid input: expected object, received number (+1 more)"));
    QCOMPARE(QString::fromStdString(*salvageSummary({ page.malformed[1] })),
        QStringLiteral("Dropped 1 malformed entry \u2014 index 5: Invalid input: expected object, received number"));
}

QTEST_GUILESS_MAIN(SalvageLists)
#include "tst_salvagelists.moc"
