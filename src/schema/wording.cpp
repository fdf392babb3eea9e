#include "schema/wording.h"

#include "json/write.h"
#include "schema/node.h"

#include <array>
#include <utility>

namespace assayer::schema {
namespace {

constexpr std::size_t shownBytes = 80;

} // namespace

std::string shortened(std::string_view text)
{
    if (text.size() <= shownBytes)
        return std::string(text);
    std::size_t end = shownBytes;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0u) == 0x80u)
        --end;
    return std::string(text.substr(0, end)) + "…";
}

std::string quotedShort(std::string_view text)
{
    // What is cut off need not be escaped first; one character more than is shown keeps the cut visible.
    return shortened(json::quoted(text.substr(0, 4 * shownBytes)));
}

std::string shortenedPath(const std::string &path)
{
    if (path.empty())
        return "the value";
    if (path.size() <= shownBytes)
        return path;
    const std::size_t slash = path.find('/', path.size() - shownBytes);
    // One name longer than all that is shown: its beginning.
    return "…" + (slash == std::string::npos ? shortened(std::string_view(path).substr(path.rfind('/'))) : path.substr(slash));
}

std::string withArticle(std::string_view type)
{
    if (type == "null")
        return "null";
    const bool vowel = std::string_view("aeiou").find(type.front()) != std::string_view::npos;
    return (vowel ? "an " : "a ") + std::string(type);
}

std::string typeList(std::uint8_t bits)
{
    std::vector<std::string> words;
    const auto add = [&](std::uint8_t mask, std::string_view word) {
        if ((bits & mask) == mask)
            words.push_back(withArticle(word));
    };
    add(StringBit, "string");
    if (bits & FractionBit)
        add(FractionBit, "number");
    else
        add(IntegerBit, "integer");
    add(BooleanBit, "boolean");
    add(ArrayBit, "array");
    add(ObjectBit, "object");
    add(NullBit, "null");
    return choice(words);
}

std::string plural(std::size_t count, std::string_view one, std::string_view many)
{
    return std::to_string(count) + " " + std::string(count == 1 ? one : many);
}

std::string ordinal(std::size_t index)
{
    constexpr std::array<std::string_view, 5> words { "first", "second", "third", "fourth", "fifth" };
    return index < words.size() ? std::string(words[index]) : "number " + std::to_string(index + 1);
}

std::string choice(const std::vector<std::string> &words)
{
    std::string text;
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (i > 0 && text.size() + words[i].size() > shownBytes)
            return text + " … (" + std::to_string(words.size()) + " values)";
        text += (i == 0 ? "" : i + 1 == words.size() ? " or " : ", ") + words[i];
    }
    return text;
}

std::string_view formatExample(std::string_view format)
{
    using Example = std::pair<std::string_view, std::string_view>;
    constexpr std::array<Example, 12> examples { { { "date-time", "2024-05-31T18:30:00Z" }, { "date", "2024-05-31" }, { "time", "18:30:00Z" },
        { "duration", "P1DT12H" }, { "email", "name@example.com" }, { "hostname", "host.example.com" }, { "ipv4", "192.0.2.1" }, { "ipv6", "2001:db8::1" },
        { "uri", "https://example.com/a" }, { "uuid", "01234567-89ab-4def-8123-456789abcdef" }, { "json-pointer", "/a/0" },
        { "uri-template", "/items/{id}" } } };
    for (const auto &[name, example] : examples) {
        if (name == format)
            return example;
    }
    return {};
}

} // namespace assayer::schema
