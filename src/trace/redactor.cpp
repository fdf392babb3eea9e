#include "trace/redactor.h"

#include "json/pointer.h"
#include "trace/httphead.h"
#include "trace/messagejoiner.h"
#include "trace/secretfinder.h"
#include "trace/secretnames.h"
#include "trace/secretpatterns.h"
#include "trace/secretscan.h"
#include "trace/textlayers.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <unordered_map>

#include <zlib.h>

namespace assayer {
namespace {

std::string_view rest(std::string_view text, std::size_t from)
{
    return from < text.size() ? text.substr(from) : std::string_view();
}

bool meets(const std::vector<SecretCut> &cuts, std::size_t begin, std::size_t end)
{
    return std::any_of(cuts.begin(), cuts.end(), [&](const SecretCut &cut) { return cut.begin < end && cut.end > begin; });
}

/// Packs a body again that had to be unpacked to be read.
QByteArray packed(const QByteArray &body, bool gzip)
{
    z_stream stream {};
    if (deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, gzip ? 15 + 16 : 15, 8, Z_DEFAULT_STRATEGY) != Z_OK)
        return {};
    QByteArray out(static_cast<qsizetype>(deflateBound(&stream, static_cast<uLong>(body.size()))) + 64, Qt::Uninitialized);
    stream.next_in = reinterpret_cast<Bytef *>(const_cast<char *>(body.constData()));
    stream.avail_in = static_cast<uInt>(body.size());
    stream.next_out = reinterpret_cast<Bytef *>(out.data());
    stream.avail_out = static_cast<uInt>(out.size());
    deflate(&stream, Z_FINISH);
    out.truncate(out.size() - static_cast<qsizetype>(stream.avail_out));
    deflateEnd(&stream);
    return out;
}

/// "query NAME" of the parameter a cut meets; `text` is a URL at `offset`.
void placesInUrl(std::string_view text, std::size_t offset, const std::vector<SecretCut> &cuts, std::vector<QByteArray> &places)
{
    const std::size_t scheme = text.find("://");
    if (scheme != std::string_view::npos) {
        const std::size_t end = std::min(text.find_first_of("/?#", scheme + 3), text.size());
        const std::size_t at = text.substr(0, end).rfind('@');
        if (at != std::string_view::npos && at > scheme && meets(cuts, offset + scheme + 3, offset + at))
            places.push_back(QByteArrayLiteral("userinfo"));
    }
    std::size_t from = text.find_first_of("?#");
    while (from != std::string_view::npos && from + 1 < text.size()) {
        const std::size_t begin = from + 1;
        const std::size_t end = std::min(text.find_first_of("&#", begin), text.size());
        const std::string_view pair = text.substr(begin, end - begin);
        const std::size_t equals = std::min(pair.find('='), pair.size());
        if (meets(cuts, offset + begin + equals, offset + end))
            places.push_back("query " + QByteArray::fromStdString(percentDecoded(pair.substr(0, equals), true)));
        from = end < text.size() ? end : std::string_view::npos;
    }
}

} // namespace

struct RedactorState {
    /// What becomes of a record's bytes.
    struct Change {
        std::vector<SecretCut> cuts; ///< in the record's bytes
        std::optional<QByteArray> bytes; ///< instead of all bytes
        std::vector<QByteArray> places;
    };
    /// Pieces of one stream, in order.
    struct Stream {
        std::vector<quint64> rows;
        QByteArray coding;
        QByteArray mediaType;
        bool unreadable = false;
    };

    const TraceAnalyzer &trace;
    const TraceLog &log;
    SecretSources sources;
    SecretPatterns patterns;
    std::unordered_map<quint64, Change> changes;
    std::map<quint64, Stream> streams; ///< HTTP: exchange * 2 + direction; 0: stderr
    std::vector<quint64> finished; ///< rows of streams that another head of the same exchange ended

    RedactorState(const TraceAnalyzer &analyzer, SecretSources given)
        : trace(analyzer)
        , log(analyzer.log())
        , sources(std::move(given))
    {
        sources.addFromHeaderLine(log.headerLine());
        learn();
        mark();
    }

    void learn();
    void learnMembers(SecretFinder &finder, quint64 row);
    void namePlaces();
    void mark();
    void markRow(quint64 row);
    void markStream(const Stream &stream);
    void markPacked(const Stream &stream, const QByteArray &joined);
    void place(quint64 row, std::vector<QByteArray> places);
    std::vector<QByteArray> headPlaces(std::string_view bytes, const std::vector<SecretCut> &cuts) const;
    std::vector<QByteArray> jsonPlaces(std::string_view text) const;
    std::vector<QByteArray> formPlaces(std::string_view text) const;
    std::vector<QByteArray> memberPlaces(std::string_view text) const;
    QByteArray maskedMembers(const QByteArray &members) const;
};

