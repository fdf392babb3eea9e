#include "protocol/rules/checks.h"

#include "protocol/rules/judge.h"
#include "protocol/uritemplate.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <vector>

namespace assayer::rules {
namespace {

std::string shown(std::string_view text)
{
    constexpr std::size_t longest = 80;
    std::string shown(text.substr(0, longest));
    if (text.size() > longest)
        shown += "...";
    return shown;
}

bool startsWith(std::string_view text, std::string_view prefix)
{
    return text.substr(0, prefix.size()) == prefix;
}

/// Whether a number beyond a double stands anywhere inside; the document knows of the first thousand.
bool holdsOverflow(const json::Document &document, const json::Value &value)
{
    constexpr std::size_t recorded = 1000;
    const auto inside = [&](const json::Flaw &flaw) {
        return flaw.kind == json::Flaw::NumberOutOfRange && flaw.offset >= value.begin() && flaw.offset < value.end();
    };
    if (document.flaws().size() < recorded)
        return std::any_of(document.flaws().begin(), document.flaws().end(), inside);
    std::vector<const json::Value *> open { &value };
    while (!open.empty()) {
        const json::Value &next = *open.back();
        open.pop_back();
        if (next.isOverflow())
            return true;
        for (const json::Value &item : next.items())
            open.push_back(&item);
        for (const json::Member &member : next.members())
            open.push_back(&member.value());
    }
    return false;
}

bool isNameChar(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-' || c == '.';
}

} // namespace

void checkDateTime(Judge &judge, const Rule &rule, const json::Value &value, const Place &place)
{
    if (!isDateTime(value.string()))
        judge.report(rule.level, Fault::InvalidDatetime, judge.ruleId(rule), place, &value, "ISO 8601 time with zone",
            shown(value.string()), "Invalid ISO datetime", rule.spec);
}

void checkFiniteJson(Judge &judge, const Rule &rule, const json::Value &value, const Place &place)
{
    if (!judge.document().flaws().empty() && holdsOverflow(judge.document(), value))
        judge.report(rule.level, Fault::InvalidUnion, judge.ruleId(rule), place, &value, "a JSON value", "a number beyond double precision",
            "Invalid input", rule.spec);
}

void checkInteger(Judge &judge, const Rule &rule, const json::Value &value, const Place &place)
{
    if (!value.isInteger())
        judge.warn(rule, "integer", place, value, std::string(rule.member) + " should be a whole number");
}

void checkName(Judge &judge, const Rule &rule, const json::Value &value, const Place &place)
{
    const char32_t hidden = invisibleCharacter(value.string());
    if (!hidden)
        return;
    std::array<char, 12> code {};
    std::snprintf(code.data(), code.size(), "U+%04X", static_cast<unsigned>(hidden));
    judge.warn(rule, "invisible-characters", place, value, std::string(rule.member) + " holds invisible characters (" + code.data() + ")");
}

void checkToolName(Judge &judge, const Rule &rule, const json::Value &value, const Place &place)
{
    constexpr std::size_t longest = 128;
    checkName(judge, rule, value, place);
    if (judge.revision() < Revision::R2025_11_25)
        return;
    const std::string_view name = value.string();
    if (name.empty())
        judge.warn(rule, "length", place, value, "the name is empty");
    else if (name.size() > longest)
        judge.warn(rule, "length", place, value, "the name is longer than 128 characters");
    if (!std::all_of(name.begin(), name.end(), isNameChar))
        judge.warn(rule, "characters", place, value, "the name holds characters other than letters, digits, \"_\", \"-\" and \".\"");
}

void checkUri(Judge &judge, const Rule &rule, const json::Value &value, const Place &place)
{
    if (!isUri(value.string()))
        judge.warn(rule, "uri", place, value, "\"" + shown(value.string()) + "\" is not a URI of RFC 3986");
}

void checkFileUri(Judge &judge, const Rule &rule, const json::Value &value, const Place &place)
{
    if (!startsWith(value.string(), "file://"))
        judge.warn(rule, "file", place, value, "a root's URI must start with file://");
    else
        checkUri(judge, rule, value, place);
}

void checkWebUri(Judge &judge, const Rule &rule, const json::Value &value, const Place &place)
{
    if (!startsWith(value.string(), "https://") && !startsWith(value.string(), "http://"))
        judge.warn(rule, "scheme", place, value, "the URL is neither https nor http");
    else
        checkUri(judge, rule, value, place);
}

void checkUriTemplate(Judge &judge, const Rule &rule, const json::Value &value, const Place &place)
{
    if (const auto problem = UriTemplate::problem(value.string()))
        judge.warn(rule, "template", place, value, "not a URI template of RFC 6570: " + problem->message);
}

void checkIconSource(Judge &judge, const Rule &rule, const json::Value &value, const Place &place)
{
    const std::string_view source = value.string();
    if (!startsWith(source, "https://") && !startsWith(source, "http://") && !startsWith(source, "data:"))
        judge.warn(rule, "scheme", place, value, "an icon's source must be an http(s) or data URI");
    else if (startsWith(source, "http") && !isUri(source))
        checkUri(judge, rule, value, place);
}

void checkIconSize(Judge &judge, const Rule &rule, const json::Value &value, const Place &place)
{
    const std::string_view size = value.string();
    const std::size_t times = size.find('x');
    const auto digits = [](std::string_view text) { return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos; };
    if (size != "any" && !(times != std::string_view::npos && digits(size.substr(0, times)) && digits(size.substr(times + 1))))
        judge.warn(rule, "format", place, value, "a size is written like \"48x48\" or \"any\"");
}

void checkDialect(Judge &judge, const Rule &rule, const json::Value &value, const Place &place)
{
    if (!value.isString())
        judge.report(Fault::Warning, Fault::InvalidType, judge.ruleId(rule), place, &value, "string", std::string(typeName(value)),
            "Invalid input: expected string, received " + std::string(typeName(value)), rule.spec);
    else if (!isKnownDialect(value.string()))
        judge.warn(rule, "dialect", place, value, "\"" + shown(value.string()) + "\" is not a dialect of JSON Schema that clients must know");
}

void checkPropertySchema(Judge &judge, const Rule &rule, const json::Value &value, const Place &place)
{
    checkFiniteJson(judge, rule, value, place);
    if (!value.isObject())
        judge.report(Fault::Warning, Fault::InvalidType, judge.ruleId(rule), place, &value, "object", std::string(typeName(value)),
            "Invalid input: expected object, received " + std::string(typeName(value)), rule.spec);
}

void checkBase64(Judge &judge, const Rule &rule, const json::Value &value, const Place &place)
{
    if (isBase64(value.string()))
        return;
    std::string standard(value.string().substr(0, 1'000'000));
    std::replace(standard.begin(), standard.end(), '-', '+');
    std::replace(standard.begin(), standard.end(), '_', '/');
    const char *what = isBase64(standard) ? " is not standard base64 (URL-safe alphabet)" : " is not base64";
    judge.warn(rule, "base64", place, value, std::string(rule.member) + what);
}

} // namespace assayer::rules
