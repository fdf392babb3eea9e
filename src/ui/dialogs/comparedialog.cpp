#include "ui/dialogs/comparedialog.h"

#include "json/pointer.h"
#include "models/listdiffmodel.h"
#include "platform/visibletext.h"
#include "trace/tracelog.h"
#include "ui/desk.h"
#include "ui/pages/formlook.h"
#include "ui/presentation/calldifferencepresentation.h"
#include "ui/presentation/listdiffpresentation.h"
#include "ui/widgets/listview.h"
#include "ui/widgets/placeholder.h"
#include "ui/widgets/sidebyside.h"
#include "ui/workspace.h"

#include <QComboBox>
#include <QCoreApplication>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPointer>
#include <QPushButton>
#include <QSplitter>
#include <QTabWidget>
#include <QThreadPool>
#include <QTreeView>
#include <QVBoxLayout>

#include <algorithm>

namespace assayer {
namespace {

constexpr std::size_t longestValue = 400;

QString text(const QByteArray &bytes)
{
    return fromWire({ bytes.constData(), static_cast<std::size_t>(bytes.size()) });
}

CallDifferenceRow rowOf(const ExchangeComparison &pair, const TraceLog &before, const TraceLog &after)
{
    CallDifferenceRow row;
    row.method = text(pair.before.method);
    row.target = text(pair.before.target.isEmpty() ? pair.after.target : pair.before.target);
    row.state = pair.isSame() ? CallDifferenceRow::Same : CallDifferenceRow::Differs;
    row.before = before.seqOf(pair.before.requestRow);
    row.after = after.seqOf(pair.after.requestRow);
    row.beforeStatus = pair.before.status;
    row.afterStatus = pair.after.status;
    row.beforeNs = pair.before.durationNs.value_or(-1);
    row.afterNs = pair.after.durationNs.value_or(-1);
    row.differences = static_cast<int>(pair.outcome.size());
    return row;
}

CallDifferenceRow rowOf(const ComparedCall &call, const TraceLog &log, bool isBefore)
{
    CallDifferenceRow row;
    row.method = text(call.method);
    row.target = text(call.target);
    row.state = isBefore ? CallDifferenceRow::OnlyBefore : CallDifferenceRow::OnlyAfter;
    (isBefore ? row.before : row.after) = log.seqOf(call.requestRow);
    (isBefore ? row.beforeStatus : row.afterStatus) = call.status;
    (isBefore ? row.beforeNs : row.afterNs) = call.durationNs.value_or(-1);
    return row;
}

QString entryText(const std::vector<json::Node> &entries, ListKind kind, const QByteArray &name, const QByteArray &pointer)
{
    const std::string_view key = identityMember(kind);
    for (const json::Node &entry : entries) {
        const json::Value *id = entry.value && entry.value->isObject() ? entry.value->find(key) : nullptr;
        if (!id || !id->isString() || id->string() != view(name))
            continue;
        const json::Value *value = json::resolve(*entry.value, view(pointer));
        return value ? fromWire(entry.document->raw(*value).substr(0, longestValue)) : QString();
    }
    return {};
}

std::shared_ptr<const TraceAnalyzer> analysed(const std::shared_ptr<const TraceLog> &log)
{
    auto analyzer = std::make_shared<TraceAnalyzer>(*log);
    analyzer->update();
    return std::shared_ptr<const TraceAnalyzer>(analyzer.get(), [analyzer, log](const TraceAnalyzer *) {}); // keeps the log with it
}

} // namespace

std::vector<CatalogueChange> catalogueChanges(const TraceAnalyzer &before, const TraceAnalyzer &after)
{
    const CatalogueDiff diff = diffCatalogues(before, after);
    const auto a = catalogueOf(before);
    const auto b = catalogueOf(after);
    std::vector<CatalogueChange> changes;
    for (const ListKind kind : allListKinds) {
        const auto at = static_cast<std::size_t>(kind);
        const QString list = text(bytes(listMember(kind)));
        for (const QByteArray &name : diff.lists[at].removed)
            changes.push_back({ list + u'/' + text(name), entryText(a[at], kind, name, {}), QString() });
        for (const QByteArray &name : diff.lists[at].added)
            changes.push_back({ list + u'/' + text(name), QString(), entryText(b[at], kind, name, {}) });
        for (const ListDiff::Change &change : diff.lists[at].changed) {
            for (const QByteArray &pointer : change.paths)
                changes.push_back({ list + u'/' + text(change.name) + text(pointer), entryText(a[at], kind, change.name, pointer), entryText(b[at], kind, change.name, pointer) });
        }
    }
    return changes;
}

CompareDialog::CompareDialog(Workspace &workspace, const Desk *current, QWidget *parent)
    : QDialog(parent)
    , m_workspace(workspace)
    , m_before(new QComboBox)
    , m_after(new QComboBox)
    , m_compare(new QPushButton(QStringLiteral("Compare")))
    , m_status(new QLabel)
    , m_tabs(new QTabWidget)
    , m_callsView(new QTreeView)
    , m_calls(new CallDifferenceModel(this))
    , m_catalogueView(new QTreeView)
    , m_catalogue(new ListDiffModel(this))
    , m_sides(new SideBySide(QStringLiteral("compareSides")))
{
    setObjectName(QStringLiteral("compareDialog"));
    setWindowTitle(QStringLiteral("Compare traces"));
    build();
    fillDesks();
    if (current) {
        m_before->setCurrentIndex(std::max(0, m_before->findData(current->source().id)));
        for (int i = 0; i < m_after->count(); ++i) {
            if (m_after->itemData(i).toString() != current->source().id)
                m_after->setCurrentIndex(i);
        }
    }
    connect(&workspace, &Workspace::added, this, &CompareDialog::fillDesks);
    connect(&workspace, &Workspace::removed, this, &CompareDialog::fillDesks);
    m_sides->clear(QStringLiteral("Choose two traces and compare them, then a call."));
    resize(fontMetrics().averageCharWidth() * 130, fontMetrics().lineSpacing() * 36);
}

void CompareDialog::build()
{
    m_before->setObjectName(QStringLiteral("compareBeforeCombo"));
    m_before->setAccessibleName(QStringLiteral("Trace before"));
    m_after->setObjectName(QStringLiteral("compareAfterCombo"));
    m_after->setAccessibleName(QStringLiteral("Trace after"));
    m_compare->setObjectName(QStringLiteral("compareButton"));
    m_status->setObjectName(QStringLiteral("compareStatus"));
    m_status->setTextFormat(Qt::PlainText);
    m_tabs->setObjectName(QStringLiteral("compareTabs"));
    m_tabs->setDocumentMode(true);
    auto *open = new QPushButton(QStringLiteral("Open trace..."));
    open->setObjectName(QStringLiteral("compareOpenButton"));
    open->setAutoDefault(false);
    auto *top = new QHBoxLayout;
    auto *before = new QLabel(QStringLiteral("&Before"));
    auto *after = new QLabel(QStringLiteral("&After"));
    before->setBuddy(m_before);
    after->setBuddy(m_after);
    for (QWidget *widget : { static_cast<QWidget *>(before), static_cast<QWidget *>(m_before), static_cast<QWidget *>(after), static_cast<QWidget *>(m_after),
             static_cast<QWidget *>(m_compare), static_cast<QWidget *>(open) })
        top->addWidget(widget, qobject_cast<QComboBox *>(widget) ? 1 : 0);
    const auto dress = [this](QTreeView *view, QAbstractItemModel *model, QAbstractProxyModel *dressed, const char *name, const QString &accessible) {
        dressed->setSourceModel(model);
        view->setModel(dressed);
        view->setObjectName(QLatin1String(name));
        view->setAccessibleName(accessible);
        dressList(view);
        auto *nothing = new Placeholder(view);
        nothing->setObjectName(QLatin1String(name) + QStringLiteral("Placeholder"));
        nothing->setWords(accessible + QStringLiteral(" stand here after Compare."));
        m_tabs->addTab(view, QString());
    };
    dress(m_callsView, m_calls, new CallDifferencePresentation(this), "compareCallsView", QStringLiteral("Calls of both traces"));
    m_callsView->setColumnHidden(CallDifferenceModel::Chosen, true);
    formlook::columns(m_callsView, { "", "resources/templates/list", "search_notes_and_more", "only before__", "Places", "tool error", "tool error", "Time before", "42 ms" }, { 1, 2 });
    m_catalogue->setRuns({ QStringLiteral("before"), QStringLiteral("after") });
    dress(m_catalogueView, m_catalogue, new ListDiffPresentation(this), "compareCatalogueView", QStringLiteral("Differences of the lists"));
    formlook::columns(m_catalogueView, { "tools/search_notes/inputSchema/properties", "a value of some length or so", "a value" }, { 0, 1, 2 });
    m_tabs->setTabText(0, QStringLiteral("Calls"));
    m_tabs->setTabText(1, QStringLiteral("Lists"));
    auto *splitter = new QSplitter(Qt::Vertical);
    splitter->setObjectName(QStringLiteral("compareSplitter"));
    splitter->setChildrenCollapsible(false);
    splitter->addWidget(m_tabs);
    splitter->addWidget(m_sides);
    formlook::proportions(splitter, 2, 3);
    auto *column = new QVBoxLayout(this);
    column->addLayout(top);
    column->addWidget(splitter, 1);
    column->addWidget(m_status);
    connect(m_compare, &QPushButton::clicked, this, &CompareDialog::start);
    connect(open, &QPushButton::clicked, this, &CompareDialog::openWanted);
    connect(m_callsView->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this](const QModelIndex &index) { showCall(index.row()); });
    connect(m_callsView, &QTreeView::activated, this, [this](const QModelIndex &index) {
        if (index.row() < 0 || index.row() >= m_calls->rowCount())
            return;
        const CallDifferenceRow &call = m_calls->at(index.row());
        Q_EMIT recordWanted(call.after ? m_afterId : m_beforeId, call.after ? call.after : call.before);
    });
}

