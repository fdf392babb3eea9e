#include "trace/recordline.h"

#include "json/document.h"
#include "json/write.h"
#include "trace/jsontext.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>

namespace assayer {
namespace {

enum class Name { Seq, Wall, Mono, Type, Direction, Channel, Exchange, Text, Base64, Other };

constexpr std::array<std::string_view, 9> names { "seq", "wall", "mono", "type", "direction", "channel", "exchange", "text", "base64" };

Name nameOf(std::string_view key)
{
    return static_cast<Name>(std::find(names.begin(), names.end(), key) - names.begin());
}

/// A value of a flat record: a string's inside or a number's digits.
struct Scalar {
    bool isString = false;
    std::string_view text;
    std::size_t decoded = 0; ///< bytes of a string
    bool lone = false;
    bool foreign = false; ///< escapes that this program never writes
};

std::optional<qint64> integerOf(const Scalar &value)
{
    qint64 number = 0;
    const auto [end, error] = std::from_chars(value.text.data(), value.text.data() + value.text.size(), number);
    if (value.isString || error != std::errc() || end != value.text.data() + value.text.size())
        return std::nullopt;
    return number;
}

std::optional<quint64> countOf(const Scalar &value)
{
    const std::optional<qint64> number = integerOf(value);
    return number && *number >= 0 ? std::optional(static_cast<quint64>(*number)) : std::nullopt;
}

/// Bytes of a base64 text, or nullopt where it is none (RFC 4648 section 4, padded).
std::optional<std::size_t> base64Size(std::string_view text)
{
    if (text.size() % 4 != 0)
        return std::nullopt;
    const std::size_t padding = text.ends_with("==") ? 2 : text.ends_with("=") ? 1 : 0;
    const auto isDigit = [](char c) {
        return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '+' || c == '/';
    };
    if (!std::all_of(text.begin(), text.end() - static_cast<std::ptrdiff_t>(padding), isDigit))
        return std::nullopt;
    return text.size() / 4 * 3 - padding;
}

/// Collects a record's members; says what is wrong with one.
class Collector {
public:
    explicit Collector(RecordLine &line)
        : m_line(line)
    {
    }

    const char *take(Name name, const Scalar &value)
    {
        switch (name) {
        case Name::Seq:
            return number(m_line.seq, value, "\"seq\" is no number from 1") ? nullptr : m_reason;
        case Name::Exchange:
            return number(m_line.exchange, value, "\"exchange\" is no number from 1") ? nullptr : m_reason;
        case Name::Wall:
            return time(m_line.wallNs, value) ? nullptr : "\"wall\" is no number of nanoseconds";
        case Name::Mono:
            return time(m_line.monoNs, value) ? nullptr : "\"mono\" is no number of nanoseconds";
        case Name::Type:
            m_line.type = value.text;
            return value.isString ? nullptr : "\"type\" is no string";
        case Name::Direction:
            return direction(value);
        case Name::Channel:
            return channel(value);
        case Name::Text:
            m_text = value;
            return value.isString && !value.lone ? nullptr : "\"text\" is no string of Unicode characters";
        case Name::Base64:
            m_base64 = value;
            return value.isString ? nullptr : "\"base64\" is no string";
        case Name::Other:
            m_line.hasMembers = true;
        }
        return nullptr;
    }

    /// Other kinds of values where a scalar of ours is wanted.
    const char *takeOther(Name name)
    {
        m_line.hasMembers = m_line.hasMembers || name == Name::Other;
        return name == Name::Other ? nullptr : "a member of the record has a value of the wrong type";
    }

    const char *finish()
    {
        if (m_line.seq == 0)
            return "the record has no \"seq\"";
        if (m_line.type.empty())
            return "the record has no \"type\"";
        if (!carriesBytes(m_line.type)) {
            m_line.hasMembers = m_line.hasMembers || m_text || m_base64;
            return nullptr;
        }
        return bytes();
    }

private:
    bool number(quint64 &target, const Scalar &value, const char *reason)
    {
        m_reason = reason;
        const std::optional<quint64> count = countOf(value);
        target = count.value_or(0);
        return count && *count > 0;
    }

