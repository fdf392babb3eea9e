#include "trace/messageshape.h"

#include "protocol/message.h"
#include "trace/rpcshape.h"

#include <simdjson.h>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <string>

namespace assayer {
namespace {

using simdjson::dom::element;
using simdjson::dom::element_type;
using simdjson::dom::object;

constexpr std::string_view revisionMember = "io.modelcontextprotocol/protocolVersion";

bool holds(std::string_view text, std::string_view part)
{
    return ::memmem(text.data(), text.size(), part.data(), part.size()) != nullptr;
}

/// Shared by both ways: what follows from the members that were found.
struct Members {
    bool hasMethod = false;
    bool methodIsString = false;
    std::string_view method;
    bool isJsonRpc = false; ///< names "jsonrpc"
    bool hasResult = false;
    bool hasError = false;
    bool errorIsObject = false;
    bool isError = false; ///< result.isError is true
    bool hasId = false;
};

MessageKind kindOf(const Members &members)
{
    if (members.hasMethod)
        return members.hasId ? MessageKind::Request : MessageKind::Notification;
    return members.hasResult || members.hasError ? MessageKind::Response : MessageKind::None;
}

bool looksLikeRpc(const Members &members)
{
    return members.isJsonRpc || !members.method.empty() || ((members.hasResult || members.errorIsObject) && members.hasId);
}

void finish(MessageShape &shape, const Members &members)
{
    shape.kind = kindOf(members);
    shape.method = members.method;
    shape.hasId = members.hasId;
    if (shape.kind == MessageKind::Response)
        shape.status = members.hasError ? AnswerStatus::RpcError : members.isError ? AnswerStatus::ToolError : AnswerStatus::Ok;
    if (shape.method != "tools/call")
        shape.tool.reset();
    const bool clear = members.methodIsString && members.hasId && !members.hasResult && !members.hasError;
    if (clear)
        shape.era = eraOfRequest(shape.method, shape.revision);
}

// --- by simdjson ---

std::optional<std::string_view> stringOf(const element &value)
{
    std::string_view text;
    return value.get(text) == simdjson::SUCCESS ? std::optional(text) : std::nullopt;
}

/// The member in force: of duplicates the last.
std::optional<element> lastOf(const object &members, std::string_view name)
{
    std::optional<element> found;
    for (const auto field : members) {
        if (field.key == name)
            found = field.value;
    }
    return found;
}

/// Ids whose text cannot be told from their value are left to the parser that keeps texts.
class QuickShape {
public:
    explicit QuickShape(std::string_view text)
        : m_text(text)
    {
    }

    bool read(const object &root)
    {
        for (const auto field : root)
            take(field.key, field.value);
        if (m_hasParams)
            readParams();
        if (m_hasResult)
            readResult();
        finish(shape, members);
        return m_exact;
    }

    MessageShape shape;
    Members members;

private:
    void take(std::string_view name, const element &value)
    {
        if (name == "id") {
            takeId(value);
        } else if (name == "method") {
            const auto text = stringOf(value);
            members.hasMethod = true;
            members.methodIsString = text.has_value();
            members.method = text.value_or(std::string_view());
        } else if (name == "params") {
            m_hasParams = value.get(m_params) == simdjson::SUCCESS;
        } else if (name == "result") {
            members.hasResult = true;
            m_hasResult = value.get(m_result) == simdjson::SUCCESS;
        } else if (name == "error") {
            members.hasError = true;
            members.errorIsObject = value.is_object();
        } else if (name == "jsonrpc") {
            members.isJsonRpc = true;
        }
    }

    void takeId(const element &value)
    {
        members.hasId = true;
        shape.number.reset();
        std::int64_t number = 0;
        if (value.type() == element_type::INT64 && value.get(number) == simdjson::SUCCESS) {
            m_exact = m_exact && (number != 0 || !holds(m_text, "-0"));
            const auto end = std::to_chars(m_digits, m_digits + sizeof m_digits, number).ptr;
            shape.number = number;
            shape.id = { m_digits, static_cast<std::size_t>(end - m_digits) };
        } else if (const auto text = stringOf(value)) {
            m_exact = m_exact && m_text.find('\\') == std::string_view::npos;
            m_quoted = '"' + std::string(*text) + '"';
            shape.id = m_quoted;
        } else {
            m_exact = false;
        }
    }

