#include "cli/inspectverb.h"

#include "cli/textreport.h"
#include "inspection/report.h"
#include "inspection/reportparts.h"
#include "inspection/targetjson.h"

#include <algorithm>

namespace assayer {

namespace {

InspectionOptions listing(InspectionOptions options)
{
    options.listWhenReady = true;
    return options;
}

/// "frame:12/result/tools/3" -> 12.
quint64 frameOf(const std::string &where)
{
    return where.compare(0, 6, "frame:") == 0 ? std::strtoull(where.c_str() + 6, nullptr, 10) : 0;
}

} // namespace

InspectVerb::InspectVerb(InspectionOptions options, Console console, QObject *parent)
    : ConnectedVerb(listing(std::move(options)), console, parent)
{
    connect(&inspection(), &Inspection::listFinished, this, &InspectVerb::listed);
}

void InspectVerb::work()
{
    // The inspection lists by itself after ready(); where nothing is advertised nothing will finish.
    for (const ListKind kind : allListKinds) {
        if (inspection().advertises(kind))
            return;
    }
    print();
    done(verdict());
}

void InspectVerb::listed()
{
    if (isDone() || inspection().isListing())
        return;
    print();
    done(verdict());
}

void InspectVerb::print()
{
    if (console().json)
        return console().out(inspectionReport(inspection()) + '\n');
    QString out = console().quiet ? QString() : text::identity(inspection());
    for (const ListKind kind : allListKinds) {
        if (inspection().advertises(kind))
            out += text::list(kind, *inspection().snapshot(kind), console().verbose);
    }
    out += text::metadata(*inspection().metadata()) + text::findings(inspection().findings());
    console().out(out.toUtf8());
}

int InspectVerb::verdict() const
{
    int code = inspection().metadata()->refused ? FaultyAnswers : Fine;
    for (const ListKind kind : allListKinds)
        code = worseExitCode(code, listExitCode(*inspection().snapshot(kind)));
    return code;
}

QByteArray InspectVerb::failureReport(const Error &) const
{
    return inspectionReport(inspection());
}

void InspectVerb::lost(const Error &error)
{
    console().error(error, context(ErrorContext::Listing));
    print();
    done(worseExitCode(verdict(), requestExitCode(error)));
}

CheckVerb::CheckVerb(InspectionOptions options, Console console, FindingFormat format, FailOn failOn, QObject *parent)
    : InspectVerb(std::move(options), console, parent)
    , m_format(format)
    , m_failOn(failOn)
{
}

/// What was judged: the negotiation and each advertised list, so that a report says what passed too.
std::vector<FindingCase> CheckVerb::cases() const
{
    std::vector<FindingCase> out { { "negotiation", "connection", {} } };
    std::vector<std::pair<quint64, std::size_t>> frames;
    for (const ListKind kind : allListKinds) {
        if (!inspection().advertises(kind))
            continue;
        for (const std::uint64_t frame : inspection().snapshot(kind)->frames)
            frames.emplace_back(frame, out.size());
        const std::string_view method = listMethod(kind);
        out.push_back({ QByteArray(method.data(), static_cast<qsizetype>(method.size())), "lists", {} });
    }
    const Findings &findings = inspection().findings();
    for (std::size_t i = 0; i < findings.size(); ++i) {
        const quint64 frame = frameOf(findings[i].where);
        const auto found = std::find_if(frames.begin(), frames.end(), [&](const auto &entry) { return frame && entry.first == frame; });
        out[found == frames.end() ? 0 : found->second].findings.push_back(i);
    }
    return out;
}

/// The address without secrets, or the program.
QByteArray CheckVerb::artifactName() const
{
    const Target &target = inspection().options().session.target;
    if (target.kind == TransportKind::Stdio)
        return target.command.toUtf8();
    const auto shown = parseJson(targetJson(target, true));
    return shown ? bytes((*shown)->root().stringAt("url").value_or(std::string_view())) : QByteArray();
}

void CheckVerb::print()
{
    FindingReport report;
    report.findings = inspection().findings();
    report.revision = inspection().facts() ? QByteArray::fromStdString(inspection().facts()->protocolVersion) : QByteArray();
    report.artifact = artifactName();
    if (m_format == FindingFormat::Junit)
        report.cases = cases();
    console().out(formatFindings(report, m_format));
    for (const ListKind kind : allListKinds) {
        if (const auto &error = inspection().snapshot(kind)->error; error && requestExitCode(*error) != FaultyAnswers)
            console().error(*error, context(ErrorContext::Listing, QString::fromUtf8(std::string(listMethod(kind)).c_str())));
    }
}

QByteArray CheckVerb::failureReport(const Error &error) const
{
    FindingReport report;
    report.findings = inspection().findings();
    report.findings.push_back({ "connection." + error.kind, Severity::Error, error.message, {}, {}, {}, {} });
    if (m_format == FindingFormat::Json) {
        json::Writer out;
        out.beginObject().key("findings");
        report::writeFindings(out, report.findings);
        out.key("error");
        report::writeError(out, error);
        return QByteArray::fromStdString(out.endObject().take());
    }
    report.artifact = artifactName();
    report.cases = { { "negotiation", "connection", {} } };
    for (std::size_t i = 0; i < report.findings.size(); ++i)
        report.cases.front().findings.push_back(i);
    return formatFindings(report, m_format);
}

int CheckVerb::verdict() const
{
    int code = Fine;
    for (const ListKind kind : allListKinds) {
        const auto &error = inspection().snapshot(kind)->error;
        if (error && requestExitCode(*error) != FaultyAnswers)
            code = worseExitCode(code, requestExitCode(*error));
    }
    if (m_failOn == FailOn::Never)
        return code;
    const Severity least = m_failOn == FailOn::Error ? Severity::Error : Severity::Warning;
    const Findings &findings = inspection().findings();
    const bool bad = std::any_of(findings.begin(), findings.end(), [least](const Finding &finding) { return finding.severity >= least; });
    return worseExitCode(code, bad ? FaultyAnswers : Fine);
}

} // namespace assayer