QString CompareDialog::deskName(const QString &id) const
{
    const Desk *desk = m_workspace.find(id);
    return desk ? visible(desk->source().name) : QString();
}

/// Live servers too: their trace so far.
void CompareDialog::fillDesks()
{
    for (QComboBox *combo : { m_before, m_after }) {
        const QVariant chosen = combo->currentData();
        const bool grew = combo->count() > 0 && static_cast<int>(m_workspace.desks().size()) > combo->count();
        combo->clear();
        for (const Desk *desk : m_workspace.desks())
            combo->addItem(visible(desk->source().name), desk->source().id);
        // A trace that was opened for this dialog is the one to compare with.
        const int last = combo->count() - 1;
        combo->setCurrentIndex(grew && combo == m_after ? last : std::max(0, combo->findData(chosen)));
    }
    m_compare->setEnabled(m_before->count() > 1);
    if (!m_comparison)
        m_status->setText(m_before->count() > 1 ? QString() : QStringLiteral("Open a second trace to compare this one with, or select two calls in the trace first."));
}

void CompareDialog::compareDesks(const QString &before, const QString &after)
{
    m_before->setCurrentIndex(m_before->findData(before));
    m_after->setCurrentIndex(m_after->findData(after));
    start();
}

void CompareDialog::start()
{
    const Desk *before = m_workspace.find(m_before->currentData().toString());
    const Desk *after = m_workspace.find(m_after->currentData().toString());
    if (!before || !after)
        return;
    m_beforeId = before->source().id;
    m_afterId = after->source().id;
    m_sides->setNames(QStringLiteral("Before: ") + deskName(m_beforeId), QStringLiteral("After: ") + deskName(m_afterId));
    m_status->setText(QStringLiteral("Comparing..."));
    const quint64 run = ++m_run;
    const QPointer<CompareDialog> self(this);
    QThreadPool::globalInstance()->start([self, run, a = std::shared_ptr<const TraceLog>(before->trace()), b = std::shared_ptr<const TraceLog>(after->trace())] {
        auto comparison = std::make_shared<Comparison>();
        comparison->before = analysed(a);
        comparison->after = analysed(b);
        comparison->calls = compareTraces(*comparison->before, *comparison->after);
        comparison->catalogue = catalogueChanges(*comparison->before, *comparison->after);
        QMetaObject::invokeMethod(qApp, [self, run, comparison] {
            if (self)
                self->take(run, comparison);
        });
    });
}

