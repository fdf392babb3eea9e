#include "trace/requestcopy.h"

#include "json/pointer.h"
#include "json/write.h"
#include "protocol/listkind.h"
#include "trace/followexchange.h"
#include "trace/httphead.h"
#include "trace/jsontext.h"
#include "trace/messagejoiner.h"
#include "trace/requesturl.h"
#include "trace/shellwords.h"

#include <algorithm>
#include <array>

namespace assayer {
namespace {

constexpr const char *newLine = " \\\n  ";

QByteArray recordBytes(const TraceAnalyzer &trace, quint64 row, const Redactor *redactor)
{
    return redactor ? redactor->redacted(row).bytes : trace.log().bytes(row);
}

/// Member name that a mask in a JSON text stands under.
QByteArray memberAt(const json::DocumentPtr &document, std::size_t offset)
{
    const std::string pointer = document ? document->pointerAt(static_cast<std::uint32_t>(offset)) : std::string();
    const std::size_t slash = pointer.rfind('/');
    const std::string leaf = slash == std::string::npos ? std::string("secret") : pointer.substr(slash + 1);
    return leaf.find_first_not_of("0123456789") == std::string::npos ? "SECRET_" + QByteArray::fromStdString(leaf) : QByteArray::fromStdString(leaf);
}

QByteArray jsonWord(ShellWords &words, const QByteArray &json)
{
    const auto document = parseJson(json);
    return words.quoted(view(json), [&](std::size_t offset) { return memberAt(document ? *document : nullptr, offset); });
}

/// Name of the query parameter that a mask in a URL stands under.
QByteArray parameterAt(std::string_view url, std::size_t offset)
{
    const std::string_view before = url.substr(0, offset);
    const std::size_t begin = before.find_last_of("?&");
    if (begin == std::string_view::npos)
        return QByteArrayLiteral("USERINFO");
    const std::string_view pair = before.substr(begin + 1);
    return bytes(pair.substr(0, std::min(pair.find('='), pair.size())));
}

/// What curl makes itself, or what belongs to the connection that was.
bool isOfConnection(std::string_view name)
{
    constexpr std::array<std::string_view, 6> names { "host", "content-length", "connection", "transfer-encoding", "accept-encoding", "keep-alive" };
    return std::any_of(names.begin(), names.end(), [&](std::string_view one) { return sameName(one, name); });
}

struct HttpRequest {
    std::optional<quint64> headRow;
    QByteArray head;
    QByteArray body; ///< content coding removed
};

std::optional<HttpRequest> httpRequest(const TraceAnalyzer &trace, quint64 row, const Redactor *redactor)
{
    const std::optional<quint64> request = requestOf(trace, row);
    quint64 exchange = trace.log().exchange(row);
    if (request && trace.log().exchange(*request) && trace.log().direction(row) == Direction::In)
        exchange = trace.log().exchange(*request);
    if (!exchange)
        return std::nullopt;
    HttpRequest found;
    QByteArray joined;
    for (quint64 i = 0; i < trace.count(); ++i) {
        if (trace.log().exchange(i) != exchange || trace.log().direction(i) == Direction::In)
            continue;
        if (trace.log().type(i) == FrameType::Head) {
            found.headRow = i;
            found.head = recordBytes(trace, i, redactor);
        } else {
            joined += recordBytes(trace, i, redactor);
        }
    }
    found.body = MessageJoiner::decoded(joined, trimmed(TracedHead::read(view(found.head)).value("content-encoding")));
    return found.headRow ? std::optional(std::move(found)) : std::nullopt;
}

/// Arguments hold no NUL and should be text: other bodies come through a pipe.
bool isArgument(const QByteArray &body)
{
    return !body.contains('\0') && isUtf8(view(body));
}

} // namespace

std::optional<CopiedCommand> copyAsCurl(const TraceAnalyzer &trace, quint64 row, const Redactor *redactor)
{
    const std::optional<HttpRequest> request = httpRequest(trace, row, redactor);
    if (!request)
        return std::nullopt;
    const TracedHead head = TracedHead::read(view(request->head));
    ShellWords words;
    const QByteArray url = requestUrl(trace.log(), head, request->headRow);
    QByteArray text("curl -sS -N");
    const bool hasBody = !request->body.isEmpty();
    if (head.method != (hasBody ? "POST" : "GET"))
        text += " -X " + ShellWords::quoted(head.method);
    text += ' ' + words.quoted(view(url), [&](std::size_t offset) { return parameterAt(view(url), offset); });
    if (!head.value("accept-encoding").empty())
        text += " --compressed";
    for (const TracedHead::Field &field : head.fields) {
        if (isOfConnection(field.name) || sameName(field.name, "content-encoding"))
            continue;
        const QByteArray line = toValidUtf8(field.name) + ": " + toValidUtf8(field.value);
        text += newLine + QByteArrayLiteral("-H ") + words.quoted(view(line), bytes(field.name));
    }
    if (hasBody && isArgument(request->body))
        text += newLine + QByteArrayLiteral("--data-binary ") + jsonWord(words, request->body);
    else if (hasBody)
        text = "printf %s " + ShellWords::quoted(view(request->body.toBase64())) + " | base64 -d | " + text + newLine + "--data-binary @-";
    return CopiedCommand { text + '\n', words.variables() };
}

namespace {

/// The request of a call, read from what the redactor left.
struct CalledRequest {
    quint64 row = 0;
    json::DocumentPtr document;
    const json::Value *params = nullptr;
    QByteArray method;
};

QByteArray messageTextOf(const TraceAnalyzer &trace, quint64 row, const Redactor *redactor)
{
    const QByteArray text = trace.messageText(row);
    return redactor ? redactor->redactedText(text) : text;
}

std::optional<CalledRequest> calledRequest(const TraceAnalyzer &trace, quint64 row, const Redactor *redactor)
{
    const std::optional<quint64> request = requestOf(trace, row);
    if (!request || trace.log().direction(*request) == Direction::In)
        return std::nullopt;
    auto document = parseJson(messageTextOf(trace, *request, redactor));
    if (!document)
        return std::nullopt;
    const json::Value &root = (*document)->root().isArray() && !(*document)->root().items().empty() ? (*document)->root().items().front() : (*document)->root();
    return CalledRequest { *request, *document, root.find("params"), bytes(root.stringAt("method").value_or(std::string_view())) };
}

QByteArray withoutMeta(const CalledRequest &request)
{
    if (!request.params)
        return {};
    if (!request.params->isObject())
        return bytes(request.document->raw(*request.params));
    json::Writer writer;
    writer.beginObject();
    bool any = false;
    for (const json::Member &member : request.params->members()) {
        if (member.name() == "_meta")
            continue;
        writer.rawMember(member.name(), request.document->raw(member.value()));
        any = true;
    }
    writer.endObject();
    return any ? QByteArray::fromStdString(writer.take()) : QByteArray();
}

class CliCommand {
public:
    CliCommand(const TraceAnalyzer &trace, const CalledRequest &request, const Redactor *redactor)
        : m_trace(trace)
        , m_request(request)
        , m_redactor(redactor)
    {
    }

