#include "trace/followexchange.h"

#include "json/equality.h"

#include <algorithm>
#include <array>
#include <set>
#include <unordered_map>

namespace assayer {
namespace {

constexpr quint64 farBack = 200'000; ///< records looked through for the request of a token or id
constexpr quint64 roundsBack = 20'000; ///< for the round before
constexpr quint64 retriesBack = 200; ///< for the attempt before
constexpr std::array<std::string_view, 11> roleNames { "request", "answer", "progress", "question", "reply", "cancel", "notice", "http", "stderr",
    "decision", "other" };

bool isOurs(const TraceAnalyzer &trace, quint64 row)
{
    return trace.log().direction(row) != Direction::In;
}

std::optional<Message> firstMessage(const TraceAnalyzer &trace, quint64 row)
{
    if (!trace.completesMessage(row))
        return std::nullopt;
    std::vector<Message> messages = trace.messages(row);
    return messages.empty() ? std::nullopt : std::optional(std::move(messages.front()));
}

/// Exact JSON text of a member of params; empty where there is none.
std::string paramText(const Message &message, std::string_view name)
{
    const json::Value *value = message.params ? message.params->find(name) : nullptr;
    return value ? std::string(message.document->raw(*value)) : std::string();
}

std::string progressTokenOf(const Message &message)
{
    const json::Value *token = message.params ? message.params->find("_meta", "progressToken") : nullptr;
    return token ? std::string(message.document->raw(*token)) : std::string();
}

bool wantsInput(const Message &answer)
{
    return answer.result && answer.result->stringAt("resultType") == "input_required";
}

bool isFurtherRound(const Message &request)
{
    return request.params && (request.params->find("inputResponses") || request.params->find("requestState"));
}

/// What was asked for, without what a round or an era adds.
bool sameParams(const Message &a, const Message &b)
{
    constexpr std::array<std::string_view, 3> added { "_meta", "inputResponses", "requestState" };
    const auto plain = [&](const Message &message) {
        std::vector<const json::Member *> members;
        for (const json::Member &member : message.params ? message.params->members() : std::span<const json::Member>()) {
            if (std::find(added.begin(), added.end(), member.name()) == added.end())
                members.push_back(&member);
        }
        return members;
    };
    const auto ours = plain(a);
    const auto theirs = plain(b);
    return ours.size() == theirs.size() && std::all_of(ours.begin(), ours.end(), [&](const json::Member *member) {
        const json::Value *other = b.params->find(member->name());
        return other && json::equal(*a.document, member->value(), *b.document, *other);
    });
}

std::optional<quint64> answerOf(const TraceAnalyzer &trace, quint64 row)
{
    const RecordFacts facts = trace.facts(row);
    return facts.messages.empty() ? std::nullopt : facts.messages.front().answerRow;
}

/// The request on that HTTP exchange that we sent.
std::optional<quint64> requestOnExchange(const TraceAnalyzer &trace, quint64 exchange)
{
    for (quint64 row = 0; row < trace.count(); ++row) {
        if (trace.log().exchange(row) == exchange && isOurs(trace, row) && trace.kind(row) == MessageKind::Request)
            return row;
    }
    return std::nullopt;
}

/// The newest request before `row` that `fits`, looked for backwards.
template<class Fits>
std::optional<quint64> requestBefore(const TraceAnalyzer &trace, quint64 row, const Fits &fits, quint64 limit = farBack)
{
    for (quint64 i = row; i-- > 0 && row - i < limit;) {
        if (trace.kind(i) == MessageKind::Request && fits(i))
            return i;
    }
    return std::nullopt;
}

/// Over stdio a question of the server belongs to the newest request of ours that was open when it came.
std::optional<quint64> openRequestBefore(const TraceAnalyzer &trace, quint64 row)
{
    return requestBefore(trace, row, [&](quint64 i) {
        return isOurs(trace, i) && trace.log().channel(i) != Channel::Http && answerOf(trace, i).value_or(~quint64(0)) > row;
    });
}

std::optional<quint64> requestOfNotification(const TraceAnalyzer &trace, quint64 row)
{
    const std::optional<Message> message = firstMessage(trace, row);
    if (!message)
        return std::nullopt;
    if (message->method == "notifications/progress") {
        const std::string token = paramText(*message, "progressToken");
        const bool fromServer = !isOurs(trace, row);
        return requestBefore(trace, row, [&](quint64 i) {
            const std::optional<Message> request = isOurs(trace, i) == fromServer ? firstMessage(trace, i) : std::nullopt;
            return request && progressTokenOf(*request) == token;
        });
    }
    if (message->method == "notifications/cancelled") {
        const std::string id = paramText(*message, "requestId");
        return requestBefore(trace, row, [&](quint64 i) { return isOurs(trace, i) == isOurs(trace, row) && trace.id(i).toStdString() == id; });
    }
    return std::nullopt;
}

/// First record that a decision is about.
std::optional<quint64> judgedBy(const TraceAnalyzer &trace, quint64 row)
{
    const auto document = parseJson(trace.log().members(row));
    const json::Value *of = document ? (*document)->root().find("of") : nullptr;
    const auto seq = of && !of->items().empty() ? of->items().front().integer() : std::nullopt;
    const auto judged = seq && *seq > 0 ? trace.log().rowOf(static_cast<quint64>(*seq)) : std::nullopt;
    return judged && *judged < trace.count() ? judged : std::nullopt;
}

/// A question of the server belongs to the request in whose stream, or time, it came.
std::optional<quint64> hostOfQuestion(const TraceAnalyzer &trace, quint64 row)
{
    const quint64 exchange = trace.log().exchange(row);
    return exchange ? requestOnExchange(trace, exchange) : openRequestBefore(trace, row);
}

std::optional<quint64> requestOfMessage(const TraceAnalyzer &trace, quint64 row)
{
    std::optional<quint64> request;
    switch (trace.kind(row)) {
    case MessageKind::Request:
        request = row;
        break;
    case MessageKind::Response: {
        const RecordFacts facts = trace.facts(row);
        request = facts.messages.empty() ? std::nullopt : facts.messages.front().requestRow;
        break;
    }
    case MessageKind::Notification:
        request = requestOfNotification(trace, row);
        break;
    case MessageKind::None:
        break;
    }
    if (request && !isOurs(trace, *request)) {
        if (const std::optional<quint64> host = hostOfQuestion(trace, *request))
            return host;
    }
    return request;
}

} // namespace

std::string_view followRoleName(FollowRole role)
{
    return roleNames[static_cast<std::size_t>(role)];
}

std::optional<quint64> requestOf(const TraceAnalyzer &trace, quint64 row)
{
    if (row >= trace.count())
        return std::nullopt;
    if (trace.log().type(row) == FrameType::Decision) {
        const std::optional<quint64> judged = judgedBy(trace, row);
        return judged && trace.log().type(*judged) != FrameType::Decision ? requestOf(trace, *judged) : std::nullopt;
    }
    if (trace.completesMessage(row)) {
        if (const std::optional<quint64> request = requestOfMessage(trace, row))
            return request;
    }
    const quint64 exchange = trace.log().exchange(row);
    if (!exchange)
        return std::nullopt;
    if (const std::optional<quint64> request = requestOnExchange(trace, exchange))
        return request;
    for (quint64 i = 0; i < trace.count(); ++i) { // a POST that carries our reply to a question, or a notification
        if (i != row && trace.log().exchange(i) == exchange && trace.completesMessage(i))
            return requestOfMessage(trace, i);
    }
    return std::nullopt;
}

namespace {

class Follower {
public:
    Follower(const TraceAnalyzer &trace, quint64 row)
        : m_trace(trace)
        , m_log(trace.log())
        , m_row(row)
    {
    }

