#include "ui/pages/eralabpage.h"

#include "ui_eralabpage.h"

#include "inspection/eralabreport.h"
#include "base/clock.h"
#include "models/erareportmodel.h"
#include "models/listdiffmodel.h"
#include "platform/formattext.h"
#include "platform/visibletext.h"
#include "protocol/message.h"
#include "ui/desk.h"
#include "ui/filedialogs.h"
#include "ui/pages/eralabfacts.h"
#include "ui/pages/formlook.h"
#include "ui/preferences.h"
#include "ui/presentation/erareportpresentation.h"
#include "ui/presentation/listdiffpresentation.h"
#include "ui/recordings.h"
#include "ui/widgets/listview.h"

#include <QPointer>
#include <QThreadPool>
#include <QTimer>

namespace assayer {
namespace {

constexpr int offeredTools = 500;

QString commandLine(const Target &target)
{
    return shown((QStringList(target.command) + target.arguments).join(u' '));
}

int connectedRuns(const EraRuns &runs)
{
    return static_cast<int>(std::count_if(runs.begin(), runs.end(), [](const EraRun &run) { return run.connected(); }));
}

} // namespace

EraLabPage::EraLabPage(Desk &desk, QWidget *parent)
    : Page(PageId::EraLab, desk, parent)
    , m_ui(std::make_unique<Ui::EraLabPage>())
    , m_differenceModel(new ListDiffModel(this))
    , m_dressed(new ListDiffPresentation(this))
    , m_ticks(new QTimer(this))
{
    m_ui->setupUi(this);
    setObjectName(QStringLiteral("eraLabPage"));
    m_columns = { Column { m_ui->labLegacyTitle, m_ui->labLegacyView, m_ui->labLegacyTraceButton, new EraReportModel(this) },
        Column { m_ui->labAutoTitle, m_ui->labAutoView, m_ui->labAutoTraceButton, new EraReportModel(this) },
        Column { m_ui->labModernTitle, m_ui->labModernView, m_ui->labModernTraceButton, new EraReportModel(this) } };
    dress();
    wire();
    showState();
}

EraLabPage::~EraLabPage() = default;

void EraLabPage::dress()
{
    QStringList names;
    for (const EraRunKind kind : allEraRuns) {
        const Column &column = m_columns[static_cast<std::size_t>(kind)];
        auto *dressed = new EraReportPresentation(this);
        dressed->setSourceModel(column.model);
        column.view->setModel(dressed);
        dressList(column.view);
        formlook::columns(column.view, { "capabilities", "value" }, { 1 });
        column.view->setAccessibleName(QStringLiteral("%1: what this run brought").arg(eralabfacts::title(kind)));
        copyExactOnCopyKey(column.view);
        formlook::heading(column.title);
        column.title->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
        column.trace->setAccessibleName(QStringLiteral("Open the trace of the %1 run").arg(eralabfacts::title(kind).toLower()));
        names += eralabfacts::title(kind);
    }
    m_differenceModel->setRuns(names);
    m_dressed->setSourceModel(m_differenceModel);
    m_ui->labDiffView->setModel(m_dressed);
    dressList(m_ui->labDiffView);
    formlook::columns(m_ui->labDiffView, { "findings/tool.x-mcp", "9 listed, 1 m", "9 listed, 1 m", "listed" }, { 0, 1, 2, 3 });
    m_ui->labDiffView->setAccessibleName(QStringLiteral("Differences between the runs"));
    copyExactOnCopyKey(m_ui->labDiffView);
    formlook::heading(m_ui->labDiffTitle);
    formlook::untrusted(m_ui->labDiffDetail, QStringLiteral("The difference, each side whole"));
    m_ui->labFilter->setPlaceholderText(QStringLiteral("Filter differences"));
    m_ui->labFilter->setAccessibleName(QStringLiteral("Filter differences"));
    m_ui->labCallTool->setAccessibleName(QStringLiteral("Tool to call in each run"));
    m_ui->labCallArguments->setAccessibleName(QStringLiteral("Arguments, a JSON object"));
    m_ui->labCallArguments->setPlaceholderText(QStringLiteral("arguments, a JSON object: {\"text\": \"hi\"}"));
    m_ui->labRunButton->setToolTip(QStringLiteral("Connect as legacy, by negotiation and as modern, and compare (Ctrl+Return)"));
    m_ui->labExportButton->setToolTip(QStringLiteral("Save the three reports and their differences as JSON, or as Markdown"));
    m_ui->labCallPanel->hide();
    m_ui->labConfirmBar->clear();
    formlook::proportions(m_ui->labRunsSplitter, 1, 1, 1);
    formlook::proportions(m_ui->labSplitter, 1, 1);
    formlook::proportions(m_ui->labDiffSplitter, 3, 2);
    m_ticks->setInterval(1000);
}

void EraLabPage::wire()
{
    connect(m_ui->labRunButton, &QPushButton::clicked, this, &EraLabPage::run);
    connect(m_ui->labCancelButton, &QPushButton::clicked, this, &EraLabPage::cancel);
    connect(m_ui->labOnlyCheck, &QCheckBox::toggled, this, &EraLabPage::showRows);
    connect(m_ui->labCallCheck, &QCheckBox::toggled, this, [this](bool on) {
        m_ui->labCallPanel->setVisible(on);
        if (on) {
            fillTools();
            m_ui->labCallTool->setFocus(Qt::OtherFocusReason);
        }
    });
    connect(m_ui->labExportButton, &QPushButton::clicked, this, &EraLabPage::exportResults);
    connect(m_ui->labFilter, &FilterEdit::filterChanged, this, [this](const QString &text) {
        m_differenceModel->setFilter(text);
        showState();
    });
    connect(m_differenceModel, &ListDiffModel::filtered, this, &EraLabPage::showState);
    connect(m_ui->labFilter, &FilterEdit::leaveRequested, m_ui->labDiffView, qOverload<>(&QWidget::setFocus));
    connect(m_ui->labConfirmBar, &NoticeBar::triggered, this, [this](const QString &id) {
        const QString question = m_ui->labConfirmBar->words();
        m_ui->labConfirmBar->clear();
        if (id != QLatin1String("run"))
            return;
        m_confirmed = question;
        run();
    });
    connect(m_ui->labNotice, &NoticeBar::triggered, this, &EraLabPage::cancel);
    connect(m_ui->labDiffView->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &EraLabPage::showCurrent);
    connect(m_ui->labDiffView, &QTreeView::activated, this, [this] { m_ui->labDiffDetail->setFocus(Qt::OtherFocusReason); });
    for (const EraRunKind kind : allEraRuns) {
        connect(m_columns[static_cast<std::size_t>(kind)].trace, &QPushButton::clicked, this, [this, kind] {
            if (m_lab)
                Q_EMIT fileWanted(m_lab->options(kind).recordPath);
        });
    }
    connect(m_ticks, &QTimer::timeout, this, &EraLabPage::showState);
    connect(&desk(), &Desk::listChanged, this, [this] {
        if (m_ui->labCallCheck->isChecked())
            fillTools();
    });
}

/// Tools of the open connection; any other name can be typed.
void EraLabPage::fillTools()
{
    const QString typed = m_ui->labCallTool->currentText();
    m_ui->labCallTool->clear();
    const ListSnapshotPtr tools = desk().snapshot(ListKind::Tools);
    for (const ListEntry &entry : tools->items) {
        if (m_ui->labCallTool->count() < offeredTools)
            m_ui->labCallTool->addItem(fromWire(entry.text("name")));
    }
    if (!typed.isEmpty())
        m_ui->labCallTool->setEditText(typed);
}

QString EraLabPage::question(const InspectionOptions &options) const
{
    QStringList parts;
    if (options.session.target.kind == TransportKind::Stdio)
        parts += QStringLiteral("This starts the command three times, and twice more for probes: %1").arg(commandLine(options.session.target));
    const QString tool = m_ui->labCallTool->currentText();
    if (m_ui->labCallCheck->isChecked() && !tool.isEmpty())
        parts += QStringLiteral("It calls %1 once in each run.").arg(shown(tool));
    return parts.join(QStringLiteral("\n"));
}

void EraLabPage::run()
{
    if (isRunning() || desk().isTrace())
        return;
    const QByteArray arguments = m_ui->labCallArguments->text().trimmed().toUtf8();
    m_refusal.reset();
    if (m_ui->labCallCheck->isChecked() && !arguments.isEmpty()) {
        const auto parsed = parseJson(arguments);
        if (!parsed || !(*parsed)->root().isObject())
            m_refusal = Error("usage", "The arguments of the call must be a JSON object");
    }
    const Result<InspectionOptions> options = desk().optionsForLab();
    if (!options)
        m_refusal = options.error();
    if (m_refusal)
        return showState();
    const QString asked = question(*options);
    if (!asked.isEmpty() && asked != m_confirmed) {
        m_ui->labConfirmBar->setNotice(Tone::Warning, asked,
            { { QStringLiteral("run"), QStringLiteral("Run all three") }, { QStringLiteral("no"), QStringLiteral("Not now") } }, false);
        return;
    }
    m_ui->labConfirmBar->clear();
    start(*options);
}

void EraLabPage::start(const InspectionOptions &given)
{
    InspectionOptions options = given;
    if (!desk().isPrivate() && desk().preferences().isOn(Preferences::Record))
        options.recordPath = recordings::newPath(desk().source().name + QStringLiteral("-lab"));
    EraLabPlan plan;
    plan.lists = m_ui->labListsCheck->isChecked();
    if (m_ui->labCallCheck->isChecked()) {
        plan.tool = toWire(m_ui->labCallTool->currentText());
        plan.arguments = m_ui->labCallArguments->text().trimmed().toUtf8();
    }
    m_differences.reset();
    m_endedWallNs = 0;
    showRows();
    m_lab = std::make_unique<EraLab>(std::move(options), std::move(plan));
    connect(m_lab.get(), &EraLab::changed, this, &EraLabPage::showState);
    connect(m_lab.get(), &EraLab::finished, this, &EraLabPage::takeEnd);
    connect(m_lab.get(), &EraLab::recordingFailed, this, [this](const QString &why) { Q_EMIT said(QStringLiteral("A run is not recorded: %1").arg(shown(why))); });
    m_lab->start();
    m_ticks->start();
    showState();
    // The question's button is gone, and this one is greyed: the keyboard stays on the page.
    m_ui->labCancelButton->setFocus(Qt::OtherFocusReason);
}

void EraLabPage::takeEnd()
{
    m_ticks->stop();
    m_endedWallNs = wallNs();
    showState();
    // Comparing lists of a hundred thousand entries takes longer than a frame.
    const QPointer<EraLabPage> self(this);
    QThreadPool::globalInstance()->start([self, runs = m_lab->runs(), end = m_endedWallNs] {
        auto differences = std::make_shared<const std::vector<EraDifference>>(eraDifferences(runs));
        QMetaObject::invokeMethod(
            qApp, [self, differences, end] {
                if (self && self->m_endedWallNs == end)
                    self->takeDifferences(differences);
            },
            Qt::QueuedConnection);
    });
}

void EraLabPage::takeDifferences(Differences differences)
{
    m_differences = std::move(differences);
    showRows();
    m_ui->labDiffView->setCurrentIndex(m_dressed->index(0, 0));
    showCurrent();
}

QString EraLabPage::endWords() const
{
    QStringList failed;
    QStringList skipped;
    for (const EraRunKind kind : allEraRuns) {
        if (m_lab->phase(kind) == EraLab::Phase::Skipped)
            skipped += eralabfacts::title(kind);
        else if (!m_lab->run(kind).connected())
            failed += eralabfacts::title(kind);
    }
    const int compared = connectedRuns(m_lab->runs());
    QString words;
    if (m_lab->wasCancelled())
        words = QStringLiteral("Cancelled. ");
    if (!failed.isEmpty())
        words += QStringLiteral("%1 failed; %2. ").arg(failed.join(QStringLiteral(" and ")), compared == 2 ? QStringLiteral("two columns compared") : QStringLiteral("nothing to compare"));
    return words + QStringLiteral("Results of %1; the servers are closed.").arg(clockTime(m_endedWallNs));
}

void EraLabPage::showState()
{
    const bool running = isRunning();
    const bool over = m_lab && !running && m_endedWallNs != 0;
    m_ui->labRunButton->setEnabled(!running && !desk().isTrace());
    m_ui->labCancelButton->setEnabled(running && !m_lab->wasCancelled());
    m_ui->labExportButton->setEnabled(over && m_differences);
    if (m_refusal)
        m_ui->labNotice->setNotice(Tone::Error, shown(QString::fromStdString(m_refusal->message)), {}, true);
    else if (running)
        m_ui->labNotice->setNotice(Tone::Note, eralabfacts::progress(*m_lab), { { QStringLiteral("cancel"), QStringLiteral("Cancel") } }, false);
    else if (over)
        m_ui->labNotice->setNotice(connectedRuns(m_lab->runs()) < 3 ? Tone::Warning : Tone::Muted, endWords(), {}, false);
    else
        m_ui->labNotice->clear();
    std::array<std::vector<EraFact>, eraRuns> facts;
    if (m_lab)
        facts = eralabfacts::facts(m_lab->runs());
    for (const EraRunKind kind : allEraRuns) {
        const auto run = static_cast<std::size_t>(kind);
        const Column &column = m_columns[run];
        column.title->setText(m_lab ? eralabfacts::heading(*m_lab, kind) : eralabfacts::title(kind));
        column.model->setRows(std::move(facts[run]));
        column.trace->setEnabled(m_lab && m_lab->phase(kind) == EraLab::Phase::Done && !m_lab->options(kind).recordPath.isEmpty());
    }
    const bool any = m_differenceModel->rowCount() > 0;
    m_ui->labDiffStack->setCurrentIndex(any ? 0 : 1);
    m_ui->labDiffDetail->setVisible(any);
    QString words = desk().isTrace() ? QStringLiteral("A trace has no server that could be opened again.") : QStringLiteral("Connects this profile three times and compares.");
    if (running || (over && !m_differences))
        words = QStringLiteral("The differences appear when all three are done.");
    else if (over && connectedRuns(m_lab->runs()) < 2)
        words = QStringLiteral("Fewer than two runs were connected: there is nothing to compare.");
    else if (over && !m_ui->labFilter->text().isEmpty() && m_differenceModel->total() > 0)
        words = QStringLiteral("None of %1 matches the filter.").arg(count(m_differenceModel->total()));
    else if (over)
        words = QStringLiteral("No differences in identity, capabilities, lists and findings.");
    m_ui->labDiffPlaceholder->setText(words);
}

void EraLabPage::showRows()
{
    const bool only = m_ui->labOnlyCheck->isChecked();
    m_differenceModel->setRows(m_differences ? eralabfacts::rows(*m_differences, only) : std::vector<DiffRow>());
    qsizetype number = 0;
    for (const DiffRow &row : m_differenceModel->rows())
        number += row.differs ? 1 : 0;
    m_ui->labDiffTitle->setText(m_differences ? QStringLiteral("%1 %2").arg(count(number), number == 1 ? QStringLiteral("difference") : QStringLiteral("differences")) : QStringLiteral("Differences"));
    showState();
    showCurrent();
}

const EraDifference *EraLabPage::current() const
{
    const QModelIndex index = m_dressed->mapToSource(m_ui->labDiffView->currentIndex());
    if (!index.isValid() || !m_differences)
        return nullptr;
    const std::string where = toWire(m_differenceModel->at(index.row()).where).toStdString();
    const auto found = std::find_if(m_differences->begin(), m_differences->end(), [&where](const EraDifference &difference) { return difference.where == where; });
    return found == m_differences->end() ? nullptr : &*found;
}

void EraLabPage::showCurrent()
{
    const EraDifference *difference = current();
    if (difference)
        m_ui->labDiffDetail->setServerText(eralabfacts::detail(*difference, m_lab->runs()));
    else
        m_ui->labDiffDetail->setPlaceholder(QStringLiteral("Select a difference."));
}

void EraLabPage::exportResults()
{
    if (!m_lab || !m_differences)
        return;
    const QPointer<EraLabPage> self(this);
    const QString suggested = fileNameFor(desk().source().name + QStringLiteral("-eralab"), QStringLiteral("application/json"));
    saveBytes(this, suggested, eraLabJson(m_lab->runs(), *m_differences) + '\n', [self](const QString &words) {
        if (self)
            Q_EMIT self->said(words);
    });
}

void EraLabPage::act(bool)
{
    if (m_ui->labRunButton->isEnabled())
        run();
}

bool EraLabPage::cancel()
{
    if (!isRunning())
        return false;
    m_lab->cancel();
    return true;
}

bool EraLabPage::stepFault(bool backward)
{
    const int rows = m_differenceModel->rowCount();
    const int from = m_ui->labDiffView->currentIndex().row();
    for (int step = 1; step <= rows; ++step) {
        const int row = ((from + (backward ? -step : step)) % rows + rows) % rows;
        if (!m_differenceModel->at(row).differs)
            continue;
        m_ui->labDiffView->setCurrentIndex(m_dressed->index(row, 0));
        return true;
    }
    return false;
}

void EraLabPage::takeFocus()
{
    if (m_differenceModel->rowCount() > 0)
        m_ui->labDiffView->setFocus(Qt::OtherFocusReason);
    else
        m_ui->labRunButton->setFocus(Qt::OtherFocusReason);
}

void EraLabPage::find()
{
    m_ui->labFilter->setFocus(Qt::ShortcutFocusReason);
    m_ui->labFilter->selectAll();
}

bool EraLabPage::clearFilter()
{
    if (m_ui->labFilter->text().isEmpty())
        return false;
    m_ui->labFilter->clear();
    m_differenceModel->setFilter({});
    showState();
    takeFocus();
    return true;
}

QString EraLabPage::report() const
{
    return m_lab && m_differences ? QString::fromUtf8(eraLabMarkdown(m_lab->runs(), *m_differences)) : QString();
}

QString EraLabPage::help() const
{
    return QStringLiteral("Connects this profile three times, as legacy, by negotiation and as modern, one after another, and shows what each "
                          "brought and what differs. The open connection is left alone. Ctrl+Return runs, Shift+Esc cancels, "
                          "Ctrl+F3 walks the differences, Ctrl+Shift+B copies them as Markdown.");
}

void EraLabPage::fit(int width, int)
{
    formlook::orient(m_ui->labDiffSplitter, width < 760 ? Qt::Vertical : Qt::Horizontal);
}

} // namespace assayer
