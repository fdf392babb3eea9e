// Well-known causes of wire faults, found by what stands in place of what was expected.
#include "protocol/issuereport.h"

#include <algorithm>
#include <array>

namespace assayer {
namespace {

struct Facts {
    const Fault &fault;
    std::string_view raw;
    std::string_view member; ///< last name of the path

    bool expects(std::string_view text) const { return fault.expected == text; }
    bool expectsFixedText() const { return fault.type == Fault::InvalidOption || fault.type == Fault::InvalidLiteral; }
    bool isMissing() const { return fault.received == "undefined"; }
    bool isString() const { return raw.size() >= 2 && raw.front() == '"'; }
    bool isNumber() const { return !raw.empty() && (raw.front() == '-' || (raw.front() >= '0' && raw.front() <= '9')); }
    bool ruleEnds(std::string_view text) const { return fault.rule.size() >= text.size() && fault.rule.compare(fault.rule.size() - text.size(), text.size(), text) == 0; }
    std::string named() const { return member.empty() ? "the value" : "`" + std::string(member) + "`"; }
};

std::string lower(std::string_view text)
{
    std::string out(text);
    for (char &c : out)
        c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    return out;
}

bool isEmptyArray(std::string_view raw)
{
    return raw.size() >= 2 && raw.front() == '[' && raw.find_first_not_of(" \t\r\n", 1) == raw.size() - 1;
}

/// The text of a JSON string without its quotes; escapes are left.
std::string_view unquoted(std::string_view raw)
{
    return raw.size() >= 2 ? raw.substr(1, raw.size() - 2) : std::string_view();
}

bool isOneOf(std::string_view text, std::initializer_list<std::string_view> words)
{
    return std::find(words.begin(), words.end(), text) != words.end();
}

// Each cause answers with its advice, or with nothing.

std::string spelledNothing(const Facts &facts)
{
    if (!facts.isString() || !isOneOf(unquoted(facts.raw), { "None", "null", "undefined", "nil", "NULL", "NaN" }))
        return {};
    return "A missing value was turned into the text " + std::string(facts.raw) + " (Python's `str(None)`, a template, a JavaScript `String(undefined)`). Leave the member out instead.";
}

std::string nullForAbsent(const Facts &facts)
{
    if (facts.fault.received != "null")
        return {};
    if (facts.member == "nextCursor")
        return "On the last page leave `nextCursor` out: `null` is not the same as absent.";
    return "`null` is not the same as absent: leave " + facts.named()
        + " out where it has no value. Go: `omitempty` (and a nil slice is `null`); Python: `model_dump(exclude_none=True)`; .NET: `JsonIgnoreCondition.WhenWritingNull`; "
          "Java: `@JsonInclude(NON_NULL)`; Rust: `skip_serializing_if = \"Option::is_none\"`; JavaScript: `undefined`.";
}

std::string emptyArrayForObject(const Facts &facts)
{
    if (!facts.expects("object") || facts.fault.received != "array")
        return {};
    if (facts.raw.empty() || isEmptyArray(facts.raw))
        return "An empty map was written as an empty list. PHP: an empty `array()` becomes `[]`; use `new stdClass` or `(object) []`, or leave the member out. Lua and Perl have the same trap.";
    return "A list stands where " + facts.named() + " is a map: write an object with named members.";
}

std::string objectForArray(const Facts &facts)
{
    if (!facts.expects("array") || facts.fault.received != "object")
        return {};
    return "A map stands where " + facts.named() + " is a list. PHP: after `array_filter` or `unset` the keys are no longer 0, 1, 2 and the array becomes an object; use `array_values`.";
}

std::string jsonInString(const Facts &facts)
{
    const std::string_view text = unquoted(facts.raw);
    if (!facts.isString() || !(facts.expects("object") || facts.expects("array")))
        return {};
    if (!text.empty() && (text.front() == '{' || text.front() == '['))
        return "The value was serialized twice: it is JSON inside a string. Put the object itself there.";
    return facts.expects("array") ? "A single text stands where " + facts.named() + " is a list: write `[" + (facts.raw.size() < 60 ? std::string(facts.raw) : std::string("\"...\"")) + "]`." : std::string();
}

std::string enumNumber(const Facts &facts)
{
    if (!facts.expectsFixedText() || !facts.isNumber())
        return {};
    return "A number stands for a word: .NET writes enums as numbers unless a `JsonStringEnumConverter` (with camel-case names) is used; protobuf and Java's `ordinal()` do the same. Allowed: " + facts.fault.expected + ".";
}

std::string wrongCase(const Facts &facts)
{
    if (!facts.expectsFixedText() || !facts.isString())
        return {};
    const std::string quoted = lower(facts.raw);
    if (quoted != facts.raw && facts.fault.expected.find(quoted) != std::string::npos)
        return "Upper and lower case matter: write `" + quoted + "`. An enum's name was written as it stands in the source.";
    return "Use " + facts.fault.expected + ".";
}

std::string schemaType(const Facts &facts)
{
    if (facts.fault.type != Fault::InvalidLiteral || facts.member != "type")
        return {};
    return "The root of this schema must say `\"type\": \"object\"`; a tool without parameters still needs `{\"type\":\"object\"}`.";
}

std::string booleanSchema(const Facts &facts)
{
    if (!facts.expects("object") || facts.fault.received != "boolean")
        return {};
    return "`true` and `false` are JSON Schemas, but not here: write `{}` for \"anything\".";
}

std::string quotedScalar(const Facts &facts)
{
    if (!facts.isString() || !(facts.expects("boolean") || facts.expects("number") || facts.expects("int")))
        return {};
    return "The value is quoted: write it without the quotation marks, as a JSON " + facts.fault.expected + ".";
}

std::string numberForBoolean(const Facts &facts)
{
    if (!facts.expects("boolean") || facts.fault.received != "number")
        return {};
    return "Write `true` or `false`; databases and C give 1 and 0.";
}

std::string numberForString(const Facts &facts)
{
    if (!facts.expects("string") || facts.fault.received != "number")
        return {};
    return "Write the number as a text: `\"" + std::string(facts.raw.substr(0, 40)) + "\"`.";
}

std::string range(const Facts &facts)
{
    if (facts.fault.type != Fault::TooBig && facts.fault.type != Fault::TooSmall)
        return {};
    if (facts.member == "priority")
        return "A priority runs from 0 (least) to 1 (most), not in percent.";
    return facts.named() + " must be " + facts.fault.expected + ".";
}

std::string time(const Facts &facts)
{
    if (facts.fault.type != Fault::InvalidDatetime)
        return {};
    return "Write date, `T`, time with seconds, and a zone: `2025-01-12T15:00:58Z`. Python's `datetime.now().isoformat()` has no zone: use `datetime.now(timezone.utc)`.";
}

std::string infinity(const Facts &facts)
{
    if (facts.fault.received != "Infinity" && facts.fault.received != "-Infinity" && facts.fault.rule != "json.number-range")
        return {};
    return "The number is larger than a double can hold; most clients read it as infinite. Write it as a text, or leave it out.";
}

std::string byRule(const Facts &facts)
{
    struct Advice {
        std::string_view rule;
        std::string_view text;
    };
    static constexpr std::array<Advice, 12> advices { {
        { ".name.characters", "Use 1 to 128 of `A-Z a-z 0-9 _ - .`; put the readable form into `title`." },
        { ".name.length", "Use 1 to 128 characters; put the readable form into `title`." },
        { "invisible-characters", "Remove the invisible characters: look-alike names are a known attack." },
        { ".base64", "Use the alphabet of RFC 4648 section 4 (`+` and `/`, padded with `=`), without `data:` in front." },
        { ".dialect", "Leave `$schema` out (2020-12 is meant then), or name a published dialect." },
        { ".uri", "Percent-encode blanks and other characters that RFC 3986 does not allow, and start with a scheme." },
        { ".template", "Percent-encode blanks in the literal parts; variables are letters, digits, `_` and `.` in braces." },
        { "x-mcp-header", "Put `x-mcp-header` on string, integer or boolean properties reached through `properties` only, with a unique token as its value." },
        { "json.duplicate-member", "Write each member once: readers disagree on which of the two counts." },
        { "json.lone-surrogate", "A text was cut in the middle of a character; cut by code points, not by UTF-16 units." },
        { "json.utf8", "Encode the text as UTF-8." },
        { "resultType", "Every result of this revision carries `\"resultType\": \"complete\"`, or the name of another type it is." },
    } };
    if (facts.fault.type != Fault::Other)
        return {};
    for (const Advice &advice : advices) {
        if (facts.ruleEnds(advice.rule))
            return std::string(advice.text);
    }
    return {};
}

std::string missing(const Facts &facts)
{
    if (!facts.isMissing())
        return {};
    return facts.named() + " is required: add it as " + (facts.fault.expected.empty() ? "the rule says" : "a JSON " + facts.fault.expected) + ".";
}

std::string_view lastName(const json::Path &path)
{
    for (auto step = path.rbegin(); step != path.rend(); ++step) {
        if (const auto *name = std::get_if<std::string>(&*step))
            return *name;
    }
    return {};
}

} // namespace

std::string mendAdvice(const Fault &fault, std::string_view raw)
{
    using Cause = std::string (*)(const Facts &);
    static constexpr std::array<Cause, 17> causes { byRule, infinity, spelledNothing, schemaType, nullForAbsent, emptyArrayForObject, objectForArray, jsonInString,
        enumNumber, wrongCase, booleanSchema, quotedScalar, numberForBoolean, numberForString, range, time, missing };
    const Facts facts { fault, raw, lastName(fault.path) };
    for (const Cause cause : causes) {
        if (std::string advice = cause(facts); !advice.empty())
            return advice;
    }
    return {};
}

} // namespace assayer
