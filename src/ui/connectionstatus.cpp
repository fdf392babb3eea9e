#include "ui/connectionstatus.h"

#include "base/clock.h"
#include "platform/formattext.h"
#include "platform/tooltip.h"
#include "platform/visibletext.h"
#include "trace/tracelog.h"
#include "ui/desk.h"
#include "ui/pages/page.h"
#include "ui/preferences.h"
#include "ui/presentation/toneicon.h"

#include <QLabel>
#include <QMenu>
#include <QStatusBar>
#include <QToolButton>

namespace assayer {
namespace {

using State = InspectionClient::State;

constexpr int refreshMs = 500;
constexpr int sayingMs = 8000;

QToolButton *addButton(QStatusBar *bar, const char *name, const QString &what)
{
    auto *button = new QToolButton(bar);
    button->setObjectName(QString::fromLatin1(name));
    button->setAutoRaise(true);
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    button->setAccessibleName(what);
    button->setToolTip(what);
    bar->addPermanentWidget(button);
    return button;
}

QString plural(qsizetype number, const char *one)
{
    return QString::number(number) + u' ' + QLatin1String(one) + (number == 1 ? QString() : QStringLiteral("s"));
}

} // namespace

ConnectionStatus::ConnectionStatus(QStatusBar *bar)
    : QObject(bar)
    , m_bar(bar)
    , m_text(new QLabel(bar))
    , m_era(addButton(bar, "statusEra", QStringLiteral("Era: goes to the step that decided it")))
    , m_latency(addButton(bar, "statusLatency", QStringLiteral("Time of the newest answer")))
    , m_inFlight(addButton(bar, "statusInFlight", QStringLiteral("What runs, each with Cancel")))
    , m_findings(addButton(bar, "statusFindings", QStringLiteral("Findings")))
    , m_asks(addButton(bar, "statusAsks", QStringLiteral("Questions of the server")))
    , m_recording(addButton(bar, "statusRecording", QStringLiteral("Recording: opens its preferences")))
    , m_menu(new QMenu(m_inFlight))
{
    m_text->setObjectName(QStringLiteral("statusText"));
    m_text->setTextFormat(Qt::PlainText);
    bar->addWidget(m_text, 1);
    bar->setSizeGripEnabled(false);
    m_inFlight->setPopupMode(QToolButton::InstantPopup);
    m_inFlight->setMenu(m_menu);
    connect(m_menu, &QMenu::aboutToShow, this, &ConnectionStatus::fillInFlight);
    connect(m_era, &QToolButton::clicked, this, &ConnectionStatus::eraClicked);
    connect(m_findings, &QToolButton::clicked, this, &ConnectionStatus::findingsClicked);
    connect(m_asks, &QToolButton::clicked, this, &ConnectionStatus::questionsClicked);
    connect(m_recording, &QToolButton::clicked, this, &ConnectionStatus::recordingClicked);
    m_timer.setInterval(refreshMs);
    connect(&m_timer, &QTimer::timeout, this, &ConnectionStatus::refresh);
    m_saying.setSingleShot(true);
    m_saying.setInterval(sayingMs);
    connect(&m_saying, &QTimer::timeout, this, &ConnectionStatus::refresh);
    setDesk(nullptr);
}

void ConnectionStatus::setDesk(Desk *desk)
{
    if (m_desk) {
        m_desk->disconnect(this);
        m_desk->client().disconnect(this);
    }
    m_desk = desk;
    if (desk) {
        connect(desk, &Desk::changed, this, &ConnectionStatus::refresh);
        connect(desk, &Desk::stateChanged, this, [this] {
            if (m_cancelling)
                m_saying.stop();
            refresh();
        });
        connect(&desk->client(), &InspectionClient::actionFinished, this, &ConnectionStatus::actionFinished);
        connect(desk, &Desk::findingsChanged, this, &ConnectionStatus::refresh);
        connect(&desk->client(), &InspectionClient::serverRequested, this, &ConnectionStatus::refresh);
        connect(&desk->client(), &InspectionClient::serverRequestAnswered, this, &ConnectionStatus::refresh);
        connect(&desk->client(), &InspectionClient::serverRequestCancelled, this, &ConnectionStatus::refresh);
        m_timer.start();
    } else {
        m_timer.stop();
    }
    refresh();
}

/// What was said of a cancellation under way is not said any longer when it came about.
void ConnectionStatus::actionFinished(const ActionResult &result)
{
    const std::optional<Error> &error = result.result.error;
    if (error && error->kind == "cancelled")
        say(QStringLiteral("Cancelled by you after %1").arg(duration(result.result.elapsedNs)));
    else if (m_cancelling)
        m_saying.stop();
    refresh();
}

void ConnectionStatus::sayCancelling()
{
    say(QStringLiteral("Cancelling..."));
    m_cancelling = true;
}

void ConnectionStatus::say(const QString &words)
{
    m_cancelling = false;
    m_saying.start();
    m_text->setText(words);
    m_text->setToolTip(plainToolTip(words));
}

void ConnectionStatus::setNarrow(bool narrow)
{
    m_narrow = narrow;
    refresh();
}

QString ConnectionStatus::stateSentence() const
{
    if (!m_desk)
        return QStringLiteral("Nothing is started or contacted.");
    const QString name = shown(m_desk->source().name);
    if (m_desk->isTrace())
        return QStringLiteral("Trace %1").arg(name);
    switch (m_desk->client().state()) {
    case State::Connecting:
        return QStringLiteral("Connecting to %1").arg(name);
    case State::Ready:
        return QStringLiteral("Connected to %1").arg(name);
    case State::Closing:
        return QStringLiteral("Ending the connection to %1").arg(name);
    case State::Failed:
        return QStringLiteral("%1: failed").arg(name);
    case State::Closed:
        return QStringLiteral("%1: ended").arg(name);
    case State::Idle:
        break;
    }
    return m_desk->awaitsReview() ? QStringLiteral("%1 waits for your word").arg(name) : QStringLiteral("%1: not connected").arg(name);
}

QString ConnectionStatus::recordingWords() const
{
    const QString size = byteSize(static_cast<qint64>(m_desk->trace()->payloadBytes()));
    if (m_desk->isTrace())
        return QStringLiteral("trace %1").arg(size);
    if (m_desk->isPrivate())
        return QStringLiteral("private %1").arg(size);
    if (m_desk->client().recordingPath().isEmpty())
        return QStringLiteral("in memory %1").arg(size);
    const Preferences &preferences = m_desk->preferences();
    return QStringLiteral("REC %1 of %2").arg(size, byteSize(qint64(preferences.number(Preferences::Budget)) << 20));
}

QString ConnectionStatus::recordingTip() const
{
    const QString path = m_desk->client().recordingPath();
    if (m_desk->isTrace())
        return visible(m_desk->source().origin, Lines::One, 0);
    if (path.isEmpty())
        return QStringLiteral("This connection is not recorded to disk.");
    const Preferences &preferences = m_desk->preferences();
    return QStringLiteral("Recording to %1. All recordings together may take %2 and are kept for %3 days; click for the preferences.")
        .arg(visible(path, Lines::One, 0), byteSize(qint64(preferences.number(Preferences::Budget)) << 20))
        .arg(preferences.number(Preferences::Days));
}

/// Streams that listen stand on their own pages.
QList<ActionInfo> ConnectionStatus::underWay() const
{
    QList<ActionInfo> actions = m_desk->client().inFlight();
    actions.removeIf([](const ActionInfo &action) { return action.endless; });
    return actions;
}

void ConnectionStatus::refresh()
{
    if (!m_saying.isActive()) {
        m_text->setText(stateSentence());
        m_text->setToolTip({});
    }
    const bool there = m_desk != nullptr;
    const SessionFactsPtr facts = there ? m_desk->facts() : nullptr;
    m_era->setVisible(facts != nullptr);
    if (facts) {
        const bool modern = eraOf(facts->revision) == Era::Modern;
        const NegotiationReport &report = m_desk->negotiation();
        m_era->setText((modern ? QStringLiteral("modern ") : QStringLiteral("legacy ")) + shown(facts->protocolVersion)
            + (report.strength ? QStringLiteral(" (%1)").arg(shown(*report.strength)) : QString()));
    }
    m_latency->setVisible(there && m_desk->latencyNs() >= 0 && !m_narrow);
    if (there)
        m_latency->setText(duration(m_desk->latencyNs()));
    const qsizetype running = there ? underWay().size() : 0;
    m_inFlight->setVisible(running > 0);
    m_inFlight->setText(QStringLiteral("%1 in flight").arg(running));
    const auto findings = there ? static_cast<qsizetype>(m_desk->findings().size()) : 0;
    m_findings->setVisible(there);
    m_findings->setText(plural(findings, "finding"));
    Severity worst = Severity::Note;
    if (there) {
        for (const Finding &finding : m_desk->findings())
            worst = qMax(worst, finding.severity);
    }
    m_findings->setIcon(findings ? severityIcon(worst) : QIcon());
    const qsizetype asks = there ? m_desk->client().questions().size() : 0;
    m_asks->setVisible(there && !m_desk->isTrace());
    m_asks->setText(plural(asks, "question"));
    m_recording->setVisible(there);
    if (there)
        m_recording->setText(recordingWords());
    if (there)
        m_recording->setToolTip(plainToolTip(recordingTip()));
}

void ConnectionStatus::fillInFlight()
{
    m_menu->clear();
    if (!m_desk)
        return;
    const qint64 now = wallNs();
    for (const ActionInfo &action : underWay()) {
        const QString name = action.name.isEmpty() ? QString() : u' ' + shown(QString::fromUtf8(action.name));
        const QString text = QStringLiteral("Cancel %1%2   %3").arg(QString::fromUtf8(action.method), name, duration(now - action.startedWallNs));
        QAction *entry = m_menu->addAction(QString(text).replace(u'&', QLatin1String("&&")));
        connect(entry, &QAction::triggered, this, [this, number = action.number] { m_desk->client().cancelAction(number); });
    }
}

} // namespace assayer
