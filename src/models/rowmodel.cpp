#include "models/rowmodel.h"

#include <QHash>
#include <QPointer>
#include <QThreadPool>

#include <algorithm>
#include <mutex>
#include <numeric>

namespace assayer {

/// A job may outlive the model: it posts its answer under the lock, and the destructor takes the pointer away under it.
class RowModel::Link {
public:
    explicit Link(RowModel *model)
        : m_model(model)
    {
    }

    void post(quint64 run, Rows rows)
    {
        const std::lock_guard lock(m_mutex);
        if (!m_model)
            return;
        RowModel *model = m_model;
        QMetaObject::invokeMethod(
            model, [model, run, rows = std::move(rows)]() mutable { model->takeFilter(run, std::move(rows)); },
            Qt::QueuedConnection);
    }

    void cut()
    {
        const std::lock_guard lock(m_mutex);
        m_model = nullptr;
    }

private:
    std::mutex m_mutex;
    RowModel *m_model;
};

/// How the old visible rows become the new ones.
struct RowModel::Difference {
    std::vector<int> newOfOld; ///< position among the new rows, or -1
    std::vector<bool> isNew; ///< per new row
    int ranges = 0;
    bool reordered = false;

    Difference(const Ids &oldIds, const Ids &newIds)
        : newOfOld(oldIds.size(), -1)
        , isNew(newIds.size(), true)
    {
        QHash<quint64, int> positions;
        positions.reserve(static_cast<qsizetype>(newIds.size()));
        for (std::size_t i = 0; i < newIds.size(); ++i)
            positions.insert(newIds[i], static_cast<int>(i));
        for (std::size_t i = 0; i < oldIds.size(); ++i) {
            newOfOld[i] = positions.value(oldIds[i], -1);
            if (newOfOld[i] >= 0)
                isNew[static_cast<std::size_t>(newOfOld[i])] = false;
        }
        count();
    }

private:
    void count()
    {
        int last = -1;
        bool inRange = false;
        for (const int position : newOfOld) {
            ranges += position < 0 && !inRange;
            inRange = position < 0;
            reordered = reordered || (position >= 0 && position < last);
            last = position >= 0 ? position : last;
        }
        inRange = false;
        for (const bool fresh : isNew) {
            ranges += fresh && !inRange;
            inRange = fresh;
        }
    }
};

RowModel::RowModel(QObject *parent)
    : QAbstractTableModel(parent)
    , m_link(std::make_shared<Link>(this))
{
}

RowModel::~RowModel()
{
    m_link->cut();
}

int RowModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_visible.size());
}

int RowModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : columns();
}

QVariant RowModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount())
        return {};
    if (role == IdentityRole) {
        const auto own = static_cast<std::size_t>(index.row());
        const quint64 id = identity(m_visible[own]);
        const auto before = std::count_if(m_visible.begin(), m_visible.begin() + index.row(),
            [&](quint32 row) { return identity(row) == id; });
        return QVariant::fromValue(id + static_cast<quint64>(before));
    }
    return cell(sourceRow(index.row()), index.column(), role);
}

QVariant RowModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (role != Qt::DisplayRole || orientation != Qt::Horizontal)
        return {};
    return QString::number(section);
}

Qt::ItemFlags RowModel::flags(const QModelIndex &index) const
{
    if (!index.isValid())
        return Qt::NoItemFlags;
    if (data(index, DividerRole).toBool())
        return Qt::ItemNeverHasChildren;
    return Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemNeverHasChildren;
}

void RowModel::setFilter(const QString &text)
{
    if (text == m_filter)
        return;
    m_filter = text;
    startFilter();
}

int RowModel::rowOf(quint64 wanted) const
{
    const Ids ids = identities(m_visible);
    const auto found = std::find(ids.begin(), ids.end(), wanted);
    return found == ids.end() ? -1 : static_cast<int>(found - ids.begin());
}

quint64 RowModel::identity(qsizetype row) const
{
    return identityHash({}, static_cast<quint64>(row));
}

RowModel::Matcher RowModel::matcher(const QString &) const
{
    return {};
}

/// Equal identities are told apart by their order: the n-th adds n.
RowModel::Ids RowModel::identities(const Rows &rows) const
{
    Ids ids;
    ids.reserve(rows.size());
    QHash<quint64, quint64> seen;
    seen.reserve(static_cast<qsizetype>(rows.size()));
    for (const quint32 row : rows) {
        const quint64 id = identity(row);
        ids.push_back(id + seen[id]++);
    }
    return ids;
}

RowModel::Matcher RowModel::currentMatcher() const
{
    return m_filter.isEmpty() && !filtersWithoutText() ? Matcher() : matcher(m_filter);
}

RowModel::Rows RowModel::matching(const Matcher &shows) const
{
    Rows rows(static_cast<std::size_t>(sourceRows()));
    std::iota(rows.begin(), rows.end(), 0u);
    if (shows)
        std::erase_if(rows, [&](quint32 row) { return !shows(row); });
    return rows;
}

void RowModel::startFilter()
{
    const quint64 run = ++m_run;
    const Matcher shows = currentMatcher();
    const auto count = static_cast<quint32>(sourceRows());
    m_running = shows && count > SyncRows;
    if (!m_running)
        return takeFilter(run, matching(shows));
    QThreadPool::globalInstance()->start([link = m_link, shows, run, count] {
        Rows rows;
        for (quint32 row = 0; row < count; ++row) {
            if (shows(row))
                rows.push_back(row);
        }
        link->post(run, std::move(rows));
    });
}

