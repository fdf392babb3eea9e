// A trace file: what is written is read again, byte for byte, whatever happened to the file in between.
#include "tracebuilder.h"

#include "trace/exporter.h"
#include "trace/recordline.h"
#include "trace/tracereader.h"
#include "trace/tracewriter.h"

#include <QFile>
#include <QRandomGenerator>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <csignal>
#include <unistd.h>

using namespace assayer;

namespace {

QByteArray allBytes()
{
    QByteArray bytes;
    for (int i = 0; i < 256; ++i)
        bytes.append(char(i));
    return bytes;
}

TraceBuilder sample()
{
    TraceBuilder trace;
    trace.out(initializeRequest());
    trace.in(initializeAnswer());
    trace.in(QByteArray("na\xc3\xafve \xf0\x9f\x98\x80 \"quoted\" back\\slash \x01\x7f tab\t"));
    trace.in(allBytes());
    trace.add(FrameType::Line, Direction::In, Channel::Stdout, "without end");
    trace.stderrPiece("warn\r\n");
    trace.head(Direction::Out, 7, "POST / HTTP/1.1\r\nHost: x\r\n\r\n");
    trace.body(Direction::In, 7, QByteArray());
    trace.processEnd(3);
    return trace;
}

QByteArray contentsOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

std::shared_ptr<TraceLog> opened(const QByteArray &contents)
{
    auto log = TraceReader::read(contents);
    return log ? *log : nullptr;
}

QByteArray exported(const TraceLog &log)
{
    TraceAnalyzer facts(log);
    facts.update();
    QByteArray out;
    ExportOptions options;
    options.keepSecrets = true;
    (void)exportTrace(facts, std::nullopt, options, [&](const QByteArray &piece) { out += piece; return true; });
    return out;
}

quint64 linesBefore(const QByteArray &contents, qsizetype offset)
{
    return quint64(contents.left(offset).count('\n'));
}

} // namespace

class tst_TraceFile : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everyRecordComesBack();
    void exportOfAnOpenedFileIsTheSameBytes();
    void unknownTypesAndMembersAreKept();
    void linesThatAreNoRecords_data();
    void linesThatAreNoRecords();
    void cutAtEveryByte();
    void randomDamageLosesTheDamagedLinesOnly();
    void largeFilesAreReadInParts();
    void aDamagedHeaderKeepsTheRecords();
    void noTraceAtAll_data();
    void noTraceAtAll();
    void recordingIsOnDiskWithin100ms();
    void killLosesAtMost100ms();
    void aSecondWriterIsRefused();
    void theFileIsItsOwnersOnly();
    void aFullDiskIsToldOnceAndRecordingGoesOn();
    void appendedIsToldInBatches();
    void readersSeeWholeRecordsWhileAnotherThreadWrites();
    void bigPayloadsAreShared();
    void manualExamples();
};

void tst_TraceFile::everyRecordComesBack()
{
    TraceBuilder trace = sample();
    const auto log = opened(trace.file());
    QVERIFY(log);
    QVERIFY(log->damage().empty());
    QCOMPARE(log->count(), trace.log().count());
    for (quint64 row = 0; row < log->count(); ++row) {
        const TraceRecord a = trace.log().row(row);
        const TraceRecord b = log->row(row);
        QCOMPARE(b.seq, a.seq);
        QCOMPARE(b.wallNs, a.wallNs);
        QCOMPARE(b.monoNs, a.monoNs);
        QCOMPARE(b.type, a.type);
        QCOMPARE(b.direction, a.direction);
        QCOMPARE(b.channel, a.channel);
        QCOMPARE(b.exchange, a.exchange);
        QCOMPARE(b.hasBytes, a.hasBytes);
        QCOMPARE(b.bytes, a.bytes);
        QCOMPARE(b.members, a.members);
        QCOMPARE(log->size(row), quint32(a.bytes.size()));
    }
    QCOMPARE(log->at(9).members, QByteArray("{\"exitCode\":3}"));
    QCOMPARE(log->at(4).bytes, allBytes() + '\n');
}

void tst_TraceFile::exportOfAnOpenedFileIsTheSameBytes()
{
    TraceBuilder trace = sample();
    QByteArray file = trace.file();
    file += " { \"seq\" : 10, \"wall\":1, \"mono\":2, \"type\":\"line\",\"channel\":\"stdout\", \"text\":\"\\u0041\", \"mine\":{\"a\":[1,2]} }\n";
    QCOMPARE(exported(*opened(file)), file);
    QCOMPARE(exported(*opened(exported(*opened(file)))), file);
}