    CopiedCommand make()
    {
        m_text = "assayer-cli ";
        addVerb();
        addTarget();
        return { m_text + '\n', m_words.variables() };
    }

private:
    QByteArray member(std::string_view name) const
    {
        return bytes(m_request.params ? m_request.params->stringAt(name).value_or(std::string_view()) : std::string_view());
    }

    void addVerb()
    {
        const QByteArray &method = m_request.method;
        if (method == "tools/call" && !member("name").isEmpty())
            return addCall();
        if (method == "resources/read" && !member("uri").isEmpty()) {
            const QByteArray uri = member("uri");
            m_text += "read " + m_words.quoted(view(uri), [&](std::size_t offset) { return parameterAt(view(uri), offset); });
            return;
        }
        if (method == "prompts/get" && !member("name").isEmpty())
            return addPrompt();
        if (const auto kind = listKindFromMethod(view(method)))
            return addList(*kind);
        const QByteArray params = withoutMeta(m_request);
        m_text += "request " + ShellWords::quoted(view(method));
        if (!params.isEmpty())
            m_text += " --params " + jsonWord(m_words, params);
    }

    void addCall()
    {
        m_text += "call " + m_words.quoted(view(member("name")), QByteArrayLiteral("NAME"));
        if (const json::Value *arguments = m_request.params->find("arguments"))
            m_text += " --args " + jsonWord(m_words, bytes(m_request.document->raw(*arguments)));
        if (m_request.params->find("task"))
            m_text += " --task";
    }