void RowModel::takeFilter(quint64 run, Rows rows)
{
    if (run != m_run)
        return;
    m_running = false;
    // Same source: its row numbers are the identities.
    becomeRows(rows, Ids(m_visible.begin(), m_visible.end()), Ids(rows.begin(), rows.end()), {});
    Q_EMIT filtered();
}

void RowModel::replaceSource(const std::function<void()> &swap)
{
    ++m_run;
    m_running = false;
    const Ids oldIds = identities(m_visible);
    swap();
    Rows rows = matching(currentMatcher());
    const Ids newIds = identities(rows);
    swap();
    becomeRows(std::move(rows), oldIds, newIds, swap);
    if (!m_filter.isEmpty())
        Q_EMIT filtered();
}

void RowModel::becomeRows(Rows rows, const Ids &oldIds, const Ids &newIds, const std::function<void()> &swap)
{
    if (oldIds != newIds && !oldIds.empty() && !newIds.empty() && std::max(oldIds.size(), newIds.size()) > DiffRows)
        return reset(std::move(rows), swap);
    if (oldIds != newIds) {
        const Difference difference(oldIds, newIds);
        if (difference.ranges > MaxRanges)
            return reset(std::move(rows), swap);
        removeVanished(difference);
        reorder(difference);
        if (swap)
            swap();
        insertNew(difference, rows);
    } else if (swap) {
        swap();
    }
    m_visible = std::move(rows);
    if (swap)
        changedAll();
}

void RowModel::removeVanished(const Difference &difference)
{
    for (int last = static_cast<int>(m_visible.size()) - 1; last >= 0; --last) {
        if (difference.newOfOld[static_cast<std::size_t>(last)] >= 0)
            continue;
        int first = last;
        while (first > 0 && difference.newOfOld[static_cast<std::size_t>(first - 1)] < 0)
            --first;
        beginRemoveRows({}, first, last);
        m_visible.erase(m_visible.begin() + first, m_visible.begin() + last + 1);
        endRemoveRows();
        last = first;
    }
}

void RowModel::reorder(const Difference &difference)
{
    if (!difference.reordered)
        return;
    std::vector<int> targets; // of the survivors, in their old order
    std::copy_if(difference.newOfOld.begin(), difference.newOfOld.end(), std::back_inserter(targets), [](int to) { return to >= 0; });
    std::vector<int> order(targets.size());
    std::iota(order.begin(), order.end(), 0);
    std::sort(order.begin(), order.end(), [&](int a, int b) { return targets[static_cast<std::size_t>(a)] < targets[static_cast<std::size_t>(b)]; });
    Q_EMIT layoutAboutToBeChanged();
    Rows sorted(m_visible.size());
    std::vector<int> newRowOf(order.size());
    for (std::size_t to = 0; to < order.size(); ++to) {
        const auto from = static_cast<std::size_t>(order[to]);
        sorted[to] = m_visible[from];
        newRowOf[from] = static_cast<int>(to);
    }
    const QModelIndexList before = persistentIndexList();
    QModelIndexList after;
    for (const QModelIndex &old : before)
        after += index(newRowOf[static_cast<std::size_t>(old.row())], old.column());
    m_visible = std::move(sorted);
    changePersistentIndexList(before, after);
    Q_EMIT layoutChanged();
}

/// The survivors stand in their new order; they take their new source rows first, then the gaps are filled.
void RowModel::insertNew(const Difference &difference, const Rows &rows)
{
    std::size_t survivor = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (!difference.isNew[i])
            m_visible[survivor++] = rows[i];
    }
    for (std::size_t first = 0; first < rows.size(); ++first) {
        if (!difference.isNew[first])
            continue;
        std::size_t end = first;
        while (end < rows.size() && difference.isNew[end])
            ++end;
        beginInsertRows({}, static_cast<int>(first), static_cast<int>(end) - 1);
        m_visible.insert(m_visible.begin() + static_cast<std::ptrdiff_t>(first), rows.begin() + static_cast<std::ptrdiff_t>(first),
            rows.begin() + static_cast<std::ptrdiff_t>(end));
        endInsertRows();
        first = end;
    }
}

void RowModel::reset(Rows rows, const std::function<void()> &swap)
{
    beginResetModel();
    if (swap)
        swap();
    m_visible = std::move(rows);
    endResetModel();
}

void RowModel::appendedTo(qsizetype oldRows)
{
    if (m_running)
        return startFilter(); // the job at work knows the old rows only
    const Matcher shows = currentMatcher();
    Rows rows;
    for (auto row = static_cast<quint32>(oldRows); row < static_cast<quint32>(sourceRows()); ++row) {
        if (!shows || shows(row))
            rows.push_back(row);
    }
    if (rows.empty())
        return;
    const int first = rowCount();
    beginInsertRows({}, first, first + static_cast<int>(rows.size()) - 1);
    m_visible.insert(m_visible.end(), rows.begin(), rows.end());
    endInsertRows();
}

void RowModel::changed(qsizetype firstSource, qsizetype lastSource)
{
    const auto begin = std::lower_bound(m_visible.begin(), m_visible.end(), static_cast<quint32>(firstSource));
    const auto end = std::upper_bound(m_visible.begin(), m_visible.end(), static_cast<quint32>(lastSource));
    if (begin == end)
        return;
    Q_EMIT dataChanged(index(static_cast<int>(begin - m_visible.begin()), 0),
        index(static_cast<int>(end - m_visible.begin()) - 1, columns() - 1));
}

void RowModel::changedAll()
{
    if (!m_visible.empty())
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columns() - 1));
}

quint64 identityHash(std::string_view text, quint64 seed)
{
    quint64 hash = 14695981039346656037ull ^ (seed * 0x9e3779b97f4a7c15ull);
    for (const char c : text)
        hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211ull;
    return hash;
}

} // namespace assayer
