// Compressed files, files of other programs, and the folder where recordings stand.
#include "tracebuilder.h"

#include "json/write.h"
#include "trace/exporter.h"
#include "trace/recordingfolder.h"
#include "trace/traceimport.h"
#include "trace/tracemarks.h"
#include "trace/tracepacking.h"
#include "trace/tracereader.h"
#include "trace/tracewriter.h"

#include <QDateTime>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <sys/resource.h>
#include <unistd.h>
#include <sys/wait.h>

using namespace assayer;

namespace {

QByteArray contentsOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void writeFile(const QString &path, const QByteArray &contents)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(contents);
}

/// Three frames: a header and two records, then one record each.
QByteArray packedFile(QByteArrayList &lines)
{
    TraceBuilder trace;
    for (const char *word : { "one", "two", "three", "four" })
        trace.in(word);
    lines = trace.file().split('\n');
    lines.removeLast();
    QByteArray out;
    TracePacker packer;
    packer.pack(lines[0] + '\n' + lines[1] + '\n', out);
    packer.pack(lines[2] + '\n', out, true);
    packer.pack(lines[3] + '\n', out, true);
    packer.pack(lines[4] + '\n', out, true);
    return out;
}

/// "out initialize 1", "in initialize ok 1"... of the messages of a foreign file.
QByteArray messagesOf(const QByteArray &contents)
{
    const auto log = TraceReader::read(contents);
    if (!log)
        return "none";
    TraceAnalyzer facts(**log);
    facts.update();
    QByteArrayList parts;
    for (quint64 row = 0; row < facts.count(); ++row) {
        for (const MessageFacts &message : facts.facts(row).messages)
            parts.append(QByteArray((*log)->direction(row) == Direction::Out ? "out " : "in ") + message.method + ' ' + QByteArray(answerStatusName(message.status).data()) + ' ' + message.id);
    }
    return parts.join(", ").replace("  ", " ");
}

const QByteArray initialize = R"({"jsonrpc":"2.0","id":0,"method":"initialize","params":{}})";
const QByteArray initialized = R"({"jsonrpc":"2.0","id":0,"result":{"protocolVersion":"2025-06-18"}})";

} // namespace

class tst_TraceForeign : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void packedFilesCutAnywhereOpen();
    void aDamagedFrameCostsItselfOnly();
    void packedRecordingIsReadableWhileItGoesOn();
    void packedExportAndContinuation();
    void aCutPackedFileIsGoneOnWith();
    void namesDoNotSayHowAFileGoesOn();
    void killLeavesAPackedFileReadable();
    void importsOfLogs_data();
    void importsOfLogs();
    void harComesBack();
    void harOfABrowser();
    void whatHoldsNothing_data();
    void whatHoldsNothing();
    void importsAreNoFilesToGoOnWith();
    void theFolderKeepsWhatIsMarkedOrInUse();
    void aDiskThatFillsUpIsToldAndGoneOnWith();
};

void tst_TraceForeign::packedFilesCutAnywhereOpen()
{
    QByteArrayList lines;
    const QByteArray packed = packedFile(lines);
    const auto whole = TraceReader::read(packed);
    QVERIFY(whole);
    QCOMPARE((*whole)->count(), quint64(4));
    QVERIFY((*whole)->damage().empty());
    quint64 most = 0;
    for (qsizetype cut = packed.size() - 1; cut > 30; --cut) {
        const UnpackedTrace trace = unpackTrace(std::string_view(packed.constData(), std::size_t(cut)));
        QVERIFY2(QByteArray(lines.join('\n') + '\n').startsWith(trace.lines), QByteArray::number(cut).constData());
        const bool betweenFrames = packed.mid(cut, 4) == QByteArray::fromHex("28b52ffd");
        QVERIFY2(trace.damage.empty() == betweenFrames, QByteArray::number(cut).constData());
        const auto log = TraceReader::read(packed.left(cut));
        if (!log)
            continue;
        most = std::max(most, (*log)->count());
    }
    QCOMPARE(most, quint64(4)); // all but the last frame's checksum
}

