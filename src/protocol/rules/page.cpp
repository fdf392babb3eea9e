// List results beside their entries. Every violation here refuses the page.
#include "protocol/rules/common.h"

namespace assayer::rules {
namespace {

constexpr double safeInteger = 9007199254740991.0; // 2^53-1

constexpr std::array<std::string_view, 2> cacheScopes { "public", "private" };

constexpr std::array relatedTaskRows {
    Rule { .member = "taskId", .want = Want::String, .required = true },
};
constexpr Shape relatedTaskShape { .name = "related-task", .rows = relatedTaskRows, .strip = false, .spec = "basic/utilities/tasks#related-task-metadata" };
constexpr std::array legacyMetaRows {
    Rule { .member = "progressToken", .want = Want::StringOrInteger, .spec = "basic/utilities/progress" },
    Rule { .member = "io.modelcontextprotocol/related-task", .want = Want::Object, .shape = &relatedTaskShape },
};
constexpr Shape legacyMetaShape { .name = "result._meta", .rows = legacyMetaRows, .strip = false, .spec = "basic/index#meta" };

constexpr std::array pageRows {
    Rule { .member = "_meta", .want = Want::Object, .judged = legacy, .shape = &legacyMetaShape },
    Rule { .member = "_meta", .want = Want::Object, .judged = modern },
    Rule { .member = "nextCursor", .want = Want::String, .spec = "server/utilities/pagination#response-format" },
    Rule { .member = "ttlMs", .want = Want::Integer, .required = true, .judged = modern, .least = 0, .most = safeInteger, .spec = "server/utilities/caching" },
    Rule { .member = "cacheScope", .want = Want::String, .required = true, .judged = modern, .options = cacheScopes, .spec = "server/utilities/caching" },
};

} // namespace

constinit const Shape pageShape { .name = "list", .rows = pageRows, .strip = false, .spec = "server/utilities/pagination" };

} // namespace assayer::rules
