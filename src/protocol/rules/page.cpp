// List results beside their entries. Every violation here refuses the page.
#include "protocol/rules/common.h"

namespace assayer::rules {
namespace {

constexpr std::array pageRows {
    common::resultMetaLegacy,
    common::resultMetaModern,
    Rule { .member = "nextCursor", .want = Want::String, .spec = "server/utilities/pagination#response-format" },
    common::ttlMs,
    common::cacheScope,
};

} // namespace

constinit const Shape pageShape { .name = "list", .rows = pageRows, .strip = false, .spec = "server/utilities/pagination" };

} // namespace assayer::rules
