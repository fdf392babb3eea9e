#include "trace/redactor.h"

#include "trace/httphead.h"
#include "trace/messagejoiner.h"
#include "trace/parallelrows.h"
#include "trace/redactionplaces.h"
#include "trace/secretfinder.h"
#include "trace/secretnames.h"
#include "trace/secretpatterns.h"
#include "trace/secretscan.h"

#include <algorithm>
#include <map>
#include <optional>
#include <unordered_map>
#include <unordered_set>

#include <zlib.h>

namespace assayer {
namespace {

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

} // namespace

/// Learning and marking look at every byte of the trace: what can be judged piece by piece is shared among the processors.
struct RedactorState {
    /// What becomes of a record's bytes.
    struct Change {
        std::vector<SecretCut> cuts; ///< in the record's bytes
        std::optional<QByteArray> bytes; ///< instead of all bytes
        std::vector<QByteArray> places;
    };
    using Changes = std::unordered_map<quint64, Change>;
    /// Pieces of one stream, in order.
    struct Stream {
        std::vector<quint64> rows;
        QByteArray coding;
        bool unreadable = false;
    };
    /// What a record holds by itself.
    struct Found {
        quint64 row = 0;
        std::vector<SecretCut> cuts; ///< in its bytes
        bool inMembers = false;
    };

    const TraceAnalyzer &trace;
    const TraceLog &log;
    const quint64 rows; ///< a live trace grows while it is read
    SecretSources sources;
    SecretPatterns patterns;
    Changes changes;

    RedactorState(const TraceAnalyzer &analyzer, SecretSources given)
        : trace(analyzer)
        , log(analyzer.log())
        , rows(analyzer.count())
        , sources(std::move(given))
    {
        sources.addFromHeaderLine(log.headerLine());
        learn();
        mark();
    }

