#include "trace/redactionplaces.h"

#include "json/document.h"
#include "json/pointer.h"
#include "protocol/message.h"
#include "trace/httphead.h"
#include "trace/secretnames.h"
#include "trace/textlayers.h"

#include <algorithm>
#include <string>

namespace assayer {
namespace {

std::string_view rest(std::string_view text, std::size_t from)
{
    return from < text.size() ? text.substr(from) : std::string_view();
}

bool meets(const std::vector<SecretCut> &cuts, std::size_t begin, std::size_t end)
{
    return std::any_of(cuts.begin(), cuts.end(), [&](const SecretCut &cut) { return cut.begin < end && cut.end > begin; });
}

/// "query NAME" of the parameter a cut meets; `text` is a URL at `offset`.
void placesInUrl(std::string_view text, std::size_t offset, const std::vector<SecretCut> &cuts, std::vector<QByteArray> &places)
{
    const std::size_t scheme = text.find("://");
    if (scheme != std::string_view::npos) {
        const std::size_t end = std::min(text.find_first_of("/?#", scheme + 3), text.size());
        const std::size_t at = text.substr(0, end).rfind('@');
        if (at != std::string_view::npos && at > scheme && meets(cuts, offset + scheme + 3, offset + at))
            places.push_back(QByteArrayLiteral("userinfo"));
    }
    std::size_t from = text.find_first_of("?#");
    while (from != std::string_view::npos && from + 1 < text.size()) {
        const std::size_t begin = from + 1;
        const std::size_t end = std::min(text.find_first_of("&#", begin), text.size());
        const std::string_view pair = text.substr(begin, end - begin);
        const std::size_t equals = std::min(pair.find('='), pair.size());
        if (meets(cuts, offset + begin + equals, offset + end))
            places.push_back("query " + QByteArray::fromStdString(percentDecoded(pair.substr(0, equals), true)));
        from = end < text.size() ? end : std::string_view::npos;
    }
}

/// Words for a place in a header line or in members: "argument N", "env NAME", "userinfo", "query NAME" or the pointer.
void nameMemberPlace(const json::Document &document, const SecretCut &cut, std::vector<QByteArray> &places)
{
    const std::string pointer = document.pointerAt(static_cast<std::uint32_t>(cut.begin));
    const std::size_t slash = pointer.rfind('/');
    const std::string_view leaf = rest(pointer, slash == std::string::npos ? 0 : slash + 1);
    const std::string_view parent = std::string_view(pointer).substr(0, slash == std::string::npos ? 0 : slash);
    if (parent.ends_with("/command"))
        return places.push_back("argument " + bytes(leaf));
    if (parent.ends_with("/args") || parent.ends_with("/argv"))
        return places.push_back("argument " + QByteArray::number(bytes(leaf).toInt() + 1));
    if (parent.ends_with("/env") || parent.ends_with("/environment"))
        return places.push_back("env " + bytes(leaf));
    const json::Value *value = json::resolve(document.root(), pointer);
    const std::size_t before = places.size();
    if (value && value->isString())
        placesInUrl(document.raw(*value), value->begin(), { cut }, places);
    if (places.size() == before)
        places.push_back(QByteArray::fromStdString(pointer));
}

std::vector<SecretCut> shifted(std::vector<SecretCut> cuts, std::size_t by)
{
    for (SecretCut &cut : cuts) {
        cut.begin += by;
        cut.end += by;
    }
    return cuts;
}

/// `name` adds the words for one cut; a text that is no JSON has none.
template<class Name>
std::vector<QByteArray> placesInJson(std::string_view text, const SecretPatterns &patterns, const Name &name)
{
    std::vector<QByteArray> places;
    const std::vector<SecretCut> cuts = patterns.find(text);
    if (cuts.empty())
        return places;
    if (const auto document = json::Document::parse(std::string(text))) {
        for (const SecretCut &cut : cuts)
            name(**document, cut, places);
    }
    return places;
}

} // namespace

std::vector<QByteArray> headPlaces(std::string_view bytes, const std::vector<SecretCut> &cuts)
{
    const TracedHead head = TracedHead::read(bytes);
    std::vector<QByteArray> places;
    const auto offsetOf = [&](std::string_view piece) { return static_cast<std::size_t>(piece.data() - bytes.data()); };
    if (!head.target.empty())
        placesInUrl(head.target, offsetOf(head.target), cuts, places);
    for (const TracedHead::Field &field : head.fields) {
        if (field.value.empty() || !meets(cuts, offsetOf(field.value), offsetOf(field.value) + field.value.size()))
            continue;
        const std::size_t before = places.size();
        if (!isSecretHeaderName(field.name))
            placesInUrl(field.value, offsetOf(field.value), cuts, places);
        if (places.size() == before)
            places.push_back("header " + ::assayer::bytes(field.name));
    }
    return places;
}

std::vector<QByteArray> jsonPlaces(std::string_view text, const SecretPatterns &patterns)
{
    return placesInJson(text, patterns, [](const json::Document &document, const SecretCut &cut, std::vector<QByteArray> &places) {
        places.push_back(QByteArray::fromStdString(document.pointerAt(static_cast<std::uint32_t>(cut.begin))));
    });
}

std::vector<QByteArray> formPlaces(std::string_view text, const SecretPatterns &patterns)
{
    std::vector<QByteArray> places;
    placesInUrl("?" + std::string(text), 0, shifted(patterns.find(text), 1), places);
    for (QByteArray &one : places)
        one.replace(0, 6, "form ");
    return places;
}

std::vector<QByteArray> memberPlaces(std::string_view text, const SecretPatterns &patterns)
{
    return placesInJson(text, patterns, nameMemberPlace);
}

} // namespace assayer