    void addPrompt()
    {
        m_text += "prompt " + m_words.quoted(view(member("name")), QByteArrayLiteral("NAME"));
        const json::Value *arguments = m_request.params->find("arguments");
        for (const json::Member &argument : arguments ? arguments->members() : std::span<const json::Member>()) {
            const QByteArray pair = bytes(argument.name()) + '=' + bytes(argument.value().isString() ? argument.value().string() : m_request.document->raw(argument.value()));
            m_text += " --arg " + m_words.quoted(view(pair), bytes(argument.name()));
        }
    }

    void addList(ListKind kind)
    {
        constexpr std::array<const char *, 4> words { "tools", "resources", "templates", "prompts" };
        m_text += QByteArrayLiteral("list ") + words[static_cast<std::size_t>(kind)];
        if (!member("cursor").isEmpty())
            m_text += " --page " + ShellWords::quoted(view(member("cursor")));
    }

    void addTarget()
    {
        const auto header = parseJson(m_redactor ? m_redactor->redactedHeaderLine() : m_trace.log().headerLine());
        const json::Value *target = header ? (*header)->root().find("target") : nullptr;
        const json::Value *command = target ? target->find("command") : nullptr;
        if (m_trace.log().exchange(m_request.row))
            return addHttpTarget();
        m_text += newLine + QByteArrayLiteral("--");
        for (const json::Value &word : command ? command->items() : std::span<const json::Value>())
            m_text += ' ' + m_words.quoted(word.string(), QByteArrayLiteral("ARGUMENT"));
        if (!command || command->items().empty())
            m_text += " COMMAND";
    }

    void addHttpTarget()
    {
        const std::optional<HttpRequest> request = httpRequest(m_trace, m_request.row, m_redactor);
        if (!request)
            return;
        const TracedHead head = TracedHead::read(view(request->head));
        SecretSources given;
        given.addFromHeaderLine(m_trace.log().headerLine());
        for (const TracedHead::Field &field : head.fields) {
            const bool user = std::any_of(given.headerNames.begin(), given.headerNames.end(), [&](const QByteArray &name) { return sameName(view(name), field.name); });
            if (!user && !sameName(field.name, "authorization"))
                continue;
            const QByteArray line = toValidUtf8(field.name) + ": " + toValidUtf8(field.value);
            m_text += newLine + QByteArrayLiteral("--header ") + m_words.quoted(view(line), bytes(field.name));
        }
        const QByteArray url = requestUrl(m_trace.log(), head, request->headRow);
        m_text += newLine + m_words.quoted(view(url), [&](std::size_t offset) { return parameterAt(view(url), offset); });
    }

    const TraceAnalyzer &m_trace;
    const CalledRequest &m_request;
    const Redactor *m_redactor;
    ShellWords m_words;
    QByteArray m_text;
};

} // namespace

std::optional<CopiedCommand> copyAsCli(const TraceAnalyzer &trace, quint64 row, const Redactor *redactor)
{
    const std::optional<CalledRequest> request = calledRequest(trace, row, redactor);
    return request ? std::optional(CliCommand(trace, *request, redactor).make()) : std::nullopt;
}

QByteArray copyAsJson(const TraceAnalyzer &trace, quint64 row, const Redactor *redactor)
{
    const QByteArray text = messageTextOf(trace, row, redactor);
    return text.isEmpty() ? text : QByteArray::fromStdString(json::pretty(view(text)));
}

} // namespace assayer
