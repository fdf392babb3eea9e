// Files of every kind opened as a user opens them, by File > Open: what is then to be seen.
#include "../unit/trace/tracebuilder.h"
#include "windowharness.h"

#include "json/write.h"
#include "models/tracemodel.h"
#include "trace/exporter.h"
#include "trace/tracepacking.h"
#include "ui/desk.h"
#include "ui/deskview.h"
#include "ui/panes/tracepane.h"
#include "ui/widgets/noticebar.h"

#include <QAction>
#include <QApplication>
#include <QDockWidget>
#include <QFile>
#include <QFileDialog>
#include <QLineEdit>
#include <QTableView>
#include <QTest>
#include <QTreeView>

using namespace assayer;
using namespace assayer::test;

namespace {

const QByteArray listRequest = R"({"jsonrpc":"2.0","id":1,"method":"tools/list"})";
const QByteArray listAnswer = R"({"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"search_notes","inputSchema":{"type":"object"}}]}})";

QByteArray exported(ExportFormat format)
{
    TraceBuilder builder;
    builder.post(1, initializeRequest(), initializeAnswer());
    builder.post(2, listRequest, listAnswer);
    ExportOptions options;
    options.format = format;
    options.keepSecrets = true;
    QByteArray out;
    const auto done = exportTrace(builder.facts(), std::nullopt, options, [&](const QByteArray &piece) {
        out += piece;
        return true;
    });
    return done ? out : QByteArray();
}

QByteArray packed(const QByteArray &lines)
{
    TracePacker packer;
    QByteArray out;
    packer.pack(lines, out, true);
    return out;
}

QByteArray entry(const char *origin, const char *direction, const QByteArray &message, const char *time)
{
    return QByteArray(R"({"id":"x","timestamp":"2026-01-01T00:00:0)") + time + R"(Z","direction":")" + direction + R"(","origin":")" + origin + R"(","message":)" + message + '}';
}

} // namespace

class TestTraceOpen : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void cleanup();
    void kinds_data();
    void kinds();
    void aFileOfNoKindIsToldWhatItIsNot();
    void aLargeFileOpensInTurns();

private:
    QString write(const QString &name, const QByteArray &contents);
    void choose(const QString &path);
    QStringList messagesShown() const;
    template<class Widget>
    Widget *find(const char *name) const
    {
        return m_harness->find<Widget>(name);
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<WindowHarness> m_harness;
};

void TestTraceOpen::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_harness = std::make_unique<WindowHarness>(m_folder->path());
    m_harness->window().show();
}

void TestTraceOpen::cleanup()
{
    m_harness.reset();
    m_folder.reset();
}

QString TestTraceOpen::write(const QString &name, const QByteArray &contents)
{
    QFile file(m_folder->filePath(name));
    if (!file.open(QIODevice::WriteOnly) || file.write(contents) != contents.size())
        qFatal("cannot write %s", qPrintable(name));
    return file.fileName();
}

/// The path is typed into the dialog of File > Open.
void TestTraceOpen::choose(const QString &path)
{
    m_harness->action("actionOpen")->trigger();
    auto *dialog = m_harness->window().findChild<QFileDialog *>();
    QVERIFY(dialog && dialog->isVisible());
    auto *field = dialog->findChild<QLineEdit *>(QStringLiteral("fileNameEdit"));
    QVERIFY(field);
    field->setText(path);
    QTest::keyClick(field, Qt::Key_Return);
    QTRY_VERIFY(!m_harness->window().findChild<QFileDialog *>());
}

/// "out tools/list 1" of each row that shows a method and an id.
QStringList TestTraceOpen::messagesShown() const
{
    QStringList words;
    const QAbstractItemModel *rows = find<QTableView>("traceView")->model();
    const auto text = [&](int row, int column) { return rows->index(row, column).data().toString(); };
    for (int row = 0; row < rows->rowCount(); ++row) {
        if (!text(row, TraceModel::Method).isEmpty() && !text(row, TraceModel::Id).isEmpty())
            words.append(QLatin1String(rows->index(row, 0).data(TraceModel::DirectionRole).toInt() == static_cast<int>(Direction::Out) ? "out " : "in ") + text(row, TraceModel::Method) + u' ' + text(row, TraceModel::Id));
    }
    return words;
}

