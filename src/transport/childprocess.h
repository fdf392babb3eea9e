// A process in a group of its own, with pipes that belong to us: what is written is with the kernel, the end of stdout
// is seen while the process lives, and nothing of the group outlives this object.
#pragma once

#include <QByteArray>
#include <QPointer>
#include <QProcess>
#include <QSocketNotifier>
#include <QTimer>

#include <deque>
#include <memory>
#include <optional>

namespace assayer {

struct ChildCommand {
    QString program; ///< absolute path
    QStringList arguments;
    QProcessEnvironment environment;
    QString directory; ///< empty: ours
};

class ChildProcess final : public QObject {
    Q_OBJECT
public:
    /// `graceMs`: patience of stop(), per step.
    ChildProcess(int graceMs, QObject *parent);
    ~ChildProcess() override;

    /// started() or failedToStart() follow, never inside this call.
    void start(const ChildCommand &command);
    qint64 pid() const { return m_pid; }
    bool isRunning() const { return m_running; }
    /// Takes the bytes; what the pipe cannot hold waits. False: stdin is closed.
    bool write(const QByteArray &bytes);
    /// Bytes that wait for the process to read.
    qint64 pendingBytes() const { return m_pending; }
    /// Bytes given to the kernel since the start.
    qint64 writtenBytes() const { return m_written; }
    /// Ends it in order, without blocking: stdin closed, patience, SIGTERM to the group, patience, SIGKILL to the
    /// group.
    void stop();

Q_SIGNALS:
    void started();
    void failedToStart(const QString &why);
    void bytesWritten();
    /// stdin broke: the process closed it.
    void stdinClosed();
    void stdoutRead(const QByteArray &bytes);
    void stdoutEnded();
    void stderrRead(const QByteArray &bytes);
    /// After everything the pipes held was told. One of the two is set.
    void exited(std::optional<int> exitCode, std::optional<int> signal);

private:
    class Pipe;
    bool openPipes();
    void onStarted();
    void onFinished(int exitCode, QProcess::ExitStatus status);
    void onError(QProcess::ProcessError error);
    void flush();
    void closeStdin();
    void readStdout();
    void readStderr();
    void drain();
    void signalGroup(int signal);
    bool groupLives() const;
    void escalate();

    QProcess m_process;
    std::unique_ptr<Pipe> m_stdin;
    std::unique_ptr<Pipe> m_stdout;
    std::unique_ptr<Pipe> m_stderr;
    std::deque<QByteArray> m_queue;
    qsizetype m_front = 0; ///< bytes of the first queued piece that are out
    qint64 m_pending = 0;
    qint64 m_written = 0;
    qint64 m_pid = 0;
    QTimer m_grace;
    int m_step = 0;
    bool m_running = false;
    bool m_stopping = false;
};

} // namespace assayer
