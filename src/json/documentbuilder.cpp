#include "json/documentbuilder.h"

#include "base/largepages.h"
#include "json/number.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>
#include <unordered_set>
#include <utility>

namespace assayer::json {
namespace {

bool standsBetweenTokens(char c)
{
    return c == ' ' || c == '\n' || c == ',' || c == ':' || c == '\r' || c == '\t';
}

int hexDigit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    return (c | 0x20) - 'a' + 10;
}

unsigned readHex4(const char *text)
{
    unsigned value = 0;
    for (int i = 0; i < 4; ++i)
        value = value * 16 + static_cast<unsigned>(hexDigit(text[i]));
    return value;
}

void appendCodePoint(std::string &out, unsigned code)
{
    const auto byte = [&out](unsigned value) { out.push_back(static_cast<char>(value)); };
    if (code < 0x80) {
        byte(code);
    } else if (code < 0x800) {
        byte(0xc0 | (code >> 6));
        byte(0x80 | (code & 0x3f));
    } else if (code < 0x10000) {
        byte(0xe0 | (code >> 12));
        byte(0x80 | ((code >> 6) & 0x3f));
        byte(0x80 | (code & 0x3f));
    } else {
        byte(0xf0 | (code >> 18));
        byte(0x80 | ((code >> 12) & 0x3f));
        byte(0x80 | ((code >> 6) & 0x3f));
        byte(0x80 | (code & 0x3f));
    }
}

/// Decodes the inside of a string that is known to be well formed but for its surrogates.
std::string decodeKeepingSurrogates(std::string_view inside)
{
    std::string out;
    for (std::size_t i = 0; i < inside.size(); ++i) {
        if (inside[i] != '\\') {
            out.push_back(inside[i]);
            continue;
        }
        const char escape = inside[++i];
        if (escape != 'u') {
            static constexpr std::string_view from = "\"\\/bfnrt";
            static constexpr std::string_view to = "\"\\/\b\f\n\r\t";
            out.push_back(to[from.find(escape)]);
            continue;
        }
        unsigned code = readHex4(inside.data() + i + 1);
        i += 4;
        const bool high = code >= 0xd800 && code < 0xdc00;
        if (high && i + 6 < inside.size() && inside[i + 1] == '\\' && inside[i + 2] == 'u') {
            const unsigned low = readHex4(inside.data() + i + 3);
            if (low >= 0xdc00 && low < 0xe000) {
                code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
                i += 6;
            }
        }
        appendCodePoint(out, code);
    }
    return out;
}

/// The text was valid UTF-8 before its escapes were decoded, so these bytes can only come from an escape.
bool holdsSurrogate(std::string_view decoded)
{
    for (std::size_t at = decoded.find('\xed'); at != std::string_view::npos; at = decoded.find('\xed', at + 1)) {
        if (at + 1 < decoded.size() && static_cast<unsigned char>(decoded[at + 1]) >= 0xa0)
            return true;
    }
    return false;
}

/// One of 64 marks; names that are equal have the same one.
std::uint64_t markOf(std::string_view name)
{
    if (name.empty())
        return 1;
    const auto byte = [name](std::size_t at) { return static_cast<unsigned>(static_cast<unsigned char>(name[at])); };
    return std::uint64_t(1) << ((name.size() * 7 + byte(0) * 3 + byte(name.size() - 1) * 5 + byte(name.size() / 2)) & 63);
}

/// Whether a double holds this lexeme without loss for every purpose of ours: at most 15 significant digits.
bool fitsDouble(std::string_view lexeme)
{
    int digits = 0;
    bool leading = true;
    for (const char c : lexeme) {
        if (c == 'e' || c == 'E')
            break;
        if (c < '0' || c > '9' || (leading && c == '0'))
            continue;
        leading = false;
        ++digits;
    }
    return digits <= 15;
}

} // namespace

void *Document::Arena::allocate(std::size_t bytes)
{
    bytes = (bytes + 7) & ~std::size_t(7);
    if (bytes > left) {
        const std::size_t size = std::max(bytes, nextChunk);
        nextChunk = std::min<std::size_t>(nextChunk * 2, std::size_t(32) << 20);
        chunks.push_back(std::unique_ptr<std::byte[]>(new std::byte[size]));
        free = chunks.back().get();
        adviseLargePages(free, size);
        left = size;
    }
    void *result = free;
    free += bytes;
    left -= bytes;
    return result;
}

DocumentBuilder::DocumentBuilder(std::string_view text, const ParseLimits &limits)
    : m_text(text)
    , m_limits(limits)
    , m_arena(std::make_unique<Document::Arena>())
{
    // A chunk in proportion to the text: small messages stay small, large ones do not start with tiny chunks.
    m_arena->nextChunk = std::clamp<std::size_t>(text.size(), 512, std::size_t(8) << 20);
}

