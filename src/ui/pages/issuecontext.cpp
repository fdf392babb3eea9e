#include "ui/pages/issuecontext.h"

#include "ui/desk.h"

namespace assayer {

IssueContext issueContext(const Desk &desk)
{
    IssueContext context;
    context.client = "Assayer " ASSAYER_VERSION;
    const SessionFactsPtr facts = desk.facts();
    if (!facts)
        return context;
    context.revision = facts->revision;
    if (const json::Value *info = facts->serverInfo.value) {
        context.server = std::string(info->stringAt("name").value_or(std::string_view()));
        if (const auto version = info->stringAt("version"))
            context.server += ' ' + std::string(*version);
    }
    return context;
}

} // namespace assayer
