#include "ui/panes/askspane.h"

#include "base/clock.h"
#include "json/write.h"
#include "platform/formattext.h"
#include "platform/visibletext.h"
#include "protocol/message.h"
#include "ui/desk.h"
#include "ui/pages/formlook.h"
#include "ui/panes/asksamplingpanel.h"
#include "ui/panes/askurlpanel.h"
#include "ui/presentation/askpresentation.h"
#include "ui/presentation/tones.h"
#include "ui/widgets/argumentform.h"
#include "ui/widgets/escapedtext.h"
#include "ui/widgets/exacttextview.h"
#include "ui/widgets/jsonedit.h"
#include "ui/widgets/jsontreeview.h"
#include "ui/widgets/listview.h"
#include "ui/widgets/placeholder.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDesktopServices>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QStackedWidget>
#include <QStandardItemModel>
#include <QTreeView>
#include <QUrl>

#include <algorithm>

namespace assayer {
namespace {

constexpr int tickMs = 1000;
constexpr std::size_t mostLate = 20;

AskRow::Kind kindOf(const ServerRequest &request)
{
    const json::Value *params = request.params.value;
    if (request.method == "elicitation/create")
        return params && params->stringAt("mode").value_or("form") == "url" ? AskRow::Url : AskRow::Form;
    if (request.method == "sampling/createMessage")
        return AskRow::Sampling;
    return request.method == "roots/list" ? AskRow::Roots : AskRow::Unknown;
}

/// One line that tells the question from others.
QString questionText(const ServerRequest &request)
{
    const json::Value *params = request.params.value;
    if (const auto message = params ? params->stringAt("message") : std::nullopt)
        return fromWire(*message);
    const json::Value *messages = params ? params->find("messages") : nullptr;
    if (messages && messages->size() > 0) {
        const json::Value &last = messages->items()[messages->size() - 1];
        const json::Value *text = last.find("content", "text");
        if (text)
            return fromWire(text->string());
    }
    return request.method == "roots/list" ? QStringLiteral("the list of roots") : QString::fromUtf8(request.method);
}

AskRow rowOf(const ServerRequest &request, const QString &server)
{
    AskRow row;
    row.server = server;
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
    return row;
}

QString declaredWords(const AnswerRules &rules)
{
    QStringList words;
    if (rules.elicitation != AnswerMode::NotDeclared)
        words << (rules.elicitationForm && rules.elicitationUrl ? QStringLiteral("form, page to visit") : rules.elicitationForm ? QStringLiteral("form") : QStringLiteral("page to visit"));
    if (rules.sampling != AnswerMode::NotDeclared)
        words << QStringLiteral("sampling");
    if (rules.declareRoots || !rules.roots.isEmpty())
        words << QStringLiteral("roots (answered from the profile)");
    return words.isEmpty() ? QStringLiteral("Nothing was declared that it may ask for.") : QStringLiteral("It may ask for: %1.").arg(words.join(QLatin1String(", ")));
}

} // namespace

AsksPane::AsksPane(QWidget *parent)
    : QWidget(parent)
    , m_model(new AskModel(this))
    , m_dressed(new AskPresentation(this))
{
    setObjectName(QStringLiteral("asksPane"));
    makeWidgets();
    m_dressed->setSourceModel(m_model);
    m_view->setModel(m_dressed);
    dressList(m_view);
    keepCurrentRow(m_view);
    formlook::columns(m_view, { "visit a page", "Delete how many notes", "tools/call", "withdrawn" });
    m_tick.setInterval(tickMs);
    (void)m_saved.load(); // a file that cannot be read is left alone and offers nothing
    wire();
    refresh();
}

AsksPane::~AsksPane() = default;

QPushButton *AsksPane::makeButton(const QString &text, const char *name, QHBoxLayout *row)
{
    auto *button = new QPushButton(text, m_detail);
    button->setObjectName(QLatin1String(name));
    button->setAutoDefault(false);
    row->addWidget(button);
    return button;
}

void AsksPane::makeWidgets()
{
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(4, 4, 4, 4);
    column->setSpacing(4);
    m_view = new QTreeView(this);
    m_view->setObjectName(QStringLiteral("asksView"));
    m_view->setAccessibleName(QStringLiteral("Questions of the server"));
    m_view->setRootIsDecorated(false);
    m_view->setUniformRowHeights(true);
    m_view->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_view->setMinimumHeight(fontMetrics().lineSpacing() * 3 + 6);
    m_view->setMaximumHeight(fontMetrics().lineSpacing() * 8);
    m_view->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff); // it would cover the only question
    m_words = new Placeholder(m_view);
    m_words->setObjectName(QStringLiteral("asksPlaceholder"));
    m_detail = new QFrame(this);
    m_detail->setObjectName(QStringLiteral("askDetail"));
    column->addWidget(m_view, 1);
    column->addWidget(m_detail, 5);

