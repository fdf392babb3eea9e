// What the tables of a trace need to know of a JSON-RPC message, read without keeping a tree of it.
#pragma once

#include "protocol/revision.h"
#include "trace/tracefacts.h"

#include <functional>
#include <optional>
#include <string_view>

namespace assayer {

/// Views are valid inside the call that hands them out.
struct MessageShape {
    MessageKind kind = MessageKind::None;
    AnswerStatus status = AnswerStatus::None; ///< responses
    std::string_view method; ///< empty where absent or no string
    bool hasId = false;
    std::string_view id; ///< exact JSON text
    std::optional<qint64> number; ///< of an id that is a plain whole number: its text is that number's
    std::optional<std::string_view> tool; ///< params.name of tools/call
    std::optional<std::string_view> uri; ///< params.uri
    std::string_view revision; ///< modern requests: the one that params._meta names
    std::optional<Era> era; ///< requests that are of one era only
    bool hasObjectResult = false;
    std::optional<std::string_view> chosenRevision; ///< result.protocolVersion
    bool listsRevisions = false; ///< result.supportedVersions is there
};

/// Calls `visit` for each message of a JSON text that looks like one (rpcshape.h); of a batch in order. Returns whether the text
/// was an array. Most texts are read by simdjson; what it refuses (lone surrogates, numbers beyond 64 bits...) and what it cannot
/// tell (spellings of ids) goes through the program's own parser, so that the answer is always that of decodeMessages().
bool readShapes(std::string_view text, const std::function<void(const MessageShape &)> &visit);

} // namespace assayer