void CompareDialog::compareRecords(const Desk &desk, std::shared_ptr<const TraceAnalyzer> analyzer, quint64 firstRow, quint64 secondRow)
{
    m_beforeId = m_afterId = desk.source().id;
    setWindowTitle(QStringLiteral("Compare calls"));
    const auto recordWord = [&analyzer](quint64 row) { return QStringLiteral("Record %1").arg(analyzer->log().seqOf(row)); };
    m_sides->setNames(recordWord(firstRow), recordWord(secondRow));
    m_status->setText(QStringLiteral("Comparing..."));
    const quint64 run = ++m_run;
    const QPointer<CompareDialog> self(this);
    QThreadPool::globalInstance()->start([self, run, analyzer = std::move(analyzer), log = std::shared_ptr<const TraceLog>(desk.trace()), firstRow, secondRow] {
        auto comparison = std::make_shared<Comparison>();
        comparison->before = comparison->after = std::shared_ptr<const TraceAnalyzer>(analyzer.get(), [analyzer, log](const TraceAnalyzer *) {});
        const auto before = comparedCall(*analyzer, firstRow);
        const auto after = comparedCall(*analyzer, secondRow);
        if (before && after)
            comparison->calls.pairs.push_back(compareCalls(*before, *after));
        else
            comparison->problem = QStringLiteral("Record %1 belongs to no request.").arg(log->seqOf(before ? secondRow : firstRow));
        QMetaObject::invokeMethod(qApp, [self, run, comparison] {
            if (self)
                self->take(run, comparison);
        });
    });
}