void tst_TraceFile::unknownTypesAndMembersAreKept()
{
    const QByteArray file = TraceHeader().line()
        + "\n{\"seq\":1,\"wall\":1,\"mono\":1,\"type\":\"mark\",\"of\":[3],\"text\":\"a comment\",\"colour\":\"red\"}\n"
          "{\"seq\":5,\"wall\":1,\"mono\":1,\"type\":\"line\",\"direction\":\"in\",\"channel\":\"stdout\",\"text\":\"x\\n\",\"extra\":1.50,\"deep\":{\"a\":null}}\n";
    const auto log = opened(file);
    QCOMPARE(log->count(), quint64(2));
    QVERIFY(log->damage().empty());
    const TraceRecord mark = log->at(1);
    QCOMPARE(mark.type, QByteArray("mark"));
    QVERIFY(!mark.hasBytes);
    QCOMPARE(mark.members, QByteArray("{\"of\":[3],\"text\":\"a comment\",\"colour\":\"red\"}"));
    const TraceRecord line = log->at(5);
    QCOMPARE(line.bytes, QByteArray("x\n"));
    QCOMPARE(line.members, QByteArray("{\"extra\":1.50,\"deep\":{\"a\":null}}"));
    QCOMPARE(log->rowOf(5), std::optional<quint64>(1));
    QVERIFY(!log->rowOf(2));
    QCOMPARE(exported(*log), file);
}

void tst_TraceFile::linesThatAreNoRecords_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::newRow("empty") << QByteArray("");
    QTest::newRow("no json") << QByteArray("hello");
    QTest::newRow("array") << QByteArray("[1]");
    QTest::newRow("no seq") << QByteArray(R"({"type":"line","text":"a"})");
    QTest::newRow("no type") << QByteArray(R"({"seq":1,"text":"a"})");
    QTest::newRow("seq 0") << QByteArray(R"({"seq":0,"type":"line"})");
    QTest::newRow("seq text") << QByteArray(R"({"seq":"1","type":"line"})");
    QTest::newRow("both") << QByteArray(R"({"seq":1,"type":"line","text":"a","base64":"YQ=="})");
    QTest::newRow("bad base64") << QByteArray(R"({"seq":1,"type":"line","base64":"a"})");
    QTest::newRow("text number") << QByteArray(R"({"seq":1,"type":"line","text":1})");
    QTest::newRow("direction") << QByteArray(R"({"seq":1,"type":"line","direction":"up"})");
    QTest::newRow("channel") << QByteArray(R"({"seq":1,"type":"line","channel":"tty"})");
    QTest::newRow("utf-8") << QByteArray("{\"seq\":1,\"type\":\"line\",\"text\":\"\xc3\"}");
    QTest::newRow("control character") << QByteArray("{\"seq\":1,\"type\":\"line\",\"text\":\"\x01\"}");
    QTest::newRow("bad escape") << QByteArray(R"({"seq":1,"type":"line","text":"\q"})");
    QTest::newRow("lone surrogate") << QByteArray(R"({"seq":1,"type":"line","text":"\ud800"})");
    QTest::newRow("trailing") << QByteArray(R"({"seq":1,"type":"line","text":"a"}x)");
    QTest::newRow("leading zero") << QByteArray(R"({"seq":01,"type":"line","text":"a"})");
    QTest::newRow("broken member") << QByteArray(R"({"seq":1,"type":"line","text":"a","x":{]})");
}

void tst_TraceFile::linesThatAreNoRecords()
{
    QFETCH(QByteArray, line);
    const QByteArray good = R"({"seq":2,"wall":1,"mono":1,"type":"line","channel":"stdout","text":"ok\n"})";
    const QByteArray header = TraceHeader().line();
    const auto log = opened(header + '\n' + line + '\n' + good + '\n');
    QVERIFY(log);
    QCOMPARE(log->count(), quint64(1));
    QCOMPARE(log->at(2).bytes, QByteArray("ok\n"));
    QCOMPARE(log->damage().size(), std::size_t(1));
    const TraceDamage &damage = log->damage().front();
    QCOMPARE(damage.line, quint64(2));
    QCOMPARE(damage.offset, quint64(header.size() + 1));
    QCOMPARE(damage.bytes, quint64(line.size()));
    QVERIFY(!damage.reason.isEmpty());
}

