// A JSON value as a tree: nodes are made when their parent is opened, and print from the original text.
#pragma once

#include "base/finding.h"
#include "json/document.h"
#include "models/nodes.h"

#include <QAbstractItemModel>
#include <QStringList>

#include <memory>
#include <vector>

namespace assayer {

/// Order and duplicate members as on the wire, numbers exactly as sent. Holds the document; any size and depth.
class JsonTreeModel final : public QAbstractItemModel {
    Q_OBJECT
public:
    enum Column { Key, Value, Type, Marks, ColumnCount };
    enum Role {
        PointerRole = FirstOwnRole, ///< QString: JSON Pointer relative to the root
        RawRole, ///< QByteArray: exact text of the value
        BeginRole, ///< qulonglong: byte offset of the value in the document
        EndRole, ///< qulonglong
        KindRole, ///< int(json::Kind); invalid for an absent member
        ChildCountRole, ///< qulonglong: elements or members
        DecodedRole, ///< QString: a string without quotes and escapes
        DuplicateRole, ///< bool: the name stands more than once in its object
        NotInForceRole, ///< bool: a duplicate that a later one replaces
        FindingsRole, ///< QStringList: messages of the marks of this node
        BelowRole, ///< int(Severity): worst mark of what lies below; invalid for none
    };

    /// A mark at a place of the value.
    struct Mark {
        QString pointer; ///< JSON Pointer relative to the root
        Severity severity = Severity::Warning;
        QString words; ///< may quote the server: untrusted
    };

    explicit JsonTreeModel(QObject *parent = nullptr);
    ~JsonTreeModel() override;

    /// The root itself is the single top row, named `name` (empty: no key).
    void setRoot(const json::Node &root, const QString &name = {});
    void clear() { setRoot({}); }
    const json::Node &root() const;
    void setMarks(std::vector<Mark> marks);
    /// Members required by a schema but not there, as pointers ("/content"): muted rows at the end of their object.
    void setAbsent(const QStringList &pointers);

    /// Index of the innermost place of that pointer that exists; opens what is on the way.
    QModelIndex indexOf(const QString &pointer) const;
    /// Index of the innermost value that covers a byte of the document.
    QModelIndex indexAt(quint64 offset) const;
    /// The next node after `from` in document order whose key or value holds `text` (case-insensitive); wraps; invalid for none.
    QModelIndex find(const QString &text, const QModelIndex &from, bool backward = false) const;
    /// The value of an index; null for an absent member.
    const json::Value *value(const QModelIndex &index) const;

    QModelIndex index(int row, int column, const QModelIndex &parent = {}) const override;
    QModelIndex parent(const QModelIndex &child) const override;
    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    bool hasChildren(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace assayer

