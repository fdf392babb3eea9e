// The measured metadata cases over a real connection, under both policies: what a call is judged by, and what a refresh may replace.
#include "suites/lists/connectedsession.h"

using namespace assayer;
using namespace assayer::test;

class TestMetadataCache : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void cases_data();
    void cases();
    void missionReproduction_data();
    void missionReproduction();
    void longListsAreCheckedToTheirEnd();
};

namespace {

/// A server whose pages and call answers the case hands in before each operation; held answers are let go later.
class CatalogueServer {
public:
    explicit CatalogueServer(const QByteArray &revision)
        : server(mcpHandler(revision, R"({"tools":{"listChanged":true}})", [this](const LoopbackExchangePtr &exchange) { take(exchange); }))
    {
    }

    void take(const LoopbackExchangePtr &exchange)
    {
        if (exchange->rpcMethod == "tools/list") {
            const json::Value *cursor = exchange->json->root().find("params", "cursor");
            const int page = cursor ? cursor->string().empty() ? 1 : std::max(1, QByteArray(cursor->string().data() + cursor->string().size() - 1, 1).toInt() - 1) : 0;
            if (holdPage == page) {
                held.append({ exchange, pages.value(page) });
                holdPage = -1;
                return;
            }
            answerPage(exchange, pages.value(page));
            return;
        }
        if (exchange->rpcMethod == "test/changed") {
            // The notification comes on the stream of a request.
            exchange->respond(200, "text/event-stream",
                "data: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\"}\n\ndata: {\"jsonrpc\":\"2.0\",\"id\":" + exchange->idJson
                    + ",\"result\":{\"resultType\":\"complete\"}}\n\n");
            return;
        }
        lastHeaders = exchange->headers;
        if (holdCall) {
            holdCall = false;
            heldCalls.append(exchange);
            return;
        }
        exchange->respondResult(callResult);
    }

    static void answerPage(const LoopbackExchangePtr &exchange, const QByteArray &page)
    {
        if (page.isEmpty() || page.startsWith("{\"jsonrpc_error\""))
            exchange->respondError(-32603, "server broke");
        else
            exchange->respondResult(page);
    }

    LoopbackServer server;
    QByteArrayList pages;
    QByteArray callResult;
    QHash<QByteArray, QByteArray> lastHeaders;
    int holdPage = -1;
    bool holdCall = false;
    QList<std::pair<LoopbackExchangePtr, QByteArray>> held;
    QList<LoopbackExchangePtr> heldCalls;
};

QByteArrayList pagesOf(const json::Node &node, const json::Value &op)
{
    QByteArrayList all;
    const json::Value *pages = op.find("pages");
    for (const json::Value &page : pages ? pages->items() : std::span<const json::Value>())
        all.append(page.isString() ? text(page.string()) : text(node.document->raw(page)));
    return all;
}

QByteArray listOutcome(const Session &session)
{
    if (const auto &error = session.snapshot(ListKind::Tools)->error)
        return error->kind == "rpc-error" ? QByteArray("error:server_error") : QByteArray("error:invalid_result");
    return session.metadata()->refused ? QByteArray("error:uncompilable_output_schema") : QByteArray("ok");
}

QByteArray callOutcome(const Session &session, const QByteArray &tool, const ExchangeResult &result)
{
    if (result.error)
        return "error:" + QByteArray::fromStdString(result.error->kind);
    const OutputVerdict verdict = session.judgeOutput(tool, result);
    if (verdict.advisory)
        return "accept";
    switch (verdict.state) {
    case OutputVerdict::Invalid:
        return "reject:output_mismatch";
    case OutputVerdict::Missing:
        return "reject:missing_structured_content";
    case OutputVerdict::Unchecked:
        return "unchecked:uncompilable_output_schema";
    default:
        return "accept";
    }
}

} // namespace

void TestMetadataCache::cases_data()
{
    QTest::addColumn<int>("index");
    QTest::addColumn<bool>("isolated");
    const auto cases = casesOf("cache.json");
    QVERIFY(!cases.empty());
    for (std::size_t i = 0; i < cases.size(); ++i) {
        for (const bool isolated : { false, true })
            QTest::newRow((text(*cases[i].value->stringAt("id")) + (isolated ? " isolated" : " whole")).constData()) << int(i) << isolated;
    }
}

