#include "ui/dialogs/exportdialog.h"

#include "ui_exportdialog.h"

#include "models/redactionmodel.h"
#include "models/tracemodel.h"
#include "platform/formattext.h"
#include "platform/visibletext.h"
#include "trace/tracelog.h"
#include "ui/desk.h"
#include "ui/filedialogs.h"
#include "ui/pages/formlook.h"
#include "ui/panes/recordcopy.h"
#include "ui/panes/tracepane.h"
#include "ui/presentation/redactionpresentation.h"
#include "ui/widgets/listview.h"
#include "ui/widgets/placeholder.h"

#include <QButtonGroup>
#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QPointer>
#include <QThreadPool>

#include <algorithm>
#include <map>

namespace assayer {
namespace {

constexpr int previewDelayMs = 150;
constexpr qsizetype previewBytes = 256 * 1024;
constexpr std::size_t previewRows = 200; ///< records the preview writes

struct RemovedRows {
    std::vector<RedactionRow> rows;
    std::vector<quint64> firstRecords;
};

/// Counted by place; the record where each is removed first.
RemovedRows rowsOf(const std::vector<Redaction> &redactions)
{
    std::map<std::pair<QString, QString>, std::pair<int, quint64>> places;
    for (const Redaction &redaction : redactions) {
        const QString where = fromWire({ redaction.where.constData(), static_cast<std::size_t>(redaction.where.size()) });
        const qsizetype blank = where.startsWith(u'/') ? -1 : where.indexOf(u' ');
        const QString kind = blank > 0 ? where.left(blank) : where.startsWith(u'/') ? QStringLiteral("body") : where;
        auto &[count, first] = places.try_emplace({ kind, blank > 0 ? where.mid(blank + 1) : where }, std::pair(0, redaction.record)).first->second;
        ++count;
        first = std::min(first, redaction.record);
    }
    RemovedRows removed;
    for (const auto &[place, found] : places) {
        removed.rows.push_back({ place.first, place.second, found.first, false });
        removed.firstRecords.push_back(found.second);
    }
    return removed;
}

} // namespace

ExportDialog::ExportDialog(TracePane &pane, QWidget *parent)
    : QDialog(parent)
    , m_ui(std::make_unique<Ui::ExportDialog>())
    , m_analyzer(pane.analyzer())
    , m_log(pane.desk().trace())
    , m_findings(pane.desk().findings())
    , m_name(pane.desk().source().name)
    , m_redactions(new RedactionModel(this))
{
    m_ui->setupUi(this);
    setObjectName(QStringLiteral("exportDialog"));
    m_secrets = secretSources(pane.desk());
    for (const quint64 row : pane.model()->shownLogRows())
        m_shown.push_back(static_cast<quint32>(row));
    for (const quint64 seq : pane.model()->marked()) {
        if (const auto row = m_log->rowOf(seq))
            m_marked.push_back(static_cast<quint32>(*row));
    }
    std::sort(m_marked.begin(), m_marked.end());
    m_ui->exportScopeMarked->setText(QStringLiteral("&marked %1").arg(count(static_cast<qint64>(m_marked.size()))));
    m_ui->exportScopeMarked->setEnabled(!m_marked.empty());
    m_ui->exportScopeMarked->setToolTip(m_marked.empty() ? QStringLiteral("No record is marked. Ctrl+M marks one.") : QString());
    m_filtered = m_shown.size() != pane.model()->total();
    m_ui->exportScopeDisplayed->setText(QStringLiteral("&displayed %1").arg(count(static_cast<qint64>(m_shown.size()))));
    m_ui->exportScopeAll->setText(QStringLiteral("&all %1").arg(count(static_cast<qint64>(m_log->count()))));
    const std::pair<ExportFormat, const char *> formats[] = { { ExportFormat::Jsonl, "Assayer trace (.mcptrace)" }, { ExportFormat::Har, "HAR 1.2" },
        { ExportFormat::Csv, "CSV" }, { ExportFormat::Markdown, "Markdown report" }, { ExportFormat::Otlp, "OTLP JSON" } };
    for (const auto &[format, text] : formats)
        m_ui->exportFormatCombo->addItem(QString::fromLatin1(text), static_cast<int>(format));
    auto *dressed = new RedactionPresentation(this);
    dressed->setSourceModel(m_redactions);
    m_ui->exportRemovedView->setModel(dressed);
    dressList(m_ui->exportRemovedView);
    formlook::columns(m_ui->exportRemovedView, { "argument", "/params/arguments/token", "1,234" }, { 1 });
    m_ui->exportRemovedView->setAccessibleName(QStringLiteral("Values that will be removed"));
    auto *words = new Placeholder(m_ui->exportRemovedView);
    words->setObjectName(QStringLiteral("exportRemovedPlaceholder"));
    words->setWords(QStringLiteral("No secret was found in these records."));
    formlook::heading(m_ui->exportRemovedTitle);
    formlook::heading(m_ui->exportPreviewTitle);
    m_ui->exportKeepWord->setPlaceholderText(QStringLiteral("KEEP"));
    m_ui->exportKeepWord->setAccessibleName(QStringLiteral("Type KEEP to keep the secrets"));
    m_ui->exportProgress->hide();
    formlook::proportions(m_ui->exportSplitter, 1, 1);
    m_timer.setSingleShot(true);
    m_timer.setInterval(previewDelayMs);
    wire();
    suggestPath();
    schedulePreview();
    const int letter = fontMetrics().averageCharWidth();
    resize(letter * 120, fontMetrics().lineSpacing() * 30);
}

ExportDialog::~ExportDialog()
{
    *m_current = 0; // a list that is being made has no reader any more; a file that is being written is finished
}

void ExportDialog::wire()
{
    // Four radio buttons of one parent are one choice unless they are told apart.
    auto *scope = new QButtonGroup(this);
    scope->addButton(m_ui->exportScopeDisplayed);
    scope->addButton(m_ui->exportScopeMarked);
    scope->addButton(m_ui->exportScopeAll);
    auto *secrets = new QButtonGroup(this);
    secrets->addButton(m_ui->exportSecretsRemove);
    secrets->addButton(m_ui->exportSecretsKeep);
    m_ui->exportSecretsRemove->setChecked(true);
    (m_filtered ? m_ui->exportScopeDisplayed : m_ui->exportScopeAll)->setChecked(true);
    for (QRadioButton *button : { m_ui->exportScopeDisplayed, m_ui->exportScopeMarked, m_ui->exportScopeAll, m_ui->exportSecretsRemove, m_ui->exportSecretsKeep })
        connect(button, &QRadioButton::toggled, this, &ExportDialog::schedulePreview);
    connect(m_ui->exportSecretsKeep, &QRadioButton::toggled, m_ui->exportKeepWord, &QWidget::setEnabled);
    connect(m_ui->exportKeepWord, &QLineEdit::textChanged, this, &ExportDialog::schedulePreview);
    connect(m_ui->exportFormatCombo, &QComboBox::currentIndexChanged, this, [this] {
        suggestPath();
        schedulePreview();
    });
    connect(m_ui->exportPath, &QLineEdit::textChanged, this, &ExportDialog::updateButtons);
    connect(m_ui->exportBrowseButton, &QPushButton::clicked, this, &ExportDialog::browse);
    connect(m_ui->exportButton, &QPushButton::clicked, this, &ExportDialog::write);
    connect(m_ui->exportCloseButton, &QPushButton::clicked, this, [this] { m_writing ? cancel() : static_cast<void>(close()); });
    connect(m_ui->exportRemovedView->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this](const QModelIndex &index) { previewRecord(index.row()); });
    connect(&m_timer, &QTimer::timeout, this, &ExportDialog::makePreview);
}

