#include "ui/pages/templatespage.h"

#include "ui_templatespage.h"

#include "json/write.h"
#include "models/contentblockmodel.h"
#include "models/resourcetemplatemodel.h"
#include "platform/formattext.h"
#include "platform/visibletext.h"
#include "protocol/message.h"
#include "ui/desk.h"
#include "ui/filedialogs.h"
#include "ui/pages/errorwords.h"
#include "ui/pages/formlook.h"
#include "ui/pages/partfaults.h"
#include "ui/pages/suggesting.h"
#include "ui/presentation/resourcetemplatepresentation.h"

#include <QClipboard>
#include <QGuiApplication>

namespace assayer {
namespace {

std::string textOf(const json::Value &value)
{
    return value.isString() ? std::string(value.string()) : std::string();
}

/// A text, a list of texts, or names with texts; anything else has no value.
UriTemplate::Value templateValue(const json::Value &value)
{
    if (value.isString())
        return textOf(value);
    if (value.isArray()) {
        UriTemplate::List list;
        for (const json::Value &item : value.items())
            list.push_back(textOf(item));
        return list;
    }
    UriTemplate::Pairs pairs;
    for (const json::Member &member : value.isObject() ? value.members() : std::span<const json::Member>())
        pairs.emplace_back(std::string(member.name()), textOf(member.value()));
    return pairs;
}

} // namespace

TemplatesPage::TemplatesPage(Desk &desk, QWidget *parent)
    : ListPage(ListKind::ResourceTemplates, desk, parent)
    , m_ui(std::make_unique<Ui::TemplatesPage>())
    , m_contents(new ContentBlockModel(this))
{
    m_ui->setupUi(this);
    m_suggesting = new Suggesting(desk, *m_ui->templateForm, [this] { return completionReference("ref/resource", "uri", currentKey()); }, this);
    setObjectName(QStringLiteral("templatesPage"));
    formlook::title(m_ui->templateTitle);
    formlook::heading(m_ui->templateExpandsTitle);
    formlook::fixedFont(m_ui->templateExpansion);
    formlook::untrusted(m_ui->templateDescription, QStringLiteral("Description of the template, the server's words"));
    m_ui->templateDescription->setMaximumLines(2);
    formlook::proportions(m_ui->templatesSplitter, 1, 2);
    m_ui->templateResult->setPrefix(QStringLiteral("templateContent"));
    m_ui->templateContentCombo->setAccessibleName(QStringLiteral("Content"));
    connect(m_ui->templateContentCombo, &QComboBox::currentIndexChanged, this, [this](int row) {
        if (row >= 0 && row < m_contents->rowCount())
            m_ui->templateResult->showBlock(m_contents->at(row));
    });
    connect(m_ui->templateSaveButton, &QToolButton::clicked, this, &TemplatesPage::saveContent);
    connect(m_ui->templateResult, &ContentPane::saveWanted, this, &TemplatesPage::saveContent);
    connect(m_ui->templateRecordButton, &QToolButton::clicked, this, [this] { Q_EMIT recordWanted(m_results.value(currentKey()).result.answerFrame, {}); });
    m_ui->templatesDetailPlaceholder->setText(QStringLiteral("Select a template to fill in its variables."));
    connect(m_ui->templateForm, &ArgumentForm::changed, this, &TemplatesPage::expand);
    connect(m_ui->templateReadButton, &QPushButton::clicked, this, [this] { read(false); });
    connect(m_ui->templateCopyButton, &QPushButton::clicked, this, [this] {
        QGuiApplication::clipboard()->setText(m_uri);
        Q_EMIT said(QStringLiteral("Copied the URI."));
    });
    connect(m_ui->templateProgress, &CallProgress::cancelRequested, this, &TemplatesPage::cancel);
    connect(&desk.client(), &InspectionClient::actionStarted, this, &TemplatesPage::started);
    connect(&desk.client(), &InspectionClient::actionFinished, this, &TemplatesPage::finished);

    setUp({ m_ui->templatesFilter, m_ui->templatesView, m_ui->templatesListStack, m_ui->templatesPlaceholder,
              m_ui->templatesPlaceholderButton, m_ui->templatesPlaceholderSecondButton, m_ui->templatesFooter, m_ui->templatesNotice },
        new ResourceTemplateModel(this), new ResourceTemplatePresentation(this));
    setSides(m_ui->templatesSplitter);
    formlook::columns(m_ui->templatesView, { "search_notes", "notes://{owner}/{id}{?rev}", "text/markdown" }, { ResourceTemplateModel::Name, ResourceTemplateModel::Template }, { ResourceTemplateModel::Type });
}

TemplatesPage::~TemplatesPage() = default;

void TemplatesPage::entryChanged(const QModelIndex &index, bool again)
{
    m_ui->templatesDetailStack->setCurrentIndex(index.isValid() ? 1 : 0);
    if (!index.isValid())
        return;
    m_ui->templateTitle->setServerText(currentKey());
    const QString description = index.data(EntryModel::DescriptionRole).toString();
    m_ui->templateDescription->setVisible(!description.isEmpty());
    m_ui->templateDescription->setServerText(description);
    m_ui->templateRaw->setText(bytes(index.data(NodeRole).value<json::Node>().raw()));
    if (again && m_template) {
        stateChanged();
        return;
    }
    m_suggesting->forget();
    const Result<UriTemplate> parsed = UriTemplate::parse(view(currentKey().toUtf8()));
    m_template.reset();
    QList<ArgumentForm::TextField> fields;
    if (parsed) {
        m_template = *parsed;
        for (const UriTemplate::Need &need : m_template->needs())
            fields.append({ QString::fromStdString(need.name), {}, {}, false, need.takesList && !need.textOnly });
    }
    m_filling = true;
    m_ui->templateForm->setTextFields(fields);
    if (m_arguments.contains(currentKey()))
        m_ui->templateForm->setArguments(m_arguments.value(currentKey()));
    m_filling = false;
    if (!parsed)
        m_ui->templateProblem->setText(QStringLiteral("This is no URI template: ") + shown(parsed.error().message));
    expand();
    const auto result = m_results.constFind(currentKey());
    showResult(result == m_results.constEnd() ? nullptr : &*result);
}

UriTemplate::Values TemplatesPage::values() const
{
    UriTemplate::Values values;
    const Result<json::DocumentPtr> document = parseJson(m_ui->templateForm->arguments());
    if (!document)
        return values;
    for (const json::Member &member : (*document)->root().members())
        values[std::string(member.name())] = templateValue(member.value());
    return values;
}

void TemplatesPage::expand()
{
    if (m_filling)
        return;
    m_arguments.insert(currentKey(), m_ui->templateForm->arguments());
    if (m_template) {
        const UriTemplate::Expansion expansion = m_template->expand(values());
        m_uri = fromWire(expansion.text);
        m_ui->templateExpansion->setText(visible(m_uri, Lines::One, 4096));
        QStringList problems;
        for (const std::string &problem : expansion.problems)
            problems.append(shown(problem));
        m_ui->templateProblem->setText(problems.join(QStringLiteral("; ")));
    }
    m_ui->templateProblem->setVisible(!m_ui->templateProblem->text().isEmpty());
    stateChanged();
}

void TemplatesPage::stateChanged()
{
    const QString why = whyNot();
    m_ui->templateReadButton->setEnabled(why.isEmpty() && m_template.has_value());
    m_ui->templateReadButton->setToolTip(why.isEmpty() ? QStringLiteral("Read the expanded URI (Ctrl+Return)") : why);
    m_ui->templateCopyButton->setEnabled(m_template.has_value());
    if (!m_results.contains(currentKey()))
        showResult(nullptr);
}

void TemplatesPage::entryActivated()
{
    m_ui->templateForm->setFocus(Qt::OtherFocusReason);
}

void TemplatesPage::act(bool anyway)
{
    read(anyway);
}

void TemplatesPage::read(bool anyway)
{
    const bool broken = m_template && !m_template->expand(values()).problems.empty();
    if (!canSend() || !m_template) {
        Q_EMIT said(whyNot());
    } else if (broken && !anyway) {
        Q_EMIT said(QStringLiteral("Not sent: the template cannot be expanded. Ctrl+Shift+Return reads what there is."));
    } else {
        m_running.insert(desk().client().read(m_uri.toUtf8()), currentKey());
    }
}

void TemplatesPage::started(const ActionInfo &action)
{
    if (!currentKey().isEmpty() && m_running.value(action.number) == currentKey())
        m_ui->templateProgress->start(QStringLiteral("Reading"), action.timeoutMs);
}

void TemplatesPage::finished(const ActionResult &result)
{
    const QString key = m_running.take(result.number);
    if (key.isEmpty())
        return;
    m_results.insert(key, result);
    if (key != currentKey())
        return;
    m_ui->templateProgress->stop();
    showResult(&result);
}

void TemplatesPage::showResult(const ActionResult *result)
{
    const bool ok = result && result->result.document && !result->result.error;
    m_ui->templateResultStack->setCurrentIndex(ok ? 1 : 0);
    for (QWidget *widget : { static_cast<QWidget *>(m_ui->templateSaveButton), static_cast<QWidget *>(m_ui->templateRecordButton) })
        widget->setVisible(ok);
    m_contents->setResult(ok ? result->result.result : json::Node(), "contents",
        ok && desk().facts() ? partFaults(*result, desk().facts()->revision, "contents") : std::vector<Faults>());
    const int count = m_contents->rowCount();
    m_ui->templateContentCombo->clear();
    for (int row = 0; row < count; ++row)
        m_ui->templateContentCombo->addItem(QStringLiteral("content %1 of %2").arg(row + 1).arg(count));
    m_ui->templateContentCombo->setVisible(count > 1);
    m_ui->templateSaveButton->setEnabled(count > 0);
    if (ok && count == 0)
        m_ui->templateResult->showNothing(QStringLiteral("The answer holds no contents."));
    if (!result) {
        m_ui->templateStatus->clear();
        const QString why = whyNot();
        m_ui->templateResultPlaceholder->setText(why.isEmpty() ? QStringLiteral("Fill in the variables and press Read.") : why);
        return;
    }
    const ErrorText text = result->result.error ? actionErrorText(desk(), *result->result.error, result->method, result->name, result->result.elapsedNs) : ErrorText();
    m_ui->templateStatus->setText(result->result.error ? text.title
                                                       : QStringLiteral("%1, %2, record %3")
                                                             .arg(duration(result->result.elapsedNs), byteSize(result->result.bytes))
                                                             .arg(result->result.answerFrame));
    if (!ok)
        m_ui->templateResultPlaceholder->setText(text.seen);
}

void TemplatesPage::saveContent()
{
    const int row = std::max(0, m_ui->templateContentCombo->currentIndex());
    if (row >= m_contents->rowCount())
        return;
    const ContentBlock &block = m_contents->at(row);
    saveBytes(window(), fileNameFor(current().data(Qt::DisplayRole).toString(), ContentBlockModel::contentType(block)), ContentBlockModel::content(block),
        [this](const QString &words) { Q_EMIT said(words); }, [this](const QString &path) { m_ui->templateResult->setSaved(path); });
}

bool TemplatesPage::cancel()
{
    for (auto running = m_running.cbegin(); running != m_running.cend(); ++running) {
        if (running.value() != currentKey())
            continue;
        m_ui->templateProgress->setCancelling();
        desk().client().cancelAction(running.key());
        return true;
    }
    return ListPage::cancel();
}

QString TemplatesPage::report() const
{
    return QStringLiteral("### Template `%1`\n\nexpands to `%2`\n\n```json\n%3\n```\n")
        .arg(shown(currentKey()), shown(m_uri), QString::fromUtf8(m_ui->templateRaw->text()));
}

QString TemplatesPage::help() const
{
    return QStringLiteral("Resource templates of the server (RFC 6570). Fill in the variables: the URI is shown while you type. An "
                          "unset variable and an empty one are two things. Ctrl+Return reads the URI.");
}

void TemplatesPage::fit(int, int height)
{
    m_ui->templateDescription->setMaximumLines(height < 420 ? 1 : 2);
}

} // namespace assayer