void TestMetadataCache::cases()
{
    static const auto all = casesOf("cache.json");
    QFETCH(int, index);
    QFETCH(bool, isolated);
    const json::Node &one = all[std::size_t(index)];
    const QByteArray revision = text(*one.value->stringAt("era"));
    CatalogueServer catalogue(revision);
    CountingSink sink;
    SessionOptions options = optionsFor(catalogue.server.url(), revision);
    options.metadataPolicy = isolated ? MetadataPolicy::Isolated : MetadataPolicy::Whole;
    auto session = std::make_unique<Session>(options, sink);
    QVERIFY(waitReady(*session));
    QHash<QByteArray, Exchange *> begunCalls;
    QHash<QByteArray, ExchangeResult> doneCalls;
    QHash<QByteArray, quint64> begunLists;

    const auto verdictOf = [&](const json::Value &op, const char *member) -> const json::Value * {
        const json::Value *expect = isolated ? op.find("expect_isolated") : nullptr;
        expect = expect ? expect : op.find("expect");
        return expect ? expect->find(member) : nullptr;
    };
    const auto checkCall = [&](const json::Value &op, const ExchangeResult &result) {
        const QByteArray tool = text(op.stringAt("tool").value_or(""));
        const QByteArray outcome = callOutcome(*session, tool, result);
        if (const json::Value *any = verdictOf(op, "call_any_of")) {
            QByteArrayList allowed;
            for (const json::Value &choice : any->items())
                allowed.append(text(choice.string()));
            QVERIFY2(allowed.contains(outcome), outcome.constData());
        } else {
            QCOMPARE(outcome, text(verdictOf(op, "call")->string()));
        }
        for (const char *member : { "headers", "headers_if_sent" }) {
            const json::Value *headers = verdictOf(op, member);
            if (!headers)
                continue;
            for (const json::Member &header : headers->members())
                QCOMPARE(catalogue.lastHeaders.value(text(header.name()).toLower()), text(header.value().string()));
            for (auto sent = catalogue.lastHeaders.cbegin(); sent != catalogue.lastHeaders.cend(); ++sent) {
                // A refused generation does not know the tool: the call is dressed by the definition on screen, which is a
                // ruling of the design and more than the case asks for.
                if (!sent.key().startsWith("mcp-param-"))
                    continue;
                const json::Value *shown = session->metadata()->refused ? op.find("expect_isolated", "headers_if_sent") : headers;
                QVERIFY2(shown && shown->size() > 0, sent.key().constData());
                for (const json::Member &header : shown->members())
                    QCOMPARE(catalogue.lastHeaders.value(text(header.name()).toLower()), text(header.value().string()));
            }
        }
    };

    for (const json::Value &op : one.value->find("ops")->items()) {
        const QByteArray name = text(*op.stringAt("op"));
        const QByteArray id = text(op.stringAt("id").value_or(""));
        if (name == "list" || name == "list_begin") {
            catalogue.pages = pagesOf(one, op);
            if (name == "list_begin")
                catalogue.holdPage = op.find("hold_page") ? int(*op.find("hold_page")->integer()) : 0;
            QSignalSpy finished(session.get(), &Session::listFinished);
            const quint64 walk = session->list(ListKind::Tools);
            if (name == "list_begin") {
                begunLists.insert(id, walk);
                const auto before = catalogue.held.size();
                QTRY_VERIFY(catalogue.held.size() > before);
                continue;
            }
            QVERIFY(finished.count() || finished.wait(5000));
            QCOMPARE(listOutcome(*session), text(verdictOf(op, "list")->string()));
            if (const json::Value *malformed = verdictOf(op, "malformed"))
                QCOMPARE(qint64(session->snapshot(ListKind::Tools)->malformed.size()), *malformed->integer());
        } else if (name == "list_finish") {
            QSignalSpy finished(session.get(), &Session::listFinished);
            const auto [exchange, page] = catalogue.held.takeFirst();
            CatalogueServer::answerPage(exchange, page);
            QVERIFY(finished.wait(5000));
        } else if (name == "page") {
            catalogue.pages = { text(op.find("page")->string()), text(op.find("page")->string()) };
            ListSnapshotPtr page;
            session->listPage(ListKind::Tools, text(op.stringAt("cursor").value_or("")), [&page](const ListSnapshotPtr &snapshot) { page = snapshot; });
            QTRY_VERIFY(page);
            QVERIFY(!page->error);
        } else if (name == "call" || name == "call_begin") {
            const json::Value *result = op.find("result");
            catalogue.callResult = result ? text(result->string()) : QByteArray();
            catalogue.holdCall = name == "call_begin";
            const QByteArray tool = text(*op.stringAt("tool"));
            Exchange *exchange = session->callTool(tool, text(one.document->raw(*op.find("args"))));
            const QByteArray key = name == "call" ? QByteArray("now") : id;
            doneCalls.remove(key);
            connect(exchange, &Exchange::finished, this, [&doneCalls, key](const ExchangeResult &done) { doneCalls.insert(key, done); });
            if (name == "call_begin") {
                QTRY_VERIFY(!catalogue.heldCalls.isEmpty());
                begunCalls.insert(id, exchange);
                doneCalls.remove(id);
                continue;
            }
            QTRY_VERIFY(doneCalls.contains(key));
            checkCall(op, doneCalls.value(key));
        } else if (name == "call_finish") {
            catalogue.heldCalls.takeFirst()->respondResult(text(op.find("result")->string()));
            QTRY_VERIFY(doneCalls.contains(id));
            // The tool's name stands with the begin.
            json::Value const *begin = nullptr;
            for (const json::Value &candidate : one.value->find("ops")->items()) {
                if (candidate.stringAt("op") == "call_begin" && text(candidate.stringAt("id").value_or("")) == id)
                    begin = &candidate;
            }
            QCOMPARE(callOutcome(*session, text(*begin->stringAt("tool")), doneCalls.value(id)), text(verdictOf(op, "call")->string()));
        } else if (name == "notify_list_changed") {
            Exchange *carrier = session->request("test/changed", {});
            QSignalSpy done(carrier, &Exchange::finished);
            QVERIFY(done.wait(5000));
            QVERIFY(session->metadata()->stale);
        } else if (name == "reconnect") {
            session = std::make_unique<Session>(options, sink);
            QVERIFY(waitReady(*session));
        } else if (name == "task_support") {
            const ToolRecord *tool = session->metadata()->find(*op.stringAt("tool"));
            const QByteArray support = tool ? QByteArray(taskSupportName(tool->task)) : QByteArray("unknown");
            QCOMPARE(support, text(verdictOf(op, "task_support")->string()));
        } else {
            QFAIL(("unknown operation " + name).constData());
        }
    }
}

