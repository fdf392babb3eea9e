#include "session/serverquestions.h"

#include "session/askedexchange.h"
#include "session/declaration.h"
#include "session/wiretext.h"

namespace assayer {

ServerQuestions::ServerQuestions(SessionCore &core)
    : m_core(core)
{
}

void ServerQuestions::refuse(const Message &message, const Declaration::Refusal &refusal, quint64 frame)
{
    m_core.sendOneWay(wiretext::error(bytes(message.id.text), refusal.code, refusal.reason), {}, {});
    m_core.report("rpc.undeclared", Severity::Error,
        "The server sent " + std::string(message.method) + " and was answered " + std::to_string(refusal.code) + ": " + refusal.reason, frame);
}

void ServerQuestions::takeRequest(const Message &message, quint64 frame)
{
    if (m_core.era() == Era::Modern) {
        m_core.report("rpc.server-request", Severity::Error,
            "The server sent the request " + std::string(message.method) + "; the modern era has no requests of the server, it was not answered", frame);
        return;
    }
    if (message.method == "ping") {
        m_core.sendOneWay(wiretext::result(bytes(message.id.text), "{}"), {}, {});
        return;
    }
    if (const auto refusal = m_core.declared().refusal(message.method, message.params))
        return refuse(message, *refusal, frame);
    Question question;
    question.request.number = ++m_last;
    question.request.method = bytes(message.method);
    question.request.key = bytes(message.id.text);
    question.request.params = { message.document, message.params };
    const json::Value *related = message.params ? message.params->find("_meta", "io.modelcontextprotocol/related-task") : nullptr;
    question.request.taskId = bytes(related ? related->stringAt("taskId").value_or("") : "");
    question.request.frame = frame;
    question.request.wallNs = assayer::wallNs();
    m_open.emplace(question.request.number, question);
    Q_EMIT m_core.session().serverRequested(question.request);
}

void ServerQuestions::askRound(AskedExchange &exchange, const json::Node &inputRequests, int round, quint64 frame)
{
    const Declaration declared(exchange.declaredCapabilities());
    for (const json::Member &member : inputRequests.value->members()) {
        const auto method = member.value().stringAt("method");
        const auto refusal = declared.refusal(method.value_or(""), member.value().find("params"));
        if (!refusal)
            continue;
        // The modern era has no error form for an answer: the request is given up.
        const std::string what = method ? std::string(*method) : "an input without a method";
        m_core.report("mrtr.undeclared", Severity::Error, "The server asked for " + what + ", which this request did not declare: " + refusal->reason, frame);
        Error error("invalid-result", "The server asked for an input that was not declared: " + what + " (" + refusal->reason + ')', "undeclared-input");
        error.data.path = "/inputRequests";
        return exchange.fail(std::move(error));
    }
    m_rounds[&exchange] = { inputRequests.value->size(), {} };
    std::vector<ServerRequest> asked;
    for (const json::Member &member : inputRequests.value->members()) {
        Question question;
        question.exchange = &exchange;
        ServerRequest &request = question.request;
        request.number = ++m_last;
        request.method = bytes(*member.value().stringAt("method"));
        request.key = bytes(member.name());
        request.params = { inputRequests.document, member.value().find("params") };
        request.inputRequired = true;
        request.round = round;
        request.maxRounds = m_core.options().maxRounds;
        request.frame = frame;
        request.callMethod = exchange.method();
        request.wallNs = assayer::wallNs();
        m_open.emplace(request.number, question);
        asked.push_back(request);
    }
    for (const ServerRequest &request : asked)
        Q_EMIT m_core.session().serverRequested(request);
}

void ServerQuestions::answer(quint64 number, const ServerAnswer &answer)
{
    const auto found = m_open.find(number);
    if (found == m_open.end())
        return;
    const Question question = found->second;
    m_open.erase(found);
    if (!question.request.inputRequired) {
        const QByteArray &id = question.request.key;
        m_core.sendOneWay(answer.result.isEmpty() ? wiretext::error(id, answer.errorCode ? answer.errorCode : -1, view(answer.errorMessage))
                                                  : wiretext::result(id, answer.result),
            {}, {});
        return;
    }
    if (!question.exchange)
        return;
    const auto round = m_rounds.find(question.exchange);
    if (round == m_rounds.end())
        return;
    round->second.answers[question.request.key] = answer;
    if (--round->second.open > 0)
        return;
    const auto answers = round->second.answers;
    m_rounds.erase(round);
    question.exchange->takeInput(answers);
}

void ServerQuestions::takeBack(const QByteArray &idJson)
{
    for (auto question = m_open.begin(); question != m_open.end(); ++question) {
        if (question->second.request.inputRequired || question->second.request.key != idJson)
            continue;
        const quint64 number = question->first;
        m_open.erase(question);
        Q_EMIT m_core.session().serverRequestCancelled(number);
        return;
    }
}

void ServerQuestions::drop(AskedExchange &exchange)
{
    m_rounds.erase(&exchange);
    std::vector<quint64> gone;
    for (const auto &[number, question] : m_open) {
        if (question.exchange == &exchange)
            gone.push_back(number);
    }
    for (const quint64 number : gone) {
        m_open.erase(number);
        Q_EMIT m_core.session().serverRequestCancelled(number);
    }
}

void ServerQuestions::clear()
{
    m_open.clear();
    m_rounds.clear();
}

} // namespace assayer
