#include "trace/tracefacts.h"

#include "trace/factstable.h"
#include "trace/followexchange.h"
#include "trace/httphead.h"
#include "trace/jsonend.h"
#include "trace/rpcshape.h"

#include <algorithm>
#include <array>

namespace assayer {
namespace {

constexpr std::array<std::string_view, 4> kindNames { "", "request", "notification", "response" };
constexpr std::array<std::string_view, 4> statusNames { "", "ok", "tool-error", "rpc-error" };

QByteArray withoutLineEnd(QByteArray line)
{
    if (line.endsWith('\n'))
        line.chop(1);
    if (line.endsWith('\r'))
        line.chop(1);
    return line;
}

} // namespace

std::string_view messageKindName(MessageKind kind)
{
    return kindNames[static_cast<std::size_t>(kind)];
}

std::string_view answerStatusName(AnswerStatus status)
{
    return statusNames[static_cast<std::size_t>(status)];
}

TraceAnalyzer::TraceAnalyzer(const TraceLog &log)
    : m_log(log)
    , m_state(std::make_unique<AnalyzerState>())
{
}

TraceAnalyzer::~TraceAnalyzer() = default;

bool TraceAnalyzer::update(quint64 limit)
{
    const quint64 until = m_log.count();
    quint64 row = count();
    for (quint64 taken = 0; row < until && taken < limit; ++row, ++taken)
        m_state->update(m_log, row);
    return row < until;
}

quint64 TraceAnalyzer::count() const
{
    return m_state->table.count();
}

RecordFacts TraceAnalyzer::facts(quint64 row) const
{
    const Facts &slot = m_state->table[row];
    RecordFacts record;
    record.batch = slot.batch;
    record.malformed = slot.malformed;
    if (slot.http)
        record.httpStatus = int(slot.http);
    record.era = slot.knownEra();
    std::size_t count = 0;
    const Facts *first = m_state->all(row, count);
    for (std::size_t i = 0; i < count; ++i)
        record.messages.push_back(m_state->describe(m_log, row, first[i]));
    return record;
}

/// Pieces of the body up to this row, oldest first, and the head before them.
QByteArray TraceAnalyzer::body(quint64 row) const
{
    const quint64 exchange = m_log.exchange(row);
    const auto direction = m_log.direction(row);
    std::vector<quint64> pieces;
    QByteArray head;
    for (quint64 i = row + 1; i-- > 0;) {
        if (m_log.exchange(i) != exchange || m_log.direction(i) != direction)
            continue;
        if (m_log.type(i) == FrameType::Head) {
            head = m_log.bytes(i);
            break;
        }
        pieces.push_back(i);
    }
    QByteArray joined;
    for (auto piece = pieces.rbegin(); piece != pieces.rend(); ++piece)
        joined.append(m_log.bytes(*piece));
    return MessageJoiner::decoded(joined, trimmed(TracedHead::read(view(head)).value("content-encoding")));
}

namespace {

/// The last message of an event stream that came as pieces of a body.
QByteArray lastEvent(const QByteArray &body)
{
    SseParser parser(body.size() + 1);
    parser.append(body);
    QByteArray last;
    while (const std::optional<SseEvent> event = parser.next()) {
        if (event->isMessage())
            last = event->data;
    }
    return last;
}

} // namespace

namespace {

/// A line, joined with records before it that lack their line end.
QByteArray wholeLine(const TraceLog &log, quint64 row, const QByteArray &bytes)
{
    QByteArray line = withoutLineEnd(bytes);
    for (quint64 i = row; i-- > 0;) {
        if (log.type(i) != FrameType::Line || log.channel(i) != log.channel(row))
            continue;
        const QByteArray before = log.bytes(i);
        if (before.endsWith('\n') || decodeMessages(line).index() == 0)
            break;
        line.prepend(before);
    }
    return line;
}

} // namespace

QByteArray TraceAnalyzer::messageText(quint64 row) const
{
    if (!m_state->table[row].message)
        return {};
    const std::optional<FrameType> type = m_log.type(row);
    const QByteArray bytes = m_log.bytes(row);
    if (type == FrameType::Line) {
        return wholeLine(m_log, row, bytes);
    }
    if (type == FrameType::Event) {
        const QByteArray data = MessageJoiner::eventData(bytes);
        return data.isEmpty() ? lastEvent(body(row)) : data;
    }
    QByteArray text = body(row);
    JsonEnd end;
    if (const auto length = end.feed(view(text)))
        text.truncate(static_cast<qsizetype>(*length));
    return end.isDone() ? text : lastEvent(text);
}

std::vector<Message> TraceAnalyzer::messages(quint64 row) const
{
    const QByteArray text = messageText(row);
    if (text.isEmpty())
        return {};
    auto decoded = decodeMessages(text);
    auto *found = std::get_if<DecodedMessages>(&decoded);
    if (!found)
        return {};
    std::erase_if(found->messages, [](const Message &message) { return !looksLikeRpc(message); });
    return std::move(found->messages);
}

bool TraceAnalyzer::completesMessage(quint64 row) const
{
    return m_state->table[row].message;
}

bool TraceAnalyzer::isBatch(quint64 row) const
{
    return m_state->table[row].batch;
}

MessageKind TraceAnalyzer::kind(quint64 row) const
{
    return static_cast<MessageKind>(m_state->table[row].kind);
}

AnswerStatus TraceAnalyzer::status(quint64 row) const
{
    return static_cast<AnswerStatus>(m_state->table[row].status);
}

const QByteArray &TraceAnalyzer::method(quint64 row) const
{
    return m_state->names[m_state->table[row].method];
}

const QByteArray &TraceAnalyzer::tool(quint64 row) const
{
    return m_state->names[toolNumber(row)];
}

const QByteArray &TraceAnalyzer::uri(quint64 row) const
{
    return m_state->names[uriNumber(row)];
}

quint32 TraceAnalyzer::methodNumber(quint64 row) const
{
    return m_state->table[row].method;
}

quint32 TraceAnalyzer::toolNumber(quint64 row) const
{
    return m_state->tool(m_state->table[row]);
}

quint32 TraceAnalyzer::uriNumber(quint64 row) const
{
    return m_state->uri(m_state->table[row]);
}

const QByteArray &TraceAnalyzer::nameOf(quint32 number) const
{
    return m_state->names[number];
}

std::optional<qint64> TraceAnalyzer::plainId(quint64 row) const
{
    const Facts &slot = m_state->table[row];
    return slot.idForm == Facts::Number ? std::optional(static_cast<qint64>(slot.idValue())) : std::nullopt;
}

QByteArray TraceAnalyzer::id(quint64 row) const
{
    std::size_t count = 0;
    const Facts *first = m_state->all(row, count);
    return count ? m_state->idText(*first) : QByteArray();
}

int TraceAnalyzer::httpStatus(quint64 row) const
{
    return int(m_state->table[row].http);
}

std::optional<Era> TraceAnalyzer::era(quint64 row) const
{
    return m_state->table[row].knownEra();
}

std::optional<qint64> TraceAnalyzer::durationNs(quint64 row) const
{
    std::size_t count = 0;
    const Facts *first = m_state->all(row, count);
    if (!count || static_cast<MessageKind>(first->kind) != MessageKind::Response || !first->partner)
        return std::nullopt;
    return m_log.monoNs(row) - m_log.monoNs(first->partner - 1);
}

QByteArray TraceAnalyzer::negotiatedVersion() const
{
    const std::lock_guard lock(m_state->versionMutex);
    return m_state->version;
}

std::vector<quint64> TraceAnalyzer::exchangeOf(quint64 row) const
{
    return followExchange(*this, row).rows();
}

} // namespace assayer