void TestMetadataCache::missionReproduction_data()
{
    QTest::addColumn<QByteArray>("revision");
    QTest::newRow("legacy") << QByteArray("2025-11-25");
    QTest::newRow("modern") << QByteArray("2026-07-28");
}

void TestMetadataCache::missionReproduction()
{
    QFETCH(QByteArray, revision);
    const QByteArray envelope = revision >= "2026-07-28" ? R"(,"resultType":"complete","ttlMs":0,"cacheScope":"public")" : "";
    CatalogueServer catalogue(revision);
    CountingSink sink;
    Session session(optionsFor(catalogue.server.url(), revision), sink);
    QVERIFY(waitReady(session));
    QSignalSpy finished(&session, &Session::listFinished);

    catalogue.pages = { R"({"tools":[{"name":"versioned","inputSchema":{"type":"object"},"execution":{"taskSupport":"optional"},"outputSchema":{"type":"object","properties":{"generation":{"const":"old"}},"required":["generation"]}}])" + envelope + '}' };
    session.list(ListKind::Tools);
    QVERIFY(finished.wait(5000));
    QCOMPARE(session.metadata()->generation(), quint64(1));

    catalogue.pages = { R"({"tools":[{"name":"broken","inputSchema":{"type":"object"},"outputSchema":{"type":"object","properties":{"x":{"type":"not-a-json-schema-type"}}}}])" + envelope + '}' };
    session.list(ListKind::Tools);
    QVERIFY(finished.wait(5000));
    QVERIFY(session.metadata()->refused);
    QCOMPARE(session.metadata()->refused->tool, std::string("broken"));
    QCOMPARE(session.metadata()->refused->path, std::string("/properties/x/type"));
    // The generation before stays whole: validators and task support.
    QCOMPARE(session.metadata()->generation(), quint64(1));
    QCOMPARE(session.metadata()->inForce->tools.size(), std::size_t(1));
    QVERIFY(session.metadata()->find("versioned")->output == OutputCheck::Compiled);
    QVERIFY(session.metadata()->find("versioned")->task == (revision < "2026-07-28" ? TaskSupport::Optional : TaskSupport::Forbidden));

    catalogue.callResult = revision >= "2026-07-28" ? R"({"resultType":"complete","content":[],"structuredContent":{"generation":"new"}})"
                                                    : R"({"content":[],"structuredContent":{"generation":"new"}})";
    std::optional<ExchangeResult> result;
    connect(session.callTool("versioned", "{}"), &Exchange::finished, this, [&result](const ExchangeResult &done) { result = done; });
    QTRY_VERIFY(result);
    QVERIFY(!result->error);
    const OutputVerdict verdict = session.judgeOutput("versioned", *result);
    QCOMPARE(verdict.state, OutputVerdict::Invalid);
    QCOMPARE(verdict.generation, quint64(1));

    // What the refused walk brought is shown and can be called, but nothing in force knows it: no verdict, and the reason is said.
    result.reset();
    connect(session.callTool("broken", "{}"), &Exchange::finished, this, [&result](const ExchangeResult &done) { result = done; });
    QTRY_VERIFY(result);
    const OutputVerdict unknown = session.judgeOutput("broken", *result);
    QCOMPARE(unknown.state, OutputVerdict::None);
    QVERIFY(!unknown.undeclared);
    QCOMPARE(unknown.reason, std::string("generation 1, under which it was called, does not know the tool; the metadata of the newer list was refused because of \"broken\""));

    session.publishIsolated();
    QCOMPARE(session.metadata()->generation(), quint64(2));
    QVERIFY(session.metadata()->find("broken")->output == OutputCheck::DoesNotCompile);
}

