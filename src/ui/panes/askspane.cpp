#include "ui/panes/askspane.h"

#include "ui_askspane.h"

#include "base/clock.h"
#include "json/write.h"
#include "models/askmodel.h"
#include "platform/visibletext.h"
#include "protocol/message.h"
#include "ui/desk.h"
#include "ui/pages/formlook.h"
#include "ui/presentation/askpresentation.h"
#include "ui/widgets/listview.h"
#include "ui/widgets/placeholder.h"

namespace assayer {
namespace {

constexpr int tickMs = 1000;

bool isForm(const ServerRequest &request)
{
    const json::Value *params = request.params.value;
    return request.method == "elicitation/create" && params && params->stringAt("mode").value_or("form") == "form";
}

AskRow::Kind kindOf(const ServerRequest &request)
{
    if (isForm(request))
        return AskRow::Form;
    if (request.method == "elicitation/create")
        return AskRow::Url;
    if (request.method == "sampling/createMessage")
        return AskRow::Sampling;
    return request.method == "roots/list" ? AskRow::Roots : AskRow::Unknown;
}

QString questionText(const ServerRequest &request)
{
    const json::Value *params = request.params.value;
    const auto message = params ? params->stringAt("message") : std::nullopt;
    return message ? fromWire(*message) : QString::fromUtf8(request.method);
}

} // namespace

AsksPane::AsksPane(QWidget *parent)
    : QWidget(parent)
    , m_ui(std::make_unique<Ui::AsksPane>())
    , m_model(new AskModel(this))
    , m_dressed(new AskPresentation(this))
{
    m_ui->setupUi(this);
    setObjectName(QStringLiteral("asksPane"));
    m_dressed->setSourceModel(m_model);
    m_ui->asksView->setModel(m_dressed);
    dressList(m_ui->asksView);
    m_ui->asksView->setAccessibleName(QStringLiteral("Questions of the server"));
    auto *words = new Placeholder(m_ui->asksView);
    words->setObjectName(QStringLiteral("asksPlaceholder"));
    words->setWords(QStringLiteral("The server asks nothing."));
    formlook::untrusted(m_ui->askText, QStringLiteral("The question, the server's words"));
    m_ui->askText->setMaximumLines(4);
    m_tick.setInterval(tickMs);
    connect(&m_tick, &QTimer::timeout, this, [this] { m_model->tick(wallNs()); });
    connect(m_ui->asksView->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &AsksPane::showCurrent);
    connect(m_ui->askForm, &ArgumentForm::changed, this, [this] { m_ui->askPreview->setText(contentNow()); });
    connect(m_ui->askAcceptButton, &QPushButton::clicked, this, &AsksPane::accept);
    connect(m_ui->askDeclineButton, &QPushButton::clicked, this, &AsksPane::decline);
    connect(m_ui->askCancelButton, &QPushButton::clicked, this, &AsksPane::cancel);
    connect(m_ui->askRecordButton, &QPushButton::clicked, this, [this] {
        if (const ServerRequest *request = current())
            Q_EMIT recordWanted(request->frame);
    });
    refresh();
}

AsksPane::~AsksPane() = default;

void AsksPane::setDesk(Desk *desk)
{
    if (m_desk)
        m_desk->client().disconnect(this);
    m_desk = desk;
    m_shown = 0;
    if (desk) {
        InspectionClient &client = desk->client();
        connect(&client, &InspectionClient::serverRequested, this, &AsksPane::refresh);
        connect(&client, &InspectionClient::serverRequestAnswered, this, &AsksPane::refresh);
        connect(&client, &InspectionClient::serverRequestCancelled, this, &AsksPane::refresh);
        connect(&client, &InspectionClient::stateChanged, this, &AsksPane::refresh);
    }
    refresh();
}

void AsksPane::refresh()
{
    m_questions = m_desk ? m_desk->client().questions() : QList<ServerRequest>();
    std::vector<AskRow> rows;
    for (const ServerRequest &request : m_questions) {
        AskRow row;
        row.server = m_desk->source().id;
        row.number = request.number;
        row.kind = kindOf(request);
        row.method = QString::fromUtf8(request.method);
        row.text = questionText(request);
        row.call = QString::fromUtf8(request.callMethod);
        row.askedNs = request.wallNs;
        row.round = request.round;
        row.maxRounds = request.maxRounds;
        row.params = request.params;
        row.frame = request.frame;
        rows.push_back(row);
    }
    m_model->setRows(std::move(rows));
    m_model->tick(wallNs());
    m_questions.isEmpty() ? m_tick.stop() : m_tick.start();
    if (!m_ui->asksView->currentIndex().isValid())
        m_ui->asksView->setCurrentIndex(m_dressed->index(0, 0));
    showCurrent();
}

const ServerRequest *AsksPane::current() const
{
    const quint64 number = m_ui->asksView->currentIndex().siblingAtColumn(0).data(AskModel::NumberRole).toULongLong();
    for (const ServerRequest &request : m_questions) {
        if (request.number == number)
            return &request;
    }
    return nullptr;
}

void AsksPane::showCurrent()
{
    const ServerRequest *request = current();
    m_ui->askDetail->setVisible(request != nullptr);
    if (!request) {
        m_shown = 0;
        return;
    }
    if (request->number == m_shown)
        return;
    m_shown = request->number;
    m_ui->askFrom->setText(QStringLiteral("From %1. The words and fields are the server's.").arg(visible(m_desk->source().name)));
    m_ui->askText->setServerText(questionText(*request));
    const bool form = isForm(*request);
    const json::Value *schema = form ? request->params.value->find("requestedSchema") : nullptr;
    m_ui->askForm->setVisible(form);
    m_ui->askForm->setSchema(schema ? json::Node { request->params.document, schema } : json::Node());
    m_ui->askParams->setVisible(!form);
    m_ui->askParams->setRoot(request->params);
    m_ui->askAcceptButton->setVisible(form);
    m_ui->askPreview->setText(contentNow());
    m_ui->askPreview->setVisible(form);
    m_ui->askPreviewTitle->setVisible(form);
    m_ui->askRound->setText(request->maxRounds ? QStringLiteral("round %1 of %2").arg(request->round).arg(request->maxRounds) : QString());
}

QByteArray AsksPane::contentNow() const
{
    json::Writer writer;
    writer.beginObject().member("action", "accept").rawMember("content", view(m_ui->askForm->arguments())).endObject();
    return bytes(writer.text());
}

void AsksPane::accept()
{
    if (const ServerRequest *request = current(); request && isForm(*request))
        answerWith(contentNow());
}

void AsksPane::decline()
{
    answerWith(R"({"action":"decline"})");
}

void AsksPane::cancel()
{
    answerWith(R"({"action":"cancel"})");
}

void AsksPane::answerWith(const QByteArray &result)
{
    const ServerRequest *request = current();
    if (!request || !m_desk)
        return;
    ServerAnswer answer;
    if (request->method == "elicitation/create") {
        answer.result = result;
    } else if (request->inputRequired) {
        answer.abandon = true;
    } else {
        answer.errorCode = -1;
        answer.errorMessage = "User rejected the request";
    }
    m_desk->client().answer(request->number, answer);
}

void AsksPane::takeFocus()
{
    m_ui->asksView->setFocus(Qt::OtherFocusReason);
}

} // namespace assayer
