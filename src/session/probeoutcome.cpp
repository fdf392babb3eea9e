#include "session/probeoutcome.h"

#include <algorithm>

namespace assayer {

std::string ProbeOutcome::evidence(std::size_t limit) const
{
    std::string all;
    for (const ProbeText &text : texts) {
        if (all.size() >= limit)
            break;
        if (!all.empty())
            all += '\n';
        const auto room = std::min(limit - std::min(limit, all.size()), static_cast<std::size_t>(text.bytes.size()));
        all.append(text.bytes.constData(), room);
    }
    return all;
}

} // namespace assayer
