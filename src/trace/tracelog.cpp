#include "trace/tracelog.h"

#include "trace/foldedfind.h"
#include "trace/jsontext.h"
#include "trace/recordline.h"
#include "trace/tracewriter.h"

#include <QFileInfo>
#include <QTimer>

#include <algorithm>
#include <cstring>
#include <limits>

namespace assayer {
namespace {

constexpr qsizetype ownBlockBytes = 1 << 20; ///< from this size on a payload shares the frame's own buffer
constexpr quint32 otherType = 7; ///< first number of a type this program does not know
constexpr quint32 noDirection = 2;
constexpr int announceMs = 15;

TraceRecord emptyRecord() { return {}; }

} // namespace

TraceLog::TraceLog(QObject *parent)
    : QObject(parent)
{
}

TraceLog::~TraceLog()
{
    stopFile();
}

/// Layout of a payload with members: their length (4 bytes), the members, the bytes.
quint64 TraceLog::store(const QByteArray &bytes, const QByteArray &members)
{
    const qsizetype prefix = members.isEmpty() ? 0 : qsizetype(sizeof(quint32)) + members.size();
    if (prefix == 0 && bytes.size() >= ownBlockBytes)
        return m_payloads.append(bytes);
    const auto [position, target] = m_payloads.append(static_cast<std::size_t>(prefix + bytes.size()));
    if (prefix) {
        const auto length = static_cast<quint32>(members.size());
        std::memcpy(target, &length, sizeof length);
        std::memcpy(target + sizeof length, members.constData(), length);
    }
    std::memcpy(target + prefix, bytes.constData(), static_cast<std::size_t>(bytes.size()));
    return position;
}

/// The two clocks of a process run beside each other, so that their distance fits where a time would not. Needs the final monoNs.
void TraceLog::setClock(Index &index, qint64 wallNs)
{
    const auto distance = static_cast<qint64>(static_cast<quint64>(wallNs) - static_cast<quint64>(index.monoNs));
    if (m_index.count() == 0)
        m_clockNs = distance;
    const auto rest = static_cast<qint64>(static_cast<quint64>(distance) - static_cast<quint64>(m_clockNs));
    index.farClock = rest < std::numeric_limits<qint32>::min() || rest > std::numeric_limits<qint32>::max() ? 1 : 0;
    index.clock = static_cast<qint32>(index.farClock ? static_cast<qint64>(m_clocks.append(distance)) : rest);
}

qint64 TraceLog::wallNs(quint64 row) const
{
    const Index &index = m_index[row];
    const qint64 distance = index.farClock ? m_clocks[static_cast<quint32>(index.clock)] : m_clockNs + index.clock;
    return static_cast<qint64>(static_cast<quint64>(index.monoNs) + static_cast<quint64>(distance));
}

quint64 TraceLog::add(Index index, qint64 wallNs, const QByteArray &bytes, const QByteArray &members)
{
    const std::lock_guard lock(m_writeMutex);
    index.position = store(bytes, members);
    index.size = static_cast<quint32>(bytes.size());
    index.hasMembers = members.isEmpty() ? 0 : 1;
    if (const quint64 count = m_index.count()) // two threads may have read the clock in the other order
        index.monoNs = std::max(index.monoNs, m_index[count - 1].monoNs);
    setClock(index, wallNs);
    m_payloadBytes.fetch_add(index.size, std::memory_order_relaxed);
    const quint64 seq = seqOf(m_index.append(index));
    if (m_writer)
        m_writer->wake();
    announce();
    return seq;
}

namespace {

/// exitCode, signal and the note of a frame as one object text.
QByteArray membersOf(const Frame &frame)
{
    QByteArray members;
    const auto put = [&](const char *name, const std::optional<int> &value) {
        if (value)
            members.append(members.isEmpty() ? "{\"" : ",\"").append(name).append("\":").append(QByteArray::number(*value));
    };
    put("exitCode", frame.exitCode);
    put("signal", frame.signal);
    const QByteArray note = frame.note.trimmed();
    if (members.isEmpty())
        return note.size() > 2 ? note : QByteArray();
    if (note.size() > 2)
        return members.append(',').append(note.mid(1));
    return members.append('}');
}

QByteArray membersOf(const Decision &decision)
{
    QByteArray members("{\"kind\":\"" + decision.kind + "\",\"of\":[");
    for (std::size_t i = 0; i < decision.of.size(); ++i)
        members.append(i ? "," : "").append(QByteArray::number(decision.of[i]));
    const QByteArray details = decision.details.trimmed();
    members.append(']');
    return details.size() > 2 ? members.append(',').append(details.mid(1)) : members.append('}');
}

} // namespace

quint64 TraceLog::record(const Frame &frame)
{
    Index index {};
    index.monoNs = frame.monoNs;
    index.exchange = static_cast<quint32>(frame.exchange);
    index.type = static_cast<quint32>(frame.type) & 15u;
    const bool bytes = carriesBytes(frameTypeName(frame.type));
    index.hasBytes = bytes ? 1 : 0;
    index.direction = bytes ? static_cast<quint32>(frame.direction) & 3u : noDirection;
    index.channel = static_cast<quint32>(frame.channel) & 7u;
    return add(index, frame.wallNs, bytes ? frame.bytes : QByteArray(), membersOf(frame));
}

quint64 TraceLog::decide(const Decision &decision)
{
    Index index {};
    index.monoNs = assayer::monotonicNs();
    index.type = static_cast<quint32>(FrameType::Decision) & 15u;
    index.direction = noDirection;
    return add(index, assayer::wallNs(), {}, membersOf(decision));
}

void TraceLog::announce()
{
    if (m_announced.exchange(true, std::memory_order_acq_rel))
        return;
    QMetaObject::invokeMethod(this, [this] {
        QTimer::singleShot(announceMs, this, [this] {
            m_announced.store(false, std::memory_order_release);
            Q_EMIT appended(count());
        });
    }, Qt::QueuedConnection);
}

quint64 TraceLog::seqOf(quint64 row) const
{
    if (m_seqs.empty())
        return row + 1;
    return row < m_seqs.size() ? m_seqs[static_cast<std::size_t>(row)] : m_seqs.back() + (row + 1 - m_seqs.size());
}

std::optional<quint64> TraceLog::rowOf(quint64 seq) const
{
    if (m_seqs.empty())
        return seq >= 1 && seq <= count() ? std::optional(seq - 1) : std::nullopt;
    auto found = std::lower_bound(m_seqs.begin(), m_seqs.end(), seq);
    if (found == m_seqs.end() || *found != seq)
        found = std::find(m_seqs.begin(), m_seqs.end(), seq); // numbers that do not rise
    if (found != m_seqs.end())
        return static_cast<quint64>(found - m_seqs.begin());
    const quint64 row = m_seqs.size() + (seq - m_seqs.back()) - 1; // recorded after the file was opened
    return seq > m_seqs.back() && row < count() ? std::optional(row) : std::nullopt;
}

TraceRecord TraceLog::at(quint64 seq) const
{
    const std::optional<quint64> found = rowOf(seq);
    return found ? row(*found) : emptyRecord();
}

std::optional<FrameType> TraceLog::type(quint64 row) const
{
    const quint32 number = m_index[row].type;
    return number < otherType ? std::optional(static_cast<FrameType>(number)) : std::nullopt;
}

std::optional<Direction> TraceLog::direction(quint64 row) const
{
    const quint32 number = m_index[row].direction;
    return number < noDirection ? std::optional(static_cast<Direction>(number)) : std::nullopt;
}

std::string_view TraceLog::sourceLine(quint64 row) const
{
    std::string_view line = m_source.substr(static_cast<std::size_t>(m_index[row].position));
    // Nothing but line ends stands between the records of an undamaged file: the next one tells where this one ends.
    if (m_damage.empty() && row + 1 < m_index.count() && isInSource(row + 1))
        line = line.substr(0, static_cast<std::size_t>(m_index[row + 1].position - m_index[row].position) - 1);
    else
        line = line.substr(0, line.find('\n'));
    if (line.ends_with('\r'))
        line.remove_suffix(1);
    return line;
}

/// Live logs: everything stored for the row.
std::string_view TraceLog::payload(quint64 row) const
{
    const Index &index = m_index[row];
    if (index.inBase)
        return m_base->payload(row);
    const char *stored = m_payloads.at(index.position);
    std::size_t size = index.size;
    if (index.hasMembers) {
        quint32 length = 0;
        std::memcpy(&length, stored, sizeof length);
        size += sizeof length + length;
    }
    return { stored, size };
}

namespace {

std::string_view membersIn(std::string_view payload)
{
    quint32 length = 0;
    std::memcpy(&length, payload.data(), sizeof length);
    return payload.substr(sizeof length, length);
}

QByteArray copyOf(std::string_view text)
{
    return QByteArray(text.data(), static_cast<qsizetype>(text.size()));
}

} // namespace

QByteArray TraceLog::members(quint64 row) const
{
    if (!m_index[row].hasMembers)
        return {};
    return isInSource(row) ? recordMembers(sourceLine(row)) : copyOf(membersIn(payload(row)));
}

std::optional<std::string_view> TraceLog::plainBytes(quint64 row) const
{
    if (isInSource(row))
        return std::nullopt;
    const std::string_view stored = payload(row);
    return stored.substr(stored.size() - m_index[row].size);
}

namespace {

/// A text as it stands inside a JSON string; made once for a search.
const std::string &escapedText(std::string_view text)
{
    thread_local std::string known;
    thread_local std::string escaped;
    if (known != text) {
        QByteArray quoted;
        appendJsonString(quoted, text);
        escaped.assign(quoted.constData() + 1, static_cast<std::size_t>(quoted.size()) - 2);
        known = text;
    }
    return escaped;
}

/// Whether the character at `at` is not the second one of an escape. All escapes are two characters long here.
bool beginsCharacter(std::string_view inside, std::size_t at)
{
    std::size_t backslashes = 0;
    while (backslashes < at && inside[at - backslashes - 1] == '\\')
        ++backslashes;
    return backslashes % 2 == 0;
}

/// Finds an escaped text in an escaped text.
template<class Find>
bool holdsEscaped(std::string_view inside, const Find &find)
{
    for (std::size_t at = find(0); at != std::string_view::npos; at = find(at + 1)) {
        if (beginsCharacter(inside, at))
            return true;
    }
    return false;
}

std::size_t findIn(std::string_view text, std::string_view part, std::size_t from)
{
    const void *found = from <= text.size() ? ::memmem(text.data() + from, text.size() - from, part.data(), part.size()) : nullptr;
    return found ? static_cast<std::size_t>(static_cast<const char *>(found) - text.data()) : std::string_view::npos;
}

} // namespace

/// The inside of a text that stands as this program writes it (plainText): searched and decoded without reading the whole line.
std::string_view TraceLog::insideOf(quint64 row) const
{
    constexpr std::string_view key = "\"text\"";
    const std::string_view line = sourceLine(row);
    std::size_t begin = m_index[row].textBegin;
    if (begin == 0) {
        const std::size_t quote = line.find('"', findIn(line, key, 0) + key.size());
        begin = std::min(quote, line.size() - 3) + 1;
    }
    return line.substr(begin, line.size() - begin - 2);
}

TraceLog::Holds TraceLog::holdsText(quint64 row, std::string_view text) const
{
    const auto answer = [](bool yes) { return yes ? Holds::Yes : Holds::No; };
    if (const std::optional<std::string_view> plain = plainBytes(row))
        return answer(findIn(*plain, text, 0) != std::string_view::npos);
    if (!m_index[row].plainText)
        return Holds::Unknown;
    const std::string &escaped = escapedText(text);
    const std::string_view inside = insideOf(row);
    return answer(holdsEscaped(inside, [&](std::size_t from) { return findIn(inside, escaped, from); }));
}

TraceLog::Holds TraceLog::holdsFolded(quint64 row, std::string_view smallText) const
{
    const auto answer = [](bool yes) { return yes ? Holds::Yes : Holds::No; };
    if (const std::optional<std::string_view> plain = plainBytes(row))
        return answer(findFolded(*plain, smallText, 0) != std::string_view::npos);
    if (!m_index[row].plainText)
        return Holds::Unknown;
    const std::string &escaped = escapedText(smallText);
    const std::string_view inside = insideOf(row);
    return answer(holdsEscaped(inside, [&](std::size_t from) { return findFolded(inside, escaped, from); }));
}

QByteArray TraceLog::bytes(quint64 row) const
{
    if (const std::optional<std::string_view> plain = plainBytes(row))
        return copyOf(*plain);
    if (!m_index[row].hasBytes)
        return {};
    if (m_index[row].plainText) {
        QByteArray bytes;
        appendUnescaped(bytes, insideOf(row));
        return bytes;
    }
    QByteArray reason;
    const std::optional<RecordLine> line = readRecordLine(sourceLine(row), reason);
    return line ? recordBytes(*line) : QByteArray();
}

TraceRecord TraceLog::row(quint64 row) const
{
    const Index &index = m_index[row];
    TraceRecord record;
    record.seq = seqOf(row);
    record.wallNs = wallNs(row);
    record.monoNs = index.monoNs;
    record.direction = direction(row);
    record.channel = channel(row);
    record.exchange = index.exchange;
    record.hasBytes = index.hasBytes;
    record.members = members(row);
    record.bytes = bytes(row);
    const std::optional<FrameType> known = type(row);
    QByteArray reason;
    if (known)
        record.type = copyOf(frameTypeName(*known));
    else if (const auto line = readRecordLine(sourceLine(row), reason))
        record.type = copyOf(line->type);
    return record;
}

QByteArray TraceLog::line(quint64 row) const
{
    QByteArray out;
    appendLine(out, row);
    out.chop(1);
    return out;
}

void TraceLog::appendLine(QByteArray &out, quint64 row) const
{
    if (isInSource(row)) {
        const std::string_view rest = m_source.substr(static_cast<std::size_t>(m_index[row].position));
        const std::string_view source = rest.substr(0, rest.find('\n'));
        out.append(source.data(), static_cast<qsizetype>(source.size()));
    } else {
        appendRecordLine(out, this->row(row));
    }
    out.append('\n');
}

void TraceLog::addFromFile(Index index, qint64 wallNs, quint64 seq)
{
    setClock(index, wallNs);
    const quint64 row = m_index.append(index);
    m_payloadBytes.fetch_add(index.size, std::memory_order_relaxed);
    if (m_seqs.empty() && seq == row + 1)
        return;
    for (quint64 i = m_seqs.size(); i < row; ++i)
        m_seqs.push_back(i + 1);
    m_seqs.push_back(seq);
}

std::unique_ptr<TraceLog> TraceLog::changedCopy(quint64 rows, const QByteArray &headerLine, const std::function<std::optional<TraceRecord>(quint64 row)> &change) const
{
    auto copy = std::make_unique<TraceLog>();
    copy->m_base = this;
    copy->m_headerLine = headerLine;
    copy->m_source = m_source;
    copy->m_sourceOwner = m_sourceOwner;
    copy->m_damage = m_damage;
    copy->m_seqs = m_seqs;
    copy->m_clockNs = m_clockNs;
    for (quint64 row = 0; row < rows; ++row) {
        Index index = m_index[row];
        if (const std::optional<TraceRecord> changed = change(row)) {
            if (index.type >= otherType)
                return nullptr;
            index.position = copy->store(changed->bytes, changed->members);
            index.size = static_cast<quint32>(changed->bytes.size());
            index.hasMembers = changed->members.isEmpty() ? 0 : 1;
            index.inSource = index.plainText = 0;
        } else if (!index.inSource) {
            index.inBase = 1;
        }
        if (index.farClock)
            index.clock = static_cast<qint32>(copy->m_clocks.append(m_clocks[static_cast<quint32>(index.clock)]));
        copy->m_index.append(index);
        copy->m_payloadBytes.fetch_add(index.size, std::memory_order_relaxed);
    }
    return copy;
}

void TraceLog::startWriting(std::unique_ptr<TraceFileWriter> writer, const QString &path)
{
    writer->setFailureHandler([this](const QString &reason) {
        QMetaObject::invokeMethod(this, [this, reason] { Q_EMIT fileFailed(reason); }, Qt::QueuedConnection);
    });
    const std::lock_guard lock(m_writeMutex);
    m_writer = std::move(writer);
    m_path = path;
}

Result<void> TraceLog::startFile(const QString &path, const TraceHeader &header)
{
    if (!m_sourcePath.isEmpty() && QFileInfo(path) == QFileInfo(m_sourcePath))
        return continueFile(); // what was opened is still mapped: it must not be cut
    stopFile();
    const QByteArray line = header.line();
    auto writer = TraceFileWriter::open(path, *this, line);
    if (!writer)
        return fail(std::move(writer.error()));
    m_headerLine = line;
    startWriting(std::move(*writer), path);
    return {};
}

Result<void> TraceLog::continueFile()
{
    if (isWriting())
        return {};
    if (m_sourcePath.isEmpty())
        return fail("unreadable-file", "This trace was opened from no file that could be continued", "open");
    auto writer = TraceFileWriter::append(m_sourcePath, *this, m_sourceBytes, m_sourceRows);
    if (!writer)
        return fail(std::move(writer.error()));
    startWriting(std::move(*writer), m_sourcePath);
    return {};
}

void TraceLog::stopFile()
{
    std::unique_ptr<TraceFileWriter> writer;
    {
        const std::lock_guard lock(m_writeMutex);
        writer = std::move(m_writer);
    }
    if (!writer)
        return;
    writer->finish();
    if (m_path == m_sourcePath) {
        m_sourceBytes = QFileInfo(m_path).size();
        m_sourceRows = writer->written();
    }
}

} // namespace assayer
