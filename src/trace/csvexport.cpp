// A row per record, for spreadsheets.
#include "trace/exportwriters.h"

#include "trace/filter.h"

#include <utility>

namespace assayer {
namespace {

/// Quoted as RFC 4180 wants; a text of the server that a spreadsheet would take for a formula is made plain text.
QByteArray cell(QByteArray text)
{
    if (!text.isEmpty() && QByteArrayView("=+@\t\r").contains(text.front()))
        text.prepend('\'');
    if (!text.contains(',') && !text.contains('"') && !text.contains('\n') && !text.contains('\r'))
        return text;
    return '"' + text.replace('"', "\"\"") + '"';
}

QByteArray word(std::string_view text)
{
    return bytes(text);
}

/// Cells of one member of all messages of a batch, in one cell.
template<class Get>
QByteArray each(const RecordFacts &facts, const Get &get)
{
    QByteArray text;
    for (const MessageFacts &message : facts.messages) {
        const QByteArray one = get(message);
        if (!one.isEmpty())
            text.append(text.isEmpty() ? "" : " ").append(one);
    }
    return text;
}

void appendFindings(QByteArrayList &cells, const std::vector<FindingIndex::Entry> *findings)
{
    QByteArrayList rules;
    Severity worst = Severity::Note;
    for (const FindingIndex::Entry &entry : findings ? *findings : std::vector<FindingIndex::Entry>()) {
        rules.append(entry.rule);
        worst = std::max(worst, entry.severity);
    }
    cells << rules.join(' ') << (findings ? QByteArray(severityName(worst)) : QByteArray());
}

QByteArrayList cellsOf(const TraceAnalyzer &trace, quint64 row, const FindingIndex &findings)
{
    const TraceLog &log = trace.log();
    const quint64 seq = log.seqOf(row);
    const RecordFacts facts = trace.facts(row);
    const std::optional<FrameType> type = log.type(row);
    QByteArrayList cells { QByteArray::number(seq), QByteArray::number(log.wallNs(row)), QByteArray::number(log.monoNs(row)), type ? word(frameTypeName(*type)) : log.row(row).type };
    cells << (log.direction(row) ? word(directionName(*log.direction(row))) : QByteArray());
    cells << word(channelName(log.channel(row)));
    cells << (log.exchange(row) ? QByteArray::number(log.exchange(row)) : QByteArray());
    cells << each(facts, [](const MessageFacts &m) { return word(messageKindName(m.kind)); });
    cells << each(facts, [](const MessageFacts &m) { return m.method; });
    cells << each(facts, [](const MessageFacts &m) { return m.id; });
    cells << each(facts, [](const MessageFacts &m) { return m.tool.value_or(QByteArray()); });
    cells << each(facts, [](const MessageFacts &m) { return m.uri.value_or(QByteArray()); });
    cells << each(facts, [](const MessageFacts &m) { return word(answerStatusName(m.status)); });
    cells << (facts.httpStatus ? QByteArray::number(*facts.httpStatus) : QByteArray());
    cells << each(facts, [](const MessageFacts &m) { return m.durationNs ? QByteArray::number(*m.durationNs) : QByteArray(); });
    cells << (log.hasBytes(row) ? QByteArray::number(log.size(row)) : QByteArray());
    cells << (facts.era ? word(eraName(*facts.era)) : QByteArray());
    appendFindings(cells, findings.at(seq));
    return cells;
}

} // namespace

bool writeCsv(ExportJob &job)
{
    const FindingIndex findings(job.options.findings);
    job.output.buffer().append("seq,wall,mono,type,direction,channel,exchange,kind,method,id,tool,uri,status,http.status,duration,size,era,"
                               "rule,severity\r\n");
    return writeInPieces(job.output, job.rows.size(), [&](QByteArray &out, std::size_t i) {
        bool first = true;
        for (QByteArray &one : cellsOf(job.trace, job.rows[i], findings)) {
            if (!std::exchange(first, false))
                out.append(',');
            out.append(cell(std::move(one)));
        }
        out.append("\r\n");
    });
}

} // namespace assayer
