#include "models/jsontreemodel.h"

#include "json/pointer.h"
#include "models/jsontreewalk.h"
#include "models/pointertext.h"

#include <QHash>

#include <algorithm>
#include <unordered_map>

namespace assayer {

namespace {

constexpr std::size_t rowText = 4096; ///< bytes of a value a row looks at

quint64 asIndex(qsizetype row)
{
    return static_cast<quint64>(row);
}

} // namespace

/// Only opened arrays and objects exist as objects of the model; their children are read from the document by row.
struct JsonTreeModel::Private {
    struct Container {
        const json::Value *value = nullptr; ///< null for the one above the root
        Container *parent = nullptr;
        int row = 0; ///< in the parent
        QString pointer;
        QStringList absent;
        std::vector<quint8> duplicates; ///< per member: 0 once, 1 replaced by a later one, 2 the one in force
        std::unordered_map<int, std::unique_ptr<Container>> open;
    };

    json::Node root;
    QString name;
    std::unique_ptr<Container> top = std::make_unique<Container>();
    QHash<QString, QList<Mark>> marks;
    QHash<QString, int> below; ///< worst severity under a pointer
    QHash<QString, QStringList> absent; ///< by the pointer of their object

    static Container *containerOf(const QModelIndex &index) { return static_cast<Container *>(index.internalPointer()); }

    const json::Value *child(const Container &container, int row) const
    {
        return container.value ? walk::child(*container.value, static_cast<std::size_t>(row)) : root.value;
    }

    const json::Member *member(const Container &container, int row) const
    {
        if (!container.value || asIndex(row) >= container.value->members().size())
            return nullptr;
        return &container.value->members()[static_cast<std::size_t>(row)];
    }

    int rows(const Container &container) const
    {
        if (!container.value)
            return root ? 1 : 0;
        return static_cast<int>(walk::children(*container.value)) + static_cast<int>(container.absent.size());
    }

    /// Name of a child: member name or element number; the root's own name.
    QString key(const Container &container, int row) const
    {
        if (!container.value)
            return name;
        if (container.value->isArray())
            return QString::number(row);
        if (const json::Member *named = member(container, row))
            return fromWire(named->name());
        return container.absent.value(row - static_cast<int>(container.value->size()));
    }

    QString pointer(const Container &container, int row) const
    {
        if (!container.value)
            return {};
        std::string token;
        json::appendToken(token, view(key(container, row)));
        return container.pointer + fromWire(token);
    }

    static std::string view(const QString &text) { return toWire(text).toStdString(); }

    Container *open(Container *parent, int row)
    {
        std::unique_ptr<Container> &slot = parent->open[row];
        if (!slot) {
            slot = std::make_unique<Container>();
            slot->value = child(*parent, row);
            slot->parent = parent;
            slot->row = row;
            slot->pointer = pointer(*parent, row);
            slot->absent = absent.value(slot->pointer);
        }
        return slot.get();
    }

    int duplicate(Container &container, int row) const
    {
        if (!container.value || !container.value->hasDuplicates() || !member(container, row))
            return 0;
        if (container.duplicates.empty())
            findDuplicates(container);
        return container.duplicates[static_cast<std::size_t>(row)];
    }

    static void findDuplicates(Container &container)
    {
        const auto members = container.value->members();
        std::unordered_map<std::string_view, std::size_t> last;
        container.duplicates.assign(members.size(), 0);
        for (std::size_t i = 0; i < members.size(); ++i) {
            const auto [found, fresh] = last.try_emplace(members[i].name(), i);
            if (fresh)
                continue;
            container.duplicates[found->second] = 1;
            container.duplicates[i] = 2;
            found->second = i;
        }
    }