void tst_TraceFile::cutAtEveryByte()
{
    TraceBuilder trace = sample();
    const QByteArray file = trace.file();
    const qsizetype headerEnd = file.indexOf('\n');
    for (qsizetype cut = 1; cut < file.size(); ++cut) {
        const auto log = opened(file.left(cut));
        QVERIFY2(log, QByteArray::number(cut).constData());
        const bool atLineEnd = file[cut] == '\n' || file[cut - 1] == '\n';
        const quint64 whole = linesBefore(file, file[cut] == '\n' ? cut + 1 : cut);
        QCOMPARE(log->count(), whole == 0 ? 0 : whole - 1);
        QCOMPARE(log->damage().size(), std::size_t(atLineEnd ? 0 : 1));
        if (!atLineEnd) {
            const quint64 offset = quint64(file.lastIndexOf('\n', cut - 1) + 1);
            QCOMPARE(log->damage().front().offset, offset);
            QCOMPARE(log->damage().front().bytes, quint64(cut) - offset);
            QCOMPARE(log->damage().front().line, whole + 1);
        }
        if (cut > headerEnd)
            QVERIFY(!log->headerLine().isEmpty());
    }
}

void tst_TraceFile::randomDamageLosesTheDamagedLinesOnly()
{
    TraceBuilder trace;
    for (int i = 0; i < 40; ++i)
        trace.in("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":{\"data\":" + QByteArray::number(i) + "}}");
    const QByteArray file = trace.file();
    QRandomGenerator random(4711);
    for (int round = 0; round < 400; ++round) {
        QByteArray hurt = file;
        const qsizetype headerEnd = hurt.indexOf('\n');
        const auto at = headerEnd + 1 + qsizetype(random.bounded(quint32(hurt.size() - headerEnd - 1)));
        const qsizetype length = std::min<qsizetype>(1 + qsizetype(random.bounded(60u)), hurt.size() - at);
        for (qsizetype i = at; i < at + length; ++i)
            hurt[i] = char(random.bounded(256u));
        const auto log = opened(hurt);
        QVERIFY(log);
        const quint64 first = linesBefore(file, at); // lines before are untouched; line numbers from 0 with the header
        const quint64 touched = linesBefore(file, at + length) - first + 1;
        QVERIFY(log->count() + touched >= 40);
        for (quint64 row = 0; row + 1 < first; ++row)
            QCOMPARE(log->row(row).bytes, trace.log().row(row).bytes);
        QCOMPARE(log->row(log->count() - 1).seq >= 39 || touched > 1, true);
    }
}

/// Several parts, read by several threads: records and damage come out in order, with the line and offset of the file.
void tst_TraceFile::largeFilesAreReadInParts()
{
    QByteArray file = TraceHeader().line() + '\n';
    TraceRecord record;
    record.hasBytes = true;
    record.type = "line";
    record.channel = Channel::Stdout;
    record.direction = Direction::In;
    record.bytes = QByteArray(900, 'x') + "\"\\\n";
    std::vector<std::pair<quint64, quint64>> damages; // line, offset
    constexpr quint64 lines = 12'000;
    for (quint64 line = 2; line <= lines; ++line) {
        if (line % 1'999 == 0) {
            damages.emplace_back(line, file.size());
            file += "{\"seq\":\n";
            continue;
        }
        record.seq = line - 1;
        record.monoNs = static_cast<qint64>(line);
        record.wallNs = static_cast<qint64>(line) * 1'000;
        appendRecordLine(file, record);
        file += '\n';
    }
    file += "{\"seq\":1";
    damages.emplace_back(lines + 1, file.size() - 8);
    QVERIFY(file.size() > 8'000'000);
    const auto log = opened(file);
    QVERIFY(log);
    QCOMPARE(log->count(), lines - damages.size());
    QCOMPARE(log->damage().size(), damages.size());
    for (std::size_t i = 0; i < damages.size(); ++i) {
        QCOMPARE(log->damage()[i].line, damages[i].first);
        QCOMPARE(log->damage()[i].offset, damages[i].second);
    }
    QVERIFY(log->damage().back().reason.startsWith("the file ends in the middle of this line"));
    for (quint64 row = 1; row < log->count(); ++row) {
        QVERIFY(log->seqOf(row) > log->seqOf(row - 1));
        QCOMPARE(log->monoNs(row), static_cast<qint64>(log->seqOf(row) + 1));
        QCOMPARE(log->bytes(row), record.bytes);
    }
}

void tst_TraceFile::aDamagedHeaderKeepsTheRecords()
{
    TraceBuilder trace = sample();
    QByteArray file = trace.file();
    file.replace(0, 10, "##########");
    const auto log = opened(file);
    QVERIFY(log);
    QCOMPARE(log->count(), trace.log().count());
    QCOMPARE(log->damage().size(), std::size_t(1));
    QCOMPARE(log->damage().front().line, quint64(1));
    QCOMPARE(log->damage().front().offset, quint64(0));
}

void tst_TraceFile::noTraceAtAll_data()
{
    QTest::addColumn<QByteArray>("contents");
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("text") << QByteArray("hello\nworld\n");
    QTest::newRow("json") << QByteArray("{\"mcpServers\":{}}\n");
    QTest::newRow("png") << QByteArray("\x89PNG\r\n\x1a\n\0\0\0", 11);
}

void tst_TraceFile::noTraceAtAll()
{
    QFETCH(QByteArray, contents);
    const auto log = TraceReader::read(contents);
    QVERIFY(!log);
    QCOMPARE(QByteArray::fromStdString(log.error().kind), QByteArray("unreadable-file"));
    QVERIFY(!TraceReader::open(QStringLiteral("/nowhere/at/all.mcptrace")));
}

void tst_TraceFile::recordingIsOnDiskWithin100ms()
{
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("live.mcptrace"));
    TraceLog log;
    log.record(Frame::now(FrameType::Line, Direction::Out, Channel::Stdin, "before\n"));
    QVERIFY(log.startFile(path, {}));
    QVERIFY(log.isWriting());
    for (int i = 0; i < 5; ++i) {
        log.record(Frame::now(FrameType::Line, Direction::In, Channel::Stdout, "line " + QByteArray::number(i) + '\n'));
        QTest::qSleep(100);
        const auto read = TraceReader::open(path);
        QVERIFY(read);
        QCOMPARE((*read)->count(), quint64(i + 2));
        QVERIFY((*read)->damage().empty());
    }
    log.stopFile();
    QVERIFY(!log.isWriting());
}

