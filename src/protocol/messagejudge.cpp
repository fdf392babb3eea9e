// judgeMessage() and its relatives: which table belongs to which message.
#include "protocol/judge.h"

#include "protocol/rules/flaws.h"
#include "protocol/rules/judge.h"
#include "protocol/rules/tables.h"

namespace assayer {
namespace {

using rules::Place;

class MessageJudge {
public:
    MessageJudge(const Message &message, std::string_view requestMethod, Revision revision, bool entries)
        : m_message(message)
        , m_requestMethod(requestMethod)
        , m_revision(revision)
        , m_entries(entries)
        , m_judge(*message.document, revision)
    {
    }

    Faults run()
    {
        envelope();
        if (m_message.kind == Message::Request)
            request();
        else if (m_message.kind == Message::Notification)
            params(rules::notificationRule(m_message.method, m_revision));
        else if (m_message.kind == Message::Response && m_message.result->isObject())
            result();
        Faults faults = m_judge.takeFaults();
        rules::appendFlaws(faults, *m_message.document, *m_message.root);
        return faults;
    }

private:
    void say(Fault::Level level, const char *rule, const Place &place, const json::Value *where, std::string message, std::string_view spec = {})
    {
        m_judge.standIn(*m_message.root);
        m_judge.report(level, Fault::Other, rule, place, where, {}, {}, std::move(message), spec);
    }

    void envelope()
    {
        const json::Value &root = *m_message.root;
        m_judge.object(rules::envelopeShape(m_message.kind), root);
        if (&root != &m_message.document->root() && m_revision != Revision::R2025_03_26)
            say(Fault::Warning, "jsonrpc.batch", Place {}, &root, "JSON-RPC batches exist in revision 2025-03-26 only", "basic/index#messages");
    }

    /// Both sides' requests: their methods do not overlap but for ping and tasks, which are alike.
    void request()
    {
        const rules::MethodShape *ours = rules::clientRequest(m_message.method, m_revision);
        if (!ours)
            return params(rules::requestRule(m_message.method, m_revision));
        const Place root;
        const Place place = root.member("params");
        if (m_message.params && m_message.params->isObject())
            m_judge.object(*ours->shape, *m_message.params, place);
        else if (!m_message.params && (ours->paramsRequired || eraOf(m_revision) == Era::Modern))
            say(Fault::Warning, "method.params", place, nullptr, "Invalid input: expected object, received undefined", ours->shape->spec);
    }

    void params(const rules::MethodRule &rule)
    {
        const Place root;
        const Place method = root.member("method");
        if (!rule.row) {
            if (rule.known)
                say(Fault::Warning, "method.revision", method, m_message.root->find("method"),
                    "\"" + std::string(m_message.method) + "\" does not exist in revision " + std::string(revisionName(m_revision)), "basic/index#messages");
            return;
        }
        const Place place = root.member("params");
        if (m_message.params && m_message.params->isObject())
            m_judge.object(*rule.row->shape, *m_message.params, place);
        else if (!m_message.params && rule.row->paramsRequired)
            say(Fault::Refused, "method.params", place, nullptr, "Invalid input: expected object, received undefined", rule.row->shape->spec);
    }

    void result()
    {
        const json::Value &value = *m_message.result;
        const Place root;
        const Place place = root.member("result");
        if (eraOf(m_revision) == Era::Modern && m_requestMethod != "server/discover" && !modernComplete(value, place))
            return;
        if (const auto kind = listKindFromMethod(m_requestMethod)) {
            list(*kind, value, place);
        } else if (m_revision == Revision::R2025_11_25 && value.find("task") && !value.find("content") && m_requestMethod != "tasks/list") {
            m_judge.object(rules::createTaskShape, value, place);
        } else if (const rules::Shape *shape = rules::resultShape(m_requestMethod, m_revision)) {
            m_judge.object(*shape, value, place);
        } else {
            m_judge.object(rules::emptyResultShape, value, place);
        }
    }