    auto *inner = new QVBoxLayout(m_detail);
    inner->setContentsMargins(0, 0, 0, 0);
    inner->setSpacing(4);
    const auto label = [&](const char *name) {
        auto *made = new QLabel(m_detail);
        made->setObjectName(QLatin1String(name));
        made->setTextFormat(Qt::PlainText);
        made->setWordWrap(true);
        inner->addWidget(made);
        return made;
    };
    m_from = label("askFrom");
    m_text = new EscapedText(m_detail);
    m_text->setObjectName(QStringLiteral("askText"));
    formlook::untrusted(m_text, QStringLiteral("The question, the server's words"));
    m_text->setMaximumLines(4);
    inner->addWidget(m_text);
    m_state = label("askState");

    m_stack = new QStackedWidget;
    m_stack->setObjectName(QStringLiteral("askStack"));
    m_form = new ArgumentForm(m_stack);
    m_form->setObjectName(QStringLiteral("askForm"));
    m_url = new AskUrlPanel(m_stack);
    m_url->setObjectName(QStringLiteral("askUrlPanel"));
    m_sampling = new AskSamplingPanel(m_stack);
    m_sampling->setObjectName(QStringLiteral("askSamplingPanel"));
    m_params = new JsonTreeView(m_stack);
    m_params->setObjectName(QStringLiteral("askParams"));
    m_raw = new JsonEdit(m_stack);
    m_raw->setObjectName(QStringLiteral("askRawEdit"));
    m_raw->setAccessibleName(QStringLiteral("The result as JSON"));
    m_raw->setEmptyAllowed(false);
    for (QWidget *page : { static_cast<QWidget *>(m_form), static_cast<QWidget *>(m_url), static_cast<QWidget *>(m_sampling), makeRootsPanel(),
             static_cast<QWidget *>(m_params), static_cast<QWidget *>(m_raw) })
        m_stack->addWidget(page);
    // Only the panel that is shown asks for room.
    const auto askForRoom = [stack = m_stack] {
        for (int i = 0; i < stack->count(); ++i)
            stack->widget(i)->setSizePolicy(QSizePolicy::Preferred, i == stack->currentIndex() ? QSizePolicy::Expanding : QSizePolicy::Ignored);
    };
    askForRoom();
    connect(m_stack, &QStackedWidget::currentChanged, this, askForRoom);
    // In a low window the panel scrolls; what answers stays in sight below it.
    auto *scroll = new QScrollArea(m_detail);
    scroll->setObjectName(QStringLiteral("askScroll"));
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setMinimumHeight(fontMetrics().lineSpacing() * 4);
    scroll->setWidget(m_stack);
    inner->addWidget(scroll, 4);

    m_savedRow = new QWidget(m_detail);
    auto *saved = new QHBoxLayout(m_savedRow);
    saved->setContentsMargins(0, 0, 0, 0);
    m_savedCombo = new QComboBox(m_savedRow);
    m_savedCombo->setObjectName(QStringLiteral("askSavedCombo"));
    m_savedCombo->setAccessibleName(QStringLiteral("Saved answers"));
    m_savedCombo->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_savedCombo->setMinimumContentsLength(10);
    m_rule = new QCheckBox(QStringLiteral("Al&ways use this one"), m_savedRow);
    m_rule->setObjectName(QStringLiteral("askRuleCheck"));
    m_rule->setToolTip(QStringLiteral("Questions of this kind from this server are answered by it, without asking"));
    saved->addWidget(m_savedCombo, 1);
    m_save = makeButton(QStringLiteral("&Keep answer"), "askSaveButton", saved);
    m_save->setToolTip(QStringLiteral("Keeps what stands above for later questions of this server"));
    saved->addWidget(m_rule);
    inner->addWidget(m_savedRow);

