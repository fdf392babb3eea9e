// Requests of the other pages as a person makes them: completion while typing, templates with lists, subscriptions and what was
// granted, tasks, several calls at once, the log and its levels, lists that changed.
#include "windowharness.h"

#include "models/logmodel.h"
#include "support/loopbackserver.h"
#include "ui/desk.h"
#include "ui/presentation/framedstyle.h"
#include "ui/widgets/argumentform.h"
#include "ui/widgets/filteredit.h"
#include "ui/widgets/noticebar.h"

#include <QAbstractItemView>
#include <QAbstractSpinBox>
#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QCompleter>
#include <QDockWidget>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QTableView>
#include <QTest>
#include <QToolButton>
#include <QTreeView>

using namespace assayer;
using namespace assayer::test;

class TestRequests : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void cleanup();
    void completionWaitsForARestAndKnowsTheOtherArguments();
    void templateVariablesAreCompleted();
    void templateVariablesMayBeListsAndPairs();
    void templateThatCannotBeExpandedSaysWhy();
    void modernSubscriptionShowsWhatWasGranted();
    void legacySubscriptionIsARequest();
    void changedListsAreMarkedOrRefreshed();
    void severalCallsRunAtOnceAndEachIsCancelled();
    void limitOfOneCall();
    void optionsTravelWithTheCall();
    void taskIsFollowedAskedAndCancelled();
    void emptyTasksSayWhy();
    void logSaysWhyItIsEmpty_data();
    void logSaysWhyItIsEmpty();
    void logLevelIsAskedForAndMessagesNameTheirCall();
    void refusedLogLevelIsTold();

private:
    void serve(const QByteArray &revision, const QByteArray &capabilities);
    void take(const LoopbackExchangePtr &exchange);
    QList<LoopbackExchangePtr> sent(const QByteArray &method) const;
    static QByteArray param(const LoopbackExchangePtr &request, const char *first, const char *second = nullptr);
    template<class Widget>
    Widget *find(const char *name) { return m_harness->find<Widget>(name); }
    QLineEdit *field(const char *form, const char *pointer)
    {
        auto *found = find<ArgumentForm>(form)->findChild<QLineEdit *>(QStringLiteral("argument") + QLatin1String(pointer));
        if (!found)
            qFatal("no field %s", pointer);
        return found;
    }
    QStringList suggested(QLineEdit *line) const;
    bool choose(const char *combo, const QString &text);
    void chooseLevel(const char *level);

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<LoopbackServer> m_server;
    std::unique_ptr<WindowHarness> m_harness;
    QByteArray m_revision;
    QHash<QByteArray, QByteArray> m_results; ///< by method
    LoopbackExchangePtr m_stream; ///< of the newest subscriptions/listen
    QList<LoopbackExchangePtr> m_held; ///< calls that are not answered yet
};

void TestRequests::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    qputenv("XDG_DATA_HOME", m_folder->filePath(QStringLiteral("data")).toLocal8Bit());
    m_results.clear();
    m_held.clear();
    m_stream.reset();
}

void TestRequests::cleanup()
{
    m_harness.reset();
    m_stream.reset();
    m_held.clear();
    m_server.reset();
    m_folder.reset();
}

void TestRequests::serve(const QByteArray &revision, const QByteArray &capabilities)
{
    m_revision = revision;
    m_server = std::make_unique<LoopbackServer>(mcpHandler(revision, capabilities, [this](const LoopbackExchangePtr &exchange) { take(exchange); }));
    m_harness = std::make_unique<WindowHarness>(m_folder->path());
    m_harness->window().resize(1280, 800);
    QVERIFY(m_harness->connectTo(m_server->url().toString()));
}

