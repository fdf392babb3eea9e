// stdio: a process of ours, one JSON-RPC message a line. Spec: basic/transports, "stdio".
#pragma once

#include "transport/childprocess.h"
#include "transport/stdiodelivery.h"
#include "wire/lineframer.h"

#include <deque>

namespace assayer {

/// Noise rules: stdio.noise (a line that is no JSON object or array), stdio.crlf (once), stdio.unterminated (the last
/// line lacks its end). Errors of ended(): spawn-failed, message-too-large (a line beyond the limit; what came of it is
/// recorded), connection-closed (exit or end of stdout that nobody asked for).
class StdioTransport final : public Transport {
    Q_OBJECT
public:
    StdioTransport(const Target &target, FrameSink &sink, QObject *parent);

    TransportKind kind() const override { return TransportKind::Stdio; }
    void open() override;
    /// Line ends inside the body are written as spaces, which JSON does not mind. Fails with connection-closed, or with
    /// message-too-large (cause "stdin-full") where the process leaves more unread than the limit of a message.
    Delivery *send(const OutgoingMessage &message) override;
    void close() override;
    qint64 processId() const override { return m_child.pid(); }

private:
    void onBytesWritten();
    void onStdout(const QByteArray &bytes);
    void onStdoutEnded();
    void onStderr(const QByteArray &bytes);
    void onExited(std::optional<int> exitCode, std::optional<int> signal);
    void takeLines();
    void takeLine(const FramedLine &line);
    void tellNoise(const FramedLine &line, quint64 frame);
    void refuseLongLine();
    void failSpawn(const QString &why, const QStringList &searched);
    void endWith(std::optional<Error> error);
    void failPending(const Error &error);
    Error exitError() const;
    QString lastStderrLine() const;
    QString commandText() const;

    const Target m_target;
    FrameSink &m_sink;
    ChildProcess m_child;
    LineFramer m_framer;
    std::deque<QPointer<StdioDelivery>> m_unwritten;
    TransportEnd m_end;
    QTimer m_stdoutGone;
    qint64 m_queued = 0; ///< bytes given to the child's stdin
    bool m_crlfTold = false;
    bool m_closing = false;
    bool m_over = false;
};

} // namespace assayer