    void readParams()
    {
        for (const auto field : m_params) {
            if (field.key == "name")
                shape.tool = stringOf(field.value);
            else if (field.key == "uri")
                shape.uri = stringOf(field.value);
            else if (field.key == "_meta")
                readMeta(field.value);
        }
    }

    void readMeta(const element &value)
    {
        object meta;
        shape.revision = {};
        if (value.get(meta) != simdjson::SUCCESS)
            return;
        const auto named = lastOf(meta, revisionMember);
        shape.revision = named ? stringOf(*named).value_or(std::string_view()) : std::string_view();
    }

    void readResult()
    {
        shape.hasObjectResult = true;
        for (const auto field : m_result) {
            bool flag = false;
            if (field.key == "isError")
                members.isError = field.value.get(flag) == simdjson::SUCCESS && flag;
            else if (field.key == "protocolVersion")
                shape.chosenRevision = stringOf(field.value);
            else if (field.key == "supportedVersions")
                shape.listsRevisions = true;
        }
    }

    std::string_view m_text;
    object m_params;
    object m_result;
    bool m_hasParams = false;
    bool m_hasResult = false;
    bool m_exact = true;
    char m_digits[24];
    std::string m_quoted;
};

/// False where the text must be read by the other way.
bool readQuickly(std::string_view text, const std::function<void(const MessageShape &)> &visit)
{
    thread_local simdjson::dom::parser parser;
    object root;
    if (parser.parse(text.data(), text.size(), true).get(root) != simdjson::SUCCESS)
        return false;
    QuickShape quick(text);
    if (!quick.read(root))
        return false;
    if (looksLikeRpc(quick.members))
        visit(quick.shape);
    return true;
}

// --- by the program's own parser ---

std::optional<std::string_view> stringAt(const json::Value *object, std::string_view name)
{
    return object ? object->stringAt(name) : std::nullopt;
}

std::optional<qint64> plainInteger(const std::string &text)
{
    qint64 value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool exact = error == std::errc() && end == text.data() + text.size() && std::to_string(value) == text;
    return exact ? std::optional(value) : std::nullopt;
}

MessageShape shapeOf(const Message &message)
{
    const json::Value *method = message.root->find("method");
    const json::Value *isError = message.result ? message.result->find("isError") : nullptr;
    Members members;
    members.hasMethod = method != nullptr;
    members.methodIsString = method && method->isString();
    members.method = message.method;
    members.hasResult = message.result != nullptr;
    members.hasError = message.error != nullptr;
    members.isError = isError && isError->isTrue();
    members.hasId = message.id.kind != RequestId::Absent;
    MessageShape shape;
    shape.id = message.id.text;
    shape.number = plainInteger(message.id.text);
    shape.tool = stringAt(message.params, "name");
    shape.uri = stringAt(message.params, "uri");
    shape.revision = namedRevision(message);
    shape.hasObjectResult = message.result && message.result->isObject();
    shape.chosenRevision = stringAt(message.result, "protocolVersion");
    shape.listsRevisions = message.result && message.result->find("supportedVersions");
    finish(shape, members);
    return shape;
}

} // namespace

bool readShapes(std::string_view text, const std::function<void(const MessageShape &)> &visit)
{
    if (text.size() < (std::size_t(1) << 31) && readQuickly(text, visit))
        return false;
    const auto decoded = decodeMessages(bytes(text));
    const auto *messages = std::get_if<DecodedMessages>(&decoded);
    for (const Message &message : messages ? messages->messages : std::vector<Message>()) {
        if (looksLikeRpc(message))
            visit(shapeOf(message));
    }
    return messages && messages->batch;
}

} // namespace assayer
