// stdio: a process of our own, its lines, its noise, its end, and nothing of it left behind.
#include "transportfixture.h"

#include <QElapsedTimer>
#include <QFileInfo>
#include <QTemporaryDir>

#include <csignal>
#include <sys/resource.h>

namespace {

Target childTarget(const QStringList &arguments)
{
    Target target;
    target.kind = TransportKind::Stdio;
    target.command = QStringLiteral(ASSAYER_STDIO_CHILD);
    target.arguments = arguments;
    target.limits.closeGraceMs = 150;
    return target;
}

Target child(const char *mode, const QString &argument = {})
{
    QStringList arguments { QString::fromLatin1(mode) };
    if (!argument.isNull())
        arguments << argument;
    return childTarget(arguments);
}

/// A process that ended and was not collected yet (by an init that is slow at it) lives no more.
bool lives(qint64 pid)
{
    QFile status(QStringLiteral("/proc/%1/stat").arg(pid));
    if (!status.open(QIODevice::ReadOnly))
        return false;
    const QByteArray text = status.readAll();
    return text.mid(text.lastIndexOf(')') + 2, 1) != "Z";
}

QList<QByteArray> texts(const OpenTransport &open)
{
    QList<QByteArray> all;
    for (const Arrival &arrival : open.arrivals)
        all << arrival.bytes;
    return all;
}

/// The pid that a wrapper told of its grandchild.
qint64 grandchild(const OpenTransport &open)
{
    const QByteArray text = open.arrivals.at(0).bytes;
    return text.sliced(7, text.size() - 8).toLongLong();
}

const Frame *processRecord(const OpenTransport &open)
{
    for (const Frame &frame : open.sink.frames) {
        if (frame.type == FrameType::Process)
            return &frame;
    }
    return nullptr;
}

} // namespace

class StdioTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void talks()
    {
        OpenTransport open(child("echo"));
        QVERIFY(open.open());
        QVERIFY(open.transport->processId() > 0);
        Watched watched(open.transport->send(message("{\"a\":\n1}")));
        QVERIFY(watched.waitForEnd());
        QCOMPARE(watched.order, QStringList({ QStringLiteral("written"), QStringLiteral("ended") }));
        QVERIFY(!watched.end->error);
        QTRY_COMPARE(open.arrivals.size(), 1);
        QCOMPARE(open.arrivals[0].bytes, QByteArray("{\"a\": 1}"));
        QCOMPARE(open.sink.bytes(FrameType::Line, Direction::Out), QByteArray("{\"a\": 1}\n"));
        QCOMPARE(open.sink.at(open.arrivals[0].frame).bytes, QByteArray("{\"a\": 1}\n"));
        QCOMPARE(open.sink.at(open.arrivals[0].frame).channel, Channel::Stdout);
        open.transport->close();
        QVERIFY(open.waitForEnd());
        QVERIFY(!open.end->error);
        QCOMPARE(open.end->exitCode.value_or(-1), 0);
        QCOMPARE(processRecord(open)->exitCode.value_or(-1), 0);
        QVERIFY(open.noise.isEmpty());
    }

    void commandIsTakenAsGiven()
    {
        QTemporaryDir folder;
        Target target = childTarget(
            { QStringLiteral("describe"), QStringLiteral("a b"), QStringLiteral("$HOME;ls *"), QString() });
        target.environment.insert(QStringLiteral("ASSAYER_TEST"), QStringLiteral("wert ä"));
        target.directory = folder.path();
        OpenTransport open(target);
        QVERIFY(open.open());
        QTRY_COMPARE(open.arrivals.size(), 1);
        QCOMPARE(QString::fromUtf8(open.arrivals[0].bytes),
            QStringLiteral("[\"a b\",\"$HOME;ls *\",\"\",\"wert ä\",\"%1\"]")
                .arg(QFileInfo(folder.path()).canonicalFilePath()));
    }

    void relativeCommandIsOfItsFolder()
    {
        Target target = child("echo");
        target.directory = QFileInfo(target.command).absolutePath();
        target.command = QStringLiteral("./") + QFileInfo(target.command).fileName();
        OpenTransport open(target);
        QVERIFY2(open.open(), qPrintable(open.message()));
    }

    void spawnFailures_data()
    {
        QTest::addColumn<QString>("command");
        QTest::addColumn<QString>("directory");
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("says");
        QTest::newRow("not in PATH") << QStringLiteral("no-such-program") << QString()
                                     << QStringLiteral("/nowhere/bin:/usr/bin")
                                     << QStringLiteral("/nowhere/bin, /usr/bin");
        QTest::newRow("no such file") << QStringLiteral("/no/such/file") << QString() << QString()
                                      << QStringLiteral("/no/such/file");
        QTest::newRow("not executable") << QStringLiteral("/etc/passwd") << QString() << QString()
                                        << QStringLiteral("not executable");
        QTest::newRow("no such folder") << QStringLiteral("cat") << QStringLiteral("/no/such/folder") << QString()
                                        << QStringLiteral("/no/such/folder");
        QTest::newRow("empty") << QString() << QString() << QString() << QString();
    }
    void spawnFailures()
    {
        QFETCH(QString, command);
        QFETCH(QString, directory);
        QFETCH(QString, path);
        QFETCH(QString, says);
        Target target;
        target.kind = TransportKind::Stdio;
        target.command = command;
        target.directory = directory;
        if (!path.isEmpty())
            target.environment.insert(QStringLiteral("PATH"), path);
        OpenTransport open(target);
        QVERIFY(!open.open());
        QCOMPARE(open.kind(), "spawn-failed"s);
        QVERIFY2(open.message().contains(says), qPrintable(open.message()));
        QVERIFY2(open.message().contains(command), qPrintable(open.message()));
        Watched watched(open.transport->send(message("{}")));
        QVERIFY(watched.waitForEnd());
        QCOMPARE(watched.kind(), "spawn-failed"s);
    }

    void fileThatIsNoProgram()
    {
        QTemporaryDir folder;
        QFile file(folder.filePath(QStringLiteral("broken")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("\x7f"
                   "ELFbroken");
        file.setPermissions(QFile::ReadOwner | QFile::ExeOwner);
        file.close();
        Target target;
        target.kind = TransportKind::Stdio;
        target.command = file.fileName();
        OpenTransport open(target);
        QVERIFY(!open.open());
        QCOMPARE(open.kind(), "spawn-failed"s);
    }

    void noiseIsKeptAndTold()
    {
        OpenTransport open(
            child("say", QStringLiteral("Example Server v1\n---\n\n{\"a\":1}\n[db] up\n\"text\"\n[1]\n")));
        QVERIFY(open.open());
        QTRY_COMPARE(open.arrivals.size(), 3);
        QCOMPARE(texts(open), QList<QByteArray>({ "{\"a\":1}", "[db] up", "[1]" }));
        QCOMPARE(open.noise, QList<QByteArray>({ "stdio.noise", "stdio.noise", "stdio.noise" }));
        QVERIFY(open.noiseText[0].contains(QLatin1String("Example Server v1")));
        QCOMPARE(open.sink.bytes(FrameType::Line, Direction::In),
            QByteArray("Example Server v1\n---\n\n{\"a\":1}\n[db] up\n\"text\"\n[1]\n"));
    }

    void crlfIsTakenAndToldOnce()
    {
        OpenTransport open(child("echo-crlf"));
        QVERIFY(open.open());
        open.transport->send(message("{\"a\":1}"));
        open.transport->send(message("{\"a\":2}"));
        QTRY_COMPARE(open.arrivals.size(), 2);
        QCOMPARE(texts(open), QList<QByteArray>({ "{\"a\":1}", "{\"a\":2}" }));
        QCOMPARE(open.noise, QList<QByteArray>({ "stdio.crlf" }));
        QVERIFY(open.sink.bytes(FrameType::Line, Direction::In).endsWith("\r\n"));
    }

    void lastLineWithoutEnd()
    {
        OpenTransport open(child("say-and-exit", QStringLiteral("{\"a\":1}\n{\"last\":1}")));
        QVERIFY(open.open());
        QVERIFY(open.waitForEnd());
        QCOMPARE(texts(open), QList<QByteArray>({ "{\"a\":1}", "{\"last\":1}" }));
        QCOMPARE(open.noise, QList<QByteArray>({ "stdio.unterminated" }));
        QCOMPARE(open.kind(), "connection-closed"s);
    }

    void cutInsideCharacters()
    {
        OpenTransport open(child("drip"));
        QVERIFY(open.open());
        QTRY_COMPARE(open.arrivals.size(), 1);
        QCOMPARE(open.arrivals[0].bytes, QByteArray("{\"text\":\"\xE8\xAF\xBB\xF0\x9F\x8E\x89\"}"));
    }

    void exitNamesCodeAndLastWords()
    {
        OpenTransport open(child("fail"));
        QVERIFY(open.open());
        QVERIFY(open.waitForEnd());
        QCOMPARE(open.kind(), "connection-closed"s);
        QVERIFY2(open.message().contains(QLatin1String("exit code 2")), qPrintable(open.message()));
        QVERIFY2(open.message().contains(QLatin1String("API_KEY is not set")), qPrintable(open.message()));
        QCOMPARE(open.end->stderrTail, QByteArray("starting\nerror: API_KEY is not set\n"));
        QCOMPARE(open.errors, open.end->stderrTail);
        QCOMPARE(open.sink.bytes(FrameType::Stderr, Direction::In), open.end->stderrTail);
        QCOMPARE(open.sink.frames.back().type, FrameType::Process);
        QCOMPARE(open.sink.frames.back().exitCode.value_or(-1), 2);
        QVERIFY(!open.sink.frames.back().signal);
    }

    void crashNamesTheSignal()
    {
        OpenTransport open(child("crash"));
        QVERIFY(open.open());
        QVERIFY(open.waitForEnd());
        QCOMPARE(open.end->signal.value_or(0), SIGKILL);
        QCOMPARE(processRecord(open)->signal.value_or(0), SIGKILL);
        QVERIFY(!processRecord(open)->exitCode);
    }

    void everythingBeforeTheExitArrives()
    {
        OpenTransport open(child("burst", QStringLiteral("20000")));
        QVERIFY(open.open());
        QVERIFY(open.waitForEnd(20000));
        QCOMPARE(open.arrivals.size(), 20000);
        QCOMPARE(open.end->exitCode.value_or(-1), 7);
        QCOMPARE(open.errors, QByteArray("last words\n"));
    }

    void longLineIsBounded()
    {
        rusage before;
        getrusage(RUSAGE_SELF, &before);
        Target target = child("long-line", QStringLiteral("200000000"));
        target.limits.messageBytes = 4'000'000;
        OpenTransport open(target);
        QVERIFY(open.open());
        QVERIFY(open.waitForEnd(20000));
        QCOMPARE(open.kind(), "message-too-large"s);
        QVERIFY2(open.message().contains(QLatin1String("4000000")), qPrintable(open.message()));
        QCOMPARE(texts(open), QList<QByteArray>({ "{\"first\":1}" }));
        const QByteArray kept = open.sink.bytes(FrameType::Line, Direction::In);
        QVERIFY(kept.size() > 4'000'000 && kept.size() < 6'000'000);
        QTRY_VERIFY(processRecord(open));
        rusage after;
        getrusage(RUSAGE_SELF, &after);
#if !defined(__SANITIZE_ADDRESS__)
        QVERIFY2(after.ru_maxrss - before.ru_maxrss < 40'000,
            qPrintable(QString::number(after.ru_maxrss - before.ru_maxrss)));
#endif
    }

    void longLineWithinTheLimit()
    {
        OpenTransport open(child("long-line", QStringLiteral("30000000")));
        QVERIFY(open.open());
        QVERIFY(open.waitForEnd(20000));
        QCOMPARE(open.noise, QList<QByteArray>({ "stdio.noise" }));
        QVERIFY(open.sink.frames.at(1).bytes.size() >= 30'000'000);
    }

    void stdoutClosedWhileTheProcessLives()
    {
        OpenTransport open(child("close-stdout"));
        QVERIFY(open.open());
        const qint64 pid = open.transport->processId();
        QVERIFY(open.waitForEnd());
        QCOMPARE(open.kind(), "connection-closed"s);
        QVERIFY2(open.message().contains(QLatin1String("stdout")), qPrintable(open.message()));
        QTRY_VERIFY(!lives(pid));
    }

    void stdinThatNobodyReadsIsBounded()
    {
        Target target = child("deaf");
        target.limits.messageBytes = 5'000'000;
        OpenTransport open(target);
        QVERIFY(open.open());
        QTRY_COMPARE(open.arrivals.size(), 1);
        Watched first(open.transport->send(message(QByteArray(4'000'000, 'x'))));
        Watched second(open.transport->send(message(QByteArray(4'000'000, 'x'))));
        QVERIFY(second.waitForEnd());
        QCOMPARE(second.kind(), "message-too-large"s);
        QCOMPARE(second.cause(), "stdin-full"s);
        QVERIFY(!first.end && first.written == 0);
        open.transport->close();
        QVERIFY(first.waitForEnd());
        QCOMPARE(first.kind(), "connection-closed"s);
    }

    void stdinThatIsClosed()
    {
        OpenTransport open(child("close-stdin"));
        QVERIFY(open.open());
        QTRY_COMPARE(open.arrivals.size(), 1);
        Watched watched(open.transport->send(message("{}")));
        QVERIFY(watched.waitForEnd());
        QCOMPARE(watched.kind(), "connection-closed"s);
    }

    void sentBeforeTheStart()
    {
        OpenTransport open(child("echo"));
        open.transport->open();
        Watched watched(open.transport->send(message("{\"early\":1}")));
        QVERIFY(watched.waitForEnd());
        QVERIFY(!watched.end->error);
        QTRY_COMPARE(open.arrivals.size(), 1);
    }

    void closingIsInOrder_data()
    {
        QTest::addColumn<QByteArray>("mode");
        QTest::addColumn<int>("least");
        QTest::addColumn<int>("signal");
        QTest::newRow("ends with stdin") << QByteArray("echo") << 0 << 0;
        QTest::newRow("ends with SIGTERM") << QByteArray("deaf") << 140 << SIGTERM;
        QTest::newRow("ends with SIGKILL") << QByteArray("stubborn") << 280 << SIGKILL;
    }
    void closingIsInOrder()
    {
        QFETCH(QByteArray, mode);
        QFETCH(int, least);
        QFETCH(int, signal);
        OpenTransport open(child(mode.constData()));
        QVERIFY(open.open());
        if (mode != "echo")
            QTRY_COMPARE(open.arrivals.size(), 1);
        QElapsedTimer clock;
        clock.start();
        open.transport->close();
        QVERIFY2(!open.end, "closing waits for nobody: the end is told");
        open.transport->close();
        QVERIFY(open.waitForEnd());
        QVERIFY(!open.end->error);
        QCOMPARE(open.end->signal.value_or(0), signal);
        QVERIFY2(clock.elapsed() >= least, qPrintable(QString::number(clock.elapsed())));
    }

    void groupEndsWithTheServer_data()
    {
        QTest::addColumn<QByteArray>("mode");
        QTest::newRow("wrapper ends with stdin") << QByteArray("wrap");
        QTest::newRow("wrapper must be told") << QByteArray("wrap-forever");
    }
    void groupEndsWithTheServer()
    {
        QFETCH(QByteArray, mode);
        OpenTransport open(child(mode.constData()));
        QVERIFY(open.open());
        QTRY_COMPARE(open.arrivals.size(), 1);
        const qint64 pid = grandchild(open);
        QVERIFY(lives(pid));
        open.transport->close();
        QVERIFY(open.waitForEnd());
        QTRY_VERIFY(!lives(pid));
    }

    void nothingIsLeftBehind()
    {
        auto open = std::make_unique<OpenTransport>(child("wrap-forever"));
        QVERIFY(open->open());
        QTRY_COMPARE(open->arrivals.size(), 1);
        const qint64 first = open->transport->processId();
        const qint64 second = grandchild(*open);
        open->transport.reset();
        QTRY_VERIFY(!lives(first) && !lives(second));
    }

    void closeBeforeTheStart()
    {
        OpenTransport open(child("echo"));
        open.transport->open();
        open.transport->close();
        QVERIFY(open.waitForEnd());
        QVERIFY(!open.end->error);
        QTest::qWait(50);
        QVERIFY(!open.opened);
    }

    void deletedInASlot()
    {
        KeptFrames sink;
        auto *doomed = makeTransport(child("burst", QStringLiteral("2000")), sink, nullptr);
        QPointer<Transport> alive(doomed);
        connect(doomed, &Transport::arrived, doomed, [doomed] { delete doomed; });
        doomed->open();
        QTRY_VERIFY(!alive);
    }
};

QTEST_GUILESS_MAIN(StdioTest)
#include "stdio_test.moc"
