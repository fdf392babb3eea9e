// A row per record, for spreadsheets.
#include "trace/exportwriters.h"

#include "trace/filter.h"

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
    const TraceRecord record = log.row(row);
    const RecordFacts facts = trace.facts(row);
    QByteArrayList cells { QByteArray::number(record.seq), QByteArray::number(record.wallNs), QByteArray::number(record.monoNs), record.type };
    cells << (record.direction ? word(directionName(*record.direction)) : QByteArray());
    cells << word(channelName(record.channel));
    cells << (record.exchange ? QByteArray::number(record.exchange) : QByteArray());
    cells << each(facts, [](const MessageFacts &m) { return word(messageKindName(m.kind)); });
    cells << each(facts, [](const MessageFacts &m) { return m.method; });
    cells << each(facts, [](const MessageFacts &m) { return m.id; });
    cells << each(facts, [](const MessageFacts &m) { return m.tool.value_or(QByteArray()); });
    cells << each(facts, [](const MessageFacts &m) { return m.uri.value_or(QByteArray()); });
    cells << each(facts, [](const MessageFacts &m) { return word(answerStatusName(m.status)); });
    cells << (facts.httpStatus ? QByteArray::number(*facts.httpStatus) : QByteArray());
    cells << each(facts, [](const MessageFacts &m) { return m.durationNs ? QByteArray::number(*m.durationNs) : QByteArray(); });
    cells << (record.hasBytes ? QByteArray::number(record.bytes.size()) : QByteArray());
    cells << (facts.era ? word(eraName(*facts.era)) : QByteArray());
    appendFindings(cells, findings.at(record.seq));
    return cells;
}

} // namespace

bool writeCsv(ExportJob &job)
{
    const FindingIndex findings(job.options.findings);
    job.output.buffer().append("seq,wall,mono,type,direction,channel,exchange,kind,method,id,tool,uri,status,http.status,duration,size,era,"
                               "rule,severity\r\n");
    for (const quint32 row : job.rows) {
        QByteArrayList cells = cellsOf(job.trace, row, findings);
        for (QByteArray &one : cells)
            one = cell(std::move(one));
        job.output.buffer().append(cells.join(',')).append("\r\n");
        if (!job.output.flowOn())
            return false;
    }
    return true;
}

} // namespace assayer
