#include "trace/factstable.h"

#include <algorithm>
#include <atomic>
#include <cstring>

namespace assayer {
namespace {

/// Far enough apart for a table whose size is a power of two.
quint64 mixed(quint64 value)
{
    value ^= value >> 33;
    value *= 0xff51afd7ed558ccdull;
    value ^= value >> 33;
    value *= 0xc4ceb9fe1a85ec53ull;
    return value ^ (value >> 33);
}

quint64 hashOf(Direction side, Facts::IdForm form, quint64 number, std::string_view text)
{
    const quint64 id = form == Facts::Number ? number : std::hash<std::string_view>()(text);
    return mixed(id * 4 + (side == Direction::In ? 2u : 0u) + (form == Facts::Number ? 1u : 0u));
}

bool isBlankText(const QByteArray &text)
{
    return std::all_of(text.begin(), text.end(), [](char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\v' || c == '\f'; });
}

} // namespace

Direction directionOf(const TraceLog &log, quint64 row)
{
    const Direction usual = log.channel(row) == Channel::Stdin ? Direction::Out : Direction::In;
    return log.direction(row).value_or(usual);
}

// --- texts ---

/// Layout: the length (4 bytes), the text. Texts longer than a block get one of their own.
quint64 TextStore::add(std::string_view text)
{
    const auto length = static_cast<quint32>(text.size());
    const quint64 wanted = sizeof length + text.size();
    if (m_used + wanted > blockBytes) {
        m_blocks.append(QByteArray(static_cast<qsizetype>(std::max<quint64>(wanted, blockBytes)), Qt::Uninitialized));
        m_used = 0;
    }
    const quint64 block = m_blocks.count() - 1;
    char *target = const_cast<char *>(m_blocks[block].constData()) + m_used; // ours alone until facts that point here are published
    std::memcpy(target, &length, sizeof length);
    std::memcpy(target + sizeof length, text.data(), text.size());
    const quint64 place = block << 32 | m_used;
    m_used = static_cast<quint32>(std::min<quint64>(m_used + wanted, blockBytes));
    return place;
}

std::string_view TextStore::at(quint64 place) const
{
    const char *stored = m_blocks[place >> 32].constData() + (place & 0xffffffffu);
    quint32 length = 0;
    std::memcpy(&length, stored, sizeof length);
    return { stored + sizeof length, length };
}

// --- open requests ---

void OpenRequests::insert(quint64 hash, quint32 entry)
{
    std::size_t at = first(hash);
    while (m_slots[at] != empty)
        at = next(at);
    m_slots[at] = entry;
    ++m_used;
    ++m_live;
}

void OpenRequests::add(quint64 hash, quint32 row)
{
    if ((m_used + 1) * 4 > m_slots.size() * 3)
        grow();
    insert(hash, row + 1);
}

/// Also gets rid of the places that answers left.
void OpenRequests::grow()
{
    std::vector<quint32> entries;
    entries.reserve(m_live);
    std::copy_if(m_slots.begin(), m_slots.end(), std::back_inserter(entries), [](quint32 entry) { return entry != empty && entry != gone; });
    std::sort(entries.begin(), entries.end());
    entries.erase(std::unique(entries.begin(), entries.end()), entries.end()); // a batch stands there once for each request
    std::size_t size = 64;
    while (size < (m_live + 1) * 2)
        size *= 2;
    m_slots.assign(size, empty);
    m_used = 0;
    m_live = 0;
    std::vector<quint64> hashes;
    for (const quint32 entry : entries) {
        hashes.clear();
        hashesOf(entry - 1, hashes);
        for (const quint64 hash : hashes)
            insert(hash, entry);
    }
}

// --- the table ---

AnalyzerState::AnalyzerState()
{
    names.append({});
    m_open.hashesOf = [this](quint32 row, std::vector<quint64> &hashes) {
        std::size_t count = 0;
        const Facts *first = all(row, count);
        for (const Facts *facts = first; facts != first + count; ++facts) {
            if (static_cast<MessageKind>(facts->kind) != MessageKind::Request || facts->partner)
                continue;
            const auto form = static_cast<Facts::IdForm>(facts->idForm);
            const std::string_view text = form == Facts::Text ? ids.at(facts->idValue()) : std::string_view();
            hashes.push_back(hashOf(directionOf(*m_log, row), form, facts->idValue(), text));
        }
    };
}

quint32 AnalyzerState::name(std::string_view text)
{
    const auto known = m_nameNumbers.find(text);
    if (known != m_nameNumbers.end())
        return known->second;
    const auto number = static_cast<quint32>(names.append(bytes(text)));
    m_nameNumbers.emplace(std::string(text), number);
    return number;
}

void AnalyzerState::setTarget(Facts &facts, const MessageShape &shape)
{
    facts.hasTool = shape.tool ? 1 : 0;
    facts.hasUri = shape.uri ? 1 : 0;
    if (shape.tool && shape.uri)
        facts.target = static_cast<quint32>(pairs.append({ name(*shape.tool), name(*shape.uri) }));
    else if (shape.tool || shape.uri)
        facts.target = name(shape.tool ? *shape.tool : *shape.uri);
}

quint32 AnalyzerState::tool(const Facts &facts) const
{
    return !facts.hasTool ? 0 : facts.hasUri ? pairs[facts.target].first : facts.target;
}

quint32 AnalyzerState::uri(const Facts &facts) const
{
    return !facts.hasUri ? 0 : facts.hasTool ? pairs[facts.target].second : facts.target;
}

void AnalyzerState::setOwnId(Facts &facts, const MessageShape &shape)
{
    if (!shape.hasId)
        return;
    facts.idForm = (shape.number ? Facts::Number : Facts::Text) & 3u;
    facts.setId(shape.number ? static_cast<quint64>(*shape.number) : ids.add(shape.id));
}

bool AnalyzerState::hasId(const Facts &facts, const MessageShape &shape) const
{
    if (shape.number)
        return facts.idForm == Facts::Number && facts.idValue() == static_cast<quint64>(*shape.number);
    return facts.idForm == Facts::Text && ids.at(facts.idValue()) == shape.id;
}

void AnalyzerState::readRequest(const MessageShape &shape, Facts &facts)
{
    if (!shape.method.empty())
        facts.method = name(shape.method);
    setTarget(facts, shape);
    if (shape.era && !m_era)
        facts.era = (1 + static_cast<quint32>(*shape.era)) & 3u;
}

void AnalyzerState::readAnswer(const TraceLog &log, quint64 row, const MessageShape &shape, Facts &facts)
{
    facts.status = static_cast<quint32>(shape.status) & 3u;
    const Direction asked = directionOf(log, row) == Direction::Out ? Direction::In : Direction::Out;
    const Facts::IdForm form = shape.number ? Facts::Number : Facts::Text;
    const quint64 exchange = log.exchange(row);
    const auto matching = [&](quint64 requestRow) -> Facts * {
        std::size_t count = 0;
        auto *first = const_cast<Facts *>(all(requestRow, count));
        auto *found = std::find_if(first, first + count, [&](const Facts &one) {
            return static_cast<MessageKind>(one.kind) == MessageKind::Request && !one.partner && hasId(one, shape);
        });
        return found == first + count ? nullptr : found;
    };
    const std::optional<quint32> request = m_open.take(hashOf(asked, form, static_cast<quint64>(shape.number.value_or(0)), shape.id), [&](quint32 candidate) {
        if (directionOf(log, candidate) != asked || !matching(candidate))
            return 0;
        return log.exchange(candidate) == exchange ? 2 : 1;
    });
    if (!request) {
        setOwnId(facts, shape);
        return;
    }
    Facts &open = *matching(*request);
    facts.partner = *request + 1;
    facts.idForm = open.idForm;
    facts.setId(open.idValue());
    facts.method = open.method;
    facts.target = open.target;
    facts.hasTool = open.hasTool;
    facts.hasUri = open.hasUri;
    std::atomic_ref(open.partner).store(static_cast<quint32>(row + 1), std::memory_order_relaxed);
}

/// The records from a verdict on are of its era: the first good answer to initialize or to a modern request.
void AnalyzerState::findVerdict(const MessageShape &shape, const Facts &facts)
{
    if (!shape.hasObjectResult)
        return;
    const QByteArray &method = names[facts.method];
    if (method == "initialize") {
        if (!shape.chosenRevision)
            return;
        m_era = 1 + static_cast<quint32>(Era::Legacy);
        const std::lock_guard lock(versionMutex);
        version = bytes(*shape.chosenRevision);
    } else if (method == "server/discover" && shape.listsRevisions) {
        m_era = 1 + static_cast<quint32>(Era::Modern);
    }
}

Facts AnalyzerState::read(const TraceLog &log, quint64 row, const MessageShape &shape)
{
    Facts facts;
    facts.message = 1;
    facts.kind = static_cast<quint32>(shape.kind) & 3u;
    if (shape.kind == MessageKind::Response) {
        readAnswer(log, row, shape, facts);
        if (directionOf(log, row) == Direction::In)
            findVerdict(shape, facts);
        return facts;
    }
    setOwnId(facts, shape);
    readRequest(shape, facts);
    if (isModernName(shape.revision)) {
        const std::lock_guard lock(versionMutex);
        if (view(version) != shape.revision)
            version = bytes(shape.revision);
    }
    return facts;
}

std::vector<Facts> AnalyzerState::read(const TraceLog &log, quint64 row, const QByteArray &text)
{
    std::vector<Facts> found;
    const bool batch = readShapes(view(text), [&](const MessageShape &shape) { found.push_back(read(log, row, shape)); });
    if (batch && found.size() == 1)
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

void AnalyzerState::addOpen(const TraceLog &log, quint64 row, const std::vector<Facts> &found)
{
    for (const Facts &facts : found) {
        if (static_cast<MessageKind>(facts.kind) != MessageKind::Request)
            continue;
        const auto form = static_cast<Facts::IdForm>(facts.idForm);
        const std::string_view text = form == Facts::Text ? ids.at(facts.idValue()) : std::string_view();
        m_open.add(hashOf(directionOf(log, row), form, facts.idValue(), text), static_cast<quint32>(row));
    }
}

void AnalyzerState::update(const TraceLog &log, quint64 row)
{
    m_log = &log;
    std::vector<Facts> found;
    bool malformed = false;
    for (const JoinedText &joined : m_joiner.feed(log, row)) {
        std::vector<Facts> one = joined.complete && !joined.noise ? read(log, row, joined.text) : std::vector<Facts>();
        const bool judged = log.type(row) != FrameType::Body; // a body that is no message is none of our business here
        malformed = malformed || (judged && one.empty() && (joined.complete || joined.noise) && !isBlankText(joined.text));
        found.insert(found.end(), one.begin(), one.end());
    }
    Facts facts = found.empty() ? Facts() : found.front();
    if (found.size() > 1) {
        facts.batch = 1;
        facts.setId(batches.append(found));
        facts.idForm = Facts::Batch & 3u;
    }
    facts.malformed = malformed ? 1 : 0;
    if (log.exchange(row) && directionOf(log, row) == Direction::In && log.channel(row) == Channel::Http)
        facts.http = static_cast<quint32>(m_joiner.status(log.exchange(row))) & 1023u;
    markRequest(log, row, facts);
    if (m_era)
        facts.era = m_era & 3u;
    table.append(facts);
    addOpen(log, row, found);
}

QByteArray AnalyzerState::idText(const Facts &facts) const
{
    if (facts.idForm == Facts::Number)
        return QByteArray::number(static_cast<qint64>(facts.idValue()));
    return facts.idForm == Facts::Text ? bytes(ids.at(facts.idValue())) : QByteArray();
}

const Facts *AnalyzerState::all(quint64 row, std::size_t &count) const
{
    const Facts &slot = table[row];
    if (slot.idForm == Facts::Batch) {
        const std::vector<Facts> &batch = batches[slot.idValue()];
        count = batch.size();
        return batch.data();
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
    if (facts.hasTool)
        message.tool = names[tool(facts)];
    if (facts.hasUri)
        message.uri = names[uri(facts)];
    const quint32 partner = std::atomic_ref(const_cast<quint32 &>(facts.partner)).load(std::memory_order_relaxed);
    if (partner && message.kind == MessageKind::Response) {
        message.requestRow = partner - 1;
        message.durationNs = log.monoNs(row) - log.monoNs(partner - 1);
    } else if (partner) {
        message.answerRow = partner - 1;
    }
    return message;
}

} // namespace assayer