    m_previewCheck = new QCheckBox(QStringLiteral("Show what will be &sent"), m_detail);
    m_previewCheck->setObjectName(QStringLiteral("askPreviewCheck"));
    m_previewCheck->setChecked(true);
    inner->addWidget(m_previewCheck);
    m_preview = new ExactTextView(m_detail);
    m_preview->setObjectName(QStringLiteral("askPreview"));
    m_preview->setAccessibleName(QStringLiteral("What will be sent"));
    m_preview->setMaximumHeight(fontMetrics().lineSpacing() * 3);
    m_preview->setMinimumHeight(fontMetrics().lineSpacing() + 8);
    inner->addWidget(m_preview);

    auto *first = new QHBoxLayout;
    m_accept = makeButton(QStringLiteral("&Accept"), "askAcceptButton", first);
    m_decline = makeButton(QStringLiteral("&Decline"), "askDeclineButton", first);
    m_cancel = makeButton(QStringLiteral("&Cancel"), "askCancelButton", first);
    first->addStretch(1);
    m_accept->setToolTip(QStringLiteral("Ctrl+Return or Alt+A"));
    m_decline->setToolTip(QStringLiteral("Alt+D"));
    m_cancel->setToolTip(QStringLiteral("Alt+C: no answer either way"));
    auto *second = new QHBoxLayout;
    m_rawButton = makeButton(QStringLiteral("Answer ra&w..."), "askRawButton", second);
    m_rawButton->setCheckable(true);
    m_record = makeButton(QStringLiteral("Record"), "askRecordButton", second);
    second->addStretch(1);
    m_round = new QLabel(m_detail);
    m_round->setObjectName(QStringLiteral("askRound"));
    m_round->setTextFormat(Qt::PlainText);
    second->addWidget(m_round);
    inner->addLayout(first);
    inner->addLayout(second);
}

QWidget *AsksPane::makeRootsPanel()
{
    auto *panel = new QFrame(m_stack);
    panel->setObjectName(QStringLiteral("askRootsPanel"));
    auto *column = new QVBoxLayout(panel);
    column->setContentsMargins(0, 0, 0, 0);
    m_roots = new QStandardItemModel(0, 2, panel);
    m_roots->setHorizontalHeaderLabels({ QStringLiteral("URI"), QStringLiteral("Name") });
    auto *view = new QTreeView(panel);
    view->setObjectName(QStringLiteral("askRootsView"));
    view->setAccessibleName(QStringLiteral("Roots to answer with"));
    view->setRootIsDecorated(false);
    view->setModel(m_roots);
    column->addWidget(view, 1);
    auto *row = new QHBoxLayout;
    auto *add = makeButton(QStringLiteral("+ root"), "askRootAddButton", row);
    auto *remove = makeButton(QStringLiteral("Remove"), "askRootRemoveButton", row);
    row->addStretch(1);
    column->addLayout(row);
    connect(add, &QPushButton::clicked, this, [this, view] {
        m_roots->appendRow({ new QStandardItem(QStringLiteral("file:///")), new QStandardItem });
        view->edit(m_roots->index(m_roots->rowCount() - 1, 0));
    });
    connect(remove, &QPushButton::clicked, this, [this, view] { m_roots->removeRow(view->currentIndex().row()); });
    for (const auto signal : { &QAbstractItemModel::rowsInserted, &QAbstractItemModel::rowsRemoved })
        connect(m_roots, signal, this, &AsksPane::showPreview);
    connect(m_roots, &QAbstractItemModel::dataChanged, this, &AsksPane::showPreview);
    return panel;
}

