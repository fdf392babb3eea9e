#include "ui/pages/faultadvice.h"

#include "platform/visibletext.h"
#include "protocol/issuereport.h"
#include "ui/pages/page.h"

namespace assayer {
namespace {

QString place(const Fault &fault)
{
    return fault.path.empty() ? QStringLiteral("the entry itself") : shown(json::toDotted(fault.path));
}

QString sentence(const Fault &fault)
{
    if (fault.expected.empty())
        return QStringLiteral("%1: %2").arg(place(fault), shown(fault.message));
    return QStringLiteral("%1: expected %2, received %3").arg(place(fault), shown(fault.expected), shown(fault.received));
}

std::string_view offendingText(const MalformedEntry &entry, const Fault &fault)
{
    const std::string_view text = entry.node.document->text();
    return fault.begin < fault.end && fault.end <= text.size() ? text.substr(fault.begin, fault.end - fault.begin) : std::string_view();
}

} // namespace

QString faultAdvice(const MalformedEntry &entry, const Fault &fault)
{
    QString text = sentence(fault) + u'\n';
    if (const std::string advice = mendAdvice(fault, offendingText(entry, fault)); !advice.empty())
        text += u'\n' + QString::fromStdString(advice) + u'\n';
    if (entry.faults.size() > 1)
        text += QStringLiteral("\n%1 faults in this entry:\n").arg(entry.faults.size());
    for (const Fault &other : entry.faults) {
        if (entry.faults.size() > 1)
            text += QStringLiteral("  %1\n").arg(sentence(other));
    }
    text += QStringLiteral("\nrule: %1").arg(shown(fault.rule));
    if (!fault.spec.empty())
        text += QStringLiteral("\nspec: %1").arg(shown(fault.spec));
    if (entry.refusedPage)
        text += QStringLiteral("\n\nThe page of this entry was refused as a whole.");
    return text;
}

} // namespace assayer
