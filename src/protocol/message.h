// A JSON-RPC message as it came: the parsed document, and which of its members are which. Nothing is judged here.
#pragma once

#include "base/error.h"
#include "json/document.h"

#include <QByteArray>

#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace assayer {

/// An id as it stood on the wire. Two ids are the same when their exact texts are (1 is not "1").
struct RequestId {
    enum Kind { Absent, Null, String, Integer, Other };
    Kind kind = Absent;
    std::string text; ///< exact JSON text; empty where absent

    static RequestId of(const json::Document &document, const json::Value *value);
    static RequestId fromInteger(std::int64_t value) { return { Integer, std::to_string(value) }; }
    bool isUsable() const { return kind == String || kind == Integer; }
    bool operator==(const RequestId &other) const { return text == other.text && kind == other.kind; }
};

/// JSON-RPC 2.0 sections 4 and 5; a batch of 2025-03-26 gives one Message per element.
struct Message {
    enum Kind {
        Request, ///< method and id
        Notification, ///< method, no id
        Response, ///< result
        ErrorResponse, ///< error
        Unclear, ///< JSON, but none of the above; findings say why
    };
    json::DocumentPtr document;
    const json::Value *root = nullptr; ///< the message's object (an element of a batch)
    Kind kind = Unclear;
    RequestId id;
    std::string_view method; ///< valid while document lives
    const json::Value *params = nullptr;
    const json::Value *result = nullptr;
    const json::Value *error = nullptr;

    bool isRequest() const { return kind == Request; }
    bool isAnswer() const { return kind == Response || kind == ErrorResponse; }
};

/// Text that is no JSON. The bytes stay in the trace.
struct MalformedMessage {
    Error error; ///< kind "invalid-message", cause "not-json"
};

struct DecodedMessages {
    std::vector<Message> messages; ///< one, or the elements of a batch in order
    bool batch = false;
    json::DocumentPtr document;
};

/// Reads one JSON-RPC text. `bytes` are kept alive by the document (shared, not copied).
std::variant<DecodedMessages, MalformedMessage> decodeMessages(const QByteArray &bytes);

/// Parses bytes and keeps them alive; the one bridge between QByteArray and json::Document.
Result<json::DocumentPtr> parseJson(const QByteArray &bytes);

inline std::string_view view(const QByteArray &bytes)
{
    return { bytes.constData(), static_cast<std::size_t>(bytes.size()) };
}

inline QByteArray bytes(std::string_view text)
{
    return QByteArray(text.data(), static_cast<qsizetype>(text.size()));
}

} // namespace assayer
