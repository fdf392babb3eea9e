// What a server asks, as a person answers it: the user is the model, pages that are opened by their word alone, answers that are
// kept, pages that must be visited before a call, questions that are taken back.
#include "windowharness.h"

#include "support/loopbackserver.h"
#include "ui/desk.h"
#include "ui/presentation/framedstyle.h"
#include "ui/widgets/argumentform.h"
#include "ui/widgets/badgerow.h"
#include "ui/widgets/escapedtext.h"
#include "ui/widgets/exacttextview.h"
#include "ui/widgets/jsonedit.h"

#include <QAbstractSpinBox>
#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QDesktopServices>
#include <QDockWidget>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTest>
#include <QToolButton>
#include <QTreeView>
#include <QUrl>

using namespace assayer;
using namespace assayer::test;

namespace {

const QByteArray sampling = R"({"method":"sampling/createMessage","params":{"messages":[{"role":"user","content":{"type":"text","text":"Summarize the budget"}}],"systemPrompt":"You are terse","maxTokens":100,"modelPreferences":{"hints":[{"name":"claude-x"}]},"tools":[{"name":"search","description":"finds","inputSchema":{"type":"object"}}],"toolChoice":{"mode":"auto"}}})";
const QByteArray form = R"({"method":"elicitation/create","params":{"mode":"form","message":"How many?","requestedSchema":{"type":"object","properties":{"count":{"type":"integer","minimum":1},"apiKey":{"type":"string"}},"required":["count"]}}})";
// The address is put together because the tool that reads test classes takes two slashes in a literal for a comment.
const QByteArray slashes = "/" "/";
const QByteArray address = "https:" + slashes + "xn--pypal-4ve.example/sign-in?state=1&long=" + QByteArray(120, 'x');

QByteArray pageQuestion()
{
    return R"({"method":"elicitation/create","params":{"mode":"url","elicitationId":"e1","message":"Please sign in","url":")" + address + "\"}}";
}

/// Takes the place of the system's browser.
class Browser : public QObject {
    Q_OBJECT
public:
    Browser()
    {
        QDesktopServices::setUrlHandler(QStringLiteral("https"), this, "open");
    }
    ~Browser() override { QDesktopServices::unsetUrlHandler(QStringLiteral("https")); }
    QList<QUrl> opened;
public Q_SLOTS:
    void open(const QUrl &url) { opened << url; }
};

} // namespace

class TestQuestions : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void cleanup();
    void samplingIsAnsweredByTheUser();
    void samplingMayUseATool();
    void samplingIsRefused();
    void rootsAreTyped();
    void keptAnswersAreOfferedAndMayAnswerByThemselves();
    void secretsOfAFormAreNotKept();
    void rawAnswersGoAsTheyStand();
    void pagesAreOpenedByTheUsersWordOnly();
    void pagesAreDeclined();
    void severalQuestionsAreOneQueue();
    void questionIsTakenBack();
    void pageBeforeACallThenTheCallAgain();
    void pageBeforeACallIsDismissed();

private:
    void connectTo(const QByteArray &revision);
    void take(const LoopbackExchangePtr &exchange);
    void askFor(const QByteArray &inputRequests);
    bool call(const QString &tool = QStringLiteral("ask"));
    /// The newest tools/call as the server saw it.
    json::Node newestCall() const;
    int calls() const;
    QByteArray raw(const json::Value &value) const;
    QByteArray response(const char *key) const;
    QString status() { return find<QLabel>("resultStatus")->text(); }
    int questions() { return find<QTreeView>("asksView")->model()->rowCount(); }
    template<class Widget>
    Widget *find(const char *name) { return m_harness->find<Widget>(name); }
    void click(const char *button) { QTest::mouseClick(find<QPushButton>(button), Qt::LeftButton); }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<LoopbackServer> m_server;
    std::unique_ptr<WindowHarness> m_harness;
    QByteArray m_revision;
    QByteArray m_asks; ///< members of inputRequests; empty: the call is answered at once
    bool m_refuses = false; ///< legacy: -32042
    LoopbackExchangePtr m_open; ///< legacy: the stream of a call that goes on
    LoopbackExchangePtr m_newest;
};

void TestQuestions::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    qputenv("XDG_DATA_HOME", m_folder->filePath(QStringLiteral("data")).toLocal8Bit());
    m_asks.clear();
    m_refuses = false;
    m_open.reset();
    m_newest.reset();
}