std::uint32_t DocumentBuilder::tokenBegin() const
{
    std::uint32_t at = m_last;
    while (at < m_text.size() && standsBetweenTokens(m_text[at]))
        ++at;
    return at;
}

std::uint32_t DocumentBuilder::stringEnd(std::uint32_t begin, std::size_t decodedLength) const
{
    const std::string_view rest = m_text.substr(begin + 1);
    // A quote where the decoded text ends closes the string unless it was escaped itself; a text with an escape in it is
    // longer than what it decodes to, so that the quote there can only be an escaped one.
    if (decodedLength < rest.size() && rest[decodedLength] == '"' && (decodedLength == 0 || rest[decodedLength - 1] != '\\'))
        return begin + static_cast<std::uint32_t>(decodedLength) + 2;
    std::size_t at = 0;
    while (at < rest.size() && rest[at] != '"')
        at += rest[at] == '\\' ? 2u : 1u;
    return begin + static_cast<std::uint32_t>(at) + 2;
}

Value &DocumentBuilder::push(Kind kind, std::uint32_t length)
{
    Value &value = m_values.emplace_back();
    value.m_kind = kind;
    value.m_begin = tokenBegin();
    value.m_end = value.m_begin + length;
    m_last = value.m_end;
    return value;
}

void DocumentBuilder::note(Flaw::Kind kind, std::uint32_t offset)
{
    if (m_flaws.size() < m_limits.flaws)
        m_flaws.push_back({ kind, offset });
}

bool DocumentBuilder::Null()
{
    push(Kind::Null, 4);
    return true;
}

bool DocumentBuilder::Bool(bool truth)
{
    push(truth ? Kind::True : Kind::False, truth ? 4 : 5);
    return true;
}

bool DocumentBuilder::RawNumber(const char *, unsigned length, bool)
{
    Value &value = push(Kind::Number, length);
    readNumber(value, m_text.substr(value.m_begin, length));
    return true;
}

void DocumentBuilder::readNumber(Value &value, std::string_view lexeme)
{
    const char *first = lexeme.data();
    const char *last = first + lexeme.size();
    const bool plain = lexeme.find_first_of(".eE") == std::string_view::npos;
    if (plain && lexeme != "-0") {
        std::int64_t integer = 0;
        if (std::from_chars(first, last, integer).ec == std::errc()) {
            value.m_int = integer;
            value.m_flags |= Value::Int64;
            return;
        }
        value.m_flags |= Value::BigInteger;
    }
    double number = 0;
    const auto parsed = std::from_chars(first, last, number);
    if (parsed.ec == std::errc::result_out_of_range) {
        // Out of range is both ways: 1e-400 is zero, 1e400 is infinite.
        number = std::strtod(std::string(lexeme).c_str(), nullptr);
        note(Flaw::NumberOutOfRange, value.m_begin);
        if (std::isinf(number))
            value.m_flags |= Value::Overflow;
    }
    value.m_double = number;
    if (fitsDouble(lexeme) && parsed.ec == std::errc()) {
        value.m_flags |= Value::ExactDouble | (std::trunc(number) == number ? Value::WholeDouble : 0);
        return;
    }
    if (!plain && Number::parse(lexeme).isInteger())
        value.m_flags |= Value::BigInteger;
    if (parsed.ec == std::errc())
        note(Flaw::NumberLosesDigits, value.m_begin);
}

bool DocumentBuilder::hasRepair(std::uint32_t begin, std::uint32_t end) const
{
    const auto at = std::lower_bound(m_repairs.begin(), m_repairs.end(), begin);
    return at != m_repairs.end() && *at < end;
}

const char *DocumentBuilder::keep(const char *decoded, std::uint32_t &length, std::uint32_t begin, std::uint32_t end, bool &lone)
{
    lone = !m_repairs.empty() && hasRepair(begin, end);
    std::string redecoded;
    if (lone) {
        redecoded = decodeKeepingSurrogates(m_text.substr(begin + 1, end - begin - 2));
        note(Flaw::LoneSurrogate, begin);
        decoded = redecoded.data();
        length = static_cast<std::uint32_t>(redecoded.size());
    } else if (length == end - begin - 2) {
        return m_text.data() + begin + 1; // no escape: the original text is the value
    }
    if (!lone && holdsSurrogate({ decoded, length })) {
        lone = true; // RapidJSON lets a lone low surrogate pass
        note(Flaw::LoneSurrogate, begin);
    }
    char *copy = static_cast<char *>(m_arena->allocate(length));
    std::memcpy(copy, decoded, length);
    return copy;
}

