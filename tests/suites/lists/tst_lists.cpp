// The measured lists, each walked over a real connection: items, malformed entries, excluded tools, errors, requests sent.
#include "suites/lists/connectedsession.h"

using namespace assayer;
using namespace assayer::test;

class TestLists : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void lists_data();
    void lists();
    void cancelReachesTheRightWalk();
    void cancelOfAKindReachesAll();
    void listIsShownBeforeItsMetadata();
};

namespace {

/// What the vectors call an error class, by our kind.
QByteArray errorClass(const Error &error)
{
    static const QHash<QByteArray, QByteArray> classes {
        { "invalid-result", "invalid_result" }, { "invalid-message", "invalid_message" }, { "pagination-exceeded", "pagination_exceeded" },
        { "rpc-error", "server_error" }, { "unsupported-result-type", "unsupported_result_type" }, { "http-error", "http_error" },
        { "network", "transport_error" }, { "connection-closed", "transport_error" },
    };
    const QByteArray kind = QByteArray::fromStdString(error.kind);
    return classes.value(kind, kind);
}

/// Plays the pages of one step.
class PageScript {
public:
    explicit PageScript(const json::Node &step)
        : m_step(step)
    {
    }

    void answer(const LoopbackExchangePtr &exchange)
    {
        const json::Value *cursor = exchange->json->root().find("params", "cursor");
        m_requests.append(cursor ? text(exchange->json->raw(*cursor)) : QByteArray("null"));
        const json::Value *page = pageFor(cursor);
        if (!page)
            return exchange->respondError(-32602, "no such cursor in the script");
        if (page->isString())
            return exchange->respondResult(m_generated.isEmpty() ? text(page->string()) : m_generated);
        if (page->find("drop"))
            return exchange->drop();
        if (const json::Value *status = page->find("http_status"))
            return exchange->respond(int(*status->integer()), "text/plain", text(page->stringAt("body").value_or("")));
        const json::Value *error = page->find("jsonrpc_error");
        exchange->respondError(int(*error->find("code")->integer()), text(*error->stringAt("message")));
    }

    const QByteArrayList &requests() const { return m_requests; }

private:
    const json::Value *pageFor(const json::Value *cursor)
    {
        if (const json::Value *generator = m_step.value->find("generator"))
            return generated(*generator);
        for (const json::Value &rule : m_step.value->find("serve")->items()) {
            const json::Value *wanted = rule.find("cursor");
            const bool same = cursor ? cursor->isString() && wanted->isString() && cursor->string() == wanted->string() : wanted->isNull();
            if (!same)
                continue;
            const auto pages = rule.find("pages")->items();
            const std::size_t turn = std::min<std::size_t>(m_turns[&rule]++, pages.size() - 1);
            return &m_step.value->find("pages")->items()[std::size_t(*pages[turn].integer())];
        }
        return nullptr;
    }

    const json::Value *generated(const json::Value &generator)
    {
        ++m_count;
        const json::Value *last = generator.find("last_page_number");
        const json::Value *page = last && m_count >= *last->integer() ? generator.find("last") : generator.find("page");
        m_generated = text(page->string());
        m_generated.replace("${n}", QByteArray::number(m_count));
        return page;
    }

    json::Node m_step;
    QByteArrayList m_requests;
    QByteArray m_generated;
    QHash<const json::Value *, std::size_t> m_turns;
    int m_count = 0;
};

QByteArrayList names(const ListSnapshot &list, const char *identity)
{
    QByteArrayList all;
    for (const ListEntry &entry : list.items)
        all.append(text(entry.text(identity)));
    return all;
}

QByteArrayList strings(const json::Value *array)
{
    QByteArrayList all;
    for (const json::Value &item : array ? array->items() : std::span<const json::Value>())
        all.append(text(item.string()));
    return all;
}

QByteArray plain(QByteArray reason)
{
    return reason.replace("expected record", "expected object");
}

} // namespace

