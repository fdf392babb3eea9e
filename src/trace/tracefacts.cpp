#include "trace/tracefacts.h"

#include "trace/followexchange.h"
#include "trace/httphead.h"
#include "trace/messagejoiner.h"
#include "trace/rpcshape.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <mutex>
#include <string>
#include <unordered_map>

namespace assayer {
namespace {

constexpr std::array<std::string_view, 4> kindNames { "", "request", "notification", "response" };
constexpr std::array<std::string_view, 4> statusNames { "", "ok", "tool-error", "rpc-error" };

enum class IdForm : quint32 { None, Integer, Text };

/// Facts of one message, and of the record it belongs to. 28 bytes.
struct Facts {
    quint32 idLow = 0; ///< the integer's value; the text's name; a batch's number
    quint32 idHigh = 0;
    quint32 partner = 0; ///< row + 1: of a response its request, of a request its answer (written late)
    quint32 method = 0; ///< names; 0 is absent
    quint32 tool = 0;
    quint32 uri = 0;
    quint32 kind : 2 = 0;
    quint32 status : 2 = 0;
    quint32 idForm : 2 = 0;
    quint32 era : 2 = 0; ///< 0, or 1 + Era
    quint32 http : 10 = 0;
    quint32 message : 1 = 0; ///< the record completes a JSON-RPC message
    quint32 batch : 1 = 0;
    quint32 malformed : 1 = 0;

    void setId(quint64 value)
    {
        idLow = static_cast<quint32>(value);
        idHigh = static_cast<quint32>(value >> 32);
    }
    quint64 idValue() const { return quint64(idHigh) << 32 | idLow; }
    IdForm form() const { return static_cast<IdForm>(idForm); }
};
static_assert(sizeof(Facts) == 28);

std::optional<Era> eraIn(const Facts &facts)
{
    return facts.era ? std::optional(static_cast<Era>(facts.era - 1)) : std::nullopt;
}

std::optional<qint64> plainInteger(const std::string &text)
{
    qint64 value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool exact = error == std::errc() && end == text.data() + text.size() && std::to_string(value) == text;
    return exact ? std::optional(value) : std::nullopt;
}

MessageKind kindOf(const Message &message)
{
    if (message.root->find("method"))
        return message.id.kind == RequestId::Absent ? MessageKind::Notification : MessageKind::Request;
    return message.result || message.error ? MessageKind::Response : MessageKind::None;
}

AnswerStatus statusOf(const Message &message)
{
    if (message.error)
        return AnswerStatus::RpcError;
    const json::Value *isError = message.result ? message.result->find("isError") : nullptr;
    return isError && isError->isTrue() ? AnswerStatus::ToolError : AnswerStatus::Ok;
}

/// Direction of a record; where a file does not say, the channel does.
Direction directionOf(const TraceLog &log, quint64 row)
{
    const Direction usual = log.channel(row) == Channel::Stdin ? Direction::Out : Direction::In;
    return log.direction(row).value_or(usual);
}

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

struct AnalyzerState {
    /// Requests that wait for an answer, by direction and id text; newest last.
    struct Open {
        quint32 row;
        quint64 exchange;
    };

    AppendOnly<Facts> table;
    AppendOnly<QByteArray> names;
    AppendOnly<std::vector<Facts>, 6, 16> batches;
    // Below: the updating thread's own.
    std::unordered_map<std::string, quint32> nameNumbers;
    std::unordered_map<std::string, std::vector<Open>> open;
    MessageJoiner joiner;
    quint32 era = 0;
    mutable std::mutex versionMutex;
    QByteArray version;

    AnalyzerState() { names.append({}); }

