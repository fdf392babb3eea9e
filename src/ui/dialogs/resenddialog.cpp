#include "ui/dialogs/resenddialog.h"

#include "json/write.h"
#include "platform/formattext.h"
#include "platform/visibletext.h"
#include "trace/followexchange.h"
#include "trace/httphead.h"
#include "trace/redactor.h"
#include "trace/tracelog.h"
#include "ui/desk.h"
#include "ui/pages/formlook.h"
#include "ui/preferences.h"
#include "ui/widgets/exacttextview.h"
#include "ui/widgets/jsonedit.h"
#include "ui/widgets/noticebar.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSplitter>
#include <QVBoxLayout>

#include <algorithm>

namespace assayer {
namespace {

const QString asRecorded = QStringLiteral("[as recorded]");

/// Fields that the transport sets by itself.
bool isManaged(std::string_view name)
{
    static constexpr std::string_view names[] = { "host", "content-length", "content-type", "accept", "accept-encoding", "connection", "user-agent", "transfer-encoding" };
    return std::any_of(std::begin(names), std::end(names), [name](std::string_view managed) { return sameName(name, managed); });
}

QLabel *headed(const QString &text, QWidget *buddy)
{
    auto *label = new QLabel(text);
    label->setTextFormat(Qt::PlainText);
    label->setBuddy(buddy);
    formlook::heading(label);
    return label;
}

} // namespace

ResendDialog::ResendDialog(Desk &desk, std::shared_ptr<const TraceAnalyzer> analyzer, quint64 logRow, QWidget *parent)
    : QDialog(parent)
    , m_desk(desk)
    , m_headers(new QPlainTextEdit)
    , m_body(new JsonEdit)
    , m_warn(new NoticeBar)
    , m_send(new QPushButton(QStringLiteral("Send")))
    , m_record(new QPushButton(QStringLiteral("Show in trace")))
    , m_status(new QLabel)
    , m_answer(new ExactTextView)
{
    setObjectName(QStringLiteral("resendDialog"));
    setWindowTitle(QStringLiteral("Edit and resend to %1").arg(visible(desk.source().name)));
    build();
    fill(*analyzer, logRow);
    check();
    resize(fontMetrics().averageCharWidth() * 110, fontMetrics().lineSpacing() * 32);
}

void ResendDialog::build()
{
    m_headers->setObjectName(QStringLiteral("resendHeaders"));
    m_headers->setAccessibleName(QStringLiteral("Header fields, one a line"));
    m_headers->setTabChangesFocus(true);
    m_headers->setLineWrapMode(QPlainTextEdit::NoWrap);
    formlook::fixedFont(m_headers);
    m_body->setObjectName(QStringLiteral("resendBody"));
    m_body->setAccessibleName(QStringLiteral("Text that is sent"));
    m_warn->setObjectName(QStringLiteral("resendWarn"));
    m_send->setObjectName(QStringLiteral("resendSendButton"));
    m_send->setAutoDefault(false);
    m_send->setToolTip(QStringLiteral("Sends the text exactly as it stands (Ctrl+Return)"));
    m_record->setObjectName(QStringLiteral("resendRecordButton"));
    m_record->setAutoDefault(false);
    m_record->setEnabled(false);
    m_status->setObjectName(QStringLiteral("resendStatus"));
    m_status->setTextFormat(Qt::PlainText);
    m_status->setWordWrap(true);
    m_answer->setObjectName(QStringLiteral("resendAnswer"));
    m_answer->setAccessibleName(QStringLiteral("Answer"));
    m_answer->setPlaceholderText(QStringLiteral("Nothing is sent yet. The answer is shown here only; lists and state of the connection stay as they are."));
    auto *left = new QWidget;
    auto *request = new QVBoxLayout(left);
    request->setContentsMargins(0, 0, 0, 0);
    request->addWidget(headed(QStringLiteral("Header fields"), m_headers));
    request->addWidget(m_headers, 1);
    request->addWidget(headed(QStringLiteral("Text"), m_body));
    request->addWidget(m_body, 3);
    auto *right = new QWidget;
    auto *answer = new QVBoxLayout(right);
    answer->setContentsMargins(0, 0, 0, 0);
    answer->addWidget(headed(QStringLiteral("Answer"), m_answer));
    answer->addWidget(m_status);
    answer->addWidget(m_answer, 1);
    auto *splitter = new QSplitter(Qt::Horizontal);
    splitter->setObjectName(QStringLiteral("resendSplitter"));
    splitter->setChildrenCollapsible(false);
    splitter->addWidget(left);
    splitter->addWidget(right);
    formlook::proportions(splitter, 1, 1);
    auto *close = new QPushButton(QStringLiteral("Close"));
    close->setObjectName(QStringLiteral("resendCloseButton"));
    close->setAutoDefault(false);
    auto *buttons = new QHBoxLayout;
    buttons->addWidget(m_send);
    buttons->addWidget(m_record);
    buttons->addStretch(1);
    buttons->addWidget(close);
    auto *column = new QVBoxLayout(this);
    column->addWidget(splitter, 1);
    column->addWidget(m_warn);
    column->addLayout(buttons);
    connect(m_body, &JsonEdit::problemChanged, this, &ResendDialog::check);
    connect(m_body, &JsonEdit::jsonChanged, this, &ResendDialog::check);
    connect(m_send, &QPushButton::clicked, this, &ResendDialog::send);
    connect(m_record, &QPushButton::clicked, this, [this] { Q_EMIT recordWanted(m_answerFrame); });
    connect(close, &QPushButton::clicked, this, &QDialog::close);
    connect(m_warn, &NoticeBar::triggered, this, [this](const QString &id) {
        m_confirmed = id == QLatin1String("send");
        m_warn->clear();
        if (m_confirmed)
            send();
    });
    connect(&m_desk.client(), &InspectionClient::actionFinished, this, &ResendDialog::take);
    connect(&m_desk, &Desk::stateChanged, this, &ResendDialog::check);
    connect(&m_desk, &QObject::destroyed, this, &QDialog::close);
}

/// Of any record of a call its request; a record that completes no message comes as it is.
void ResendDialog::fill(const TraceAnalyzer &analyzer, quint64 logRow)
{
    const TraceLog &log = analyzer.log();
    const quint64 request = requestOf(analyzer, logRow).value_or(logRow);
    const QByteArray message = request < analyzer.count() ? analyzer.messageText(request) : QByteArray();
    m_body->setJson(message.isEmpty() ? log.bytes(request) : message);
    m_http = log.channel(request) == Channel::Http;
    const quint64 exchange = log.exchange(request);
    QStringList lines;
    for (quint64 row = request + 1; m_http && row-- > 0;) {
        if (log.exchange(row) != exchange || log.direction(row) != Direction::Out || log.type(row) != FrameType::Head)
            continue;
        const QByteArray bytes = log.bytes(row);
        for (const TracedHead::Field &field : TracedHead::read({ bytes.constData(), static_cast<std::size_t>(bytes.size()) }).fields) {
            if (isManaged(field.name))
                continue;
            const bool secret = Redactor::isSecretHeader(field.name);
            if (secret)
                m_hidden.append(QByteArray(field.value.data(), static_cast<qsizetype>(field.value.size())));
            lines.append(fromWire(field.name) + QStringLiteral(": ") + (secret ? asRecorded : fromWire(field.value)));
        }
        break;
    }
    m_headers->setPlainText(lines.join(u'\n'));
    m_headers->setEnabled(m_http);
    if (!m_http)
        m_headers->setPlaceholderText(QStringLiteral("A command has no header fields."));
}

/// Malformed text is what this window is for: it is said, and sent all the same.
void ResendDialog::check()
{
    const bool ready = m_desk.client().state() == InspectionClient::State::Ready;
    m_send->setEnabled(ready && m_action == 0);
    if (!ready)
        m_status->setText(QStringLiteral("Not connected: nothing can be sent."));
    if (m_body->problem())
        m_warn->setNotice(Tone::Note, QStringLiteral("This is no JSON (%1). It is sent exactly as it stands.").arg(m_body->problem()->words), {}, false);
    else
        m_warn->clear();
}

/// Each line "name: value"; a mask stands for the recorded value.
QList<std::pair<QByteArray, QByteArray>> ResendDialog::headers() const
{
    QList<std::pair<QByteArray, QByteArray>> fields;
    qsizetype hidden = 0;
    for (const QString &line : m_headers->toPlainText().split(u'\n')) {
        const qsizetype colon = line.indexOf(u':');
        if (colon <= 0)
            continue;
        QByteArray value = toWire(line.mid(colon + 1).trimmed());
        if (value == asRecorded.toUtf8() && hidden < m_hidden.size())
            value = m_hidden[hidden++];
        fields.append({ toWire(line.left(colon).trimmed()), value });
    }
    return fields;
}

/// A call of a tool that the server states to be destructive.
bool ResendDialog::asksFirst() const
{
    if (!m_desk.preferences().isOn(Preferences::ConfirmDestructive) || m_confirmed)
        return false;
    const QByteArray text = m_body->json();
    const Result<json::DocumentPtr> document = parseJson(text);
    if (!document || (*document)->root().stringAt("method") != "tools/call")
        return false;
    const json::Value *params = (*document)->root().find("params");
    const auto name = params ? params->stringAt("name") : std::nullopt;
    const ListSnapshotPtr tools = m_desk.snapshot(ListKind::Tools);
    return name && std::any_of(tools->items.begin(), tools->items.end(), [&name](const ListEntry &tool) {
        const json::Value *hints = tool.node.value->find("annotations");
        const json::Value *destructive = hints ? hints->find("destructiveHint") : nullptr;
        return tool.text("name") == *name && destructive && destructive->isTrue();
    });
}

void ResendDialog::send()
{
    if (!m_send->isEnabled())
        return;
    if (asksFirst()) {
        m_warn->setNotice(Tone::Warning, QStringLiteral("The server says this tool is destructive. Send it?"),
            { { QStringLiteral("send"), QStringLiteral("Send") }, { QStringLiteral("not"), QStringLiteral("Don't") } }, false);
        return;
    }
    m_confirmed = false;
    m_answer->clear();
    m_record->setEnabled(false);
    m_status->setText(QStringLiteral("Sent; waiting for the answer..."));
    CallOptions options;
    options.raw = true;
    options.progress = false;
    if (m_http)
        options.headers = headers();
    m_action = m_desk.client().request({}, m_body->json(), options); // no method: exactly these bytes
    m_send->setEnabled(false);
}

void ResendDialog::take(const ActionResult &result)
{
    if (m_action == 0 || result.number != m_action)
        return;
    m_action = 0;
    m_answerFrame = result.result.answerFrame ? result.result.answerFrame : result.result.requestFrame;
    m_record->setEnabled(m_answerFrame > 0);
    QByteArray text;
    if (result.result.document)
        text = QByteArray::fromStdString(json::pretty(result.result.document->text()));
    else if (result.result.error && result.result.error->data.body)
        text = QByteArray::fromStdString(*result.result.error->data.body);
    m_answer->setText(text);
    m_answer->setPlaceholderText(QStringLiteral("The server sent no text."));
    const QString took = duration(result.result.elapsedNs);
    if (result.result.error)
        m_status->setText(visible(result.result.error->message) + QStringLiteral(" (%1, %2)").arg(visible(result.result.error->kind), took));
    else
        m_status->setText(QStringLiteral("Answered after %1, %2. Record %3, made by you.").arg(took, byteSize(result.result.bytes)).arg(m_answerFrame));
    check();
}

void ResendDialog::keyPressEvent(QKeyEvent *event)
{
    const bool enter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (enter && event->modifiers().testFlag(Qt::ControlModifier))
        send();
    else
        QDialog::keyPressEvent(event);
}

} // namespace assayer
