#include "ui/pages/listpage.h"

#include "ui/desk.h"
#include "ui/widgets/filteredit.h"
#include "ui/widgets/listview.h"
#include "ui/widgets/noticebar.h"

#include <QAbstractProxyModel>
#include <QLabel>
#include <QPushButton>
#include <QResizeEvent>
#include <QScrollBar>
#include <QSplitter>
#include <QStackedWidget>
#include <QTreeView>
#include <QVBoxLayout>

namespace assayer {

namespace {
constexpr int narrowWidth = 760; ///< ux 2.15
}

ListPage::ListPage(ListKind kind, Desk &desk, QWidget *parent)
    : Page(pageOf(kind), desk, parent)
    , m_kind(kind)
{
}

void ListPage::setUp(const ListWidgets &widgets, EntryModel *model, QAbstractProxyModel *dressed)
{
    m_widgets = widgets;
    m_model = model;
    m_dressed = dressed;
    m_dressed->setSourceModel(model);
    m_widgets.view->setModel(dressed);
    dressList(m_widgets.view);
    keepCurrentRow(m_widgets.view);
    copyExactOnCopyKey(m_widgets.view);
    m_widgets.filter->setPlaceholderText(QStringLiteral("Filter %1").arg(listNoun(m_kind)));
    m_widgets.filter->setAccessibleName(QStringLiteral("Filter %1").arg(listNoun(m_kind)));
    m_widgets.view->setAccessibleName(pageTitle(id()));
    m_widgets.footer->setWordWrap(true); // beside a wide detail the list is narrow

    connect(m_widgets.filter, &FilterEdit::filterChanged, m_model, &EntryModel::setFilter);
    connect(m_widgets.filter, &FilterEdit::leaveRequested, m_widgets.view, qOverload<>(&QWidget::setFocus));
    connect(m_model, &EntryModel::filtered, this, &ListPage::showState);
    connect(m_widgets.view->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &ListPage::currentMoved);
    connect(m_widgets.view, &QTreeView::activated, this, &ListPage::entryActivated);
    connect(m_widgets.notice, &NoticeBar::triggered, this, &ListPage::pressed);
    connect(m_widgets.notice, &NoticeBar::closed, this, [this] { m_dismissed = m_widgets.notice->words(); });
    for (QPushButton *button : { m_widgets.placeholderButton, m_widgets.placeholderSecondButton })
        connect(button, &QPushButton::clicked, this, [this, button] { pressed(button->property("intent").toString()); });

    connect(&desk(), &Desk::listChanged, this, [this](ListKind kind) {
        if (kind == m_kind)
            showSnapshot();
    });
    connect(&desk(), &Desk::listProgress, this, [this](ListKind kind, int pages, qsizetype entries) {
        if (kind != m_kind)
            return;
        m_pages = pages;
        m_entries = entries;
        showState();
    });
    connect(&desk(), &Desk::stateChanged, this, &ListPage::showState);
    showSnapshot();
}

void ListPage::setSides(QSplitter *splitter)
{
    m_sides = splitter;
    m_back = new QPushButton(QStringLiteral("\u2190 ") + pageTitle(id()), this);
    m_back->setObjectName(objectName().remove(QStringLiteral("Page")) + QStringLiteral("Back"));
    m_back->setToolTip(QStringLiteral("Back to the list (Alt+Left)"));
    m_back->setAutoDefault(false);
    m_back->hide();
    static_cast<QVBoxLayout *>(layout())->insertWidget(0, m_back, 0, Qt::AlignLeft);
    connect(m_back, &QPushButton::clicked, this, [this] { stepBack(); });
    connect(m_widgets.view, &QTreeView::activated, this, [this] { showSide(true); });
    connect(m_widgets.view, &QTreeView::clicked, this, [this] { showSide(true); });
}

void ListPage::showSide(bool detail)
{
    if (!m_sides)
        return;
    m_showsDetail = detail;
    m_sides->widget(0)->setVisible(!m_isNarrow || !detail);
    m_sides->widget(1)->setVisible(!m_isNarrow || detail);
    m_back->setVisible(m_isNarrow && detail);
}

void ListPage::resizeEvent(QResizeEvent *event)
{
    const bool narrow = event->size().width() < narrowWidth;
    if (m_sides && narrow != m_isNarrow) {
        m_isNarrow = narrow;
        showSide(m_showsDetail);
    }
    Page::resizeEvent(event);
}

bool ListPage::stepBack()
{
    if (!m_isNarrow || !m_showsDetail)
        return false;
    showSide(false);
    takeFocus();
    return true;
}

void ListPage::showSnapshot()
{
    m_pages = 0;
    m_entries = 0;
    const ListSnapshotPtr snapshot = desk().snapshot(m_kind);
    if (snapshot != m_model->snapshot())
        m_model->setSnapshot(snapshot);
    showState();
    keepSelection();
}

/// The first entry is shown without a click; later the same entry stays current over refreshes.
void ListPage::keepSelection()
{
    if (!current().isValid() && m_dressed->rowCount() > 0)
        m_widgets.view->setCurrentIndex(m_dressed->index(0, 0));
    currentMoved();
}

void ListPage::showState()
{
    ListFacts facts;
    facts.kind = m_kind;
    facts.state = desk().client().state();
    facts.isTrace = desk().isTrace();
    facts.snapshot = desk().snapshot(m_kind);
    facts.advertised = desk().isTrace() || desk().client().advertises(m_kind);
    facts.listing = desk().client().isListing(m_kind);
    facts.pages = m_pages;
    facts.entries = m_entries;
    facts.filter = m_model->filter();
    facts.shownRows = m_model->rowCount();
    facts.total = m_model->total();
    facts.endedBecause = endSentence(desk().client());
    facts.endedWallNs = desk().endedWallNs();
    facts.hasStderr = !desk().client().stderrText().isEmpty();
    const ListWords words = listWords(facts);
    m_model->setMuted(words.muted);
    showWords(words);
    m_widgets.footer->setText(listFooter(facts));
    stateChanged();
}

void ListPage::showWords(const ListWords &words)
{
    const bool nothingThere = words.words.isEmpty() || words.inPlaceOfList;
    m_widgets.listStack->setCurrentIndex(words.inPlaceOfList ? 1 : 0);
    showPlaceholder(words.inPlaceOfList ? words : ListWords());
    if (nothingThere || words.words == m_dismissed)
        m_widgets.notice->clear();
    else
        m_widgets.notice->setNotice(words.tone, words.words, words.buttons);
    if (words.words != m_dismissed)
        m_dismissed.clear();
}

void ListPage::showPlaceholder(const ListWords &words)
{
    m_widgets.placeholder->setText(words.words);
    QPushButton *const buttons[] = { m_widgets.placeholderButton, m_widgets.placeholderSecondButton };
    for (qsizetype i = 0; i < 2; ++i) {
        const bool used = i < words.buttons.size();
        buttons[i]->setVisible(used);
        if (used) {
            buttons[i]->setText(words.buttons[i].second);
            buttons[i]->setProperty("intent", words.buttons[i].first);
        }
    }
}

void ListPage::pressed(const QString &button)
{
    InspectionClient &client = desk().client();
    if (button == QLatin1String("connect") || button == QLatin1String("reconnect"))
        desk().open(desk().isPrivate());
    else if (button == QLatin1String("refresh") || button == QLatin1String("ask"))
        client.refresh(m_kind);
    else if (button == QLatin1String("cancel"))
        cancel();
    else if (button == QLatin1String("clear"))
        clearFilter();
    else if (button == QLatin1String("stderr"))
        Q_EMIT stderrWanted();
    else if (button == QLatin1String("malformed") || button == QLatin1String("refused"))
        Q_EMIT malformedWanted(m_kind);
    else if (button == QLatin1String("answer") && !desk().snapshot(m_kind)->frames.empty())
        Q_EMIT recordWanted(desk().snapshot(m_kind)->frames.front(), {});
}

QModelIndex ListPage::current() const
{
    const QModelIndex index = m_dressed->mapToSource(m_widgets.view->currentIndex());
    const QModelIndex first = index.siblingAtColumn(0);
    return first.isValid() && !first.data(DividerRole).toBool() ? first : QModelIndex();
}

QString ListPage::currentKey() const
{
    return current().data(EntryModel::KeyRole).toString();
}

json::Node ListPage::currentNode() const
{
    return current().data(NodeRole).value<json::Node>();
}

void ListPage::currentMoved()
{
    if (m_moving)
        return;
    m_moving = true;
    const QModelIndex index = current();
    const quint64 identity = index.data(IdentityRole).toULongLong();
    const QString key = currentKey();
    const bool again = index.isValid() && identity == m_identity && key == m_key;
    m_identity = identity;
    m_key = key;
    entryChanged(index, again);
    m_moving = false;
}

bool ListPage::canSend() const
{
    return desk().client().state() == InspectionClient::State::Ready;
}

QString ListPage::whyNot() const
{
    if (canSend())
        return {};
    return desk().isTrace() ? QStringLiteral("A trace is shown: there is no server to send to.")
                            : QStringLiteral("Not connected: there is no server to send to.");
}

void ListPage::takeFocus()
{
    m_widgets.view->setFocus(Qt::OtherFocusReason);
}

void ListPage::find()
{
    m_widgets.filter->setFocus(Qt::ShortcutFocusReason);
    m_widgets.filter->selectAll();
}

void ListPage::refresh()
{
    if (canSend())
        desk().client().refresh(m_kind);
    else
        Q_EMIT said(whyNot());
}

bool ListPage::cancel()
{
    if (!desk().client().isListing(m_kind))
        return false;
    desk().client().cancelList(m_kind);
    return true;
}

bool ListPage::clearFilter()
{
    if (m_widgets.filter->text().isEmpty())
        return false;
    m_widgets.filter->clear();
    m_model->setFilter({});
    m_widgets.view->setFocus(Qt::OtherFocusReason);
    return true;
}

bool ListPage::showEntry(const QString &key)
{
    clearFilter();
    for (int row = 0; row < m_model->rowCount(); ++row) {
        const QModelIndex index = m_model->index(row, 0);
        if (index.data(EntryModel::KeyRole).toString() != key)
            continue;
        m_widgets.view->setCurrentIndex(m_dressed->mapFromSource(index));
        m_widgets.view->scrollTo(m_dressed->mapFromSource(index));
        showSide(true);
        return true;
    }
    return false;
}

/// Entries that are kept but off-spec, or excluded.
bool ListPage::stepFault(bool backward)
{
    const int rows = m_model->rowCount();
    const int from = current().isValid() ? current().row() : backward ? 0 : rows - 1;
    for (int step = 1; step <= rows; ++step) {
        const QModelIndex index = m_model->index((from + (backward ? rows - step : step)) % rows, 0);
        if (index.data(EntryModel::WarningsRole).toInt() == 0 && index.data(EntryModel::ReasonRole).toString().isEmpty())
            continue;
        m_widgets.view->setCurrentIndex(m_dressed->mapFromSource(index));
        return true;
    }
    return false;
}

} // namespace assayer
