#include "ui/panes/askspane.h"

#include "base/clock.h"
#include "json/write.h"
#include "platform/formattext.h"
#include "platform/visibletext.h"
#include "protocol/message.h"
#include "ui/desk.h"
#include "ui/pages/formlook.h"
#include "ui/panes/askkeptbar.h"
#include "ui/panes/askrootspanel.h"
#include "ui/panes/askrows.h"
#include "ui/panes/asksamplingpanel.h"
#include "ui/panes/askurlpanel.h"
#include "ui/presentation/askpresentation.h"
#include "ui/presentation/tones.h"
#include "ui/widgets/argumentform.h"
#include "ui/widgets/badgerow.h"
#include "ui/widgets/escapedtext.h"
#include "ui/widgets/exacttextview.h"
#include "ui/widgets/jsonedit.h"
#include "ui/widgets/jsontreeview.h"
#include "ui/widgets/listview.h"
#include "ui/wantedpages.h"
#include "ui/widgets/placeholder.h"

#include <QCheckBox>
#include <QDesktopServices>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QStackedWidget>
#include <QTreeView>
#include <QUrl>

#include <algorithm>

namespace assayer {
namespace {

constexpr int tickMs = 1000;
constexpr std::size_t mostLate = 20;
constexpr int lowPane = 480; ///< what will be sent takes less room there
constexpr int narrowest = 320;

} // namespace

AsksPane::AsksPane(QWidget *parent)
    : QWidget(parent)
    , m_model(new AskModel(this))
    , m_dressed(new AskPresentation(this))
{
    setObjectName(QStringLiteral("asksPane"));
    setMinimumWidth(narrowest);
    makeWidgets();
    m_dressed->setSourceModel(m_model);
    m_view->setModel(m_dressed);
    dressList(m_view);
    keepCurrentRow(m_view);
    formlook::columns(m_view, { "visit a page", "Delete how many notes", "tools/call", "withdrawn" }, { AskModel::Text }, { AskModel::Call });
    m_tick.setInterval(tickMs);
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
    auto *head = new QHBoxLayout;
    m_from = label("askFrom");
    inner->removeWidget(m_from);
    m_round = label("askRound");
    inner->removeWidget(m_round);
    m_round->setWordWrap(false);
    head->addWidget(m_from, 1);
    m_badges = new BadgeRow(m_detail);
    m_badges->setObjectName(QStringLiteral("askBadges"));
    m_badges->setBadges({ Badge { Badge::Deprecated, {} } });
    m_badges->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    auto *facts = new QVBoxLayout; // the pane is narrow: what is short stands below each other
    facts->addWidget(m_badges, 0, Qt::AlignRight);
    facts->addWidget(m_round, 0, Qt::AlignRight);
    facts->addStretch(1);
    head->addLayout(facts);
    inner->addLayout(head);
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
    m_roots = new AskRootsPanel(m_stack);
    m_roots->setObjectName(QStringLiteral("askRootsPanel"));
    for (QWidget *page : { static_cast<QWidget *>(m_form), static_cast<QWidget *>(m_url), static_cast<QWidget *>(m_sampling), static_cast<QWidget *>(m_roots),
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

    m_kept = new AskKeptBar(m_detail);
    inner->addWidget(m_kept);

    auto *sent = new QHBoxLayout;
    m_previewCheck = new QCheckBox(QStringLiteral("Show what will be &sent"), m_detail);
    m_previewCheck->setObjectName(QStringLiteral("askPreviewCheck"));
    m_previewCheck->setChecked(true);
    sent->addWidget(m_previewCheck);
    sent->addStretch(1);
    m_rawButton = makeButton(QStringLiteral("Answer ra&w..."), "askRawButton", sent);
    m_rawButton->setCheckable(true);
    inner->addLayout(sent);
    m_preview = new ExactTextView(m_detail);
    m_preview->setObjectName(QStringLiteral("askPreview"));
    m_preview->setAccessibleName(QStringLiteral("What will be sent"));
    m_preview->setMinimumHeight(fontMetrics().lineSpacing() + 8);
    inner->addWidget(m_preview);

    auto *answers = new QHBoxLayout;
    m_accept = makeButton(QStringLiteral("&Accept"), "askAcceptButton", answers);
    m_decline = makeButton(QStringLiteral("&Decline"), "askDeclineButton", answers);
    m_cancel = makeButton(QStringLiteral("&Cancel"), "askCancelButton", answers);
    answers->addStretch(1);
    m_record = makeButton(QStringLiteral("Record"), "askRecordButton", answers);
    m_accept->setToolTip(QStringLiteral("Ctrl+Return or Alt+A"));
    m_cancel->setToolTip(QStringLiteral("Alt+C: no answer either way"));
    inner->addLayout(answers);
}

/// No higher than its rows, so that the question has the room.
void AsksPane::fitList()
{
    constexpr int most = 5;
    const int rows = qMin(m_dressed->rowCount(), most);
    if (rows == 0) {
        m_view->setMinimumHeight(fontMetrics().lineSpacing() * 3);
        m_view->setMaximumHeight(QWIDGETSIZE_MAX);
        return;
    }
    const int row = qMax(m_view->sizeHintForRow(0), fontMetrics().lineSpacing());
    m_view->setFixedHeight(m_view->header()->sizeHint().height() + rows * row + 2 * m_view->frameWidth());
}

void AsksPane::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    const int lines = height() < lowPane ? 2 : 4;
    m_preview->setFixedHeight(m_preview->fontMetrics().lineSpacing() * lines + 8);
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
    connect(m_roots, &AskRootsPanel::changed, this, &AsksPane::showPreview);
    connect(m_url, &AskUrlPanel::againWanted, this, &AsksPane::callAgain);
    connect(m_kept, &AskKeptBar::chosen, this, &AsksPane::takeSaved);
    connect(m_kept, &AskKeptBar::keepWanted, this, &AsksPane::keepAnswer);
    connect(m_kept, &AskKeptBar::failed, this, [this](const QString &words) { showTrouble(words); });
    connect(m_kept, &AskKeptBar::ruleChanged, this, [this] {
        if (m_desk)
            m_desk->client().setSavedAnswers(m_kept->automatic(m_desk->source().name));
    });
    connect(m_record, &QPushButton::clicked, this, [this] {
        if (const AskRow *ask = current())
            Q_EMIT recordWanted(ask->frame);
    });
}

void AsksPane::setDesk(Desk *desk, WantedPages *wanted)
{
    if (m_desk)
        m_desk->client().disconnect(this);
    if (m_wanted)
        m_wanted->disconnect(this);
    m_desk = desk;
    m_wanted = wanted;
    m_shown = 0;
    m_late.clear();
    m_opened.clear();
    m_model->clear();
    if (desk) {
        InspectionClient &client = desk->client();
        connect(&client, &InspectionClient::serverRequested, this, &AsksPane::refresh);
        connect(&client, &InspectionClient::serverRequestAnswered, this, &AsksPane::refresh);
        connect(&client, &InspectionClient::serverRequestCancelled, this, &AsksPane::refresh);
        connect(&client, &InspectionClient::stateChanged, this, &AsksPane::refresh);
    }
    if (wanted)
        connect(wanted, &WantedPages::changed, this, &AsksPane::refresh);
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
        if (row.action || row.state != AskRow::Waiting || isIn(waiting, row.number) || isIn(answered, row.number))
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
        rows.push_back(askRow(request, m_desk->source().id));
    if (m_wanted) {
        for (const WantedPage &page : m_wanted->pages())
            rows.push_back(askRow(page, m_desk->source().id));
    }
    const bool waits = !rows.empty();
    rows.insert(rows.end(), m_late.begin(), m_late.end());
    const bool any = !rows.empty();
    m_model->setRows(std::move(rows));
    m_model->tick(wallNs());
    waits ? m_tick.start() : m_tick.stop();
    m_words->setWords(any ? QString() : m_desk ? QStringLiteral("The server asks nothing. ") + declaredWords(m_desk->client().options().answers) : QStringLiteral("No server."));
    if (any && !m_view->currentIndex().isValid())
        m_view->setCurrentIndex(m_dressed->index(0, 0));
    fitList();
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
        m_kept->setVisible(request() && (ask->kind == AskRow::Form || ask->kind == AskRow::Sampling));
        m_kept->setQuestion(m_desk->source().name, request());
    }
    showState(*ask);
    showPreview();
}

void AsksPane::showRequest(const AskRow &ask)
{
    const QString call = ask.call.isEmpty() ? QString() : QStringLiteral(" (during %1)").arg(visible(ask.call));
    const QString server = visible(m_desk->source().name);
    m_from->setText(ask.action                ? QStringLiteral("%1 wants a page to be visited before %2 goes through.").arg(server, visible(ask.call))
            : ask.kind == AskRow::Url ? QStringLiteral("%1 asks you to visit a page%2.").arg(server, call)
                                      : QStringLiteral("From %1%2. The words and fields are the server's.").arg(server, call));
    m_text->setServerText(ask.text);
    m_text->setVisible(ask.kind != AskRow::Sampling);
    const json::Value *schema = ask.params.value ? ask.params.value->find("requestedSchema") : nullptr;
    m_form->setSchema(schema && ask.kind == AskRow::Form ? json::Node { ask.params.document, schema } : json::Node());
    m_params->setRoot(ask.params);
    switch (ask.kind) {
    case AskRow::Url:
        m_url->setAddress(fromWire(ask.params.value->stringAt("url").value_or(std::string_view())), serverHost(),
            ask.action ? AskUrlPanel::Purpose::BeforeCall : AskUrlPanel::Purpose::Answer);
        break;
    case AskRow::Sampling:
        m_sampling->setRequest(ask.params);
        break;
    case AskRow::Roots:
        m_roots->setRoots(m_desk->client().options().answers.roots);
        break;
    default:
        break;
    }
    const Page pages[] = { FormPage, UrlPage, SamplingPage, RootsPage, OtherPage };
    m_stack->setCurrentIndex(pages[ask.kind]);
    // Sampling and roots: deprecated as of 2026-07-28 (SEP-2577), and supported on purpose.
    m_badges->setVisible(ask.kind == AskRow::Sampling || ask.kind == AskRow::Roots);
    showButtons(ask);
    m_round->setText(ask.maxRounds ? QStringLiteral("round %1 of %2").arg(ask.round).arg(ask.maxRounds) : QString());
    m_round->setVisible(ask.maxRounds > 0);
}

void AsksPane::showButtons(const AskRow &ask)
{
    const bool isElicited = ask.kind == AskRow::Form || ask.kind == AskRow::Url;
    m_accept->setText(ask.kind == AskRow::Sampling || ask.kind == AskRow::Roots ? QStringLiteral("&Accept: send") : QStringLiteral("&Accept"));
    m_accept->setVisible(ask.kind != AskRow::Url && ask.kind != AskRow::Unknown);
    m_cancel->setVisible(isElicited && !ask.action);
    m_decline->setText(ask.action ? QStringLiteral("&Dismiss") : isElicited ? QStringLiteral("&Decline") : QStringLiteral("&Decline: refuse"));
    m_decline->setToolTip(ask.action ? QStringLiteral("Alt+D: takes it off this list; the server is told nothing") : QStringLiteral("Alt+D"));
    m_rawButton->setVisible(!ask.action);
    m_previewCheck->setVisible(ask.kind != AskRow::Url);
}

void AsksPane::showState(const AskRow &ask)
{
    const bool waits = ask.state == AskRow::Waiting;
    for (QWidget *widget : { static_cast<QWidget *>(m_accept), static_cast<QWidget *>(m_cancel), static_cast<QWidget *>(m_rawButton) })
        widget->setEnabled(waits);
    m_decline->setEnabled(waits || ask.action);
    m_url->setEnabled(waits || ask.state == AskRow::Done);
    QString words;
    if (ask.state == AskRow::Withdrawn)
        words = QStringLiteral("Too late: the server took this question back at %1. Nothing was sent.").arg(ask.call);
    else if (ask.state == AskRow::Done)
        words = QStringLiteral("The server says that this page is done. Call again makes the call once more.");
    else if (ask.state == AskRow::Ended && ask.action)
        words = QStringLiteral("The connection that asked for it is over.");
    else if (ask.state == AskRow::Ended)
        words = QStringLiteral("Unanswered when the connection ended at %1; kept for reading.").arg(ask.call);
    else if (m_warned)
        words = QStringLiteral("Not sent: %1. Accept once more, or Ctrl+Shift+Return, sends it as it is.").arg(visible(problemNow()));
    showTrouble(words, ask.state == AskRow::Done ? Tone::Ok : Tone::Warning);
}

void AsksPane::showTrouble(const QString &words, Tone tone)
{
    m_state->setText(words);
    m_state->setVisible(!words.isEmpty());
    QPalette toned = palette();
    toned.setColor(QPalette::WindowText, tones::color(tone, toned));
    m_state->setPalette(toned);
}

void AsksPane::takeSaved(const QByteArray &resultJson)
{
    const AskRow *ask = current();
    const Result<json::DocumentPtr> result = parseJson(resultJson);
    const json::Value *content = result ? (*result)->root().find("content") : nullptr;
    if (ask && ask->kind == AskRow::Sampling)
        m_sampling->setResult(resultJson);
    else if (ask && content)
        m_form->setArguments(bytes((*result)->raw(*content)));
    showPreview();
}

void AsksPane::keepAnswer()
{
    if (const Result<void> kept = m_kept->keep(bytes(json::compact(view(resultNow())))); !kept)
        showTrouble(QStringLiteral("Not kept: %1").arg(visible(std::string_view(kept.error().message))));
}

void AsksPane::reloadKept()
{
    m_kept->reload();
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
        return m_roots->result();
    case AskRow::Unknown:
        break;
    }
    return "{}";
}