void ExportDialog::setPath(const QString &path)
{
    m_ui->exportPath->setText(path);
}

void ExportDialog::suggestPath()
{
    const std::string_view extension = exportFormatExtension(options().format);
    const QString before = m_ui->exportPath->text();
    const QString folder = before.isEmpty() ? QDir::homePath() : QFileInfo(before).absolutePath();
    QString stem = fileNameFor(QFileInfo(m_name).completeBaseName(), {});
    stem.chop(4);
    m_ui->exportPath->setText(folder + u'/' + stem + QStringLiteral("-export")
        + QString::fromLatin1(extension.data(), static_cast<qsizetype>(extension.size())));
}

void ExportDialog::browse()
{
    askSavePath(this, QStringLiteral("Export to"), m_ui->exportPath->text(), {}, [self = QPointer<ExportDialog>(this)](const QString &path) {
        if (self)
            self->setPath(path);
    });
}

bool ExportDialog::keeps() const
{
    return m_ui->exportSecretsKeep->isChecked() && m_ui->exportKeepWord->text() == QLatin1String("KEEP");
}

ExportOptions ExportDialog::options() const
{
    ExportOptions options;
    options.format = static_cast<ExportFormat>(m_ui->exportFormatCombo->currentData().toInt());
    options.keepSecrets = keeps();
    options.secrets = m_secrets;
    options.findings = m_findings;
    options.title = m_name;
    return options;
}

std::optional<std::vector<quint32>> ExportDialog::rows() const
{
    if (m_ui->exportScopeDisplayed->isChecked())
        return m_shown;
    return m_ui->exportScopeMarked->isChecked() ? std::optional(m_marked) : std::nullopt;
}

void ExportDialog::updateButtons()
{
    const bool word = !m_ui->exportSecretsKeep->isChecked() || keeps();
    m_ui->exportButton->setEnabled(word && !m_writing && !m_ui->exportPath->text().isEmpty());
    m_ui->exportButton->setToolTip(word ? QString() : QStringLiteral("Keeping secrets wants the word KEEP."));
}

void ExportDialog::schedulePreview()
{
    m_previewed = 0;
    m_timer.start();
    updateButtons();
}

