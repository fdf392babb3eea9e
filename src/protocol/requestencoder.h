// Outgoing JSON-RPC texts. What a user wrote stands in them byte for byte. Pure.
#pragma once

#include "base/error.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace assayer {

/// `idJson` is the exact JSON text of the id; empty `paramsJson` leaves params out. Nothing given is checked: an inspector
/// may send what is wrong.
std::string buildRequest(std::string_view idJson, std::string_view method, std::string_view paramsJson = {});
std::string buildNotification(std::string_view method, std::string_view paramsJson = {});
std::string buildResult(std::string_view idJson, std::string_view resultJson);
/// Empty `dataJson` leaves data out.
std::string buildError(std::string_view idJson, std::int64_t code, std::string_view message, std::string_view dataJson = {});

/// Key and JSON text.
using MetaMembers = std::vector<std::pair<std::string, std::string>>;

/// Params with these members in `_meta`, all other bytes as they are. Keys that are there already win; so does a `_meta` that is
/// no object. Empty params become an object. Fails with kind "invalid-params" where params are no JSON object.
Result<std::string> withMeta(std::string_view paramsJson, const MetaMembers &members);
/// Params with one member set, replaced where it stands, else put first; all other bytes as they are. Same failure.
Result<std::string> withMember(std::string_view paramsJson, std::string_view member, std::string_view json);

/// JSON text on one line, as stdio needs it: line breaks between tokens become blanks.
std::string onOneLine(std::string json);

} // namespace assayer