void TestLists::lists_data()
{
    QTest::addColumn<int>("index");
    const auto cases = casesOf("lists.json");
    QVERIFY(!cases.empty());
    for (std::size_t i = 0; i < cases.size(); ++i)
        QTest::newRow(text(*cases[i].value->stringAt("id")).constData()) << int(i);
}

void TestLists::lists()
{
    static const auto cases = casesOf("lists.json");
    QFETCH(int, index);
    const json::Node &one = cases[std::size_t(index)];
    const QByteArray revision = text(*one.value->stringAt("era"));
    const ListKind kind = *listKindFromMethod(*one.value->stringAt("method"));

    std::unique_ptr<PageScript> script;
    LoopbackServer server(mcpHandler(revision, R"({"tools":{},"resources":{},"prompts":{}})", [&](const LoopbackExchangePtr &exchange) { script->answer(exchange); }));
    CountingSink sink;
    auto session = std::make_unique<Session>(optionsFor(server.url(), revision), sink);
    QVERIFY(waitReady(*session));

    std::vector<json::Node> steps;
    if (const json::Value *all = one.value->find("steps")) {
        for (const json::Value &step : all->items())
            steps.push_back({ one.document, &step });
    } else {
        steps.push_back(one);
    }
    ListSnapshotPtr before = session->snapshot(kind);
    for (const json::Node &step : steps) {
        if (step.value->find("disconnect")) {
            session = std::make_unique<Session>(optionsFor(server.url(), revision), sink);
            QVERIFY(waitReady(*session));
            before = session->snapshot(kind);
            QVERIFY(before->items.empty() && before->malformed.empty());
            continue;
        }
        script = std::make_unique<PageScript>(step);
        QSignalSpy finished(session.get(), &Session::listFinished);
        session->list(kind);
        QVERIFY(finished.count() || finished.wait(10000));
        const ListSnapshotPtr list = session->snapshot(kind);
        const json::Value *expect = step.value->find("expect_single_pass");
        expect = expect ? expect : step.value->find("expect");

        QByteArrayList requests;
        for (const json::Value &request : expect->find("requests")->items())
            requests.append(text(one.document->raw(request)));
        QCOMPARE(script->requests(), requests);

        if (const auto error = expect->stringAt("error")) {
            QVERIFY(list->error);
            QCOMPARE(errorClass(*list->error), text(*error));
            // Refused: what was shown stays, items and report together.
            QCOMPARE(list->items.size(), before->items.size());
            QCOMPARE(list->malformed.size(), before->malformed.size());
            QCOMPARE(list->summary, before->summary);
            if (const json::Value *path = step.value->find("expect", "error_path"); path && list->error->kind == "invalid-result" && !expect->find("walk_dependent"))
                QVERIFY(list->error->data.path.has_value());
            continue;
        }
        QVERIFY2(!list->error, list->error ? list->error->message.c_str() : "");
        const char *identity = "name";
        QCOMPARE(names(*list, identity), strings(expect->find("items")));
        const auto malformed = expect->find("malformed")->items();
        QCOMPARE(list->malformed.size(), malformed.size());
        for (std::size_t i = 0; i < malformed.size(); ++i) {
            const MalformedEntry &entry = list->malformed[i];
            QCOMPARE(qint64(entry.index), *malformed[i].find("index")->integer());
            const auto label = malformed[i].stringAt("label");
            QCOMPARE(entry.label.has_value(), label.has_value());
            if (label)
                QCOMPARE(text(*entry.label), text(*label));
            QCOMPARE(plain(QByteArray::fromStdString(entry.reason())), plain(text(*malformed[i].stringAt("reason"))));
        }
        QCOMPARE(list->summary.has_value(), !malformed.empty());
        const json::Value *excluded = expect->find("excluded");
        QCOMPARE(list->excluded.size(), excluded ? excluded->size() : 0);
        before = list;
    }
}

