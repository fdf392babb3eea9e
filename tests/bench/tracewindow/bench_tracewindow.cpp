// bench_tracewindow [RECORDS]: a trace of that many records opened in the window; prints what jumps with their repaint cost, and the
// longest time for which the event loop did not turn while recording, opening, filtering and searching. Wall and CPU time of the window's thread:
// the second is free of what else the machine does.

#include "../stallwatch.h"

#include "trace/tracefacts.h"
#include "trace/tracelog.h"
#include "trace/tracewriter.h"
#include "ui/commandconsent.h"
#include "ui/desk.h"
#include "ui/deskview.h"
#include "ui/mainwindow.h"
#include "ui/panes/tracepane.h"
#include "ui/preferences.h"
#include "ui/uistate.h"
#include "ui/workspace.h"

#include <QApplication>
#include <QFile>
#include <QLabel>
#include <QTableView>
#include <QTemporaryDir>

#include <QElapsedTimer>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <thread>
#include <vector>

namespace {

using namespace assayer;

/// Tells which handlers of the window's thread took long, where ASSAYER_SLOW_HANDLERS says from how many milliseconds on.
class WatchedApplication final : public QApplication {
public:
    WatchedApplication(int &argc, char **argv)
        : QApplication(argc, argv)
        , m_slowMs(qEnvironmentVariableIntValue("ASSAYER_SLOW_HANDLERS"))
    {
    }

    bool notify(QObject *receiver, QEvent *event) override
    {
        if (m_slowMs <= 0)
            return QApplication::notify(receiver, event);
        const QByteArray name = receiver->metaObject()->className() + (' ' + receiver->objectName().toUtf8());
        const int type = event->type();
        const double before = threadCpuMs();
        ++m_depth;
        const bool taken = QApplication::notify(receiver, event);
        --m_depth;
        const double took = threadCpuMs() - before;
        if (took >= m_slowMs)
            std::printf("%*s%s, event %d: %.1f ms CPU\n", m_depth * 2 + 4, "", name.constData(), type, took);
        return taken;
    }

private:
    int m_slowMs;
    int m_depth = 0;
};

/// Calls and answers over stdio, a hundred tools, some slow, some failing.
bool writeTrace(const QString &path, quint64 records)
{
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly))
        return false;
    QByteArray out = TraceHeader().line() + '\n';
    TraceRecord record;
    record.hasBytes = true;
    record.type = "line";
    for (quint64 seq = 1; seq <= records; ++seq) {
        const bool asks = seq % 2 == 1;
        const QByteArray id = QByteArray::number((seq + 1) / 2);
        record.seq = seq;
        record.wallNs = 1'764'504'000'000'000'000 + static_cast<qint64>(seq) * 50'000;
        record.monoNs = static_cast<qint64>(seq) * 50'000;
        record.direction = asks ? Direction::Out : Direction::In;
        record.channel = asks ? Channel::Stdin : Channel::Stdout;
        record.bytes = asks ? R"({"jsonrpc":"2.0","id":)" + id + R"(,"method":"tools/call","params":{"name":"tool_)" + QByteArray::number(seq % 100) + R"(","arguments":{"query":"a few words to look for","limit":20}}})" + '\n'
            : seq % 50 == 0 ? R"({"jsonrpc":"2.0","id":)" + id + R"(,"error":{"code":-32602,"message":"no such thing"}})" + '\n'
                            : R"({"jsonrpc":"2.0","id":)" + id + R"(,"result":{"content":[{"type":"text","text":"an answer that is about as long as answers are"}]}})" + '\n';
        appendRecordLine(out, record);
        out += '\n';
        if (out.size() > (1 << 22)) {
            file.write(out);
            out.clear();
        }
    }
    return file.write(out) == out.size();
}

void jumps(QTableView &table, MainWindow &window, int rows)
{
    double worst = 0;
    double worstCpu = 0;
    double sum = 0;
    double sumCpu = 0;
    constexpr int times = 200;
    quint32 place = 12345;
    for (int i = 0; i < times; ++i) {
        place = place * 1664525u + 1013904223u;
        const int row = static_cast<int>(place % static_cast<quint32>(rows));
        QElapsedTimer clock;
        clock.start();
        const double cpu = threadCpuMs();
        window.showRecord(static_cast<quint64>(row) + 1);
        table.viewport()->repaint();
        const double took = static_cast<double>(clock.nsecsElapsed()) / 1e6;
        worst = std::max(worst, took);
        const double tookCpu = threadCpuMs() - cpu;
        worstCpu = std::max(worstCpu, tookCpu);
        sumCpu += tookCpu;
        sum += took;
        turnFor(1);
    }
    std::printf("%-40s mean %6.2f ms wall, %5.2f ms CPU; worst %6.2f ms wall, %5.2f ms CPU (bar: 8 ms)\n", "200 jumps with repaint and detail", sum / times, sumCpu / times, worst, worstCpu);
}

