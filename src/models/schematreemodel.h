// JSON Schemas as the shapes they describe: properties, items and alternatives as a tree, opened lazily.
#pragma once

#include "json/document.h"
#include "models/roles.h"

#include <QAbstractItemModel>

#include <initializer_list>
#include <memory>

namespace assayer {

/// Local references (#/$defs/...) are followed where they stand, within their own schema; a reference back to an open
/// ancestor ends the row.
class SchemaTreeModel final : public QAbstractItemModel {
    Q_OBJECT
public:
    enum Column { Name, Type, Constraints, Description, ColumnCount };
    enum Role {
        PointerRole = FirstOwnRole, ///< QString: place of the subschema in the schema; of setMembers() in the object
        RequiredRole, ///< bool
        RecursiveRole, ///< bool: the schema refers back to an ancestor here
        KeywordRole, ///< QString: "properties", "items", "anyOf", ...: how the row follows from its parent
    };

    explicit SchemaTreeModel(QObject *parent = nullptr);
    ~SchemaTreeModel() override;

    /// The root is the single top row.
    void setSchema(const json::Node &schema);
    /// Each member of `object` that is named and there is a schema of its own and a top row of that name.
    void setMembers(const json::Node &object, std::initializer_list<const char *> names);
    void clear() { setSchema({}); }
    /// The row of that place, or of its nearest ancestor; a definition's is the first row that refers to it.
    QModelIndex indexOf(const QString &pointer) const;

    QModelIndex index(int row, int column, const QModelIndex &parent = {}) const override;
    QModelIndex parent(const QModelIndex &child) const override;
    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace assayer
