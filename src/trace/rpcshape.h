// What makes a JSON object a JSON-RPC message, read leniently: a trace shows broken ones too.
#pragma once

#include "protocol/message.h"
#include "protocol/revision.h"

#include <optional>

namespace assayer {

/// JSON-RPC by its looks: names "jsonrpc", or a method, or answers an id. OAuth answers and log lines are none.
bool looksLikeRpc(const Message &message);
/// Requests that exist in one era only, or say which era they are of.
std::optional<Era> eraOfRequest(const Message &message);
/// The same from what matters: method, and the revision that it names.
std::optional<Era> eraOfRequest(std::string_view method, std::string_view namedRevision);
/// Revision a modern request names in params._meta; empty where it names none.
std::string_view namedRevision(const Message &message);

} // namespace assayer
