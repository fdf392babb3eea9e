#include "protocol/message.h"

#include <memory>

namespace assayer {
namespace {

/// The parser reads up to a NUL byte; QByteArray::fromRawData() need not have one.
QByteArray terminated(QByteArray bytes)
{
    return bytes.data_ptr().d_ptr() ? bytes : QByteArray(bytes.constData(), bytes.size());
}

Message::Kind kindOf(const json::Value *method, const Message &message)
{
    const bool answers = message.result || message.error;
    if (method)
        return !method->isString() || answers ? Message::Unclear : message.id.kind == RequestId::Absent ? Message::Notification : Message::Request;
    if (message.result && !message.error)
        return Message::Response;
    return message.error && !message.result ? Message::ErrorResponse : Message::Unclear;
}

Message messageOf(const json::DocumentPtr &document, const json::Value &root)
{
    Message message;
    message.document = document;
    message.root = &root;
    message.id = RequestId::of(*document, root.find("id"));
    message.params = root.find("params");
    message.result = root.find("result");
    message.error = root.find("error");
    const json::Value *method = root.find("method");
    if (method)
        message.method = method->string();
    message.kind = kindOf(method, message);
    return message;
}

} // namespace

RequestId RequestId::of(const json::Document &document, const json::Value *value)
{
    if (!value)
        return {};
    RequestId id;
    id.text = std::string(document.raw(*value));
    id.kind = value->isNull() ? Null : value->isString() ? String : value->isInteger() ? Integer : Other;
    return id;
}

Result<json::DocumentPtr> parseJson(const QByteArray &bytes)
{
    auto owner = std::make_shared<const QByteArray>(terminated(bytes));
    const std::string_view text = view(*owner);
    return json::Document::parse(text, std::move(owner));
}

std::variant<DecodedMessages, MalformedMessage> decodeMessages(const QByteArray &bytes)
{
    auto document = parseJson(bytes);
    if (!document)
        return MalformedMessage { std::move(document.error()) };
    DecodedMessages decoded;
    decoded.document = std::move(*document);
    const json::Value &root = decoded.document->root();
    decoded.batch = root.isArray();
    if (!decoded.batch) {
        decoded.messages.push_back(messageOf(decoded.document, root));
        return decoded;
    }
    decoded.messages.reserve(root.size());
    for (const json::Value &element : root.items())
        decoded.messages.push_back(messageOf(decoded.document, element));
    return decoded;
}

} // namespace assayer