    quint32 name(std::string_view text);
    void update(const TraceLog &log, quint64 row);
    std::vector<Facts> read(const TraceLog &log, quint64 row, const QByteArray &text);
    Facts read(const TraceLog &log, quint64 row, const Message &message);
    void readRequest(const TraceLog &log, quint64 row, const Message &message, Facts &facts);
    void readAnswer(const TraceLog &log, quint64 row, const Message &message, Facts &facts);
    void findVerdict(const Message &message, const Facts &facts);
    void markRequest(const TraceLog &log, quint64 row, Facts &facts);
    const Facts *all(quint64 row, std::size_t &count) const;
    MessageFacts describe(const TraceLog &log, quint64 row, const Facts &facts) const;
    QByteArray idText(const Facts &facts) const;
};

quint32 AnalyzerState::name(std::string_view text)
{
    const auto [found, isNew] = nameNumbers.try_emplace(std::string(text), 0);
    if (isNew)
        found->second = static_cast<quint32>(names.append(bytes(text)));
    return found->second;
}

void AnalyzerState::readRequest(const TraceLog &log, quint64 row, const Message &message, Facts &facts)
{
    if (!message.method.empty())
        facts.method = name(message.method);
    const json::Value *params = message.params;
    if (message.method == "tools/call" && params) {
        if (const auto tool = params->stringAt("name"))
            facts.tool = name(*tool);
    }
    if (const auto uri = params ? params->stringAt("uri") : std::nullopt)
        facts.uri = name(*uri);
    if (const std::optional<Era> only = eraOfRequest(message); only && !era)
        facts.era = (1 + static_cast<quint32>(*only)) & 3u;
    if (static_cast<MessageKind>(facts.kind) != MessageKind::Request)
        return;
    const char side = directionOf(log, row) == Direction::Out ? '>' : '<';
    open[side + message.id.text].push_back({ static_cast<quint32>(row), log.exchange(row) });
}

void AnalyzerState::readAnswer(const TraceLog &log, quint64 row, const Message &message, Facts &facts)
{
    facts.status = static_cast<quint32>(statusOf(message)) & 3u;
    const char side = directionOf(log, row) == Direction::Out ? '<' : '>';
    const auto waiting = open.find(side + message.id.text);
    if (waiting == open.end())
        return;
    std::vector<Open> &requests = waiting->second;
    const quint64 exchange = log.exchange(row);
    auto request = std::find_if(requests.rbegin(), requests.rend(), [&](const Open &one) { return one.exchange == exchange; });
    if (request == requests.rend())
        request = requests.rbegin();
    const quint32 requestRow = request->row;
    facts.partner = requestRow + 1;
    requests.erase(std::next(request).base());
    if (requests.empty())
        open.erase(waiting);
    const std::string wanted = message.id.text;
    std::size_t count = 0;
    auto *first = const_cast<Facts *>(all(requestRow, count));
    for (Facts *asked = first; asked != first + count; ++asked) {
        if (static_cast<MessageKind>(asked->kind) != MessageKind::Request || idText(*asked).toStdString() != wanted)
            continue;
        facts.method = asked->method;
        facts.tool = asked->tool;
        facts.uri = asked->uri;
        std::atomic_ref(asked->partner).store(static_cast<quint32>(row + 1), std::memory_order_relaxed);
    }
}

/// The records from a verdict on are of its era: the first good answer to initialize or to a modern request.
void AnalyzerState::findVerdict(const Message &message, const Facts &facts)
{
    if (!message.result || !message.result->isObject())
        return;
    const QByteArray &method = names[facts.method];
    if (method == "initialize") {
        const auto revision = message.result->stringAt("protocolVersion");
        if (!revision)
            return;
        era = 1 + static_cast<quint32>(Era::Legacy);
        const std::lock_guard lock(versionMutex);
        version = bytes(*revision);
    } else if (method == "server/discover" && message.result->find("supportedVersions")) {
        era = 1 + static_cast<quint32>(Era::Modern);
    }
}

Facts AnalyzerState::read(const TraceLog &log, quint64 row, const Message &message)
{
    Facts facts;
    facts.message = 1;
    facts.kind = static_cast<quint32>(kindOf(message)) & 3u;
    if (message.id.kind != RequestId::Absent) {
        const std::optional<qint64> integer = plainInteger(message.id.text);
        facts.idForm = static_cast<quint32>(integer ? IdForm::Integer : IdForm::Text) & 3u;
        facts.setId(integer ? static_cast<quint64>(*integer) : name(message.id.text));
    }
    if (static_cast<MessageKind>(facts.kind) == MessageKind::Response) {
        readAnswer(log, row, message, facts);
        if (directionOf(log, row) == Direction::In)
            findVerdict(message, facts);
    } else {
        readRequest(log, row, message, facts);
        const std::string_view named = namedRevision(message);
        if (isModernName(named)) {
            const std::lock_guard lock(versionMutex);
            version = bytes(named);
        }
    }
    return facts;
}

std::vector<Facts> AnalyzerState::read(const TraceLog &log, quint64 row, const QByteArray &text)
{
    std::vector<Facts> found;
    const auto decoded = decodeMessages(text);
    const auto *messages = std::get_if<DecodedMessages>(&decoded);
    if (!messages)
        return found;
    for (const Message &message : messages->messages) {
        if (looksLikeRpc(message))
            found.push_back(read(log, row, message));
    }
    if (messages->batch && found.size() == 1)
        found.front().batch = 1;
    return found;
}

/// The records of a request before its last one are of its era too: head and earlier pieces.
void AnalyzerState::markRequest(const TraceLog &log, quint64 row, Facts &facts)
{
    if (!facts.era || !log.exchange(row))
        return;
    for (quint64 i = row; i-- > 0 && row - i < 10000;) {
        if (log.exchange(i) != log.exchange(row) || log.direction(i) != log.direction(row))
            continue;
        table.writable(i).era = facts.era;
        if (log.type(i) == FrameType::Head)
            break;
    }
}

void AnalyzerState::update(const TraceLog &log, quint64 row)
{
    std::vector<Facts> found;
    bool malformed = false;
    for (const JoinedText &joined : joiner.feed(log, row)) {
        std::vector<Facts> read = joined.complete && !joined.noise ? this->read(log, row, joined.text) : std::vector<Facts>();
        const bool judged = log.type(row) != FrameType::Body; // a body that is no message is none of our business here
        malformed = malformed || (judged && read.empty() && (joined.complete || joined.noise) && !joined.text.trimmed().isEmpty());
        found.insert(found.end(), read.begin(), read.end());
    }
    Facts facts = found.empty() ? Facts() : found.front();
    if (found.size() > 1) {
        facts.batch = 1;
        facts.setId(batches.append(std::move(found)));
        facts.idForm = 0;
    }
    facts.malformed = malformed ? 1 : 0;
    if (log.exchange(row) && directionOf(log, row) == Direction::In && log.channel(row) == Channel::Http)
        facts.http = static_cast<quint32>(joiner.status(log.exchange(row))) & 1023u;
    markRequest(log, row, facts);
    if (era)
        facts.era = era & 3u;
    table.append(facts);
}

QByteArray AnalyzerState::idText(const Facts &facts) const
{
    switch (facts.form()) {
    case IdForm::Integer:
        return QByteArray::number(static_cast<qint64>(facts.idValue()));
    case IdForm::Text:
        return names[facts.idValue()];
    case IdForm::None:
        break;
    }
    return {};
}

/// All messages of a record: the slot itself, or the batch it stands for.
const Facts *AnalyzerState::all(quint64 row, std::size_t &count) const
{
    const Facts &slot = table[row];
    if (slot.batch && slot.form() == IdForm::None && slot.idValue() < batches.count()) {
        const std::vector<Facts> &batch = batches[slot.idValue()];
        if (batch.size() > 1) {
            count = batch.size();
            return batch.data();
        }
    }
    count = slot.message ? 1 : 0;
    return &slot;
}

MessageFacts AnalyzerState::describe(const TraceLog &log, quint64 row, const Facts &facts) const
{
    MessageFacts message;
    message.kind = static_cast<MessageKind>(facts.kind);
    message.status = static_cast<AnswerStatus>(facts.status);
    message.method = names[facts.method];
    message.id = idText(facts);
    if (facts.tool)
        message.tool = names[facts.tool];
    if (facts.uri)
        message.uri = names[facts.uri];
    const quint32 partner = std::atomic_ref(const_cast<quint32 &>(facts.partner)).load(std::memory_order_relaxed);
    if (partner && message.kind == MessageKind::Response) {
        message.requestRow = partner - 1;
        message.durationNs = log.monoNs(row) - log.monoNs(partner - 1);
    } else if (partner) {
        message.answerRow = partner - 1;
    }
    return message;
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
    record.era = eraIn(slot);
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
    return m_state->names[m_state->table[row].tool];
}

const QByteArray &TraceAnalyzer::uri(quint64 row) const
{
    return m_state->names[m_state->table[row].uri];
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
    return eraIn(m_state->table[row]);
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
