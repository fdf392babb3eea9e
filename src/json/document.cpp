#include "json/document.h"

#include "json/documentbuilder.h"
#include "json/pointer.h"

#include <algorithm>

// SSE2 is part of every x86-64; elsewhere the scalar code is used. Its aligned reads pass the end of the buffer within a
// page, which AddressSanitizer cannot know to be harmless.
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define ASSAYER_SANITIZED
#endif
#endif
#if defined(__SSE2__) && !defined(__SANITIZE_ADDRESS__) && !defined(ASSAYER_SANITIZED)
#define RAPIDJSON_SSE2
#endif
#include <rapidjson/error/en.h>
#include <rapidjson/reader.h>
#include <simdjson.h>

namespace assayer::json {
namespace {

constexpr std::string_view byteOrderMark = "\xef\xbb\xbf";
constexpr unsigned parseFlags = rapidjson::kParseIterativeFlag | rapidjson::kParseNumbersAsStringsFlag;

struct Failure {
    bool failed = false;
    std::size_t offset = 0;
    std::string words;
    bool repairable = false;
};

Failure tokenize(const char *text, std::size_t size, std::size_t skip, DocumentBuilder &builder)
{
    rapidjson::StringStream stream(text);
    stream.src_ += skip;
    rapidjson::Reader reader;
    const rapidjson::ParseResult result = reader.Parse<parseFlags>(stream, builder);
    Failure failure;
    if (result.IsError()) {
        failure.failed = true;
        failure.offset = result.Offset();
        failure.words = rapidjson::GetParseError_En(result.Code());
        // RapidJSON 1.1 gives up the whole text for these two; the values they stand in are no fault of JSON.
        failure.repairable = result.Code() == rapidjson::kParseErrorStringUnicodeSurrogateInvalid
            || result.Code() == rapidjson::kParseErrorNumberTooBig;
        if (builder.tooDeep())
            failure.words = "Nested too deeply.";
        else if (failure.offset >= size)
            failure.words = "The text ends in the middle of a value.";
    } else if (stream.Tell() < size) {
        failure = { true, stream.Tell(), "A NUL byte stands outside of a string.", false };
    }
    return failure;
}

bool isHex4(std::string_view text, std::size_t at)
{
    return at + 4 <= text.size() && std::all_of(text.begin() + static_cast<std::ptrdiff_t>(at), text.begin() + static_cast<std::ptrdiff_t>(at + 4), [](char c) {
        return (c >= '0' && c <= '9') || ((c | 0x20) >= 'a' && (c | 0x20) <= 'f');
    });
}

bool isEscape(std::string_view text, std::size_t at, char low, char high)
{
    // \uD8xx..\uDBxx or \uDCxx..\uDFxx
    return at + 6 <= text.size() && text[at] == '\\' && text[at + 1] == 'u' && (text[at + 2] | 0x20) == 'd' && isHex4(text, at + 2)
        && (text[at + 3] | 0x20) >= (low | 0x20) && (text[at + 3] | 0x20) <= (high | 0x20);
}

bool isHighSurrogate(std::string_view text, std::size_t at)
{
    return isEscape(text, at, '8', '9') || isEscape(text, at, 'a', 'b');
}

bool isLowSurrogate(std::string_view text, std::size_t at)
{
    return isEscape(text, at, 'c', 'f');
}

/// Walks one string from its opening quote; lone surrogate escapes become U+FFFD escapes. Returns the offset behind it.
std::size_t repairString(std::string &text, std::size_t at, std::vector<std::uint32_t> &repairs)
{
    for (++at; at < text.size() && text[at] != '"'; ++at) {
        if (text[at] != '\\')
            continue;
        if (isHighSurrogate(text, at) && isLowSurrogate(text, at + 6)) {
            at += 11;
        } else if (isHighSurrogate(text, at) || isLowSurrogate(text, at)) {
            repairs.push_back(static_cast<std::uint32_t>(at));
            text.replace(at + 2, 4, "fffd");
            at += 5;
        } else {
            ++at;
        }
    }
    return at + 1;
}

/// Makes one number harmless for the reader: the builder takes its value from the original text.
std::size_t repairNumber(std::string &text, std::size_t at)
{
    const std::size_t end = std::min(text.find_first_not_of("+-.eE0123456789", at), text.size());
    const std::size_t mark = std::min(text.find_first_of("eE", at), end);
    for (std::size_t i = mark; i < end; ++i) {
        if (text[i] >= '0' && text[i] <= '9')
            text[i] = '0';
    }
    constexpr std::size_t manyDigits = 300; // a double's digits end at 309
    const std::size_t first = at + (text[at] == '-' ? 1 : 0);
    if (mark - first > manyDigits) {
        for (std::size_t i = first + 1; i < mark; ++i) {
            if (text[i] != '.' && (text[i] < '0' || text[i] > '9'))
                return end; // no number at all: left for the reader to refuse
        }
        std::fill(text.begin() + static_cast<std::ptrdiff_t>(first) + 1, text.begin() + static_cast<std::ptrdiff_t>(mark), '0');
        text[first + 1] = '.';
    }
    return end;
}

/// Same length, same tokens, but nothing RapidJSON refuses for its value. Returns where lone surrogates stood.
std::vector<std::uint32_t> repair(std::string &text)
{
    std::vector<std::uint32_t> repairs;
    for (std::size_t at = 0; at < text.size();) {
        if (text[at] == '"')
            at = repairString(text, at, repairs);
        else if (text[at] == '-' || (text[at] >= '0' && text[at] <= '9'))
            at = repairNumber(text, at);
        else
            ++at;
    }
    return repairs;
}

std::string position(std::string_view text, std::size_t offset)
{
    const std::string_view before = text.substr(0, std::min(offset, text.size()));
    const auto line = std::count(before.begin(), before.end(), '\n') + 1;
    const std::size_t newline = before.rfind('\n');
    const std::size_t column = newline == std::string_view::npos ? before.size() + 1 : before.size() - newline;
    return "line " + std::to_string(line) + ", column " + std::to_string(column);
}

/// Length of the well-formed UTF-8 sequence at `at`, 0 where there is none.
std::size_t sequenceLength(std::string_view text, std::size_t at)
{
    const auto byte = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u; };
    const auto tail = [&](std::size_t i) { return (byte(i) & 0xc0u) == 0x80u; };
    const unsigned lead = byte(at);
    if (lead < 0x80)
        return 1;
    if (lead >= 0xc2 && lead <= 0xdf && tail(at + 1))
        return 2;
    if (lead >= 0xe0 && lead <= 0xef && tail(at + 1) && tail(at + 2)) {
        const unsigned code = ((lead & 0xfu) << 12) | ((byte(at + 1) & 0x3fu) << 6);
        return code < 0x800 || (code >= 0xd800 && code < 0xe000) ? 0 : 3;
    }
    if (lead >= 0xf0 && lead <= 0xf4 && tail(at + 1) && tail(at + 2) && tail(at + 3)) {
        const unsigned code = ((lead & 7u) << 18) | ((byte(at + 1) & 0x3fu) << 12);
        return code < 0x10000 || code >= 0x110000 ? 0 : 4;
    }
    return 0;
}

struct Repaired {
    std::string text;
    std::uint32_t firstBad = 0;
};

Repaired replaceInvalidUtf8(std::string_view text)
{
    Repaired result;
    bool first = true;
    for (std::size_t at = 0; at < text.size();) {
        if (const std::size_t length = sequenceLength(text, at)) {
            result.text.append(text.substr(at, length));
            at += length;
            continue;
        }
        if (first)
            result.firstBad = static_cast<std::uint32_t>(at);
        first = false;
        result.text.append("\xef\xbf\xbd");
        ++at;
        while (at < text.size() && (static_cast<unsigned char>(text[at]) & 0xc0) == 0x80 && sequenceLength(text, at) == 0)
            ++at;
    }
    return result;
}

} // namespace