void TestQuestions::cleanup()
{
    m_harness.reset();
    m_open.reset();
    m_newest.reset();
    m_server.reset();
    m_folder.reset();
}

void TestQuestions::connectTo(const QByteArray &revision)
{
    m_revision = revision;
    m_server = std::make_unique<LoopbackServer>(mcpHandler(revision, R"({"tools":{}})", [this](const LoopbackExchangePtr &exchange) { take(exchange); }));
    m_harness = std::make_unique<WindowHarness>(m_folder->path());
    m_harness->window().resize(1280, 800);
    QVERIFY(m_harness->connectTo(m_server->url().toString()));
}

void TestQuestions::take(const LoopbackExchangePtr &exchange)
{
    const bool modern = m_revision >= "2026-07-28";
    const QByteArray type = modern ? QByteArray(R"("resultType":"complete",)") : QByteArray();
    if (exchange->rpcMethod == "tools/list") {
        const QByteArray times = modern ? QByteArray(R"("ttlMs":0,"cacheScope":"private",)") : QByteArray();
        return exchange->respondResult('{' + type + times + R"("tools":[{"name":"ask","inputSchema":{"type":"object","properties":{"note":{"type":"string"}}}},{"name":"tick","inputSchema":{"type":"object"}},{"name":"hold","inputSchema":{"type":"object"}}]})");
    }
    if (exchange->rpcMethod != "tools/call")
        return exchange->respondError(-32601, "no such method");
    const QByteArray done = '{' + type + R"("content":[{"type":"text","text":"thanks"}]})";
    const json::Value &params = *exchange->json->root().find("params");
    if (params.stringAt("name") == std::string_view("tick")) {
        exchange->openStream();
        exchange->event(R"({"jsonrpc":"2.0","method":"notifications/elicitation/complete","params":{"elicitationId":"nobody"}})");
        exchange->event(R"({"jsonrpc":"2.0","method":"notifications/elicitation/complete","params":{"elicitationId":"e1"}})");
        return exchange->eventResult(done);
    }
    if (params.stringAt("name") == std::string_view("hold")) {
        m_open = exchange;
        exchange->openStream();
        return exchange->event(R"({"jsonrpc":"2.0","id":"q1","method":"elicitation/create","params":)" + form.mid(form.indexOf("\"params\":") + 9));
    }
    m_newest = exchange;
    if (m_refuses) {
        return exchange->respond(200, "application/json", "{\"jsonrpc\":\"2.0\",\"id\":" + exchange->idJson
                + R"(,"error":{"code":-32042,"message":"Sign in first","data":{"elicitations":[{"mode":"url","elicitationId":"e1","message":"Your notebook wants to know you","url":")"
                + address + R"("},{"mode":"url","elicitationId":"e2","message":"And your calendar","url":"https:)" + slashes + R"(calendar.example/"}]}}})");
    }
    if (m_asks.isEmpty() || params.find("inputResponses"))
        return exchange->respondResult(done);
    exchange->respondResult(R"({"resultType":"input_required","requestState":"s","inputRequests":{)" + m_asks + "}}");
}

json::Node TestQuestions::newestCall() const
{
    return { m_newest->json, m_newest->json->root().find("params") };
}

int TestQuestions::calls() const
{
    int count = 0;
    for (const LoopbackExchangePtr &request : m_server->requests())
        count += request->rpcMethod == "tools/call" ? 1 : 0;
    return count;
}

QByteArray TestQuestions::raw(const json::Value &value) const
{
    const std::string_view text = m_newest->json->raw(value);
    return QByteArray(text.data(), static_cast<qsizetype>(text.size()));
}

/// What the server was answered to the question of that key; empty while it was not.
QByteArray TestQuestions::response(const char *key) const
{
    const json::Value *responses = m_newest ? newestCall().value->find("inputResponses") : nullptr;
    const json::Value *own = responses ? responses->find(key) : nullptr;
    return own ? raw(*own) : QByteArray();
}

bool TestQuestions::call(const QString &tool)
{
    if (!m_harness->show(PageId::Tools, tool))
        return false;
    m_harness->action("actionAct")->trigger();
    return true;
}

