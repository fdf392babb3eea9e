#include "ui/pages/pastpane.h"

#include "ui_toolspage.h"

#include "platform/formattext.h"
#include "platform/visibletext.h"
#include "trace/jsondiff.h"
#include "ui/pages/formlook.h"
#include "ui/pages/page.h"
#include "ui/presentation/callhistorypresentation.h"
#include "ui/widgets/delegates.h"
#include "ui/widgets/listview.h"
#include "ui/widgets/noticebar.h"

#include <QInputDialog>
#include <QLabel>
#include <QPushButton>
#include <QSplitter>
#include <QStandardItemModel>
#include <QVBoxLayout>

#include <algorithm>

namespace assayer {

namespace {

constexpr int undoMs = 10'000;
constexpr std::size_t mostDifferences = 500;

QString sideText(const json::Node &side)
{
    return side ? visible(side.raw(), Lines::One, 512) : QStringLiteral("(absent)");
}

} // namespace

PastPane::PastPane(Ui::ToolsPage &ui, PastCalls &calls, QObject *parent)
    : QObject(parent)
    , m_ui(ui)
    , m_calls(calls)
    , m_history(new CallHistoryModel(this))
    , m_differences(new QStandardItemModel(this))
{
    auto *history = new CallHistoryPresentation(this);
    history->setSourceModel(m_history);
    ui.pastCallsView->setModel(history);
    ui.pastCallsView->setAccessibleName(QStringLiteral("Past calls of this tool"));
    dressList(ui.pastCallsView);
    ui.pastCallsView->setSelectionMode(QAbstractItemView::ExtendedSelection);
    formlook::columns(ui.pastCallsView, { "13:02:07.412", "name given", "tool error", "invalid", "{\"query\":\"budget\",\"limit\":20}", "2 min 05 s", "12.2 KiB" }, { CallHistoryModel::Name, CallHistoryModel::Arguments });
    makeWidgets();
    m_undoTime.setSingleShot(true);
    m_undoTime.setInterval(undoMs);
    connect(&m_undoTime, &QTimer::timeout, this, [this] {
        m_removed.reset();
        m_notice->clear();
    });
    connect(ui.pastCallsView, &QTreeView::activated, this, [this] { m_use->click(); });
    connect(ui.pastCallsView->selectionModel(), &QItemSelectionModel::selectionChanged, this, &PastPane::selectionMoved);
    connect(&calls, &PastCalls::loaded, this, &PastPane::refresh);
    selectionMoved();
}

void PastPane::makeWidgets()
{
    auto *layout = static_cast<QVBoxLayout *>(m_ui.toolPastTab->layout());
    m_notice = new NoticeBar(m_ui.toolPastTab);
    m_notice->setObjectName(QStringLiteral("pastNotice"));
    layout->insertWidget(0, m_notice);
    connect(m_notice, &NoticeBar::triggered, this, &PastPane::undo);
    auto *row = new QHBoxLayout;
    const auto button = [&](const char *text, const char *name, const char *tip) {
        auto *made = new QPushButton(QLatin1String(text), m_ui.toolPastTab);
        made->setObjectName(QLatin1String(name));
        made->setToolTip(QLatin1String(tip));
        made->setAutoDefault(false);
        row->addWidget(made);
        return made;
    };
    m_use = button("&Bring back", "pastUseButton", "Arguments and result as they were (Enter)");
    m_again = button("Call &again", "pastAgainButton", "Calls with the same arguments");
    m_compare = button("Co&mpare", "pastCompareButton", "The results of two selected calls, or of one and the newest other");
    m_name = button("&Name...", "pastNameButton", "A name of yours: named calls are kept longest");
    m_remove = button("&Remove", "pastRemoveButton", "Removes it here and on disk");
    row->addStretch(1);
    layout->addLayout(row);
    m_compareBox = new QWidget(m_ui.toolPastTab);
    auto *box = new QVBoxLayout(m_compareBox);
    box->setContentsMargins(0, 0, 0, 0);
    auto *title = new QLabel(m_compareBox);
    title->setObjectName(QStringLiteral("pastCompareTitle"));
    title->setTextFormat(Qt::PlainText);
    title->setWordWrap(true);
    box->addWidget(title);
    m_compareView = new QTreeView(m_compareBox);
    m_compareView->setObjectName(QStringLiteral("pastCompareView"));
    m_compareView->setAccessibleName(QStringLiteral("Differences of two results"));
    m_compareView->setRootIsDecorated(false);
    m_compareView->setUniformRowHeights(true);
    m_compareView->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_compareView->setModel(m_differences);
    m_compareView->setItemDelegate(new EscapedDelegate(this));
    formlook::columns(m_compareView, { "/structuredContent/notes/12", "9007199254740993 and more words", "9007199254740993" }, { 0, 1, 2 });
    box->addWidget(m_compareView, 1);
    layout->addWidget(m_compareBox, 1);
    m_compareBox->hide();
    connect(m_use, &QPushButton::clicked, this, [this] {
        if (const QList<quint64> rows = selected(); !rows.isEmpty())
            Q_EMIT useWanted(rows.front(), false);
    });
    connect(m_again, &QPushButton::clicked, this, [this] {
        if (const QList<quint64> rows = selected(); !rows.isEmpty())
            Q_EMIT useWanted(rows.front(), true);
    });
    connect(m_name, &QPushButton::clicked, this, &PastPane::nameCurrent);
    connect(m_remove, &QPushButton::clicked, this, &PastPane::removeCurrent);
    connect(m_compare, &QPushButton::clicked, this, &PastPane::compareSelected);
}

void PastPane::setTool(const QString &tool)
{
    if (m_tool != tool)
        m_compareBox->hide();
    m_tool = tool;
    refresh();
}

void PastPane::refresh()
{
    const std::vector<CallRow> rows = m_tool.isEmpty() ? std::vector<CallRow>() : m_calls.of(m_tool).calls;
    const int count = static_cast<int>(rows.size());
    m_history->setRows(rows);
    m_ui.pastCallsView->setVisible(count > 0);
    m_ui.pastCallsPlaceholder->setVisible(count == 0);
    m_ui.pastCallsPlaceholder->setText(QStringLiteral("No calls of this tool yet. Enter on a past call brings its arguments and result back."));
    if (count > 0 && !m_ui.pastCallsView->currentIndex().isValid())
        m_ui.pastCallsView->setCurrentIndex(m_ui.pastCallsView->model()->index(0, 0));
    selectionMoved();
    Q_EMIT countChanged(count);
}

QList<quint64> PastPane::selected() const
{
    QList<std::pair<int, quint64>> rows;
    for (const QModelIndex &index : m_ui.pastCallsView->selectionModel()->selectedRows())
        rows.append({ index.row(), index.data(CallHistoryModel::NumberRole).toULongLong() });
    std::sort(rows.begin(), rows.end());
    QList<quint64> numbers;
    for (const auto &row : rows)
        numbers.append(row.second);
    return numbers;
}

const CallRow *PastPane::find(quint64 number) const
{
    const std::vector<CallRow> &calls = m_calls.of(m_tool).calls;
    const auto found = std::find_if(calls.begin(), calls.end(), [&](const CallRow &call) { return call.number == number; });
    return found == calls.end() ? nullptr : &*found;
}

void PastPane::selectionMoved()
{
    const qsizetype count = selected().size();
    for (QPushButton *button : { m_use, m_again, m_name, m_remove })
        button->setEnabled(count == 1);
    m_compare->setEnabled(count == 2 || (count == 1 && m_history->rowCount() > 1));
}

void PastPane::nameCurrent()
{
    const QList<quint64> rows = selected();
    const CallRow *call = rows.isEmpty() ? nullptr : find(rows.front());
    if (!call)
        return;
    auto *dialog = new QInputDialog(m_ui.toolPastTab);
    dialog->setObjectName(QStringLiteral("pastNameDialog"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(QStringLiteral("Name of the call"));
    dialog->setLabelText(QStringLiteral("Name (empty: none)"));
    dialog->setTextValue(call->name);
    dialog->setWindowModality(Qt::NonModal);
    connect(dialog, &QInputDialog::textValueSelected, this, [this, number = call->number, tool = m_tool](const QString &name) {
        for (CallRow &row : m_calls.of(tool).calls) {
            if (row.number == number)
                row.name = name.trimmed();
        }
        m_calls.keep();
        refresh();
    });
    dialog->show();
}

void PastPane::removeCurrent()
{
    const QList<quint64> rows = selected();
    ToolPast &past = m_calls.of(m_tool);
    for (std::size_t i = 0; !rows.isEmpty() && i < past.calls.size(); ++i) {
        if (past.calls[i].number != rows.front())
            continue;
        const auto result = past.results.constFind(rows.front());
        m_removed = Removed { m_tool, i, past.calls[i], result == past.results.constEnd() ? std::nullopt : std::optional(*result) };
        past.results.remove(rows.front());
        past.calls.erase(past.calls.begin() + static_cast<std::ptrdiff_t>(i));
        m_calls.keep();
        m_notice->setNotice(Tone::Note, QStringLiteral("Removed."), { { QStringLiteral("undo"), QStringLiteral("Undo") } });
        m_undoTime.start();
        break;
    }
    refresh();
}

void PastPane::undo()
{
    m_undoTime.stop();
    m_notice->clear();
    if (!m_removed)
        return;
    ToolPast &past = m_calls.of(m_removed->tool);
    past.calls.insert(past.calls.begin() + static_cast<std::ptrdiff_t>(std::min(m_removed->at, past.calls.size())), m_removed->row);
    if (m_removed->result)
        past.results.insert(m_removed->row.number, *m_removed->result);
    m_removed.reset();
    m_calls.keep();
    refresh();
}

quint64 PastPane::before(quint64 number) const
{
    bool passed = false;
    for (const CallRow &call : m_calls.of(m_tool).calls) {
        if (passed && m_calls.of(m_tool).results.contains(call.number))
            return call.number;
        passed = passed || call.number == number;
    }
    return 0;
}

void PastPane::compareSelected()
{
    const QList<quint64> rows = selected();
    if (rows.size() == 2)
        return compare(rows.back(), rows.front());
    for (const CallRow &call : m_calls.of(m_tool).calls) {
        if (call.number != rows.front())
            return find(rows.front())->startedNs < call.startedNs ? compare(rows.front(), call.number) : compare(call.number, rows.front());
    }
}

json::Node PastPane::resultOf(quint64 number) const
{
    const auto found = m_calls.of(m_tool).results.constFind(number);
    return found == m_calls.of(m_tool).results.constEnd() || !found->result.document
        ? json::Node()
        : json::Node { found->result.document, found->result.result ? found->result.result.value : &found->result.document->root() };
}

void PastPane::compare(quint64 older, quint64 newer)
{
    const CallRow *a = find(older);
    const CallRow *b = find(newer);
    const json::Node left = resultOf(older);
    const json::Node right = resultOf(newer);
    auto *title = m_compareBox->findChild<QLabel *>(QStringLiteral("pastCompareTitle"));
    m_differences->clear();
    m_compareBox->show();
    m_ui.toolTabs->setCurrentWidget(m_ui.toolPastTab);
    if (!a || !b || !left || !right) {
        title->setText(QStringLiteral("One of the two results was not kept: it was larger than 256 KiB, or the call had no answer."));
        return;
    }
    const auto nameOf = [](const CallRow &call) { return clockTime(call.startedNs) + (call.name.isEmpty() ? QString() : u' ' + visible(call.name)); };
    m_differences->setHorizontalHeaderLabels({ QStringLiteral("Where"), nameOf(*a), nameOf(*b) });
    const std::vector<JsonDifference> found = jsonDifferences(left, right, mostDifferences);
    for (const JsonDifference &difference : found) {
        const QString where = difference.pointer.isEmpty() ? QStringLiteral("(whole)") : visible(view(difference.pointer));
        m_differences->appendRow({ new QStandardItem(where), new QStandardItem(sideText(difference.before)), new QStandardItem(sideText(difference.after)) });
    }
    title->setText(found.empty() ? QStringLiteral("No differences between the results of %1 and %2.").arg(nameOf(*a), nameOf(*b))
                                 : QStringLiteral("%1 between the results of %2 and %3")
                                       .arg(found.size() == 1 ? QStringLiteral("1 difference") : QStringLiteral("%1 differences").arg(found.size()), nameOf(*a), nameOf(*b)));
    m_compareView->setVisible(!found.empty());
}

} // namespace assayer
