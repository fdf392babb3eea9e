#include "transport/stdiotransport.h"

#include "base/clock.h"
#include "transport/httperrors.h"
#include "transport/programsearch.h"

#include <QFileInfo>

#include <cstring>

namespace assayer {

namespace {

constexpr qsizetype tailBytes = 4096;
constexpr qsizetype shownChars = 200;
/// An exit follows the end of stdout at once; a process that lives on after it is told as such.
constexpr int exitFollowsMs = 250;

/// The body as one line.
QByteArray lineOf(QByteArray body)
{
    if (body.contains('\n') || body.contains('\r'))
        body.replace('\n', ' ').replace('\r', ' ');
    return body + '\n';
}

} // namespace

StdioTransport::StdioTransport(const Target &target, FrameSink &sink, QObject *parent)
    : Transport(parent)
    , m_target(target)
    , m_sink(sink)
    , m_child(target.limits.closeGraceMs, nullptr)
    , m_framer(target.limits.messageBytes)
{
    m_stdoutGone.setSingleShot(true);
    m_stdoutGone.setInterval(exitFollowsMs);
    connect(&m_stdoutGone, &QTimer::timeout, this, [this] {
        endWith(Error("connection-closed",
            QStringLiteral("%1 closed its stdout, but the process lives on").arg(commandText()).toStdString()));
        m_child.stop();
    });
    connect(&m_child, &ChildProcess::started, this, [this] {
        if (!m_over)
            Q_EMIT opened();
    });
    connect(&m_child, &ChildProcess::failedToStart, this, [this](const QString &why) { failSpawn(why, {}); });
    connect(&m_child, &ChildProcess::bytesWritten, this, &StdioTransport::onBytesWritten);
    connect(&m_child, &ChildProcess::stdinClosed, this, [this] {
        failPending(Error("connection-closed", QStringLiteral("%1 closed its stdin").arg(commandText()).toStdString()));
    });
    connect(&m_child, &ChildProcess::stdoutRead, this, &StdioTransport::onStdout);
    connect(&m_child, &ChildProcess::stdoutEnded, this, &StdioTransport::onStdoutEnded);
    connect(&m_child, &ChildProcess::stderrRead, this, &StdioTransport::onStderr);
    connect(&m_child, &ChildProcess::exited, this, &StdioTransport::onExited);
}

void StdioTransport::open()
{
    ChildCommand command;
    command.environment = QProcessEnvironment::systemEnvironment();
    for (auto it = m_target.environment.begin(); it != m_target.environment.end(); ++it)
        command.environment.insert(it.key(), it.value());
    command.arguments = m_target.arguments;
    command.directory = m_target.directory;
    if (!m_target.directory.isEmpty() && !QFileInfo(m_target.directory).isDir())
        return failSpawn(QStringLiteral("its working folder %1 does not exist").arg(m_target.directory), {});
    const FoundProgram found
        = findProgram(m_target.command, command.environment.value(QStringLiteral("PATH")), m_target.directory);
    if (found.path.isEmpty())
        return failSpawn(QString(), found.searched);
    command.program = found.path;
    m_child.start(command);
}

void StdioTransport::failSpawn(const QString &why, const QStringList &searched)
{
    QString words = QStringLiteral("The command %1 cannot be started").arg(commandText());
    if (!why.isEmpty())
        words += QStringLiteral(": ") + why;
    else if (m_target.command.contains(u'/'))
        words += QStringLiteral(": there is no such program file, or it is not executable");
    else
        words += QStringLiteral(": no program of that name in the folders of PATH: ")
            + searched.join(QStringLiteral(", "));
    Error error("spawn-failed", words.toStdString());
    error.data.path = m_target.command.toStdString();
    endWith(std::move(error));
}

QString StdioTransport::commandText() const
{
    return u'"' + m_target.command + u'"';
}

Delivery *StdioTransport::send(const OutgoingMessage &message)
{
    const QByteArray line = lineOf(message.body);
    const auto failed = [this](const Error &error) {
        auto *delivery = new StdioDelivery(0, 0, this);
        delivery->fail(error);
        return delivery;
    };
    if (m_over || m_closing)
        return failed(m_end.error.value_or(Error("connection-closed", "The connection is closed")));
    if (m_child.pendingBytes() + line.size() > m_target.limits.messageBytes) {
        const QString words
            = QStringLiteral("%1 does not read its stdin: %2 bytes wait there already, the limit is %3");
        return failed(Error("message-too-large",
            words.arg(commandText()).arg(m_child.pendingBytes()).arg(m_target.limits.messageBytes).toStdString(),
            "stdin-full"));
    }
    const quint64 frame = m_sink.record(Frame::now(FrameType::Line, Direction::Out, Channel::Stdin, line));
    m_queued += line.size();
    auto *delivery = new StdioDelivery(frame, m_queued, this);
    m_unwritten.push_back(delivery);
    if (!m_child.write(line))
        delivery->fail(
            Error("connection-closed", QStringLiteral("%1 closed its stdin").arg(commandText()).toStdString()));
    return delivery;
}

void StdioTransport::onBytesWritten()
{
    while (!m_unwritten.empty()) {
        StdioDelivery *delivery = m_unwritten.front();
        if (delivery && delivery->endsAt() > m_child.writtenBytes())
            return;
        if (delivery)
            delivery->tellWritten();
        m_unwritten.pop_front();
    }
}

void StdioTransport::failPending(const Error &error)
{
    for (const QPointer<StdioDelivery> &delivery : std::exchange(m_unwritten, {})) {
        if (delivery)
            delivery->fail(error);
    }
}

void StdioTransport::onStdout(const QByteArray &bytes)
{
    if (m_framer.isTooLong())
        return; // refused and stopping; its first bytes are recorded
    m_framer.append(bytes);
    takeLines();
}

void StdioTransport::takeLines()
{
    const QPointer<StdioTransport> self(this);
    while (const std::optional<FramedLine> line = m_framer.next()) {
        takeLine(*line);
        if (!self)
            return;
    }
    if (m_framer.isTooLong())
        refuseLongLine();
}

void StdioTransport::takeLine(const FramedLine &line)
{
    const quint64 frame = m_sink.record(Frame::now(FrameType::Line, Direction::In, Channel::Stdout, line.raw));
    const QPointer<StdioTransport> self(this);
    tellNoise(line, frame);
    if (!self || !line.looksLikeJson())
        return;
    Arrival arrival;
    arrival.bytes = line.text();
    arrival.frame = frame;
    arrival.monoNs = monotonicNs();
    Q_EMIT arrived(arrival);
}

void StdioTransport::tellNoise(const FramedLine &line, quint64 frame)
{
    const QPointer<StdioTransport> self(this);
    if (line.crlf && !std::exchange(m_crlfTold, true))
        Q_EMIT noise(
            "stdio.crlf", QStringLiteral("The server ends its lines with CR LF; the specification says LF"), frame);
    if (self && !line.terminated)
        Q_EMIT noise("stdio.unterminated", QStringLiteral("The server's last line lacks its line end"), frame);
    if (self && !line.isBlank() && !line.looksLikeJson()) {
        const QString text = QString::fromUtf8(line.text().left(4 * shownChars)).left(shownChars);
        Q_EMIT noise("stdio.noise", QStringLiteral("stdout noise (not JSON-RPC): %1").arg(text), frame);
    }
}

void StdioTransport::refuseLongLine()
{
    m_sink.record(Frame::now(FrameType::Line, Direction::In, Channel::Stdout, m_framer.takeRest()));
    endWith(tooLargeError(QStringLiteral("A line on stdout of %1").arg(commandText()), m_target.limits.messageBytes));
    m_child.stop();
}

void StdioTransport::onStdoutEnded()
{
    m_framer.finish();
    const QPointer<StdioTransport> self(this);
    if (!m_framer.isTooLong())
        takeLines();
    if (self && !m_over && !m_closing)
        m_stdoutGone.start();
}

void StdioTransport::onStderr(const QByteArray &bytes)
{
    m_end.stderrTail = (m_end.stderrTail + bytes).right(tailBytes);
    const quint64 frame = m_sink.record(Frame::now(FrameType::Stderr, Direction::In, Channel::Stderr, bytes));
    Q_EMIT stderrReceived(bytes, frame);
}

void StdioTransport::onExited(std::optional<int> exitCode, std::optional<int> signal)
{
    const QPointer<StdioTransport> self(this);
    m_framer.finish();
    if (!m_framer.isTooLong())
        takeLines();
    if (!self)
        return;
    Frame frame = Frame::now(FrameType::Process, Direction::In, Channel::None, {});
    frame.exitCode = exitCode;
    frame.signal = signal;
    m_sink.record(frame);
    m_end.exitCode = exitCode;
    m_end.signal = signal;
    endWith(m_closing ? std::nullopt : std::optional(exitError()));
}

Error StdioTransport::exitError() const
{
    QString words = m_end.signal ? QStringLiteral("The process of %1 was ended by signal %2 (%3)")
                                       .arg(commandText())
                                       .arg(*m_end.signal)
                                       .arg(QString::fromLocal8Bit(strsignal(*m_end.signal)))
                                 : QStringLiteral("The process of %1 ended with exit code %2")
                                       .arg(commandText())
                                       .arg(m_end.exitCode.value_or(0));
    if (const QString line = lastStderrLine(); !line.isEmpty())
        words += QStringLiteral("; its stderr ends with: ") + line;
    Error error("connection-closed", words.toStdString());
    if (!m_end.stderrTail.isEmpty())
        error.data.text = m_end.stderrTail.toStdString();
    return error;
}

QString StdioTransport::lastStderrLine() const
{
    const QByteArray tail = m_end.stderrTail.trimmed();
    return QString::fromUtf8(tail.sliced(tail.lastIndexOf('\n') + 1)).trimmed().left(shownChars);
}

void StdioTransport::close()
{
    if (std::exchange(m_closing, true) || m_over)
        return;
    m_stdoutGone.stop();
    if (m_child.pid() == 0)
        endWith(std::nullopt);
    m_child.stop();
}

/// The first reason counts. Told from the event loop, after everything that was told before.
void StdioTransport::endWith(std::optional<Error> error)
{
    if (std::exchange(m_over, true))
        return;
    m_stdoutGone.stop();
    m_end.error = std::move(error);
    failPending(m_end.error.value_or(Error("connection-closed", "The connection was closed")));
    QMetaObject::invokeMethod(
        this, [this] { Q_EMIT ended(m_end); }, Qt::QueuedConnection);
}

} // namespace assayer