void TestQuestions::samplingIsAnsweredByTheUser()
{
    m_asks = "\"s\":" + sampling;
    connectTo("2026-07-28");
    QVERIFY(call());
    QTRY_COMPARE(questions(), 1);
    const QString asked = find<EscapedText>("askSamplingText")->toPlainText();
    QVERIFY2(asked.contains(QLatin1String("You are terse")) && asked.contains(QLatin1String("Summarize the budget")), qPrintable(asked));
    const QString hints = find<QLabel>("askSamplingHints")->text();
    for (const char *word : { "claude-x", "maxTokens 100", "search", "auto" })
        QVERIFY2(hints.contains(QLatin1String(word)), qPrintable(hints));
    QTest::keyClicks(find<QPlainTextEdit>("askBlockText0"), QStringLiteral("It is \"short\"."));
    auto *model = find<QLineEdit>("askModel");
    model->selectAll();
    QTest::keyClicks(model, QStringLiteral("my-model"));
    auto *stop = find<QComboBox>("askStopReason");
    stop->setFocus();
    QTest::keyClick(stop, Qt::Key_Down);
    QTest::keyClick(stop, Qt::Key_Down);
    QCOMPARE(stop->currentText(), QStringLiteral("maxTokens"));
    const QByteArray answer = "{\"role\":\"assistant\",\"content\":{\"type\":\"text\",\"text\":\"It is \\\"short\\\".\"},\"model\":\"my-model\",\"stopReason\":\"maxTokens\"}";
    QCOMPARE(find<ExactTextView>("askPreview")->text(), answer);
    QCOMPARE(find<QLabel>("askRound")->text(), QStringLiteral("round 1 of 10"));
    QVERIFY2(find<BadgeRow>("askBadges")->isVisible(), "sampling is labelled deprecated");
    click("askAcceptButton");
    QTRY_COMPARE(response("s"), answer);
    QTRY_VERIFY(status().startsWith(QLatin1String("OK")));
}

void TestQuestions::samplingMayUseATool()
{
    m_asks = "\"s\":" + sampling;
    connectTo("2026-07-28");
    QVERIFY(call());
    QTRY_COMPARE(questions(), 1);
    QTest::keyClicks(find<QPlainTextEdit>("askBlockText0"), QStringLiteral("let me look"));
    click("askAddBlockButton");
    auto *kind = find<QComboBox>("askBlockKind1");
    QTest::keyClick(kind, Qt::Key_Down); // Tool use
    QCOMPARE(find<QComboBox>("askBlockTool1")->currentText(), QStringLiteral("search"));
    QCOMPARE(find<QComboBox>("askStopReason")->currentText(), QStringLiteral("toolUse"));
    auto *input = find<JsonEdit>("askBlockJson1");
    QTest::keyClicks(input, QStringLiteral("{\"q\":"));
    click("askAcceptButton"); // half a JSON is not sent
    QVERIFY(find<QLabel>("askState")->text().contains(QLatin1String("Not sent")));
    QCOMPARE(response("s"), QByteArray());
    QTest::keyClicks(input, QStringLiteral("1}"));
    click("askAcceptButton");
    QTRY_VERIFY(!response("s").isEmpty());
    const auto answer = *json::Document::parse(response("s").toStdString());
    const json::Value *content = answer->root().find("content");
    QCOMPARE(content->size(), std::size_t(2));
    const json::Value &use = content->items()[1];
    QCOMPARE(use.stringAt("type"), std::optional<std::string_view>("tool_use"));
    QCOMPARE(use.stringAt("name"), std::optional<std::string_view>("search"));
    QVERIFY(use.stringAt("id").has_value());
    QCOMPARE(answer->raw(*use.find("input")), std::string_view("{\"q\":1}"));
    QCOMPARE(answer->root().stringAt("stopReason"), std::optional<std::string_view>("toolUse"));
}

/// A model that refuses has no result to give: the call ends here, and the server is sent no answer.
void TestQuestions::samplingIsRefused()
{
    m_asks = "\"s\":" + sampling;
    connectTo("2026-07-28");
    QVERIFY(call());
    QTRY_COMPARE(questions(), 1);
    click("askDeclineButton");
    QTRY_COMPARE(questions(), 0);
    QTRY_VERIFY(status().startsWith(QLatin1String("Cancelled by you")));
    QCOMPARE(calls(), 1);
}

