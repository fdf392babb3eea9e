#include "protocol/message.h"
#include "session/dialect.h"
#include "session/metamembers.h"

namespace assayer {

namespace {

/// Revisions up to 2025-11-25. initialize goes without a version: it is what initialize finds out.
class LegacyDialect final : public Dialect {
public:
    Era era() const override { return Era::Legacy; }

    QByteArray params(const QByteArray &paramsJson, const DialectContext &, const QByteArray &progressToken, const QByteArray &extraMeta) const override
    {
        std::vector<MetaMember> ours;
        if (!progressToken.isEmpty())
            ours.emplace_back("progressToken", view(progressToken));
        return withMeta(paramsJson, std::move(ours), extraMeta);
    }

    HeaderFields headers(const QByteArray &method, bool, const QByteArray &, const DialectContext &context) const override
    {
        if (context.isStdio || method == "initialize")
            return {};
        HeaderFields fields;
        if (!context.protocolVersion.empty())
            fields.append({ QByteArrayLiteral("MCP-Protocol-Version"), QByteArray::fromStdString(context.protocolVersion) });
        if (!context.sessionId.isEmpty())
            fields.append({ QByteArrayLiteral("Mcp-Session-Id"), context.sessionId });
        return fields;
    }
};

} // namespace

const Dialect &legacyDialect()
{
    static const LegacyDialect dialect;
    return dialect;
}

} // namespace assayer