void TestRequests::take(const LoopbackExchangePtr &exchange)
{
    const bool modern = m_revision >= "2026-07-28";
    const QByteArray method = exchange->rpcMethod;
    if (method == "subscriptions/listen") {
        m_stream = exchange;
        return exchange->openStream();
    }
    if (method == "tools/call" && !m_results.contains(method)) {
        m_held.append(exchange);
        return exchange->openStream();
    }
    if (!m_results.contains(method))
        return exchange->respondError(-32601, "no such method");
    const QByteArray times = method.endsWith("/list") || method == "resources/templates/list" || method == "resources/read" ? QByteArray(R"("ttlMs":0,"cacheScope":"private",)") : QByteArray();
    exchange->respondResult('{' + (modern ? R"("resultType":"complete",)" + times : QByteArray()) + m_results.value(method) + '}');
}

QList<LoopbackExchangePtr> TestRequests::sent(const QByteArray &method) const
{
    QList<LoopbackExchangePtr> out;
    for (const LoopbackExchangePtr &request : m_server->requests()) {
        if (request->rpcMethod == method)
            out.append(request);
    }
    return out;
}

QByteArray TestRequests::param(const LoopbackExchangePtr &request, const char *first, const char *second)
{
    const json::Value *params = request->json->root().find("params");
    const json::Value *value = params ? params->find(first) : nullptr;
    value = value && second ? value->find(second) : value;
    const std::string_view text = value ? request->json->raw(*value) : std::string_view();
    return QByteArray(text.data(), static_cast<qsizetype>(text.size()));
}

QStringList TestRequests::suggested(QLineEdit *line) const
{
    QStringList words;
    const QAbstractItemModel *model = line->completer() ? line->completer()->completionModel() : nullptr;
    for (int row = 0; model && row < model->rowCount(); ++row)
        words << model->index(row, 0).data().toString();
    return words;
}

bool TestRequests::choose(const char *combo, const QString &text)
{
    auto *box = find<QComboBox>(combo);
    const int index = box->findText(text);
    if (index < 0)
        return false;
    box->setFocus();
    while (box->currentIndex() != index)
        QTest::keyClick(box, box->currentIndex() < index ? Qt::Key_Down : Qt::Key_Up);
    return true;
}

/// As in the popup: one choice, told once.
void TestRequests::chooseLevel(const char *level)
{
    auto *box = find<QComboBox>("logLevelCombo");
    const int index = box->findText(QLatin1String(level));
    QVERIFY(index > 0);
    box->setCurrentIndex(index);
    Q_EMIT box->activated(index);
}

void TestRequests::completionWaitsForARestAndKnowsTheOtherArguments()
{
    m_results["prompts/list"] = R"("prompts":[{"name":"p","arguments":[{"name":"owner"},{"name":"note","required":true}]}])";
    m_results["completion/complete"] = R"("completion":{"values":["abc","abd"],"hasMore":false})";
    m_results["prompts/get"] = R"("messages":[{"role":"user","content":{"type":"text","text":"hello"}},{"role":"assistant","content":{"type":"text","text":"there"}}])";
    serve("2026-07-28", R"({"prompts":{},"completions":{}})");
    QVERIFY(m_harness->show(PageId::Prompts, QStringLiteral("p")));
    m_harness->window().activateWindow();
    QTest::keyClicks(field("promptForm", "/owner"), QStringLiteral("ada"));
    QTRY_COMPARE(sent("completion/complete").size(), 1);
    auto *note = field("promptForm", "/note");
    note->setFocus();
    QTest::keyClicks(note, QStringLiteral("abc")); // three letters, one question
    QTRY_COMPARE(sent("completion/complete").size(), 2);
    QTest::qWait(400);
    QCOMPARE(sent("completion/complete").size(), 2);
    const LoopbackExchangePtr asked = sent("completion/complete").last();
    QCOMPARE(param(asked, "ref"), QByteArray(R"({"type":"ref/prompt","name":"p"})"));
    QCOMPARE(param(asked, "argument"), QByteArray(R"({"name":"note","value":"abc"})"));
    QCOMPARE(param(asked, "context", "arguments"), QByteArray(R"({"owner":"ada"})"));
    QTRY_COMPARE(suggested(note), (QStringList { QStringLiteral("abc"), QStringLiteral("abd") }));

    m_harness->action("actionAct")->trigger();
    QTRY_COMPARE(sent("prompts/get").size(), 1);
    QCOMPARE(param(sent("prompts/get").first(), "arguments"), QByteArray(R"({"owner":"ada","note":"abc"})"));
    QCOMPARE(sent("prompts/get").first()->headers.value("mcp-name"), QByteArray("p"));
    auto *messages = find<QAbstractItemView>("promptMessages");
    QTRY_COMPARE(messages->model()->rowCount(), 2);
    QVERIFY(messages->model()->index(1, 0).data(Qt::AccessibleTextRole).toString().contains(QLatin1String("assistant")));
}

