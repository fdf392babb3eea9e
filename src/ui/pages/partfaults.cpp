#include "ui/pages/partfaults.h"

#include "protocol/judge.h"
#include "protocol/message.h"

namespace assayer {

std::vector<Faults> partFaults(const ActionResult &result, Revision revision, const char *member)
{
    std::vector<Faults> faults;
    const json::Node &node = result.result.result;
    const json::Value *parts = node.value ? node.value->find(member) : nullptr;
    if (!parts)
        return faults;
    faults.resize(parts->items().size());
    for (const PartVerdict &part : judgeParts(view(result.method), revision, *node.document, *node.value)) {
        for (const Fault &fault : part.faults) {
            if (fault.level == Fault::Refused && part.index < faults.size())
                faults[part.index].push_back(fault);
        }
    }
    return faults;
}

} // namespace assayer