void TestQuestions::rootsAreTyped()
{
    m_asks = R"("r":{"method":"roots/list"})";
    connectTo("2026-07-28");
    QVERIFY(call());
    QTRY_COMPARE(questions(), 1);
    QVERIFY2(find<BadgeRow>("askBadges")->isVisible(), "roots are labelled deprecated");
    auto *roots = find<QTreeView>("askRootsView");
    QVERIFY(find<QLabel>("askRootsPlaceholder")->isVisible()); // an empty list says what it means
    const auto typeInto = [&](int row, int column, const QString &text) {
        roots->edit(roots->model()->index(row, column));
        auto *editor = roots->viewport()->findChild<QLineEdit *>();
        QVERIFY(editor);
        editor->selectAll();
        QTest::keyClicks(editor, text);
        QTest::keyClick(editor, Qt::Key_Return);
        QTRY_COMPARE(roots->model()->index(row, column).data().toString(), text);
    };
    click("askRootAddButton");
    typeInto(0, 0, QStringLiteral("file:/" "/" "/home/ada/notes"));
    typeInto(0, 1, QStringLiteral("notes"));
    click("askRootAddButton");
    QTest::keyClick(roots->viewport()->findChild<QLineEdit *>(), Qt::Key_Escape);
    QCOMPARE(roots->model()->rowCount(), 2);
    click("askRootRemoveButton");
    QCOMPARE(roots->model()->rowCount(), 1);
    const QByteArray answer = "{\"roots\":[{\"uri\":\"file:/" "/" "/home/ada/notes\",\"name\":\"notes\"}]}";
    QCOMPARE(find<ExactTextView>("askPreview")->text(), answer);
    click("askAcceptButton");
    QTRY_COMPARE(response("r"), answer);
    QTRY_VERIFY(status().startsWith(QLatin1String("OK")));
}

void TestQuestions::keptAnswersAreOfferedAndMayAnswerByThemselves()
{
    m_asks = "\"s\":" + sampling;
    connectTo("2026-07-28");
    QVERIFY(call());
    QTRY_COMPARE(questions(), 1);
    QTest::keyClicks(find<QPlainTextEdit>("askBlockText0"), QStringLiteral("kept"));
    click("askSaveButton");
    auto *saved = find<QComboBox>("askSavedCombo");
    QCOMPARE(saved->count(), 2);
    auto *rule = find<QCheckBox>("askRuleCheck");
    QVERIFY(rule->isEnabled() && !rule->isChecked());
    click("askAcceptButton");
    QTRY_VERIFY(response("s").contains("kept"));
    QTRY_COMPARE(questions(), 0);

    QVERIFY(call()); // offered, and nothing is taken by itself
    QTRY_COMPARE(questions(), 1);
    QCOMPARE(find<QPlainTextEdit>("askBlockText0")->toPlainText(), QString());
    saved->setFocus();
    QTest::keyClick(saved, Qt::Key_Down);
    QCOMPARE(find<QPlainTextEdit>("askBlockText0")->toPlainText(), QStringLiteral("kept"));
    QVERIFY(rule->isEnabled());
    rule->click();
    QVERIFY(rule->isChecked());
    click("askAcceptButton");
    QTRY_COMPARE(questions(), 0);

    const int before = calls();
    QVERIFY(call()); // from now on nobody is asked
    QTRY_COMPARE(calls(), before + 2);
    QVERIFY(response("s").contains("kept"));
    QTRY_VERIFY(status().startsWith(QLatin1String("OK")));
    QCOMPARE(questions(), 0);
}

void TestQuestions::secretsOfAFormAreNotKept()
{
    m_asks = "\"f\":" + form;
    connectTo("2026-07-28");
    QVERIFY(call());
    QTRY_COMPARE(questions(), 1);
    auto *fields = find<ArgumentForm>("askForm");
    QTest::keyClicks(fields->findChild<QAbstractSpinBox *>(QStringLiteral("argument/count")), QStringLiteral("2"));
    QTest::keyClicks(fields->findChild<QLineEdit *>(QStringLiteral("argument/apiKey")), QStringLiteral("s3cret"));
    click("askSaveButton");
    auto *rule = find<QCheckBox>("askRuleCheck");
    rule->click(); // what lacks a member cannot answer by itself, and that is said
    QVERIFY(!rule->isChecked());
    QVERIFY(find<QLabel>("askState")->text().contains(QLatin1String("secrets")));
    QFile file(m_folder->filePath(QStringLiteral("data/assayer/answers.json")));
    QVERIFY2(file.open(QIODevice::ReadOnly), qPrintable(file.fileName()));
    const QByteArray text = file.readAll();
    QVERIFY(text.contains("count"));
    QVERIFY(!text.contains("s3cret"));
    click("askAcceptButton");
    QTRY_COMPARE(response("f"), QByteArray(R"({"action":"accept","content":{"count":2,"apiKey":"s3cret"}})"));
}