Document::Document() = default;
Document::~Document() = default;

Result<DocumentPtr> Document::parse(std::string text, const ParseLimits &limits)
{
    auto owner = std::make_shared<const std::string>(std::move(text));
    return parse(*owner, owner, limits);
}

Result<DocumentPtr> Document::parse(std::string_view text, std::shared_ptr<const void> owner, const ParseLimits &limits)
{
    std::vector<Flaw> flaws;
    if (text.size() > 0xfffffff0u)
        return fail("message-too-large", "The JSON text is larger than 4 GiB", "json");
    if (!simdjson::validate_utf8(text.data(), text.size())) {
        // Read as other clients read it; the record of the trace keeps the bytes themselves.
        Repaired repaired = replaceInvalidUtf8(text);
        flaws.push_back({ Flaw::InvalidUtf8, repaired.firstBad });
        auto copy = std::make_shared<const std::string>(std::move(repaired.text));
        text = *copy;
        owner = std::move(copy);
    }
    std::size_t skip = 0;
    if (text.starts_with(byteOrderMark)) {
        flaws.push_back({ Flaw::ByteOrderMark, 0 });
        skip = byteOrderMark.size();
    }
    auto builder = std::make_unique<DocumentBuilder>(text, limits);
    builder->skipTo(static_cast<std::uint32_t>(skip));
    Failure failure = tokenize(text.data(), text.size(), skip, *builder);
    if (failure.failed && failure.repairable) {
        std::string copy(text);
        std::vector<std::uint32_t> repairs = repair(copy);
        builder = std::make_unique<DocumentBuilder>(text, limits);
        builder->skipTo(static_cast<std::uint32_t>(skip));
        builder->setRepairs(std::move(repairs));
        failure = tokenize(copy.data(), copy.size(), skip, *builder);
    }
    if (failure.failed) {
        Error error("invalid-message", "not JSON at " + position(text, failure.offset) + ": " + failure.words, "not-json");
        error.data.position = static_cast<std::int64_t>(failure.offset);
        return fail(std::move(error));
    }
    auto document = builder->take(std::move(owner));
    document->m_flaws.insert(document->m_flaws.begin(), flaws.begin(), flaws.end());
    return DocumentPtr(std::move(document));
}

