// HTTP answers that are no JSON-RPC answer, and JSON-RPC errors, as typed errors.
#pragma once

#include "base/error.h"
#include "json/document.h"
#include "transport/transport.h"

namespace assayer {

/// The error of an exchange that ended whole without a usable answer: auth kinds, "http-error", "invalid-message".
Error errorOfAnswer(const DeliveryEnd &end);
/// "rpc-error" with code and data as they stood.
Error rpcError(const json::Document &document, const json::Value &error);
/// 401, 403 and 407 by their challenge; nullopt for any other status.
std::optional<Error> authError(const HttpHead &head, const QByteArray &body);

} // namespace assayer