    QVariant cell(Container &container, int row, int column) const;
    QVariant markValue(const QString &pointer, int role) const;
};

JsonTreeModel::JsonTreeModel(QObject *parent)
    : QAbstractItemModel(parent)
    , d(std::make_unique<Private>())
{
}

JsonTreeModel::~JsonTreeModel() = default;

void JsonTreeModel::setRoot(const json::Node &root, const QString &name)
{
    beginResetModel();
    d->root = root;
    d->name = name;
    d->top = std::make_unique<Private::Container>();
    d->marks.clear();
    d->below.clear();
    d->absent.clear();
    endResetModel();
}

const json::Node &JsonTreeModel::root() const
{
    return d->root;
}

void JsonTreeModel::setMarks(std::vector<Mark> marks)
{
    d->marks.clear();
    d->below.clear();
    for (Mark &mark : marks) {
        QString above = mark.pointer;
        while (!above.isEmpty()) {
            above.truncate(above.lastIndexOf(u'/'));
            int &worst = d->below.insert(above, d->below.value(above, -1)).value();
            worst = std::max(worst, static_cast<int>(mark.severity));
        }
        d->marks[mark.pointer] += std::move(mark);
    }
    // Any row may have changed; none has moved.
    Q_EMIT layoutAboutToBeChanged();
    Q_EMIT layoutChanged();
}

void JsonTreeModel::setAbsent(const QStringList &pointers)
{
    beginResetModel();
    d->absent.clear();
    for (const QString &pointer : pointers) {
        const qsizetype slash = pointer.lastIndexOf(u'/');
        d->absent[pointer.left(std::max<qsizetype>(slash, 0))] += pointertext::unescaped(pointer.mid(slash + 1));
    }
    d->top = std::make_unique<Private::Container>();
    endResetModel();
}

QModelIndex JsonTreeModel::index(int row, int column, const QModelIndex &parent) const
{
    if (!hasIndex(row, column, parent))
        return {};
    Private::Container *container = parent.isValid() ? d->open(Private::containerOf(parent), parent.row()) : d->top.get();
    return createIndex(row, column, container);
}

QModelIndex JsonTreeModel::parent(const QModelIndex &child) const
{
    if (!child.isValid())
        return {};
    const Private::Container *container = Private::containerOf(child);
    return container->parent ? createIndex(container->row, 0, container->parent) : QModelIndex();
}

int JsonTreeModel::rowCount(const QModelIndex &parent) const
{
    if (!parent.isValid())
        return d->rows(*d->top);
    if (parent.column() > 0 || !hasChildren(parent))
        return 0;
    return d->rows(*d->open(Private::containerOf(parent), parent.row()));
}

int JsonTreeModel::columnCount(const QModelIndex &) const
{
    return ColumnCount;
}

bool JsonTreeModel::hasChildren(const QModelIndex &parent) const
{
    if (!parent.isValid())
        return static_cast<bool>(d->root);
    const json::Value *at = value(parent);
    if (parent.column() > 0 || !at)
        return false;
    return walk::children(*at) > 0 || (!d->absent.isEmpty() && d->absent.contains(d->pointer(*Private::containerOf(parent), parent.row())));
}

const json::Value *JsonTreeModel::value(const QModelIndex &index) const
{
    return index.isValid() ? d->child(*Private::containerOf(index), index.row()) : nullptr;
}

QVariant JsonTreeModel::Private::cell(Container &container, int row, int column) const
{
    const json::Value *at = child(container, row);
    switch (column) {
    case Key:
        return container.value || !name.isEmpty() ? QVariant(key(container, row)) : QVariant();
    case Value:
        if (!at)
            return {};
        if (at->isObject() || at->isArray())
            return QStringLiteral("%1%2%3").arg(QChar(at->isObject() ? u'{' : u'[')).arg(at->size()).arg(QChar(at->isObject() ? u'}' : u']'));
        return fromWire(root.document->raw(*at).substr(0, rowText));
    case Type:
        return at ? QVariant(fromWire(json::typeName(*at))) : QVariant();
    default:
        return {};
    }
}

QVariant JsonTreeModel::Private::markValue(const QString &pointer, int role) const
{
    if (role == BelowRole)
        return below.contains(pointer) ? QVariant(below.value(pointer)) : QVariant();
    QStringList words;
    int worst = -1;
    for (const Mark &mark : marks.value(pointer)) {
        words += mark.words;
        worst = std::max(worst, static_cast<int>(mark.severity));
    }
    if (role == FindingsRole)
        return words;
    return worst >= 0 ? QVariant(worst) : QVariant();
}

QVariant JsonTreeModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    Private::Container &container = *Private::containerOf(index);
    const json::Value *at = d->child(container, index.row());
    switch (role) {
    case Qt::DisplayRole:
    case ExactTextRole:
        return d->cell(container, index.row(), index.column());
    case AbsentRole:
    case MutedRole:
        return !at || d->duplicate(container, index.row()) == 1;
    case PointerRole:
        return d->pointer(container, index.row());
    case DuplicateRole:
        return d->duplicate(container, index.row()) != 0;
    case NotInForceRole:
        return d->duplicate(container, index.row()) == 1;
    case FindingsRole:
    case BelowRole:
    case SeverityRole:
        return d->marks.isEmpty() ? QVariant() : d->markValue(d->pointer(container, index.row()), role);
    default:
        break;
    }
    if (!at)
        return {};
    switch (role) {
    case NodeRole:
        return QVariant::fromValue(json::Node { d->root.document, at });
    case RawRole: {
        const std::string_view raw = d->root.document->raw(*at);
        return QByteArray(raw.data(), static_cast<qsizetype>(raw.size()));
    }
    case BeginRole:
        return QVariant::fromValue<qulonglong>(at->begin());
    case EndRole:
        return QVariant::fromValue<qulonglong>(at->end());
    case KindRole:
        return static_cast<int>(at->kind());
    case ChildCountRole:
        return QVariant::fromValue<qulonglong>(walk::children(*at));
    case DecodedRole:
        return at->isString() ? QVariant(fromWire(at->string())) : QVariant();
    default:
        return {};
    }
}

