// A JSON Schema as the shape it describes: properties, items and alternatives as a tree, opened lazily.
#pragma once

#include "json/document.h"
#include "models/roles.h"

#include <QAbstractItemModel>

#include <memory>

namespace assayer {

/// Local references (#/$defs/...) are followed where they stand; a reference back to an open ancestor ends the row.
class SchemaTreeModel final : public QAbstractItemModel {
    Q_OBJECT
public:
    enum Column { Name, Type, Constraints, Description, ColumnCount };
    enum Role {
        PointerRole = FirstOwnRole, ///< QString: place of the subschema in the schema
        RequiredRole, ///< bool
        RecursiveRole, ///< bool: the schema refers back to an ancestor here
        KeywordRole, ///< QString: "properties", "items", "anyOf", ...: how the row follows from its parent
    };

    explicit SchemaTreeModel(QObject *parent = nullptr);
    ~SchemaTreeModel() override;

    /// The root is the single top row.
    void setSchema(const json::Node &schema);
    void clear() { setSchema({}); }
    /// The row of that place in the schema, or of its nearest ancestor.
    QModelIndex indexOf(const QString &pointer) const;

    QModelIndex index(int row, int column, const QModelIndex &parent = {}) const override;
    QModelIndex parent(const QModelIndex &child) const override;
    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    class Private;
    std::unique_ptr<Private> d;
};

} // namespace assayer