void tst_TraceFile::killLosesAtMost100ms()
{
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("killed.mcptrace"));
    int pipes[2];
    QCOMPARE(::pipe(pipes), 0);
    const pid_t child = ::fork();
    if (child == 0) {
        TraceLog log;
        if (!log.startFile(path, {}))
            ::_exit(1);
        for (;;) {
            log.record(Frame::now(FrameType::Line, Direction::In, Channel::Stdout, QByteArray(200, 'x') + '\n'));
            const qint64 mark[2] { qint64(log.count()), monotonicNs() };
            if (::write(pipes[1], mark, sizeof mark) != sizeof mark)
                ::_exit(1);
            ::usleep(500);
        }
    }
    quint64 due = 0;
    qint64 mark[2];
    const qint64 begun = monotonicNs();
    std::vector<std::pair<qint64, qint64>> marks; // records made until then, when
    while ((marks.size() < 300 || monotonicNs() - begun < 400'000'000) && ::read(pipes[0], mark, sizeof mark) == sizeof mark)
        marks.emplace_back(mark[0], mark[1]);
    ::kill(child, SIGKILL);
    const qint64 killed = monotonicNs();
    int status = 0;
    ::waitpid(child, &status, 0);
    ::close(pipes[1]);
    while (::read(pipes[0], mark, sizeof mark) == sizeof mark)
        marks.emplace_back(mark[0], mark[1]);
    for (const auto &[made, when] : marks)
        due = when <= killed - 100'000'000 ? quint64(made) : due;
    ::close(pipes[0]);
    const auto read = TraceReader::open(path);
    QVERIFY(read);
    QVERIFY(due > 10);
    const QByteArray kept = QByteArray::number((*read)->count()) + " of " + QByteArray::number(due);
    QVERIFY2((*read)->count() >= due, kept.constData());
    QVERIFY((*read)->damage().size() <= 1); // the last line may be cut
}

void tst_TraceFile::aSecondWriterIsRefused()
{
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("one.mcptrace"));
    TraceLog first;
    QVERIFY(first.startFile(path, {}));
    first.record(Frame::now(FrameType::Line, Direction::Out, Channel::Stdin, "kept\n"));
    TraceLog second;
    const auto refused = second.startFile(path, {});
    QVERIFY(!refused);
    QCOMPARE(QByteArray::fromStdString(refused.error().kind), QByteArray("unreadable-file"));
    QCOMPARE(QByteArray::fromStdString(refused.error().cause), QByteArray("locked"));
    first.stopFile();
    const auto read = TraceReader::open(path);
    QVERIFY(read);
    QCOMPARE((*read)->count(), quint64(1));
    QVERIFY(second.startFile(path, {})); // free again
    QVERIFY(!TraceLog().startFile(folder.filePath(QStringLiteral("no/such/folder.mcptrace")), {}));
}