void AsksPane::wire()
{
    connect(&m_tick, &QTimer::timeout, this, [this] { m_model->tick(wallNs()); });
    connect(m_view->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &AsksPane::showCurrent);
    connect(m_form, &ArgumentForm::changed, this, &AsksPane::showPreview);
    connect(m_sampling, &AskSamplingPanel::changed, this, &AsksPane::showPreview);
    connect(m_raw, &JsonEdit::jsonChanged, this, &AsksPane::showPreview);
    connect(m_url, &AskUrlPanel::openWanted, this, &AsksPane::openPage);
    connect(m_url, &AskUrlPanel::acceptWanted, this, [this] { answerWith(R"({"action":"accept"})"); });
    connect(m_accept, &QPushButton::clicked, this, [this] { accept(m_warned); });
    connect(m_decline, &QPushButton::clicked, this, &AsksPane::decline);
    connect(m_cancel, &QPushButton::clicked, this, &AsksPane::cancel);
    connect(m_rawButton, &QPushButton::toggled, this, &AsksPane::toggleRaw);
    connect(m_previewCheck, &QCheckBox::toggled, this, &AsksPane::showPreview);
    connect(m_savedCombo, &QComboBox::activated, this, &AsksPane::takeSaved);
    connect(m_save, &QPushButton::clicked, this, &AsksPane::saveAnswer);
    connect(m_rule, &QCheckBox::clicked, this, &AsksPane::toggleRule);
    connect(m_record, &QPushButton::clicked, this, [this] {
        if (const AskRow *ask = current())
            Q_EMIT recordWanted(ask->frame);
    });
}

void AsksPane::setDesk(Desk *desk)
{
    if (m_desk)
        m_desk->client().disconnect(this);
    m_desk = desk;
    m_shown = 0;
    m_late.clear();
    m_model->clear();
    if (desk) {
        InspectionClient &client = desk->client();
        connect(&client, &InspectionClient::serverRequested, this, &AsksPane::refresh);
        connect(&client, &InspectionClient::serverRequestAnswered, this, &AsksPane::refresh);
        connect(&client, &InspectionClient::serverRequestCancelled, this, &AsksPane::refresh);
        connect(&client, &InspectionClient::stateChanged, this, &AsksPane::refresh);
    }
    refresh();
}

/// What waited and is neither waiting nor answered any more was taken back, or the connection ended.
void AsksPane::keepLate()
{
    const InspectionClient &client = m_desk->client();
    const QList<ServerRequest> waiting = client.questions();
    const QList<ServerRequest> answered = client.answered();
    const auto isIn = [](const QList<ServerRequest> &list, quint64 number) {
        return std::any_of(list.begin(), list.end(), [&](const ServerRequest &request) { return request.number == number; });
    };
    for (AskRow row : m_model->rows()) {
        if (row.state != AskRow::Waiting || isIn(waiting, row.number) || isIn(answered, row.number))
            continue;
        row.state = client.state() == InspectionClient::State::Ready ? AskRow::Withdrawn : AskRow::Ended;
        row.call = clockTime(wallNs());
        m_late.push_back(row);
    }
    if (m_late.size() > mostLate)
        m_late.erase(m_late.begin(), m_late.end() - static_cast<std::ptrdiff_t>(mostLate));
}

void AsksPane::refresh()
{
    if (m_desk)
        keepLate();
    std::vector<AskRow> rows;
    for (const ServerRequest &request : m_desk ? m_desk->client().questions() : QList<ServerRequest>())
        rows.push_back(rowOf(request, m_desk->source().id));
    const bool waits = !rows.empty();
    rows.insert(rows.end(), m_late.begin(), m_late.end());
    const bool any = !rows.empty();
    m_model->setRows(std::move(rows));
    m_model->tick(wallNs());
    waits ? m_tick.start() : m_tick.stop();
    m_words->setWords(any ? QString() : m_desk ? QStringLiteral("The server asks nothing. ") + declaredWords(m_desk->client().options().answers) : QStringLiteral("No server."));
    if (any && !m_view->currentIndex().isValid())
        m_view->setCurrentIndex(m_dressed->index(0, 0));
    showCurrent();
}

