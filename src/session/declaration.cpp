#include "session/declaration.h"

#include "json/write.h"
#include "protocol/message.h"
#include "protocol/requestencoder.h"
#include "protocol/samplingrules.h"

namespace assayer {

namespace {

constexpr int methodNotFound = -32601;
constexpr int invalidParams = -32602;

std::string_view capabilityOf(std::string_view method)
{
    if (method == "roots/list")
        return "roots";
    if (method == "sampling/createMessage")
        return "sampling";
    return method == "elicitation/create" ? "elicitation" : std::string_view();
}

} // namespace

Declaration::Declaration(const QByteArray &capabilitiesJson)
{
    if (const auto parsed = parseJson(capabilitiesJson))
        m_document = *parsed;
}

const json::Value *Declaration::find(std::string_view capability) const
{
    return m_document ? m_document->root().find(capability) : nullptr;
}

bool Declaration::has(std::string_view capability) const
{
    return find(capability) != nullptr;
}

bool Declaration::elicits(std::string_view mode) const
{
    const json::Value *elicitation = find("elicitation");
    return elicitation && (elicitation->find(mode) || (mode == "form" && !elicitation->find("url")));
}

bool Declaration::hasExtension(std::string_view id) const
{
    const json::Value *extensions = find("extensions");
    return extensions && extensions->find(id);
}

std::optional<Declaration::Refusal> Declaration::refusal(std::string_view method, const json::Value *params) const
{
    const std::string_view capability = capabilityOf(method);
    if (capability.empty())
        return Refusal { methodNotFound, "Method not found" };
    if (!has(capability))
        return Refusal { methodNotFound, "Method not found: the client did not declare " + std::string(capability) };
    if (capability == "elicitation") {
        // Absent means form (2025-11-25 client/elicitation).
        const std::string_view mode = params ? params->stringAt("mode").value_or("form") : "form";
        if (!elicits(mode))
            return Refusal { invalidParams, "The client did not declare elicitation mode " + json::quoted(mode) };
    }
    if (capability == "sampling" && params) {
        const json::Value *sampling = find("sampling");
        if ((params->find("tools") || params->find("toolChoice")) && !sampling->find("tools"))
            return Refusal { invalidParams, "The client did not declare sampling.tools" };
        if (const auto fault = samplingMessagesFault(*params))
            return Refusal { invalidParams, *fault };
    }
    return std::nullopt;
}

QByteArray withExtension(const QByteArray &capabilitiesJson, const char *id)
{
    const QByteArray capabilities = capabilitiesJson.trimmed().isEmpty() ? QByteArray("{}") : capabilitiesJson;
    const auto parsed = parseJson(capabilities);
    const json::Value *extensions = parsed ? (*parsed)->root().find("extensions") : nullptr;
    if (extensions && extensions->find(id))
        return capabilities;
    const auto inner = withMember(extensions ? (*parsed)->raw(*extensions) : std::string_view("{}"), id, "{}");
    const auto outer = inner ? withMember(view(capabilities), "extensions", *inner) : fail(inner.error());
    return outer ? bytes(*outer) : capabilities;
}

} // namespace assayer
