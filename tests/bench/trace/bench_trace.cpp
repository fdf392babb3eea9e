// bench_trace [RECORDS]: the bars of the trace, measured; one JSON line each.
#include "platform/visibletext.h"
#include "trace/exporter.h"
#include "trace/filter.h"
#include "trace/textsearch.h"
#include "trace/tracereader.h"
#include "trace/tracewriter.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QFile>
#include <QTemporaryDir>

#include <algorithm>
#include <cstdio>
#include <vector>

using namespace assayer;

namespace {

qint64 residentKiB()
{
    QFile file(QStringLiteral("/proc/self/statm"));
    if (!file.open(QIODevice::ReadOnly))
        return 0;
    return file.readAll().split(' ').value(1).toLongLong() * 4;
}

/// A conversation: request, answer, request... about 250 bytes each; every sixth pair is a notification and a log message.
QByteArray payload(int i)
{
    static const char *const methods[] = { "tools/list", "tools/call", "resources/read", "prompts/get", "notifications/progress", "completion/complete" };
    const int pair = i / 2;
    const bool notifies = pair % 6 == 4;
    const QByteArray number = QByteArray::number(i);
    const QByteArray id = notifies ? QByteArray() : ",\"id\":" + QByteArray::number(pair);
    if (i % 2 == 1 && !notifies)
        return "{\"jsonrpc\":\"2.0\"" + id + ",\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"some words that were found for number " + number
            + "\"}],\"structuredContent\":{\"path\":\"srv/data/project/" + QByteArray::number(i % 1000) + "/file.txt\",\"lines\":[1,2,3],\"more\":false,\"score\":0.25},\"isError\":"
            + (pair % 50 == 0 ? "true" : "false") + "}}\n";
    return "{\"jsonrpc\":\"2.0\"" + id + ",\"method\":\"" + methods[pair % 6] + "\",\"params\":{\"name\":\"tool_" + QByteArray::number(i % 100)
        + "\",\"arguments\":{\"query\":\"some words to look for number " + number + "\",\"limit\":" + QByteArray::number(i % 50)
        + ",\"path\":\"srv/data/project/" + QByteArray::number(i % 1000) + "/file.txt\",\"nested\":{\"a\":true,\"b\":null,\"c\":[1,2,3]}}}}\n";
}

Frame frameOf(int i, const QByteArray &bytes)
{
    const bool out = i % 2 == 0;
    return Frame::now(FrameType::Line, out ? Direction::Out : Direction::In, out ? Channel::Stdin : Channel::Stdout, bytes);
}

void print(const char *what, double ms, double amount, const char *unit, const char *bar)
{
    std::printf("{\"bench\":\"%s\",\"ms\":%.1f,\"rate\":%.1f,\"unit\":\"%s\",\"bar\":\"%s\"}\n", what, ms, amount, unit, bar);
    std::fflush(stdout);
}

template<class Work>
double best(int times, const Work &work)
{
    double least = 1e300;
    for (int i = 0; i < times; ++i) {
        QElapsedTimer timer;
        timer.start();
        work();
        least = std::min(least, double(timer.nsecsElapsed()) / 1e6);
    }
    return least;
}

void filters(const TraceAnalyzer &facts, double megabytes)
{
    const auto run = [&](const char *expression, const char *bar) {
        const auto filter = Filter::parse(expression);
        std::size_t found = 0;
        const double ms = best(3, [&] { found = filter->rows(facts, 0, facts.count()).size(); });
        const QByteArray name = QByteArray("filter ") + expression + " (" + QByteArray::number(qulonglong(found)) + " found)";
        print(QByteArray(name).replace('"', '\'').constData(), ms, megabytes / ms, "GB/s", bar);
    };
    run("method == tools/call", "20 ms");
    run("kind == request and direction == in", "20 ms");
    run("duration > 1ms", "20 ms");
    run("id in {1000..2000} or status == tool-error", "20 ms");
    run("text contains \"number 99999\\\"\"", "100 ms");
    run("text contains Tool_77x", "100 ms");
    run("text contains words", "100 ms");
    run("text matches /number 9999\\d\"/", "-");
}

void searches(const TraceLog &log, double megabytes)
{
    for (const bool ignoreCase : { false, true }) {
        const TextSearch search("NUMBER 99999\"", ignoreCase);
        const double ms = best(3, [&] { (void)search.rows(log, 0, log.count()); });
        print(ignoreCase ? "search, whatever the case" : "search, exactly", ms, megabytes / ms, "GB/s", ignoreCase ? "-" : "100 ms");
    }
}

void exports(const TraceAnalyzer &facts, double megabytes)
{
    for (const bool keep : { true, false }) {
        ExportOptions options;
        options.keepSecrets = keep;
        const double ms = best(2, [&] { (void)exportTrace(facts, std::nullopt, options, [](const QByteArray &) { return true; }); });
        print(keep ? "export jsonl, secrets kept" : "export jsonl, redacted", ms, megabytes / ms * 1000, "MB/s", "300 MB/s");
    }
    ExportOptions options;
    options.secrets.values = { "a token that is nowhere", "srv/data/project/77/file.txt" };
    const double ms = best(2, [&] { (void)exportTrace(facts, std::nullopt, options, [](const QByteArray &) { return true; }); });
    print("export jsonl, redacted, secrets in 2 of 1000 records", ms, megabytes / ms * 1000, "MB/s", "300 MB/s");
}

/// The other formats, redacted as they are by default.
void otherExports(const TraceAnalyzer &facts, double megabytes)
{
    for (const ExportFormat format : { ExportFormat::Csv, ExportFormat::Otlp, ExportFormat::Markdown, ExportFormat::Har }) {
        ExportOptions options;
        options.format = format;
        double written = 0;
        const double ms = best(1, [&] {
            (void)exportTrace(facts, std::nullopt, options, [&](const QByteArray &piece) {
                written += double(piece.size());
                return true;
            });
        });
        const QByteArray name = QByteArray("export ") + bytes(exportFormatName(format)) + ", redacted (" + QByteArray::number(written / 1e6, 'f', 0) + " MB written)";
        print(name.constData(), ms, megabytes / ms * 1000, "MB/s", "300 MB/s");
    }
}

/// As many calls over Streamable HTTP: four records each.
void httpExports(int calls)
{
    TraceLog log;
    double bytes = 0;
    for (int i = 0; i < calls; ++i) {
        const QByteArray request = payload(2 * i);
        const QByteArray answer = payload(2 * i + 1);
        const auto put = [&](FrameType type, Direction direction, const QByteArray &text) {
            Frame frame = Frame::now(type, direction, Channel::Http, text);
            frame.exchange = quint64(i) + 1;
            bytes += double(text.size());
            log.record(frame);
        };
        put(FrameType::Head, Direction::Out, "POST /mcp HTTP/1.1\r\nHost: localhost:8080\r\nContent-Type: application/json\r\nAccept: application/json, text/event-stream\r\nMcp-Session-Id: 5f2c1f6a\r\nContent-Length: " + QByteArray::number(request.size()) + "\r\n\r\n");
        put(FrameType::Body, Direction::Out, request);
        put(FrameType::Head, Direction::In, "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nDate: Tue, 01 Dec 2026 10:00:00 GMT\r\nContent-Length: " + QByteArray::number(answer.size()) + "\r\n\r\n");
        put(FrameType::Body, Direction::In, answer);
    }
    TraceAnalyzer facts(log);
    facts.update();
    std::printf("{\"bench\":\"%d calls over HTTP, %.0f MB on the wire\"}\n", calls, bytes / 1e6);
    otherExports(facts, bytes / 1e6);
}

} // namespace