    static bool time(qint64 &target, const Scalar &value)
    {
        const std::optional<qint64> ns = integerOf(value);
        target = ns.value_or(0);
        return ns.has_value();
    }

    const char *direction(const Scalar &value)
    {
        if (!value.isString || (value.text != "out" && value.text != "in"))
            return "\"direction\" is neither \"out\" nor \"in\"";
        m_line.direction = value.text == "out" ? Direction::Out : Direction::In;
        return nullptr;
    }

    const char *channel(const Scalar &value)
    {
        const std::optional<Channel> known = channelFromName(value.text);
        if (!value.isString || !known)
            return "\"channel\" is none of http, stdin, stdout and stderr";
        m_line.channel = *known;
        return nullptr;
    }

    const char *bytes()
    {
        if (m_text && m_base64)
            return "the record has both \"text\" and \"base64\"";
        if (m_text) {
            m_line.text = m_text->text;
            m_line.size = m_text->decoded;
        } else if (m_base64) {
            const std::optional<std::size_t> size = base64Size(m_base64->text);
            if (!size)
                return "\"base64\" is no base64";
            m_line.base64 = m_base64->text;
            m_line.size = *size;
        }
        return nullptr;
    }

    RecordLine &m_line;
    std::optional<Scalar> m_text;
    std::optional<Scalar> m_base64;
    const char *m_reason = nullptr;
};

std::size_t skipSpace(std::string_view line, std::size_t at)
{
    while (at < line.size() && (line[at] == ' ' || line[at] == '\t' || line[at] == '\r'))
        ++at;
    return at;
}

std::size_t scanDigits(std::string_view line, std::size_t at)
{
    while (at < line.size() && line[at] >= '0' && line[at] <= '9')
        ++at;
    return at;
}

/// One pass over a flat object of strings and whole numbers.
class QuickScan {
public:
    enum Outcome { Record, Refused, TooRich };

    QuickScan(std::string_view line, RecordLine &record)
        : m_line(line)
        , m_record(record)
        , m_collector(record)
    {
    }

    Outcome run(QByteArray &reason)
    {
        m_at = skipSpace(m_line, 0);
        if (!takes('{'))
            return TooRich;
        do {
            const std::optional<Scalar> key = string();
            if (!key || key->decoded != key->text.size() || !takes(':'))
                return TooRich;
            const std::optional<Scalar> value = scalar();
            if (!value)
                return TooRich;
            const Name name = nameOf(key->text);
            m_plainText = name == Name::Text && !value->foreign && !m_sawText;
            m_sawText = m_sawText || name == Name::Text;
            if (const char *fault = m_collector.take(name, *value))
                return refuse(reason, fault);
        } while (takes(','));
        if (!takes('}') || m_at != m_line.size())
            return TooRich;
        const char *fault = m_collector.finish();
        m_record.plainText = m_plainText && m_record.text && !m_record.hasMembers && m_line.ends_with("\"}");
        return fault ? refuse(reason, fault) : Record;
    }

private:
    static Outcome refuse(QByteArray &reason, const char *fault)
    {
        reason = fault;
        return Refused;
    }

    bool takes(char c)
    {
        m_at = skipSpace(m_line, m_at);
        if (m_at >= m_line.size() || m_line[m_at] != c)
            return false;
        m_at = skipSpace(m_line, m_at + 1);
        return true;
    }

    std::optional<Scalar> string()
    {
        if (m_at >= m_line.size() || m_line[m_at] != '"')
            return std::nullopt;
        Scalar value;
        value.isString = true;
        const std::optional<std::size_t> end = scanString(m_line, m_at + 1, value.decoded, value.lone, value.foreign);
        if (!end)
            return std::nullopt;
        value.text = m_line.substr(m_at + 1, *end - m_at - 1);
        m_at = *end + 1;
        return value;
    }

