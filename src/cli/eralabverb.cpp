#include "cli/eralabverb.h"

#include "cli/exitcodes.h"
#include "inspection/eralabreport.h"
#include "platform/visibletext.h"

#include <algorithm>

namespace assayer {

EraLabVerb::EraLabVerb(const InspectionOptions &options, Console console, QObject *parent)
    : Verb(parent)
    , m_console(console)
    , m_lab(std::make_unique<EraLab>(options, EraLabPlan {}))
{
    connect(m_lab.get(), &EraLab::changed, this, &EraLabVerb::tell);
    connect(m_lab.get(), &EraLab::finished, this, &EraLabVerb::done);
    connect(m_lab.get(), &EraLab::recordingFailed, this, [this](const QString &why) {
        m_console.errLine(QStringLiteral("The trace file cannot be written: %1. Going on without it.").arg(why));
    });
}

EraLabVerb::~EraLabVerb()
{
    // The connections have threads of their own; their traces are whole when those are over.
    m_lab.reset();
    InspectionClient::waitForEnds();
}

void EraLabVerb::start()
{
    if (m_lab->options(EraRunKind::Legacy).session.target.kind == TransportKind::Stdio)
        m_console.note(QStringLiteral("This starts the command once for each of three connections, and for each probe."));
    m_lab->start();
}

void EraLabVerb::interrupt()
{
    m_console.note(QStringLiteral("Interrupted; ending the connection."));
    m_lab->cancel();
}

void EraLabVerb::tell()
{
    for (const EraRunKind kind : allEraRuns) {
        const auto run = static_cast<std::size_t>(kind);
        if (std::exchange(m_told[run], m_lab->phase(kind)) == m_lab->phase(kind) || m_lab->phase(kind) != EraLab::Phase::Done || !m_console.verbose)
            continue;
        m_console.errLine(QStringLiteral("%1: %2").arg(QLatin1String(eraRunName(kind)), visible(eraRunOutcome(m_lab->run(kind)), Lines::One, 300)));
    }
}

void EraLabVerb::printText() const
{
    for (const EraRunKind kind : allEraRuns)
        m_console.outLine(QStringLiteral("%1  %2").arg(QString::fromLatin1(eraRunName(kind)).leftJustified(7), visible(eraRunOutcome(m_lab->run(kind)), Lines::One, 300)));
    int count = 0;
    for (const EraDifference &difference : eraDifferences(m_lab->runs())) {
        if (!difference.differs)
            continue;
        if (count++ == 0)
            m_console.outLine(QStringLiteral("\nDifferences:"));
        m_console.outLine(QStringLiteral("  ") + visible(difference.where, Lines::One, 120));
        for (std::size_t run = 0; run < eraRuns; ++run) {
            if (!m_lab->runs()[run].connected())
                continue;
            const auto &cell = difference.cells[run];
            m_console.outLine(QStringLiteral("    %1 %2").arg(QString::fromLatin1(eraRunName(allEraRuns[run])).leftJustified(7), cell ? visible(cell->text, Lines::One, 200) : QStringLiteral("absent")));
        }
    }
    const auto connected = std::count_if(m_lab->runs().begin(), m_lab->runs().end(), [](const EraRun &run) { return run.connected(); });
    if (count == 0)
        m_console.outLine(connected < 2 ? QStringLiteral("\nFewer than two were connected: there is nothing to compare.") : QStringLiteral("\nNo differences in identity, capabilities, lists and findings."));
}

/// What `inspect` alone would have ended with: that one era is refused is what the lab is asked for, and no fault of it.
int EraLabVerb::verdict() const
{
    if (m_lab->wasCancelled())
        return TransportBroken;
    const EraRun &run = m_lab->run(EraRunKind::Auto);
    if (!run.connected())
        return run.subject.error ? connectionExitCode(*run.subject.error) : int(NegotiationFailed);
    int code = run.subject.error ? requestExitCode(*run.subject.error) : int(Fine);
    if (run.subject.metadata->refused)
        code = worseExitCode(code, FaultyAnswers);
    for (const ListKind kind : allListKinds) {
        if (const ListSnapshot *list = run.subject.list(kind))
            code = worseExitCode(code, listExitCode(*list));
    }
    return code;
}

void EraLabVerb::done()
{
    if (m_console.json)
        m_console.out(eraLabReport(m_lab->runs()) + '\n');
    else
        printText();
    const int code = verdict();
    Q_EMIT finished(code);
}

} // namespace assayer