int main(int argc, char **argv)
{
    QCoreApplication app(argc, argv);
    const int records = argc > 1 ? std::atoi(argv[1]) : 1'000'000;
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("bench.mcptrace"));
    std::vector<QByteArray> payloads;
    payloads.reserve(std::size_t(records));
    double bytes = 0;
    for (int i = 0; i < records; ++i) {
        payloads.push_back(payload(i));
        bytes += double(payloads.back().size());
    }
    {
        TraceLog log;
        (void)log.startFile(path, {});
        QElapsedTimer timer;
        timer.start();
        for (int i = 0; i < records; ++i)
            log.record(frameOf(i, payloads[std::size_t(i)]));
        const double recorded = double(timer.nsecsElapsed()) / 1e6;
        log.stopFile();
        const double written = double(timer.nsecsElapsed()) / 1e6;
        print("record", recorded, records / recorded, "k records/s", "100 k/s");
        print("record until on disk", written, records / written, "k records/s", "100 k/s");
    }
    {
        const qint64 before = residentKiB();
        TraceLog log;
        for (int i = 0; i < records; ++i)
            log.record(frameOf(i, payloads[std::size_t(i)]));
        TraceAnalyzer facts(log);
        const double ms = best(1, [&] { facts.update(); });
        const double overhead = (double(residentKiB() - before) * 1024 - bytes) / records;
        print("facts of a live log", ms, bytes / ms / 1000, "MB/s", "-");
        print("memory beside the payload", 0, overhead, "B/record", "64 B");
    }
    payloads.clear();
    payloads.shrink_to_fit();
    const double fileMegabytes = double(QFile(path).size()) / 1e6;
    std::shared_ptr<TraceLog> log;
    const double opened = best(2, [&] { log = *TraceReader::open(path); });
    print("open", opened, fileMegabytes / opened * 1000, "MB/s", "300 MB/s");
    TraceAnalyzer facts(*log);
    const double analyzed = best(1, [&] { facts.update(); });
    print("facts of an opened file", analyzed, fileMegabytes / analyzed * 1000, "MB/s", "-");
    filters(facts, fileMegabytes);
    searches(*log, fileMegabytes);
    exports(facts, fileMegabytes);
    otherExports(facts, fileMegabytes);
    httpExports(records / 4);
    return 0;
}