std::optional<ServerRequest> AsksPane::request() const
{
    const AskRow *ask = current();
    const QList<ServerRequest> waiting = ask && m_desk ? m_desk->client().questions() : QList<ServerRequest>();
    const auto found = std::find_if(waiting.begin(), waiting.end(), [&](const ServerRequest &one) { return one.number == ask->number; });
    return found == waiting.end() ? std::nullopt : std::optional(*found);
}

QString AsksPane::serverHost() const
{
    return m_desk ? m_desk->client().options().session.target.url.host() : QString();
}

const AskRow *AsksPane::current() const
{
    const quint64 number = m_view->currentIndex().siblingAtColumn(0).data(AskModel::NumberRole).toULongLong();
    const auto &rows = m_model->rows();
    const auto found = std::find_if(rows.begin(), rows.end(), [&](const AskRow &row) { return row.number == number; });
    return m_view->currentIndex().isValid() && found != rows.end() ? &*found : nullptr;
}

bool AsksPane::isWaiting() const
{
    const AskRow *ask = current();
    return ask && ask->state == AskRow::Waiting;
}

void AsksPane::showCurrent()
{
    const AskRow *ask = current();
    m_detail->setVisible(ask != nullptr);
    if (!ask) {
        m_shown = 0;
        return;
    }
    if (ask->number != m_shown) {
        m_shown = ask->number;
        m_warned = false;
        m_rawButton->setChecked(false);
        showRequest(*ask);
        showSaved(*ask);
    }
    showState(*ask);
    showPreview();
}

void AsksPane::showRequest(const AskRow &ask)
{
    const QString call = ask.call.isEmpty() ? QString() : QStringLiteral(" (during %1)").arg(visible(ask.call));
    m_from->setText(ask.kind == AskRow::Url ? QStringLiteral("%1 asks you to visit a page%2.").arg(visible(m_desk->source().name), call)
                                            : QStringLiteral("From %1%2. The words and fields are the server's.").arg(visible(m_desk->source().name), call));
    m_text->setServerText(ask.text);
    m_text->setVisible(ask.kind != AskRow::Sampling);
    const json::Value *schema = ask.params.value ? ask.params.value->find("requestedSchema") : nullptr;
    m_form->setSchema(schema && ask.kind == AskRow::Form ? json::Node { ask.params.document, schema } : json::Node());
    m_params->setRoot(ask.params);
    switch (ask.kind) {
    case AskRow::Url:
        m_url->setAddress(fromWire(ask.params.value->stringAt("url").value_or(std::string_view())), serverHost());
        break;
    case AskRow::Sampling:
        m_sampling->setRequest(ask.params);
        break;
    case AskRow::Roots:
        m_roots->removeRows(0, m_roots->rowCount());
        for (const RootEntry &root : m_desk->client().options().answers.roots)
            m_roots->appendRow({ new QStandardItem(root.uri), new QStandardItem(root.name) });
        break;
    default:
        break;
    }
    const Page pages[] = { FormPage, UrlPage, SamplingPage, RootsPage, OtherPage };
    m_stack->setCurrentIndex(pages[ask.kind]);
    const bool isUrl = ask.kind == AskRow::Url;
    m_accept->setText(ask.kind == AskRow::Sampling || ask.kind == AskRow::Roots ? QStringLiteral("&Accept: send") : QStringLiteral("&Accept"));
    m_accept->setVisible(!isUrl && ask.kind != AskRow::Unknown);
    m_cancel->setVisible(ask.kind == AskRow::Form || isUrl);
    m_decline->setText(ask.kind == AskRow::Form || isUrl ? QStringLiteral("&Decline") : QStringLiteral("&Decline: refuse"));
    m_round->setText(ask.maxRounds ? QStringLiteral("round %1 of %2").arg(ask.round).arg(ask.maxRounds) : QString());
}

