#include "tracebuilder.h"

#include "trace/tracewriter.h"

namespace assayer {

TraceBuilder::TraceBuilder()
    : m_log(std::make_unique<TraceLog>())
{
}

quint64 TraceBuilder::add(FrameType type, Direction direction, Channel channel, const QByteArray &bytes, quint64 exchange)
{
    Frame frame = Frame::now(type, direction, channel, bytes, exchange);
    m_mono += m_step;
    frame.monoNs = m_mono;
    frame.wallNs = 1764504000000000000 + m_mono;
    return m_log->record(frame);
}

quint64 TraceBuilder::head(Direction direction, quint64 exchange, const QByteArray &bytes)
{
    return add(FrameType::Head, direction, Channel::Http, bytes, exchange);
}

quint64 TraceBuilder::body(Direction direction, quint64 exchange, const QByteArray &bytes)
{
    return add(FrameType::Body, direction, Channel::Http, bytes, exchange);
}

quint64 TraceBuilder::event(quint64 exchange, const QByteArray &bytes)
{
    return add(FrameType::Event, Direction::In, Channel::Http, bytes, exchange);
}

quint64 TraceBuilder::post(quint64 exchange, const QByteArray &request, const QByteArray &answer, const QByteArray &fields, const QByteArray &status)
{
    head(Direction::Out, exchange, "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n" + fields + "\r\n");
    body(Direction::Out, exchange, request);
    head(Direction::In, exchange, "HTTP/1.1 " + status + "\r\nContent-Type: application/json\r\n\r\n");
    return answer.isEmpty() ? 0 : body(Direction::In, exchange, answer);
}

quint64 TraceBuilder::processEnd(int exitCode)
{
    Frame frame = Frame::now(FrameType::Process, Direction::In, Channel::None, {});
    frame.exitCode = exitCode;
    m_mono += m_step;
    frame.monoNs = m_mono;
    return m_log->record(frame);
}

TraceAnalyzer &TraceBuilder::facts()
{
    m_facts = std::make_unique<TraceAnalyzer>(*m_log);
    m_facts->update();
    return *m_facts;
}

QByteArray TraceBuilder::file(const QByteArray &headerLine) const
{
    QByteArray contents = (headerLine.isEmpty() ? TraceHeader().line() : headerLine) + '\n';
    for (quint64 row = 0; row < m_log->count(); ++row)
        m_log->appendLine(contents, row);
    return contents;
}

QByteArray initializeRequest()
{
    return R"({"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"t","version":"1"}}})";
}

QByteArray initializeAnswer()
{
    return R"({"jsonrpc":"2.0","id":0,"result":{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"s","version":"1"}}})";
}

} // namespace assayer
