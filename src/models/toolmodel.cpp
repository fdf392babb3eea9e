#include "models/toolmodel.h"

#include "models/nodes.h"

#include <QStringList>

namespace assayer {

namespace {

struct Hint {
    const char *member;
    Badge::Kind yes;
    Badge::Kind no;
};

constexpr std::array hints {
    Hint { "readOnlyHint", Badge::ReadOnly, Badge::NotReadOnly },
    Hint { "destructiveHint", Badge::Destructive, Badge::NotDestructive },
    Hint { "idempotentHint", Badge::Idempotent, Badge::NotIdempotent },
    Hint { "openWorldHint", Badge::OpenWorld, Badge::NotOpenWorld },
};

/// Only what the server states; a hint that is absent gives no badge.
Badges hintBadges(const json::Node &node)
{
    Badges badges;
    const json::Node annotations = nodes::member(node, "annotations");
    for (const Hint &hint : hints) {
        if (const auto stated = nodes::flag(annotations, hint.member))
            badges.append(Badge { *stated ? hint.yes : hint.no, {} });
    }
    return badges;
}

} // namespace

ToolModel::ToolModel(QObject *parent)
    : EntryModel("name", parent)
{
}

void ToolModel::setMetadata(const MetadataSummaryPtr &metadata)
{
    m_metadata = metadata;
    changedAll();
}

const ToolMetadataInfo *ToolModel::info(const json::Node &node) const
{
    if (!m_metadata || m_metadata->generation == 0)
        return nullptr;
    const auto found = m_metadata->tools.find(node.value->stringAt("name").value_or(std::string_view()));
    return found == m_metadata->tools.end() ? nullptr : &found->second;
}

TaskSupport ToolModel::task(const json::Node &node) const
{
    if (const ToolMetadataInfo *known = info(node))
        return known->task;
    const QString stated = nodes::string(nodes::member(node, "execution"), "taskSupport");
    return stated == u"required" ? TaskSupport::Required : stated == u"optional" ? TaskSupport::Optional : TaskSupport::Forbidden;
}

Badges ToolModel::badges(const json::Node &node, bool excluded) const
{
    Badges badges = hintBadges(node);
    if (const TaskSupport support = task(node); support != TaskSupport::Forbidden)
        badges.append(Badge { support == TaskSupport::Required ? Badge::TaskRequired : Badge::TaskOptional, {} });
    if (const ToolMetadataInfo *known = info(node)) {
        if (known->output == OutputCheck::Compiled)
            badges.append(Badge { Badge::OutputChecked, QString::number(m_metadata->generation) });
        else if (known->output == OutputCheck::DoesNotCompile)
            badges.append(Badge { Badge::OutputUnchecked, fromWire(known->outputPath + ": " + known->outputMessage) });
        else
            badges.append(Badge { Badge::NoOutputSchema, {} });
        for (const auto &header : known->headers)
            badges.append(Badge { Badge::Header, fromWire(header.first) });
    } else if (!node.value->find("outputSchema")) {
        badges.append(Badge { Badge::NoOutputSchema, {} });
    }
    return badges + EntryModel::badges(node, excluded);
}

QVariant ToolModel::entryCell(const json::Node &node, int column, int role) const
{
    const ToolMetadataInfo *known = info(node);
    switch (role) {
    case Qt::DisplayRole:
    case ExactTextRole:
        return column == Name ? text(node, "name") : QVariant();
    case TaskRole:
        return static_cast<int>(task(node));
    case OutputRole:
        return static_cast<int>(known ? known->output : OutputCheck::None);
    case OutputMessageRole:
        return known ? fromWire(known->outputMessage) : QString();
    case DestructiveRole:
        return nodes::flag(nodes::member(node, "annotations"), "destructiveHint").value_or(false);
    case GenerationRole:
        return QVariant::fromValue<qulonglong>(known ? m_metadata->generation : 0);
    case HeadersRole: {
        QStringList headers;
        for (const auto &header : known ? known->headers : decltype(known->headers)())
            headers += fromWire(header.first);
        return headers;
    }
    default:
        return {};
    }
}

} // namespace assayer
