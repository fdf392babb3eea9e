// How a request is dressed in an era: _meta members and HTTP headers.
#pragma once

#include "protocol/revision.h"
#include "session/sessionoptions.h"
#include "transport/target.h"

#include <QByteArray>

namespace assayer {

/// What the dressing depends on besides the message.
struct DialectContext {
    std::string protocolVersion; ///< negotiated, or offered by a probe
    QByteArray sessionId; ///< legacy HTTP
    QByteArray clientInfo; ///< JSON object text
    QByteArray clientCapabilities; ///< JSON object text
    QByteArray logLevel; ///< modern
    bool isStdio = false;
};

class Dialect {
public:
    virtual ~Dialect() = default;
    virtual Era era() const = 0;
    /// Params with the era's _meta; `progressToken` is JSON text or empty. User keys win.
    virtual QByteArray params(const QByteArray &paramsJson, const DialectContext &context, const QByteArray &progressToken, const QByteArray &extraMeta) const = 0;
    /// Headers of a POST; none on stdio. `paramsJson` gives Mcp-Name (reference/negotiation section 6).
    virtual HeaderFields headers(const QByteArray &method, bool isNotification, const QByteArray &paramsJson, const DialectContext &context) const = 0;
};

const Dialect &legacyDialect();
const Dialect &modernDialect();

} // namespace assayer
