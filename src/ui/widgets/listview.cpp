#include "ui/widgets/listview.h"

#include "models/rowmodel.h"
#include "models/tracemodel.h"
#include "ui/widgets/delegates.h"

#include <QAbstractProxyModel>
#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QKeyEvent>
#include <QPointer>
#include <QScrollBar>
#include <QTableView>
#include <QTreeView>

#include <algorithm>

namespace assayer {

namespace {

constexpr int sampleRows = 50;
constexpr int widestColumn = 40; ///< average characters

/// Row of the view's model, found by the source's own index where it has one.
QModelIndex rowOfIdentity(QAbstractItemModel *model, quint64 identity)
{
    const QAbstractItemModel *source = model;
    while (const auto *proxy = qobject_cast<const QAbstractProxyModel *>(source))
        source = proxy->sourceModel();
    if (const auto *rows = qobject_cast<const RowModel *>(source))
        return model->index(rows->rowOf(identity), 0);
    if (const auto *trace = qobject_cast<const TraceModel *>(source))
        return model->index(trace->nearestRow(identity), 0);
    for (int row = 0; row < model->rowCount(); ++row) {
        const QModelIndex index = model->index(row, 0);
        if (index.data(IdentityRole).toULongLong() == identity)
            return index;
    }
    return {};
}

/// Remembers the current row before a reset and finds it again after; where it is filtered out, it comes back with the filter.
class CurrentKeeper final : public QObject {
public:
    explicit CurrentKeeper(QAbstractItemView *view)
        : QObject(view)
        , m_view(view)
        , m_model(view->model())
    {
        connect(m_model, &QAbstractItemModel::modelAboutToBeReset, this, [this] { remember(); });
        connect(m_model, &QAbstractItemModel::modelReset, this, [this] { restore(); });
    }

private:
    void remember()
    {
        if (m_view->model() != m_model)
            return;
        const QModelIndex current = m_view->currentIndex();
        if (!current.isValid())
            return;
        m_identity = current.siblingAtColumn(0).data(IdentityRole);
        m_column = current.column();
    }

    void restore()
    {
        if (m_view->model() != m_model || !m_identity.isValid())
            return;
        const QModelIndex found = rowOfIdentity(m_model, m_identity.toULongLong());
        if (!found.isValid())
            return;
        m_view->setCurrentIndex(found.siblingAtColumn(m_column));
        m_view->scrollTo(found);
    }

    QAbstractItemView *m_view;
    QAbstractItemModel *m_model;
    QVariant m_identity;
    int m_column = 0;
};

QString exactText(const QModelIndex &index)
{
    const QVariant exact = index.data(ExactTextRole);
    return exact.isValid() ? exact.toString() : index.data(Qt::DisplayRole).toString();
}

class ExactCopy final : public QObject {
public:
    explicit ExactCopy(QAbstractItemView *view)
        : QObject(view)
        , m_view(view)
    {
        view->installEventFilter(this);
    }

    bool eventFilter(QObject *watched, QEvent *event) override
    {
        const bool key = event->type() == QEvent::KeyPress || event->type() == QEvent::ShortcutOverride;
        if (watched != m_view || !key || !static_cast<QKeyEvent *>(event)->matches(QKeySequence::Copy))
            return QObject::eventFilter(watched, event);
        event->accept();
        if (event->type() == QEvent::KeyPress)
            copy();
        return event->type() == QEvent::KeyPress;
    }

private:
    void copy() const
    {
        QModelIndexList cells = m_view->selectionModel() ? m_view->selectionModel()->selectedIndexes() : QModelIndexList();
        std::sort(cells.begin(), cells.end());
        QString text;
        for (qsizetype i = 0; i < cells.size(); ++i) {
            const bool sameRow = i > 0 && cells[i].row() == cells[i - 1].row() && cells[i].parent() == cells[i - 1].parent();
            text += i == 0 ? QString() : sameRow ? QStringLiteral("\t") : QStringLiteral("\n");
            text += exactText(cells[i]);
        }
        QApplication::clipboard()->setText(text);
    }

    QAbstractItemView *m_view;
};

void dressAny(QAbstractItemView *view)
{
    view->setEditTriggers(QAbstractItemView::NoEditTriggers);
    view->setSelectionBehavior(QAbstractItemView::SelectRows);
    view->setSelectionMode(QAbstractItemView::ExtendedSelection);
    view->setAlternatingRowColors(false);
    view->setVerticalScrollMode(QAbstractItemView::ScrollPerItem);
    view->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    view->setItemDelegate(new EscapedDelegate(view));
    view->setTabKeyNavigation(false);
    copyExactOnCopyKey(view);
}

} // namespace

void dressList(QTreeView *view)
{
    dressAny(view);
    view->setUniformRowHeights(true);
    view->setRootIsDecorated(false);
    view->setAllColumnsShowFocus(true);
    view->header()->setSectionResizeMode(QHeaderView::Interactive);
    view->header()->setStretchLastSection(true);
}

void dressTable(QTableView *view)
{
    dressAny(view);
    view->setShowGrid(false);
    view->setWordWrap(false);
    view->verticalHeader()->hide();
    view->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    view->verticalHeader()->setMinimumSectionSize(1);
    view->verticalHeader()->setDefaultSectionSize(EscapedDelegate::rowHeight(view->fontMetrics()));
    view->horizontalHeader()->setSectionResizeMode(QHeaderView::Interactive);
    view->horizontalHeader()->setStretchLastSection(true);
    view->horizontalHeader()->setHighlightSections(false);
}

void keepCurrentRow(QAbstractItemView *view)
{
    if (view->model())
        new CurrentKeeper(view);
}

void copyExactOnCopyKey(QAbstractItemView *view)
{
    new ExactCopy(view);
}

void sizeColumnsFromSample(QTreeView *view)
{
    const QAbstractItemModel *model = view->model();
    if (!model)
        return;
    QStyleOptionViewItem option;
    option.initFrom(view);
    option.font = view->font();
    option.fontMetrics = view->fontMetrics();
    const int most = widestColumn * view->fontMetrics().averageCharWidth();
    for (int column = 0; column + 1 < model->columnCount(); ++column) {
        int width = view->header()->sectionSizeHint(column);
        for (int row = 0; row < std::min(model->rowCount(), sampleRows); ++row) {
            const QModelIndex index = model->index(row, column);
            width = std::max(width, view->itemDelegateForIndex(index)->sizeHint(option, index).width());
        }
        view->header()->resizeSection(column, std::min(width, most));
    }
}

} // namespace assayer
