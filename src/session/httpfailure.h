// HTTP answers that are no JSON-RPC answer, and JSON-RPC errors, as typed errors.
#pragma once

#include "base/error.h"
#include "json/document.h"
#include "session/httpfacts.h"
#include "transport/transport.h"

namespace assayer {

/// The error of an exchange that ended whole without a usable answer: the kinds of httpError(), or "invalid-message".
/// `request` names what was answered; `credentialsSent` tells 401 for refused credentials from 401 for none.
Error errorOfAnswer(const DeliveryEnd &end, const std::string &request, bool credentialsSent);
/// "rpc-error" with code and data as they stood.
Error rpcError(const json::Document &document, const json::Value &error);

} // namespace assayer