void tst_TraceForeign::aDamagedFrameCostsItselfOnly()
{
    QByteArrayList lines;
    const QByteArray packed = packedFile(lines);
    const qsizetype second = packed.indexOf(QByteArray::fromHex("28b52ffd"), 4);
    const qsizetype third = packed.indexOf(QByteArray::fromHex("28b52ffd"), second + 4);
    int told = 0;
    for (qsizetype at = second + 4; at < third; ++at) {
        QByteArray bad = packed;
        bad[at] = char(bad[at] ^ 0x55);
        const auto log = TraceReader::read(bad);
        QVERIFY(log);
        const QByteArray last = (*log)->line((*log)->count() - 1);
        QVERIFY2(last == lines[4], QByteArray::number(at).constData());
        QVERIFY2((*log)->line(0) == lines[1] && (*log)->line(1) == lines[2], QByteArray::number(at).constData());
        told += (*log)->damage().empty() ? 0 : 1;
    }
    QVERIFY(told >= third - second - 6); // some bits of a frame's header mean nothing
}

void tst_TraceForeign::packedRecordingIsReadableWhileItGoesOn()
{
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("a.mcptrace.zst"));
    TraceLog log;
    QVERIFY(log.startFile(path, {}));
    for (int i = 0; i < 1000; ++i)
        log.record(Frame::now(FrameType::Line, Direction::In, Channel::Stdout, "line number " + QByteArray::number(i) + '\n'));
    QTRY_VERIFY([&] {
        const auto read = TraceReader::open(path);
        return read && (*read)->count() == 1000;
    }());
    log.stopFile();
    const auto read = TraceReader::open(path);
    QVERIFY(read);
    QVERIFY((*read)->damage().empty());
    QCOMPARE((*read)->bytes(999), QByteArray("line number 999\n"));
    QVERIFY(QFileInfo(path).size() < 60'000);
}

void tst_TraceForeign::packedExportAndContinuation()
{
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("a.mcptrace.zst"));
    TraceBuilder trace;
    trace.in("one");
    ExportOptions options;
    options.keepSecrets = true;
    QVERIFY(exportTraceToFile(trace.facts(), std::nullopt, options, path));
    QVERIFY(isPacked(contentsOf(path).toStdString()));
    {
        const auto log = TraceReader::open(path);
        QVERIFY(log && (*log)->continueFile());
        leaveMark(**log, 1, { true, "here" });
    }
    const auto again = TraceReader::open(path);
    QVERIFY(again);
    QCOMPARE((*again)->count(), quint64(2));
}

/// A recording that a crash cut anywhere is gone on with: nothing that was whole is lost, and what is missing is said.
void tst_TraceForeign::aCutPackedFileIsGoneOnWith()
{
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("a.mcptrace.zst"));
    QByteArrayList lines;
    const QByteArray packed = packedFile(lines);
    for (qsizetype cut = packed.size() - 1; cut > 60; cut -= 3) {
        writeFile(path, packed.left(cut));
        QStringList before;
        quint64 newest = 0;
        {
            const auto log = TraceReader::open(path);
            if (!log || (*log)->count() == 0)
                continue;
            for (quint64 row = 0; row < (*log)->count(); ++row)
                before.append(QString::fromUtf8((*log)->line(row)));
            const auto open = (*log)->continueFile();
            QVERIFY2(open, open ? "" : open.error().message.c_str());
            newest = leaveMark(**log, (*log)->seqOf(0), { true, "gone on" });
        }
        const QByteArray where = QByteArray::number(cut);
        const auto again = TraceReader::open(path);
        QVERIFY2(again, where.constData());
        QVERIFY2((*again)->count() == quint64(before.size()) + 1, where.constData());
        for (quint64 row = 0; row + 1 < (*again)->count(); ++row)
            QVERIFY2(before[qsizetype(row)] == QString::fromUtf8((*again)->line(row)), where.constData());
        QCOMPARE((*again)->seqOf((*again)->count() - 1), newest);
        TraceMarks marks;
        marks.advance(**again);
        QCOMPARE(marks.at((*again)->seqOf(0)).comment, QByteArray("gone on"));
        const bool betweenFrames = packed.mid(cut, 4) == QByteArray::fromHex("28b52ffd");
        QVERIFY2((*again)->damage().empty() == betweenFrames, where.constData());
    }
}

/// What goes behind a file is written as the file is, whatever its name says.
void tst_TraceForeign::namesDoNotSayHowAFileGoesOn()
{
    QTemporaryDir folder;
    QByteArrayList lines;
    const QByteArray packed = packedFile(lines);
    const QByteArray plain = lines.join('\n') + '\n';
    for (const auto &[name, contents] : { std::pair(QStringLiteral("packed.mcptrace"), packed), std::pair(QStringLiteral("plain.mcptrace.zst"), plain) }) {
        writeFile(folder.filePath(name), contents);
        quint64 count = 0;
        {
            const auto log = TraceReader::open(folder.filePath(name));
            QVERIFY(log && (*log)->continueFile());
            leaveMark(**log, 1, { true, "" });
            count = (*log)->count();
        }
        const auto again = TraceReader::open(folder.filePath(name));
        QVERIFY(again);
        QVERIFY((*again)->damage().empty());
        QCOMPARE((*again)->count(), count);
    }
}

