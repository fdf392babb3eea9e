#include "ui/pages/promptspage.h"

#include "ui_promptspage.h"

#include "json/write.h"
#include "models/promptmessagemodel.h"
#include "models/promptmodel.h"
#include "platform/formattext.h"
#include "platform/visibletext.h"
#include "protocol/message.h"
#include "ui/desk.h"
#include "ui/filedialogs.h"
#include "ui/pages/errorwords.h"
#include "ui/pages/formlook.h"
#include "ui/pages/partfaults.h"
#include "ui/pages/suggesting.h"
#include "ui/presentation/promptmessagepresentation.h"
#include "ui/presentation/promptpresentation.h"
#include "ui/widgets/delegates.h"
#include "ui/widgets/listview.h"

#include <QClipboard>
#include <QGuiApplication>

namespace assayer {
namespace {

QString member(const json::Value &object, const char *name)
{
    return fromWire(object.stringAt(name).value_or(std::string_view()));
}

QList<ArgumentForm::TextField> fieldsOf(const json::Node &entry)
{
    QList<ArgumentForm::TextField> fields;
    const json::Value *arguments = entry.value ? entry.value->find("arguments") : nullptr;
    if (!arguments)
        return fields;
    for (const json::Value &argument : arguments->items()) {
        const json::Value *required = argument.find("required");
        fields.append({ member(argument, "name"), member(argument, "title"), member(argument, "description"),
            required && required->isTrue() });
    }
    return fields;
}

} // namespace

PromptsPage::PromptsPage(Desk &desk, QWidget *parent)
    : ListPage(ListKind::Prompts, desk, parent)
    , m_ui(std::make_unique<Ui::PromptsPage>())
    , m_messages(new PromptMessageModel(this))
{
    m_ui->setupUi(this);
    m_suggesting = new Suggesting(desk, *m_ui->promptForm, [this] { return completionReference("ref/prompt", "name", currentKey()); }, this);
    setObjectName(QStringLiteral("promptsPage"));
    formlook::title(m_ui->promptTitle);
    formlook::untrusted(m_ui->promptDescription, QStringLiteral("Description of the prompt, the server's words"));
    m_ui->promptDescription->setMaximumLines(2);
    formlook::proportions(m_ui->promptsSplitter, 1, 3);
    formlook::proportions(m_ui->promptSplitter, 1, 1);
    m_ui->promptsDetailPlaceholder->setText(QStringLiteral("Select a prompt to fill in its arguments."));
    auto *messages = new PromptMessagePresentation(this);
    messages->setSourceModel(m_messages);
    m_ui->promptMessages->setModel(messages);
    m_ui->promptMessages->setAccessibleName(QStringLiteral("Messages of the prompt"));
    copyExactOnCopyKey(m_ui->promptMessages);
    m_ui->promptMessage->setPrefix(QStringLiteral("promptMessage"));
    formlook::proportions(m_ui->promptMessagesSplitter, 2, 3);
    connect(m_ui->promptMessages->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this](const QModelIndex &index) { showMessage(index.row()); });
    connect(m_ui->promptMessage, &ContentPane::readWanted, this, &Page::readWanted);
    connect(m_ui->promptMessage, &ContentPane::saveWanted, this, [this] {
        saveBytes(window(), fileNameFor(currentKey(), m_ui->promptMessage->mimeType()), m_ui->promptMessage->bytes(),
            [this](const QString &words) { Q_EMIT said(words); }, [this](const QString &path) { m_ui->promptMessage->setSaved(path); });
    });
    connect(m_ui->promptCopySamplingButton, &QPushButton::clicked, this, [this] {
        QGuiApplication::clipboard()->setText(samplingRequest());
        Q_EMIT said(QStringLiteral("Copied a sampling/createMessage request with these messages."));
    });
    connect(m_ui->promptForm, &ArgumentForm::changed, this, [this] {
        if (!m_filling)
            m_arguments.insert(currentKey(), m_ui->promptForm->arguments());
    });
    connect(m_ui->promptGetButton, &QPushButton::clicked, this, [this] { get(false); });
    connect(m_ui->promptProgress, &CallProgress::cancelRequested, this, &PromptsPage::cancel);
    connect(m_ui->promptCopyButton, &QPushButton::clicked, this, [this] {
        QGuiApplication::clipboard()->setText(conversation());
        Q_EMIT said(QStringLiteral("Copied the messages."));
    });
    connect(m_ui->promptRecordButton, &QPushButton::clicked, this, [this] {
        Q_EMIT recordWanted(m_results.value(currentKey()).result.answerFrame, {});
    });
    connect(&desk.client(), &InspectionClient::actionStarted, this, &PromptsPage::started);
    connect(&desk.client(), &InspectionClient::actionFinished, this, &PromptsPage::finished);