void TestQuestions::rawAnswersGoAsTheyStand()
{
    m_asks = "\"f\":" + form;
    connectTo("2026-07-28");
    QVERIFY(call());
    QTRY_COMPARE(questions(), 1);
    click("askRawButton");
    auto *raw = find<JsonEdit>("askRawEdit");
    QVERIFY(raw->isVisible());
    raw->selectAll();
    QTest::keyClicks(raw, QStringLiteral("{\"action\":\"maybe\",\"x\":1.0}"));
    click("askAcceptButton");
    QTRY_COMPARE(response("f"), QByteArray(R"({"action":"maybe","x":1.0})"));
}

void TestQuestions::pagesAreOpenedByTheUsersWordOnly()
{
    Browser browser;
    m_asks = "\"u\":" + pageQuestion();
    connectTo("2026-07-28");
    QVERIFY(call());
    QTRY_COMPARE(questions(), 1);
    QCOMPARE(find<QPlainTextEdit>("askUrlText")->toPlainText(), QString::fromUtf8(address)); // whole, never elided
    const QString facts = find<QLabel>("askUrlFacts")->text();
    QVERIFY2(facts.contains(QLatin1String("xn--pypal-4ve.example")), qPrintable(facts)); // as it is on the network
    QVERIFY2(facts.contains(QString::fromUtf8("p\xd0\xb0ypal.example")), qPrintable(facts)); // and as it looks
    const QString warnings = find<QLabel>("askUrlWarnings")->text();
    QVERIFY2(warnings.contains(QLatin1String("mixes scripts")) && warnings.contains(QLatin1String("differs from the server")), qPrintable(warnings));
    click("askUrlCopyButton");
    QCOMPARE(QApplication::clipboard()->text(), QString::fromUtf8(address));

    auto *open = find<QPushButton>("askUrlOpenButton");
    auto *consent = find<QCheckBox>("askUrlConsentCheck");
    QVERIFY(!open->isEnabled());
    m_harness->action("actionOldestQuestion")->trigger();
    m_harness->action("actionAct")->trigger();
    if (QWidget *focus = QApplication::focusWidget())
        QTest::keyClick(focus, Qt::Key_Return);
    QVERIFY(browser.opened.isEmpty());
    QCOMPARE(response("u"), QByteArray());
    consent->click();
    QVERIFY(!open->isEnabled() || consent->isChecked()); // not in the first second
    QTRY_VERIFY_WITH_TIMEOUT(open->isEnabled(), 10'000);
    QVERIFY(browser.opened.isEmpty());
    QTest::mouseClick(open, Qt::LeftButton);
    QCOMPARE(browser.opened.size(), 1);
    QCOMPARE(browser.opened.first(), QUrl(QString::fromUtf8(address)));
    QTRY_COMPARE(response("u"), QByteArray(R"({"action":"accept"})"));
}

void TestQuestions::pagesAreDeclined()
{
    Browser browser;
    m_asks = "\"u\":" + pageQuestion();
    connectTo("2026-07-28");
    QVERIFY(call());
    QTRY_COMPARE(questions(), 1);
    click("askDeclineButton"); // as near as accepting, and no tick needed
    QTRY_COMPARE(response("u"), QByteArray(R"({"action":"decline"})"));
    QVERIFY(browser.opened.isEmpty());
}

void TestQuestions::severalQuestionsAreOneQueue()
{
    m_asks = "\"f\":" + form + ",\"s\":" + sampling;
    connectTo("2026-07-28");
    QVERIFY(call());
    QTRY_COMPARE(questions(), 2);
    QCOMPARE(find<QToolButton>("statusAsks")->text(), QStringLiteral("2 questions"));
    auto *view = find<QTreeView>("asksView");
    // In any order: the second one first.
    for (int row = 0; row < 2; ++row) {
        if (view->model()->index(row, 0).data().toString() == QLatin1String("sampling"))
            QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, view->visualRect(view->model()->index(row, 0)).center());
    }
    QVERIFY(find<QPlainTextEdit>("askBlockText0")->isVisible());
    QTest::keyClicks(find<QPlainTextEdit>("askBlockText0"), QStringLiteral("short"));
    click("askAcceptButton");
    QTRY_COMPARE(questions(), 1);
    auto *count = find<ArgumentForm>("askForm")->findChild<QAbstractSpinBox *>(QStringLiteral("argument/count"));
    QVERIFY(count && count->isVisible());
    QTest::keyClicks(count, QStringLiteral("7"));
    click("askAcceptButton");
    QTRY_VERIFY(response("s").contains("short"));
    QCOMPARE(response("f"), QByteArray(R"({"action":"accept","content":{"count":7}})"));
}

