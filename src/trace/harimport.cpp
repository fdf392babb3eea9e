// HAR 1.2 (browsers, proxies, this program) as HTTP records.
#include "trace/importparts.h"

#include "json/write.h"
#include "protocol/message.h"
#include "trace/httphead.h"

#include <algorithm>
#include <array>

namespace assayer {
namespace {

qint64 nanoseconds(const json::Value *milliseconds)
{
    const double ms = milliseconds ? milliseconds->number() : 0;
    return ms > 0 && ms < 1e12 ? static_cast<qint64>(ms * 1e6) : 0;
}

QByteArray textAt(const json::Value *object, std::string_view name)
{
    return bytes(object ? object->stringAt(name).value_or(std::string_view()) : std::string_view());
}

/// Bodies stand decoded in a HAR: what described their coding on the wire must not be taken for theirs.
bool isOfCoding(std::string_view name)
{
    constexpr std::array<std::string_view, 2> names { "content-encoding", "transfer-encoding" };
    return name.starts_with(':') || std::any_of(names.begin(), names.end(), [&](std::string_view one) { return sameName(one, name); });
}

QByteArray fieldsOf(const json::Value *message, bool &hasHost)
{
    QByteArray fields;
    const json::Value *headers = message ? message->find("headers") : nullptr;
    for (const json::Value &header : headers ? headers->items() : std::span<const json::Value>()) {
        const QByteArray name = textAt(&header, "name");
        if (name.isEmpty() || isOfCoding(view(name)))
            continue;
        hasHost = hasHost || sameName(view(name), "host");
        QByteArray value = textAt(&header, "value");
        fields += name + ": " + value.replace('\r', ' ').replace('\n', ' ') + "\r\n";
    }
    return fields;
}

QByteArray versionOf(const json::Value *message)
{
    const QByteArray version = textAt(message, "httpVersion").toUpper();
    return version.startsWith("HTTP/1") ? version : QByteArrayLiteral("HTTP/1.1");
}

QByteArray requestHead(const json::Value *request)
{
    QByteArray url = textAt(request, "url");
    QByteArray host;
    const qsizetype scheme = url.indexOf("://");
    if (scheme >= 0) {
        const qsizetype path = url.indexOf('/', scheme + 3);
        host = url.mid(scheme + 3, path < 0 ? -1 : path - scheme - 3);
        url = path < 0 ? QByteArrayLiteral("/") : url.mid(path);
    }
    bool hasHost = false;
    const QByteArray fields = fieldsOf(request, hasHost);
    const QByteArray method = textAt(request, "method");
    QByteArray head = (method.isEmpty() ? QByteArrayLiteral("GET") : method) + ' ' + (url.isEmpty() ? QByteArrayLiteral("/") : url) + ' ' + versionOf(request) + "\r\n";
    if (!hasHost && !host.isEmpty())
        head += "Host: " + host.mid(host.lastIndexOf('@') + 1) + "\r\n";
    return head + fields + "\r\n";
}

QByteArray bodyOf(const json::Value *content, std::string_view encodingMember)
{
    const QByteArray text = textAt(content, "text");
    return textAt(content, encodingMember) == "base64" ? QByteArray::fromBase64(text) : text;
}

/// Events with their empty lines; the rest as it stands.
std::vector<QByteArray> eventsOf(const QByteArray &body)
{
    std::vector<QByteArray> events;
    qsizetype from = 0;
    while (from < body.size()) {
        qsizetype end = -1;
        for (const char *mark : { "\n\n", "\r\n\r\n", "\r\r" }) {
            const qsizetype at = body.indexOf(mark, from);
            if (at >= 0 && (end < 0 || at + qsizetype(qstrlen(mark)) < end))
                end = at + qsizetype(qstrlen(mark));
        }
        if (end < 0)
            end = body.size();
        events.push_back(body.mid(from, end - from));
        from = end;
    }
    return events;
}

void addAnswer(ImportedRecords &records, const json::Value *response, quint64 exchange, qint64 answered, qint64 received)
{
    const json::Value *status = response ? response->find("status") : nullptr;
    const qint64 code = status ? status->integer().value_or(0) : 0;
    if (code <= 0)
        return; // no answer came
    bool hasHost = false;
    const QByteArray fields = fieldsOf(response, hasHost);
    records.http("head", Direction::In, exchange, versionOf(response) + ' ' + QByteArray::number(code) + ' ' + textAt(response, "statusText") + "\r\n" + fields + "\r\n", answered);
    const json::Value *content = response->find("content");
    const QByteArray body = bodyOf(content, "encoding");
    if (body.isEmpty())
        return;
    if (textAt(content, "mimeType").startsWith("text/event-stream")) {
        for (const QByteArray &event : eventsOf(body))
            records.http("event", Direction::In, exchange, event, received);
    } else {
        records.http("body", Direction::In, exchange, body, received);
    }
}

void addEntry(ImportedRecords &records, const json::Value &entry, quint64 exchange)
{
    const json::Value *request = entry.find("request");
    const json::Value *timings = entry.find("timings");
    const auto spent = [&](std::string_view part) { return nanoseconds(timings ? timings->find(part) : nullptr); };
    const qint64 started = importedTime(entry.stringAt("startedDateTime").value_or(std::string_view())).value_or(qint64(exchange) * 1000000);
    const qint64 begun = started + spent("blocked") + spent("dns") + spent("connect");
    const qint64 sent = begun + spent("send");
    const qint64 answered = sent + spent("wait");
    records.http("head", Direction::Out, exchange, requestHead(request), begun);
    const QByteArray body = bodyOf(request ? request->find("postData") : nullptr, "_encoding");
    if (!body.isEmpty())
        records.http("body", Direction::Out, exchange, body, sent);
    addAnswer(records, entry.find("response"), exchange, answered, answered + spent("receive"));
}

} // namespace

bool isHar(const json::Value &root)
{
    const json::Value *entries = root.find("log", "entries");
    return entries && entries->isArray();
}

QByteArray importHar(const json::Value &root, ImportedRecords &records)
{
    quint64 exchange = 0;
    QByteArray url;
    for (const json::Value &entry : root.find("log", "entries")->items()) {
        const QByteArray one = textAt(entry.find("request"), "url");
        if (url.isEmpty() && one.contains("/mcp"))
            url = one.left(one.indexOf('?') < 0 ? one.size() : one.indexOf('?'));
        addEntry(records, entry, ++exchange);
    }
    if (url.isEmpty() || url.contains('@'))
        return {};
    json::Writer target;
    target.beginObject().member("transport", "streamable-http").member("url", view(url)).endObject();
    return QByteArray::fromStdString(target.take());
}

} // namespace assayer
