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

QStringList headerNames(const ToolRecord &record)
{
    QStringList names;
    if (record.headers) {
        for (const HeaderMap::Entry &entry : record.headers->entries)
            names += fromWire(entry.header());
    }
    return names;
}

QString faultText(const ToolRecord &record)
{
    return record.fault ? fromWire(record.fault->path + ": " + record.fault->message) : QString();
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

const ToolRecord *ToolModel::record(const json::Node &node) const
{
    return m_metadata ? m_metadata->find(node.value->stringAt("name").value_or(std::string_view())) : nullptr;
}

TaskSupport ToolModel::task(const json::Node &node) const
{
    if (const ToolRecord *known = record(node))
        return known->task;
    const QString stated = nodes::string(nodes::member(node, "execution"), "taskSupport");
    return stated == u"required" ? TaskSupport::Required : stated == u"optional" ? TaskSupport::Optional : TaskSupport::Forbidden;
}

/// A refused refresh shows definitions that the generation in force does not know.
ToolModel::OutputState ToolModel::outputState(const json::Node &node) const
{
    const ToolRecord *known = record(node);
    if (known && known->output != OutputCheck::None)
        return known->output == OutputCheck::Compiled ? Checked : DoesNotCompile;
    // Without any metadata at all (a list read from a trace) nothing is known.
    return m_metadata && node.value->find("outputSchema") ? NotInForce : NoSchema;
}

Badge ToolModel::outputBadge(const json::Node &node) const
{
    switch (outputState(node)) {
    case Checked:
        return { Badge::OutputChecked, QString::number(generation()) };
    case DoesNotCompile:
        return { Badge::OutputUnchecked, faultText(*record(node)) };
    case NotInForce:
        return { Badge::OutputNotInForce, generation() ? QString::number(generation()) : QString() };
    case NoSchema:
        break;
    }
    return { Badge::NoOutputSchema, {} };
}

Badges ToolModel::badges(const json::Node &node, bool excluded) const
{
    Badges badges = hintBadges(node);
    if (const TaskSupport support = task(node); support != TaskSupport::Forbidden)
        badges.append(Badge { support == TaskSupport::Required ? Badge::TaskRequired : Badge::TaskOptional, {} });
    if (m_metadata || !node.value->find("outputSchema"))
        badges.append(outputBadge(node));
    if (const ToolRecord *known = record(node)) {
        for (const QString &header : headerNames(*known))
            badges.append(Badge { Badge::Header, header });
    }
    return badges + EntryModel::badges(node, excluded);
}

QVariant ToolModel::entryCell(const json::Node &node, int column, int role) const
{
    const ToolRecord *known = record(node);
    switch (role) {
    case Qt::DisplayRole:
    case ExactTextRole:
        return column == Name ? text(node, "name") : QVariant();
    case TaskRole:
        return static_cast<int>(task(node));
    case OutputRole:
        return static_cast<int>(outputState(node));
    case OutputMessageRole:
        return known && known->fault ? fromWire(known->fault->message) : QString();
    case DestructiveRole:
        return nodes::flag(nodes::member(node, "annotations"), "destructiveHint").value_or(false);
    case GenerationRole:
        return QVariant::fromValue<qulonglong>(known ? m_metadata->generation() : 0);
    case InForceRole:
        return QVariant::fromValue<qulonglong>(generation());
    case HeadersRole:
        return known ? headerNames(*known) : QStringList();
    default:
        return {};
    }
}

} // namespace assayer
