// A JSON tree with its keys: copy exact text and pointer, find in keys and values, go to a place.
#pragma once

#include "models/jsontreemodel.h"

#include <QTreeView>

namespace assayer {

class JsonTreePresentation;

/// Owns its JsonTreeModel and presentation; callers set the root there.
class JsonTreeView : public QTreeView {
    Q_OBJECT
public:
    static constexpr int ExpandRows = 10'000; ///< "Expand all below" stops there and says so

    explicit JsonTreeView(QWidget *parent = nullptr);

    JsonTreeModel *tree() const { return m_tree; }
    /// Sets the root and opens its first level.
    void setRoot(const json::Node &root, const QString &name = {});
    /// Expands, selects and scrolls to that place (the innermost that exists).
    void showPointer(const QString &pointer);
    /// The same for a byte of the document. Does not emit placeSelected().
    void showOffset(quint64 offset);
    /// Selects the next node with that text in key or value; false where there is none.
    bool find(const QString &text, bool backward = false);
    QString currentPointer() const;

public Q_SLOTS:
    void copyExact();
    void copyPointer();
    void copyDecoded();
    void expandBelow(); ///< the current node

Q_SIGNALS:
    /// The user chose a node: byte range of its value in the document.
    void placeSelected(quint64 begin, quint64 end);
    /// Enter on a node with marks.
    void markActivated(const QString &pointer);
    void expandStopped(int rows);
    /// Context menu: a filter for this node's place and exact value, or against it.
    void filterRequested(const QString &pointer, const QByteArray &exact, bool negated);
    void bytesRequested(quint64 begin, quint64 end);

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;
    void currentChanged(const QModelIndex &current, const QModelIndex &previous) override;

private:
    void goTo(const QModelIndex &source);
    QModelIndex currentSource() const;

    JsonTreeModel *m_tree;
    JsonTreePresentation *m_presentation;
    QString m_lastSearch;
    bool m_quiet = false;
};

} // namespace assayer
