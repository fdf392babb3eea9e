#include "trace/tracemarks.h"

#include "json/write.h"
#include "protocol/message.h"

#include <algorithm>

namespace assayer {
namespace {

constexpr std::string_view markKind = "mark";

/// Spares parsing the many decisions that are no marks.
bool mayBeMark(const TraceLog &log, quint64 row, const QByteArray &members)
{
    return log.type(row) == FrameType::Decision && members.contains("mark");
}

} // namespace

quint64 leaveMark(FrameSink &log, quint64 seq, const TraceMark &mark)
{
    json::Writer writer;
    writer.beginObject().member("marked", mark.marked);
    if (!mark.comment.isEmpty())
        writer.member("comment", view(mark.comment));
    writer.endObject();
    return log.decide({ bytes(markKind), { seq }, QByteArray::fromStdString(writer.take()) });
}

bool TraceMarks::advance(const TraceLog &log)
{
    m_changed = false;
    for (const quint64 count = log.count(); m_seen < count; ++m_seen) {
        if (log.type(m_seen) != FrameType::Decision)
            continue;
        const QByteArray members = log.members(m_seen);
        if (mayBeMark(log, m_seen, members))
            take(members);
    }
    return m_changed;
}

void TraceMarks::take(const QByteArray &members)
{
    const auto document = parseJson(members);
    if (!document || (*document)->root().stringAt("kind") != markKind)
        return;
    const json::Value &root = (*document)->root();
    const json::Value *marked = root.find("marked");
    const TraceMark mark { marked && marked->isTrue(), bytes(root.stringAt("comment").value_or(std::string_view())) };
    const json::Value *of = root.find("of");
    for (const json::Value &item : of ? of->items() : std::span<const json::Value>()) {
        const auto seq = item.integer();
        if (!seq || *seq < 1)
            continue;
        if (mark.isEmpty())
            m_marks.erase(static_cast<quint64>(*seq));
        else
            m_marks[static_cast<quint64>(*seq)] = mark;
        m_changed = true;
    }
}

TraceMark TraceMarks::at(quint64 seq) const
{
    const auto found = m_marks.find(seq);
    return found == m_marks.end() ? TraceMark() : found->second;
}

std::vector<quint32> TraceMarks::markedRows(const TraceLog &log) const
{
    std::vector<quint32> rows;
    for (const auto &[seq, mark] : m_marks) {
        const std::optional<quint64> row = mark.marked ? log.rowOf(seq) : std::nullopt;
        if (row)
            rows.push_back(static_cast<quint32>(*row));
    }
    std::sort(rows.begin(), rows.end());
    return rows;
}

bool isMarkRecord(const TraceLog &log, quint64 row)
{
    const QByteArray members = log.type(row) == FrameType::Decision ? log.members(row) : QByteArray();
    if (!mayBeMark(log, row, members))
        return false;
    const auto document = parseJson(members);
    return document && (*document)->root().stringAt("kind") == markKind;
}

} // namespace assayer
