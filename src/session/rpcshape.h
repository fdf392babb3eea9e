// The strict JSON-RPC rules that the official clients apply to every message, as one look at one value.
#pragma once

#include "json/document.h"
#include "protocol/message.h"

namespace assayer {

/// What a value is by the strict rules: no other top-level member, the right types, exactly one of result and error.
enum class RpcShape { Request, Notification, Result, Error, None };

RpcShape rpcShape(const json::Document &document, const json::Value &value);

/// The id of a message as it stands; Absent where it has none.
RequestId rpcId(const json::Document &document, const json::Value &value);

/// `error.code` where it is a number, whatever surrounds it.
const json::Value *readableErrorCode(const json::Value &value);

} // namespace assayer
