#include "protocol/rules/judge.h"

#include "json/number.h"
#include "protocol/rules/members.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <utility>

namespace assayer::rules {
namespace {

constexpr std::size_t notFound = maxRows;

std::string_view wantName(Want want)
{
    switch (want) {
    case Want::String:
        return "string";
    case Want::Number:
        return "number";
    case Want::Integer:
        return "int";
    case Want::Boolean:
        return "boolean";
    case Want::Array:
        return "array";
    case Want::Object:
    case Want::Map:
        return "object";
    case Want::StringOrInteger:
        return "string or int";
    case Want::IntegerOrNull:
        return "int or null";
    case Want::Any:
    case Want::OneOrMany:
        break;
    }
    return "any value";
}

bool fits(Want want, const json::Value &value)
{
    switch (want) {
    case Want::String:
        return value.isString();
    case Want::Number:
        return value.isNumber() && !value.isOverflow();
    case Want::Integer:
        return value.isInteger() && !value.isOverflow();
    case Want::Boolean:
        return value.isBool();
    case Want::Array:
        return value.isArray();
    case Want::Object:
    case Want::Map:
        return value.isObject();
    case Want::StringOrInteger:
        return value.isString() || value.isInteger();
    case Want::IntegerOrNull:
        return value.isNull() || value.isInteger();
    case Want::Any:
    case Want::OneOrMany:
        break;
    }
    return true;
}

/// Members mostly come in the order of the table, so the search starts behind the row found last.
std::size_t rowOf(std::span<const Rule> rows, Revisions revision, std::string_view name, std::size_t hint)
{
    const auto names = [&](std::size_t row) { return (rows[row].judged & revision) && rows[row].member == name; };
    for (std::size_t row = hint; row < rows.size(); ++row) {
        if (names(row))
            return row;
    }
    for (std::size_t row = 0; row < hint; ++row) {
        if (names(row))
            return row;
    }
    return notFound;
}

std::string joined(std::span<const std::string_view> options)
{
    std::string text;
    for (const std::string_view option : options)
        text.append(text.empty() ? "" : "|").append("\"").append(option).append("\"");
    return text;
}

std::string plainNumber(double value)
{
    std::array<char, 40> text {};
    std::snprintf(text.data(), text.size(), "%.17g", value);
    return text.data();
}

/// "Infinity" is a number that JSON can write (1e400) and no client can hold.
std::string_view receivedName(const json::Document &document, const json::Value *value, Want want)
{
    if (!value)
        return "undefined";
    if (value->isOverflow() && (want == Want::Number || want == Want::Integer))
        return document.raw(*value).front() == '-' ? "-Infinity" : "Infinity";
    return typeName(*value);
}

} // namespace

/// What stood in place of a fixed string: a short string itself, else the type.
std::string Judge::receivedText(const json::Value *value) const
{
    constexpr std::size_t longest = 80;
    if (!value)
        return "undefined";
    const std::string_view raw = m_document.raw(*value);
    return value->isString() && raw.size() <= longest ? std::string(raw) : std::string(typeName(*value));
}

json::Path Place::path() const
{
    json::Path path;
    for (const Place *place = this; place->up; place = place->up)
        path.push_back(place->element ? json::Step(place->index) : json::Step(std::string(place->name)));
    std::reverse(path.begin(), path.end());
    return path;
}

std::string Judge::specText(std::string_view spec) const
{
    if (spec.empty() && m_shape)
        spec = m_shape->spec;
    return spec.empty() ? std::string() : std::string(revisionName(m_revision)).append(" ").append(spec);
}

std::string Judge::ruleId(const Rule &rule, std::string_view suffix) const
{
    std::string id(m_shape ? m_shape->name : std::string_view());
    for (const std::string_view part : { rule.member, suffix }) {
        if (!part.empty())
            id.append(id.empty() ? "" : ".").append(part);
    }
    return id;
}

void Judge::report(Fault::Level level, Fault::Type type, std::string rule, const Place &place, const json::Value *where,
    std::string expected, std::string received, std::string message, std::string_view spec)
{
    Faults &faults = level == Fault::Refused ? m_refused : m_remarks;
    if (faults.size() >= faultLimit)
        return;
    const std::uint32_t begin = where ? where->begin() : m_parentBegin;
    faults.push_back({ level, type, std::move(rule), place.path(), std::move(expected), std::move(received), std::move(message),
        specText(spec), begin, where ? where->end() : begin });
}

void Judge::wrongType(const Rule &rule, const Place &place, const json::Value *where, std::string_view expected)
{
    const std::string_view received = receivedName(m_document, where, rule.want);
    std::string message = "Invalid input: expected ";
    message.append(expected).append(", received ").append(received);
    report(rule.level, Fault::InvalidType, ruleId(rule), place, where, std::string(expected), std::string(received), std::move(message), rule.spec);
}

void Judge::warn(const Rule &rule, std::string_view suffix, const Place &place, const json::Value &where, std::string message)
{
    report(Fault::Warning, Fault::Other, ruleId(rule, suffix), place, &where, {}, {}, std::move(message), rule.spec);
}

void Judge::blame(Fault::Level level, std::string_view suffix, const Place &place, const json::Value &where, std::string message)
{
    report(level, Fault::Other, ruleId(Rule {}, suffix), place, &where, {}, {}, std::move(message));
}

void Judge::object(const Shape &shape, const json::Value &value, const Place &place)
{
    const Shape *const outer = std::exchange(m_shape, &shape);
    if (!value.isObject()) {
        const Rule whole { .want = Want::Object };
        wrongType(whole, place, &value, "object");
    } else if (!shape.variants.empty()) {
        variant(shape, value, place);
    } else {
        rows(shape, value, place);
        if (shape.check)
            shape.check(*this, value, place);
    }
    m_shape = outer;
}

void Judge::rows(const Shape &shape, const json::Value &value, const Place &place)
{
    std::array<const json::Value *, maxRows> found {};
    std::size_t hint = 0;
    for (const json::Member &member : value.members()) {
        const std::size_t row = rowOf(shape.rows, m_bit, member.name(), hint);
        if (row == notFound) {
            if (shape.strip)
                unknown(shape, member, place);
            continue;
        }
        found[row] = &member.value(); // of duplicates the last stays
        hint = row + 1;
    }
    for (std::size_t row = 0; row < shape.rows.size(); ++row) {
        if (shape.rows[row].judged & m_bit)
            member(shape.rows[row], found[row], value, place);
    }
}

void Judge::unknown(const Shape &shape, const json::Member &member, const Place &place)
{
    if (m_dropped.size() >= faultLimit)
        return;
    const Place at = place.member(member.name());
    if (!m_dropped.empty() && m_dropped.back() == at.path())
        return;
    m_dropped.push_back(at.path());
    std::string message = "\"";
    message.append(member.name()).append("\" is not in revision ").append(revisionName(m_revision)).append("; clients ignore it");
    report(Fault::Note, Fault::Other, std::string(shape.name).append(".unknown-member"), at, &member.value(), {}, {}, std::move(message));
}

void Judge::member(const Rule &rule, const json::Value *found, const json::Value &object, const Place &place)
{
    if (found) {
        const Place at = place.member(rule.member);
        value(rule, *found, at);
        if (!(rule.defined & m_bit))
            report(Fault::Note, Fault::Other, ruleId(rule, "revision"), at, found, {}, {},
                std::string("\"").append(rule.member).append("\" is not in revision ").append(revisionName(m_revision)), rule.spec);
        return;
    }
    if (!rule.required)
        return;
    standIn(object);
    Rule missing = rule;
    missing.level = std::max(rule.level, rule.absent);
    if (rule.literal.empty() && rule.options.empty())
        wrongType(missing, place.member(rule.member), nullptr, wantName(rule.want));
    else
        string(missing, nullptr, place.member(rule.member));
}

void Judge::value(const Rule &rule, const json::Value &value, const Place &place)
{
    if (!fits(rule.want, value) && rule.literal.empty() && rule.options.empty()) {
        wrongType(rule, place, &value, wantName(rule.want));
        return;
    }
    const std::size_t before = m_refused.size();
    if (rule.want == Want::String)
        string(rule, &value, place);
    else if (value.isNumber())
        number(rule, value, place);
    else
        inner(rule, value, place);
    if (rule.check && fits(rule.want, value) && m_refused.size() == before)
        rule.check(*this, rule, value, place);
}

void Judge::inner(const Rule &rule, const json::Value &value, const Place &place)
{
    if (rule.want == Want::Object && rule.shape) {
        object(*rule.shape, value, place);
    } else if (rule.want == Want::Map && rule.element) {
        mapValues(rule, value, place);
    } else if (rule.want == Want::Array && rule.element) {
        elements(rule, value, place);
    } else if (rule.want == Want::OneOrMany) {
        if (value.isArray())
            elements(rule, value, place);
        else
            this->value(*rule.element, value, place);
    }
}

void Judge::variant(const Shape &shape, const json::Value &value, const Place &place)
{
    const json::Value *tag = value.find(shape.tagMember);
    const Place at = place.member(shape.tagMember);
    std::vector<std::string_view> tags;
    for (const Variant &one : shape.variants) {
        tags.push_back(one.tag);
        if (!tag || !tag->isString() || tag->string() != one.tag)
            continue;
        object(*one.shape, value, place);
        if (!(one.defined & m_bit))
            report(Fault::Note, Fault::Other, std::string(one.shape->name).append(".revision"), at, tag, {}, {},
                std::string("\"").append(one.tag).append("\" is not in revision ").append(revisionName(m_revision)));
        return;
    }
    standIn(value);
    const Rule unknown { .member = shape.tagMember, .want = Want::String, .options = tags };
    if (tag && tag->isString())
        string(unknown, tag, at);
    else
        wrongType(unknown, at, tag, "string");
}

void Judge::string(const Rule &rule, const json::Value *value, const Place &place)
{
    const auto is = [value](std::string_view text) { return value && value->isString() && value->string() == text; };
    const auto refuse = [&](Fault::Type type, std::string expected, std::string_view sentence) {
        std::string message = std::string(sentence) + expected;
        report(rule.level, type, ruleId(rule), place, value, std::move(expected), receivedText(value), std::move(message), rule.spec);
    };
    if (!rule.literal.empty() && !is(rule.literal))
        refuse(Fault::InvalidLiteral, std::string("\"").append(rule.literal).append("\""), "Invalid input: expected ");
    if (!rule.options.empty() && std::none_of(rule.options.begin(), rule.options.end(), is))
        refuse(Fault::InvalidOption, "one of " + joined(rule.options), "Invalid option: expected ");
}

void Judge::number(const Rule &rule, const json::Value &value, const Place &place)
{
    const double given = value.number();
    if (given > rule.most)
        report(rule.level, Fault::TooBig, ruleId(rule), place, &value, "<=" + plainNumber(rule.most), std::string(m_document.raw(value)),
            "Too big: expected number to be <=" + plainNumber(rule.most), rule.spec);
    else if (given < rule.least)
        report(rule.level, Fault::TooSmall, ruleId(rule), place, &value, ">=" + plainNumber(rule.least), std::string(m_document.raw(value)),
            "Too small: expected number to be >=" + plainNumber(rule.least), rule.spec);
    else if (!value.isExact() && (given == rule.most || given == rule.least))
        roundedAway(rule, value, place);
}

/// 1.0000000000000001 is 1 to clients, but not to the specification.
void Judge::roundedAway(const Rule &rule, const json::Value &value, const Place &place)
{
    const json::Number exact = json::Number::of(m_document, value);
    const bool above = value.number() == rule.most && exact > json::Number::parse(plainNumber(rule.most));
    const bool below = value.number() == rule.least && exact < json::Number::parse(plainNumber(rule.least));
    if (above || below)
        warn(rule, "range", place, value, std::string(rule.member) + " is out of range by less than a double can tell");
}

void Judge::elements(const Rule &rule, const json::Value &value, const Place &place)
{
    std::size_t index = 0;
    for (const json::Value &item : value.items())
        this->value(*rule.element, item, place.item(index++));
}

void Judge::mapValues(const Rule &rule, const json::Value &value, const Place &place)
{
    forEachInForce(value, [&](const json::Member &entry) { this->value(*rule.element, entry.value(), place.member(entry.name())); });
}

Faults Judge::takeFaults()
{
    m_refused.insert(m_refused.end(), std::make_move_iterator(m_remarks.begin()), std::make_move_iterator(m_remarks.end()));
    m_remarks.clear();
    return std::move(m_refused);
}

} // namespace assayer::rules