void CompareDialog::take(quint64 run, std::shared_ptr<const Comparison> comparison)
{
    if (run != m_run)
        return;
    m_comparison = std::move(comparison);
    const TraceComparison &calls = m_comparison->calls;
    std::vector<CallDifferenceRow> rows;
    int differing = 0;
    for (const ExchangeComparison &pair : calls.pairs) {
        rows.push_back(rowOf(pair, m_comparison->before->log(), m_comparison->after->log()));
        differing += pair.isSame() ? 0 : 1;
    }
    for (const ComparedCall &call : calls.onlyBefore)
        rows.push_back(rowOf(call, m_comparison->before->log(), true));
    for (const ComparedCall &call : calls.onlyAfter)
        rows.push_back(rowOf(call, m_comparison->after->log(), false));
    m_calls->setRows(std::move(rows));
    fillCatalogue(m_comparison->catalogue);
    findChild<Placeholder *>(QStringLiteral("compareCallsViewPlaceholder"))->setWords(QStringLiteral("Neither trace has a call."));
    findChild<Placeholder *>(QStringLiteral("compareCatalogueViewPlaceholder"))->setWords(QStringLiteral("The lists of both traces are the same."));
    m_tabs->setTabText(0, QStringLiteral("Calls %1").arg(m_calls->rowCount()));
    m_tabs->setTabText(1, QStringLiteral("Lists %1").arg(m_comparison->catalogue.size()));
    m_status->setText(!m_comparison->problem.isEmpty() ? m_comparison->problem
                                                      : QStringLiteral("%1 of %2 calls differ, %3 only before, %4 only after; %5 differences in the lists.")
                                                            .arg(differing)
                                                            .arg(calls.pairs.size())
                                                            .arg(calls.onlyBefore.size())
                                                            .arg(calls.onlyAfter.size())
                                                            .arg(m_comparison->catalogue.size()));
    m_sides->clear(m_calls->rowCount() ? QStringLiteral("Choose a call.") : QStringLiteral("There are no calls to compare."));
    for (int row = 0; row < m_calls->rowCount(); ++row) {
        if (m_calls->at(row).state == CallDifferenceRow::Differs || row + 1 == m_calls->rowCount()) {
            m_callsView->setCurrentIndex(m_callsView->model()->index(row, CallDifferenceModel::Method));
            break;
        }
    }
    showCall(m_callsView->currentIndex().row());
}

void CompareDialog::fillCatalogue(const std::vector<CatalogueChange> &changes)
{
    std::vector<DiffRow> rows;
    for (const CatalogueChange &change : changes)
        rows.push_back({ change.where, { change.before, change.after }, { !change.before.isNull(), !change.after.isNull() }, true });
    m_catalogue->setRows(std::move(rows));
}

void CompareDialog::showCall(int row)
{
    if (!m_comparison || row < 0)
        return;
    const TraceComparison &calls = m_comparison->calls;
    const auto at = static_cast<std::size_t>(row);
    if (at < calls.pairs.size()) {
        const ExchangeComparison &pair = calls.pairs[at];
        m_sides->show(pair.before.outcome, pair.after.outcome, pair.outcome);
        return;
    }
    const std::size_t rest = at - calls.pairs.size();
    if (rest < calls.onlyBefore.size())
        m_sides->show(calls.onlyBefore[rest].outcome, {}, {});
    else if (rest - calls.onlyBefore.size() < calls.onlyAfter.size())
        m_sides->show({}, calls.onlyAfter[rest - calls.onlyBefore.size()].outcome, {});
}

void CompareDialog::keyPressEvent(QKeyEvent *event)
{
    const bool control = event->modifiers().testFlag(Qt::ControlModifier);
    if (event->key() == Qt::Key_F3 && control)
        m_sides->step(event->modifiers().testFlag(Qt::ShiftModifier));
    else if ((event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) && control)
        start();
    else if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
        event->ignore(); // Enter in a list opens the record, it is no default button
    else
        QDialog::keyPressEvent(event);
}

} // namespace assayer
