#include "models/schematreemodel.h"

#include "json/pointer.h"
#include "models/schemarows.h"

#include <algorithm>
#include <memory>

namespace assayer {

struct SchemaTreeModel::Private {
    struct Item {
        SchemaRow row;
        Item *parent = nullptr;
        int number = 0;
        bool opened = false;
        bool recursive = false;
        std::vector<std::unique_ptr<Item>> children;
    };

    json::Node schema;
    std::unique_ptr<Item> root;

    static Item *itemOf(const QModelIndex &index) { return static_cast<Item *>(index.internalPointer()); }

    /// A reference back to a schema that is open above would never end.
    static bool isOpenAbove(const Item *item)
    {
        for (const Item *above = item->parent; above; above = above->parent) {
            if (above->row.value == item->row.value)
                return true;
        }
        return false;
    }

    void open(Item *item) const
    {
        if (item->opened)
            return;
        item->opened = true;
        if (item->recursive)
            return;
        for (SchemaRow &row : schemaRows(schema, item->row)) {
            auto child = std::make_unique<Item>();
            child->row = std::move(row);
            child->parent = item;
            child->number = static_cast<int>(item->children.size());
            child->recursive = child->row.value && isOpenAbove(child.get());
            item->children.push_back(std::move(child));
        }
    }
};

SchemaTreeModel::SchemaTreeModel(QObject *parent)
    : QAbstractItemModel(parent)
    , d(std::make_unique<Private>())
{
}

SchemaTreeModel::~SchemaTreeModel() = default;

void SchemaTreeModel::setSchema(const json::Node &schema)
{
    beginResetModel();
    d->schema = schema;
    d->root.reset();
    if (schema) {
        d->root = std::make_unique<Private::Item>();
        d->root->row = schemaRoot(schema);
    }
    endResetModel();
}

QModelIndex SchemaTreeModel::indexOf(const QString &pointer) const
{
    QModelIndex best = index(0, 0);
    for (QModelIndex at = best; at.isValid();) {
        best = at;
        QModelIndex next;
        for (int row = 0; row < rowCount(at) && !next.isValid(); ++row) {
            const QModelIndex child = index(row, 0, at);
            const QString own = child.data(PointerRole).toString();
            if (pointer == own || pointer.startsWith(own + u'/'))
                next = child;
        }
        at = next;
    }
    return best;
}

QModelIndex SchemaTreeModel::index(int row, int column, const QModelIndex &parent) const
{
    if (!hasIndex(row, column, parent))
        return {};
    if (!parent.isValid())
        return createIndex(row, column, d->root.get());
    return createIndex(row, column, Private::itemOf(parent)->children[static_cast<std::size_t>(row)].get());
}

QModelIndex SchemaTreeModel::parent(const QModelIndex &child) const
{
    if (!child.isValid())
        return {};
    Private::Item *above = Private::itemOf(child)->parent;
    return above ? createIndex(above->number, 0, above) : QModelIndex();
}

int SchemaTreeModel::rowCount(const QModelIndex &parent) const
{
    if (!parent.isValid())
        return d->root ? 1 : 0;
    if (parent.column() > 0)
        return 0;
    Private::Item *item = Private::itemOf(parent);
    d->open(item);
    return static_cast<int>(item->children.size());
}

int SchemaTreeModel::columnCount(const QModelIndex &) const
{
    return ColumnCount;
}

QVariant SchemaTreeModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    const Private::Item &item = *Private::itemOf(index);
    switch (role) {
    case Qt::DisplayRole:
    case ExactTextRole:
        switch (index.column()) {
        case Name:
            return item.row.name;
        case Type:
            return item.row.type;
        case Constraints:
            return item.row.constraints;
        default:
            return item.row.description;
        }
    case NodeRole:
        return QVariant::fromValue(json::Node { d->schema.document, item.row.value });
    case PointerRole:
        return item.row.pointer;
    case RequiredRole:
        return item.row.required;
    case RecursiveRole:
        return item.recursive;
    case KeywordRole:
        return item.row.keyword;
    default:
        return {};
    }
}

QVariant SchemaTreeModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    return role == Qt::DisplayRole && orientation == Qt::Horizontal ? QVariant(QString::number(section)) : QVariant();
}

} // namespace assayer
