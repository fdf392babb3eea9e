// Output checks in the window, against a server that says what the test wants: which tools are checked and why not, refused
// metadata, verdicts of calls with the places they point at, and the lint of a tool's schemas.
#include "windowharness.h"

#include "models/jsontreemodel.h"
#include "models/schemafindingmodel.h"
#include "models/schematreemodel.h"
#include "models/toolmodel.h"
#include "support/loopbackserver.h"
#include "ui/desk.h"
#include "ui/widgets/escapedlabel.h"
#include "ui/widgets/jsontreeview.h"
#include "ui/widgets/noticebar.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QPushButton>
#include <QTabWidget>
#include <QTest>
#include <QTimer>
#include <QTreeView>

using namespace assayer;
using namespace assayer::test;

class TestOutputChecks : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void cleanup();
    void toolsSayHowTheirOutputIsChecked();
    void refusedRefreshIsToldAndCanBeUsedWithoutTheTool();
    void failureLeadsToBothPlaces();
    void errorResultIsAdviceOnly();
    void missingAndUndeclaredAreFindings();
    void schemaTabShowsShapeAndLint();
    void compilingDoesNotBlockTheWindow();

private:
    void connectWith(const QByteArrayList &tools);
    void refresh(const QByteArrayList &tools);
    void select(const QString &tool);
    QString outputOf(const QString &tool);
    void call(const QString &tool, const QByteArray &result);
    QString verdict() { return m_harness->find<QLabel>("resultVerdict")->text(); }
    QStringList rules();
    /// A picture where $ASSAYER_SHOTS names a folder.
    void shoot(const QString &name);
    const MetadataSummary &metadata() { return *m_harness->window().currentDesk()->metadata(); }
    void take(const LoopbackExchangePtr &exchange);

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<LoopbackServer> m_server;
    std::unique_ptr<WindowHarness> m_harness;
    QByteArrayList m_tools;
    QByteArray m_answer;
};

namespace {

const QByteArray versioned = R"({"name":"versioned","inputSchema":{"type":"object"},"outputSchema":{"type":"object","properties":{"generation":{"const":"old"},"rows":{"items":{"$ref":"#/$defs/row"}}},"required":["generation"],"$defs":{"row":{"type":"object","properties":{"q":{"type":"integer","minimum":0}}}}}})";
const QByteArray plain = R"({"name":"plain","inputSchema":{"type":"object"}})";
const QByteArray broken = R"({"name":"broken","inputSchema":{"type":"object"},"outputSchema":{"type":"object","properties":{"x":{"type":"not-a-json-schema-type"}}}})";
const QByteArray newcomer = R"({"name":"newcomer","inputSchema":{"type":"object"},"outputSchema":{"type":"object"}})";
const QByteArray untidy = R"({"name":"untidy","inputSchema":{"$schema":"http:)" "//" R"(json-schema.org/draft-07/schema#","type":"object","properties":{"a":{"$ref":"#/definitions/t","minLength":3},"b":{"type":"string","nullable":true}},"definitions":{"t":{"type":"string"}}}})";

} // namespace

void TestOutputChecks::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_server = std::make_unique<LoopbackServer>(
        mcpHandler("2025-11-25", R"({"tools":{"listChanged":true}})", [this](const LoopbackExchangePtr &exchange) { take(exchange); }));
    m_harness = std::make_unique<WindowHarness>(m_folder->path());
}

void TestOutputChecks::cleanup()
{
    m_harness.reset();
    m_server.reset();
    m_folder.reset();
}

void TestOutputChecks::take(const LoopbackExchangePtr &exchange)
{
    if (exchange->rpcMethod == "tools/list")
        exchange->respondResult("{\"tools\":[" + m_tools.join(',') + "]}");
    else if (exchange->rpcMethod == "tools/call")
        exchange->respondResult(m_answer);
    else
        exchange->respond(405, {}, {});
}

