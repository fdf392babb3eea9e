#include "models/malformeditemmodel.h"

#include "models/nodes.h"
#include "models/rowmodel.h"

#include <QSet>

#include <algorithm>

Q_DECLARE_METATYPE(assayer::Fault)

namespace assayer {

namespace {

QString list(const MalformedEntry &entry)
{
    return fromWire(listMember(entry.kind));
}

bool holds(const std::string &text, const QString &needle)
{
    return fromWire(text).contains(needle, Qt::CaseInsensitive);
}

/// All entries of a snapshot that are shown as broken: its malformed ones, then those of a refused page.
template<class Visit>
void forEachEntry(const ListSnapshotPtr &snapshot, const Visit &visit)
{
    for (const MalformedEntry &entry : snapshot->malformed)
        visit(entry);
    for (const MalformedEntry &entry : snapshot->refusedFaults)
        visit(entry);
}

quint64 entryIdentity(const MalformedEntry &entry)
{
    const auto seed = (static_cast<quint64>(entry.index) << 4) + (static_cast<quint64>(entry.kind) << 1) + (entry.refusedPage ? 1 : 0);
    return identityHash(entry.label.value_or(std::string()), seed);
}

} // namespace

MalformedItemModel::MalformedItemModel(QObject *parent)
    : TwoLevelModel(parent)
{
}

void MalformedItemModel::setSnapshot(ListKind kind, const ListSnapshotPtr &snapshot)
{
    if (snapshot)
        m_snapshots[kind] = snapshot;
    else
        m_snapshots.erase(kind);
    rebuild();
}

void MalformedItemModel::clear()
{
    m_snapshots.clear();
    rebuild();
}

void MalformedItemModel::setFilter(const QString &text)
{
    m_filter = text;
    rebuild();
}

void MalformedItemModel::setListFilter(std::optional<ListKind> kind)
{
    m_list = kind;
    rebuild();
}

void MalformedItemModel::setRuleFilter(const QString &rule)
{
    m_rule = rule;
    rebuild();
}

void MalformedItemModel::setShowRefused(bool show)
{
    m_showRefused = show;
    rebuild();
}

void MalformedItemModel::setMuted(bool muted)
{
    m_muted = muted;
    if (!m_rows.empty())
        Q_EMIT dataChanged(index(0, 0), index(entryCount() - 1, ColumnCount - 1));
}

int MalformedItemModel::faultCount() const
{
    int count = 0;
    for (const Row &row : m_rows)
        count += static_cast<int>(row.entry->faults.size());
    return count;
}

int MalformedItemModel::totalEntries() const
{
    std::size_t count = 0;
    for (const auto &[kind, snapshot] : m_snapshots)
        count += snapshot->malformed.size() + snapshot->refusedFaults.size();
    return static_cast<int>(count);
}

QStringList MalformedItemModel::rules() const
{
    QSet<QString> rules;
    for (const auto &shown : m_snapshots) { // clang 14 captures no structured binding
        forEachEntry(shown.second, [&](const MalformedEntry &entry) {
            for (const Fault &fault : entry.faults)
                rules += fromWire(fault.rule);
        });
    }
    QStringList sorted(rules.begin(), rules.end());
    sorted.sort();
    return sorted;
}

bool MalformedItemModel::shows(const MalformedEntry &entry) const
{
    if ((entry.refusedPage && !m_showRefused) || (m_list && *m_list != entry.kind))
        return false;
    const auto hasRule = [&](const Fault &fault) { return fromWire(fault.rule) == m_rule; };
    if (!m_rule.isEmpty() && std::none_of(entry.faults.begin(), entry.faults.end(), hasRule))
        return false;
    const auto faultHolds = [&](const Fault &fault) { return holds(fault.reason(), m_filter) || holds(fault.rule, m_filter); };
    return m_filter.isEmpty() || holds(entry.label.value_or(std::string()), m_filter) || list(entry).contains(m_filter, Qt::CaseInsensitive)
        || std::any_of(entry.faults.begin(), entry.faults.end(), faultHolds);
}

void MalformedItemModel::rebuild()
{
    beginResetModel();
    m_rows.clear();
    for (const auto &shown : m_snapshots) { // clang 14 captures no structured binding
        forEachEntry(shown.second, [&](const MalformedEntry &entry) {
            if (shows(entry))
                m_rows.push_back({ shown.second, &entry });
        });
    }
    order();
    endResetModel();
}

void MalformedItemModel::sort(int column, Qt::SortOrder order)
{
    if (column == m_sortColumn && order == m_sortOrder)
        return;
    m_sortColumn = column;
    m_sortOrder = order;
    rebuild();
}

int MalformedItemModel::compare(const MalformedEntry &a, const MalformedEntry &b) const
{
    const auto three = [](const auto &left, const auto &right) { return left < right ? -1 : right < left ? 1 : 0; };
    if (m_sortColumn == List)
        return three(a.kind, b.kind);
    if (m_sortColumn == Index)
        return three(a.index, b.index);
    if (m_sortColumn == Record)
        return three(a.frame, b.frame);
    if (m_sortColumn == Label)
        return three(a.label.value_or(std::string()), b.label.value_or(std::string()));
    static const Fault none;
    const Fault &left = a.faults.empty() ? none : a.faults.front();
    const Fault &right = b.faults.empty() ? none : b.faults.front();
    switch (m_sortColumn) {
    case Field:
        return three(json::toDotted(left.path), json::toDotted(right.path));
    case Expected:
        return three(left.expected, right.expected);
    case Received:
        return three(left.received, right.received);
    default:
        return three(left.rule, right.rule);
    }
}

void MalformedItemModel::order()
{
    if (m_sortColumn < 0 || m_sortColumn >= ColumnCount)
        return;
    std::stable_sort(m_rows.begin(), m_rows.end(), [this](const Row &a, const Row &b) {
        const int order = compare(*a.entry, *b.entry);
        return m_sortOrder == Qt::AscendingOrder ? order < 0 : order > 0;
    });
}

const MalformedEntry *MalformedItemModel::entry(const QModelIndex &index) const
{
    if (!index.isValid())
        return nullptr;
    const QModelIndex top = index.parent().isValid() ? index.parent() : index;
    return m_rows[static_cast<std::size_t>(top.row())].entry;
}

QModelIndex MalformedItemModel::indexOf(ListKind kind, std::size_t entryIndex) const
{
    const auto found = std::find_if(m_rows.begin(), m_rows.end(),
        [&](const Row &row) { return row.entry->kind == kind && row.entry->index == entryIndex; });
    return found == m_rows.end() ? QModelIndex() : index(static_cast<int>(found - m_rows.begin()), 0);
}

int MalformedItemModel::children(int parent) const
{
    return std::max(0, static_cast<int>(m_rows[static_cast<std::size_t>(parent)].entry->faults.size()) - 1);
}

QVariant MalformedItemModel::parentCell(int row, int column, int role) const
{
    const MalformedEntry &entry = *m_rows[static_cast<std::size_t>(row)].entry;
    return cell(entry, entry.faults.empty() ? nullptr : &entry.faults.front(), column, role);
}

QVariant MalformedItemModel::childCell(int parent, int row, int column, int role) const
{
    const MalformedEntry &entry = *m_rows[static_cast<std::size_t>(parent)].entry;
    if (role == Qt::DisplayRole && (column == List || column == Index || column == Label || column == Record))
        return {}; // stands in the parent's row
    return cell(entry, &entry.faults[static_cast<std::size_t>(row) + 1], column, role);
}

QVariant MalformedItemModel::cell(const MalformedEntry &entry, const Fault *fault, int column, int role) const
{
    switch (role) {
    case Qt::DisplayRole:
    case ExactTextRole:
        break;
    case IdentityRole:
        return QVariant::fromValue<quint64>(entryIdentity(entry));
    case NodeRole:
        return QVariant::fromValue(entry.node);
    case FrameRole:
        return QVariant::fromValue<quint64>(entry.frame);
    case SeverityRole:
        return static_cast<int>(!fault || fault->level == Fault::Refused ? Severity::Error : fault->level == Fault::Warning ? Severity::Warning : Severity::Note);
    case BadgesRole:
        return QVariant::fromValue(entry.refusedPage ? Badges { { Badge::RefusedPage, {} } } : Badges());
    case MutedRole:
        return m_muted;
    case NumericRole:
        return column == Index || column == Record;
    case ListKindRole:
        return static_cast<int>(entry.kind);
    case RefusedPageRole:
        return entry.refusedPage;
    case FaultsRole:
        return QVariant::fromValue(QList<Fault>(entry.faults.begin(), entry.faults.end()));
    case FaultRole:
        return fault ? QVariant::fromValue(*fault) : QVariant();
    case IndexRole:
        return QVariant::fromValue<qulonglong>(entry.index);
    case PointerRole:
        return fault ? fromWire(json::toPointer(fault->path)) : QString();
    case RuleRole:
        return fault ? fromWire(fault->rule) : QString();
    default:
        return {};
    }
    switch (column) {
    case List:
        return list(entry);
    case Index:
        return QVariant::fromValue<qulonglong>(entry.index);
    case Label:
        return entry.label ? QVariant(fromWire(*entry.label)) : QVariant();
    case Field:
        return fault ? fromWire(json::toDotted(fault->path)) : QString();
    case Expected:
        return fault ? fromWire(fault->expected) : QString();
    case Received:
        return fault ? fromWire(fault->received) : QString();
    case Rule:
        return fault ? fromWire(fault->rule) : QString();
    case Record:
        return QVariant::fromValue<qulonglong>(entry.frame);
    default:
        return {};
    }
}

} // namespace assayer
