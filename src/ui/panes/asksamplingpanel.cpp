#include "ui/panes/asksamplingpanel.h"

#include "json/write.h"
#include "platform/visibletext.h"
#include "ui/widgets/escapedtext.h"
#include "ui/widgets/jsonedit.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

namespace assayer {

namespace {

const char *const stopReasons[] = { "endTurn", "stopSequence", "maxTokens", "toolUse" };

QString text(const json::Value &object, const char *name)
{
    return fromWire(object.stringAt(name).value_or(std::string_view()));
}

QString rawText(const json::Node &node, const char *name)
{
    const json::Value *value = node.value->find(name);
    return value ? fromWire(node.document->raw(*value)) : QString();
}

/// A block of the conversation in one paragraph; what is no text stands as its JSON.
QString blockWords(const json::Document &document, const json::Value &block)
{
    return block.stringAt("type") == std::string_view("text") ? text(block, "text") : fromWire(document.raw(block)).left(4000);
}

QString conversation(const json::Node &params)
{
    QStringList parts;
    if (const auto system = params.value->stringAt("systemPrompt"))
        parts << QStringLiteral("system\n") + fromWire(*system);
    const json::Value *messages = params.value->find("messages");
    for (const json::Value &message : messages ? messages->items() : std::span<const json::Value>()) {
        QStringList blocks;
        const json::Value *content = message.find("content");
        if (content && content->isArray()) {
            for (const json::Value &block : content->items())
                blocks << blockWords(*params.document, block);
        } else if (content) {
            blocks << blockWords(*params.document, *content);
        }
        parts << text(message, "role") + u'\n' + blocks.join(u'\n');
    }
    return parts.join(QStringLiteral("\n\n"));
}

QString hintWords(const json::Node &params, const QStringList &tools)
{
    QStringList words;
    const json::Value *preferences = params.value->find("modelPreferences");
    const json::Value *hints = preferences ? preferences->find("hints") : nullptr;
    QStringList names;
    for (const json::Value &hint : hints ? hints->items() : std::span<const json::Value>())
        names << text(hint, "name");
    if (!names.isEmpty())
        words << QStringLiteral("hints ") + names.join(QLatin1String(", "));
    for (const char *member : { "maxTokens", "temperature", "stopSequences", "includeContext", "toolChoice" }) {
        if (const QString raw = rawText(params, member); !raw.isEmpty())
            words << QLatin1String(member) + u' ' + raw;
    }
    for (const char *member : { "costPriority", "speedPriority", "intelligencePriority" }) {
        const json::Value *value = preferences ? preferences->find(member) : nullptr;
        if (value)
            words << QLatin1String(member) + u' ' + fromWire(params.document->raw(*value));
    }
    if (!tools.isEmpty())
        words << QStringLiteral("tools offered: ") + tools.join(QLatin1String(", "));
    return visible(words.join(QStringLiteral("   ")), Lines::One, 2000);
}

} // namespace

AskSamplingPanel::AskSamplingPanel(QWidget *parent)
    : QFrame(parent)
    , m_request(new EscapedText(this))
    , m_hints(new QLabel(this))
    , m_model(new QLineEdit(QStringLiteral("assayer-human"), this))
    , m_stop(new QComboBox(this))
    , m_rows(new QVBoxLayout)
{
    m_request->setObjectName(QStringLiteral("askSamplingText"));
    m_request->setAccessibleName(tr("The conversation, the server's words"));
    m_request->setReadOnly(true);
    m_request->setTabChangesFocus(true);
    m_request->setMinimumHeight(m_request->fontMetrics().lineSpacing() * 2 + 8);
    m_request->setMaximumLines(5);
    m_hints->setObjectName(QStringLiteral("askSamplingHints"));
    m_hints->setTextFormat(Qt::PlainText);
    m_hints->setWordWrap(true);
    m_model->setObjectName(QStringLiteral("askModel"));
    m_model->setCursorPosition(0); // its beginning is what tells it
    m_stop->setObjectName(QStringLiteral("askStopReason"));
    m_stop->setEditable(true);
    for (const char *reason : stopReasons)
        m_stop->addItem(QLatin1String(reason));
    auto *facts = new QHBoxLayout;
    const auto labelled = [&](const QString &text, QWidget *field, int stretch) {
        auto *label = new QLabel(text, this);
        label->setBuddy(field);
        facts->addWidget(label);
        facts->addWidget(field, stretch);
    };
    labelled(tr("&Model"), m_model, 1);
    labelled(tr("Stop rea&son"), m_stop, 0);
    auto *add = new QPushButton(tr("+ &block"), this);
    add->setObjectName(QStringLiteral("askAddBlockButton"));
    add->setAutoDefault(false);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    column->addWidget(m_request);
    column->addWidget(m_hints);
    column->addLayout(facts);
    column->addLayout(m_rows, 1);
    column->addWidget(add, 0, Qt::AlignLeft);
    connect(m_model, &QLineEdit::textChanged, this, &AskSamplingPanel::changed);
    connect(m_stop, &QComboBox::currentTextChanged, this, &AskSamplingPanel::changed);
    connect(add, &QPushButton::clicked, this, [this] {
        addBlock().text->setFocus();
        Q_EMIT changed();
    });
}

void AskSamplingPanel::setRequest(const json::Node &params)
{
    m_tools.clear();
    const json::Value *tools = params ? params.value->find("tools") : nullptr;
    for (const json::Value &tool : tools ? tools->items() : std::span<const json::Value>())
        m_tools << text(tool, "name");
    showRequest(params);
    clearBlocks();
    addBlock();
    m_stop->setCurrentIndex(0);
}

void AskSamplingPanel::showRequest(const json::Node &params)
{
    m_request->setServerText(params ? conversation(params) : QString());
    m_hints->setText(params ? hintWords(params, m_tools) : QString());
    m_hints->setVisible(!m_hints->text().isEmpty());
}

AskSamplingPanel::Block &AskSamplingPanel::addBlock()
{
    const int number = m_last++;
    Block block { new QWidget(this), new QComboBox, new QPlainTextEdit, new QComboBox, new JsonEdit, number };
    const std::pair<QWidget *, const char *> names[] = { { block.kind, "askBlockKind" }, { block.text, "askBlockText" }, { block.tool, "askBlockTool" }, { block.json, "askBlockJson" } };
    for (const auto &[widget, name] : names)
        widget->setObjectName(QLatin1String(name) + QString::number(number));
    block.kind->addItems({ tr("Text"), tr("Tool use"), tr("JSON") });
    block.kind->setAccessibleName(tr("Kind of the block"));
    block.text->setTabChangesFocus(true);
    block.text->setPlaceholderText(tr("type the answer"));
    block.text->setAccessibleName(tr("Text of the answer"));
    block.tool->setEditable(true);
    block.tool->addItems(m_tools);
    block.tool->setAccessibleName(tr("Name of the tool"));
    block.json->setAccessibleName(tr("Input of the tool, or the block itself"));
    for (QWidget *edit : { static_cast<QWidget *>(block.text), static_cast<QWidget *>(block.json) })
        edit->setMinimumHeight(edit->fontMetrics().lineSpacing() * 2);
    auto *remove = new QToolButton;
    remove->setObjectName(QStringLiteral("askBlockRemove") + QString::number(number));
    remove->setText(QStringLiteral("-"));
    remove->setToolTip(tr("Remove this block"));
    remove->setAccessibleName(tr("Remove this block"));
    auto *column = new QVBoxLayout(block.box);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(2);
    auto *row = new QHBoxLayout;
    row->addWidget(block.kind);
    row->addWidget(block.tool, 1);
    row->addStretch(1);
    row->addWidget(remove);
    column->addLayout(row);
    column->addWidget(block.text, 1);
    column->addWidget(block.json, 1);
    m_rows->addWidget(block.box);
    m_blocks.push_back(block);
    fit(block);
    QWidget *box = block.box;
    connect(block.kind, &QComboBox::currentIndexChanged, this, [this, box](int kind) {
        for (const Block &own : m_blocks) {
            if (own.box == box)
                fit(own);
        }
        if (kind == ToolUse)
            m_stop->setCurrentText(QStringLiteral("toolUse"));
        Q_EMIT changed();
    });
    connect(block.text, &QPlainTextEdit::textChanged, this, &AskSamplingPanel::changed);
    connect(block.tool, &QComboBox::currentTextChanged, this, &AskSamplingPanel::changed);
    connect(block.json, &JsonEdit::jsonChanged, this, &AskSamplingPanel::changed);
    connect(remove, &QToolButton::clicked, this, [this, box] { removeBlock(box); });
    return m_blocks.back();
}

void AskSamplingPanel::fit(const Block &block)
{
    const int kind = block.kind->currentIndex();
    block.text->setVisible(kind == Text);
    block.tool->setVisible(kind == ToolUse);
    block.json->setVisible(kind != Text);
    block.json->setPlaceholderText(kind == ToolUse ? tr("{ } input of the tool") : tr("{ } the content block"));
}

void AskSamplingPanel::removeBlock(QWidget *box)
{
    if (m_blocks.size() == 1)
        return; // an answer has content
    std::erase_if(m_blocks, [&](const Block &own) { return own.box == box; });
    box->hide();
    box->deleteLater();
    Q_EMIT changed();
}

void AskSamplingPanel::clearBlocks()
{
    for (const Block &block : m_blocks) {
        block.box->hide();
        block.box->setParent(nullptr);
        block.box->deleteLater();
    }
    m_blocks.clear();
    m_last = 0;
}

QByteArray AskSamplingPanel::blockJson(const Block &block) const
{
    json::Writer out;
    const std::string own = block.json->json().trimmed().toStdString();
    switch (block.kind->currentIndex()) {
    case ToolUse:
        out.beginObject().member("type", "tool_use").member("id", "toolu_" + std::to_string(block.number + 1));
        out.member("name", toWire(block.tool->currentText()).toStdString()).rawMember("input", own.empty() ? std::string("{}") : own).endObject();
        break;
    case Raw:
        out.raw(own);
        break;
    default:
        out.beginObject().member("type", "text").member("text", toWire(block.text->toPlainText()).toStdString()).endObject();
    }
    return QByteArray::fromStdString(out.take());
}

QByteArray AskSamplingPanel::result() const
{
    json::Writer out;
    out.beginObject().member("role", "assistant").key("content");
    if (m_blocks.size() == 1) {
        out.raw(blockJson(m_blocks.front()).toStdString());
    } else {
        out.beginArray();
        for (const Block &block : m_blocks)
            out.raw(blockJson(block).toStdString());
        out.endArray();
    }
    out.member("model", toWire(m_model->text()).toStdString());
    if (!m_stop->currentText().isEmpty())
        out.member("stopReason", toWire(m_stop->currentText()).toStdString());
    return QByteArray::fromStdString(out.endObject().take());
}

QString AskSamplingPanel::problem() const
{
    for (const Block &block : m_blocks) {
        // The editor checks after a rest; what is to be sent is checked now.
        const bool isSent = block.kind->currentIndex() == Raw || (block.kind->currentIndex() == ToolUse && !block.json->isAbsent());
        if (isSent && !json::Document::parse(block.json->json().toStdString()))
            return tr("block %1: %2").arg(block.number + 1).arg(block.json->problem() ? block.json->problem()->words : tr("this is no JSON"));
    }
    return {};
}

void AskSamplingPanel::fill(const json::Value &value, const json::Document &document)
{
    Block &block = addBlock();
    if (value.stringAt("type") == std::string_view("text")) {
        block.text->setPlainText(text(value, "text"));
        return;
    }
    block.kind->setCurrentIndex(Raw);
    const std::string_view raw = document.raw(value);
    block.json->setJson(QByteArray(raw.data(), static_cast<qsizetype>(raw.size())));
}

void AskSamplingPanel::setResult(const QByteArray &result)
{
    const auto parsed = json::Document::parse(result.toStdString());
    if (!parsed)
        return;
    const json::Value &root = (*parsed)->root();
    clearBlocks();
    const json::Value *content = root.find("content");
    if (content && content->isArray()) {
        for (const json::Value &block : content->items())
            fill(block, **parsed);
    } else if (content) {
        fill(*content, **parsed);
    }
    if (m_blocks.empty())
        addBlock();
    m_model->setText(text(root, "model"));
    m_stop->setCurrentText(text(root, "stopReason"));
    Q_EMIT changed();
}

} // namespace assayer