void TestQuestions::questionIsTakenBack()
{
    connectTo("2025-11-25");
    QVERIFY(call(QStringLiteral("hold")));
    QTRY_COMPARE(questions(), 1);
    m_open->event(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"q1","reason":"never mind"}})");
    QTRY_VERIFY(find<QLabel>("askState")->text().contains(QLatin1String("took this question back")));
    QVERIFY(!find<QPushButton>("askAcceptButton")->isEnabled());
    QTRY_COMPARE(find<QToolButton>("statusAsks")->text(), QStringLiteral("0 questions"));
    m_open->eventResult(R"({"content":[]})");
    QTRY_VERIFY(status().startsWith(QLatin1String("OK")));
}

void TestQuestions::pageBeforeACallThenTheCallAgain()
{
    Browser browser;
    connectTo("2025-11-25");
    m_refuses = true;
    QVERIFY(m_harness->show(PageId::Tools, QStringLiteral("ask")));
    QTest::keyClicks(find<QLineEdit>("argument/note"), QStringLiteral("mine"));
    m_harness->action("actionAct")->trigger();
    QTRY_COMPARE(questions(), 2); // one a page
    QVERIFY(find<QDockWidget>("asksDock")->isVisible());
    QVERIFY2(status().contains(QLatin1String("page to be visited")), qPrintable(status()));
    QVERIFY(find<QLabel>("resultVerdict")->text().contains(QLatin1String("call again")));
    const QByteArray first = raw(*newestCall().value);
    QCOMPARE(find<QPlainTextEdit>("askUrlText")->toPlainText(), QString::fromUtf8(address));
    QVERIFY(find<QLabel>("askUrlIntro")->text().contains(QLatin1String("tells the server nothing")));
    QVERIFY(!find<QPushButton>("askUrlAcceptButton")->isVisible());
    QVERIFY(!find<QPushButton>("askCancelButton")->isVisible());
    find<QCheckBox>("askUrlConsentCheck")->click();
    QTRY_VERIFY_WITH_TIMEOUT(find<QPushButton>("askUrlOpenButton")->isEnabled(), 10'000);
    QVERIFY(browser.opened.isEmpty());
    click("askUrlOpenButton");
    QCOMPARE(browser.opened.size(), 1);
    QCOMPARE(calls(), 1); // the server was told nothing

    find<QTreeView>("toolsView")->setFocus(); // Ctrl+Return belongs to the pane that has the focus
    QVERIFY(call(QStringLiteral("tick"))); // brings notifications/elicitation/complete
    QTRY_VERIFY(find<QLabel>("askState")->text().contains(QLatin1String("page is done")));
    m_refuses = false;
    click("askUrlAgainButton");
    QTRY_COMPARE(calls(), 3);
    QTRY_VERIFY(status().startsWith(QLatin1String("OK")));
    const auto argumentsOf = [](const QByteArray &params) {
        const auto parsed = *json::Document::parse(params.toStdString());
        return std::string(parsed->raw(*parsed->root().find("arguments")));
    };
    QCOMPARE(argumentsOf(raw(*newestCall().value)), argumentsOf(first));
    QCOMPARE(questions(), 0); // both pages were of that call
}

void TestQuestions::pageBeforeACallIsDismissed()
{
    connectTo("2025-11-25");
    m_refuses = true;
    QVERIFY(call());
    QTRY_COMPARE(questions(), 2);
    click("askDeclineButton");
    QCOMPARE(questions(), 1);
    click("askDeclineButton");
    QCOMPARE(questions(), 0);
    QCOMPARE(calls(), 1);
}

int main(int argc, char *argv[])
{
    const QTemporaryDir folder;
    useFoldersOf(folder);
    QApplication application(argc, argv);
    QApplication::setStyle(new FramedStyle);
    TestQuestions test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_questions.moc"
