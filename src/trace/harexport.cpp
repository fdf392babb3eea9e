// HAR 1.2: one entry per HTTP exchange, with the heads and bodies of the wire.
#include "trace/exportwriters.h"

#include "json/write.h"
#include "trace/httphead.h"
#include "trace/jsontext.h"
#include "trace/messagejoiner.h"
#include "trace/requesturl.h"
#include "trace/textlayers.h"
#include "trace/tracewriter.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

namespace assayer {
namespace {

double milliseconds(qint64 ns)
{
    return static_cast<double>(std::max<qint64>(ns, 0)) / 1e6;
}

std::string validText(std::string_view bytes)
{
    return toValidUtf8(bytes).toStdString();
}

QByteArray joined(const TraceLog &log, const std::vector<quint64> &rows)
{
    QByteArray bytes;
    for (const quint64 row : rows)
        bytes.append(log.bytes(row));
    return bytes;
}

std::int64_t wireBytes(const TraceLog &log, const std::vector<quint64> &rows)
{
    std::int64_t sum = 0;
    for (const quint64 row : rows)
        sum += log.size(row);
    return sum;
}

void writePair(json::Writer &writer, std::string_view name, std::string_view value)
{
    writer.beginObject().member("name", validText(name)).member("value", validText(value)).endObject();
}

void writeHeaders(json::Writer &writer, const TracedHead &head)
{
    writer.key("headers").beginArray();
    for (const TracedHead::Field &field : head.fields)
        writePair(writer, field.name, field.value);
    writer.endArray();
}

void writeCookie(json::Writer &writer, std::string_view pair)
{
    const std::string_view whole = trimmed(pair);
    const std::size_t equals = std::min(whole.find('='), whole.size());
    if (!whole.empty())
        writePair(writer, whole.substr(0, equals), equals < whole.size() ? whole.substr(equals + 1) : std::string_view());
}

void writeCookies(json::Writer &writer, const TracedHead &head)
{
    writer.key("cookies").beginArray();
    for (const TracedHead::Field &field : head.fields) {
        std::string_view rest = field.value;
        if (sameName(field.name, "set-cookie")) {
            writeCookie(writer, rest.substr(0, rest.find(';')));
        } else if (sameName(field.name, "cookie")) {
            while (!rest.empty()) {
                const std::size_t end = std::min(rest.find(';'), rest.size());
                writeCookie(writer, rest.substr(0, end));
                rest.remove_prefix(std::min(end + 1, rest.size()));
            }
        }
    }
    writer.endArray();
}

void writeQuery(json::Writer &writer, std::string_view url)
{
    writer.key("queryString").beginArray();
    const std::size_t stop = std::min(url.find('#'), url.size());
    std::size_t at = std::min(url.find('?'), stop);
    while (at < stop) {
        const std::size_t from = at + 1;
        at = std::min(url.find('&', from), stop);
        const std::string_view pair = url.substr(from, at - from);
        const std::size_t equals = std::min(pair.find('='), pair.size());
        const std::string_view value = equals < pair.size() ? pair.substr(equals + 1) : std::string_view();
        if (!pair.empty())
            writePair(writer, percentDecoded(pair.substr(0, equals), true), percentDecoded(value, true));
    }
    writer.endArray();
}

void writeText(json::Writer &writer, const QByteArray &body, std::string_view encodingMember)
{
    if (isUtf8(view(body))) {
        writer.member("text", view(body));
    } else {
        writer.member("text", view(body.toBase64()));
        writer.member(encodingMember, "base64");
    }
}

std::string_view mimeType(const TracedHead &head)
{
    const std::string_view type = head.value("content-type");
    return type.empty() ? std::string_view("application/octet-stream") : type;
}

/// One entry under construction.
class HarEntry {
public:
    HarEntry(json::Writer &writer, const TraceAnalyzer &trace, quint64 exchange, const HttpExchangeRows &rows)
        : m_writer(writer)
        , m_trace(trace)
        , m_log(trace.log())
        , m_exchange(exchange)
        , m_rows(rows)
    {
        m_requestBytes = rows.requestHead ? m_log.bytes(*rows.requestHead) : QByteArray();
        m_answerBytes = rows.answerHead ? m_log.bytes(*rows.answerHead) : QByteArray();
    }