/// Whole frames were flushed: a program that is killed loses at most what the last 100 ms brought.
void tst_TraceForeign::killLeavesAPackedFileReadable()
{
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("a.mcptrace.zst"));
    const pid_t child = ::fork();
    QVERIFY(child >= 0);
    if (child == 0) {
        TraceLog log;
        if (!log.startFile(path, {}))
            ::_exit(1);
        for (int i = 0; i < 500; ++i)
            log.record(Frame::now(FrameType::Line, Direction::In, Channel::Stdout, "line number " + QByteArray::number(i) + '\n'));
        ::usleep(2'000'000);
        ::kill(::getpid(), SIGKILL);
    }
    int status = 0;
    QCOMPARE(::waitpid(child, &status, 0), child);
    QVERIFY(WIFSIGNALED(status));
    const auto log = TraceReader::open(path);
    QVERIFY(log);
    QCOMPARE((*log)->count(), quint64(500));
    QCOMPARE((*log)->bytes(499), QByteArray("line number 499\n"));
    QVERIFY(!(*log)->damage().empty()); // the frame was not ended, and that is said
}

void tst_TraceForeign::importsOfLogs_data()
{
    QTest::addColumn<QByteArray>("contents");
    QTest::addColumn<QByteArray>("messages");
    QTest::addColumn<QByteArray>("source");
    const QByteArray both = "out initialize 0, in initialize ok 0";
    QTest::newRow("lines") << initialize + "\r\n\r\n" + initialized + '\n' << both << QByteArray("json-rpc-lines");
    QTest::newRow("the other side first") << QByteArray(R"({"jsonrpc":"2.0","id":"s","method":"roots/list"})" "\n" R"({"jsonrpc":"2.0","id":"s","result":{}})")
                                          << QByteArray("in roots/list \"s\", out roots/list ok \"s\"") << QByteArray("json-rpc-lines");
    QTest::newRow("claude desktop") << "2025-03-01T10:00:00.000Z [files] [info] Initializing server...\n2025-03-01T10:00:00.100Z [files] [info] Message from client: " + initialize
            + "\n2025-03-01T10:00:00.300Z [files] [info] Message from server: " + initialized + " { metadata: undefined }\nplain words of the server\n"
                                    << both << QByteArray("log");
    QTest::newRow("vs code") << "2025-05-01 12:00:00.000 [trace] [editor -> server] " + initialize + "\n2025-05-01 12:00:00.200 [trace] [server -> editor] " + initialized << both << QByteArray("log");
    QTest::newRow("wrapped lines") << "{\"timestamp\":\"2026-01-01T00:00:00Z\",\"direction\":\"incoming\",\"message\":" + initialized + "}\n"
                                   << QByteArray("in ok 0") << QByteArray("inspector-export");
    QTest::newRow("message in a string") << "{\"ts\":1767225600,\"dir\":\"client_to_server\",\"raw\":" + QByteArray::fromStdString(json::quoted(view(initialize))) + "}\n"
                                         << QByteArray("out initialize 0") << QByteArray("inspector-export");
    QTest::newRow("inspector") << "[{\"id\":\"a\",\"timestamp\":\"2026-01-01T00:00:00.000Z\",\"direction\":\"request\",\"origin\":\"client\",\"message\":" + initialize + ",\"response\":" + initialized
            + ",\"duration\":12},\n{\"id\":\"b\",\"timestamp\":\"2026-01-01T00:00:01Z\",\"direction\":\"notification\",\"origin\":\"server\",\"message\":{\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\"}}]"
                               << both + ", in notifications/tools/list_changed " << QByteArray("inspector-export");
    QTest::newRow("byte order mark") << "\xef\xbb\xbf" + initialize + '\n' + initialized << both << QByteArray("json-rpc-lines");
}

void tst_TraceForeign::importsOfLogs()
{
    QFETCH(QByteArray, contents);
    QFETCH(QByteArray, messages);
    QFETCH(QByteArray, source);
    QCOMPARE(messagesOf(contents), messages);
    const auto log = TraceReader::read(contents);
    QCOMPARE(TraceReader::importedFrom(**log), source);
    QVERIFY((*log)->damage().empty());
}

