#include "inspection/eralabreport.h"

#include "inspection/reportparts.h"
#include "json/write.h"
#include "platform/visibletext.h"

namespace assayer {

namespace {

void writeCell(json::Writer &out, const EraDifference::Cell &cell)
{
    if (cell.json)
        out.raw(cell.text);
    else
        out.string(cell.text);
}

void writeCall(json::Writer &out, const ActionResult &call)
{
    out.key("call").beginObject().member("tool", view(call.name)).key("result");
    report::writeNode(out, call.result.result);
    out.member("isError", call.isError).key("error");
    report::writeError(out, call.result.error);
    out.member("output", report::outputWord(call.output.state)).endObject();
}

void writeLab(json::Writer &out, const EraRuns &runs, const std::vector<EraDifference> &differences)
{
    out.beginObject();
    for (const EraRunKind kind : allEraRuns) {
        const EraRun &run = runs[static_cast<std::size_t>(kind)];
        out.key(eraRunName(kind)).beginObject();
        writeReport(out, run.subject);
        if (run.call)
            writeCall(out, *run.call);
        out.endObject();
    }
    out.key("differences").beginArray();
    for (const EraDifference &difference : differences) {
        if (!difference.differs)
            continue;
        out.beginObject().member("where", difference.where);
        for (std::size_t run = 0; run < eraRuns; ++run) {
            if (!difference.cells[run])
                continue;
            out.key(eraRunName(allEraRuns[run]));
            writeCell(out, *difference.cells[run]);
        }
        out.endObject();
    }
    out.endArray().endObject();
}

/// Inside a table's cell.
QString cellText(const std::string &text)
{
    return QStringLiteral("`%1`").arg(visible(text, Lines::One, 120).replace(u'|', QStringLiteral("\\|")).replace(u'`', u'\''));
}

} // namespace

QByteArray eraLabJson(const EraRuns &runs, const std::vector<EraDifference> &differences)
{
    json::Writer out;
    writeLab(out, runs, differences);
    return QByteArray::fromStdString(out.take());
}

QByteArray eraLabReport(const EraRuns &runs)
{
    json::Writer out;
    out.beginObject();
    writeReport(out, runs[static_cast<std::size_t>(EraRunKind::Auto)].subject);
    out.key("eraLab");
    writeLab(out, runs, eraDifferences(runs));
    return QByteArray::fromStdString(out.endObject().take());
}

std::string eraRunOutcome(const EraRun &run)
{
    if (!run.finished)
        return "not run";
    const ReportSubject &subject = run.subject;
    if (!run.connected())
        return "failed: " + (subject.error ? subject.error->kind + ": " + subject.error->message : std::string("no reason is known"));
    std::string out = "ready: " + std::string(eraName(eraOf(subject.facts->revision))) + " " + subject.facts->protocolVersion;
    if (subject.negotiation.strength)
        out += " (" + *subject.negotiation.strength + ")";
    return subject.error ? out + ", then " + subject.error->kind + ": " + subject.error->message : out;
}

QByteArray eraLabMarkdown(const EraRuns &runs, const std::vector<EraDifference> &differences)
{
    QString out = QStringLiteral("## One server, three ways to open it\n\n");
    for (const EraRunKind kind : allEraRuns)
        out += QStringLiteral("- **%1**: %2\n").arg(QLatin1String(eraRunName(kind)), visible(eraRunOutcome(runs[static_cast<std::size_t>(kind)]), Lines::One, 300));
    out += QStringLiteral("\n| where | legacy | auto | modern |\n|---|---|---|---|\n");
    for (const EraDifference &difference : differences) {
        if (!difference.differs)
            continue;
        out += QStringLiteral("| %1 |").arg(cellText(difference.where));
        for (const auto &cell : difference.cells)
            out += cell ? QStringLiteral(" %1 |").arg(cellText(cell->text)) : QStringLiteral(" absent |");
        out += u'\n';
    }
    return out.toUtf8();
}

} // namespace assayer
