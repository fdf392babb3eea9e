#include "cli/connectedverb.h"

#include "cli/textreport.h"
#include "cli/tracenotice.h"
#include "inspection/reportparts.h"
#include "platform/visibletext.h"

#include <QTimer>

#include <algorithm>

namespace assayer {

namespace {

/// Longer than both grace times of a process that does not end.
constexpr int endMs = 6000;

} // namespace

ConnectedVerb::ConnectedVerb(const InspectionOptions &options, Console console, QObject *parent)
    : Verb(parent)
    , m_console(console)
    , m_inspection(options, std::make_shared<TraceLog>())
{
    connect(&m_inspection, &Inspection::ready, this, [this] { work(); });
    connect(&m_inspection, &Inspection::failed, this, &ConnectedVerb::connectionFailed);
    connect(&m_inspection, &Inspection::closed, this, &ConnectedVerb::connectionClosed);
    tellTraceFailures(*m_inspection.trace(), m_console, this);
    if (m_console.verbose) {
        connect(&m_inspection, &Inspection::stderrReceived, this, [this](const QByteArray &bytes) { m_console.err(bytes); });
        connect(&m_inspection, &Inspection::negotiationChanged, this, [this](const NegotiationReport &report) {
            if (!report.steps.empty())
                m_console.errLine(QStringLiteral("%1: %2 %3").arg(QString::fromStdString(report.steps.back().step), QString::fromStdString(report.steps.back().outcome),
                    QString::fromStdString(report.steps.back().verdict)));
        });
    }
    watchNoise();
}

void ConnectedVerb::watchNoise()
{
    connect(&m_inspection, &Inspection::findingsAdded, this, [this, told = false](const Findings &findings) mutable {
        for (const Finding &finding : findings) {
            const auto text = findingText(finding);
            if (!text || told || m_console.quiet)
                continue;
            told = true;
            m_console.errLine(plainText(*text));
        }
    });
}

void ConnectedVerb::start()
{
    m_startedNs = monotonicNs();
    const QString path = m_inspection.options().recordPath;
    if (!path.isEmpty()) {
        const Result<void> recording = m_inspection.startRecording(path);
        if (!recording) {
            m_console.error(recording.error());
            if (m_console.json)
                m_console.out(errorObject(recording.error()) + '\n');
            return done(UsageError);
        }
    }
    m_inspection.connectToServer();
}

void ConnectedVerb::interrupt()
{
    if (m_done)
        return;
    m_console.note(QStringLiteral("Interrupted; ending the connection."));
    done(TransportBroken);
}

ErrorContext ConnectedVerb::context(ErrorContext::Phase phase, const QString &method) const
{
    ErrorContext context;
    context.phase = phase;
    context.target = m_inspection.options().session.target;
    context.negotiation = &m_inspection.negotiation();
    context.profile = m_inspection.options().name;
    context.method = method;
    return context;
}

QByteArray ConnectedVerb::errorObject(const Error &error)
{
    json::Writer out;
    out.beginObject().key("error");
    report::writeError(out, error);
    return QByteArray::fromStdString(out.endObject().take());
}

QByteArray ConnectedVerb::failureReport(const Error &error) const
{
    return errorObject(error);
}

Findings ConnectedVerb::ownFindings() const
{
    const Findings &all = m_inspection.findings();
    return Findings(all.begin() + static_cast<std::ptrdiff_t>(std::min(m_findingsBefore, all.size())), all.end());
}

void ConnectedVerb::tellFindings(const ActionResult &result) const
{
    const QString words = text::findings(findingsOfAnswer(result, ownFindings()));
    if (!words.isEmpty())
        m_console.note(words.trimmed());
}

void ConnectedVerb::connectionFailed(const Error &error)
{
    m_connectionOver = true;
    if (m_done) {
        finish();
        return;
    }
    ErrorContext about = context(ErrorContext::Connecting);
    about.elapsedNs = monotonicNs() - m_startedNs;
    m_console.error(error, about);
    if (isForPrograms())
        m_console.out(failureReport(error) + '\n');
    done(connectionExitCode(error));
}

void ConnectedVerb::lost(const Error &error)
{
    m_console.error(error, context(ErrorContext::Acting));
    if (m_console.json)
        m_console.out(failureReport(error) + '\n');
    done(requestExitCode(error));
}

void ConnectedVerb::connectionClosed(const SessionEnd &end)
{
    m_connectionOver = true;
    if (m_done)
        finish();
    else
        lost(end.error.value_or(Error("connection-closed", "The server closed the connection")));
}

void ConnectedVerb::finish()
{
    endTrace(*m_inspection.trace());
    Q_EMIT finished(m_code);
}

void ConnectedVerb::done(int code)
{
    note(code);
    if (std::exchange(m_done, true))
        return;
    const Inspection::State state = m_inspection.state();
    const bool open = state == Inspection::State::Connecting || state == Inspection::State::Ready || state == Inspection::State::Closing;
    if (!open || m_connectionOver) {
        QTimer::singleShot(0, this, [this] { finish(); });
        return;
    }
    QTimer::singleShot(endMs, this, [this] {
        if (!std::exchange(m_connectionOver, true))
            finish();
    });
    m_inspection.disconnectFromServer();
}

} // namespace assayer