void AsksPane::showState(const AskRow &ask)
{
    const bool waits = ask.state == AskRow::Waiting;
    for (QWidget *widget : { static_cast<QWidget *>(m_accept), static_cast<QWidget *>(m_decline), static_cast<QWidget *>(m_cancel),
             static_cast<QWidget *>(m_rawButton), static_cast<QWidget *>(m_url) })
        widget->setEnabled(waits);
    QString words;
    if (ask.state == AskRow::Withdrawn)
        words = QStringLiteral("Too late: the server took this question back at %1. Nothing was sent.").arg(ask.call);
    else if (ask.state == AskRow::Ended)
        words = QStringLiteral("Unanswered when the connection ended at %1; kept for reading.").arg(ask.call);
    else if (m_warned)
        words = QStringLiteral("Not sent: %1. Accept once more, or Ctrl+Shift+Return, sends it as it is.").arg(visible(problemNow()));
    m_state->setText(words);
    m_state->setVisible(!words.isEmpty());
    QPalette toned = palette();
    toned.setColor(QPalette::WindowText, tones::color(Tone::Warning, toned));
    m_state->setPalette(toned);
}

void AsksPane::showSaved(const AskRow &ask)
{
    const std::optional<ServerRequest> own = request();
    m_savedRow->setVisible(own && (ask.kind == AskRow::Form || ask.kind == AskRow::Sampling));
    m_savedCombo->clear();
    m_savedCombo->addItem(QStringLiteral("Saved: none"));
    for (const SavedAnswer &answer : own ? m_saved.fitting(m_desk->source().name, *own) : QList<SavedAnswer>()) {
        const QString name = answer.name.isEmpty() ? visible(view(answer.result), Lines::One, 60) : visible(answer.name);
        m_savedCombo->addItem(name + (answer.automatic ? QStringLiteral(" (always)") : QString()), answer.id);
    }
    m_rule->setChecked(false);
    m_rule->setEnabled(false);
}

void AsksPane::takeSaved(int index)
{
    const AskRow *ask = current();
    m_rule->setEnabled(index > 0);
    if (!ask || index < 1)
        return;
    for (const SavedAnswer &answer : m_saved.all()) {
        if (answer.id != m_savedCombo->itemData(index).toString())
            continue;
        m_rule->setChecked(answer.automatic);
        const Result<json::DocumentPtr> result = parseJson(answer.result);
        const json::Value *content = result ? (*result)->root().find("content") : nullptr;
        if (ask->kind == AskRow::Sampling)
            m_sampling->setResult(answer.result);
        else if (content)
            m_form->setArguments(bytes((*result)->raw(*content)));
    }
    showPreview();
}

void AsksPane::saveAnswer()
{
    const AskRow *ask = current();
    const std::optional<ServerRequest> own = request();
    if (!ask || !own)
        return;
    const Result<QString> id = m_saved.add(m_desk->source().name, *own, bytes(json::compact(view(resultNow()))), {}, false);
    if (!id) {
        m_state->setText(QStringLiteral("Not kept: %1").arg(visible(std::string_view(id.error().message))));
        m_state->show();
        return;
    }
    showSaved(*ask);
    m_savedCombo->setCurrentIndex(m_savedCombo->findData(*id));
    m_rule->setEnabled(true);
}

/// What answers by itself does so for this connection at once; the question that stands is still the user's.
void AsksPane::toggleRule(bool on)
{
    const QString id = m_savedCombo->currentData().toString();
    if (id.isEmpty() || !m_desk)
        return;
    const Result<void> done = m_saved.setAutomatic(id, on);
    m_rule->setChecked(done && on);
    if (!done) {
        m_state->setText(QStringLiteral("Not possible: %1").arg(visible(std::string_view(done.error().message))));
        m_state->show();
    }
    m_desk->client().setSavedAnswers(m_saved.automatic(m_desk->source().name));
}

QByteArray AsksPane::rootsResult() const
{
    json::Writer out;
    out.beginObject().key("roots").beginArray();
    for (int row = 0; row < m_roots->rowCount(); ++row) {
        const auto text = [&](int column) { return toWire(m_roots->item(row, column) ? m_roots->item(row, column)->text() : QString()).toStdString(); };
        out.beginObject().member("uri", text(0));
        if (!text(1).empty())
            out.member("name", text(1));
        out.endObject();
    }
    return bytes(out.endArray().endObject().take());
}

