#include "cli/benchcallverb.h"

#include "json/write.h"

namespace assayer {

namespace {

InspectionOptions withoutLists(InspectionOptions options)
{
    options.listWhenReady = false;
    options.refreshOnListChanged = false;
    return options;
}

} // namespace

BenchCallVerb::BenchCallVerb(InspectionOptions options, Console console, BenchCallSettings settings, QObject *parent)
    : ConnectedVerb(withoutLists(std::move(options)), console, parent)
    , m_settings(std::move(settings))
{
    connect(&inspection(), &Inspection::listFinished, this, [this] {
        if (!isDone() && m_runs.empty())
            nextRun();
    });
    connect(&inspection(), &Inspection::actionFinished, this, &BenchCallVerb::finished);
}

void BenchCallVerb::work()
{
    if (inspection().advertises(ListKind::Tools))
        inspection().refresh(ListKind::Tools);
    else
        nextRun();
}

void BenchCallVerb::nextRun()
{
    if (m_runs.empty() && m_settings.warmUp > 0)
        return startRun(1, m_settings.warmUp);
    if (m_runs.empty())
        m_runs.emplace_back();
    const std::size_t next = m_runs.size() - 1;
    if (next < m_settings.inFlight.size())
        return startRun(m_settings.inFlight[next], m_settings.repeat);
    print();
    done(Fine);
}

void BenchCallVerb::startRun(int inFlight, int calls)
{
    Run run;
    run.inFlight = inFlight;
    run.calls = calls;
    run.beginNs = monotonicNs();
    m_runs.push_back(run);
    for (int i = 0; i < std::min(inFlight, calls); ++i)
        call();
}

void BenchCallVerb::call()
{
    ++m_runs.back().started;
    CallOptions options;
    options.progress = false;
    const qint64 begin = monotonicNs();
    const quint64 number = inspection().start(callAction(m_settings.tool, m_settings.arguments, options));
    m_begun.insert(number, begin);
}

void BenchCallVerb::finished(const ActionResult &result)
{
    if (isDone() || m_runs.empty())
        return;
    Run &run = m_runs.back();
    run.endNs = monotonicNs();
    run.figures.add(run.endNs - m_begun.take(result.number));
    ++run.finished;
    if (const int code = actionExitCode(result); code != Fine) {
        ++run.failed;
        note(code);
    }
    if (run.started < run.calls)
        call();
    else if (run.finished == run.calls)
        nextRun();
}

void BenchCallVerb::print()
{
    json::Writer out;
    out.beginObject().member("bench", "call").key("runs").beginArray();
    for (std::size_t i = 1; i < m_runs.size(); ++i) {
        const Run &run = m_runs[i];
        const double totalMs = toMs(run.endNs - run.beginNs);
        const double perSecond = totalMs > 0 ? run.calls * 1000.0 / totalMs : 0;
        out.beginObject().member("inFlight", run.inFlight).member("calls", run.calls).member("failed", run.failed);
        out.key("firstMs").real(run.figures.firstMs()).key("medianMs").real(run.figures.medianMs()).key("p99Ms").real(run.figures.p99Ms());
        out.key("perSecond").real(perSecond).key("totalMs").real(totalMs).endObject();
        if (!console().json) {
            console().outLine(QStringLiteral("%1 in flight: %2 calls, %3 failed, median %4 ms, p99 %5 ms, %6 a second")
                                  .arg(run.inFlight).arg(run.calls).arg(run.failed).arg(run.figures.medianMs(), 0, 'f', 3).arg(run.figures.p99Ms(), 0, 'f', 3).arg(perSecond, 0, 'f', 0));
        }
    }
    out.endArray().member("peakRssKiB", static_cast<std::int64_t>(peakRssKiB())).endObject();
    if (console().json)
        console().out(QByteArray::fromStdString(out.take()) + '\n');
}

} // namespace assayer