    std::optional<Scalar> scalar()
    {
        if (m_at < m_line.size() && m_line[m_at] == '"')
            return string();
        const std::size_t first = m_at + (m_at < m_line.size() && m_line[m_at] == '-' ? 1 : 0);
        const std::size_t end = scanDigits(m_line, first);
        const bool leadingZero = end - first > 1 && m_line[first] == '0';
        const bool ends = end < m_line.size() && (m_line[end] == ',' || m_line[end] == '}' || m_line[end] == ' ');
        if (end == first || leadingZero || !ends)
            return std::nullopt;
        Scalar value;
        value.text = m_line.substr(m_at, end - m_at);
        m_at = end;
        return value;
    }

    std::string_view m_line;
    RecordLine &m_record;
    Collector m_collector;
    std::size_t m_at = 0;
    bool m_plainText = false;
    bool m_sawText = false;
};

Scalar scalarOf(const json::Document &document, const json::Value &value)
{
    Scalar scalar;
    scalar.isString = value.isString();
    scalar.text = document.raw(value);
    if (value.isString())
        scalar.text = scalar.text.substr(1, scalar.text.size() - 2);
    scalar.decoded = value.string().size();
    scalar.lone = value.hasLoneSurrogate();
    return scalar;
}

/// Names and words with escapes are read through the document; views must still point into the line.
bool hasEscapes(const json::Value &value, const Scalar &scalar)
{
    return value.isString() && scalar.text.size() != value.string().size();
}

std::optional<RecordLine> readWithDocument(std::string_view text, QByteArray &reason)
{
    auto document = json::Document::parse(std::string(text));
    if (!document) {
        reason = "the line is no JSON: " + QByteArray::fromStdString(document.error().message);
        return std::nullopt;
    }
    const json::Value &root = (*document)->root();
    RecordLine record;
    Collector collector(record);
    const char *fault = root.isObject() ? nullptr : "the line is no JSON object";
    for (const json::Member &member : root.members()) {
        const Name name = nameOf(member.name());
        const json::Value &value = member.value();
        if (fault || (!value.isString() && !value.isNumber())) {
            fault = fault ? fault : collector.takeOther(name);
            continue;
        }
        Scalar scalar = scalarOf(**document, value);
        if (name < Name::Text && hasEscapes(value, scalar))
            fault = "a word of the record is written with escapes";
        scalar.text = text.substr(static_cast<std::size_t>(scalar.text.data() - (*document)->text().data()), scalar.text.size());
        fault = fault ? fault : collector.take(name, scalar);
    }
    fault = fault ? fault : collector.finish();
    if (!fault)
        return record;
    reason = fault;
    return std::nullopt;
}

} // namespace

std::optional<RecordLine> readRecordLine(std::string_view line, QByteArray &reason)
{
    if (!isUtf8(line)) {
        reason = "the line is no UTF-8";
        return std::nullopt;
    }
    RecordLine record;
    switch (QuickScan(line, record).run(reason)) {
    case QuickScan::Record:
        return record;
    case QuickScan::Refused:
        return std::nullopt;
    case QuickScan::TooRich:
        break;
    }
    return readWithDocument(line, reason);
}

QByteArray recordBytes(const RecordLine &line)
{
    if (line.base64)
        return QByteArray::fromBase64(QByteArray::fromRawData(line.base64->data(), static_cast<qsizetype>(line.base64->size())));
    QByteArray bytes;
    if (line.text) {
        bytes.reserve(static_cast<qsizetype>(line.size));
        appendUnescaped(bytes, *line.text);
    }
    return bytes;
}

QByteArray recordMembers(std::string_view line)
{
    const auto document = json::Document::parse(std::string(line));
    if (!document)
        return {};
    const json::Value &root = (*document)->root();
    const bool bytesAreOurs = carriesBytes(root.stringAt("type").value_or(std::string_view()));
    json::Writer writer;
    writer.beginObject();
    bool any = false;
    for (const json::Member &member : root.members()) {
        const Name name = nameOf(member.name());
        const bool ours = name != Name::Other && (bytesAreOurs || (name != Name::Text && name != Name::Base64));
        if (ours)
            continue;
        writer.rawMember(member.name(), (*document)->raw(member.value()));
        any = true;
    }
    writer.endObject();
    return any ? QByteArray::fromStdString(writer.take()) : QByteArray();
}

} // namespace assayer