    std::vector<FollowedRound> rounds()
    {
        findRounds(m_row);
        return std::move(m_followed.rounds);
    }

    FollowedExchange run()
    {
        const std::optional<quint64> request = requestOf(m_trace, m_row);
        if (request) {
            findRounds(*request);
            m_followed.method = m_trace.method(*request);
            m_followed.target = m_trace.tool(*request).isEmpty() ? m_trace.uri(*request) : m_trace.tool(*request);
            prepare();
        } else if (m_log.exchange(m_row)) {
            m_exchanges.insert(m_log.exchange(m_row));
        }
        collect();
        return std::move(m_followed);
    }

private:
    FollowedRound roundOf(quint64 request, bool retry = false) const { return { request, answerOf(m_trace, request), retry }; }

    /// The attempt before `request`, if it is a further round or a retry.
    std::optional<quint64> previous(quint64 request, const Message &message) const
    {
        const bool round = isFurtherRound(message);
        const std::optional<quint64> found = requestBefore(m_trace, request, [&](quint64 i) {
            if (!isOurs(m_trace, i) || m_trace.method(i) != m_trace.method(request) || m_trace.tool(i) != m_trace.tool(request))
                return false;
            if (round && !asksForInput(answerOf(m_trace, i), request, message))
                return false;
            const std::optional<Message> earlier = firstMessage(m_trace, i);
            return earlier && sameParams(*earlier, message) && (round || !isFurtherRound(*earlier));
        }, round ? roundsBack : retriesBack);
        return found && (round || isFailedAttempt(*found, answerOf(m_trace, *found))) ? found : std::nullopt;
    }

