#include "models/schematreemodel.h"

#include "json/pointer.h"
#include "models/schemarows.h"

#include <QQueue>

#include <memory>
#include <vector>

namespace assayer {

namespace {

constexpr int mostSearched = 4'000; ///< rows looked through for a definition

bool leadsTo(const QString &place, const QString &pointer)
{
    return pointer == place || place.isEmpty() || pointer.startsWith(place + u'/');
}

} // namespace

struct SchemaTreeModel::Private {
    struct Schema {
        json::Node node;
        QString prefix; ///< its own place
    };
    struct Item {
        const Schema *schema = nullptr;
        SchemaRow row;
        Item *parent = nullptr;
        int number = 0;
        bool opened = false;
        bool recursive = false;
        std::vector<std::unique_ptr<Item>> children;
    };

    std::vector<std::unique_ptr<Schema>> schemas;
    std::vector<std::unique_ptr<Item>> roots;

    void add(const json::Node &node, const QString &name)
    {
        auto schema = std::make_unique<Schema>();
        schema->node = node;
        schema->prefix = name.isEmpty() ? QString() : u'/' + name;
        auto root = std::make_unique<Item>();
        root->schema = schema.get();
        root->row = schemaRoot(node);
        root->row.name = name;
        root->number = static_cast<int>(roots.size());
        schemas.push_back(std::move(schema));
        roots.push_back(std::move(root));
    }

    void clear()
    {
        roots.clear();
        schemas.clear();
    }

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
        for (SchemaRow &row : schemaRows(item->schema->node, item->row)) {
            auto child = std::make_unique<Item>();
            child->schema = item->schema;
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
    d->clear();
    if (schema)
        d->add(schema, {});
    endResetModel();
}

void SchemaTreeModel::setMembers(const json::Node &object, std::initializer_list<const char *> names)
{
    beginResetModel();
    d->clear();
    for (const char *name : names) {
        if (const json::Value *schema = object.value ? object.value->find(name) : nullptr)
            d->add({ object.document, schema }, QLatin1String(name));
    }
    endResetModel();
}

QModelIndex SchemaTreeModel::indexOf(const QString &pointer) const
{
    QModelIndex best = index(0, 0);
    QString bestPlace;
    // Rows that refer to a definition stand anywhere: the whole tree is searched, in breadth, the near ones first.
    QQueue<QModelIndex> todo;
    for (int row = 0; row < rowCount(); ++row)
        todo.enqueue(index(row, 0));
    for (int searched = 0; !todo.isEmpty() && searched < mostSearched; ++searched) {
        const QModelIndex at = todo.dequeue();
        const QString place = at.data(PointerRole).toString();
        if (leadsTo(place, pointer) && place.size() > bestPlace.size()) {
            best = at;
            bestPlace = place;
            // What leads straight there goes first: a large schema is not opened as a whole.
            for (int row = 0; row < rowCount(at); ++row)
                todo.prepend(index(row, 0, at));
            continue;
        }
        for (int row = 0; row < rowCount(at); ++row)
            todo.enqueue(index(row, 0, at));
    }
    return best;
}

QModelIndex SchemaTreeModel::index(int row, int column, const QModelIndex &parent) const
{
    if (!hasIndex(row, column, parent))
        return {};
    if (!parent.isValid())
        return createIndex(row, column, d->roots[static_cast<std::size_t>(row)].get());
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
        return static_cast<int>(d->roots.size());
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
        return QVariant::fromValue(json::Node { item.schema->node.document, item.row.value });
    case PointerRole:
        return item.schema->prefix + item.row.pointer;
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