void tst_TraceForeign::harComesBack()
{
    TraceBuilder trace;
    trace.post(1, initializeRequest(), initializeAnswer(), "X-A: 1\r\n");
    trace.head(Direction::Out, 2, "POST /mcp?q=1 HTTP/1.1\r\nHost: localhost\r\n\r\n");
    trace.body(Direction::Out, 2, R"({"jsonrpc":"2.0","id":1,"method":"ping"})");
    trace.head(Direction::In, 2, "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n");
    trace.event(2, ": hello\n\n");
    trace.event(2, "data: {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}\n\n");
    trace.head(Direction::Out, 3, "DELETE /mcp HTTP/1.1\r\nHost: localhost\r\n\r\n");
    trace.head(Direction::In, 3, "HTTP/1.1 204 No Content\r\n\r\n");
    trace.body(Direction::In, 3, "\xff\xfe");
    QByteArray har;
    ExportOptions options;
    options.format = ExportFormat::Har;
    options.keepSecrets = true;
    const TraceAnalyzer &facts = trace.facts();
    QVERIFY(exportTrace(facts, std::nullopt, options, [&](const QByteArray &piece) { har += piece; return true; }));
    const auto log = TraceReader::read(har);
    QVERIFY(log);
    QCOMPARE(TraceReader::importedFrom(**log), QByteArray("har"));
    QCOMPARE((*log)->count(), facts.count());
    for (quint64 row = 0; row < facts.count(); ++row) {
        QCOMPARE((*log)->bytes(row), trace.log().bytes(row));
        QCOMPARE((*log)->type(row), trace.log().type(row));
        QCOMPARE((*log)->direction(row), trace.log().direction(row));
        QCOMPARE((*log)->exchange(row), trace.log().exchange(row));
    }
}

void tst_TraceForeign::harOfABrowser()
{
    const QByteArray quotedPing = "{\\\"jsonrpc\\\":\\\"2.0\\\",\\\"id\\\":1,\\\"method\\\":\\\"ping\\\"}";
    const QByteArray har = R"({"log":{"version":"1.2","creator":{"name":"b","version":"1"},"entries":[{"startedDateTime":"2026-01-01T00:00:00.000Z","time":10,)"
                           R"("request":{"method":"POST","url":")" "https:" "/" "/example.org/mcp" R"(","httpVersion":"h2","headers":[{"name":":authority","value":"example.org"},{"name":"content-type","value":"application/json"}],)"
                           R"("queryString":[],"cookies":[],"headersSize":-1,"bodySize":-1,"postData":{"mimeType":"application/json","text":")" + quotedPing + R"("}},)"
                           R"("response":{"status":200,"statusText":"","httpVersion":"h2","headers":[{"name":"content-encoding","value":"br"},{"name":"content-type","value":"application/json"}],"cookies":[],)"
                           R"("content":{"size":1,"mimeType":"application/json","encoding":"base64","text":"eyJqc29ucnBjIjoiMi4wIiwiaWQiOjEsInJlc3VsdCI6e319"},"redirectURL":"","headersSize":-1,"bodySize":-1},)"
                           R"("cache":{},"timings":{"blocked":1,"send":2,"wait":5,"receive":2}}]}})";
    QCOMPARE(messagesOf(har), QByteArray("out ping 1, in ping ok 1"));
    const auto log = TraceReader::read(har);
    QCOMPARE((*log)->bytes(0), QByteArray("POST /mcp HTTP/1.1\r\nHost: example.org\r\ncontent-type: application/json\r\n\r\n"));
    TraceAnalyzer facts(**log);
    facts.update();
    QCOMPARE(facts.durationNs(3), std::optional<qint64>(7000000));
    QVERIFY((*log)->headerLine().contains("https:"));
}

void tst_TraceForeign::whatHoldsNothing_data()
{
    QTest::addColumn<QByteArray>("contents");
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("text") << QByteArray("hello\n{}\n");
    QTest::newRow("json") << QByteArray("{\"a\":[1,2,{\"b\":\"jsonrpc\"}]}");
    QTest::newRow("no entries") << QByteArray("{\"log\":{\"entries\":[]}}");
    QTest::newRow("deep") << QByteArray(200000, '[');
    QTest::newRow("zstd of nothing") << QByteArray::fromHex("28b52ffd2000010000");
}

void tst_TraceForeign::whatHoldsNothing()
{
    QFETCH(QByteArray, contents);
    const auto log = TraceReader::read(contents);
    QVERIFY(!log);
    QCOMPARE(log.error().cause, std::string("not-a-trace"));
}

