// Rows that many tables repeat. A table copies them (Rule is a plain value), so that it reads complete from top to bottom.
#pragma once

#include "protocol/rules/checks.h"
#include "protocol/rules/tables.h"

#include <array>

namespace assayer::rules::common {

inline constexpr std::array<std::string_view, 2> roles { "user", "assistant" };
inline constexpr std::array<std::string_view, 2> themes { "light", "dark" };
inline constexpr std::array<std::string_view, 8> logLevels { "debug", "info", "notice", "warning", "error", "critical", "alert", "emergency" };

inline constexpr Rule anyString { .want = Want::String };
inline constexpr Rule iconSize { .member = "sizes", .want = Want::String, .check = checkIconSize };
inline constexpr std::array iconRows {
    Rule { .member = "src", .want = Want::String, .required = true, .check = checkIconSource },
    Rule { .member = "mimeType", .want = Want::String },
    Rule { .member = "sizes", .want = Want::Array, .element = &iconSize },
    Rule { .member = "theme", .want = Want::String, .options = themes },
};
inline constexpr Shape icon { .name = "icon", .rows = iconRows, .spec = "basic/index#icons" };
inline constexpr Rule iconElement { .member = "icons", .want = Want::Object, .shape = &icon };

inline constexpr Rule audienceElement { .member = "audience", .want = Want::String, .options = roles };
inline constexpr std::array annotationRows {
    Rule { .member = "audience", .want = Want::Array, .element = &audienceElement },
    Rule { .member = "priority", .want = Want::Number, .least = 0, .most = 1 },
    Rule { .member = "lastModified", .want = Want::String, .defined = since2025_06, .check = checkDateTime },
};
inline constexpr Shape annotationShape { .name = "annotations", .rows = annotationRows, .spec = "server/resources#annotations" };

inline constexpr Rule name { .member = "name", .want = Want::String, .required = true, .check = checkName };
inline constexpr Rule title { .member = "title", .want = Want::String, .defined = since2025_06 };
inline constexpr Rule icons { .member = "icons", .want = Want::Array, .defined = since2025_11, .element = &iconElement, .spec = "basic/index#icons" };
inline constexpr Rule description { .member = "description", .want = Want::String };
inline constexpr Rule mimeType { .member = "mimeType", .want = Want::String };
inline constexpr Rule annotations { .member = "annotations", .want = Want::Object, .shape = &annotationShape };
/// Any members: reserved names are not judged.
inline constexpr Rule meta { .member = "_meta", .want = Want::Object, .defined = since2025_06, .spec = "basic/index#meta" };

// Results
inline constexpr double safeInteger = 9007199254740991.0; // 2^53-1
inline constexpr std::array<std::string_view, 2> cacheScopes { "public", "private" };
inline constexpr Rule ttlMs { .member = "ttlMs", .want = Want::Integer, .required = true, .judged = modern, .least = 0, .most = safeInteger, .spec = "server/utilities/caching" };
inline constexpr Rule cacheScope { .member = "cacheScope", .want = Want::String, .required = true, .judged = modern, .options = cacheScopes, .spec = "server/utilities/caching" };

inline constexpr std::array relatedTaskRows {
    Rule { .member = "taskId", .want = Want::String, .required = true },
};
inline constexpr Shape relatedTask { .name = "related-task", .rows = relatedTaskRows, .strip = false, .spec = "basic/utilities/tasks#related-task-metadata" };
inline constexpr std::array legacyMetaRows {
    Rule { .member = "progressToken", .want = Want::StringOrInteger, .spec = "basic/utilities/progress" },
    Rule { .member = "io.modelcontextprotocol/related-task", .want = Want::Object, .shape = &relatedTask },
};
inline constexpr Shape legacyMeta { .name = "result._meta", .rows = legacyMetaRows, .strip = false, .spec = "basic/index#meta" };
inline constexpr Rule resultMetaLegacy { .member = "_meta", .want = Want::Object, .judged = legacy, .shape = &legacyMeta };
/// Identity in a modern result is display data: one that is malformed is forgiven.
inline constexpr std::array modernMetaRows {
    Rule { .member = "io.modelcontextprotocol/serverInfo", .want = Want::Object, .level = Fault::Warning },
};
inline constexpr Shape modernMeta { .name = "result._meta", .rows = modernMetaRows, .strip = false, .spec = "basic/index#meta" };
inline constexpr Rule resultMetaModern { .member = "_meta", .want = Want::Object, .judged = modern, .shape = &modernMeta };

} // namespace assayer::rules::common
