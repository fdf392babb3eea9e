#include "transport/childprocess.h"

#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <sys/types.h>
#include <unistd.h>

#ifdef Q_OS_LINUX
#include <sys/prctl.h>
#endif

namespace assayer {

namespace {

constexpr qsizetype readSize = 64 * 1024;
constexpr int readsAtOnce = 16;
/// More than a pipe holds: what comes beyond it was written by others after the process ended.
constexpr qsizetype drainAtMost = 4 << 20;

void setNonBlocking(int fd)
{
    ::fcntl(fd, F_SETFL, ::fcntl(fd, F_GETFL) | O_NONBLOCK);
}

/// Larger pipes mean fewer turns for long lines; the kernel may say no.
void widen(int fd)
{
#ifdef Q_OS_LINUX
    ::fcntl(fd, F_SETPIPE_SZ, 1 << 20);
#else
    Q_UNUSED(fd)
#endif
}

/// write() without the signal: a process that closes its stdin must not end ours, whoever handles SIGPIPE in it.
ssize_t writeQuietly(int fd, const char *data, std::size_t size)
{
    sigset_t broken;
    sigset_t before;
    sigemptyset(&broken);
    sigaddset(&broken, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &broken, &before);
    const ssize_t sent = ::write(fd, data, size);
    const int error = errno;
    if (sent < 0 && error == EPIPE) {
        const timespec now = {};
        ::sigtimedwait(&broken, nullptr, &now);
    }
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    errno = error;
    return sent;
}

} // namespace

/// One pipe: our end non-blocking with its notifier, the child's end until it started.
class ChildProcess::Pipe {
public:
    explicit Pipe(QSocketNotifier::Type ours)
        : m_type(ours)
    {
    }
    ~Pipe() { close(); }
    Q_DISABLE_COPY_MOVE(Pipe)

    bool open()
    {
        int ends[2];
        if (::pipe2(ends, O_CLOEXEC) != 0)
            return false;
        const bool reading = m_type == QSocketNotifier::Read;
        m_ours = ends[reading ? 0 : 1];
        m_theirs = ends[reading ? 1 : 0];
        setNonBlocking(m_ours);
        widen(m_ours);
        m_notifier = std::make_unique<QSocketNotifier>(m_ours, m_type);
        m_notifier->setEnabled(reading);
        return true;
    }
    bool isOpen() const { return m_ours >= 0; }
    int fd() const { return m_ours; }
    int theirs() const { return m_theirs; }
    QSocketNotifier *notifier() const { return m_notifier.get(); }
    void closeTheirs() { closeEnd(m_theirs); }
    void close()
    {
        if (m_notifier) { // may be the one that is calling
            m_notifier->setEnabled(false);
            m_notifier.release()->deleteLater();
        }
        closeEnd(m_ours);
        closeEnd(m_theirs);
    }
    /// Some bytes; an empty array where there are none now, nothing at the end.
    std::optional<QByteArray> read()
    {
        QByteArray bytes(readSize, Qt::Uninitialized);
        const ssize_t got = ::read(m_ours, bytes.data(), std::size_t(bytes.size()));
        if (got < 0 && (errno == EAGAIN || errno == EINTR))
            return QByteArray();
        if (got <= 0)
            return std::nullopt;
        bytes.truncate(got);
        return bytes;
    }

private:
    static void closeEnd(int &fd)
    {
        if (fd >= 0)
            ::close(std::exchange(fd, -1));
    }

