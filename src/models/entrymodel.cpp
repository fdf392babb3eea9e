#include "models/entrymodel.h"

#include "models/nodes.h"

#include <algorithm>
#include <unordered_map>

namespace assayer {

namespace {

/// Faults of a kept entry that are warnings; notes ("not in this revision") are none.
int warningsOf(const ListEntry &entry)
{
    return static_cast<int>(std::count_if(entry.warnings.begin(), entry.warnings.end(), [](const Fault &fault) { return fault.level == Fault::Warning; }));
}

bool nodeHolds(const json::Node &node, std::string_view member, const QString &text)
{
    const auto value = node.value->stringAt(member);
    return value && fromWire(*value).contains(text, Qt::CaseInsensitive);
}

} // namespace

EntryModel::EntryModel(const char *keyMember, QObject *parent)
    : RowModel(parent)
    , m_snapshot(std::make_shared<const ListSnapshot>())
    , m_keyMember(keyMember)
{
}

void EntryModel::setSnapshot(const ListSnapshotPtr &snapshot)
{
    ListSnapshotPtr next = snapshot ? snapshot : std::make_shared<const ListSnapshot>();
    std::vector<quint32> nextOrdinals = ordinals(*next, m_keyMember);
    replaceSource([&] {
        m_snapshot.swap(next);
        m_ordinals.swap(nextOrdinals);
    });
}

std::vector<quint32> EntryModel::ordinals(const ListSnapshot &snapshot, std::string_view keyMember)
{
    std::vector<quint32> out;
    out.reserve(snapshot.items.size());
    std::unordered_map<std::string_view, quint32> seen;
    seen.reserve(snapshot.items.size());
    for (const ListEntry &entry : snapshot.items) {
        const auto key = entry.node.value->stringAt(keyMember);
        out.push_back(key ? ++seen[*key] : 1);
    }
    return out;
}

void EntryModel::setMuted(bool muted)
{
    if (m_muted == muted)
        return;
    m_muted = muted;
    changedAll();
}

qsizetype EntryModel::total() const
{
    return static_cast<qsizetype>(m_snapshot->items.size() + m_snapshot->excluded.size());
}

qsizetype EntryModel::sourceRows() const
{
    return total() + (m_snapshot->excluded.empty() ? 0 : 1);
}

bool EntryModel::isDivider(qsizetype row) const
{
    return row == static_cast<qsizetype>(m_snapshot->items.size());
}

bool EntryModel::isExcluded(qsizetype row) const
{
    return row > static_cast<qsizetype>(m_snapshot->items.size());
}

const ExcludedEntry &EntryModel::excluded(qsizetype row) const
{
    return m_snapshot->excluded[static_cast<std::size_t>(row) - m_snapshot->items.size() - 1];
}

const json::Node &EntryModel::node(qsizetype row) const
{
    return isExcluded(row) ? excluded(row).node : m_snapshot->items[static_cast<std::size_t>(row)].node;
}

quint64 EntryModel::identity(qsizetype row) const
{
    if (isDivider(row))
        return identityHash("divider", 1);
    return identityHash(node(row).value->stringAt(m_keyMember).value_or(std::string_view()), 2);
}

RowModel::Matcher EntryModel::matcher(const QString &text) const
{
    return [snapshot = m_snapshot, text, key = m_keyMember](qsizetype row) {
        const auto items = static_cast<qsizetype>(snapshot->items.size());
        if (row == items)
            return false;
        const json::Node &node = row < items ? snapshot->items[static_cast<std::size_t>(row)].node
                                             : snapshot->excluded[static_cast<std::size_t>(row - items - 1)].node;
        return nodeHolds(node, key, text) || nodeHolds(node, "name", text) || nodeHolds(node, "title", text)
            || nodeHolds(node, "description", text);
    };
}

QVariant EntryModel::text(const json::Node &node, std::string_view member)
{
    return nodes::text(node, member);
}

Badges EntryModel::badges(const json::Node &, bool excluded) const
{
    return excluded ? Badges { { Badge::Excluded, {} } } : Badges();
}

Badges EntryModel::rowBadges(qsizetype row) const
{
    const bool out = isExcluded(row);
    Badges all = badges(node(row), out);
    if (!out && m_ordinals[static_cast<std::size_t>(row)] > 1)
        all.append(Badge { Badge::Duplicate, QStringLiteral("#%1").arg(m_ordinals[static_cast<std::size_t>(row)]) });
    return all;
}

QVariant EntryModel::cell(qsizetype row, int column, int role) const
{
    if (isDivider(row))
        return role == DividerRole || role == MutedRole ? QVariant(true) : QVariant();
    if (const QVariant common = commonCell(row, role); common.isValid())
        return common;
    return entryCell(node(row), column, role);
}

QVariant EntryModel::commonCell(qsizetype row, int role) const
{
    const bool out = isExcluded(row);
    switch (role) {
    case NodeRole:
        return QVariant::fromValue(node(row));
    case FrameRole:
        return QVariant::fromValue<quint64>(out ? excluded(row).frame : m_snapshot->items[static_cast<std::size_t>(row)].frame);
    case IndexRole:
        return QVariant::fromValue<qulonglong>(out ? excluded(row).index : m_snapshot->items[static_cast<std::size_t>(row)].index);
    case ReasonRole:
        return out ? fromWire(excluded(row).reason) : QString();
    case WarningsRole:
        return out ? 0 : warningsOf(m_snapshot->items[static_cast<std::size_t>(row)]);
    case SeverityRole:
        return !out && warningsOf(m_snapshot->items[static_cast<std::size_t>(row)]) > 0 ? QVariant(static_cast<int>(Severity::Warning)) : QVariant();
    case KeyRole:
        return text(node(row), m_keyMember);
    case TitleRole:
        return text(node(row), "title");
    case DescriptionRole:
        return text(node(row), "description");
    case BadgesRole:
        return QVariant::fromValue(rowBadges(row));
    case MutedRole:
        return m_muted || out;
    case DividerRole:
        return false;
    default:
        return {};
    }
}

} // namespace assayer
