// Rules that need more than a row of a table: dates, names, URIs, schemas. Each gets a value of the wanted type.
#pragma once

#include "protocol/rules/rule.h"

#include <string_view>

namespace assayer::rules {

// Refused
void checkDateTime(Judge &judge, const Rule &rule, const json::Value &value, const Place &place); ///< ISO 8601 with zone
void checkFiniteJson(Judge &judge, const Rule &rule, const json::Value &value, const Place &place); ///< no number beyond a double inside

// Warnings
void checkInteger(Judge &judge, const Rule &rule, const json::Value &value, const Place &place);
void checkName(Judge &judge, const Rule &rule, const json::Value &value, const Place &place); ///< invisible characters
void checkToolName(Judge &judge, const Rule &rule, const json::Value &value, const Place &place);
void checkUri(Judge &judge, const Rule &rule, const json::Value &value, const Place &place);
void checkFileUri(Judge &judge, const Rule &rule, const json::Value &value, const Place &place);
void checkWebUri(Judge &judge, const Rule &rule, const json::Value &value, const Place &place);
void checkUriTemplate(Judge &judge, const Rule &rule, const json::Value &value, const Place &place);
void checkIconSource(Judge &judge, const Rule &rule, const json::Value &value, const Place &place);
void checkIconSize(Judge &judge, const Rule &rule, const json::Value &value, const Place &place);
void checkDialect(Judge &judge, const Rule &rule, const json::Value &value, const Place &place); ///< `$schema`
void checkPropertySchema(Judge &judge, const Rule &rule, const json::Value &value, const Place &place);
void checkBase64(Judge &judge, const Rule &rule, const json::Value &value, const Place &place);

/// Whether the text is a calendar time as the reference client reads it: YYYY-MM-DDThh:mm:ss[.digits](Z|+hh:mm).
bool isDateTime(std::string_view text);
/// Whether the text is a URI of RFC 3986: a scheme, a colon, and only allowed characters.
bool isUri(std::string_view text);
/// Whether the text is base64 of RFC 4648 section 4, padding optional as decoders allow.
bool isBase64(std::string_view text);
/// The code point of the first invisible or direction-changing character, or 0.
char32_t invisibleCharacter(std::string_view utf8);
/// Whether the text is an RFC 9110 token.
bool isToken(std::string_view text);
/// The dialects of JSON Schema a client can be expected to know.
bool isKnownDialect(std::string_view uri);

} // namespace assayer::rules