/// The first records only, or the one chosen at the left: the same writer as the file's, stopped when enough is there.
void ExportDialog::makePreview()
{
    const quint64 run = ++m_run;
    *m_current = run;
    std::vector<quint32> first = rows().value_or(std::vector<quint32>());
    if (!rows()) {
        for (quint32 row = 0; row < m_log->count() && first.size() < previewRows; ++row)
            first.push_back(row);
    }
    first.resize(std::min(first.size(), previewRows));
    const bool one = m_previewed > 0 && m_log->rowOf(m_previewed);
    if (one)
        first = { static_cast<quint32>(*m_log->rowOf(m_previewed)) };
    m_ui->exportPreviewTitle->setText(one ? QStringLiteral("Preview of record %1, as written").arg(m_previewed) : QStringLiteral("Preview, as written"));
    const QPointer<ExportDialog> self(this);
    QThreadPool::globalInstance()->start([self, run, first, analyzer = m_analyzer, log = m_log, what = options()] {
        Preview preview;
        const auto sink = [&preview](const QByteArray &piece) {
            preview.text += piece;
            return preview.text.size() < previewBytes;
        };
        const Result<ExportSummary> summary = exportTrace(*analyzer, first, what, sink);
        if (summary)
            preview.redacted = summary->redacted;
        else if (preview.text.size() < previewBytes)
            preview.problem = QString::fromStdString(summary.error().message);
        QMetaObject::invokeMethod(qApp, [self, run, preview] {
            if (self)
                self->takePreview(run, preview);
        });
    });
}

void ExportDialog::takePreview(quint64 run, const Preview &preview)
{
    if (run != m_run)
        return;
    m_ui->exportPreview->setText(preview.text);
    m_ui->exportStatus->setText(preview.problem);
    if (m_previewed)
        return; // the list stays that of the whole
    const std::size_t all = rows() ? rows()->size() : static_cast<std::size_t>(m_log->count());
    const bool more = all > previewRows;
    showRemoved(preview.redacted, more ? QStringLiteral(" from the first %1 records; looking at the rest...").arg(previewRows) : QString());
    if (more)
        scanAll(run);
}

/// What is removed from all records: the writer runs once with nothing to write to. It ends where another choice was made.
void ExportDialog::scanAll(quint64 run)
{
    const QPointer<ExportDialog> self(this);
    QThreadPool::globalInstance()->start([self, run, current = m_current, analyzer = m_analyzer, log = m_log, chosen = rows(), what = options()] {
        const Result<ExportSummary> summary = exportTrace(*analyzer, chosen, what, [&](const QByteArray &) { return current->load() == run; });
        if (!summary)
            return;
        QMetaObject::invokeMethod(qApp, [self, run, redacted = summary->redacted, records = summary->records] {
            if (self)
                self->takeScan(run, redacted, records);
        });
    });
}

void ExportDialog::takeScan(quint64 run, const std::vector<Redaction> &redacted, quint64 records)
{
    if (run == m_run)
        showRemoved(redacted, QStringLiteral(" from %1 records").arg(count(static_cast<qint64>(records))));
}

void ExportDialog::showRemoved(const std::vector<Redaction> &redacted, const QString &note)
{
    RemovedRows removed = rowsOf(redacted);
    m_firstRecords = std::move(removed.firstRecords);
    m_redactions->setRows(std::move(removed.rows));
    m_ui->exportRemovedTitle->setText(keeps() ? QStringLiteral("Nothing is removed: secrets are kept")
                                              : QStringLiteral("%1 values will be removed%2").arg(count(static_cast<qint64>(redacted.size())), note));
}

void ExportDialog::previewRecord(int row)
{
    if (row < 0 || row >= m_redactions->rowCount())
        return;
    m_previewed = m_firstRecords[static_cast<std::size_t>(m_redactions->sourceRow(row))];
    makePreview();
}

void ExportDialog::cancel()
{
    if (m_cancelled)
        *m_cancelled = true;
    m_ui->exportStatus->setText(QStringLiteral("Cancelling..."));
}

void ExportDialog::write()
{
    m_writing = true;
    m_cancelled = std::make_shared<std::atomic<bool>>(false);
    m_ui->exportCloseButton->setText(QStringLiteral("Cancel"));
    updateButtons();
    m_ui->exportProgress->setRange(0, 0);
    m_ui->exportProgress->show();
    const QString path = m_ui->exportPath->text();
    const QPointer<ExportDialog> self(this);
    QThreadPool::globalInstance()->start([self, path, stop = m_cancelled, analyzer = m_analyzer, log = m_log, chosen = rows(), what = options()] {
        const Result<ExportSummary> summary = exportTraceToFile(*analyzer, chosen, what, path, stop.get());
        const QString words = summary ? QStringLiteral("%1 records written to %2, %3 values removed.")
                                            .arg(count(static_cast<qint64>(summary->records)), path, count(static_cast<qint64>(summary->redacted.size())))
                                      : QString::fromStdString(summary.error().message);
        const bool ok = summary.has_value();
        QMetaObject::invokeMethod(qApp, [self, words, ok, path] {
            if (!self)
                return;
            self->m_writing = false;
            self->m_ui->exportCloseButton->setText(QStringLiteral("Close"));
            self->m_ui->exportProgress->hide();
            self->m_ui->exportStatus->setText(words);
            self->updateButtons();
            if (ok)
                Q_EMIT self->exported(path);
        });
    });
}

} // namespace assayer
