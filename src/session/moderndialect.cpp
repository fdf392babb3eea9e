#include "json/write.h"
#include "protocol/headerannotation.h"
#include "protocol/message.h"
#include "session/dialect.h"
#include "session/metamembers.h"

#include <array>

namespace assayer {

namespace {

/// Which parameter Mcp-Name mirrors. 2026-07-28 basic/transports/streamable-http, "Standard request headers".
struct NamedMethod {
    std::string_view method;
    std::string_view parameter;
};
constexpr std::array namedMethods {
    NamedMethod { "tools/call", "name" },
    NamedMethod { "prompts/get", "name" },
    NamedMethod { "resources/read", "uri" },
    NamedMethod { "tasks/get", "taskId" },
    NamedMethod { "tasks/update", "taskId" },
    NamedMethod { "tasks/cancel", "taskId" },
};

std::string_view mirroredParameter(std::string_view method)
{
    for (const NamedMethod &named : namedMethods) {
        if (named.method == method)
            return named.parameter;
    }
    return {};
}

/// Nothing where the parameter is missing or no string: a request composed by hand goes as it is.
std::optional<std::string> mirroredName(const QByteArray &method, const QByteArray &paramsJson)
{
    const std::string_view parameter = mirroredParameter(view(method));
    if (parameter.empty() || paramsJson.isEmpty())
        return std::nullopt;
    const auto document = parseJson(paramsJson);
    if (!document)
        return std::nullopt;
    const auto name = (*document)->root().stringAt(parameter);
    return name ? std::optional(encodeHeaderValue(*name)) : std::nullopt;
}

/// Revision 2026-07-28 and later: every request says by itself who speaks which revision.
class ModernDialect final : public Dialect {
public:
    Era era() const override { return Era::Modern; }

    QByteArray params(const QByteArray &paramsJson, const DialectContext &context, const QByteArray &progressToken, const QByteArray &extraMeta) const override
    {
        std::vector<MetaMember> ours;
        ours.emplace_back("io.modelcontextprotocol/protocolVersion", json::quoted(context.protocolVersion));
        if (!context.clientInfo.isEmpty())
            ours.emplace_back("io.modelcontextprotocol/clientInfo", view(context.clientInfo));
        ours.emplace_back("io.modelcontextprotocol/clientCapabilities",
            context.clientCapabilities.isEmpty() ? std::string_view("{}") : view(context.clientCapabilities));
        if (!context.logLevel.isEmpty())
            ours.emplace_back("io.modelcontextprotocol/logLevel", json::quoted(view(context.logLevel)));
        if (!progressToken.isEmpty())
            ours.emplace_back("progressToken", view(progressToken));
        return withMeta(paramsJson, std::move(ours), extraMeta);
    }

    HeaderFields headers(const QByteArray &method, bool isNotification, const QByteArray &paramsJson, const DialectContext &context) const override
    {
        if (context.isStdio)
            return {};
        HeaderFields fields { { QByteArrayLiteral("MCP-Protocol-Version"), QByteArray::fromStdString(context.protocolVersion) } };
        if (isNotification)
            return fields;
        fields.append({ QByteArrayLiteral("Mcp-Method"), method });
        if (const auto name = mirroredName(method, paramsJson))
            fields.append({ QByteArrayLiteral("Mcp-Name"), QByteArray::fromStdString(*name) });
        return fields;
    }
};

} // namespace

const Dialect &modernDialect()
{
    static const ModernDialect dialect;
    return dialect;
}

} // namespace assayer