void tst_TraceFile::theFileIsItsOwnersOnly()
{
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("mode.mcptrace"));
    TraceLog log;
    QVERIFY(log.startFile(path, {}));
    struct stat status { };
    QCOMPARE(::stat(QFile::encodeName(path).constData(), &status), 0);
    QCOMPARE(int(status.st_mode & 0777u), 0600);
}

void tst_TraceFile::aFullDiskIsToldOnceAndRecordingGoesOn()
{
    if (!QFile::exists(QStringLiteral("/dev/full")))
        QSKIP("there is no /dev/full here");
    TraceLog log;
    QSignalSpy failed(&log, &TraceLog::fileFailed);
    QVERIFY(log.startFile(QStringLiteral("/dev/full"), {}));
    for (int i = 0; i < 3; ++i) {
        log.record(Frame::now(FrameType::Line, Direction::In, Channel::Stdout, "x\n"));
        QTest::qWait(60);
    }
    QTRY_VERIFY(failed.count() > 0);
    QTest::qWait(150);
    QCOMPARE(failed.count(), 1);
    QVERIFY(!failed.front().front().toString().isEmpty());
    QCOMPARE(log.count(), quint64(3));
}

void tst_TraceFile::appendedIsToldInBatches()
{
    TraceLog log;
    QSignalSpy appended(&log, &TraceLog::appended);
    for (int i = 0; i < 1000; ++i)
        log.record(Frame::now(FrameType::Line, Direction::In, Channel::Stdout, "x\n"));
    QVERIFY(appended.wait(1000));
    QCOMPARE(appended.last().front().toULongLong(), quint64(1000));
    QVERIFY(appended.count() <= 2);
}

void tst_TraceFile::readersSeeWholeRecordsWhileAnotherThreadWrites()
{
    TraceLog log;
    constexpr int records = 50000;
    std::thread writer([&] {
        for (int i = 1; i <= records; ++i) {
            Frame frame = Frame::now(FrameType::Line, Direction::In, Channel::Stdout, QByteArray::number(i) + '\n');
            if (i % 7 == 0)
                frame.note = "{\"n\":" + QByteArray::number(i) + '}';
            log.record(frame);
        }
    });
    quint64 checked = 0;
    while (checked < records) {
        const quint64 count = log.count();
        for (; checked < count; ++checked) {
            const TraceRecord record = log.row(checked);
            if (record.bytes != QByteArray::number(checked + 1) + '\n' || record.seq != checked + 1)
                break;
        }
        if (log.count() == records && checked < count)
            break;
    }
    writer.join();
    QCOMPARE(checked, quint64(records));
    QCOMPARE(log.at(49).members, QByteArray("{\"n\":49}"));
}

void tst_TraceFile::bigPayloadsAreShared()
{
    TraceLog log;
    const QByteArray big(5 << 20, 'b');
    log.record(Frame::now(FrameType::Body, Direction::In, Channel::Http, big, 1));
    log.record(Frame::now(FrameType::Body, Direction::In, Channel::Http, "small", 1));
    QCOMPARE(log.plainBytes(0)->data(), big.constData());
    QCOMPARE(log.bytes(0), big);
    QCOMPARE(log.bytes(1), QByteArray("small"));
}

/// The example of the manual is a file that this program reads, and every type it names is one.
void tst_TraceFile::manualExamples()
{
    const QByteArray manual = contentsOf(QStringLiteral(TRACE_MANUALS "/FORMAT.md"));
    const qsizetype begin = manual.indexOf("```mcptrace\n");
    QVERIFY(begin >= 0);
    const qsizetype end = manual.indexOf("```", begin + 12);
    const QByteArray example = manual.mid(begin + 12, end - begin - 12);
    const auto log = opened(example);
    QVERIFY(log);
    QVERIFY2(log->damage().empty(), log->damage().empty() ? "" : log->damage().front().reason.constData());
    QVERIFY(log->count() >= 8);
    QCOMPARE(exported(*log), example);
    for (int type = 0; type <= int(FrameType::Decision); ++type)
        QVERIFY(manual.contains('`' + QByteArray(frameTypeName(FrameType(type)).data()) + '`'));
}

QTEST_GUILESS_MAIN(tst_TraceFile)
#include "tst_tracefile.moc"