    void write()
    {
        m_writer.beginObject();
        m_writer.member("startedDateTime", rfc3339(m_log.wallNs(m_rows.first)).constData());
        writeTimings();
        writeRequest(TracedHead::read(view(m_requestBytes)));
        writeAnswer(TracedHead::read(view(m_answerBytes)));
        m_writer.key("cache").beginObject().endObject();
        m_writer.member("connection", std::to_string(m_exchange));
        writeMessages();
        m_writer.endObject();
    }

private:
    qint64 mono(quint64 row) const { return m_log.monoNs(row); }

    void writeTimings()
    {
        const qint64 start = mono(m_rows.first);
        const quint64 sentRow = !m_rows.requestBody.empty() ? m_rows.requestBody.back() : m_rows.requestHead.value_or(m_rows.first);
        const qint64 sent = mono(sentRow);
        const qint64 answered = m_rows.answerHead ? mono(*m_rows.answerHead) : mono(m_rows.last);
        const double send = milliseconds(sent - start);
        const double wait = milliseconds(answered - sent);
        const double receive = milliseconds(mono(m_rows.last) - answered);
        m_writer.key("time").real(send + wait + receive);
        m_writer.key("timings").beginObject().key("send").real(send).key("wait").real(wait).key("receive").real(receive).endObject();
    }

    void writeRequest(const TracedHead &head)
    {
        const std::string url = requestUrl(m_log, head, m_rows.requestHead).toStdString();
        m_writer.key("request").beginObject();
        m_writer.member("method", head.method.empty() ? std::string("GET") : validText(head.method));
        m_writer.member("url", url).member("httpVersion", head.version.empty() ? std::string("HTTP/1.1") : validText(head.version));
        writeCookies(m_writer, head);
        writeHeaders(m_writer, head);
        writeQuery(m_writer, url);
        if (!m_rows.requestBody.empty()) {
            m_writer.key("postData").beginObject().member("mimeType", validText(mimeType(head)));
            writeText(m_writer, MessageJoiner::decoded(joined(m_log, m_rows.requestBody), trimmed(head.value("content-encoding"))), "_encoding");
            m_writer.endObject();
        }
        m_writer.member("headersSize", m_rows.requestHead ? std::int64_t(m_requestBytes.size()) : -1);
        m_writer.member("bodySize", wireBytes(m_log, m_rows.requestBody));
        m_writer.endObject();
    }

    void writeAnswer(const TracedHead &head)
    {
        const QByteArray body = MessageJoiner::decoded(joined(m_log, m_rows.answerBody), trimmed(head.value("content-encoding")));
        m_writer.key("response").beginObject();
        m_writer.member("status", head.status).member("statusText", validText(head.reason));
        m_writer.member("httpVersion", head.version.empty() ? std::string("unknown") : validText(head.version));
        writeCookies(m_writer, head);
        writeHeaders(m_writer, head);
        m_writer.key("content").beginObject().member("size", std::int64_t(body.size()));
        m_writer.member("mimeType", m_rows.answerHead ? validText(mimeType(head)) : std::string("x-unknown"));
        writeText(m_writer, body, "encoding");
        m_writer.endObject();
        m_writer.member("redirectURL", validText(head.value("location")));
        m_writer.member("headersSize", m_rows.answerHead ? std::int64_t(m_answerBytes.size()) : -1);
        m_writer.member("bodySize", m_rows.answerHead ? wireBytes(m_log, m_rows.answerBody) : -1);
        m_writer.endObject();
    }

