#include "ui/pages/connectprogress.h"

#include "ui_serverpage.h"

#include "base/clock.h"
#include "platform/formattext.h"
#include "ui/desk.h"
#include "ui/pages/page.h"

namespace assayer {
namespace {

constexpr int tickMs = 100;
constexpr qint64 nsPerMs = 1'000'000;

QString deadline(qint64 sinceWallNs, int limitMs)
{
    return clockTime(sinceWallNs + qint64(limitMs) * nsPerMs);
}

bool isProbe(const NegotiationStep &step)
{
    return step.step == "probe" || step.step == "corrective-probe";
}

QString endOfProbe(const SessionOptions &options, const QString &until)
{
    const bool stdio = options.target.kind == TransportKind::Stdio;
    if (stdio && options.mode == EraMode::Auto)
        return QStringLiteral("If nothing comes by %1 the server counts as legacy and initialize is sent.").arg(until);
    if (stdio)
        return QStringLiteral("If nothing comes by %1 this fails: the mode allows no fallback.").arg(until);
    return QStringLiteral("If nothing comes by %1 this fails as a timeout: silence over HTTP is no sign of an old server.").arg(until);
}

ConnectWait waitOfStep(const NegotiationStep &step, const SessionOptions &options)
{
    ConnectWait wait;
    wait.what = QString::fromStdString(step.step);
    wait.sinceWallNs = step.startedWallNs;
    wait.limitMs = isProbe(step) ? options.probeTimeoutMs : options.requestTimeoutMs;
    const QString until = deadline(step.startedWallNs, wait.limitMs);
    if (isProbe(step))
        wait.explain = QStringLiteral("Waiting for the answer to server/discover. ") + endOfProbe(options, until);
    else
        wait.explain = QStringLiteral("Waiting for the answer to %1. If nothing comes by %2 this fails as a timeout.").arg(wait.what, until);
    return wait;
}

} // namespace

ConnectWait connectWait(const NegotiationReport &report, const SessionOptions &options, qint64 connectingWallNs)
{
    if (!report.steps.empty() && report.steps.back().outcome.empty())
        return waitOfStep(report.steps.back(), options);
    ConnectWait wait;
    wait.sinceWallNs = connectingWallNs;
    wait.limitMs = options.connectTimeoutMs;
    const bool stdio = options.target.kind == TransportKind::Stdio;
    wait.what = stdio ? QStringLiteral("starting the process") : QStringLiteral("opening the connection");
    wait.explain = stdio ? QStringLiteral("Waiting for the process to start. A command that is not found fails at once.")
                         : QStringLiteral("Waiting for the address to answer. Refused and unknown addresses fail at once.");
    if (!report.steps.empty())
        wait.explain = QStringLiteral("The last step is done; the next one begins.");
    return wait;
}

ConnectProgress::ConnectProgress(Ui::ServerPage &ui, Desk &desk, QObject *parent)
    : QObject(parent)
    , m_ui(ui)
    , m_desk(desk)
{
    m_timer.setInterval(tickMs);
    connect(&m_timer, &QTimer::timeout, this, &ConnectProgress::tick);
}

void ConnectProgress::start()
{
    m_startedWallNs = wallNs();
    m_toldSecond = -1;
    m_timer.start();
    tick();
}

void ConnectProgress::stop()
{
    m_timer.stop();
}

/// The bar moves ten times a second, the words once.
void ConnectProgress::tick()
{
    const ConnectWait wait = connectWait(m_desk.negotiation(), m_desk.planned().session, m_startedWallNs);
    const qint64 elapsedMs = qMax(qint64(0), (wallNs() - wait.sinceWallNs) / nsPerMs);
    m_ui.connectProgress->setRange(0, wait.limitMs);
    m_ui.connectProgress->setValue(static_cast<int>(qMin(elapsedMs, qint64(wait.limitMs))));
    const QString explain = wait.explain;
    if (m_ui.connectExplain->text() != explain)
        m_ui.connectExplain->setText(explain);
    if (elapsedMs / 1000 == m_toldSecond)
        return;
    m_toldSecond = elapsedMs / 1000;
    const QString elapsed = elapsedMs < 1000 ? QString() : duration(elapsedMs / 1000 * 1000 * nsPerMs);
    m_ui.connectElapsed->setText(wait.limitMs && !elapsed.isEmpty()
            ? QStringLiteral("%1 of %2   %3").arg(elapsed, duration(qint64(wait.limitMs) * nsPerMs), wait.what)
            : elapsed + (elapsed.isEmpty() ? QString() : QStringLiteral("   ")) + wait.what);
}

} // namespace assayer
