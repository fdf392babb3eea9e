#include "ui/pages/resultpane.h"

#include "ui_toolspage.h"

#include "inspection/reportparts.h"
#include "models/formproblemmodel.h"
#include "platform/formattext.h"
#include "platform/visibletext.h"
#include "ui/desk.h"
#include "ui/filedialogs.h"
#include "ui/pages/errorwords.h"
#include "ui/pages/formlook.h"
#include "ui/pages/page.h"
#include "ui/pages/partfaults.h"
#include "ui/presentation/contentblockpresentation.h"
#include "ui/presentation/formproblempresentation.h"
#include "ui/widgets/contentpane.h"
#include "ui/widgets/delegates.h"

#include <QEvent>

namespace assayer {
namespace {

constexpr int failureRows = 3;
constexpr int lowContent = 180;
constexpr int sideBySide = 400;

/// Where a failure is, said once: the engine's sentences begin with the place, the schema's place stands behind.
QString failureWords(const OutputVerdict::Failure &failure)
{
    return QStringLiteral("%1   [%2]").arg(QString::fromStdString(failure.message), QString::fromStdString(failure.schemaPath));
}

} // namespace

ResultPane::ResultPane(Ui::ToolsPage &ui, Desk &desk, QObject *parent)
    : QObject(parent)
    , m_ui(ui)
    , m_desk(desk)
    , m_blocks(new ContentBlockModel(this))
    , m_failures(new FormProblemModel(this))
{
    auto *blocks = new ContentBlockPresentation(this);
    blocks->setSourceModel(m_blocks);
    ui.resultContentView->setModel(blocks);
    ui.resultContentView->setItemDelegate(new EscapedDelegate(this));
    ui.resultContentView->setAccessibleName(QStringLiteral("Content blocks of the result"));
    auto *failures = new FormProblemPresentation(this);
    failures->setSourceModel(m_failures);
    ui.resultFailures->setModel(failures);
    ui.resultFailures->setAccessibleName(QStringLiteral("Failures of the output check"));
    ui.resultFailures->setItemDelegate(new EscapedDelegate(this));
    ui.resultTree->setAccessibleName(QStringLiteral("Structured output"));
    ui.resultSchema->setAccessibleName(QStringLiteral("Output schema of the generation that judged it"));
    ui.resultVerdict->installEventFilter(this);
    ui.resultContentSplitter->installEventFilter(this);
    formlook::proportions(ui.resultContentSplitter, 1, 2);
    ui.resultBlock->setPrefix(QStringLiteral("resultBlock"));
    ui.resultTabs->setMinimumHeight(5 * ui.resultTabs->fontMetrics().lineSpacing()); // not the sum of what its pages would like
    auto *compare = new QToolButton(ui.resultPane);
    compare->setObjectName(QStringLiteral("resultCompareButton"));
    compare->setText(QStringLiteral("Compare..."));
    compare->setToolTip(QStringLiteral("With the result of the call before"));
    ui.layout22->addWidget(compare);
    connect(compare, &QToolButton::clicked, this, &ResultPane::compareWanted);
    connect(ui.resultBlock, &ContentPane::readWanted, this, &ResultPane::readWanted);
    connect(ui.resultBlock, &ContentPane::saveWanted, this, &ResultPane::save);
    connect(ui.resultContentView->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
        [this](const QModelIndex &index) { showBlock(index.row()); });
    connect(ui.resultFailures, &QListView::clicked, this, [this](const QModelIndex &index) { chooseFailure(index.row()); });
    connect(ui.resultFailures, &QListView::activated, this, [this](const QModelIndex &index) { chooseFailure(index.row()); });
    connect(ui.resultTree, &JsonTreeView::markActivated, this, [this](const QString &pointer) {
        for (int row = 0; row < m_failures->rowCount(); ++row) {
            if (m_failures->at(row).pointer == pointer)
                return chooseFailure(row);
        }
    });
    connect(ui.resultRecordButton, &QToolButton::clicked, this, [this] { Q_EMIT recordWanted(m_result.result.answerFrame); });
    connect(ui.resultSaveButton, &QToolButton::clicked, this, &ResultPane::save);
    clear();
}

void ResultPane::clear()
{
    m_shown = false;
    m_result = {};
    m_blocks->clear();
    m_failures->clear();
    m_ui.resultTree->setRoot({});
    m_ui.resultRaw->clear();
    m_ui.resultStatus->clear();
    m_ui.resultVerdict->clear();
    m_ui.resultFailures->hide();
    m_ui.resultSchemaPane->hide();
    m_ui.resultStack->setCurrentIndex(0);
    m_ui.resultRecordButton->setEnabled(false);
    m_ui.resultSaveButton->setEnabled(false);
    m_ui.resultPane->findChild<QToolButton *>(QStringLiteral("resultCompareButton"))->setEnabled(false);
}

void ResultPane::show(const ActionResult &result)
{
    m_result = result;
    m_shown = true;
    m_ui.resultRecordButton->setEnabled(result.result.answerFrame != 0);
    m_ui.resultSaveButton->setEnabled(bool(result.result.document));
    m_ui.resultPane->findChild<QToolButton *>(QStringLiteral("resultCompareButton"))->setEnabled(bool(result.result.document));
    showContent();
    m_ui.resultStatus->setText(statusLine()); // counts what the content holds
    showVerdict();
    showFailures();
}

void ResultPane::showContent()
{
    const ExchangeResult &answer = m_result.result;
    const bool anything = bool(answer.document);
    m_ui.resultStack->setCurrentIndex(anything ? 1 : 0);
    if (!anything) {
        m_ui.resultPlaceholder->setText(faultWords());
        return;
    }
    const SessionFactsPtr facts = m_desk.facts();
    m_blocks->setResult(answer.result, "content", facts ? partFaults(m_result, facts->revision, "content") : std::vector<Faults>());
    const json::Value *structured = answer.result ? answer.result.value->find("structuredContent") : nullptr;
    m_ui.resultTree->setRoot(structured ? json::Node { answer.document, structured } : answer.result);
    m_ui.resultTabs->setTabText(1, structured ? QStringLiteral("Structured") : QStringLiteral("Tree"));
    const std::string_view text = answer.document->text();
    m_ui.resultRaw->setText(QByteArray(text.data(), static_cast<qsizetype>(text.size())));
    const bool hasBlocks = m_blocks->rowCount() > 0;
    m_ui.resultTabs->setCurrentIndex(hasBlocks ? 0 : structured ? 1 : 2);
    m_ui.resultContentView->setVisible(m_blocks->rowCount() != 1);
    m_ui.resultContentView->setCurrentIndex(m_ui.resultContentView->model()->index(0, 0));
    showBlock(0);
}

void ResultPane::showBlock(int row)
{
    if (row < 0 || row >= m_blocks->rowCount())
        m_ui.resultBlock->showNothing(QStringLiteral("The result holds no content blocks."));
    else
        m_ui.resultBlock->showBlock(m_blocks->at(row));
}

/// Of an answer that never came: what is known of the tool.
QString ResultPane::faultWords() const
{
    const ExchangeResult &answer = m_result.result;
    if (!answer.error)
        return {};
    if (answer.error->kind == "cancelled") {
        return answer.requestFrame ? QStringLiteral("The server was told; it may have run.") : QStringLiteral("The request was not sent.");
    }
    const QString seen = actionErrorText(m_desk, *answer.error, m_result.method, m_result.name, answer.elapsedNs).seen;
    if (answer.error->kind == "connection-closed" && answer.requestFrame)
        return seen + QStringLiteral("\n\nThe connection ended before an answer. It is not known whether the tool ran.");
    return seen;
}

QString ResultPane::statusLine() const
{
    const ExchangeResult &answer = m_result.result;
    if (answer.error && answer.error->kind == "cancelled")
        return QStringLiteral("Cancelled by you after %1").arg(duration(answer.elapsedNs));
    if (answer.error)
        return actionErrorText(m_desk, *answer.error, m_result.method, m_result.name, answer.elapsedNs).title;
    const QString word = m_result.isError ? QStringLiteral("The tool reports an error (isError)") : QStringLiteral("OK");
    QStringList parts { m_result.inputRequired ? QStringLiteral("The server asks for input; it was not answered") : word, duration(answer.elapsedNs), byteSize(answer.bytes) };
    parts << (answer.answerFrame ? QStringLiteral("record %1").arg(answer.answerFrame) : QStringLiteral("of an earlier connection"));
    int broken = 0;
    for (const ContentBlock &block : m_blocks->rows())
        broken += block.kind == ContentBlock::Broken ? 1 : 0;
    if (broken)
        parts << QStringLiteral("%1 of %2 content blocks %3 not valid and shown raw").arg(broken).arg(m_blocks->rowCount()).arg(broken == 1 ? QStringLiteral("is") : QStringLiteral("are"));
    if (answer.rounds)
        parts << (answer.rounds == 1 ? QStringLiteral("1 round of questions") : QStringLiteral("%1 rounds of questions").arg(answer.rounds));
    return parts.join(QStringLiteral("   "));
}

QString ResultPane::verdictLine() const
{
    const std::optional<Error> &error = m_result.result.error;
    if (error && error->data.code == "-32042")
        return QStringLiteral("Its addresses stand in Questions (F8): open them, then call again.");
    if (error && m_result.output.state == OutputVerdict::None)
        return {};
    return shown(QString::fromStdString(report::outputSentence(m_result.output)));
}

void ResultPane::showVerdict()
{
    using State = OutputVerdict::State;
    const OutputVerdict &output = m_result.output;
    const bool bad = output.state == State::Invalid || output.state == State::Missing;
    const bool unsure = output.state == State::Unchecked || output.undeclared || (output.state == State::None && !output.reason.empty());
    const Tone tone = bad ? output.advisory ? Tone::Note : Tone::Error : output.state == State::Valid ? Tone::Ok : unsure ? Tone::Warning : Tone::Muted;
    m_ui.resultVerdict->setText(verdictLine());
    m_ui.resultVerdict->setCursor(output.failures.empty() ? Qt::ArrowCursor : Qt::PointingHandCursor);
    QPalette palette = m_ui.resultPane->palette();
    palette.setColor(QPalette::WindowText, tones::color(tone, palette));
    m_ui.resultVerdict->setPalette(palette);
}

void ResultPane::showFailures()
{
    const Severity severity = m_result.output.advisory ? Severity::Note : Severity::Error;
    std::vector<FormProblem> rows;
    std::vector<JsonTreeModel::Mark> marks;
    for (const OutputVerdict::Failure &failure : m_result.output.failures) {
        const QString pointer = QString::fromStdString(failure.instancePath);
        rows.push_back({ pointer, {}, failureWords(failure), severity });
        marks.push_back({ pointer, severity, QString::fromStdString(failure.message) });
    }
    const int count = static_cast<int>(rows.size());
    m_failures->setRows(std::move(rows));
    m_ui.resultTree->tree()->setMarks(std::move(marks));
    m_ui.resultFailures->setVisible(count > 0);
    m_ui.resultSchemaPane->setVisible(count > 0 && m_result.output.schema);
    const int row = EscapedDelegate::rowHeight(m_ui.resultFailures->fontMetrics());
    m_ui.resultFailures->setFixedHeight(qMin(count, failureRows) * row + 2 * m_ui.resultFailures->frameWidth());
    if (count > 0) {
        m_ui.resultSchema->setRoot(m_result.output.schema);
        m_ui.resultTabs->setCurrentIndex(1);
        showPlaces(m_result.output.failures[static_cast<std::size_t>(m_failures->sourceRow(0))]);
    }
}

/// The place in the output and, beside it, the place in the schema of the generation that judged it.
void ResultPane::showPlaces(const OutputVerdict::Failure &failure)
{
    m_ui.resultTree->showPointer(QString::fromStdString(failure.instancePath));
    const QString place = QString::fromStdString(failure.schemaPath);
    m_ui.resultSchemaTitle->setServerText(QStringLiteral("Schema, generation %1: %2").arg(m_result.output.generation).arg(place));
    // Only places in the tool's own schema can be shown; a metaschema's are named.
    m_ui.resultSchema->showPointer(place.startsWith(u'#') ? place.mid(1) : QString());
}

void ResultPane::chooseFailure(int row)
{
    if (row < 0 || row >= static_cast<int>(m_result.output.failures.size()))
        return;
    const OutputVerdict::Failure &failure = m_result.output.failures[static_cast<std::size_t>(m_failures->sourceRow(row))];
    m_ui.resultTabs->setCurrentIndex(1);
    showPlaces(failure);
    Q_EMIT schemaPlaceWanted(QString::fromStdString(failure.schemaPath));
}

/// The verdict leads to the first failure. Where there is no height the blocks stand beside the one that is shown. What is watched
/// still tells of its end when m_ui is gone with the page: it is known by what it is.
bool ResultPane::eventFilter(QObject *watched, QEvent *event)
{
    auto *splitter = qobject_cast<QSplitter *>(watched);
    if (splitter && event->type() == QEvent::Resize) {
        const bool low = splitter->height() < lowContent && splitter->width() >= sideBySide;
        const Qt::Orientation wanted = low ? Qt::Horizontal : Qt::Vertical;
        if (wanted != splitter->orientation()) {
            splitter->setOrientation(wanted);
            formlook::proportions(splitter, 1, 2);
        }
    } else if (!splitter && event->type() == QEvent::MouseButtonRelease) {
        chooseFailure(0);
    }
    return QObject::eventFilter(watched, event);
}

void ResultPane::save()
{
    const int row = m_ui.resultContentView->currentIndex().row();
    const bool block = m_ui.resultTabs->currentIndex() == 0 && row >= 0 && row < m_blocks->rowCount();
    const QString stem = QString::fromUtf8(m_result.name);
    const QByteArray content = block ? ContentBlockModel::content(m_blocks->at(row)) : m_ui.resultRaw->text();
    const QString type = block ? ContentBlockModel::contentType(m_blocks->at(row)) : QStringLiteral("application/json");
    saveBytes(m_ui.resultPane->window(), fileNameFor(stem, type), content, [this](const QString &words) { Q_EMIT said(words); },
        [this, block](const QString &path) {
            if (block)
                m_ui.resultBlock->setSaved(path);
        });
}

QString ResultPane::report() const
{
    if (!m_shown)
        return {};
    QString text = QStringLiteral("### tools/call %1\n\n%2\n\n%3\n").arg(shown(QString::fromUtf8(m_result.name)), statusLine(), verdictLine());
    for (const OutputVerdict::Failure &failure : m_result.output.failures)
        text += QStringLiteral("- `%1`: %2\n").arg(shown(failure.instancePath), shown(failure.message));
    return text + QStringLiteral("\n```json\n%1\n```\n").arg(QString::fromUtf8(m_ui.resultRaw->text().left(16384)));
}

} // namespace assayer
