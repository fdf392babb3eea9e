#include "transport/http/requesthead.h"

#include "transport/http/responseparser.h"

#include <algorithm>

namespace assayer {

namespace {

std::string_view viewOf(const QByteArray &text)
{
    return { text.data(), std::size_t(text.size()) };
}

bool isNamed(const HeaderField &field, const char *name)
{
    return field.first.compare(name, Qt::CaseInsensitive) == 0;
}

bool has(const HeaderFields &headers, const char *name)
{
    return std::any_of(
        headers.begin(), headers.end(), [name](const HeaderField &field) { return isNamed(field, name); });
}

bool breaksLines(const QByteArray &value)
{
    return std::any_of(value.begin(), value.end(), [](char c) { return c == '\r' || c == '\n' || c == '\0'; });
}

/// Why the field must not be sent, or null.
const char *refusal(const HeaderField &field, qint64 bodyBytes)
{
    if (!isToken(viewOf(field.first)))
        return "its name is no HTTP token";
    if (breaksLines(field.second))
        return "its value holds a line break or NUL";
    if (isNamed(field, "transfer-encoding"))
        return "the transport sets it";
    if (isNamed(field, "content-length") && field.second != QByteArray::number(bodyBytes))
        return "it contradicts the body";
    return nullptr;
}

QByteArray pathOf(const QUrl &url)
{
    QByteArray path = url.path(QUrl::FullyEncoded).toLatin1();
    if (!path.startsWith('/'))
        path.prepend('/');
    if (url.hasQuery())
        path += '?' + url.query(QUrl::FullyEncoded).toLatin1();
    return path;
}

QByteArray hostOf(const QUrl &url)
{
    QByteArray host = url.host(QUrl::FullyEncoded).toLatin1();
    if (host.contains(':'))
        host = '[' + host + ']';
    if (!host.isEmpty() && url.port() >= 0)
        host += ':' + QByteArray::number(url.port());
    return host;
}

bool sendsLength(const RequestLine &line)
{
    return line.bodyBytes > 0 || line.method == "POST" || line.method == "PUT";
}

} // namespace

Result<QByteArray> writeRequestHead(const RequestLine &line, const HeaderFields &headers)
{
    if (!isToken(viewOf(line.method)))
        return fail("usage", "The method of the request is no HTTP token");
    const QByteArray host = hostOf(line.url);
    if (host.isEmpty())
        return fail("usage", "The address names no host");
    QByteArray head;
    head.reserve(512);
    head += line.method + ' ' + pathOf(line.url) + " HTTP/1.1\r\n";
    if (!has(headers, "host"))
        head += "Host: " + host + "\r\n";
    for (const HeaderField &field : headers) {
        if (const char *why = refusal(field, line.bodyBytes))
            return fail("usage",
                "The header \"" + field.first.toPercentEncoding(" ").toStdString() + "\" cannot be sent: " + why);
        head += field.first + ": " + field.second + "\r\n";
    }
    if (!has(headers, "accept-encoding"))
        head += "Accept-Encoding: gzip, deflate\r\n";
    if (sendsLength(line) && !has(headers, "content-length"))
        head += "Content-Length: " + QByteArray::number(line.bodyBytes) + "\r\n";
    return head + "\r\n";
}

} // namespace assayer
