// anyOf and oneOf in words: the alternative that was probably meant speaks for all.
#include "schema/describe.h"
#include "schema/wording.h"

#include "json/write.h"

#include <algorithm>
#include <numeric>

namespace assayer::schema {
namespace {

bool isWrongType(const Record &record, const json::Value &value)
{
    return record.keyword == Keyword::Type && record.value == &value;
}

bool isTag(const Record &record)
{
    return record.keyword == Keyword::Const || record.keyword == Keyword::Enum;
}

/// How far an alternative is from holding: a wrong type or a wrong tag means the author meant another one.
std::size_t distance(const std::vector<Record> &branch, const json::Value &value)
{
    std::size_t sum = 0;
    for (const Record &record : branch) {
        if (record.keyword == Keyword::None)
            sum += 10'000;
        else if (isWrongType(record, value))
            sum += 1'000;
        else
            sum += isTag(record) ? std::size_t(50) : std::size_t(1);
    }
    return sum;
}

/// The types all alternatives together ask for, where not one of them got further than that; else 0.
std::uint8_t typesAskedFor(const Record &record)
{
    std::uint8_t types = 0;
    for (const std::vector<Record> &branch : record.branches) {
        const auto wrong = std::find_if(branch.begin(), branch.end(), [&](const Record &cause) { return isWrongType(cause, *record.value); });
        if (wrong == branch.end())
            return 0;
        types = static_cast<std::uint8_t>(types | wrong->node->types);
    }
    return types;
}

/// The record of that branch that refuses this value by const or enum.
const Record *tagAt(const std::vector<Record> &branch, const json::Value *value)
{
    const auto found = std::find_if(branch.begin(), branch.end(), [&](const Record &cause) { return isTag(cause) && cause.value == value; });
    return found == branch.end() ? nullptr : &*found;
}

} // namespace

std::vector<std::size_t> closestFirst(const Record &record)
{
    std::vector<std::size_t> order(record.branches.size());
    std::iota(order.begin(), order.end(), std::size_t(0));
    std::vector<std::size_t> distances;
    for (const std::vector<Record> &branch : record.branches)
        distances.push_back(distance(branch, *record.value));
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return distances[a] < distances[b]; });
    return order;
}

/// "the second, "transfer"": by its title or what it refers to, where it has either.
std::string Describer::label(const Record &record, std::size_t index) const
{
    std::string text = "the " + ordinal(index);
    const auto &all = record.keyword == Keyword::OneOf ? record.node->inPlace->oneOf : record.node->inPlace->anyOf;
    const json::Value *list = keywordValue(record);
    // A node may be shared between equal schemas; the place in the list is the alternative itself.
    const json::Value *schema = list && index < list->size() ? &list->items()[index] : all[index]->schema;
    if (const auto title = schema->stringAt("title"))
        return text + ", " + quotedShort(*title);
    if (const auto reference = schema->stringAt("$ref")) {
        const std::size_t slash = reference->rfind('/');
        return text + ", " + quotedShort(slash == std::string_view::npos ? *reference : reference->substr(slash + 1));
    }
    return text;
}

/// Where every alternative of the right type wants another value at one place, that place tells them apart.
std::string Describer::byTag(const Record &record) const
{
    std::vector<const std::vector<Record> *> candidates;
    for (const std::vector<Record> &branch : record.branches) {
        const bool wrongType = std::any_of(branch.begin(), branch.end(), [&](const Record &cause) { return isWrongType(cause, *record.value); });
        if (!wrongType)
            candidates.push_back(&branch);
    }
    if (candidates.size() < 2)
        return {};
    for (const Record &first : *candidates.front()) {
        std::vector<std::string> wanted;
        for (const std::vector<Record> *branch : candidates) {
            const Record *tag = isTag(first) ? tagAt(*branch, first.value) : nullptr;
            if (tag)
                wanted.push_back(constantOf(*tag));
        }
        if (wanted.size() == candidates.size())
            return shortenedPath(instancePath(*first.value)) + " must be " + choice(wanted) + ", but is " + shownWhole(*first.value);
    }
    return {};
}

/// oneOf that more than one alternative satisfies.
Describer::Words Describer::tooMany(const Record &record, const std::string &subject) const
{
    std::string which;
    std::size_t named = 0;
    constexpr std::size_t most = 3;
    for (std::size_t i = 0; i < 64 && named < most; ++i) {
        if ((record.matched >> i & 1) == 0)
            continue;
        which += (named == 0 ? ": " : " and ") + label(record, i);
        ++named;
    }
    if (record.count > named)
        which += named == 0 ? "" : " and more";
    return { "exactly one alternative", subject + " must match exactly one alternative of oneOf, but matches " + std::to_string(record.count) + which };
}

Describer::Words Describer::alternatives(const Record &record, const std::string &subject) const
{
    if (record.branches.empty())
        return tooMany(record, subject);
    if (const std::uint8_t types = typesAskedFor(record); types != 0) {
        const std::string expected = typeList(types);
        return { expected, subject + " must be " + expected + ", but is " + shownType(*record.value) };
    }
    std::string message = subject + " matches none of the " + plural(record.branches.size(), "alternative", "alternatives") + " of "
        + std::string(keywordName(record.keyword));
    const std::size_t closest = closestFirst(record).front();
    if (const std::string tag = byTag(record); !tag.empty())
        message += ": " + tag;
    else if (!record.branches[closest].empty())
        message += "; the closest is " + label(record, closest) + ": " + failure(record.branches[closest].front()).message;
    return { record.keyword == Keyword::OneOf ? "exactly one alternative" : "at least one alternative", std::move(message) };
}

} // namespace assayer::schema