namespace {

quint64 streamKey(const TraceLog &log, quint64 row)
{
    if (log.type(row) == FrameType::Stderr)
        return 0;
    return log.exchange(row) * 2 + (log.direction(row) == Direction::In ? 1 : 0) + 2;
}

bool isPiece(const TraceLog &log, quint64 row)
{
    const auto type = log.type(row);
    return type == FrameType::Body || type == FrameType::Event || type == FrameType::Stderr;
}

QByteArray joinedBytes(const TraceLog &log, const std::vector<quint64> &rows)
{
    QByteArray joined;
    for (const quint64 row : rows)
        joined.append(log.bytes(row));
    return joined;
}

} // namespace

void RedactorState::learn()
{
    SecretFinder finder(patterns, sources);
    finder.learnMembers(view(log.headerLine()));
    MessageJoiner joiner;
    std::map<quint64, QByteArray> others; // bodies that are no JSON
    std::set<quint64> json;
    for (quint64 row = 0; row < trace.count(); ++row) {
        learnMembers(finder, row);
        const auto type = log.type(row);
        if (type == FrameType::Head)
            finder.learnHead(view(log.bytes(row)));
        for (const JoinedText &joined : joiner.feed(log, row)) {
            if (joined.noise)
                finder.learnText(view(joined.text));
            else if (mayHoldSecrets(view(joined.text), sources.variableNames))
                finder.learnJson(view(joined.text));
        }
        if (!isPiece(log, row) || type == FrameType::Event)
            continue;
        const quint64 key = streamKey(log, row);
        const QByteArray piece = json.contains(key) ? QByteArray() : log.bytes(row);
        if (!others.contains(key) && key != 0 && (piece.startsWith('{') || piece.startsWith('[')))
            json.insert(key);
        if (!json.contains(key))
            others[key].append(piece);
    }
    for (const auto &[key, body] : others) {
        if (key == 0)
            finder.learnText(view(body));
        else if (SecretFinder::looksLikeForm(view(body)))
            finder.learnForm(view(body));
    }
}

void RedactorState::learnMembers(SecretFinder &finder, quint64 row)
{
    const QByteArray members = log.members(row);
    if (members.isEmpty())
        return;
    const auto names = [&](const char *word) { return members.contains(word); };
    const bool special = names("\"command\"") || names("\"arg") || names("\"env");
    if (special || mayHoldSecrets(view(members), sources.variableNames))
        finder.learnMembers(view(members));
}

/// Everything that can be judged by its row alone; streams are collected and judged whole.
void RedactorState::markRow(quint64 row)
{
    const auto type = log.type(row);
    if (patterns.isEmpty() && type != FrameType::Head && !isPiece(log, row))
        return;
    const QByteArray bytes = isPiece(log, row) ? QByteArray() : log.bytes(row);
    if (type == FrameType::Head) {
        const TracedHead head = TracedHead::read(view(bytes));
        Stream &stream = streams[streamKey(log, row)];
        if (!stream.rows.empty())
            markStream(stream);
        const std::string_view coding = trimmed(head.value("content-encoding"));
        stream = { {}, ::assayer::bytes(coding), ::assayer::bytes(head.mediaType()), false };
        stream.unreadable = !coding.empty() && !sameName(coding, "identity") && !ContentDecoder::understands(coding);
    }
    if (isPiece(log, row)) {
        streams[streamKey(log, row)].rows.push_back(row);
        return;
    }
    std::vector<SecretCut> cuts = patterns.find(view(bytes));
    if (cuts.empty())
        return;
    if (type == FrameType::Head)
        place(row, headPlaces(view(bytes), cuts));
    changes[row].cuts = std::move(cuts);
}

void RedactorState::markPacked(const Stream &stream, const QByteArray &joined)
{
    const QByteArray plain = MessageJoiner::decoded(joined, view(stream.coding));
    const std::vector<SecretCut> cuts = patterns.find(view(plain));
    if (cuts.empty())
        return;
    for (const quint64 row : stream.rows)
        changes[row].bytes = QByteArray();
    const bool gzip = !sameName(view(stream.coding), "deflate");
    changes[stream.rows.back()].bytes = packed(SecretPatterns::masked(view(plain), cuts), gzip);
}