    /// Whether that answer asks for the input which `next` brings.
    bool asksForInput(std::optional<quint64> answer, quint64 before, const Message &next) const
    {
        const std::optional<Message> said = answer && *answer < before ? firstMessage(m_trace, *answer) : std::nullopt;
        return said && wantsInput(*said) && stateFits(*said, next);
    }

    static bool stateFits(const Message &answer, const Message &next)
    {
        const json::Value *state = answer.result->find("requestState");
        return (state ? std::string(answer.document->raw(*state)) : std::string()) == paramText(next, "requestState");
    }

    /// HTTP refused the request as such, so that it may be sent again.
    bool isFailedAttempt(quint64 request, std::optional<quint64> answer) const
    {
        const quint64 exchange = m_log.exchange(request);
        if (!exchange)
            return false;
        const quint64 until = std::min(m_trace.count(), answer ? *answer + 1 : m_trace.count());
        for (quint64 i = request; i < until; ++i) {
            if (m_log.exchange(i) == exchange && m_trace.httpStatus(i))
                return m_trace.httpStatus(i) >= 400;
        }
        return !answer && m_trace.count() > until;
    }

    void findRounds(quint64 request)
    {
        std::vector<FollowedRound> rounds { roundOf(request) };
        std::optional<Message> message = isOurs(m_trace, request) ? firstMessage(m_trace, request) : std::nullopt;
        std::optional<Message> first = message;
        while (first && rounds.size() < 100) {
            const std::optional<quint64> before = previous(rounds.front().requestRow, *first);
            if (!before)
                break;
            rounds.front().retry = !isFurtherRound(*first);
            rounds.insert(rounds.begin(), roundOf(*before));
            first = firstMessage(m_trace, *before);
        }
        while (message && rounds.size() < 100) {
            const std::optional<quint64> after = next(rounds.back());
            if (!after)
                break;
            message = firstMessage(m_trace, *after);
            rounds.push_back(roundOf(*after, message && !isFurtherRound(*message)));
        }
        m_followed.rounds = std::move(rounds);
    }

    /// The attempt that names this one as its previous.
    std::optional<quint64> next(const FollowedRound &round) const
    {
        const std::optional<Message> answer = round.answerRow ? firstMessage(m_trace, *round.answerRow) : std::nullopt;
        const bool goesOn = (answer && wantsInput(*answer)) || isFailedAttempt(round.requestRow, round.answerRow);
        if (!goesOn)
            return std::nullopt;
        const quint64 from = round.answerRow.value_or(round.requestRow) + 1;
        for (quint64 i = from; i < std::min(m_trace.count(), from + farBack); ++i) {
            const bool candidate = m_trace.kind(i) == MessageKind::Request && isOurs(m_trace, i) && m_trace.method(i) == m_trace.method(round.requestRow)
                && m_trace.tool(i) == m_trace.tool(round.requestRow);
            const std::optional<Message> message = candidate ? firstMessage(m_trace, i) : std::nullopt;
            if (message && previous(i, *message) == round.requestRow)
                return i;
        }
        return std::nullopt;
    }

    /// Exchanges, tokens, ids and questions that belong to the rounds.
    void prepare()
    {
        for (const FollowedRound &round : m_followed.rounds) {
            m_roles[round.requestRow] = FollowRole::Request;
            addExchange(round.requestRow);
            if (round.answerRow) {
                m_roles[*round.answerRow] = FollowRole::Answer;
                addExchange(*round.answerRow); // another one where the stream was resumed
            }
            if (const std::optional<Message> message = firstMessage(m_trace, round.requestRow)) {
                const std::string token = progressTokenOf(*message);
                m_tokens.insert(token);
                m_ids.insert(message->id.text);
            }
        }
        m_tokens.erase(std::string());
        m_first = m_followed.rounds.front().requestRow;
        const std::optional<quint64> end = m_followed.rounds.back().answerRow;
        m_last = end.value_or(m_trace.count() ? m_trace.count() - 1 : 0);
        m_stdio = !m_log.exchange(m_first);
        for (quint64 row = 0; row < m_trace.count(); ++row)
            addQuestion(row);
    }

    void addExchange(quint64 row)
    {
        if (m_log.exchange(row))
            m_exchanges.insert(m_log.exchange(row));
    }