void TestRequests::templateVariablesAreCompleted()
{
    m_results["resources/list"] = R"("resources":[])";
    m_results["resources/templates/list"] = R"("resourceTemplates":[{"name":"t","uriTemplate":"n:{owner}/{id}"}])";
    m_results["completion/complete"] = R"("completion":{"values":["1","2"]})";
    m_results["resources/read"] = R"("contents":[{"uri":"n:ada/1","mimeType":"text/plain","text":"hello"}])";
    serve("2026-07-28", R"({"resources":{},"completions":{}})");
    QVERIFY(m_harness->show(PageId::Templates, QStringLiteral("n:{owner}/{id}")));
    QTest::keyClicks(field("templateForm", "/owner"), QStringLiteral("ada"));
    QTest::keyClicks(field("templateForm", "/id"), QStringLiteral("1"));
    QCOMPARE(find<QLabel>("templateExpansion")->text(), QStringLiteral("n:ada/1")); // while typing
    QTRY_VERIFY(!sent("completion/complete").isEmpty());
    const LoopbackExchangePtr asked = sent("completion/complete").last();
    QCOMPARE(param(asked, "ref"), QByteArray(R"({"type":"ref/resource","uri":"n:{owner}/{id}"})"));
    QCOMPARE(param(asked, "argument"), QByteArray(R"({"name":"id","value":"1"})"));
    QCOMPARE(param(asked, "context", "arguments"), QByteArray(R"({"owner":"ada"})"));
    m_harness->action("actionAct")->trigger();
    QTRY_COMPARE(sent("resources/read").size(), 1);
    QCOMPARE(param(sent("resources/read").first(), "uri"), QByteArray("\"n:ada/1\""));
}

void TestRequests::templateVariablesMayBeListsAndPairs()
{
    m_results["resources/list"] = R"("resources":[])";
    m_results["resources/templates/list"] = R"("resourceTemplates":[{"name":"t","uriTemplate":"n:find{?tags*,opts*}"}])";
    serve("2026-07-28", R"({"resources":{}})");
    QVERIFY(m_harness->show(PageId::Templates, QStringLiteral("n:find{?tags*,opts*}")));
    auto *form = find<ArgumentForm>("templateForm");
    QVERIFY(choose("argument/tags/variant", QStringLiteral("a list")));
    const auto press = [form](const char *name) {
        auto *button = form->findChild<QPushButton *>(QLatin1String(name));
        if (!button)
            qFatal("no button %s", name);
        QTest::mouseClick(button, Qt::LeftButton);
    };
    press("argument/tags/add");
    QTest::keyClicks(field("templateForm", "/tags/0"), QStringLiteral("red"));
    press("argument/tags/add");
    QTest::keyClicks(field("templateForm", "/tags/1"), QStringLiteral("a b"));
    QCOMPARE(find<QLabel>("templateExpansion")->text(), QStringLiteral("n:find?tags=red&tags=a%20b"));
    QVERIFY(choose("argument/opts/variant", QStringLiteral("names and values")));
    press("argument/opts/add");
    QTest::keyClicks(field("templateForm", "/opts/#0/name"), QStringLiteral("sort"));
    QTest::keyClicks(field("templateForm", "/opts/#0"), QStringLiteral("new"));
    QCOMPARE(find<QLabel>("templateExpansion")->text(), QStringLiteral("n:find?tags=red&tags=a%20b&sort=new"));
    QVERIFY(choose("argument/tags/variant", QStringLiteral("one text")));
    QTest::keyClicks(field("templateForm", "/tags"), QStringLiteral("blue"));
    QCOMPARE(find<QLabel>("templateExpansion")->text(), QStringLiteral("n:find?tags=blue&sort=new"));
}

