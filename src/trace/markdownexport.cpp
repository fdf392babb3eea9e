// A report for an issue tracker: what was sent, what came back, what is wrong with it.
#include "trace/exportwriters.h"

#include "json/write.h"
#include "trace/filter.h"
#include "trace/jsontext.h"
#include "trace/tracewriter.h"

#include <algorithm>
#include <unordered_map>

namespace assayer {
namespace {

constexpr qsizetype longestBlock = 20000; ///< characters of one record; a report is for people

/// A fence that the text does not hold.
QByteArray fenceFor(const QByteArray &text)
{
    qsizetype longest = 2;
    qsizetype run = 0;
    for (const char c : text) {
        run = c == '`' ? run + 1 : 0;
        longest = std::max(longest, run);
    }
    return QByteArray(longest + 1, '`');
}

QByteArray block(const QByteArray &text, const char *language)
{
    QByteArray shown = toValidUtf8(view(text));
    const qsizetype left = shown.size() - longestBlock;
    if (left > 0) {
        shown.truncate(longestBlock);
        while (!shown.isEmpty() && (static_cast<unsigned char>(shown.back()) & 0xc0) == 0x80)
            shown.chop(1);
        shown.append("\n... ").append(QByteArray::number(left)).append(" more bytes");
    }
    if (!shown.endsWith('\n'))
        shown.append('\n');
    const QByteArray fence = fenceFor(shown);
    return fence + language + '\n' + shown + fence + "\n\n";
}

/// Server text inside a line of Markdown.
QByteArray inlineCode(QByteArray text)
{
    text.replace('`', '\'').replace('\n', ' ').replace('\r', ' ');
    return '`' + text + '`';
}

QByteArray describe(const MessageFacts &message)
{
    QByteArray text = bytes(messageKindName(message.kind));
    if (!message.method.isEmpty())
        text.append(' ').append(inlineCode(message.method));
    if (message.tool)
        text.append(" of ").append(inlineCode(*message.tool));
    if (message.uri)
        text.append(" of ").append(inlineCode(*message.uri));
    if (!message.id.isEmpty())
        text.append(", id ").append(inlineCode(message.id));
    if (message.status != AnswerStatus::None)
        text.append(", ").append(bytes(answerStatusName(message.status)));
    if (message.durationNs)
        text.append(", after ").append(QByteArray::number(static_cast<double>(*message.durationNs) / 1e6, 'f', 1)).append(" ms");
    return text;
}

QByteArray titleOf(const TraceRecord &record, const RecordFacts &facts)
{
    const QByteArray side = !record.direction ? QByteArrayLiteral("note") : *record.direction == Direction::Out ? "client to server" : "server to client";
    QByteArray title = "### " + QByteArray::number(record.seq) + ". " + side + ": ";
    if (facts.messages.empty())
        return title + record.type;
    QByteArrayList parts;
    for (const MessageFacts &message : facts.messages)
        parts.append(describe(message));
    return title + parts.join("; ");
}

/// Record -> lines about it.
using FindingLines = std::unordered_map<quint64, QByteArray>;

FindingLines findingLines(const Findings &findings)
{
    constexpr std::string_view frame = "frame:";
    FindingLines lines;
    for (const Finding &finding : findings) {
        const std::string_view where = finding.where;
        if (!where.starts_with(frame))
            continue;
        const std::string_view number = where.substr(frame.size(), where.find('/') - frame.size());
        lines[bytes(number).toULongLong()].append("- **").append(severityName(finding.severity)).append("** ")
            .append(inlineCode(QByteArray::fromStdString(finding.rule))).append(": ")
            .append(inlineCode(QByteArray::fromStdString(finding.message))).append('\n');
    }
    return lines;
}

void writeRecord(QByteArray &out, const ExportJob &job, const FindingLines &findings, quint64 row)
{
    const TraceRecord record = job.trace.log().row(row);
    const RecordFacts facts = job.trace.facts(row);
    out.append(titleOf(record, facts)).append("\n\n");
    if (const auto found = findings.find(record.seq); found != findings.end())
        out.append(found->second).append('\n');
    const QByteArray text = job.trace.messageText(row);
    if (!text.isEmpty())
        out.append(block(QByteArray::fromStdString(json::pretty(view(text))), "json"));
    else if (!record.bytes.isEmpty())
        out.append(block(record.bytes, record.is("head") ? "http" : "text"));
    else if (!record.members.isEmpty())
        out.append(block(record.members, "json"));
}

} // namespace

bool writeMarkdown(ExportJob &job)
{
    QByteArray &out = job.output.buffer();
    const QByteArray title = job.options.title.toUtf8();
    out.append("## ").append(title.isEmpty() ? QByteArrayLiteral("MCP trace") : title).append("\n\n");
    const QByteArray version = job.trace.negotiatedVersion();
    if (!job.rows.empty())
        out.append("Recorded by assayer " ASSAYER_VERSION ", ").append(rfc3339(job.trace.log().wallNs(job.rows.front()))).append(".");
    if (!version.isEmpty())
        out.append(" Protocol version ").append(inlineCode(version)).append(".");
    out.append(job.options.keepSecrets ? "\n\n" : " Secrets are redacted.\n\n");
    const FindingLines findings = findingLines(job.options.findings);
    return writeInPieces(job.output, job.rows.size(), [&](QByteArray &piece, std::size_t i) { writeRecord(piece, job, findings, job.rows[i]); });
}

} // namespace assayer
