#include "ui/pages/serverpage.h"

#include "ui_serverpage.h"

#include "inspection/targetjson.h"
#include "models/capabilitymodel.h"
#include "models/connectionfactmodel.h"
#include "models/negotiationstepmodel.h"
#include "models/policyverdictmodel.h"
#include "platform/formattext.h"
#include "platform/visibletext.h"
#include "protocol/message.h"
#include "ui/desk.h"
#include "ui/pages/commandreview.h"
#include "ui/pages/connectprogress.h"
#include "ui/pages/failurepanel.h"
#include "ui/pages/formlook.h"
#include "ui/pages/liststate.h"
#include "ui/pages/negotiationreporttext.h"
#include "ui/presentation/capabilitypresentation.h"
#include "ui/presentation/connectionfactpresentation.h"
#include "ui/presentation/negotiationsteppresentation.h"
#include "ui/presentation/policyverdictpresentation.h"
#include "ui/widgets/delegates.h"
#include "ui/widgets/listview.h"
#include "ui/widgets/placeholder.h"

#include <QClipboard>
#include <QGuiApplication>

namespace assayer {
namespace {

using State = InspectionClient::State;

constexpr int lowPage = 420; ///< below it nothing is put one above the other

QString identityLine(const SessionFacts &facts)
{
    const json::Value *info = facts.serverInfo.value;
    if (!info)
        return {};
    QString text = fromWire(info->stringAt("name").value_or(std::string_view()));
    if (const auto version = info->stringAt("version"))
        text += u' ' + fromWire(*version);
    if (const auto title = info->stringAt("title"))
        text += QStringLiteral("  \"") + fromWire(*title) + u'"';
    return text;
}

void placeholder(QTreeView *view, const char *name, const QString &words)
{
    auto *label = new Placeholder(view);
    label->setObjectName(QString::fromLatin1(name));
    label->setWords(words);
}

/// Members of a filter of subscriptions/listen that are asked for.
QStringList wanted(const QByteArray &filterJson)
{
    QStringList names;
    const Result<json::DocumentPtr> filter = parseJson(filterJson);
    for (const json::Member &member : filter ? (*filter)->root().members() : std::span<const json::Member>()) {
        if (!member.value().isFalse() && !member.value().isNull())
            names << visible(member.name());
    }
    return names;
}

/// What a stream that listens was opened for, and what the server granted of it.
QString streamWords(const Subscription &subscription)
{
    if (subscription.filterJson.isEmpty())
        return subscription.accepted ? QStringLiteral("open") : QStringLiteral("opening");
    const QStringList asked = wanted(subscription.filterJson);
    if (!subscription.accepted)
        return QStringLiteral("asked for %1, not granted yet").arg(asked.join(QStringLiteral(", ")));
    const QStringList granted = wanted(subscription.grantedJson);
    QStringList refused = asked;
    for (const QString &name : granted)
        refused.removeAll(name);
    const QString words = granted.isEmpty() ? QStringLiteral("nothing granted") : QStringLiteral("granted %1").arg(granted.join(QStringLiteral(", ")));
    return refused.isEmpty() ? words : words + QStringLiteral("; not granted %1").arg(refused.join(QStringLiteral(", ")));
}

} // namespace

ServerPage::ServerPage(Desk &desk, QWidget *parent)
    : Page(PageId::Server, desk, parent)
    , m_ui(std::make_unique<Ui::ServerPage>())
    , m_steps(new NegotiationStepModel(this))
    , m_policies(new PolicyVerdictModel(this))
    , m_capabilities(new CapabilityModel(this))
    , m_facts(new ConnectionFactModel(this))
{
    m_ui->setupUi(this);
    setObjectName(QStringLiteral("serverPage"));
    dress();
    m_progress = new ConnectProgress(*m_ui, desk, this);
    m_failure = new FailurePanel(*m_ui, desk, this);
    m_review = new CommandReview(*m_ui, desk, this);
    wire();
    showNegotiation();
    showFacts();
    showState();
}

ServerPage::~ServerPage() = default;

QAbstractProxyModel *ServerPage::dressView(QTreeView *view, QAbstractItemModel *model, QAbstractProxyModel *dressed, const QString &name)
{
    dressed->setSourceModel(model);
    view->setModel(dressed);
    dressList(view);
    view->setAccessibleName(name);
    copyExactOnCopyKey(view);
    return dressed;
}

void ServerPage::dress()
{
    m_stepsDressed = dressView(m_ui->negotiationView, m_steps, new NegotiationStepPresentation(this), QStringLiteral("Negotiation"));
    m_ui->negotiationView->setItemDelegateForColumn(NegotiationStepModel::Sequence, new SequenceDelegate(this));
    dressView(m_ui->policiesView, m_policies, new PolicyVerdictPresentation(this), QStringLiteral("Verdicts of other clients"));
    dressView(m_ui->capabilitiesView, m_capabilities, new CapabilityPresentation(this), QStringLiteral("Capabilities"));
    dressView(m_ui->connectionFacts, m_facts, new ConnectionFactPresentation(this), QStringLiteral("Facts of the connection"));
    formlook::columns(m_ui->negotiationView, { "12", "probe 2026-07-28", "server/discover on both sides", "invalid-reply", "corrective", "2 min 05 s" }, { NegotiationStepModel::Step, NegotiationStepModel::Sequence, NegotiationStepModel::Outcome });
    formlook::columns(m_ui->policiesView, { "sdk-2.4.0", "modern (weak)", "reads a 5xx as an outage" }, { 2 });
    formlook::columns(m_ui->capabilitiesView, { "server", "(v) tools.listChanged", "{\"listChanged\":true}", "deprecated" }, { CapabilityModel::Name, CapabilityModel::Value, CapabilityModel::Used }, { CapabilityModel::Value });
    formlook::columns(m_ui->connectionFacts, { "Remote address", "value" }, { 1 });
    placeholder(m_ui->negotiationView, "negotiationPlaceholder", QStringLiteral("Nothing known yet. Connect shows each step here."));
    placeholder(m_ui->policiesView, "policiesPlaceholder", QStringLiteral("What other clients would have concluded appears with the verdict."));
    placeholder(m_ui->capabilitiesView, "capabilitiesPlaceholder", QStringLiteral("Known when the server has answered."));
    placeholder(m_ui->connectionFacts, "factsPlaceholder", QStringLiteral("Known when the connection stands."));
    for (QLabel *heading : { m_ui->negotiationTitle, m_ui->policiesTitle, m_ui->capabilitiesTitle, m_ui->instructionsTitle, m_ui->factsTitle })
        formlook::heading(heading);
    for (QLabel *title : { static_cast<QLabel *>(m_ui->serverIdentity), static_cast<QLabel *>(m_ui->connectTitle), static_cast<QLabel *>(m_ui->idleTitle) })
        formlook::title(title);
    formlook::untrusted(m_ui->serverInstructions, QStringLiteral("Instructions, the server's words"));
    formlook::untrusted(m_ui->probeStderr, QStringLiteral("What the probe's process wrote to stderr"));
    m_ui->probeStderr->setMaximumHeight(4 * m_ui->probeStderr->fontMetrics().lineSpacing() + 8);
    m_ui->negotiationEvidence->hide();
    formlook::proportions(m_ui->serverSplitter, 3, 2);
    formlook::proportions(m_ui->serverUpperSplitter, 5, 2);
    formlook::proportions(m_ui->serverLowerSplitter, 1, 1, 1);
}

void ServerPage::wire()
{
    connect(m_ui->serverConnectButton, &QPushButton::clicked, this, [this] { desk().open(desk().isPrivate()); });
    connect(m_ui->disconnectButton, &QPushButton::clicked, &desk(), &Desk::close);
    connect(m_ui->probeAgainButton, &QPushButton::clicked, &desk(), &Desk::reopen);
    connect(m_ui->eraLabButton, &QPushButton::clicked, this, [this] { Q_EMIT entryWanted(PageId::EraLab, {}); });
    connect(m_ui->connectCancelButton, &QPushButton::clicked, this, &ServerPage::cancel);
    connect(m_ui->serverNotice, &NoticeBar::triggered, this, [this](const QString &id) {
        if (id == QLatin1String("reconnect"))
            desk().open(desk().isPrivate());
        else
            Q_EMIT stderrWanted();
    });
    connect(m_ui->negotiationView->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &ServerPage::showStep);
    connect(m_ui->negotiationView, &QTreeView::activated, this, &ServerPage::openStepRecord);
    connect(m_ui->negotiationRecordButton, &QPushButton::clicked, this, &ServerPage::openStepRecord);
    connect(m_ui->negotiationEvidenceButton, &QPushButton::toggled, m_ui->negotiationEvidence, &QWidget::setVisible);
    connect(m_ui->negotiationCopyButton, &QPushButton::clicked, this, [this] {
        QGuiApplication::clipboard()->setText(report());
        Q_EMIT said(QStringLiteral("Copied the report as Markdown."));
    });
    connect(m_failure, &FailurePanel::stderrWanted, this, &Page::stderrWanted);
    connect(m_failure, &FailurePanel::profileWanted, this, &Page::profileWanted);
    connect(m_failure, &FailurePanel::said, this, &Page::said);
    connect(m_failure, &FailurePanel::recordWanted, this, [this](quint64 frame) { Q_EMIT recordWanted(frame, {}); });
    connect(&desk(), &Desk::stateChanged, this, &ServerPage::showState);
    connect(&desk(), &Desk::changed, this, &ServerPage::showState);
    connect(&desk(), &Desk::negotiationChanged, this, &ServerPage::showNegotiation);
    connect(&desk(), &Desk::factsChanged, this, &ServerPage::showFacts);
    connect(&desk().client(), &InspectionClient::recordingChanged, this, &ServerPage::showConnectionFacts);
    connect(&desk().client(), &InspectionClient::subscriptionsChanged, this, &ServerPage::showConnectionFacts);
}

void ServerPage::showState()
{
    const State state = desk().client().state();
    const std::optional<Error> error = desk().shownError();
    const bool review = desk().awaitsReview();
    const bool connecting = state == State::Connecting && !review;
    const bool ready = state == State::Ready || (desk().isTrace() && desk().facts());
    const bool failed = !review && !connecting && !ready && error && (state == State::Failed || desk().refusal());
    m_ui->commandReviewPanel->setVisible(review);
    m_ui->connectPanel->setVisible(connecting);
    m_ui->readyPanel->setVisible(ready && !review);
    m_ui->failurePanel->setVisible(failed);
    m_ui->idlePanel->setVisible(!review && !connecting && !ready && !failed);
    m_ui->serverSplitter->setVisible(!review);
    if (review && !m_wasReviewing)
        m_review->show();
    m_wasReviewing = review;
    if (connecting && !m_wasConnecting)
        m_progress->start();
    else if (!connecting)
        m_progress->stop();
    if (m_wasConnecting && !connecting)
        showDecidingStep();
    m_wasConnecting = connecting;
    m_ui->connectTitle->setServerText(QStringLiteral("Connecting to %1   %2").arg(desk().source().name, desk().source().target));
    m_ui->idleTitle->setServerText(desk().source().name + QStringLiteral("   ") + desk().source().target);
    m_ui->idleText->setText(desk().isTrace()  ? QStringLiteral("A trace without the answer that opens a connection. Its records are in the trace below.")
            : state == State::Closing         ? QStringLiteral("Ending the connection.")
            : state == State::Closed          ? QStringLiteral("Not connected. What is below is of the last connection.")
                                              : QStringLiteral("Not connected. Nothing has been started or contacted."));
    m_ui->serverConnectButton->setVisible(!desk().isTrace() && state != State::Closing);
    if (failed)
        m_failure->show(*error);
    const bool ended = state == State::Closed && desk().endedWallNs() != 0;
    QList<std::pair<QString, QString>> buttons { { QStringLiteral("reconnect"), QStringLiteral("Reconnect") } };
    if (!desk().client().stderrText().isEmpty())
        buttons.append({ QStringLiteral("stderr"), QStringLiteral("Show stderr") });
    if (ended)
        m_ui->serverNotice->setNotice(Tone::Muted, QStringLiteral("Ended %1: %2. Facts are of the last connection.").arg(clockTime(desk().endedWallNs()), endSentence(desk().client())), buttons);
    else
        m_ui->serverNotice->clear();
    showReady();
    showConnectionFacts();
}

void ServerPage::showReady()
{
    const SessionFactsPtr facts = desk().facts();
    if (!facts)
        return;
    const NegotiationReport &report = desk().negotiation();
    const bool modern = eraOf(facts->revision) == Era::Modern;
    const QString identity = identityLine(*facts);
    if (identity.isEmpty())
        m_ui->serverIdentity->setPlaceholder(QStringLiteral("(the server gives no name)"));
    else
        m_ui->serverIdentity->setServerText(identity);
    m_ui->serverEraBadge->setBadges({ { modern ? Badge::ModernEra : Badge::LegacyEra, QString::fromStdString(facts->protocolVersion) } });
    const bool weak = report.strength == "weak";
    m_ui->serverStrengthBadge->setBadges(report.strength ? Badges { { weak ? Badge::Weak : Badge::Strong, {} } } : Badges());
    m_ui->serverBecause->setText(becauseSentence(report));
    m_ui->probeAgainButton->setVisible(weak && !modern && !desk().isTrace());
    m_ui->disconnectButton->setVisible(!desk().isTrace());
}

void ServerPage::showNegotiation()
{
    const NegotiationReport &report = desk().negotiation();
    m_steps->setReport(report);
    m_policies->setReport(report);
    const auto steps = static_cast<int>(report.steps.size());
    double took = 0;
    for (const NegotiationStep &step : report.steps)
        took += step.elapsedMs;
    m_ui->negotiationTitle->setText(steps ? QStringLiteral("Negotiation   %1 %2   %3")
                                                .arg(steps)
                                                .arg(steps == 1 ? QStringLiteral("step") : QStringLiteral("steps"), duration(static_cast<qint64>(took * 1e6)))
                                          : QStringLiteral("Negotiation"));
    if (desk().client().state() != State::Connecting)
        showDecidingStep();
    showStep();
    showReady();
}

void ServerPage::showDecidingStep()
{
    const int row = m_steps->decidingRow();
    const int shownRow = row >= 0 ? row : m_steps->rowCount() - 1;
    m_ui->negotiationView->setCurrentIndex(m_stepsDressed->index(shownRow, 0));
}

void ServerPage::showStep()
{
    const QModelIndex index = m_ui->negotiationView->currentIndex();
    const QString evidence = index.data(NegotiationStepModel::EvidenceRole).toString();
    const QString text = index.data(NegotiationStepModel::StderrRole).toString();
    m_ui->negotiationRecordButton->setEnabled(index.data(NegotiationStepModel::AnswerFrameRole).toULongLong()
        || index.data(NegotiationStepModel::RequestFrameRole).toULongLong());
    m_ui->negotiationEvidenceButton->setEnabled(!evidence.isEmpty());
    if (evidence.isEmpty())
        m_ui->negotiationEvidenceButton->setChecked(false);
    m_ui->negotiationEvidence->setText(toWire(evidence));
    m_ui->probeStderr->setVisible(!text.isEmpty());
    m_ui->probeStderr->setPlainText(visible(text, Lines::Many, 0));
    m_ui->negotiationCopyButton->setEnabled(m_steps->rowCount() > 0);
}

void ServerPage::openStepRecord()
{
    const QModelIndex index = m_ui->negotiationView->currentIndex();
    const bool isRequest = index.data(NegotiationStepModel::ArrowRole).toInt() == NegotiationRow::Request;
    const quint64 request = index.data(NegotiationStepModel::RequestFrameRole).toULongLong();
    const quint64 answer = index.data(NegotiationStepModel::AnswerFrameRole).toULongLong();
    const quint64 frame = isRequest || !answer ? request : answer;
    if (frame)
        Q_EMIT recordWanted(frame, {});
}

void ServerPage::showFacts()
{
    const SessionFactsPtr facts = desk().facts();
    const Result<json::DocumentPtr> client = parseJson(desk().planned().session.clientCapabilities);
    m_capabilities->setCapabilities(facts ? facts->capabilities : json::Node(),
        facts && client ? json::Node { *client, &(*client)->root() } : json::Node());
    if (!facts)
        m_ui->serverInstructions->setPlaceholder(QStringLiteral("Known when the server has answered."));
    else if (facts->instructions.empty())
        m_ui->serverInstructions->setPlaceholder(QStringLiteral("The server gives no instructions."));
    else
        m_ui->serverInstructions->setServerText(fromWire(facts->instructions));
    showReady();
    showConnectionFacts();
}

void ServerPage::showConnectionFacts()
{
    std::vector<ConnectionFact> rows;
    const auto add = [&rows](ConnectionFact::Key key, const QString &value, bool secret = false) {
        rows.push_back({ key, {}, value, secret });
    };
    const SessionFactsPtr facts = desk().facts();
    const Target &target = desk().planned().session.target;
    if (facts && !desk().isTrace()) {
        const bool http = facts->transport != TransportKind::Stdio;
        add(ConnectionFact::Transport, QString::fromLatin1(transportWord(facts->transport)) + (facts->transport == TransportKind::LegacySse ? QStringLiteral(" (deprecated)") : QString()));
        if (!facts->sessionId.isEmpty())
            add(ConnectionFact::Session, QString::fromUtf8(facts->sessionId), true);
        if (http)
            add(ConnectionFact::Tls, target.url.scheme() == QLatin1String("https") ? QStringLiteral("yes") : QStringLiteral("none"));
        if (http)
            add(ConnectionFact::Proxy, target.proxy.isEmpty() ? QStringLiteral("the system's") : target.proxy);
        for (const Subscription &subscription : desk().client().subscriptions()) {
            if (subscription.stream && subscription.uri.isEmpty())
                add(ConnectionFact::Stream, streamWords(subscription));
        }
        if (facts->processId)
            add(ConnectionFact::Process, QString::number(facts->processId));
        if (const std::optional<SessionEnd> &end = desk().client().end(); end && end->exitCode)
            add(ConnectionFact::Exit, QString::number(*end->exitCode));
    }
    const QString recording = desk().client().recordingPath();
    if (desk().isTrace())
        add(ConnectionFact::Recording, desk().source().origin);
    else if (!recording.isEmpty())
        add(ConnectionFact::Recording, recording);
    m_facts->setRows(std::move(rows));
}

void ServerPage::takeFocus()
{
    if (desk().awaitsReview())
        m_ui->reviewCancelButton->setFocus(Qt::OtherFocusReason);
    else
        m_ui->negotiationView->setFocus(Qt::OtherFocusReason);
}

void ServerPage::act(bool)
{
    if (desk().client().state() == State::Ready || desk().awaitsReview())
        return;
    desk().open(desk().isPrivate());
}

bool ServerPage::cancel()
{
    if (desk().client().state() != State::Connecting)
        return false;
    desk().client().cancelConnect();
    return true;
}

QString ServerPage::report() const
{
    return negotiationReportText(desk().negotiation(), desk().source().name)
        + (m_ui->failurePanel->isHidden() ? QString() : u'\n' + m_failure->report());
}

QString ServerPage::help() const
{
    return QStringLiteral("Who the server is and how its era was found. Each step of the negotiation stands in the list; Enter opens its "
                          "record in the trace. Beside it: what other clients would have concluded from the same evidence. Below: "
                          "capabilities, instructions and facts of the connection.");
}

void ServerPage::fit(int width, int height)
{
    formlook::orient(m_ui->serverUpperSplitter, width < 760 && height >= lowPage ? Qt::Vertical : Qt::Horizontal);
}

} // namespace assayer
