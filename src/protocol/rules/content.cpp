// Content blocks, resource contents, prompt messages and sampling messages.
#include "protocol/rules/common.h"
#include "protocol/rules/judge.h"

namespace assayer::rules {
namespace {

constexpr std::array textRows {
    Rule { .member = "type", .want = Want::String, .required = true, .literal = "text" },
    Rule { .member = "text", .want = Want::String, .required = true },
    common::annotations,
    common::meta,
};
constexpr Shape text { .name = "content.text", .rows = textRows, .spec = "server/tools#text-content" };

constexpr std::array imageRows {
    Rule { .member = "type", .want = Want::String, .required = true, .literal = "image" },
    Rule { .member = "data", .want = Want::String, .required = true, .check = checkBase64 },
    Rule { .member = "mimeType", .want = Want::String, .required = true },
    common::annotations,
    common::meta,
};
constexpr Shape image { .name = "content.image", .rows = imageRows, .spec = "server/tools#image-content" };

constexpr std::array audioRows {
    Rule { .member = "type", .want = Want::String, .required = true, .literal = "audio" },
    Rule { .member = "data", .want = Want::String, .required = true, .check = checkBase64 },
    Rule { .member = "mimeType", .want = Want::String, .required = true },
    common::annotations,
    common::meta,
};
constexpr Shape audio { .name = "content.audio", .rows = audioRows, .spec = "server/tools#audio-content" };

void checkTextOrBlob(Judge &judge, const json::Value &object, const Place &place)
{
    const bool hasText = object.find("text") != nullptr;
    const bool hasBlob = object.find("blob") != nullptr;
    if (!hasText && !hasBlob)
        judge.blame(Fault::Refused, "text-or-blob", place, object, "Invalid input: expected \"text\" or \"blob\", received neither");
    else if (hasText && hasBlob)
        judge.blame(Fault::Warning, "text-or-blob", place, object, "holds both \"text\" and \"blob\"");
}

constexpr std::array contentsRows {
    Rule { .member = "uri", .want = Want::String, .required = true, .check = checkUri },
    common::mimeType,
    Rule { .member = "text", .want = Want::String },
    Rule { .member = "blob", .want = Want::String, .check = checkBase64 },
    common::meta,
};

constexpr std::array embeddedRows {
    Rule { .member = "type", .want = Want::String, .required = true, .literal = "resource" },
    Rule { .member = "resource", .want = Want::Object, .required = true, .shape = &resourceContentsShape },
    common::annotations,
    common::meta,
};
constexpr Shape embedded { .name = "content.resource", .rows = embeddedRows, .spec = "server/tools#embedded-resources" };

constexpr std::array linkRows {
    Rule { .member = "type", .want = Want::String, .required = true, .literal = "resource_link" },
    common::name,
    common::title,
    common::icons,
    Rule { .member = "uri", .want = Want::String, .required = true, .check = checkUri },
    common::description,
    common::mimeType,
    Rule { .member = "size", .want = Want::Number, .check = checkInteger },
    common::annotations,
    common::meta,
};
constexpr Shape link { .name = "content.resource-link", .rows = linkRows, .spec = "server/tools#resource-links" };

constexpr std::array toolUseRows {
    Rule { .member = "type", .want = Want::String, .required = true, .literal = "tool_use" },
    Rule { .member = "id", .want = Want::String, .required = true },
    common::name,
    Rule { .member = "input", .want = Want::Object, .required = true },
    common::meta,
};
constexpr Shape toolUse { .name = "content.tool-use", .rows = toolUseRows, .spec = "client/sampling#tool-use" };

constexpr Rule blockElement { .member = "content", .want = Want::Object, .shape = &contentBlockShape };
constexpr std::array toolResultRows {
    Rule { .member = "type", .want = Want::String, .required = true, .literal = "tool_result" },
    Rule { .member = "toolUseId", .want = Want::String, .required = true },
    Rule { .member = "content", .want = Want::Array, .required = true, .element = &blockElement },
    Rule { .member = "structuredContent", .want = Want::Object, .judged = legacy },
    Rule { .member = "structuredContent", .judged = modern },
    Rule { .member = "isError", .want = Want::Boolean },
    common::meta,
};
constexpr Shape toolResult { .name = "content.tool-result", .rows = toolResultRows, .spec = "client/sampling#tool-results" };

constexpr std::array blockVariants {
    Variant { "text", &text },
    Variant { "image", &image },
    Variant { "audio", &audio, since2025_03 },
    Variant { "resource", &embedded },
    Variant { "resource_link", &link, since2025_06 },
};
constexpr std::array samplingVariants {
    Variant { "text", &text },
    Variant { "image", &image },
    Variant { "audio", &audio, since2025_03 },
    Variant { "tool_use", &toolUse, since2025_11 },
    Variant { "tool_result", &toolResult, since2025_11 },
};
constexpr Shape samplingBlock { .name = "sampling.content", .spec = "client/sampling#message-content", .tagMember = "type", .variants = samplingVariants };

constexpr std::array promptMessageRows {
    Rule { .member = "role", .want = Want::String, .required = true, .options = common::roles },
    Rule { .member = "content", .want = Want::Object, .required = true, .shape = &contentBlockShape },
};

constexpr Rule samplingElement { .member = "content", .want = Want::Object, .shape = &samplingBlock };
constexpr std::array samplingMessageRows {
    Rule { .member = "role", .want = Want::String, .required = true, .options = common::roles },
    Rule { .member = "content", .want = Want::OneOrMany, .required = true, .element = &samplingElement },
    Rule { .member = "_meta", .want = Want::Object, .defined = since2025_11 },
};

constexpr std::array samplingResultRows {
    Rule { .member = "role", .want = Want::String, .required = true, .options = common::roles },
    Rule { .member = "content", .want = Want::OneOrMany, .required = true, .element = &samplingElement },
    Rule { .member = "model", .want = Want::String, .required = true },
    Rule { .member = "stopReason", .want = Want::String },
    common::meta,
};

} // namespace

constinit const Shape contentBlockShape { .name = "content", .spec = "server/tools#tool-result", .tagMember = "type", .variants = blockVariants };
constinit const Shape resourceContentsShape { .name = "resource-contents", .rows = contentsRows, .spec = "server/resources#resource-contents", .check = checkTextOrBlob };
constinit const Shape promptMessageShape { .name = "prompt-message", .rows = promptMessageRows, .spec = "server/prompts#promptmessage" };
constinit const Shape samplingMessageShape { .name = "sampling-message", .rows = samplingMessageRows, .spec = "client/sampling#messages" };
constinit const Shape samplingResultShape { .name = "sampling-result", .rows = samplingResultRows, .strip = false, .spec = "client/sampling#creating-messages" };

} // namespace assayer::rules