void TestTraceOpen::kinds_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QByteArray>("contents");
    QTest::addColumn<QString>("said");
    QTest::newRow("own") << QStringLiteral("a.mcptrace") << exported(ExportFormat::Jsonl) << QString();
    QTest::newRow("own, packed") << QStringLiteral("a.mcptrace.zst") << packed(exported(ExportFormat::Jsonl)) << QString();
    QTest::newRow("HAR") << QStringLiteral("a.har") << exported(ExportFormat::Har) << QStringLiteral("read from a HAR file");
    const QByteArray lines = initializeRequest() + '\n' + initializeAnswer() + '\n' + listRequest + '\n' + listAnswer + '\n';
    QTest::newRow("JSON-RPC lines") << QStringLiteral("a.jsonl") << lines << QStringLiteral("read from lines of JSON-RPC");
    const QByteArray history = '[' + entry("client", "request", initializeRequest(), "0") + ',' + entry("server", "response", initializeAnswer(), "1") + ','
        + entry("client", "request", listRequest, "2") + ',' + entry("server", "response", listAnswer, "3") + ']';
    QTest::newRow("protocol export") << QStringLiteral("history.json") << history << QStringLiteral("read from a protocol export");
    QByteArray log;
    int second = 0;
    for (const QByteArray &line : lines.split('\n')) {
        if (!line.isEmpty())
            log += "2026-03-01T10:00:0" + QByteArray::number(second) + ".000Z [notes] [info] Message from " + (second % 2 ? "server: " : "client: ") + line + '\n';
        ++second;
    }
    QTest::newRow("log of a desktop host") << QStringLiteral("mcp-server-notes.log") << log << QStringLiteral("read from a log file");
}

void TestTraceOpen::kinds()
{
    QFETCH(QString, name);
    QFETCH(QByteArray, contents);
    QFETCH(QString, said);
    QVERIFY(!contents.isEmpty());
    choose(write(name, contents));
    Desk *desk = m_harness->window().currentDesk();
    QVERIFY2(desk && desk->isTrace(), "a trace is shown");
    QTRY_COMPARE(messagesShown().size(), 4);
    const QStringList shown = messagesShown();
    QVERIFY2(shown[0].endsWith(QLatin1String("initialize 0")), qPrintable(shown[0]));
    QVERIFY2(shown[2].endsWith(QLatin1String("tools/list 1")), qPrintable(shown[2]));
    for (int i = 0; i < 4; ++i)
        QVERIFY2(shown[i].startsWith(QLatin1String(i % 2 ? "in " : "out ")), qPrintable(shown[i]));
    const QString title = find<QDockWidget>("traceDock")->windowTitle();
    QVERIFY2(title.contains(name) && title.contains(said), qPrintable(title));
    QCOMPARE(title.contains(QLatin1String("read from")), !said.isEmpty());
    // Lists and identity are read from it as from a connection.
    QTRY_VERIFY(desk->facts());
    QTRY_COMPARE(desk->snapshot(ListKind::Tools)->items.size(), std::size_t(1));
    m_harness->action("actionPage2")->trigger();
    auto *tools = find<QTreeView>("toolsView");
    QTRY_COMPARE(tools->model()->rowCount(), 1);
    QVERIFY(tools->model()->index(0, 0).data().toString().contains(QLatin1String("search_notes")));
    // A record is shown as tree and bytes.
    QTableView *table = find<QTableView>("traceView");
    table->setCurrentIndex(table->model()->index(table->model()->rowCount() - 1, 0));
    QTRY_VERIFY(find<QTreeView>("recordTree")->model()->rowCount() > 0);
}

void TestTraceOpen::aFileOfNoKindIsToldWhatItIsNot()
{
    choose(write(QStringLiteral("words.txt"), "only words\n"));
    QVERIFY(!m_harness->window().currentDesk());
    QTRY_VERIFY(find<NoticeBar>("windowNotice")->words().contains(QLatin1String("is no trace")));
}

/// Large enough to be read and shown in several turns of the event loop; a record at its end can be asked for meanwhile.
void TestTraceOpen::aLargeFileOpensInTurns()
{
    TraceBuilder builder;
    constexpr quint64 records = 130'000;
    for (quint64 i = 0; i < records; ++i)
        builder.in(i % 2 ? listAnswer : listRequest);
    m_harness->window().openPath(write(QStringLiteral("large.mcptrace"), builder.file()));
    QVERIFY(!m_harness->window().currentDesk());
    QTRY_VERIFY_WITH_TIMEOUT(m_harness->window().currentDesk() && m_harness->window().currentView(), 60'000);
    m_harness->window().showRecord(records);
    auto *table = find<QTableView>("traceView");
    QTRY_COMPARE_WITH_TIMEOUT(table->model()->rowCount(), static_cast<int>(records), 60'000);
    QTRY_COMPARE(m_harness->window().currentView()->trace()->currentSeq(), records);
    QCOMPARE(m_harness->window().currentView()->current(), PageId::FindingList);
}

int main(int argc, char *argv[])
{
    QTemporaryDir folder;
    useFoldersOf(folder);
    QApplication application(argc, argv);
    TestTraceOpen test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_traceopen.moc"