    setUp({ m_ui->promptsFilter, m_ui->promptsView, m_ui->promptsListStack, m_ui->promptsPlaceholder,
              m_ui->promptsPlaceholderButton, m_ui->promptsPlaceholderSecondButton, m_ui->promptsFooter, m_ui->promptsNotice },
        new PromptModel(this), new PromptPresentation(this));
    setSides(m_ui->promptsSplitter);
    formlook::columns(m_ui->promptsView, { "summarize_notes", "12 args", "A description of it" }, { PromptModel::Name, PromptModel::Description }, { PromptModel::Description });
}

PromptsPage::~PromptsPage() = default;

void PromptsPage::entryChanged(const QModelIndex &index, bool again)
{
    m_ui->promptsDetailStack->setCurrentIndex(index.isValid() ? 1 : 0);
    if (!index.isValid())
        return;
    const auto entry = index.data(NodeRole).value<json::Node>();
    const QString title = index.data(EntryModel::TitleRole).toString();
    m_ui->promptTitle->setServerText(title.isEmpty() || title == currentKey() ? currentKey() : title + QStringLiteral("  ") + currentKey());
    const QString description = index.data(EntryModel::DescriptionRole).toString();
    m_ui->promptDescription->setVisible(!description.isEmpty());
    m_ui->promptDescription->setServerText(description);
    m_ui->promptDefinition->setRoot(entry);
    m_ui->promptRaw->setText(bytes(entry.raw()));
    // A refresh that brought the same entry leaves the form alone: someone may be typing in it.
    const QByteArray now = bytes(entry.raw());
    if (!again || now != m_shown) {
        m_suggesting->forget();
        m_filling = true;
        m_ui->promptForm->setTextFields(fieldsOf(entry));
        if (m_arguments.contains(currentKey()))
            m_ui->promptForm->setArguments(m_arguments.value(currentKey()));
        m_filling = false;
    }
    m_shown = now;
    if (!again)
        showResult();
    stateChanged();
}

void PromptsPage::stateChanged()
{
    const QString why = whyNot();
    m_ui->promptGetButton->setEnabled(why.isEmpty());
    m_ui->promptGetButton->setToolTip(why.isEmpty() ? QStringLiteral("Get this prompt (Ctrl+Return)") : why);
    if (!m_results.contains(currentKey()))
        showResult();
}

void PromptsPage::entryActivated()
{
    m_ui->promptTabs->setCurrentWidget(m_ui->promptFormTab);
    m_ui->promptForm->setFocus(Qt::OtherFocusReason);
}

void PromptsPage::act(bool anyway)
{
    get(anyway);
}

void PromptsPage::get(bool anyway)
{
    if (!canSend() || !current().isValid()) {
        Q_EMIT said(whyNot());
    } else if (!m_ui->promptForm->problems().empty() && !anyway) {
        Q_EMIT said(QStringLiteral("Not sent: %1. Ctrl+Shift+Return sends it as it is.")
                        .arg(m_ui->promptForm->problems().front().field + QStringLiteral(": ") + m_ui->promptForm->problems().front().words));
        m_ui->promptForm->focusField(m_ui->promptForm->problems().front().pointer);
    } else {
        m_running.insert(desk().client().getPrompt(currentKey().toUtf8(), m_ui->promptForm->arguments()), currentKey());
    }
}

void PromptsPage::started(const ActionInfo &action)
{
    if (!currentKey().isEmpty() && m_running.value(action.number) == currentKey())
        m_ui->promptProgress->start(QStringLiteral("Getting the prompt"), action.timeoutMs);
}

void PromptsPage::finished(const ActionResult &result)
{
    const QString key = m_running.take(result.number);
    if (key.isEmpty())
        return;
    m_results.insert(key, result);
    if (key != currentKey())
        return;
    m_ui->promptProgress->stop();
    showResult();
}

