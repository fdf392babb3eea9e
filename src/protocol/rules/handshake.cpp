// Results of initialize and server/discover. What decides is refused; a malformed optional member is a warning.
#include "protocol/rules/common.h"

namespace assayer::rules {
namespace {

constexpr const char *capabilitySpec = "basic/lifecycle#capability-negotiation";

constexpr Rule optionalObject(std::string_view member, Revisions defined = always)
{
    return Rule { .member = member, .want = Want::Object, .defined = defined, .level = Fault::Warning };
}

constexpr Rule optionalFlag(std::string_view member)
{
    return Rule { .member = member, .want = Want::Boolean, .level = Fault::Warning };
}

constexpr std::array implementationRows {
    Rule { .member = "name", .want = Want::String, .required = true },
    Rule { .member = "version", .want = Want::String, .required = true },
    Rule { .member = "title", .want = Want::String, .defined = since2025_06, .level = Fault::Warning },
    Rule { .member = "description", .want = Want::String, .defined = since2025_11, .level = Fault::Warning },
    Rule { .member = "websiteUrl", .want = Want::String, .defined = since2025_11, .check = checkWebUri, .level = Fault::Warning },
    Rule { .member = "icons", .want = Want::Array, .defined = since2025_11, .element = &common::iconElement, .level = Fault::Warning },
};

constexpr std::array changeRows { optionalFlag("listChanged") };
constexpr Shape changes { .name = "capability", .rows = changeRows, .strip = false, .spec = capabilitySpec };
constexpr std::array resourceRows { optionalFlag("listChanged"), optionalFlag("subscribe") };
constexpr Shape resources { .name = "capability.resources", .rows = resourceRows, .strip = false, .spec = capabilitySpec };

constexpr std::array taskToolRows { optionalObject("call") };
constexpr Shape taskTools { .name = "capability.tasks.requests.tools", .rows = taskToolRows, .strip = false, .spec = capabilitySpec };
constexpr std::array taskRequestRows { Rule { .member = "tools", .want = Want::Object, .shape = &taskTools, .level = Fault::Warning } };
constexpr Shape taskRequests { .name = "capability.tasks.requests", .rows = taskRequestRows, .strip = false, .spec = capabilitySpec };
constexpr std::array taskRows {
    optionalObject("list"),
    optionalObject("cancel"),
    Rule { .member = "requests", .want = Want::Object, .shape = &taskRequests, .level = Fault::Warning },
};
constexpr Shape tasks { .name = "capability.tasks", .rows = taskRows, .strip = false, .spec = capabilitySpec };

constexpr Rule settings { .want = Want::Object, .level = Fault::Warning };
constexpr std::array capabilityRows {
    Rule { .member = "experimental", .want = Want::Map, .element = &settings, .level = Fault::Warning },
    optionalObject("logging"),
    optionalObject("completions", since2025_03),
    Rule { .member = "prompts", .want = Want::Object, .shape = &changes, .level = Fault::Warning },
    Rule { .member = "resources", .want = Want::Object, .shape = &resources, .level = Fault::Warning },
    Rule { .member = "tools", .want = Want::Object, .shape = &changes, .level = Fault::Warning },
    Rule { .member = "tasks", .want = Want::Object, .judged = legacy, .defined = only2025_11, .shape = &tasks, .level = Fault::Warning },
    // Settings of extensions; unknown capabilities and extensions are an open set in every revision.
    Rule { .member = "extensions", .want = Want::Map, .element = &settings, .level = Fault::Warning },
};
constexpr Shape capabilities { .name = "capabilities", .rows = capabilityRows, .strip = false, .spec = capabilitySpec };

constexpr std::array initializeRows {
    Rule { .member = "protocolVersion", .want = Want::String, .required = true },
    Rule { .member = "capabilities", .want = Want::Object, .required = true, .shape = &capabilities },
    Rule { .member = "serverInfo", .want = Want::Object, .required = true, .shape = &implementationShape },
    Rule { .member = "instructions", .want = Want::String, .level = Fault::Warning },
    Rule { .member = "_meta", .want = Want::Object, .level = Fault::Warning },
};

constexpr std::array<std::string_view, 1> complete { "complete" };
constexpr Rule version { .member = "supportedVersions", .want = Want::String };
constexpr std::array discoverMetaRows {
    Rule { .member = "io.modelcontextprotocol/serverInfo", .want = Want::Object, .level = Fault::Warning },
};
constexpr Shape discoverMeta { .name = "discover._meta", .rows = discoverMetaRows, .strip = false, .spec = "basic/index#meta" };
constexpr std::array discoverRows {
    Rule { .member = "resultType", .want = Want::String, .required = true, .options = complete, .level = Fault::Warning, .spec = "basic/index#result-types" },
    Rule { .member = "supportedVersions", .want = Want::Array, .required = true, .element = &version },
    Rule { .member = "capabilities", .want = Want::Object, .required = true, .shape = &capabilities },
    Rule { .member = "instructions", .want = Want::String },
    Rule { .member = "ttlMs", .want = Want::Integer, .required = true, .least = 0, .most = common::safeInteger, .level = Fault::Warning, .spec = "server/utilities/caching" },
    Rule { .member = "cacheScope", .want = Want::String, .required = true, .options = common::cacheScopes, .level = Fault::Warning, .spec = "server/utilities/caching" },
    Rule { .member = "_meta", .want = Want::Object, .shape = &discoverMeta, .level = Fault::Warning },
};

} // namespace

constinit const Shape implementationShape { .name = "implementation", .rows = implementationRows, .strip = false, .spec = "basic/lifecycle#initialization" };
constinit const Shape initializeShape { .name = "initialize", .rows = initializeRows, .strip = false, .spec = "basic/lifecycle#initialization" };
constinit const Shape discoverShape { .name = "discover", .rows = discoverRows, .strip = false, .spec = "server/discover" };

} // namespace assayer::rules