void TestRequests::templateThatCannotBeExpandedSaysWhy()
{
    m_results["resources/list"] = R"("resources":[])";
    m_results["resources/templates/list"] = R"("resourceTemplates":[{"name":"t","uriTemplate":"n:{id}"}])";
    serve("2026-07-28", R"({"resources":{}})");
    QVERIFY(m_harness->show(PageId::Templates, QStringLiteral("n:{id}")));
    auto *problem = find<QLabel>("templateProblem");
    QVERIFY2(problem->isVisible() && problem->text().contains(QLatin1String("id")), qPrintable(problem->text()));
    m_harness->action("actionAct")->trigger();
    QTest::qWait(100);
    QVERIFY(sent("resources/read").isEmpty()); // not sent; the strong key sends what there is
    QTest::keyClicks(field("templateForm", "/id"), QStringLiteral("7"));
    QVERIFY(!problem->isVisible());
}

void TestRequests::modernSubscriptionShowsWhatWasGranted()
{
    m_results["resources/list"] = R"("resources":[{"name":"r","uri":"n:1"}])";
    m_results["resources/templates/list"] = R"("resourceTemplates":[])";
    m_results["resources/read"] = R"("contents":[{"uri":"n:1","mimeType":"text/plain","text":"hello"}])";
    serve("2026-07-28", R"({"resources":{"subscribe":true}})");
    QVERIFY(m_harness->show(PageId::Resources, QStringLiteral("n:1")));
    m_harness->action("actionAct")->trigger();
    auto *status = find<QLabel>("resourceStatus");
    QTRY_VERIFY(status->text().contains(QLatin1String("fetched")));
    auto *button = find<QPushButton>("resourceSubscribeButton");
    QTest::mouseClick(button, Qt::LeftButton);
    QTRY_VERIFY(m_stream);
    QCOMPARE(param(m_stream, "notifications"), QByteArray(R"({"resourceSubscriptions":["n:1"]})"));
    QCOMPARE(button->text(), QStringLiteral("Subscribe")); // asked for is not granted
    const QByteArray meta = R"("_meta":{"io.modelcontextprotocol/subscriptionId":)" + m_stream->idJson + '}';
    m_stream->event(R"({"jsonrpc":"2.0","method":"notifications/subscriptions/acknowledged","params":{"notifications":{"resourceSubscriptions":["n:1"]},)" + meta + "}}");
    QTRY_COMPARE(button->text(), QStringLiteral("Unsubscribe"));
    auto *facts = find<QLabel>("resourceFacts");
    QVERIFY2(facts->text().contains(QLatin1String("subscribed since")) && facts->text().contains(QLatin1String("granted")), qPrintable(facts->text()));
    m_stream->event(R"({"jsonrpc":"2.0","method":"notifications/resources/updated","params":{"uri":"n:1",)" + meta + "}}");
    QTRY_VERIFY2(status->text().contains(QLatin1String("changed")), qPrintable(status->text()));
    QTRY_VERIFY(facts->text().contains(QLatin1String("1 update")));
    QTest::mouseClick(button, Qt::LeftButton);
    QTRY_COMPARE(button->text(), QStringLiteral("Subscribe"));
}