void PromptsPage::showResult()
{
    const auto found = m_results.constFind(currentKey());
    const bool there = found != m_results.constEnd();
    const ActionResult result = there ? *found : ActionResult();
    const bool ok = there && !result.result.error;
    m_messages->setResult(ok ? result.result.result : json::Node(),
        ok && desk().facts() ? partFaults(result, desk().facts()->revision, "messages") : std::vector<Faults>());
    m_ui->promptResultStack->setCurrentIndex(m_messages->rowCount() > 0 ? 1 : 0);
    m_ui->promptCopyButton->setEnabled(m_messages->rowCount() > 0);
    m_ui->promptCopySamplingButton->setEnabled(m_messages->rowCount() > 0);
    if (m_messages->rowCount() > 0)
        m_ui->promptMessages->setCurrentIndex(m_ui->promptMessages->model()->index(0, 0));
    showMessage(0);
    m_ui->promptRecordButton->setEnabled(there && result.result.answerFrame != 0);
    const QString why = whyNot();
    if (!there) {
        m_ui->promptStatus->setText(QStringLiteral("Messages"));
        m_ui->promptResultPlaceholder->setText(why.isEmpty() ? QStringLiteral("Get prompt shows its messages here.") : why);
    } else if (result.result.error) {
        m_ui->promptStatus->setText(actionErrorText(desk(), *result.result.error, result.method, result.name, result.result.elapsedNs).title);
        m_ui->promptResultPlaceholder->setText(actionErrorText(desk(), *result.result.error, result.method, result.name, result.result.elapsedNs).seen);
    } else {
        const int messages = m_messages->rowCount();
        m_ui->promptStatus->setText(QStringLiteral("Messages %1   %2   record %3")
                                        .arg(messages)
                                        .arg(duration(result.result.elapsedNs))
                                        .arg(result.result.answerFrame));
        m_ui->promptResultPlaceholder->setText(QStringLiteral("The answer holds no messages."));
    }
}

/// The whole of the message that is current; one that was dropped stands raw with its reason.
void PromptsPage::showMessage(int row)
{
    if (row < 0 || row >= m_messages->rowCount())
        return m_ui->promptMessage->showNothing({});
    const PromptMessage &message = m_messages->at(row);
    ContentBlock block = message.block;
    if (!message.faults.empty()) {
        block.kind = ContentBlock::Broken;
        block.faults = message.faults;
        block.node = message.node;
    }
    m_ui->promptMessage->showBlock(block);
}

/// As a server would send it: the messages exactly, dropped ones left out.
QString PromptsPage::samplingRequest() const
{
    json::Writer out;
    out.beginObject().member("method", "sampling/createMessage").key("params").beginObject().key("messages").beginArray();
    for (int row = 0; row < m_messages->rowCount(); ++row) {
        if (m_messages->at(row).faults.empty())
            out.raw(m_messages->at(row).node.raw());
    }
    out.endArray().member("maxTokens", 1000).endObject().endObject();
    return fromWire(json::pretty(out.text()));
}

QString PromptsPage::conversation() const
{
    QString text;
    for (int row = 0; row < m_messages->rowCount(); ++row) {
        const PromptMessage &message = m_messages->at(row);
        text += message.role + QStringLiteral(":\n")
            + (message.block.kind == ContentBlock::Text ? message.block.text : fromWire(message.block.node.raw()))
            + QStringLiteral("\n\n");
    }
    return text;
}

bool PromptsPage::cancel()
{
    for (auto running = m_running.cbegin(); running != m_running.cend(); ++running) {
        if (running.value() != currentKey())
            continue;
        m_ui->promptProgress->setCancelling();
        desk().client().cancelAction(running.key());
        return true;
    }
    return ListPage::cancel();
}

QString PromptsPage::report() const
{
    return QStringLiteral("### Prompt `%1`\n\n%2\n\n```json\n%3\n```\n")
        .arg(shown(currentKey()), m_ui->promptStatus->text(), QString::fromUtf8(m_ui->promptRaw->text()));
}

QString PromptsPage::help() const
{
    return QStringLiteral("Prompts of the server. Fill in the arguments and press Ctrl+Return: the messages stand at the right, those "
                          "that break the revision in their place with the reason.");
}

void PromptsPage::fit(int width, int)
{
    formlook::orient(m_ui->promptSplitter, width < 960 ? Qt::Vertical : Qt::Horizontal);
}

} // namespace assayer