void tst_TraceForeign::importsAreNoFilesToGoOnWith()
{
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("a.log"));
    writeFile(path, initialize + '\n');
    const auto log = TraceReader::open(path);
    QVERIFY(log);
    QVERIFY(!(*log)->continueFile());
    leaveMark(**log, 1, { true, {} });
    QCOMPARE((*log)->count(), quint64(2));
    QCOMPARE(contentsOf(path), initialize + '\n');
}

void tst_TraceForeign::theFolderKeepsWhatIsMarkedOrInUse()
{
    QTemporaryDir folder;
    const auto path = [&](const char *name) { return folder.filePath(QString::fromLatin1(name)); };
    TraceBuilder plain;
    plain.in("x \"mark\" is only text");
    TraceBuilder marked;
    marked.in("x");
    leaveMark(marked.log(), 1, { false, "keep" });
    const QDateTime now = QDateTime::currentDateTime();
    int age = 100;
    for (const char *name : { "old.mcptrace", "marked.mcptrace", "used.mcptrace", "b.mcptrace.zst", "new.mcptrace", "other.txt" }) {
        writeFile(path(name), (QByteArray(name) == "marked.mcptrace" ? marked : plain).file());
        QFile file(path(name));
        QVERIFY(file.open(QIODevice::ReadWrite));
        QVERIFY(file.setFileTime(now.addDays(-age), QFileDevice::FileModificationTime));
        age -= 10;
    }
    const auto used = TraceReader::open(path("used.mcptrace"));
    QVERIFY((*used)->continueFile());
    QVERIFY(recordingfolder::isInUse(path("used.mcptrace")));
    QVERIFY(recordingfolder::isMarked(path("marked.mcptrace")));
    QVERIFY(!recordingfolder::isMarked(path("old.mcptrace")));
    QCOMPARE(recordingfolder::enforce(folder.path(), 0, 0), QStringList());
    QCOMPARE(recordingfolder::enforce(folder.path(), 0, 95), QStringList(path("old.mcptrace")));
    QCOMPARE(recordingfolder::enforce(folder.path(), recordingfolder::totalBytes(folder.path()) - 1, 0), QStringList(path("b.mcptrace.zst")));
    QCOMPARE(recordingfolder::enforce(folder.path(), 1, 1, { path("new.mcptrace") }), QStringList());
    QCOMPARE(recordingfolder::deleteAll(folder.path(), false), 1);
    QVERIFY(QFile::exists(path("other.txt")) && QFile::exists(path("marked.mcptrace")) && QFile::exists(path("used.mcptrace")));
    QCOMPARE(recordingfolder::deleteAll(folder.path(), true), 1);
}

/// A limit on the size of files stands for a full disk: the rest is kept, told once, and written when there is room again.
void tst_TraceForeign::aDiskThatFillsUpIsToldAndGoneOnWith()
{
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("a.mcptrace"));
    const pid_t child = ::fork();
    if (child == 0) { // the limit is the child's alone
        std::signal(SIGXFSZ, SIG_IGN);
        rlimit limit {};
        ::getrlimit(RLIMIT_FSIZE, &limit);
        const rlimit small { 4096, limit.rlim_max };
        ::setrlimit(RLIMIT_FSIZE, &small);
        TraceLog log;
        std::atomic<bool> failed = false;
        connect(&log, &TraceLog::fileFailed, &log, [&] { failed = true; });
        if (!log.startFile(path, {}))
            ::_exit(10);
        for (int i = 0; i < 200; ++i)
            log.record(Frame::now(FrameType::Line, Direction::In, Channel::Stdout, "line number " + QByteArray::number(i) + '\n'));
        for (int i = 0; i < 500 && !failed; ++i)
            QTest::qWait(10);
        if (!failed || log.count() != 200)
            ::_exit(11);
        ::setrlimit(RLIMIT_FSIZE, &limit);
        log.stopFile();
        ::_exit(0);
    }
    int status = 0;
    QCOMPARE(::waitpid(child, &status, 0), child);
    QVERIFY(WIFEXITED(status));
    QCOMPARE(WEXITSTATUS(status), 0);
    const auto log = TraceReader::open(path);
    QVERIFY(log);
    QCOMPARE((*log)->count(), quint64(200));
    QVERIFY((*log)->damage().empty());
}

QTEST_GUILESS_MAIN(tst_TraceForeign)
#include "tst_traceforeign.moc"