QString AsksPane::problemNow() const
{
    const AskRow *ask = current();
    if (m_rawButton->isChecked() && !json::Document::parse(m_raw->json().toStdString())) // the editor itself checks after a rest only
        return m_raw->problem() ? m_raw->problem()->words : QStringLiteral("this is no JSON");
    if (m_rawButton->isChecked())
        return {};
    if (ask && ask->kind == AskRow::Sampling)
        return m_sampling->problem();
    if (!ask || ask->kind != AskRow::Form || m_form->problems().empty())
        return {};
    const FormProblem &first = m_form->problems().front();
    return (first.field.isEmpty() ? QString() : first.field + QStringLiteral(": ")) + first.words;
}

void AsksPane::showPreview()
{
    const AskRow *shown = current();
    const bool shows = m_previewCheck->isChecked() && shown && (shown->kind != AskRow::Url || m_rawButton->isChecked());
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

/// An address is opened only by its own button; Ctrl+Return there is that button, and then the one that calls again.
void AsksPane::accept(bool anyway)
{
    const AskRow *ask = current();
    if (!ask || (!isWaiting() && ask->state != AskRow::Done))
        return;
    if (ask->action && (ask->state == AskRow::Done || m_opened.contains(ask->number)))
        return callAgain();
    if (ask->kind == AskRow::Url && !m_rawButton->isChecked()) {
        if (m_url->canOpen())
            openPage();
        return;
    }
    if (ask->kind == AskRow::Unknown && !m_rawButton->isChecked())
        return;
    const QString problem = problemNow();
    const bool broken = ask->kind == AskRow::Sampling || m_rawButton->isChecked(); // no message could hold it
    if (!problem.isEmpty() && (!anyway || broken)) {
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
    if (!ask || (!isWaiting() && ask->state != AskRow::Done) || !m_url->canOpen())
        return;
    const QString address = fromWire(ask->params.value->stringAt("url").value_or(std::string_view()));
    if (ask->action)
        m_opened.insert(ask->number);
    else
        answerWith(R"({"action":"accept"})");
    QDesktopServices::openUrl(QUrl(address));
}

/// The pages of a call are one thing: the call is made again, whichever of them is shown.
void AsksPane::callAgain()
{
    const AskRow *ask = current();
    if (!ask || !ask->action || !m_wanted)
        return;
    const auto &pages = m_wanted->pages();
    const auto found = std::find_if(pages.begin(), pages.end(), [&](const WantedPage &page) { return page.number == ask->number; });
    if (found == pages.end())
        return;
    const WantedPage page = *found;
    m_wanted->closeAction(page.action);
    Q_EMIT againWanted(page.action, page.method, page.name);
}

void AsksPane::decline()
{
    const AskRow *ask = current();
    if (ask && ask->action && m_wanted)
        return m_wanted->dismiss(ask->number);
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