namespace {

constexpr const char *twoTools = R"({"tools":[{"name":"a","inputSchema":{"type":"object"},"outputSchema":{"type":"object"}},{"name":"b","inputSchema":{"type":"object"}}]})";

/// How each walk ended: its number, and the kind of its error or "".
struct Ends {
    explicit Ends(Session &session)
    {
        QObject::connect(&session, &Session::listFinished, &session, [this](ListKind, quint64 walk, const std::optional<Error> &error) {
            kinds.insert(walk, error ? QByteArray::fromStdString(error->kind) : QByteArray());
        });
    }
    QHash<quint64, QByteArray> kinds;
};

} // namespace

void TestLists::cancelReachesTheRightWalk()
{
    QList<LoopbackExchangePtr> waiting;
    LoopbackServer server(mcpHandler("2025-11-25", R"({"tools":{}})", [&](const LoopbackExchangePtr &exchange) {
        if (exchange->rpcMethod == "tools/list")
            waiting.append(exchange);
        else
            exchange->respond(202, {}, {});
    }));
    CountingSink sink;
    Session session(optionsFor(server.url(), "2025-11-25"), sink);
    QVERIFY(waitReady(session));
    Ends ends(session);
    const quint64 older = session.list(ListKind::Tools);
    QTRY_COMPARE(waiting.size(), 1);
    const quint64 newer = session.list(ListKind::Tools);
    QTRY_COMPARE(waiting.size(), 2);
    session.cancelWalk(older);
    QTRY_VERIFY(ends.kinds.contains(older));
    QCOMPARE(ends.kinds.value(older), QByteArray("cancelled"));
    QVERIFY(!ends.kinds.contains(newer));
    waiting.at(1)->respondResult(twoTools);
    QTRY_VERIFY(ends.kinds.contains(newer));
    QCOMPARE(ends.kinds.value(newer), QByteArray());
    QCOMPARE(session.snapshot(ListKind::Tools)->items.size(), std::size_t(2));
    QVERIFY(!session.snapshot(ListKind::Tools)->error);
    session.cancelWalk(newer); // over: nothing happens
    session.cancelWalk(12345);
}

void TestLists::cancelOfAKindReachesAll()
{
    int asked = 0;
    LoopbackServer server(mcpHandler("2026-07-28", R"({"tools":{},"prompts":{}})", [&](const LoopbackExchangePtr &) { ++asked; }));
    CountingSink sink;
    Session session(optionsFor(server.url(), "2026-07-28"), sink);
    QVERIFY(waitReady(session));
    Ends ends(session);
    const quint64 first = session.list(ListKind::Tools);
    const quint64 second = session.list(ListKind::Tools);
    const quint64 prompts = session.list(ListKind::Prompts);
    QTRY_COMPARE(asked, 3);
    session.cancelList(ListKind::Tools);
    QTRY_COMPARE(ends.kinds.size(), 2);
    QCOMPARE(ends.kinds.value(first), QByteArray("cancelled"));
    QCOMPARE(ends.kinds.value(second), QByteArray("cancelled"));
    QVERIFY(!ends.kinds.contains(prompts));
}

/// Who waits for the list does not wait for its schemas to compile.
void TestLists::listIsShownBeforeItsMetadata()
{
    LoopbackServer server(mcpHandler("2025-11-25", R"({"tools":{}})", [&](const LoopbackExchangePtr &exchange) {
        if (exchange->rpcMethod == "tools/list")
            exchange->respondResult(twoTools);
        else
            exchange->respond(202, {}, {});
    }));
    CountingSink sink;
    Session session(optionsFor(server.url(), "2025-11-25"), sink);
    QVERIFY(waitReady(session));
    QByteArrayList order;
    connect(&session, &Session::listChanged, this, [&order] { order += "list"; });
    connect(&session, &Session::metadataChanged, this, [&order] { order += "metadata"; });
    connect(&session, &Session::listFinished, this, [&order] { order += "finished"; });
    session.list(ListKind::Tools);
    QTRY_VERIFY(order.contains("finished"));
    QCOMPARE(order, (QByteArrayList { "list", "metadata", "finished" }));
    QCOMPARE(session.metadata()->generation(), quint64(1));
}

QTEST_GUILESS_MAIN(TestLists)
#include "tst_lists.moc"