    void addQuestion(quint64 row)
    {
        if (m_trace.kind(row) != MessageKind::Request || isOurs(m_trace, row) || !isOurs(m_trace, m_first))
            return;
        const bool inStream = m_log.exchange(row) && m_exchanges.contains(m_log.exchange(row));
        const bool meanwhile = m_stdio && isBetween(row) && openRequestBefore(m_trace, row).value_or(m_first) == m_first;
        if (!inStream && !meanwhile)
            return;
        m_roles[row] = FollowRole::Question;
        if (const std::optional<quint64> reply = answerOf(m_trace, row)) {
            m_roles[*reply] = FollowRole::Reply;
            addExchange(*reply);
        }
    }

    bool isBetween(quint64 row) const { return !m_followed.rounds.empty() && row >= m_first && row <= m_last; }

    std::optional<FollowRole> roleOf(quint64 row) const
    {
        const auto known = m_roles.find(row);
        if (known != m_roles.end())
            return known->second;
        const std::optional<FrameType> type = m_log.type(row);
        if (type == FrameType::Decision)
            return isAboutUs(row) ? std::optional(FollowRole::Decision) : std::nullopt;
        const bool ofExchange = m_log.exchange(row) && m_exchanges.contains(m_log.exchange(row));
        if (m_trace.kind(row) == MessageKind::Notification)
            return roleOfNotification(row, ofExchange);
        if (ofExchange)
            return FollowRole::Http;
        if (type == FrameType::Stderr && isBetween(row))
            return FollowRole::Stderr;
        return row == m_row ? std::optional(FollowRole::Other) : std::nullopt;
    }

    std::optional<FollowRole> roleOfNotification(quint64 row, bool ofExchange) const
    {
        const QByteArray &method = m_trace.method(row);
        const bool progress = method == "notifications/progress";
        if ((progress && (isBetween(row) || ofExchange)) || method == "notifications/cancelled") {
            const std::optional<Message> message = firstMessage(m_trace, row);
            if (message && progress && m_tokens.contains(paramText(*message, "progressToken")))
                return FollowRole::Progress;
            if (message && !progress && m_ids.contains(paramText(*message, "requestId")) && row >= m_first)
                return FollowRole::Cancel;
        }
        if (ofExchange || row == m_row)
            return FollowRole::Notice;
        const bool log = method == "notifications/message" && m_stdio && isBetween(row);
        return log ? std::optional(FollowRole::Notice) : std::nullopt;
    }

    bool isAboutUs(quint64 row) const
    {
        if (row == m_row)
            return true;
        const auto document = parseJson(m_log.members(row));
        const json::Value *of = document ? (*document)->root().find("of") : nullptr;
        return of && std::any_of(of->items().begin(), of->items().end(), [&](const json::Value &item) {
            const auto seq = item.integer();
            const auto judged = seq && *seq > 0 ? m_log.rowOf(static_cast<quint64>(*seq)) : std::nullopt;
            return judged && std::binary_search(m_taken.begin(), m_taken.end(), *judged);
        });
    }

    void collect()
    {
        for (quint64 row = 0; row < m_trace.count(); ++row) {
            const std::optional<FollowRole> role = roleOf(row);
            if (!role)
                continue;
            m_followed.records.push_back({ row, *role });
            m_taken.push_back(row);
        }
    }

    const TraceAnalyzer &m_trace;
    const TraceLog &m_log;
    quint64 m_row;
    FollowedExchange m_followed;
    std::unordered_map<quint64, FollowRole> m_roles;
    std::set<quint64> m_exchanges;
    std::set<std::string> m_tokens;
    std::set<std::string> m_ids;
    std::vector<quint64> m_taken; ///< ascending
    quint64 m_first = 0;
    quint64 m_last = 0;
    bool m_stdio = false;
};

} // namespace

std::vector<quint64> FollowedExchange::rows() const
{
    std::vector<quint64> rows;
    rows.reserve(records.size());
    for (const FollowedRecord &record : records)
        rows.push_back(record.row);
    return rows;
}

std::optional<qint64> FollowedExchange::durationNs(const TraceLog &log) const
{
    if (rounds.empty() || !rounds.back().answerRow)
        return std::nullopt;
    return log.monoNs(*rounds.back().answerRow) - log.monoNs(rounds.front().requestRow);
}

std::vector<FollowedRound> roundsOf(const TraceAnalyzer &trace, quint64 requestRow)
{
    return Follower(trace, requestRow).rounds();
}

FollowedExchange followExchange(const TraceAnalyzer &trace, quint64 row)
{
    return Follower(trace, row).run();
}

} // namespace assayer