void RedactorState::markStream(const Stream &stream)
{
    if (stream.unreadable) { // what cannot be read cannot be cleaned
        for (const quint64 row : stream.rows)
            changes[row].bytes = Redactor::mask();
        return;
    }
    if (patterns.isEmpty())
        return;
    const QByteArray joined = joinedBytes(log, stream.rows);
    if (ContentDecoder::understands(view(stream.coding)))
        return markPacked(stream, joined);
    const std::vector<SecretCut> cuts = patterns.find(view(joined));
    if (cuts.empty())
        return;
    std::size_t begin = 0;
    for (const quint64 row : stream.rows) {
        const std::size_t end = begin + log.size(row);
        for (const SecretCut &cut : cuts) {
            if (cut.begin < end && cut.end > begin)
                changes[row].cuts.push_back({ std::max(cut.begin, begin) - begin, std::min(cut.end, end) - begin, cut.quoted, cut.begin < begin });
        }
        begin = end;
    }
    if (SecretFinder::looksLikeForm(view(joined)))
        place(stream.rows.back(), formPlaces(view(joined)));
}

void RedactorState::place(quint64 row, std::vector<QByteArray> places)
{
    std::vector<QByteArray> &known = changes[row].places;
    for (QByteArray &one : places) {
        if (std::find(known.begin(), known.end(), one) == known.end())
            known.push_back(std::move(one));
    }
}

void RedactorState::mark()
{
    for (quint64 row = 0; row < trace.count(); ++row)
        markRow(row);
    for (const auto &[key, stream] : streams) {
        if (!stream.rows.empty())
            markStream(stream);
    }
    streams.clear();
    namePlaces();
}

/// Pointers into messages, of which only those that something was removed from are read again.
void RedactorState::namePlaces()
{
    std::set<quint64> changed; // streams
    for (const auto &[row, change] : changes) {
        if (isPiece(log, row))
            changed.insert(streamKey(log, row));
    }
    MessageJoiner joiner;
    for (quint64 row = 0; row < trace.count(); ++row) {
        const bool ofStream = log.type(row) != FrameType::Line && changed.contains(streamKey(log, row));
        if (!patterns.isEmpty() && (ofStream || changes.contains(row))) {
            for (const JoinedText &joined : joiner.feed(log, row)) {
                std::vector<QByteArray> places = joined.noise ? std::vector<QByteArray>() : jsonPlaces(view(joined.text));
                if (!places.empty())
                    place(row, std::move(places));
            }
        }
        const QByteArray members = patterns.isEmpty() ? QByteArray() : log.members(row);
        std::vector<QByteArray> places = members.isEmpty() ? std::vector<QByteArray>() : memberPlaces(view(members));
        if (!places.empty())
            place(row, std::move(places));
        const auto change = changes.find(row);
        const bool unnamed = change != changes.end() && change->second.places.empty();
        if (unnamed && log.type(row) != FrameType::Body)
            change->second.places.push_back(QByteArrayLiteral("/text"));
    }
}

std::vector<QByteArray> RedactorState::headPlaces(std::string_view bytes, const std::vector<SecretCut> &cuts) const
{
    const TracedHead head = TracedHead::read(bytes);
    std::vector<QByteArray> places;
    const auto offsetOf = [&](std::string_view piece) { return static_cast<std::size_t>(piece.data() - bytes.data()); };
    if (!head.target.empty())
        placesInUrl(head.target, offsetOf(head.target), cuts, places);
    for (const TracedHead::Field &field : head.fields) {
        if (field.value.empty() || !meets(cuts, offsetOf(field.value), offsetOf(field.value) + field.value.size()))
            continue;
        const std::size_t before = places.size();
        if (!isSecretHeaderName(field.name))
            placesInUrl(field.value, offsetOf(field.value), cuts, places);
        if (places.size() == before)
            places.push_back("header " + ::assayer::bytes(field.name));
    }
    return places;
}

std::vector<QByteArray> RedactorState::jsonPlaces(std::string_view text) const
{
    std::vector<QByteArray> places;
    const std::vector<SecretCut> cuts = patterns.find(text);
    if (cuts.empty())
        return places;
    const auto document = json::Document::parse(std::string(text));
    for (const SecretCut &cut : cuts) {
        if (document)
            places.push_back(QByteArray::fromStdString((*document)->pointerAt(static_cast<std::uint32_t>(cut.begin))));
    }
    return places;
}

std::vector<QByteArray> RedactorState::formPlaces(std::string_view text) const
{
    const std::vector<SecretCut> cuts = patterns.find(text);
    std::vector<QByteArray> places;
    placesInUrl("?" + std::string(text), 0, [&] {
        std::vector<SecretCut> shifted = cuts;
        for (SecretCut &cut : shifted) {
            ++cut.begin;
            ++cut.end;
        }
        return shifted;
    }(), places);
    for (QByteArray &one : places)
        one.replace(0, 6, "form ");
    return places;
}