QVariant JsonTreeModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    return role == Qt::DisplayRole && orientation == Qt::Horizontal ? QVariant(QString::number(section)) : QVariant();
}

QModelIndex JsonTreeModel::indexOf(const QString &pointer) const
{
    QModelIndex at = index(0, 0);
    const json::Value *value = d->root.value;
    const QStringList tokens = pointertext::tokens(pointer);
    for (const QString &token : tokens) {
        const int row = value ? walk::rowOf(*value, Private::view(token)) : -1;
        if (row >= 0) {
            at = index(row, 0, at);
            value = this->value(at);
            continue;
        }
        const qsizetype missing = value ? d->absent.value(data(at, PointerRole).toString()).indexOf(token) : -1;
        return missing < 0 ? at : index(static_cast<int>(walk::children(*value)) + static_cast<int>(missing), 0, at);
    }
    return at;
}

QModelIndex JsonTreeModel::indexAt(quint64 offset) const
{
    QModelIndex at = index(0, 0);
    const json::Value *value = d->root.value;
    while (value) {
        const int row = walk::rowAt(*d->root.document, *value, offset);
        if (row < 0)
            break;
        at = index(row, 0, at);
        value = this->value(at);
    }
    return at;
}

QModelIndex JsonTreeModel::find(const QString &text, const QModelIndex &from, bool backward) const
{
    if (!d->root || text.isEmpty())
        return {};
    std::vector<std::size_t> rows;
    for (QModelIndex at = from.siblingAtColumn(0); at.isValid() && value(at) && at.parent().isValid(); at = at.parent())
        rows.insert(rows.begin(), static_cast<std::size_t>(at.row()));
    walk::Cursor cursor(d->root, rows);
    const walk::Cursor start = cursor;
    do {
        if (backward)
            cursor.previous();
        else
            cursor.next();
        if (cursor.holds(text))
            break;
    } while (!(cursor == start));
    if (!cursor.holds(text))
        return {};
    QModelIndex found = index(0, 0);
    for (const std::size_t row : cursor.rows())
        found = index(static_cast<int>(row), 0, found);
    return found;
}

} // namespace assayer