    QSocketNotifier::Type m_type;
    std::unique_ptr<QSocketNotifier> m_notifier;
    int m_ours = -1;
    int m_theirs = -1;
};

ChildProcess::ChildProcess(int graceMs, QObject *parent)
    : QObject(parent)
    , m_stdin(std::make_unique<Pipe>(QSocketNotifier::Write))
    , m_stdout(std::make_unique<Pipe>(QSocketNotifier::Read))
    , m_stderr(std::make_unique<Pipe>(QSocketNotifier::Read))
{
    m_grace.setSingleShot(true);
    m_grace.setInterval(graceMs);
    connect(&m_grace, &QTimer::timeout, this, &ChildProcess::escalate);
    connect(&m_process, &QProcess::started, this, &ChildProcess::onStarted);
    connect(&m_process, &QProcess::finished, this, &ChildProcess::onFinished);
    connect(&m_process, &QProcess::errorOccurred, this, &ChildProcess::onError, Qt::QueuedConnection);
}

ChildProcess::~ChildProcess()
{
    signalGroup(SIGKILL);
    m_process.disconnect(this);
    if (m_process.state() != QProcess::NotRunning) {
        m_process.kill();
        m_process.waitForFinished(1000);
    }
}

bool ChildProcess::openPipes()
{
    if (!m_stdin->open() || !m_stdout->open() || !m_stderr->open())
        return false;
    connect(m_stdin->notifier(), &QSocketNotifier::activated, this, &ChildProcess::flush);
    connect(m_stdout->notifier(), &QSocketNotifier::activated, this, &ChildProcess::readStdout);
    connect(m_stderr->notifier(), &QSocketNotifier::activated, this, &ChildProcess::readStderr);
    return true;
}

void ChildProcess::start(const ChildCommand &command)
{
    if (!openPipes()) {
        const QString why = QString::fromLocal8Bit(strerror(errno));
        QMetaObject::invokeMethod(
            this, [this, why] { Q_EMIT failedToStart(why); }, Qt::QueuedConnection);
        return;
    }
    m_process.setProcessEnvironment(command.environment);
    m_process.setWorkingDirectory(command.directory);
    m_process.setStandardInputFile(QProcess::nullDevice());
    m_process.setStandardOutputFile(QProcess::nullDevice());
    m_process.setStandardErrorFile(QProcess::nullDevice());
    const pid_t parent = ::getpid();
    m_process.setChildProcessModifier(
        [in = m_stdin->theirs(), out = m_stdout->theirs(), err = m_stderr->theirs(), parent] {
            ::setpgid(0, 0);
            ::signal(SIGPIPE, SIG_DFL);
#ifdef Q_OS_LINUX
            ::prctl(PR_SET_PDEATHSIG, SIGTERM);
            if (::getppid() != parent)
                ::_exit(1);
#endif
            ::dup2(in, STDIN_FILENO);
            ::dup2(out, STDOUT_FILENO);
            ::dup2(err, STDERR_FILENO);
        });
    m_process.start(command.program, command.arguments, QIODevice::ReadOnly);
}

void ChildProcess::onStarted()
{
    m_pid = m_process.processId();
    m_running = true;
    m_stdin->closeTheirs();
    m_stdout->closeTheirs();
    m_stderr->closeTheirs();
    if (m_stopping)
        closeStdin();
    else
        flush();
    Q_EMIT started();
}

void ChildProcess::onError(QProcess::ProcessError error)
{
    if (error == QProcess::FailedToStart)
        Q_EMIT failedToStart(m_process.errorString());
}

bool ChildProcess::write(const QByteArray &bytes)
{
    if (m_stopping || !m_stdin->isOpen())
        return false;
    m_queue.push_back(bytes);
    m_pending += bytes.size();
    if (m_running && m_queue.size() == 1)
        flush();
    return true;
}

/// Gives the kernel what it takes. The notifier runs only while something waits.
void ChildProcess::flush()
{
    const qint64 before = m_written;
    while (!m_queue.empty() && m_stdin->isOpen()) {
        const QByteArray &piece = m_queue.front();
        const ssize_t sent
            = writeQuietly(m_stdin->fd(), piece.constData() + m_front, std::size_t(piece.size() - m_front));
        if (sent < 0 && (errno == EAGAIN || errno == EINTR))
            break;
        if (sent < 0) {
            closeStdin();
            Q_EMIT stdinClosed();
            return;
        }
        m_written += sent;
        m_pending -= sent;
        m_front += sent;
        if (m_front == piece.size()) {
            m_queue.pop_front();
            m_front = 0;
        }
    }
    if (m_stdin->isOpen())
        m_stdin->notifier()->setEnabled(!m_queue.empty());
    if (m_queue.empty() && m_stopping)
        closeStdin();
    if (m_written != before)
        Q_EMIT bytesWritten();
}

void ChildProcess::closeStdin()
{
    m_stdin->close();
    m_queue.clear();
    m_pending = m_front = 0;
}

void ChildProcess::readStdout()
{
    const QPointer<ChildProcess> self(this);
    for (int turn = 0; turn < readsAtOnce && m_stdout->isOpen(); ++turn) {
        const std::optional<QByteArray> bytes = m_stdout->read();
        if (!bytes) {
            m_stdout->close();
            Q_EMIT stdoutEnded();
            return;
        }
        if (bytes->isEmpty())
            return;
        Q_EMIT stdoutRead(*bytes);
        if (!self || bytes->size() < readSize)
            return;
    }
}

void ChildProcess::readStderr()
{
    const std::optional<QByteArray> bytes = m_stderr->read();
    if (!bytes)
        m_stderr->close();
    else if (!bytes->isEmpty())
        Q_EMIT stderrRead(*bytes);
}

/// What the process left in its pipes. Others of its group may hold them open: what is there now is enough.
void ChildProcess::drain()
{
    const QPointer<ChildProcess> self(this);
    qsizetype left = drainAtMost;
    while (self && m_stderr->isOpen() && left > 0) {
        const std::optional<QByteArray> bytes = m_stderr->read();
        if (!bytes || bytes->isEmpty())
            break;
        left -= bytes->size();
        Q_EMIT stderrRead(*bytes);
    }
    left = drainAtMost;
    while (self && m_stdout->isOpen() && left > 0) {
        const std::optional<QByteArray> bytes = m_stdout->read();
        if (!bytes || bytes->isEmpty())
            break;
        left -= bytes->size();
        Q_EMIT stdoutRead(*bytes);
    }
}

void ChildProcess::onFinished(int exitCode, QProcess::ExitStatus status)
{
    const QPointer<ChildProcess> self(this);
    m_running = false;
    drain();
    if (!self)
        return;
    m_stdout->close();
    m_stderr->close();
    closeStdin();
    if (groupLives()) { // what a wrapper started and left behind
        signalGroup(SIGTERM);
        m_step = 2;
        m_grace.start();
    } else {
        m_pid = 0;
    }
    if (status == QProcess::CrashExit)
        Q_EMIT exited(std::nullopt, exitCode);
    else
        Q_EMIT exited(exitCode, std::nullopt);
}

void ChildProcess::stop()
{
    if (std::exchange(m_stopping, true))
        return;
    if (m_queue.empty())
        closeStdin();
    m_step = 1;
    m_grace.start();
}

void ChildProcess::escalate()
{
    if (m_step == 1) {
        closeStdin();
        signalGroup(SIGTERM);
        m_step = 2;
        m_grace.start();
    } else {
        signalGroup(SIGKILL);
    }
}

/// The group's number stays ours as long as one of it lives.
void ChildProcess::signalGroup(int signal)
{
    if (m_pid > 0)
        ::kill(pid_t(-m_pid), signal);
    if (m_pid > 0 && signal == SIGKILL && !m_running)
        m_pid = 0;
}

bool ChildProcess::groupLives() const
{
    return m_pid > 0 && ::kill(pid_t(-m_pid), 0) == 0;
}

} // namespace assayer
