#include "trace/timeline.h"

#include <algorithm>
#include <array>

namespace assayer {
namespace {

constexpr std::array<std::string_view, 9> kindNames { "call", "round", "sending", "waiting", "receiving", "question", "input", "progress", "stderr" };

QByteArray labelOf(const TraceAnalyzer &trace, quint64 row)
{
    const QByteArray &target = trace.tool(row).isEmpty() ? trace.uri(row) : trace.tool(row);
    return target.isEmpty() ? trace.method(row) : trace.method(row) + ' ' + target;
}

/// From a record to another, or to the end of the trace.
TimelineSpan spanOf(const TraceAnalyzer &trace, TimelineSpan::Kind kind, int depth, quint64 begin, std::optional<quint64> end)
{
    TimelineSpan span;
    span.kind = kind;
    span.depth = depth;
    span.beginRow = begin;
    span.endRow = end.value_or(trace.count() - 1);
    span.beginNs = trace.log().monoNs(begin);
    span.endNs = std::max(span.beginNs, trace.log().monoNs(span.endRow));
    span.open = !end;
    return span;
}

/// The records of one HTTP exchange: where its parts begin and end.
struct HttpMarks {
    std::optional<quint64> sent; ///< first record of the request
    std::optional<quint64> complete; ///< last record of the request
    std::optional<quint64> answered; ///< head of the answer
    std::optional<quint64> received; ///< last record of the answer
};

class Drawing {
public:
    Drawing(const TraceAnalyzer &trace, const FollowedExchange &exchange)
        : m_trace(trace)
        , m_exchange(exchange)
    {
    }

    std::vector<TimelineSpan> run()
    {
        if (m_exchange.rounds.empty() || m_trace.count() == 0)
            return {};
        addCall();
        for (std::size_t i = 0; i < m_exchange.rounds.size(); ++i)
            addRound(i);
        for (const FollowedRecord &record : m_exchange.records)
            addRecord(record);
        std::stable_sort(m_spans.begin(), m_spans.end(), [](const TimelineSpan &a, const TimelineSpan &b) {
            return a.beginNs != b.beginNs ? a.beginNs < b.beginNs : a.depth < b.depth;
        });
        return std::move(m_spans);
    }

private:
    void addCall()
    {
        const FollowedRound &last = m_exchange.rounds.back();
        TimelineSpan call = spanOf(m_trace, TimelineSpan::Call, 0, m_exchange.rounds.front().requestRow, last.answerRow);
        call.label = labelOf(m_trace, call.beginRow);
        call.status = last.answerRow ? m_trace.status(*last.answerRow) : AnswerStatus::None;
        m_spans.push_back(std::move(call));
    }

    void addRound(std::size_t number)
    {
        const FollowedRound &round = m_exchange.rounds[number];
        if (m_exchange.rounds.size() > 1) {
            TimelineSpan span = spanOf(m_trace, TimelineSpan::Round, 1, round.requestRow, endOf(number));
            span.label = round.retry ? QByteArrayLiteral("sent again") : "round " + QByteArray::number(qulonglong(number + 1));
            span.status = round.answerRow ? m_trace.status(*round.answerRow) : AnswerStatus::None;
            m_spans.push_back(std::move(span));
        }
        if (number + 1 < m_exchange.rounds.size() && round.answerRow && !m_exchange.rounds[number + 1].retry)
            m_spans.push_back(spanOf(m_trace, TimelineSpan::Input, 2, *round.answerRow, m_exchange.rounds[number + 1].requestRow));
        addHttp(round);
    }

    /// A round without an answer ended at the latest when the next one began.
    std::optional<quint64> endOf(std::size_t number) const
    {
        const FollowedRound &round = m_exchange.rounds[number];
        if (round.answerRow || number + 1 == m_exchange.rounds.size())
            return round.answerRow;
        return m_exchange.rounds[number + 1].requestRow;
    }

    void addHttp(const FollowedRound &round)
    {
        const quint64 exchange = m_trace.log().exchange(round.requestRow);
        if (!exchange)
            return;
        const HttpMarks marks = marksOf(exchange);
        if (marks.sent && marks.complete)
            m_spans.push_back(spanOf(m_trace, TimelineSpan::Sending, 2, *marks.sent, *marks.complete));
        if (marks.complete)
            m_spans.push_back(spanOf(m_trace, TimelineSpan::Waiting, 2, *marks.complete, marks.answered));
        if (marks.answered)
            m_spans.push_back(spanOf(m_trace, TimelineSpan::Receiving, 2, *marks.answered, marks.received));
    }

    HttpMarks marksOf(quint64 exchange) const
    {
        const TraceLog &log = m_trace.log();
        HttpMarks marks;
        for (const FollowedRecord &record : m_exchange.records) {
            if (log.exchange(record.row) != exchange)
                continue;
            if (log.direction(record.row) == Direction::In) {
                marks.received = record.row;
                marks.answered = marks.answered ? marks.answered : std::optional(record.row);
            } else {
                marks.complete = record.row;
                marks.sent = marks.sent ? marks.sent : std::optional(record.row);
            }
        }
        return marks;
    }

    void addRecord(const FollowedRecord &record)
    {
        if (record.role == FollowRole::Question) {
            const RecordFacts facts = m_trace.facts(record.row);
            TimelineSpan span = spanOf(m_trace, TimelineSpan::Question, 2, record.row, facts.messages.empty() ? std::nullopt : facts.messages.front().answerRow);
            span.label = labelOf(m_trace, record.row);
            m_spans.push_back(std::move(span));
        } else if (record.role == FollowRole::Progress || record.role == FollowRole::Stderr) {
            const auto kind = record.role == FollowRole::Progress ? TimelineSpan::Progress : TimelineSpan::Stderr;
            m_spans.push_back(spanOf(m_trace, kind, 2, record.row, record.row));
        }
    }

    const TraceAnalyzer &m_trace;
    const FollowedExchange &m_exchange;
    std::vector<TimelineSpan> m_spans;
};

} // namespace

std::string_view timelineKindName(TimelineSpan::Kind kind)
{
    return kindNames[static_cast<std::size_t>(kind)];
}

std::vector<TimelineSpan> exchangeTimeline(const TraceAnalyzer &trace, const FollowedExchange &exchange)
{
    return Drawing(trace, exchange).run();
}

std::vector<TimelineSpan> traceTimeline(const TraceAnalyzer &trace, quint64 from, quint64 to)
{
    std::vector<TimelineSpan> spans;
    std::vector<qint64> laneEnds; // when the last span of a lane ends
    for (quint64 row = from; row < std::min(to, trace.count()); ++row) {
        if (trace.kind(row) != MessageKind::Request)
            continue;
        const RecordFacts facts = trace.facts(row);
        TimelineSpan span = spanOf(trace, TimelineSpan::Call, 0, row, facts.messages.front().answerRow);
        span.label = labelOf(trace, row);
        span.status = span.open ? AnswerStatus::None : trace.status(span.endRow);
        const auto free = std::find_if(laneEnds.begin(), laneEnds.end(), [&](qint64 end) { return end <= span.beginNs; });
        span.depth = static_cast<int>(free - laneEnds.begin());
        if (free == laneEnds.end())
            laneEnds.push_back(span.endNs);
        else
            *free = span.endNs;
        spans.push_back(std::move(span));
    }
    return spans;
}

} // namespace assayer
