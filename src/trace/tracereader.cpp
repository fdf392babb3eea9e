#include "trace/tracereader.h"

#include "protocol/message.h"
#include "trace/jsontext.h"
#include "trace/parallelrows.h"
#include "trace/recordline.h"
#include "trace/traceimport.h"
#include "trace/tracepacking.h"

#include <QFile>

#include <limits>

namespace assayer {
namespace {

constexpr std::size_t partBytes = 2 << 20; ///< read by one thread at a time
constexpr std::size_t partsAtOnce = 16; ///< before they are put behind each other
constexpr std::string_view headerStart = "{\"format\":\"mcptrace\""; ///< of a line without blanks

/// Owner of a mapped or read file.
struct Contents {
    QFile file;
    QByteArray bytes;
};

bool isHeader(std::string_view line)
{
    const auto document = json::Document::parse(std::string(line));
    return document && (*document)->root().stringAt("format") == "mcptrace";
}

/// Whether a file begins as a trace does, however early it was cut and whoever wrote its blanks.
bool beginsLikeHeader(std::string_view source)
{
    std::size_t fits = 0;
    for (const char c : source) {
        if (c == ' ' || c == '\t')
            continue;
        if (fits == headerStart.size() || c != headerStart[fits])
            return fits == headerStart.size();
        ++fits;
    }
    return fits > 0;
}

Error unreadable(const QString &path, const QString &message, const char *cause)
{
    Error error("unreadable-file", message.toStdString(), cause);
    error.data.path = path.toStdString();
    return error;
}

} // namespace

TraceReader::TraceReader(TraceLog &log)
    : m_log(log)
{
}

/// Null where it is neither a trace nor a foreign file that holds something. `continuable`: what is recorded further can be written behind it.
std::shared_ptr<TraceLog> TraceReader::make(std::string_view contents, std::shared_ptr<const void> owner, bool &continuable)
{
    auto log = std::make_shared<TraceLog>();
    continuable = true;
    if (isPacked(contents)) {
        auto unpacked = std::make_shared<UnpackedTrace>(unpackTrace(contents));
        log->m_damage = unpacked->damage;
        contents = view(unpacked->lines);
        owner = unpacked;
    }
    log->m_source = contents;
    log->m_sourceOwner = owner;
    if (TraceReader(*log).readAll())
        return log;
    auto imported = importTrace(contents);
    if (!imported)
        return nullptr;
    continuable = false;
    auto lines = std::make_shared<QByteArray>(std::move(imported->lines));
    auto made = std::make_shared<TraceLog>();
    made->m_source = view(*lines);
    made->m_sourceOwner = lines;
    TraceReader(*made).readAll();
    return made;
}

Result<std::shared_ptr<TraceLog>> TraceReader::open(const QString &path)
{
    auto contents = std::make_shared<Contents>();
    contents->file.setFileName(path);
    if (!contents->file.open(QIODevice::ReadOnly))
        return fail(unreadable(path, QStringLiteral("\"%1\" cannot be read: %2").arg(path, contents->file.errorString()), "open"));
    const qint64 size = contents->file.size();
    const uchar *mapped = contents->file.isSequential() || size == 0 ? nullptr : contents->file.map(0, size);
    if (!mapped)
        contents->bytes = contents->file.readAll();
    const std::string_view text = mapped ? std::string_view(reinterpret_cast<const char *>(mapped), static_cast<std::size_t>(size)) : view(contents->bytes);
    bool continuable = false;
    const std::shared_ptr<TraceLog> log = make(text, contents, continuable);
    if (!log)
        return fail(unreadable(path, QStringLiteral("\"%1\" is no trace").arg(path), "not-a-trace"));
    if (continuable)
        log->m_sourcePath = path;
    log->m_sourceBytes = size;
    log->m_sourceRows = log->count();
    return log;
}

Result<std::shared_ptr<TraceLog>> TraceReader::read(const QByteArray &contents)
{
    auto owner = std::make_shared<QByteArray>(contents);
    bool continuable = false;
    const std::shared_ptr<TraceLog> log = make(view(*owner), owner, continuable);
    if (!log)
        return fail("unreadable-file", "This is no trace", "not-a-trace");
    return log;
}

QByteArray TraceReader::importedFrom(const TraceLog &log)
{
    const auto header = parseJson(log.headerLine());
    return header ? bytes((*header)->root().stringAt("imported").value_or(std::string_view())) : QByteArray();
}

/// Whether there is a trace at all: a header, or the beginning of one, or a record.
bool TraceReader::readAll()
{
    const std::string_view source = m_log.m_source;
    std::size_t at = readFirstLine();
    while (at < source.size()) {
        std::vector<std::size_t> borders { at };
        while (borders.size() <= partsAtOnce && borders.back() < source.size()) {
            const std::size_t end = source.find('\n', std::min(borders.back() + partBytes, source.size() - 1));
            borders.push_back(end == std::string_view::npos ? source.size() : end + 1);
        }
        std::vector<Part> parts(borders.size() - 1);
        inParallel(0, parts.size(), 1, [&](quint64 begin, quint64, std::size_t number) {
            parts[number] = readPart(borders[begin], borders[begin + 1]);
        });
        for (Part &part : parts)
            take(std::move(part));
        at = borders.back();
    }
    return m_header || m_log.count() > 0 || beginsLikeHeader(source);
}

/// Returns where the second one begins.
std::size_t TraceReader::readFirstLine()
{
    const std::string_view source = m_log.m_source;
    const std::size_t next = source.empty() ? 0 : std::min(source.find('\n'), source.size() - 1) + 1;
    std::string_view line = source.substr(0, next);
    while (line.ends_with('\n') || line.ends_with('\r'))
        line.remove_suffix(1);
    if (isHeader(line)) {
        m_header = true;
        m_lines = 1;
        m_log.m_headerLine = QByteArray(line.data(), static_cast<qsizetype>(line.size()));
        return next;
    }
    if (next == 0)
        return 0;
    Part part = readPart(0, next);
    if (part.damage.empty())
        part.damage.push_back({ 1, 0, 0, "the header line is missing" });
    else
        part.damage.front().reason.prepend("the header line cannot be read: ");
    take(std::move(part));
    return next;
}

/// Whole lines; any thread.
TraceReader::Part TraceReader::readPart(std::size_t begin, std::size_t end) const
{
    const std::string_view source = m_log.m_source;
    Part part;
    for (std::size_t at = begin; at < end;) {
        const std::size_t lineEnd = std::min(source.find('\n', at), source.size());
        std::string_view line = source.substr(at, lineEnd - at);
        if (line.ends_with('\r'))
            line.remove_suffix(1);
        ++part.lines;
        readLine(line, at, part);
        if (lineEnd == source.size() && !part.damage.empty() && part.damage.back().line == part.lines)
            part.damage.back().reason.prepend("the file ends in the middle of this line: ");
        at = lineEnd + 1;
    }
    return part;
}

void TraceReader::readLine(std::string_view line, quint64 offset, Part &part)
{
    QByteArray reason;
    const std::optional<RecordLine> record = readRecordLine(line, reason);
    if (!record) {
        part.damage.push_back({ part.lines, offset, line.size(), std::move(reason) });
        return;
    }
    TraceLog::Index index {};
    index.monoNs = record->monoNs;
    index.position = offset;
    index.size = static_cast<quint32>(record->size);
    index.exchange = static_cast<quint32>(record->exchange);
    const std::optional<FrameType> known = frameTypeFromName(record->type);
    index.type = (known ? static_cast<quint32>(*known) : 7u) & 15u;
    index.direction = (record->direction ? static_cast<quint32>(*record->direction) : 2u) & 3u;
    index.channel = static_cast<quint32>(record->channel) & 7u;
    index.hasBytes = record->hasBytes() ? 1 : 0;
    index.hasMembers = record->hasMembers ? 1 : 0;
    index.inSource = 1;
    index.plainText = record->plainText ? 1 : 0;
    const auto begin = record->plainText ? static_cast<std::size_t>(record->text->data() - line.data()) : 0;
    index.textBegin = (begin < 1024 ? static_cast<quint32>(begin) : 0u) & 1023u;
    part.entries.push_back({ index, record->wallNs, record->seq });
}

void TraceReader::take(Part part)
{
    for (const Entry &entry : part.entries)
        m_log.addFromFile(entry.index, entry.wallNs, entry.seq);
    for (TraceDamage &damage : part.damage) {
        damage.line += m_lines;
        m_log.m_damage.push_back(std::move(damage));
    }
    m_lines += part.lines;
}

} // namespace assayer