std::uint32_t Document::nameBegin(const Member &member) const
{
    if (member.m_value.m_nameLength & Member::Copied)
        return member.header().begin;
    return static_cast<std::uint32_t>(member.m_name - m_text.data()) - 1;
}

Value Document::nameValue(const Member &member) const
{
    const std::string_view name = member.name();
    Value value;
    value.m_text = name.data();
    value.m_begin = nameBegin(member);
    value.m_count = static_cast<std::uint32_t>(name.size());
    value.m_end = value.m_begin + value.m_count + 2;
    value.m_kind = Kind::String;
    return value;
}

std::string Document::pointerAt(std::uint32_t offset) const
{
    std::string pointer;
    const Value *value = m_root;
    const auto covers = [offset](const Value &candidate) { return candidate.begin() <= offset && offset < candidate.end(); };
    for (;;) {
        const Value *inner = nullptr;
        const auto items = value->items();
        const auto item = std::partition_point(items.begin(), items.end(), [offset](const Value &candidate) { return candidate.end() <= offset; });
        if (item != items.end() && covers(*item)) {
            appendIndex(pointer, static_cast<std::size_t>(item - items.begin()));
            inner = &*item;
        }
        const auto members = value->members();
        const auto member = std::partition_point(members.begin(), members.end(), [offset](const Member &candidate) { return candidate.value().end() <= offset; });
        if (member != members.end() && nameBegin(*member) <= offset) {
            appendToken(pointer, member->name());
            inner = &member->value();
        }
        if (!inner)
            return pointer;
        value = inner;
    }
}

} // namespace assayer::json