/// A connection that brings 100,000 messages a second, written to disk and followed in the table.
void record(Workspace &workspace, StallWatch &watch, const QString &folder)
{
    constexpr int seconds = 5;
    constexpr int perSecond = 100'000;
    const Result<Desk *> desk = workspace.openTarget(QStringLiteral("http://127.0.0.1:9/mcp"));
    if (!desk || !(*desk)->trace()->startFile(folder + QStringLiteral("/live.mcptrace"), {}))
        qFatal("nothing can be recorded");
    turnFor(500);
    watch.reset();
    std::atomic<double> took = 0;
    std::thread server([log = (*desk)->trace(), &took] {
        QElapsedTimer clock;
        clock.start();
        for (int i = 0; i < seconds * perSecond; ++i) {
            const bool asks = i % 2 == 0;
            const QByteArray id = QByteArray::number(i / 2);
            log->record(Frame::now(FrameType::Line, asks ? Direction::Out : Direction::In, asks ? Channel::Stdin : Channel::Stdout,
                asks ? "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"tools/call\",\"params\":{\"name\":\"tool\",\"arguments\":{\"query\":\"some words to look for\"}}}\n"
                     : "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"an answer that is about as long as answers are\"}]}}\n"));
            if (i % 500 == 499) // behind the clock: no pause
                std::this_thread::sleep_for(std::chrono::microseconds(i * 10LL - clock.nsecsElapsed() / 1000));
        }
        took = static_cast<double>(clock.nsecsElapsed()) / 1e9;
    });
    static_cast<void>(turnUntil([&] { return took > 0; }, 60'000));
    server.join();
    std::printf("%-40s %.0f k records/s recorded; time between turns of the event loop: p99 %.1f ms wall (bar: 20 ms)\n", "recording, table followed", seconds * perSecond / took / 1000, watch.p99());
    watch.print("recording, table followed");
    (*desk)->trace()->stopFile();
    workspace.remove(*desk);
    turnFor(200);
}

int run(quint64 records, const QString &folder)
{
    const QString path = folder + QStringLiteral("/million.mcptrace");
    if (!writeTrace(path, records))
        qFatal("the trace cannot be written");
    std::printf("%llu records, %.0f MB\n", static_cast<unsigned long long>(records), static_cast<double>(QFile(path).size()) / 1e6);
    Preferences preferences(folder + QStringLiteral("/assayer.ini"));
    UiState state(preferences.settings());
    CommandConsent consent(folder + QStringLiteral("/confirmed.json"));
    Workspace workspace(preferences, consent);
    MainWindow window(workspace, state);
    window.show();
    turnFor(300);
    StallWatch watch;
    record(workspace, watch, folder);
    watch.reset();
    window.openPath(path);
    const auto shown = [&] { return window.currentDesk() && window.currentView()->trace()->analyzer()->count() == records; };
    if (!turnUntil(shown, 600'000))
        qFatal("the trace was not read");
    turnFor(500);
    watch.print("open, analyse, judge");
    auto *table = window.findChild<QTableView *>(QStringLiteral("traceView"));
    jumps(*table, window, static_cast<int>(records));
    TracePane *pane = window.currentView()->trace();
    const auto filter = [&](const char *expression) {
        watch.reset();
        pane->setFilter(QString::fromLatin1(expression));
        const int before = table->model()->rowCount();
        static_cast<void>(turnUntil([&] { return table->model()->rowCount() != before; }, 120'000));
        watch.print(expression);
        std::printf("%40s %s\n", "", qPrintable(window.findChild<QLabel *>(QStringLiteral("traceCount"))->text()));
        jumps(*table, window, static_cast<int>(records));
    };
    filter("tool == tool_7");
    filter("status == rpc-error");
    filter("duration > 40us and kind == response");
    filter("text contains \"no such thing\"");
    watch.reset();
    pane->setFilter({});
    turnFor(300);
    watch.print("filter taken away");
    return 0;
}

} // namespace

int main(int argc, char *argv[])
{
    QTemporaryDir folder;
    for (const char *name : { "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME" })
        qputenv(name, folder.path().toLocal8Bit());
    WatchedApplication application(argc, argv);
    return run(argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 1'000'000, folder.path());
}