    void learn();
    bool hasHarmlessText(quint64 row) const;
    bool hasHarmlessMembers(quint64 row) const;
    struct Harmless {
        quint8 text : 1;
        quint8 members : 1;
    };
    std::vector<Harmless> harmlessRows() const;
    void mark();
    std::vector<Found> findInRecords() const;
    std::vector<Stream> streams() const;
    void markStream(const Stream &stream, Changes &marked) const;
    void markPacked(const Stream &stream, const QByteArray &joined, Changes &marked) const;
    void markStreams();
    void namePlaces(const std::vector<quint64> &membersRows);
    static void place(Change &change, std::vector<QByteArray> places);
    QByteArray maskedMembers(const QByteArray &members) const;
};

namespace {

constexpr quint64 stderrKey = 0;
constexpr quint64 rowsAtOnce = 4'096;
constexpr quint64 streamsAtOnce = 64;

quint64 streamKey(const TraceLog &log, quint64 row)
{
    if (log.type(row) == FrameType::Stderr)
        return stderrKey;
    return log.exchange(row) * 2 + (log.direction(row) == Direction::In ? 1 : 0) + 2;
}

bool isPiece(const TraceLog &log, quint64 row)
{
    const auto type = log.type(row);
    return type == FrameType::Body || type == FrameType::Event || type == FrameType::Stderr;
}

bool beginsLikeJson(const QByteArray &piece)
{
    return piece.startsWith('{') || piece.startsWith('[');
}

QByteArray joinedBytes(const TraceLog &log, const std::vector<quint64> &rows)
{
    QByteArray joined;
    for (const quint64 row : rows)
        joined.append(log.bytes(row));
    return joined;
}

} // namespace

/// Whether the record is one whole JSON text of its own (if nothing before it says otherwise) that teaches nothing.
bool RedactorState::hasHarmlessText(quint64 row) const
{
    const auto type = log.type(row);
    if (!log.hasBytes(row) || (type != FrameType::Line && type != FrameType::Body && type != FrameType::Event))
        return false;
    QByteArray bytes = log.bytes(row);
    if (type == FrameType::Event) {
        bytes = MessageJoiner::eventData(bytes);
        return bytes.isEmpty() || !mayHoldSecrets(view(bytes), sources.variableNames);
    }
    if (!beginsLikeJson(bytes) || (type == FrameType::Line && !bytes.endsWith('\n')))
        return false;
    return !mayHoldSecrets(view(bytes), sources.variableNames);
}

bool RedactorState::hasHarmlessMembers(quint64 row) const
{
    const QByteArray members = log.members(row);
    const auto names = [&](const char *word) { return members.contains(word); };
    return members.isEmpty() || !(names("\"command\"") || names("\"arg") || names("\"env") || mayHoldSecrets(view(members), sources.variableNames));
}

std::vector<RedactorState::Harmless> RedactorState::harmlessRows() const
{
    std::vector<Harmless> harmless(static_cast<std::size_t>(rows));
    inParallel(0, rows, rowsAtOnce, [&](quint64 begin, quint64 end, std::size_t) {
        for (quint64 row = begin; row < end; ++row)
            harmless[static_cast<std::size_t>(row)] = { hasHarmlessText(row), hasHarmlessMembers(row) };
    });
    return harmless;
}

void RedactorState::learn()
{
    SecretFinder finder(patterns, sources);
    finder.learnMembers(view(log.headerLine()));
    const std::vector<Harmless> harmless = harmlessRows();
    MessageJoiner joiner;
    std::map<quint64, QByteArray> others; // bodies that are no JSON
    std::unordered_set<quint64> json;
    for (quint64 row = 0; row < rows; ++row) {
        const Harmless known = harmless[static_cast<std::size_t>(row)];
        if (!known.members)
            finder.learnMembers(view(log.members(row)));
        const auto type = log.type(row);
        const bool ofStream = isPiece(log, row) && type != FrameType::Event;
        const quint64 key = ofStream ? streamKey(log, row) : stderrKey;
        if (known.text && !(ofStream && others.contains(key)) && joiner.passOver(log, row)) {
            if (ofStream)
                json.insert(key);
            continue;
        }
        if (type == FrameType::Head)
            finder.learnHead(view(log.bytes(row)));
        for (const JoinedText &joined : joiner.feed(log, row)) {
            if (joined.noise)
                finder.learnText(view(joined.text));
            else if (mayHoldSecrets(view(joined.text), sources.variableNames))
                finder.learnJson(view(joined.text));
        }
        if (!ofStream)
            continue;
        const QByteArray piece = json.contains(key) ? QByteArray() : log.bytes(row);
        if (!others.contains(key) && key != stderrKey && beginsLikeJson(piece))
            json.insert(key);
        if (!json.contains(key))
            others[key].append(piece);
    }
    for (const auto &[key, body] : others) {
        if (key == stderrKey)
            finder.learnText(view(body));
        else if (SecretFinder::looksLikeForm(view(body)))
            finder.learnForm(view(body));
    }
}

/// Everything that can be judged by its record alone; in order.
std::vector<RedactorState::Found> RedactorState::findInRecords() const
{
    std::vector<std::vector<Found>> found(static_cast<std::size_t>((rows + rowsAtOnce - 1) / rowsAtOnce));
    inParallel(0, patterns.isEmpty() ? 0 : rows, rowsAtOnce, [&](quint64 begin, quint64 end, std::size_t number) {
        for (quint64 row = begin; row < end; ++row) {
            Found one { row, {}, false };
            if (!isPiece(log, row) && log.hasBytes(row))
                one.cuts = patterns.find(view(log.bytes(row)));
            const QByteArray members = log.members(row);
            one.inMembers = !members.isEmpty() && !patterns.find(view(members)).empty();
            if (!one.cuts.empty() || one.inMembers)
                found[number].push_back(std::move(one));
        }
    });
    std::vector<Found> all;
    for (std::vector<Found> &some : found)
        std::move(some.begin(), some.end(), std::back_inserter(all));
    return all;
}

/// A head begins a stream; another one of the same exchange and direction ends it.
std::vector<RedactorState::Stream> RedactorState::streams() const
{
    std::vector<Stream> all;
    std::unordered_map<quint64, std::size_t> open;
    for (quint64 row = 0; row < rows; ++row) {
        const bool begins = log.type(row) == FrameType::Head;
        if (!begins && !isPiece(log, row))
            continue;
        const quint64 key = streamKey(log, row);
        const auto [place, fresh] = open.try_emplace(key, all.size());
        if (fresh || begins) {
            place->second = all.size();
            all.emplace_back();
        }
        Stream &stream = all[place->second];
        if (!begins) {
            stream.rows.push_back(row);
            continue;
        }
        const QByteArray bytes = log.bytes(row);
        const std::string_view coding = trimmed(TracedHead::read(view(bytes)).value("content-encoding"));
        stream.coding = ::assayer::bytes(coding);
        stream.unreadable = !coding.empty() && !sameName(coding, "identity") && !ContentDecoder::understands(coding);
    }
    std::erase_if(all, [](const Stream &stream) { return stream.rows.empty(); });
    return all;
}

void RedactorState::markPacked(const Stream &stream, const QByteArray &joined, Changes &marked) const
{
    const QByteArray plain = MessageJoiner::decoded(joined, view(stream.coding));
    const std::vector<SecretCut> cuts = patterns.find(view(plain));
    if (cuts.empty())
        return;
    for (const quint64 row : stream.rows)
        marked[row].bytes = QByteArray();
    const bool gzip = !sameName(view(stream.coding), "deflate");
    marked[stream.rows.back()].bytes = packed(SecretPatterns::masked(view(plain), cuts), gzip);
}

void RedactorState::markStream(const Stream &stream, Changes &marked) const
{
    if (stream.unreadable) { // what cannot be read cannot be cleaned
        for (const quint64 row : stream.rows)
            marked[row].bytes = Redactor::mask();
        return;
    }
    if (patterns.isEmpty())
        return;
    const QByteArray joined = joinedBytes(log, stream.rows);
    if (ContentDecoder::understands(view(stream.coding)))
        return markPacked(stream, joined, marked);
    const std::vector<SecretCut> cuts = patterns.find(view(joined));
    if (cuts.empty())
        return;
    std::size_t begin = 0;
    for (const quint64 row : stream.rows) {
        const std::size_t end = begin + log.size(row);
        for (const SecretCut &cut : cuts) {
            if (cut.begin < end && cut.end > begin)
                marked[row].cuts.push_back({ std::max(cut.begin, begin) - begin, std::min(cut.end, end) - begin, cut.quoted, cut.begin < begin });
        }
        begin = end;
    }
    if (SecretFinder::looksLikeForm(view(joined)))
        place(marked[stream.rows.back()], formPlaces(view(joined), patterns));
}

void RedactorState::markStreams()
{
    const std::vector<Stream> all = streams();
    std::vector<Changes> marked((all.size() + streamsAtOnce - 1) / streamsAtOnce);
    inParallel(0, all.size(), streamsAtOnce, [&](quint64 begin, quint64 end, std::size_t number) {
        for (quint64 i = begin; i < end; ++i)
            markStream(all[static_cast<std::size_t>(i)], marked[number]);
    });
    for (Changes &some : marked)
        changes.merge(some); // a record is of one stream, and of none that findInRecords() looks at
}

void RedactorState::place(Change &change, std::vector<QByteArray> places)
{
    for (QByteArray &one : places) {
        if (std::find(change.places.begin(), change.places.end(), one) == change.places.end())
            change.places.push_back(std::move(one));
    }
}

void RedactorState::mark()
{
    std::vector<quint64> membersRows;
    for (Found &found : findInRecords()) {
        if (found.inMembers)
            membersRows.push_back(found.row);
        if (found.cuts.empty())
            continue;
        Change &change = changes[found.row];
        if (log.type(found.row) == FrameType::Head)
            place(change, headPlaces(view(log.bytes(found.row)), found.cuts));
        change.cuts = std::move(found.cuts);
    }
    markStreams();
    namePlaces(membersRows);
}

/// Pointers into messages, of which only those that something was removed from are read again.
void RedactorState::namePlaces(const std::vector<quint64> &membersRows)
{
    std::unordered_set<quint64> changed; // streams
    for (const auto &[row, change] : changes) {
        if (isPiece(log, row))
            changed.insert(streamKey(log, row));
    }
    MessageJoiner joiner;
    for (quint64 row = 0; row < rows && !changes.empty() && !patterns.isEmpty(); ++row) {
        const bool ofStream = log.type(row) != FrameType::Line && changed.contains(streamKey(log, row));
        if (!ofStream && !changes.contains(row))
            continue;
        for (const JoinedText &joined : joiner.feed(log, row)) {
            std::vector<QByteArray> places = joined.noise ? std::vector<QByteArray>() : jsonPlaces(view(joined.text), patterns);
            if (!places.empty())
                place(changes[row], std::move(places));
        }
    }
    for (const quint64 row : membersRows)
        place(changes[row], memberPlaces(view(log.members(row)), patterns));
    for (auto &[row, change] : changes) {
        if (change.places.empty() && log.type(row) != FrameType::Body)
            change.places.push_back(QByteArrayLiteral("/text"));
    }
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

quint64 Redactor::count() const
{
    return m_state->rows;
}

TraceRecord Redactor::redacted(quint64 row) const
{
    TraceRecord record = m_state->log.row(row);
    record.members = m_state->maskedMembers(record.members);
    const auto found = m_state->changes.find(row);
    if (found != m_state->changes.end()) {
        const RedactorState::Change &change = found->second;
        record.bytes = change.bytes ? *change.bytes : SecretPatterns::masked(view(record.bytes), change.cuts);
    } else if (row >= m_state->rows) {
        record.bytes = SecretPatterns::masked(view(record.bytes), m_state->patterns.find(view(record.bytes)));
    }
    return record;
}

bool Redactor::changes(quint64 row) const
{
    return row >= m_state->rows || m_state->changes.contains(row);
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
    for (const QByteArray &where : memberPlaces(view(m_state->log.headerLine()), m_state->patterns))
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