void TestRequests::legacySubscriptionIsARequest()
{
    m_results["resources/list"] = R"("resources":[{"name":"r","uri":"n:1"}])";
    m_results["resources/templates/list"] = R"("resourceTemplates":[])";
    m_results["resources/subscribe"] = QByteArray();
    m_results["resources/unsubscribe"] = QByteArray();
    serve("2025-11-25", R"({"resources":{"subscribe":true}})");
    QVERIFY(m_harness->show(PageId::Resources, QStringLiteral("n:1")));
    auto *button = find<QPushButton>("resourceSubscribeButton");
    QTest::mouseClick(button, Qt::LeftButton);
    QTRY_COMPARE(button->text(), QStringLiteral("Unsubscribe"));
    QCOMPARE(param(sent("resources/subscribe").first(), "uri"), QByteArray("\"n:1\""));
    QTest::mouseClick(button, Qt::LeftButton);
    QTRY_COMPARE(button->text(), QStringLiteral("Subscribe"));
    QCOMPARE(sent("resources/unsubscribe").size(), 1);
}

void TestRequests::changedListsAreMarkedOrRefreshed()
{
    if (!hasDemoServer())
        QSKIP("the demo server is not built");
    m_harness = std::make_unique<WindowHarness>(m_folder->path());
    m_harness->preferences().set(Preferences::RefreshOnListChanged, false);
    QVERIFY(m_harness->connectToDemo());
    Desk *desk = m_harness->window().currentDesk();
    const auto streams = [this] {
        QStringList words;
        const QAbstractItemModel *facts = find<QTreeView>("connectionFacts")->model();
        for (int row = 0; row < facts->rowCount(); ++row)
            words << facts->index(row, 0).data().toString() + u' ' + facts->index(row, 1).data().toString();
        return words.filter(QStringLiteral("Stream"));
    };
    m_harness->window().showPage(PageId::Server);
    QTRY_COMPARE(streams().size(), 1);
    QTRY_VERIFY2(streams().first().startsWith(QLatin1String("Stream granted toolsListChanged")), qPrintable(streams().join(u'|'))); // and the others were not
    const auto rows = [this] { return find<QTreeView>("toolsView")->model()->rowCount(); };
    QVERIFY(m_harness->show(PageId::Tools, QStringLiteral("learn_trick")));
    const int before = rows();
    m_harness->action("actionAct")->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(desk->snapshot(ListKind::Tools)->stale, 10'000);
    QTRY_VERIFY(find<NoticeBar>("toolsNotice")->words().contains(QLatin1String("changed")));
    QCOMPARE(rows(), before); // the old list stays
    m_harness->preferences().set(Preferences::RefreshOnListChanged, true); // applies at once
    QTRY_COMPARE_WITH_TIMEOUT(rows(), before + 1, 10'000);
    QVERIFY(!desk->snapshot(ListKind::Tools)->stale);
}

void TestRequests::severalCallsRunAtOnceAndEachIsCancelled()
{
    m_results["tools/list"] = R"("tools":[{"name":"slow","inputSchema":{"type":"object","properties":{"n":{"type":"integer"}}}}])";
    serve("2025-11-25", R"({"tools":{}})");
    QVERIFY(m_harness->show(PageId::Tools, QStringLiteral("slow")));
    auto *n = find<QAbstractSpinBox>("argument/n");
    for (int i = 1; i <= 3; ++i) {
        n->selectAll();
        QTest::keyClicks(n, QString::number(i));
        m_harness->action("actionAct")->trigger();
        QTRY_COMPARE(m_held.size(), i);
    }
    auto *inFlight = find<QToolButton>("statusInFlight");
    QTRY_COMPARE(inFlight->text(), QStringLiteral("3 in flight"));
    QTRY_VERIFY(find<QWidget>("callProgress")->isVisible());
    const QByteArray token = param(m_held[2], "_meta", "progressToken");
    QVERIFY(!token.isEmpty());
    m_held[2]->event(R"({"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":)" + token + R"(,"progress":3,"total":4,"message":"three of four"}})");
    const auto shows = [this](const char *words) {
        for (const QLabel *label : find<QWidget>("callProgress")->findChildren<QLabel *>()) {
            if (label->text().contains(QLatin1String(words)))
                return true;
        }
        return false;
    };
    QTRY_VERIFY(shows("three of four"));
    QVERIFY(shows("2 more"));
    // The first one, from the status bar: the others go on.
    Q_EMIT inFlight->menu()->aboutToShow();
    QCOMPARE(inFlight->menu()->actions().size(), 3);
    QVERIFY(inFlight->menu()->actions().first()->text().contains(QLatin1String("slow")));
    inFlight->menu()->actions().first()->trigger();
    QTRY_COMPARE(sent("notifications/cancelled").size(), 1);
    QCOMPARE(param(sent("notifications/cancelled").first(), "requestId"), m_held[0]->idJson);
    QTRY_COMPARE(inFlight->text(), QStringLiteral("2 in flight"));
    QTRY_VERIFY(find<QLabel>("statusText")->text().startsWith(QLatin1String("Cancelled by you after")));
    m_held[1]->eventResult(R"({"content":[{"type":"text","text":"second"}]})");
    m_held[2]->eventResult(R"({"content":[{"type":"text","text":"third"}]})");
    QTRY_VERIFY(!inFlight->isVisible());
    QTRY_VERIFY(find<QLabel>("resultStatus")->text().startsWith(QLatin1String("OK")));
    QCOMPARE(find<QTreeView>("pastCallsView")->model()->rowCount(), 3);
}

void TestRequests::limitOfOneCall()
{
    m_results["tools/list"] = R"("tools":[{"name":"slow","inputSchema":{"type":"object"}}])";
    serve("2025-11-25", R"({"tools":{}})");
    QVERIFY(m_harness->show(PageId::Tools, QStringLiteral("slow")));
    auto *limit = find<QToolButton>("callOptionsButton")->menu()->findChild<QAbstractSpinBox *>(QStringLiteral("callTimeoutSpin"));
    QVERIFY(limit);
    limit->selectAll();
    QTest::keyClicks(limit, QStringLiteral("1"));
    QTest::keyClick(limit, Qt::Key_Tab);
    QCOMPARE(find<QToolButton>("callOptionsButton")->text(), QStringLiteral("Options 1"));
    m_harness->action("actionAct")->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(find<QLabel>("resultStatus")->text().contains(QLatin1String("did not answer")), 10'000);
    QVERIFY(!find<QLabel>("resultStatus")->text().contains(QLatin1String("Cancelled"))); // never worded as one
}

void TestRequests::optionsTravelWithTheCall()
{
    m_results["tools/list"] = R"("tools":[{"name":"t","inputSchema":{"type":"object"}}])";
    m_results["tools/call"] = R"("content":[])";
    serve("2026-07-28", R"({"tools":{}})");
    QVERIFY(m_harness->show(PageId::Tools, QStringLiteral("t")));
    QMenu *menu = find<QToolButton>("callOptionsButton")->menu();
    const auto part = [menu](const char *name) { return menu->findChild<QWidget *>(QLatin1String(name)); };
    static_cast<QCheckBox *>(part("callTraceContextCheck"))->click();
    static_cast<QCheckBox *>(part("callProgressCheck"))->click();
    auto *level = static_cast<QComboBox *>(part("callLogLevelCombo"));
    level->setCurrentText(QStringLiteral("error"));
    QTest::keyClicks(part("callMeta"), QStringLiteral("{\"com.example/x\":1.0}"));
    QTest::keyClicks(part("callCapabilities"), QStringLiteral("{\"roots\":{}}"));
    m_harness->action("actionAct")->trigger();
    QTRY_COMPARE(sent("tools/call").size(), 1);
    const LoopbackExchangePtr call = sent("tools/call").first();
    QCOMPARE(param(call, "_meta", "com.example/x"), QByteArray("1.0"));
    QCOMPARE(param(call, "_meta", "io.modelcontextprotocol/logLevel"), QByteArray("\"error\""));
    QCOMPARE(param(call, "_meta", "io.modelcontextprotocol/clientCapabilities"), QByteArray(R"({"roots":{}})"));
    QVERIFY(param(call, "_meta", "traceparent").startsWith("\"00-"));
    QCOMPARE(param(call, "_meta", "progressToken"), QByteArray());
}

void TestRequests::taskIsFollowedAskedAndCancelled()
{
    if (!hasDemoServer())
        QSKIP("the demo server is not built");
    m_harness = std::make_unique<WindowHarness>(m_folder->path());
    m_harness->window().resize(1280, 800);
    QVERIFY(m_harness->connectToDemo());
    QVERIFY(m_harness->show(PageId::Tools, QStringLiteral("long_report")));
    auto *seconds = find<QAbstractSpinBox>("argument/seconds");
    seconds->selectAll();
    QTest::keyClicks(seconds, QStringLiteral("30"));
    auto *task = find<QToolButton>("callOptionsButton")->menu()->findChild<QCheckBox *>(QStringLiteral("callTaskCheck"));
    if (!task->isChecked())
        task->click();
    m_harness->action("actionAct")->trigger();
    m_harness->window().showPage(PageId::Tasks);
    auto *view = find<QTreeView>("tasksView");
    QTRY_COMPARE_WITH_TIMEOUT(view->model()->rowCount(), 1, 10'000);
    auto *state = find<QLabel>("taskState");
    QTRY_VERIFY2(state->text().startsWith(QLatin1String("working")), qPrintable(state->text()));
    QVERIFY2(state->text().contains(QLatin1String("polled every")), qPrintable(state->text()));
    QVERIFY(find<QLabel>("tasksFooter")->text().contains(QLatin1String("1 running")));
    QVERIFY(find<QTreeView>("taskDetail")->model()->rowCount() > 0);
    QTest::mouseClick(find<QPushButton>("taskAskButton"), Qt::LeftButton);
    QTest::mouseClick(find<QPushButton>("taskCancelButton"), Qt::LeftButton);
    QTRY_VERIFY2(state->text().startsWith(QLatin1String("cancelled")), qPrintable(state->text()));
    QVERIFY(!find<QPushButton>("taskCancelButton")->isEnabled());
    QTRY_VERIFY(find<QLabel>("tasksFooter")->text().contains(QLatin1String("0 running")));
}

void TestRequests::emptyTasksSayWhy()
{
    m_results["tools/list"] = R"("tools":[])";
    serve("2025-11-25", R"({"tools":{},"tasks":{"list":{},"cancel":{}}})");
    m_harness->window().showPage(PageId::Tasks);
    QVERIFY(find<QLabel>("tasksPlaceholder")->text().contains(QLatin1String("No tasks on this connection")));
    for (const char *button : { "taskAskButton", "taskResultButton", "taskCancelButton" })
        QVERIFY2(!find<QPushButton>(button)->isEnabled(), button);
    QVERIFY(find<QPushButton>("tasksListButton")->isEnabled());
}

void TestRequests::logSaysWhyItIsEmpty_data()
{
    QTest::addColumn<QByteArray>("revision");
    QTest::addColumn<QByteArray>("capabilities");
    QTest::addColumn<QString>("words");
    QTest::newRow("not advertised") << QByteArray("2025-11-25") << QByteArray(R"({"tools":{}})") << QStringLiteral("does not advertise logging");
    QTest::newRow("legacy") << QByteArray("2025-11-25") << QByteArray(R"({"tools":{},"logging":{}})") << QStringLiteral("is the server's choice");
    QTest::newRow("modern") << QByteArray("2026-07-28") << QByteArray(R"({"tools":{},"logging":{}})") << QStringLiteral("No request asks for any");
}

void TestRequests::logSaysWhyItIsEmpty()
{
    QFETCH(QByteArray, revision);
    QFETCH(QByteArray, capabilities);
    QFETCH(QString, words);
    m_results["tools/list"] = R"("tools":[])";
    serve(revision, capabilities);
    m_harness->action("actionShowLog")->trigger();
    auto *placeholder = find<QLabel>("logPlaceholder");
    QVERIFY(placeholder->isVisible());
    QVERIFY2(placeholder->text().contains(words), qPrintable(placeholder->text()));
}

void TestRequests::logLevelIsAskedForAndMessagesNameTheirCall()
{
    if (!hasDemoServer())
        QSKIP("the demo server is not built");
    m_harness = std::make_unique<WindowHarness>(m_folder->path());
    m_harness->window().resize(1280, 800);
    QVERIFY(m_harness->connectToDemo());
    m_harness->action("actionShowLog")->trigger();
    find<QCheckBox>("logStderrCheck")->setChecked(false);
    auto *view = find<QTableView>("logView");
    const auto rows = [view] { return view->model()->rowCount(); };
    chooseLevel("error");
    QVERIFY(m_harness->show(PageId::Tools, QStringLiteral("chatter")));
    m_harness->action("actionAct")->trigger();
    QTRY_COMPARE_WITH_TIMEOUT(rows(), 4, 10'000); // error, critical, alert, emergency
    const auto cell = [view](int row, int column) { return view->model()->index(row, column).data().toString(); };
    QCOMPARE(cell(0, LogModel::LevelColumn), QStringLiteral("error"));
    QCOMPARE(cell(0, LogModel::Logger), QStringLiteral("notes"));
    QCOMPARE(cell(0, LogModel::Call), QStringLiteral("tools/call chatter"));
    QVERIFY(cell(0, LogModel::Text).contains(QLatin1String("level error")));
    auto *count = find<QLabel>("logCount");
    QCOMPARE(count->text(), QStringLiteral("4 messages, 0 lines of stderr"));
    QTRY_VERIFY2(count->width() >= count->sizeHint().width() && count->mapTo(&m_harness->window(), QPoint(count->width(), 0)).x() <= m_harness->window().width(), "the count is cut off");
    auto *filter = find<FilterEdit>("logFilter");
    QTest::keyClicks(filter, QStringLiteral("emerg"));
    QTRY_COMPARE(rows(), 1);
    filter->selectAll();
    QTest::keyClicks(filter, QStringLiteral("zzz"));
    QTRY_COMPARE(rows(), 0);
    QVERIFY(find<QLabel>("logPlaceholder")->text().startsWith(QLatin1String("None of")));
    filter->setFocus();
    filter->clear();
    QTRY_COMPARE(rows(), 4);
    m_harness->action("actionDisconnect")->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(find<QLabel>("logState")->text().contains(QLatin1String("Kept")), 10'000);
    QCOMPARE(rows(), 4);
}

void TestRequests::refusedLogLevelIsTold()
{
    m_results["tools/list"] = R"("tools":[])";
    serve("2025-11-25", R"({"tools":{},"logging":{}})"); // logging/setLevel gets -32601
    m_harness->action("actionShowLog")->trigger();
    chooseLevel("alert");
    QTRY_COMPARE(sent("logging/setLevel").size(), 1);
    QCOMPARE(param(sent("logging/setLevel").first(), "level"), QByteArray("\"alert\""));
    QTRY_VERIFY2(find<QLabel>("logState")->text().contains(QLatin1String("refused the level: -32601")), qPrintable(find<QLabel>("logState")->text()));
    QTRY_COMPARE(find<QComboBox>("logLevelCombo")->currentText(), QStringLiteral("not set"));
}

int main(int argc, char *argv[])
{
    const QTemporaryDir folder;
    useFoldersOf(folder);
    QApplication application(argc, argv);
    QApplication::setStyle(new FramedStyle);
    TestRequests test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_requests.moc"
