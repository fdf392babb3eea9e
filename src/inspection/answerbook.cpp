#include "inspection/answerbook.h"

#include "inspection/elicitationdefaults.h"
#include "json/write.h"
#include "protocol/message.h"

namespace assayer {

namespace {

constexpr int userRejected = -1; ///< client/sampling: "User rejected sampling request"

bool isSet(const QByteArray &json)
{
    return !json.trimmed().isEmpty();
}

ServerAnswer result(const QByteArray &json)
{
    ServerAnswer answer;
    answer.result = json;
    return answer;
}

/// Neither sampling nor roots have a refusal in the modern era: the request is not retried.
ServerAnswer refusal(const ServerRequest &request, const char *words)
{
    ServerAnswer answer;
    answer.errorCode = userRejected;
    answer.errorMessage = words;
    answer.abandon = request.inputRequired;
    return answer;
}

/// The n-th of an array, the last one for ever; anything else is itself.
QByteArray nth(const QByteArray &json, std::size_t n)
{
    const Result<json::DocumentPtr> parsed = parseJson(json);
    if (!parsed || !(*parsed)->root().isArray() || (*parsed)->root().size() == 0)
        return json;
    const auto items = (*parsed)->root().items();
    return bytes((*parsed)->raw(items[std::min(n, items.size() - 1)]));
}

/// A result as it stands, or the content of an accepted form.
QByteArray elicitationResult(const QByteArray &json)
{
    const Result<json::DocumentPtr> parsed = parseJson(json);
    const bool whole = parsed && (*parsed)->root().stringAt("action").has_value();
    return whole ? json : "{\"action\":\"accept\",\"content\":" + json + '}';
}

void writeElicitation(json::Writer &out, const AnswerRules &rules)
{
    out.key("elicitation").beginObject();
    if (rules.elicitationForm)
        out.key("form").beginObject().endObject();
    // Accepting a URL by rule would open it without the user's word.
    if (rules.elicitationUrl && rules.elicitation != AnswerMode::Defaults)
        out.key("url").beginObject().endObject();
    out.endObject();
}

void writeMembers(json::Writer &out, const QByteArray &object)
{
    const Result<json::DocumentPtr> parsed = parseJson(object);
    if (!parsed)
        return;
    for (const json::Member &member : (*parsed)->root().members())
        out.rawMember(member.name(), (*parsed)->raw(member.value()));
}

bool holds(const QByteArray &object, const char *name)
{
    const Result<json::DocumentPtr> parsed = isSet(object) ? parseJson(object) : Result<json::DocumentPtr>(nullptr);
    return parsed && *parsed && (*parsed)->root().find(name);
}

} // namespace

AnswerBook::AnswerBook(AnswerRules rules)
    : m_rules(std::move(rules))
{
}

QByteArray AnswerBook::capabilities() const
{
    const QByteArray &extra = m_rules.extraCapabilities;
    json::Writer out;
    out.beginObject();
    const bool elicits = m_rules.elicitation != AnswerMode::NotDeclared || m_rules.results.contains("elicitation/create");
    if (elicits && !holds(extra, "elicitation"))
        writeElicitation(out, m_rules);
    const bool samples = m_rules.sampling != AnswerMode::NotDeclared || m_rules.results.contains("sampling/createMessage");
    if (samples && !holds(extra, "sampling")) {
        out.key("sampling").beginObject();
        if (m_rules.samplingTools)
            out.key("tools").beginObject().endObject();
        out.endObject();
    }
    const bool hasRoots = m_rules.declareRoots || !m_rules.roots.isEmpty() || m_rules.results.contains("roots/list");
    if (hasRoots && !holds(extra, "roots")) {
        out.key("roots").beginObject();
        if (m_rules.rootsListChanged)
            out.member("listChanged", true);
        out.endObject();
    }
    if (isSet(extra))
        writeMembers(out, extra);
    return QByteArray::fromStdString(out.endObject().take());
}

std::optional<ServerAnswer> AnswerBook::answer(const ServerRequest &request)
{
    const auto standing = m_rules.results.constFind(request.method);
    if (standing != m_rules.results.constEnd())
        return result(*standing);
    if (request.method == "roots/list" && (!m_rules.roots.isEmpty() || (m_rules.declareRoots && !m_rules.askRoots)))
        return result(rootsResult());
    if (request.method == "elicitation/create")
        return elicitation(request);
    if (request.method == "sampling/createMessage")
        return sampling(request);
    return std::nullopt;
}

std::optional<ServerAnswer> AnswerBook::elicitation(const ServerRequest &request)
{
    switch (m_rules.elicitation) {
    case AnswerMode::Defaults:
        return result("{\"action\":\"accept\",\"content\":" + elicitationDefaults(request.params) + '}');
    case AnswerMode::Decline:
        return result("{\"action\":\"decline\"}");
    case AnswerMode::Cancel:
        return result("{\"action\":\"cancel\"}");
    case AnswerMode::Fixed:
        return result(elicitationResult(nth(m_rules.elicitationResult, m_elicitations++)));
    case AnswerMode::Ask:
        return saved(request);
    case AnswerMode::NotDeclared:
        break;
    }
    return std::nullopt;
}

/// The newest one wins.
std::optional<ServerAnswer> AnswerBook::saved(const ServerRequest &request) const
{
    for (auto answer = m_rules.saved.crbegin(); answer != m_rules.saved.crend(); ++answer) {
        if (answer->automatic && fits(*answer, request))
            return result(answer->result);
    }
    return std::nullopt;
}

std::optional<ServerAnswer> AnswerBook::sampling(const ServerRequest &request)
{
    if (m_rules.sampling == AnswerMode::Fixed)
        return result(nth(m_rules.samplingResult, m_samplings++));
    if (m_rules.sampling == AnswerMode::Decline || m_rules.sampling == AnswerMode::Cancel)
        return refusal(request, "User rejected sampling request");
    if (m_rules.sampling == AnswerMode::Ask)
        return saved(request);
    return std::nullopt;
}

QByteArray AnswerBook::rootsResult() const
{
    json::Writer out;
    out.beginObject().key("roots").beginArray();
    for (const RootEntry &root : m_rules.roots) {
        out.beginObject().member("uri", root.uri.toStdString());
        if (!root.name.isEmpty())
            out.member("name", root.name.toStdString());
        out.endObject();
    }
    return QByteArray::fromStdString(out.endArray().endObject().take());
}

} // namespace assayer
