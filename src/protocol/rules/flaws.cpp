#include "protocol/rules/flaws.h"

#include <algorithm>

namespace assayer::rules {
namespace {

constexpr std::size_t mostPerValue = 20;

struct Words {
    const char *rule;
    const char *message;
};

/// Null where the flaw is none of the server's (the digits of a long integer are kept here).
const Words *wordsOf(json::Flaw::Kind kind)
{
    static constexpr Words duplicate { "json.duplicate-member", "a member of this name stood before; clients use the last one" };
    static constexpr Words surrogate { "json.lone-surrogate", "half of a surrogate pair is no Unicode character" };
    static constexpr Words range { "json.number-range", "the number is beyond what a double can hold; most clients read it as infinite" };
    static constexpr Words utf8 { "json.utf8", "bytes that are not UTF-8" };
    switch (kind) {
    case json::Flaw::DuplicateMember:
        return &duplicate;
    case json::Flaw::LoneSurrogate:
        return &surrogate;
    case json::Flaw::NumberOutOfRange:
        return &range;
    case json::Flaw::InvalidUtf8:
        return &utf8;
    case json::Flaw::NumberLosesDigits:
    case json::Flaw::ByteOrderMark:
        break;
    }
    return nullptr;
}

bool covers(const json::Value *value, std::uint32_t offset)
{
    return value && value->begin() <= offset && offset < value->end();
}

} // namespace

json::Path pathAt(const json::Document &document, const json::Value &root, std::uint32_t offset)
{
    json::Path path;
    const auto before = [offset](const json::Value &value) { return value.end() <= offset; };
    for (const json::Value *value = &root; value;) {
        const json::Value *inner = nullptr;
        const auto items = value->items();
        const auto item = std::partition_point(items.begin(), items.end(), before);
        if (item != items.end() && covers(&*item, offset)) {
            path.emplace_back(static_cast<std::size_t>(item - items.begin()));
            inner = &*item;
        }
        const auto members = value->members();
        const auto member = std::partition_point(members.begin(), members.end(), [&](const json::Member &candidate) { return before(candidate.value()); });
        if (member != members.end() && document.nameBegin(*member) <= offset) {
            path.emplace_back(std::string(member->name()));
            inner = &member->value();
        }
        value = inner;
    }
    return path;
}

void appendFlawsOutside(Faults &faults, const json::Document &document, const json::Value &value, const json::Value *except)
{
    std::size_t kept = 0;
    for (const json::Flaw &flaw : document.flaws()) {
        const Words *words = wordsOf(flaw.kind);
        if (!words || !covers(&value, flaw.offset) || covers(except, flaw.offset) || kept++ >= mostPerValue)
            continue;
        faults.push_back({ Fault::Warning, Fault::Other, words->rule, pathAt(document, value, flaw.offset), {}, {}, words->message, "RFC 8259",
            flaw.offset, flaw.offset + 1 });
    }
}

void appendFlaws(Faults &faults, const json::Document &document, const json::Value &value)
{
    appendFlawsOutside(faults, document, value, nullptr);
}

} // namespace assayer::rules
