#include "ui/widgets/jsontreeview.h"

#include "models/nodes.h"
#include "platform/visibletext.h"
#include "ui/presentation/jsontreepresentation.h"
#include "ui/widgets/columnfit.h"
#include "ui/widgets/delegates.h"

#include <QClipboard>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QMenu>

namespace assayer {

JsonTreeView::JsonTreeView(QWidget *parent)
    : QTreeView(parent)
    , m_tree(new JsonTreeModel(this))
    , m_presentation(new JsonTreePresentation(this))
{
    m_presentation->setSourceModel(m_tree);
    setModel(m_presentation);
    setAccessibleName(tr("JSON tree"));
    setUniformRowHeights(true);
    setEditTriggers(QAbstractItemView::NoEditTriggers);
    setSelectionBehavior(QAbstractItemView::SelectRows);
    setItemDelegate(new EscapedDelegate(this));
    setItemDelegateForColumn(JsonTreeModel::Value, new JsonValueDelegate(this));
    setItemDelegateForColumn(JsonTreeModel::Marks, new SeverityDelegate(this));
    new ColumnFit(this, header(), { { QString(24, u'n'), QString(30, u'n'), QString(7, u'n'), QString(4, u'n') },
                                      { JsonTreeModel::Key, JsonTreeModel::Value }, { JsonTreeModel::Type } });
}

void JsonTreeView::setRoot(const json::Node &root, const QString &name)
{
    m_quiet = true;
    m_tree->setRoot(root, name);
    const QModelIndex top = m_presentation->index(0, 0);
    expand(top);
    if (top.isValid())
        setCurrentIndex(top);
    m_quiet = false;
}

QModelIndex JsonTreeView::currentSource() const
{
    return m_presentation->mapToSource(currentIndex());
}

QString JsonTreeView::currentPointer() const
{
    return currentSource().data(JsonTreeModel::PointerRole).toString();
}

void JsonTreeView::goTo(const QModelIndex &source)
{
    const QModelIndex index = m_presentation->mapFromSource(source);
    if (!index.isValid())
        return;
    m_quiet = true;
    for (QModelIndex above = index.parent(); above.isValid(); above = above.parent())
        expand(above);
    setCurrentIndex(index);
    scrollTo(index);
    m_quiet = false;
}

void JsonTreeView::showPointer(const QString &pointer)
{
    goTo(m_tree->indexOf(pointer));
}

void JsonTreeView::showOffset(quint64 offset)
{
    goTo(m_tree->indexAt(offset));
}

bool JsonTreeView::find(const QString &text, bool backward)
{
    m_lastSearch = text;
    const QModelIndex found = m_tree->find(text, currentSource(), backward);
    if (!found.isValid())
        return false;
    goTo(found);
    const json::Value *value = m_tree->value(found);
    if (value)
        Q_EMIT placeSelected(value->begin(), value->end());
    return true;
}

void JsonTreeView::copyExact()
{
    const QByteArray raw = currentSource().data(JsonTreeModel::RawRole).toByteArray();
    QGuiApplication::clipboard()->setText(fromWire({ raw.constData(), static_cast<std::size_t>(raw.size()) }));
}

void JsonTreeView::copyPointer()
{
    QGuiApplication::clipboard()->setText(currentPointer());
}

void JsonTreeView::copyDecoded()
{
    const QVariant decoded = currentSource().data(JsonTreeModel::DecodedRole);
    if (decoded.isValid())
        QGuiApplication::clipboard()->setText(decoded.toString());
    else
        copyExact();
}

void JsonTreeView::expandBelow()
{
    QModelIndexList open { currentIndex().siblingAtColumn(0) };
    int rows = 0;
    while (!open.isEmpty() && rows < ExpandRows) {
        const QModelIndex index = open.takeFirst();
        const int children = m_presentation->rowCount(index);
        if (children == 0)
            continue;
        expand(index);
        rows += children;
        for (int row = 0; row < children && rows < ExpandRows; ++row) {
            const QModelIndex child = m_presentation->index(row, 0, index);
            if (m_presentation->hasChildren(child))
                open.append(child);
        }
    }
    if (!open.isEmpty())
        Q_EMIT expandStopped(rows);
}

void JsonTreeView::keyPressEvent(QKeyEvent *event)
{
    const Qt::KeyboardModifiers control = Qt::ControlModifier | Qt::ShiftModifier;
    if (event->matches(QKeySequence::Copy))
        return copyExact();
    if (event->key() == Qt::Key_C && event->modifiers() == control)
        return copyPointer();
    if (event->matches(QKeySequence::FindNext) && !m_lastSearch.isEmpty()) {
        find(m_lastSearch);
        return;
    }
    if (event->matches(QKeySequence::FindPrevious) && !m_lastSearch.isEmpty()) {
        find(m_lastSearch, true);
        return;
    }
    const bool enter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (enter && event->modifiers() == Qt::NoModifier && currentSource().data(SeverityRole).isValid())
        Q_EMIT markActivated(currentPointer());
    else
        QTreeView::keyPressEvent(event);
}

void JsonTreeView::contextMenuEvent(QContextMenuEvent *event)
{
    const QModelIndex source = currentSource();
    if (!source.isValid())
        return;
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(tr("Copy exact text"), this, &JsonTreeView::copyExact);
    menu->addAction(tr("Copy value decoded"), this, &JsonTreeView::copyDecoded);
    menu->addAction(tr("Copy JSON Pointer"), this, &JsonTreeView::copyPointer);
    menu->addSeparator();
    const QString pointer = currentPointer();
    const QByteArray raw = source.data(JsonTreeModel::RawRole).toByteArray();
    menu->addAction(tr("Filter for this"), this, [this, pointer, raw] { Q_EMIT filterRequested(pointer, raw, false); });
    menu->addAction(tr("And not this"), this, [this, pointer, raw] { Q_EMIT filterRequested(pointer, raw, true); });
    menu->addSeparator();
    menu->addAction(tr("Expand all below"), this, &JsonTreeView::expandBelow);
    const quint64 begin = source.data(JsonTreeModel::BeginRole).toULongLong();
    const quint64 end = source.data(JsonTreeModel::EndRole).toULongLong();
    menu->addAction(tr("Show bytes"), this, [this, begin, end] { Q_EMIT bytesRequested(begin, end); });
    menu->popup(event->globalPos());
}

void JsonTreeView::currentChanged(const QModelIndex &current, const QModelIndex &previous)
{
    QTreeView::currentChanged(current, previous);
    const QModelIndex source = m_presentation->mapToSource(current);
    if (m_quiet || !source.data(JsonTreeModel::KindRole).isValid())
        return;
    Q_EMIT placeSelected(source.data(JsonTreeModel::BeginRole).toULongLong(), source.data(JsonTreeModel::EndRole).toULongLong());
}

} // namespace assayer