QByteArray AsksPane::resultNow() const
{
    const AskRow *ask = current();
    if (m_rawButton->isChecked())
        return m_raw->json();
    switch (ask ? ask->kind : AskRow::Unknown) {
    case AskRow::Form: {
        json::Writer out;
        out.beginObject().member("action", "accept").rawMember("content", view(m_form->arguments())).endObject();
        return bytes(out.text());
    }
    case AskRow::Url:
        return R"({"action":"accept"})";
    case AskRow::Sampling:
        return m_sampling->result();
    case AskRow::Roots:
        return rootsResult();
    case AskRow::Unknown:
        break;
    }
    return "{}";
}

QString AsksPane::problemNow() const
{
    const AskRow *ask = current();
    if (m_rawButton->isChecked())
        return m_raw->problem() ? m_raw->problem()->words : QString();
    if (ask && ask->kind == AskRow::Sampling)
        return m_sampling->problem();
    if (!ask || ask->kind != AskRow::Form || m_form->problems().empty())
        return {};
    const FormProblem &first = m_form->problems().front();
    return (first.field.isEmpty() ? QString() : first.field + QStringLiteral(": ")) + first.words;
}

void AsksPane::showPreview()
{
    const bool shows = m_previewCheck->isChecked();
    m_preview->setVisible(shows);
    if (shows)
        m_preview->setText(resultNow());
    if (m_warned && problemNow().isEmpty()) {
        m_warned = false;
        if (const AskRow *ask = current())
            showState(*ask);
    }
}

void AsksPane::toggleRaw(bool on)
{
    const AskRow *ask = current();
    if (!ask)
        return;
    if (on) {
        const QSignalBlocker quiet(m_rawButton);
        m_rawButton->setChecked(false);
        const QByteArray before = resultNow();
        m_rawButton->setChecked(true);
        m_raw->setJson(bytes(json::pretty(view(before))));
        m_stack->setCurrentIndex(RawPage);
        m_raw->setFocus();
    } else {
        const Page pages[] = { FormPage, UrlPage, SamplingPage, RootsPage, OtherPage };
        m_stack->setCurrentIndex(pages[ask->kind]);
    }
    m_accept->setVisible(on || (ask->kind != AskRow::Url && ask->kind != AskRow::Unknown));
    showPreview();
}

/// An address is opened only by its own button; Ctrl+Return there is that button.
void AsksPane::accept(bool anyway)
{
    const AskRow *ask = current();
    if (!ask || !isWaiting())
        return;
    if (ask->kind == AskRow::Url && !m_rawButton->isChecked()) {
        if (m_url->canOpen())
            openPage();
        return;
    }
    if (ask->kind == AskRow::Unknown && !m_rawButton->isChecked())
        return;
    const bool broken = m_rawButton->isChecked() && m_raw->problem();
    if (!problemNow().isEmpty() && (!anyway || broken)) {
        m_warned = true;
        m_form->showMissing();
        if (ask->kind == AskRow::Form && !m_form->problems().empty())
            m_form->focusField(m_form->problems().front().pointer);
        return showState(*ask);
    }
    answerWith(bytes(json::compact(view(resultNow()))));
}

void AsksPane::openPage()
{
    const AskRow *ask = current();
    if (!ask || !isWaiting() || !m_url->canOpen())
        return;
    const QString address = fromWire(ask->params.value->stringAt("url").value_or(std::string_view()));
    answerWith(R"({"action":"accept"})");
    QDesktopServices::openUrl(QUrl(address));
}

void AsksPane::decline()
{
    answerWith(R"({"action":"decline"})");
}

void AsksPane::cancel()
{
    answerWith(R"({"action":"cancel"})");
}

/// What is no elicitation cannot be declined in its result: a legacy request gets an error, a modern one ends its call.
void AsksPane::answerWith(const QByteArray &result)
{
    const std::optional<ServerRequest> request = this->request();
    if (!request)
        return;
    const bool refusal = result == R"({"action":"decline"})" || result == R"({"action":"cancel"})";
    ServerAnswer answer;
    if (request->method == "elicitation/create" || !refusal) {
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
    if (m_dressed->rowCount() > 0 && !isWaiting())
        m_view->setCurrentIndex(m_dressed->index(0, 0));
    m_view->setFocus(Qt::OtherFocusReason);
}

} // namespace assayer
