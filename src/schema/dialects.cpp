#include "schema/dialects.h"

#include <array>

namespace assayer::schema {
namespace {

struct Entry {
    Dialect dialect;
    std::string_view name;
    std::string_view uri;
};

constexpr std::array<Entry, 5> entries { {
    { Dialect::Draft4, "draft4", "http://json-schema.org/draft-04/schema#" },
    { Dialect::Draft6, "draft6", "http://json-schema.org/draft-06/schema#" },
    { Dialect::Draft7, "draft7", "http://json-schema.org/draft-07/schema#" },
    { Dialect::Draft201909, "draft2019-09", "https://json-schema.org/draft/2019-09/schema" },
    { Dialect::Draft202012, "draft2020-12", "https://json-schema.org/draft/2020-12/schema" },
} };

struct VocabularyEntry {
    Vocabulary vocabulary;
    std::string_view name;
};

constexpr std::array<VocabularyEntry, 9> vocabularyNames { {
    { CoreVocabulary, "core" },
    { ApplicatorVocabulary, "applicator" },
    { UnevaluatedVocabulary, "unevaluated" },
    { ValidationVocabulary, "validation" },
    { FormatAnnotationVocabulary, "format-annotation" },
    { FormatAnnotationVocabulary, "format" },
    { FormatAssertionVocabulary, "format-assertion" },
    { ContentVocabulary, "content" },
    { MetaDataVocabulary, "meta-data" },
} };

std::string_view withoutScheme(std::string_view uri)
{
    for (const std::string_view scheme : { "https://", "http://" }) {
        if (uri.starts_with(scheme))
            return uri.substr(scheme.size());
    }
    return uri;
}

std::string_view withoutEmptyFragment(std::string_view uri)
{
    return uri.ends_with('#') ? uri.substr(0, uri.size() - 1) : uri;
}

} // namespace

std::optional<Dialect> dialectFromUri(std::string_view uri)
{
    const std::string_view wanted = withoutScheme(withoutEmptyFragment(uri));
    for (const Entry &entry : entries) {
        if (withoutScheme(withoutEmptyFragment(entry.uri)) == wanted)
            return entry.dialect;
    }
    return std::nullopt;
}

std::optional<Dialect> dialectFromName(std::string_view name)
{
    for (const Entry &entry : entries) {
        if (entry.name == name)
            return entry.dialect;
    }
    return std::nullopt;
}

std::string_view dialectUri(Dialect dialect)
{
    return entries[static_cast<std::size_t>(dialect)].uri;
}

std::string_view dialectName(Dialect dialect)
{
    return entries[static_cast<std::size_t>(dialect)].name;
}

std::optional<Vocabulary> vocabularyFromUri(std::string_view uri)
{
    constexpr std::string_view mark = "/vocab/";
    const std::size_t at = uri.rfind(mark);
    if (at == std::string_view::npos || !withoutScheme(uri).starts_with("json-schema.org/draft/20"))
        return std::nullopt;
    for (const VocabularyEntry &entry : vocabularyNames) {
        if (entry.name == uri.substr(at + mark.size()))
            return entry.vocabulary;
    }
    return std::nullopt;
}

Features featuresOf(Dialect dialect)
{
    Features features;
    features.dialect = dialect;
    features.vocabularies = CoreVocabulary | ApplicatorVocabulary | UnevaluatedVocabulary | ValidationVocabulary
        | FormatAnnotationVocabulary | ContentVocabulary | MetaDataVocabulary;
    return features;
}

} // namespace assayer::schema
