#include "session/metamembers.h"

#include "protocol/message.h"
#include "protocol/requestencoder.h"

namespace assayer {

QByteArray withMeta(const QByteArray &params, std::vector<MetaMember> ours, const QByteArray &extra)
{
    if (!extra.isEmpty()) {
        const auto parsed = parseJson(extra);
        for (const json::Member &member : parsed ? (*parsed)->root().members() : std::span<const json::Member>()) {
            std::erase_if(ours, [&member](const MetaMember &own) { return own.first == member.name(); });
            ours.emplace_back(member.name(), (*parsed)->raw(member.value()));
        }
    }
    if (ours.empty())
        return params;
    const auto merged = withMeta(view(params), ours);
    return merged ? bytes(*merged) : params;
}

} // namespace assayer
