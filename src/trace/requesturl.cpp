#include "trace/requesturl.h"

#include "protocol/message.h"
#include "trace/jsontext.h"

namespace assayer {
namespace {

std::optional<bool> saysTls(const TraceLog &log, std::optional<quint64> row)
{
    const auto members = row ? parseJson(log.members(*row)) : Result<json::DocumentPtr>();
    const json::Value *tls = members && *members ? (*members)->root().find("tls") : nullptr;
    return tls && tls->isBool() ? std::optional(tls->isTrue()) : std::nullopt;
}

/// The target's own scheme where the host is its host.
bool isTargetWithTls(const TraceLog &log, std::string_view host)
{
    const auto header = parseJson(log.headerLine());
    const json::Value *target = header ? (*header)->root().find("target") : nullptr;
    const std::string_view url = target ? target->stringAt("url").value_or(std::string_view()) : std::string_view();
    return url.starts_with("https://") && url.find(host) != std::string_view::npos;
}

} // namespace

QByteArray requestUrl(const TraceLog &log, const TracedHead &head, std::optional<quint64> headRow)
{
    if (head.target.find("://") != std::string_view::npos)
        return toValidUtf8(head.target);
    const std::string_view host = head.value("host");
    const std::string_view name = host.empty() ? std::string_view("unknown.invalid") : host;
    const bool tls = saysTls(log, headRow).value_or(isTargetWithTls(log, name) || name.ends_with(":443"));
    return (tls ? "https://" : "http://") + toValidUtf8(name) + toValidUtf8(head.target.empty() ? std::string_view("/") : head.target);
}

} // namespace assayer