void TestOutputChecks::connectWith(const QByteArrayList &tools)
{
    m_tools = tools;
    auto *edit = m_harness->find<QLineEdit>("targetEdit");
    edit->setText(m_server->url().toString());
    QTest::keyClick(edit, Qt::Key_Return);
    QTRY_VERIFY_WITH_TIMEOUT(m_harness->window().currentDesk() && m_harness->window().currentDesk()->snapshot(ListKind::Tools)->everListed, 20'000);
    m_harness->window().showPage(PageId::Tools);
    QTRY_COMPARE(m_harness->find<QTreeView>("toolsView")->model()->rowCount(), int(tools.size()));
}

void TestOutputChecks::refresh(const QByteArrayList &tools)
{
    m_tools = tools;
    Desk *desk = m_harness->window().currentDesk();
    const quint64 walk = desk->snapshot(ListKind::Tools)->walk;
    desk->client().refresh(ListKind::Tools);
    QTRY_VERIFY_WITH_TIMEOUT(desk->snapshot(ListKind::Tools)->walk > walk, 20'000);
}

void TestOutputChecks::select(const QString &tool)
{
    auto *view = m_harness->find<QTreeView>("toolsView");
    for (int row = 0; row < view->model()->rowCount(); ++row) {
        if (view->model()->index(row, ToolModel::Name).data().toString() == tool)
            view->setCurrentIndex(view->model()->index(row, ToolModel::Name));
    }
    QCOMPARE(view->currentIndex().data().toString(), tool);
}

QString TestOutputChecks::outputOf(const QString &tool)
{
    auto *view = m_harness->find<QTreeView>("toolsView");
    for (int row = 0; row < view->model()->rowCount(); ++row) {
        if (view->model()->index(row, ToolModel::Name).data().toString() == tool)
            return view->model()->index(row, ToolModel::Output).data().toString();
    }
    return QStringLiteral("no such tool");
}

void TestOutputChecks::call(const QString &tool, const QByteArray &result)
{
    select(tool);
    m_answer = result;
    auto *button = m_harness->find<QPushButton>("callButton");
    QTRY_VERIFY(button->isEnabled());
    auto *status = m_harness->find<QLabel>("resultStatus");
    status->clear();
    button->click();
    QTRY_VERIFY_WITH_TIMEOUT(status->text().contains(QLatin1String("record")), 20'000);
}

void TestOutputChecks::shoot(const QString &name)
{
    const QString folder = qEnvironmentVariable("ASSAYER_SHOTS");
    if (!folder.isEmpty())
        QVERIFY(m_harness->window().grab().save(folder + u'/' + name + QStringLiteral(".png")));
}

QStringList TestOutputChecks::rules()
{
    QStringList out;
    for (const Finding &finding : m_harness->window().currentDesk()->findings())
        out += QString::fromStdString(finding.rule) + u' ' + QLatin1String(severityName(finding.severity));
    return out;
}

void TestOutputChecks::toolsSayHowTheirOutputIsChecked()
{
    connectWith({ versioned, plain });
    QTRY_COMPARE(outputOf(QStringLiteral("versioned")), QStringLiteral("checked gen 1"));
    QCOMPARE(outputOf(QStringLiteral("plain")), QString());
    QVERIFY(m_harness->find<NoticeBar>("toolsMetadataNotice")->isHidden());
    refresh({ versioned, plain });
    QTRY_COMPARE(outputOf(QStringLiteral("versioned")), QStringLiteral("checked gen 2"));
}

void TestOutputChecks::refusedRefreshIsToldAndCanBeUsedWithoutTheTool()
{
    connectWith({ versioned });
    QTRY_COMPARE(metadata().generation(), 1u);
    refresh({ versioned, broken, newcomer });
    auto *notice = m_harness->find<NoticeBar>("toolsMetadataNotice");
    QTRY_VERIFY(!notice->isHidden());
    for (const char *part : { "\"broken\"", "/properties/x/type", "not-a-json-schema-type", "still use generation 1" })
        QVERIFY2(notice->words().contains(QLatin1String(part)), qPrintable(notice->words()));
    QCOMPARE(outputOf(QStringLiteral("versioned")), QStringLiteral("checked gen 1"));
    QCOMPARE(outputOf(QStringLiteral("broken")), QStringLiteral("not checked: not in gen 1"));
    QCOMPARE(outputOf(QStringLiteral("newcomer")), QStringLiteral("not checked: not in gen 1"));
    // A tool that the generation in force does not know: its output is not checked, and that is said, with the reason.
    call(QStringLiteral("newcomer"), R"({"content":[],"structuredContent":{"a":1}})");
    QVERIFY2(verdict().startsWith(QLatin1String("Output not checked: generation 1")), qPrintable(verdict()));
    QVERIFY2(verdict().contains(QLatin1String("\"broken\"")), qPrintable(verdict()));
    call(QStringLiteral("versioned"), R"({"content":[],"structuredContent":{"generation":"new"}})");
    QVERIFY2(verdict().startsWith(QLatin1String("Output breaks its schema: 1 failure, generation 1")), qPrintable(verdict()));

    shoot(QStringLiteral("output-refused"));
    Q_EMIT notice->triggered(QStringLiteral("isolate"));
    QTRY_COMPARE(metadata().generation(), 2u);
    QTRY_VERIFY(notice->isHidden());
    QCOMPARE(outputOf(QStringLiteral("newcomer")), QStringLiteral("checked gen 2"));
    QCOMPARE(outputOf(QStringLiteral("broken")), QStringLiteral("not checked: schema does not compile"));
    call(QStringLiteral("newcomer"), R"({"content":[],"structuredContent":{"a":1}})");
    QCOMPARE(verdict(), QStringLiteral("Output valid, generation 2"));
    call(QStringLiteral("broken"), R"({"content":[],"structuredContent":{"x":1}})");
    QVERIFY2(verdict().startsWith(QLatin1String("Output not checked: its output schema does not compile: /properties/x/type")), qPrintable(verdict()));
}

void TestOutputChecks::failureLeadsToBothPlaces()
{
    connectWith({ versioned });
    QTRY_COMPARE(metadata().generation(), 1u);
    call(QStringLiteral("versioned"), R"({"content":[],"structuredContent":{"generation":"new","rows":[{"q":1},{"q":-1},{"q":"3"}]}})");
    auto *failures = m_harness->find<QListView>("resultFailures");
    QVERIFY(failures->isVisible());
    QCOMPARE(failures->model()->rowCount(), 3);
    auto *tree = m_harness->find<JsonTreeView>("resultTree");
    auto *schema = m_harness->find<JsonTreeView>("resultSchema");
    QVERIFY(schema->isVisible());
    // The first one at once, another one by a click.
    QCOMPARE(tree->currentPointer(), QStringLiteral("/generation"));
    QCOMPARE(schema->currentPointer(), QStringLiteral("/properties/generation/const"));
    const QModelIndex second = failures->model()->index(1, 0);
    QVERIFY(second.data().toString().contains(QLatin1String("/rows/1/q must be at least 0, but is -1")));
    QTest::mouseClick(failures->viewport(), Qt::LeftButton, {}, failures->visualRect(second).center());
    QCOMPARE(tree->currentPointer(), QStringLiteral("/rows/1/q"));
    QCOMPARE(schema->currentPointer(), QStringLiteral("/$defs/row/properties/q/minimum"));
    QVERIFY(m_harness->find<EscapedLabel>("resultSchemaTitle")->text().contains(QLatin1String("#/$defs/row/properties/q/minimum")));
    // The Schema tab stands at the same place.
    QCOMPARE(m_harness->find<QTreeView>("schemaTree")->currentIndex().data(SchemaTreeModel::PointerRole).toString(), QStringLiteral("/outputSchema/$defs/row/properties/q"));
    shoot(QStringLiteral("output-failures"));
    // The verdict itself leads to the first failure.
    QTest::mouseClick(m_harness->find<QLabel>("resultVerdict"), Qt::LeftButton);
    QCOMPARE(tree->currentPointer(), QStringLiteral("/generation"));
}

void TestOutputChecks::errorResultIsAdviceOnly()
{
    connectWith({ versioned });
    QTRY_COMPARE(metadata().generation(), 1u);
    call(QStringLiteral("versioned"), R"({"content":[],"isError":true})");
    QVERIFY2(verdict().startsWith(QLatin1String("Output not checked")), qPrintable(verdict()));
    call(QStringLiteral("versioned"), R"({"content":[],"isError":true,"structuredContent":{"generation":"new"}})");
    QVERIFY2(verdict().startsWith(QLatin1String("Advice only, the result is an error: output breaks its schema: 1 failure")), qPrintable(verdict()));
    QVERIFY(rules().contains(QStringLiteral("result.structured note")));
    QVERIFY(!rules().contains(QStringLiteral("result.structured error")));
}

void TestOutputChecks::missingAndUndeclaredAreFindings()
{
    connectWith({ versioned, plain });
    QTRY_COMPARE(metadata().generation(), 1u);
    call(QStringLiteral("versioned"), R"({"content":[{"type":"text","text":"x"}]})");
    QVERIFY2(verdict().startsWith(QLatin1String("Output missing")), qPrintable(verdict()));
    QTRY_VERIFY(rules().contains(QStringLiteral("result.structured.missing error")));
    call(QStringLiteral("plain"), R"({"content":[],"structuredContent":{"a":1}})");
    QVERIFY2(verdict().contains(QLatin1String("declares no output schema")), qPrintable(verdict()));
    QTRY_VERIFY(rules().contains(QStringLiteral("result.structured.undeclared note")));
    call(QStringLiteral("plain"), R"({"content":[]})");
    QCOMPARE(verdict(), QStringLiteral("Output not checked: the tool has no output schema"));
}

void TestOutputChecks::schemaTabShowsShapeAndLint()
{
    connectWith({ untidy, broken });
    select(QStringLiteral("untidy"));
    m_harness->find<QTabWidget>("toolTabs")->setCurrentWidget(m_harness->find<QWidget>("toolSchemaTab"));
    auto *tree = m_harness->find<QTreeView>("schemaTree");
    const QModelIndex input = tree->model()->index(0, 0);
    QCOMPARE(input.data().toString(), QStringLiteral("inputSchema"));
    QCOMPARE(tree->model()->rowCount(input), 2);
    auto *findings = m_harness->find<QTreeView>("schemaFindings");
    auto *title = m_harness->find<QLabel>("schemaLintTitle");
    QTRY_COMPARE(title->text(), QStringLiteral("Lint: 2 warnings"));
    QVERIFY(findings->isVisible());
    QStringList told;
    for (int row = 0; row < findings->model()->rowCount(); ++row) {
        const auto cell = [&](int column) { return findings->model()->index(row, column).data().toString(); };
        told += cell(SchemaFindingModel::Rule) + u' ' + cell(SchemaFindingModel::Place);
        QVERIFY(!cell(SchemaFindingModel::What).isEmpty());
        QVERIFY(!cell(SchemaFindingModel::Fix).isEmpty());
    }
    QCOMPARE(told, (QStringList { QStringLiteral("schema.lint.ref-siblings /inputSchema/properties/a/minLength"),
                       QStringLiteral("schema.lint.nullable /inputSchema/properties/b/nullable") }));
    findings->setCurrentIndex(findings->model()->index(1, 0));
    QTest::keyClick(findings, Qt::Key_Return);
    QCOMPARE(tree->currentIndex().data().toString(), QStringLiteral("b"));
    shoot(QStringLiteral("schema-lint"));
    // A schema that does not compile says so in the same place.
    select(QStringLiteral("broken"));
    QTRY_VERIFY(title->text().startsWith(QLatin1String("Lint: 1 error")));
    QCOMPARE(findings->model()->index(0, SchemaFindingModel::Rule).data().toString(), QStringLiteral("schema.compile"));
}

void TestOutputChecks::compilingDoesNotBlockTheWindow()
{
    // A schema that takes long to compile and to lint anywhere.
    QByteArray properties;
    for (int i = 0; i < 20'000; ++i)
        properties += (i ? ",\"p" : "\"p") + QByteArray::number(i) + R"(":{"type":"string","pattern":"^[a-z]{2,9}$","nullable":true})";
    const QByteArray large = R"({"name":"large","inputSchema":{"type":"object"},"outputSchema":{"type":"object","properties":{)" + properties + "}}}";
    m_tools = { plain, large };
    connectWith(m_tools);
    // The window's thread goes on while the generation is built and while the lint is at work: events of a timer tell.
    qint64 longest = 0;
    QElapsedTimer since;
    QTimer beat;
    beat.setInterval(0);
    connect(&beat, &QTimer::timeout, this, [&] {
        longest = qMax(longest, since.restart());
    });
    since.start();
    beat.start();
    select(QStringLiteral("large"));
    auto *title = m_harness->find<QLabel>("schemaLintTitle");
    QTRY_VERIFY_WITH_TIMEOUT(title->text().contains(QLatin1String("warnings")), 60'000);
    QTRY_COMPARE_WITH_TIMEOUT(outputOf(QStringLiteral("large")), QStringLiteral("checked gen 1"), 60'000);
    // Generous: a neighbour's load must not fail this; compiling and linting in the window would take far longer.
    qInfo("longest pause of the window's thread: %lld ms", static_cast<long long>(longest));
    QVERIFY(longest < 5'000);
}

int main(int argc, char *argv[])
{
    const QTemporaryDir folder;
    useFoldersOf(folder);
    QApplication application(argc, argv);
    QApplication::setStyle(QStringLiteral("Fusion"));
    TestOutputChecks test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_outputchecks.moc"