    /// False where the result is of another type, judged here.
    bool modernComplete(const json::Value &value, const Place &place)
    {
        constexpr const char *spec = "basic/index#result-types";
        const json::Value *type = value.find("resultType");
        const Place at = place.member("resultType");
        if (!type || !type->isString()) {
            say(Fault::Refused, "result.resultType", at, type,
                "Invalid input: expected string, received " + std::string(type ? typeName(*type) : "undefined"), spec);
            return true;
        }
        if (type->string() == "complete")
            return true;
        const bool call = m_requestMethod == "tools/call";
        const bool asksBack = call || m_requestMethod == "prompts/get" || m_requestMethod == "resources/read";
        if (type->string() == "input_required" && asksBack)
            m_judge.object(rules::inputRequiredShape, value, place);
        else if (type->string() == "task" && call)
            m_judge.object(rules::taskShape, value, place);
        else
            say(Fault::Refused, "result.resultType", at, type, "Unsupported result type '" + std::string(type->string()) + "' for " + std::string(m_requestMethod), spec);
        return false;
    }

    void list(ListKind kind, const json::Value &value, const Place &place)
    {
        m_judge.object(rules::pageShape, value, place);
        const json::Value *items = value.find(listMember(kind));
        const Place at = place.member(listMember(kind));
        if (!items || !items->isArray()) {
            say(Fault::Refused, "list.member", at, items,
                "Invalid input: expected array, received " + std::string(items ? typeName(*items) : "undefined"), "server/utilities/pagination");
            return;
        }
        std::size_t index = 0;
        for (const json::Value &item : m_entries ? items->items() : std::span<const json::Value>())
            m_judge.object(rules::entryShape(kind), item, at.item(index++));
    }

    const Message &m_message;
    const std::string_view m_requestMethod;
    const Revision m_revision;
    const bool m_entries;
    rules::Judge m_judge;
};

struct Parts {
    std::string_view member;
    const rules::Shape *shape;
};

Parts partsOf(std::string_view method)
{
    if (method == "resources/read")
        return { "contents", &rules::resourceContentsShape };
    if (method == "prompts/get")
        return { "messages", &rules::promptMessageShape };
    return { "content", &rules::contentBlockShape };
}

Faults judgeWhole(const rules::Shape &shape, const json::Document &document, const json::Value &result, Revision revision)
{
    rules::Judge judge(document, revision);
    judge.object(shape, result);
    Faults faults = judge.takeFaults();
    rules::appendFlaws(faults, document, result);
    return faults;
}

} // namespace

Faults judgeMessage(const Message &message, std::string_view requestMethod, Revision revision, bool entries)
{
    return MessageJudge(message, requestMethod, revision, entries).run();
}

std::optional<Fault> envelopeFault(const Message &message)
{
    rules::Judge judge(*message.document, Revision::R2025_11_25);
    judge.object(rules::envelopeShape(message.kind), *message.root);
    for (Fault &fault : judge.takeFaults()) {
        const bool strict = fault.rule.find("extra-member") != std::string::npos || (fault.path.size() == 1 && fault.path.front() == json::Step(std::string("id")));
        if (fault.level == Fault::Refused || strict)
            return std::move(fault);
    }
    return std::nullopt;
}

std::vector<PartVerdict> judgeParts(std::string_view method, Revision revision, const json::Document &document, const json::Value &result)
{
    std::vector<PartVerdict> verdicts;
    const Parts parts = partsOf(method);
    const json::Value *list = result.find(parts.member);
    if (!list)
        return verdicts;
    verdicts.reserve(list->size());
    std::size_t index = 0;
    for (const json::Value &part : list->items())
        verdicts.push_back({ index++, judgeWhole(*parts.shape, document, part, revision) });
    return verdicts;
}

Faults judgeInitializeResult(const json::Document &document, const json::Value &result, Revision revision)
{
    return judgeWhole(rules::initializeShape, document, result, revision);
}

Faults judgeDiscoverResult(const json::Document &document, const json::Value &result)
{
    return judgeWhole(rules::discoverShape, document, result, Revision::R2026_07_28);
}

} // namespace assayer
