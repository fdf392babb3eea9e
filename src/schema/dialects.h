// The dialects of JSON Schema this room understands, and what a schema's features are made of.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace assayer::schema {

enum class Dialect : std::uint8_t { Draft4, Draft6, Draft7, Draft201909, Draft202012 };

/// The dialect of a `$schema`. A trailing empty fragment and http for https (or the reverse) make no difference.
std::optional<Dialect> dialectFromUri(std::string_view uri);
/// From "draft4", "draft6", "draft7", "draft2019-09", "draft2020-12": the folder names of the official suite.
std::optional<Dialect> dialectFromName(std::string_view name);
/// The metaschema's URI as the specification writes it.
std::string_view dialectUri(Dialect dialect);
std::string_view dialectName(Dialect dialect);

/// A set of vocabularies as bits; drafts before 2019-09 have them all.
enum Vocabulary : std::uint16_t {
    CoreVocabulary = 1,
    ApplicatorVocabulary = 2,
    UnevaluatedVocabulary = 4,
    ValidationVocabulary = 8,
    FormatAnnotationVocabulary = 16,
    FormatAssertionVocabulary = 32,
    ContentVocabulary = 64,
    MetaDataVocabulary = 128,
};

/// The vocabulary with that URI in a dialect that has vocabularies.
std::optional<Vocabulary> vocabularyFromUri(std::string_view uri);

/// What the keywords of one schema resource mean.
struct Features {
    Dialect dialect = Dialect::Draft202012;
    std::uint16_t vocabularies = 0;
    bool assertFormats = false;
    bool assertContent = false; ///< draft-07 allows contentEncoding and contentMediaType to be checked

    bool atMost(Dialect last) const { return dialect <= last; }
    bool has(Vocabulary vocabulary) const { return (vocabularies & vocabulary) != 0; }
};

/// All of a dialect; formats annotate.
Features featuresOf(Dialect dialect);

} // namespace assayer::schema
