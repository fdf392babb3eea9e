// OTLP in its JSON form: a span per request, by the semantic conventions for MCP.
#include "trace/exportwriters.h"

#include "json/write.h"

#include <QCryptographicHash>

#include <algorithm>

namespace assayer {
namespace {

constexpr int clientKind = 3;
constexpr int statusError = 2;

/// Trace context of the request's _meta (SEP-414), where it names one.
struct Context {
    QByteArray traceId;
    QByteArray parentId;
};

bool isHex(std::string_view text)
{
    return std::all_of(text.begin(), text.end(), [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); });
}

Context contextOf(const Message &message)
{
    const json::Value *meta = message.params ? message.params->find("_meta") : nullptr;
    const std::string_view parent = meta ? meta->stringAt("traceparent").value_or(std::string_view()) : std::string_view();
    const bool good = parent.size() == 55 && parent[2] == '-' && parent[35] == '-' && parent[52] == '-'
        && isHex(parent.substr(3, 32)) && isHex(parent.substr(36, 16));
    return good ? Context { bytes(parent.substr(3, 32)), bytes(parent.substr(36, 16)) } : Context {};
}

QByteArray hexId(const QByteArray &seed, int length)
{
    return QCryptographicHash::hash(seed, QCryptographicHash::Sha256).toHex().left(length);
}

class Span {
public:
    Span(json::Writer &writer, const TraceAnalyzer &trace, quint64 row)
        : m_writer(writer)
        , m_trace(trace)
        , m_row(row)
    {
    }

    void write(const MessageFacts &request, const Message &message)
    {
        const TraceLog &log = m_trace.log();
        const Context context = contextOf(message);
        const QByteArray seed = log.headerLine();
        const QByteArray traceId = context.traceId.isEmpty() ? hexId(seed, 32) : context.traceId;
        const QByteArray spanId = hexId(seed + QByteArray::number(log.seqOf(m_row)) + request.id, 16);
        m_writer.beginObject().member("traceId", view(traceId)).member("spanId", view(spanId));
        if (!context.parentId.isEmpty())
            m_writer.member("parentSpanId", view(context.parentId));
        const QByteArray name = request.tool ? request.method + ' ' + *request.tool : request.method;
        m_writer.member("name", view(name)).member("kind", clientKind);
        const qint64 start = log.wallNs(m_row);
        qint64 end = start;
        if (request.answerRow)
            end = start + std::max<qint64>(0, log.monoNs(*request.answerRow) - log.monoNs(m_row));
        m_writer.member("startTimeUnixNano", std::to_string(start)).member("endTimeUnixNano", std::to_string(end));
        writeAttributes(request, message);
        m_writer.endObject();
    }

private:
    void attribute(std::string_view key, std::string_view value)
    {
        m_writer.beginObject().member("key", key);
        m_writer.key("value").beginObject().member("stringValue", value).endObject().endObject();
    }

    void writeAttributes(const MessageFacts &request, const Message &message)
    {
        m_writer.key("attributes").beginArray();
        attribute("mcp.method.name", view(request.method));
        attribute("jsonrpc.request.id", message.id.kind == RequestId::String ? message.root->find("id")->string() : view(request.id));
        const QByteArray version = m_trace.negotiatedVersion();
        if (!version.isEmpty())
            attribute("mcp.protocol.version", view(version));
        attribute("network.transport", m_trace.log().channel(m_row) == Channel::Http ? "tcp" : "pipe");
        if (request.tool) {
            attribute("gen_ai.tool.name", view(*request.tool));
            attribute("gen_ai.operation.name", "execute_tool");
        }
        if (request.uri)
            attribute("mcp.resource.uri", view(*request.uri));
        if (message.method == "prompts/get" && message.params && message.params->stringAt("name"))
            attribute("gen_ai.prompt.name", *message.params->stringAt("name"));
        const QByteArray error = errorType(request);
        if (!error.isEmpty())
            attribute("error.type", view(error));
        m_writer.endArray();
        m_writer.key("status").beginObject();
        if (!error.isEmpty())
            m_writer.member("code", statusError);
        m_writer.endObject();
    }

    QByteArray errorType(const MessageFacts &request) const
    {
        if (!request.answerRow)
            return QByteArrayLiteral("no_answer");
        for (const Message &answer : m_trace.messages(*request.answerRow)) {
            if (!answer.isAnswer() || answer.id.text != request.id.toStdString())
                continue;
            const json::Value *code = answer.error ? answer.error->find("code") : nullptr;
            if (answer.error)
                return code ? bytes(answer.document->raw(*code)) : QByteArrayLiteral("rpc_error");
            const json::Value *isError = answer.result ? answer.result->find("isError") : nullptr;
            return isError && isError->isTrue() ? QByteArrayLiteral("tool_error") : QByteArray();
        }
        return {};
    }

    json::Writer &m_writer;
    const TraceAnalyzer &m_trace;
    quint64 m_row;
};

/// Of the requests that the record completes.
void appendSpans(QByteArray &out, const TraceAnalyzer &trace, quint64 row)
{
    if (!trace.isBatch(row) && trace.kind(row) != MessageKind::Request)
        return;
    const RecordFacts facts = trace.facts(row);
    const std::vector<Message> messages = trace.messages(row);
    for (std::size_t i = 0; i < std::min(facts.messages.size(), messages.size()); ++i) {
        if (facts.messages[i].kind != MessageKind::Request)
            continue;
        json::Writer writer;
        Span(writer, trace, row).write(facts.messages[i], messages[i]);
        out.append(out.isEmpty() ? "" : ",\n").append(bytes(writer.text()));
    }
}

} // namespace

bool writeOtlp(ExportJob &job)
{
    QByteArray &out = job.output.buffer();
    out.append("{\"resourceSpans\":[{\"resource\":{\"attributes\":[{\"key\":\"service.name\",\"value\":{\"stringValue\":\"assayer\"}}]},"
               "\"scopeSpans\":[{\"scope\":{\"name\":\"assayer\",\"version\":\"" ASSAYER_VERSION "\"},\"spans\":[");
    out.append('\n');
    const bool good = writeInPieces(job.output, job.rows.size(), [&](QByteArray &spans, std::size_t i) { appendSpans(spans, job.trace, job.rows[i]); }, ",\n");
    out.append("\n]}]}]}\n");
    return good;
}

} // namespace assayer