/// Programs of a very long list are not all kept; each tool's output is checked all the same.
void TestMetadataCache::longListsAreCheckedToTheirEnd()
{
    constexpr int tools = 2100;
    CatalogueServer catalogue("2025-11-25");
    CountingSink sink;
    Session session(optionsFor(catalogue.server.url(), "2025-11-25"), sink);
    QVERIFY(waitReady(session));
    QByteArray list;
    for (int i = 0; i < tools; ++i)
        list += (i ? "," : "") + QByteArray(R"({"name":"t%","inputSchema":{"type":"object"},"outputSchema":{"type":"object","properties":{"n":{"const":%}},"required":["n"]}})").replace("%", QByteArray::number(i));
    catalogue.pages = { "{\"tools\":[" + list + "]}" };
    QSignalSpy finished(&session, &Session::listFinished);
    session.list(ListKind::Tools);
    QVERIFY(finished.wait(20'000));
    QCOMPARE(session.metadata()->inForce->tools.size(), std::size_t(tools));
    for (const auto &[answer, state] : { std::pair(tools - 1, OutputVerdict::Valid), std::pair(0, OutputVerdict::Invalid) }) {
        catalogue.callResult = R"({"content":[],"structuredContent":{"n":)" + QByteArray::number(answer) + "}}";
        std::optional<ExchangeResult> result;
        connect(session.callTool("t2099", "{}"), &Exchange::finished, this, [&result](const ExchangeResult &done) { result = done; });
        QTRY_VERIFY(result);
        QCOMPARE(session.judgeOutput("t2099", *result).state, state);
    }
}

QTEST_GUILESS_MAIN(TestMetadataCache)
#include "tst_metadatacache.moc"