namespace {

/// Words for a place in a header line or in members: "argument N", "env NAME", "userinfo", "query NAME" or the pointer.
void nameMemberPlace(const json::Document &document, const SecretCut &cut, std::vector<QByteArray> &places)
{
    const std::string pointer = document.pointerAt(static_cast<std::uint32_t>(cut.begin));
    const std::size_t slash = pointer.rfind('/');
    const std::string_view leaf = rest(pointer, slash == std::string::npos ? 0 : slash + 1);
    const std::string_view parent = std::string_view(pointer).substr(0, slash == std::string::npos ? 0 : slash);
    if (parent.ends_with("/command"))
        return places.push_back("argument " + bytes(leaf));
    if (parent.ends_with("/args") || parent.ends_with("/argv"))
        return places.push_back("argument " + QByteArray::number(bytes(leaf).toInt() + 1));
    if (parent.ends_with("/env") || parent.ends_with("/environment"))
        return places.push_back("env " + bytes(leaf));
    const json::Value *value = json::resolve(document.root(), pointer);
    const std::size_t before = places.size();
    if (value && value->isString())
        placesInUrl(document.raw(*value), value->begin(), { cut }, places);
    if (places.size() == before)
        places.push_back(QByteArray::fromStdString(pointer));
}

} // namespace

std::vector<QByteArray> RedactorState::memberPlaces(std::string_view text) const
{
    std::vector<QByteArray> places;
    const std::vector<SecretCut> cuts = patterns.find(text);
    if (cuts.empty())
        return places;
    const auto document = json::Document::parse(std::string(text));
    for (const SecretCut &cut : cuts) {
        if (document)
            nameMemberPlace(**document, cut, places);
    }
    return places;
}

QByteArray RedactorState::maskedMembers(const QByteArray &members) const
{
    const std::vector<SecretCut> cuts = patterns.find(view(members));
    return cuts.empty() ? members : SecretPatterns::masked(view(members), cuts);
}

void SecretSources::addFromHeaderLine(const QByteArray &headerLine)
{
    const auto document = parseJson(headerLine);
    if (!document)
        return;
    const auto take = [&](std::string_view member, QByteArrayList &names) {
        const json::Value *list = (*document)->root().find(member);
        for (const json::Value &name : list ? list->items() : std::span<const json::Value>())
            names.append(bytes(name.string()));
    };
    take("secretHeaders", headerNames);
    take("secretVariables", variableNames);
}

Redactor::Redactor(const TraceAnalyzer &trace, SecretSources sources)
    : m_state(std::make_unique<RedactorState>(trace, std::move(sources)))
{
}

Redactor::~Redactor() = default;
Redactor::Redactor(Redactor &&) noexcept = default;

TraceRecord Redactor::redacted(quint64 row) const
{
    TraceRecord record = m_state->log.row(row);
    record.members = m_state->maskedMembers(record.members);
    const auto found = m_state->changes.find(row);
    if (found != m_state->changes.end()) {
        const RedactorState::Change &change = found->second;
        record.bytes = change.bytes ? *change.bytes : SecretPatterns::masked(view(record.bytes), change.cuts);
    } else if (row >= m_state->trace.count()) {
        record.bytes = SecretPatterns::masked(view(record.bytes), m_state->patterns.find(view(record.bytes)));
    }
    return record;
}

bool Redactor::changes(quint64 row) const
{
    return row >= m_state->trace.count() || m_state->changes.contains(row);
}

std::vector<Redaction> Redactor::redactions(quint64 row) const
{
    std::vector<Redaction> list;
    const auto found = m_state->changes.find(row);
    if (found == m_state->changes.end())
        return list;
    for (const QByteArray &where : found->second.places)
        list.push_back({ m_state->log.seqOf(row), where });
    return list;
}

QByteArray Redactor::redactedHeaderLine() const
{
    return m_state->maskedMembers(m_state->log.headerLine());
}

std::vector<Redaction> Redactor::headerRedactions() const
{
    std::vector<Redaction> list;
    for (const QByteArray &where : m_state->memberPlaces(view(m_state->log.headerLine())))
        list.push_back({ 0, where });
    return list;
}

QByteArray Redactor::redactedText(QByteArray text) const
{
    const std::vector<SecretCut> cuts = m_state->patterns.find(view(text));
    return cuts.empty() ? text : SecretPatterns::masked(view(text), cuts);
}

Findings Redactor::redactedFindings(Findings findings) const
{
    const auto clean = [&](std::string &text) { text = redactedText(QByteArray::fromStdString(text)).toStdString(); };
    for (Finding &finding : findings) {
        clean(finding.message);
        clean(finding.received);
        clean(finding.expected);
    }
    return findings;
}

bool Redactor::isSecretName(std::string_view name)
{
    return isSecretMemberName(name);
}

bool Redactor::isSecretHeader(std::string_view name)
{
    return isSecretHeaderName(name);
}

} // namespace assayer