bool DocumentBuilder::String(const char *text, unsigned length, bool)
{
    Value &value = push(Kind::String, 0);
    value.m_end = stringEnd(value.m_begin, length);
    m_last = value.m_end;
    bool lone = false;
    std::uint32_t size = length;
    value.m_text = keep(text, size, value.m_begin, value.m_end, lone);
    value.m_count = size;
    if (lone)
        value.m_flags |= Value::LoneSurrogate;
    return true;
}

bool DocumentBuilder::Key(const char *text, unsigned length, bool)
{
    Name name {};
    name.begin = tokenBegin();
    m_last = stringEnd(name.begin, length);
    bool lone = false;
    name.length = length;
    name.text = keep(text, name.length, name.begin, m_last, lone);
    if (name.text != m_text.data() + name.begin + 1 || name.length >= Member::Copied)
        name = copyOf(name);
    m_names.push_back(name);
    return true;
}

/// The text with a header in front of it, for a name whose place cannot be told from its address.
DocumentBuilder::Name DocumentBuilder::copyOf(const Name &name)
{
    const Member::Header header { name.begin, name.length };
    char *copy = static_cast<char *>(m_arena->allocate(sizeof header + name.length));
    std::memcpy(copy, &header, sizeof header);
    std::memcpy(copy + sizeof header, name.text, name.length);
    return { copy + sizeof header, name.length, name.begin, true };
}

bool DocumentBuilder::open(Kind kind)
{
    if (m_open.size() >= m_limits.depth) {
        m_tooDeep = true;
        return false;
    }
    Value &value = push(kind, 1);
    m_open.push_back({ m_values.size(), m_names.size(), value.m_begin });
    return true;
}

bool DocumentBuilder::StartObject()
{
    return open(Kind::Object);
}

bool DocumentBuilder::StartArray()
{
    return open(Kind::Array);
}

bool DocumentBuilder::EndArray(unsigned)
{
    const Open level = m_open.back();
    m_open.pop_back();
    m_last = tokenBegin() + 1;
    const std::size_t count = m_values.size() - level.firstValue;
    auto *items = static_cast<Value *>(m_arena->allocate(count * sizeof(Value)));
    std::uninitialized_copy_n(m_values.begin() + static_cast<std::ptrdiff_t>(level.firstValue), count, items);
    m_values.resize(level.firstValue);
    Value &array = m_values.back();
    array.m_items = items;
    array.m_count = static_cast<std::uint32_t>(count);
    array.m_end = m_last;
    return true;
}

bool DocumentBuilder::EndObject(unsigned)
{
    const Open level = m_open.back();
    m_open.pop_back();
    m_last = tokenBegin() + 1;
    const std::size_t count = m_values.size() - level.firstValue;
    auto *members = static_cast<Member *>(m_arena->allocate(count * sizeof(Member)));
    for (std::size_t i = 0; i < count; ++i) {
        const Name &name = m_names[level.firstName + i];
        auto *member = new (members + i) Member;
        member->m_name = name.text;
        member->m_value = m_values[level.firstValue + i];
        member->m_value.m_nameLength = name.copied ? Member::Copied : static_cast<std::uint16_t>(name.length);
    }
    const bool duplicates = findDuplicates(members, m_names.data() + level.firstName, count);
    m_values.resize(level.firstValue);
    m_names.resize(level.firstName);
    Value &object = m_values.back();
    object.m_members = members;
    object.m_count = static_cast<std::uint32_t>(count);
    object.m_end = m_last;
    if (duplicates)
        object.m_flags |= Value::Duplicates;
    return true;
}

bool DocumentBuilder::findDuplicates(const Member *members, const Name *names, std::size_t count)
{
    bool found = false;
    const auto report = [&](std::size_t i) {
        found = true;
        note(Flaw::DuplicateMember, names[i].begin);
    };
    if (count > 24) {
        std::unordered_set<std::string_view> seen;
        seen.reserve(count);
        for (std::size_t i = 0; i < count; ++i) {
            if (!seen.insert(members[i].name()).second)
                report(i);
        }
        return found;
    }
    std::uint64_t seen = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const std::string_view name = members[i].name();
        const std::uint64_t mark = markOf(name);
        if (!(std::exchange(seen, seen | mark) & mark))
            continue;
        if (std::any_of(members, members + i, [name](const Member &other) { return other.name() == name; }))
            report(i);
    }
    return found;
}

std::shared_ptr<Document> DocumentBuilder::take(std::shared_ptr<const void> owner)
{
    auto document = std::shared_ptr<Document>(new Document);
    auto *root = static_cast<Value *>(m_arena->allocate(sizeof(Value)));
    document->m_root = new (root) Value(m_values.front());
    document->m_owner = std::move(owner);
    document->m_text = m_text;
    document->m_arena = std::move(m_arena);
    document->m_flaws = std::move(m_flaws);
    return document;
}

} // namespace assayer::json