    void writeMessages()
    {
        m_writer.key("_mcp").beginObject().member("exchange", std::int64_t(m_exchange));
        if (const std::optional<Era> era = m_trace.era(m_rows.last))
            m_writer.member("era", eraName(*era));
        m_writer.key("messages").beginArray();
        for (const auto *rows : { &m_rows.requestBody, &m_rows.answerBody }) {
            for (const quint64 row : *rows) {
                for (const MessageFacts &message : m_trace.facts(row).messages)
                    writeMessage(row, message);
            }
        }
        m_writer.endArray().endObject();
    }

    void writeMessage(quint64 row, const MessageFacts &message)
    {
        m_writer.beginObject().member("record", std::int64_t(m_log.seqOf(row)));
        m_writer.key("time").real(milliseconds(mono(row) - mono(m_rows.first)));
        if (message.kind != MessageKind::None)
            m_writer.member("kind", messageKindName(message.kind));
        if (!message.method.isEmpty())
            m_writer.member("method", view(message.method));
        if (!message.id.isEmpty())
            m_writer.rawMember("id", view(message.id));
        if (message.tool)
            m_writer.member("tool", view(*message.tool));
        if (message.uri)
            m_writer.member("uri", view(*message.uri));
        if (message.status != AnswerStatus::None)
            m_writer.member("status", answerStatusName(message.status));
        m_writer.endObject();
    }

    json::Writer &m_writer;
    const TraceAnalyzer &m_trace;
    const TraceLog &m_log;
    quint64 m_exchange;
    const HttpExchangeRows &m_rows;
    QByteArray m_requestBytes;
    QByteArray m_answerBytes;
};

void putRow(HttpExchangeRows &rows, const TraceLog &log, quint64 row)
{
    rows.last = row;
    const bool in = log.direction(row) == Direction::In;
    if (log.type(row) != FrameType::Head) {
        (in ? rows.answerBody : rows.requestBody).push_back(row);
        return;
    }
    std::optional<quint64> &head = in ? rows.answerHead : rows.requestHead;
    head = row;
    if (in)
        rows.answerBody.clear(); // what came before belongs to an interim answer
}

} // namespace

std::vector<std::pair<quint64, HttpExchangeRows>> httpExchanges(const TraceAnalyzer &trace, const std::vector<quint32> &rows)
{
    const TraceLog &log = trace.log();
    std::unordered_map<quint64, std::size_t> places;
    std::vector<std::pair<quint64, HttpExchangeRows>> exchanges;
    std::unordered_set<quint64> wanted;
    for (const quint32 row : rows) {
        if (log.exchange(row))
            wanted.insert(log.exchange(row));
    }
    for (quint64 row = 0; row < trace.count(); ++row) {
        const quint64 exchange = log.exchange(row);
        if (!exchange || !wanted.contains(exchange) || !log.hasBytes(row))
            continue;
        const auto [place, isNew] = places.try_emplace(exchange, exchanges.size());
        if (isNew)
            exchanges.emplace_back(exchange, HttpExchangeRows {}).second.first = row;
        putRow(exchanges[place->second].second, log, row);
    }
    return exchanges;
}

bool writeHar(ExportJob &job)
{
    QByteArray &out = job.output.buffer();
    out.append("{\"log\":{\"version\":\"1.2\",\"creator\":{\"name\":\"assayer\",\"version\":\"" ASSAYER_VERSION "\"},\"pages\":[],\"entries\":[");
    const auto exchanges = httpExchanges(job.trace, job.rows);
    for (const auto &[exchange, rows] : exchanges) {
        for (const auto *part : { &rows.requestBody, &rows.answerBody })
            job.used.insert(part->begin(), part->end());
        for (const auto &head : { rows.requestHead, rows.answerHead }) {
            if (head)
                job.used.insert(static_cast<quint32>(*head));
        }
    }
    out.append('\n');
    const bool good = writeInPieces(job.output, exchanges.size(), [&](QByteArray &entry, std::size_t i) {
        json::Writer writer;
        HarEntry(writer, job.trace, exchanges[i].first, exchanges[i].second).write();
        entry.append(bytes(writer.text()));
    }, ",\n");
    out.append("\n]}}\n");
    return good;
}

} // namespace assayer
