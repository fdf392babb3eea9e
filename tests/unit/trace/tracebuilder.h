// Makes traces for tests: records with a clock that the test sets.
#pragma once

#include "trace/tracefacts.h"
#include "trace/tracelog.h"

#include <QByteArray>

#include <memory>

namespace assayer {

class TraceBuilder {
public:
    TraceBuilder();

    /// Every record comes this much after the one before.
    void setStep(qint64 ns) { m_step = ns; }
    quint64 add(FrameType type, Direction direction, Channel channel, const QByteArray &bytes, quint64 exchange = 0);
    quint64 in(const QByteArray &line) { return add(FrameType::Line, Direction::In, Channel::Stdout, line + '\n'); }
    quint64 out(const QByteArray &line) { return add(FrameType::Line, Direction::Out, Channel::Stdin, line + '\n'); }
    quint64 stderrPiece(const QByteArray &bytes) { return add(FrameType::Stderr, Direction::In, Channel::Stderr, bytes); }
    quint64 head(Direction direction, quint64 exchange, const QByteArray &bytes);
    quint64 body(Direction direction, quint64 exchange, const QByteArray &bytes);
    quint64 event(quint64 exchange, const QByteArray &bytes);
    /// A POST with its answer as JSON. Returns the seq of the answer's body.
    quint64 post(quint64 exchange, const QByteArray &request, const QByteArray &answer, const QByteArray &fields = {},
        const QByteArray &status = "200 OK");
    quint64 processEnd(int exitCode);

    TraceLog &log() { return *m_log; }
    /// What the records mean; made anew by each call.
    TraceAnalyzer &facts();
    /// The whole trace as a file.
    QByteArray file(const QByteArray &headerLine = {}) const;

private:
    std::unique_ptr<TraceLog> m_log;
    std::unique_ptr<TraceAnalyzer> m_facts;
    qint64 m_step = 1000000;
    qint64 m_mono = 0;
};

QByteArray initializeRequest();
QByteArray initializeAnswer();

} // namespace assayer
