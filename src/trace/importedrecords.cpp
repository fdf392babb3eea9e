#include "trace/importedrecords.h"

#include "json/write.h"
#include "protocol/message.h"
#include "trace/tracewriter.h"

#include <QDateTime>

#include <algorithm>
#include <array>

namespace assayer {
namespace {

constexpr qint64 step = 1000; ///< between records without times

std::optional<qint64> ofNumber(std::string_view text)
{
    bool good = false;
    const double number = bytes(text).toDouble(&good);
    if (!good || number <= 0)
        return std::nullopt;
    const bool whole = text.find_first_not_of("0123456789") == std::string_view::npos;
    if (number < 1e11)
        return static_cast<qint64>(number * 1e9);
    if (number < 1e14)
        return static_cast<qint64>(number * 1e6);
    if (number < 1e17)
        return static_cast<qint64>(number * 1e3);
    return whole ? bytes(text).toLongLong() : static_cast<qint64>(number);
}

} // namespace

std::optional<qint64> importedTime(std::string_view text)
{
    if (const auto number = ofNumber(text))
        return number;
    QString written = QString::fromUtf8(bytes(text)).trimmed();
    if (written.size() < 19)
        return std::nullopt;
    written.replace(10, 1, u'T');
    if (written.size() > 19 && written[19] == u',')
        written[19] = u'.';
    QDateTime time = QDateTime::fromString(written, Qt::ISODateWithMs);
    if (!time.isValid())
        return std::nullopt;
    if (time.timeSpec() == Qt::LocalTime)
        time.setTimeSpec(Qt::UTC);
    return time.toMSecsSinceEpoch() * 1000000;
}

std::optional<Direction> usualDirection(std::string_view method)
{
    constexpr std::array<std::string_view, 9> server { "sampling/createMessage", "elicitation/create", "roots/list", "notifications/message",
        "notifications/resources/updated", "notifications/resources/list_changed", "notifications/tools/list_changed", "notifications/prompts/list_changed",
        "notifications/elicitation/complete" };
    constexpr std::array<std::string_view, 5> both { "ping", "notifications/progress", "notifications/cancelled", "tasks/get", "notifications/tasks/status" };
    if (method.empty() || std::find(both.begin(), both.end(), method) != both.end())
        return std::nullopt;
    return std::find(server.begin(), server.end(), method) != server.end() ? Direction::In : Direction::Out;
}

void ImportedRecords::add(TraceRecord record, std::optional<qint64> wallNs)
{
    record.wallNs = wallNs.value_or(m_last + step);
    m_last = record.wallNs;
    record.hasBytes = true;
    m_records.push_back(std::move(record));
}

void ImportedRecords::line(Direction direction, const QByteArray &json, std::optional<qint64> wallNs)
{
    TraceRecord record;
    record.type = "line";
    record.direction = direction;
    record.channel = direction == Direction::Out ? Channel::Stdin : Channel::Stdout;
    record.bytes = json.endsWith('\n') ? json : json + '\n';
    add(std::move(record), wallNs);
}

void ImportedRecords::stderrText(const QByteArray &text, std::optional<qint64> wallNs)
{
    TraceRecord record;
    record.type = "stderr";
    record.direction = Direction::In;
    record.channel = Channel::Stderr;
    record.bytes = text;
    add(std::move(record), wallNs);
}

void ImportedRecords::http(const char *type, Direction direction, quint64 exchange, const QByteArray &bytes, qint64 wallNs)
{
    TraceRecord record;
    record.type = type;
    record.direction = direction;
    record.channel = Channel::Http;
    record.exchange = exchange;
    record.bytes = bytes;
    add(std::move(record), wallNs);
}

QByteArray ImportedRecords::file(std::string_view source, const QByteArray &target)
{
    std::stable_sort(m_records.begin(), m_records.end(), [](const TraceRecord &a, const TraceRecord &b) { return a.wallNs < b.wallNs; });
    const qint64 first = m_records.empty() ? 0 : m_records.front().wallNs;
    json::Writer header;
    header.beginObject().member("format", "mcptrace").member("version", 1).member("program", "assayer " ASSAYER_VERSION);
    header.member("started", rfc3339(first).constData());
    if (!target.isEmpty())
        header.rawMember("target", view(target));
    header.member("imported", source).endObject();
    QByteArray lines = QByteArray::fromStdString(header.take()) + '\n';
    quint64 seq = 0;
    for (TraceRecord &record : m_records) {
        record.seq = ++seq;
        record.monoNs = record.wallNs - first + 1;
        appendRecordLine(lines, record);
        lines.append('\n');
    }
    return lines;
}

} // namespace assayer
