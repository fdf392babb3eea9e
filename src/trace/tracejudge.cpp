#include "trace/tracejudge.h"

#include "protocol/judge.h"
#include "trace/httphead.h"
#include "trace/jsontext.h"
#include "trace/rpcshape.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <unordered_set>

namespace assayer {
namespace {

constexpr std::size_t shownNoise = 120;

QByteArray nameOf(const MessageFacts &facts, quint64 seq)
{
    QByteArray name = facts.method.isEmpty() ? QByteArray("message") : facts.method;
    name.append(' ').append(bytes(messageKindName(facts.kind)));
    if (!facts.id.isEmpty())
        name.append(' ').append(facts.id);
    return name.append(" (record ").append(QByteArray::number(seq)).append(')');
}

class TraceJudge {
public:
    TraceJudge(const TraceAnalyzer &trace, std::optional<Revision> revision)
        : m_trace(trace)
        , m_log(trace.log())
        , m_revision(revision.value_or(negotiated()))
    {
        m_verdict.revision = bytes(revisionName(m_revision));
    }

    TraceVerdict run()
    {
        for (quint64 row = 0; row < m_trace.count(); ++row)
            judgeRow(row);
        unanswered();
        openBodies();
        const auto frameOf = [](const Finding &finding) { return std::atoll(finding.where.c_str() + 6); };
        sortByFrame(frameOf);
        return std::move(m_verdict);
    }

private:
    Revision negotiated() const
    {
        return revisionFromName(view(m_trace.negotiatedVersion())).value_or(Revision::R2025_11_25);
    }

    std::size_t add(quint64 row, const char *rule, Severity severity, std::string message, const char *spec)
    {
        Finding finding;
        finding.rule = rule;
        finding.severity = severity;
        finding.message = std::move(message);
        finding.where = "frame:" + std::to_string(m_log.seqOf(row));
        finding.spec = spec;
        m_verdict.findings.push_back(std::move(finding));
        return m_verdict.findings.size() - 1;
    }

    void judgeRow(quint64 row)
    {
        const RecordFacts facts = m_trace.facts(row);
        if (facts.malformed)
            malformed(row);
        if (m_log.type(row) == FrameType::Line)
            lineEnd(row);
        if (m_log.type(row) == FrameType::Head || m_log.type(row) == FrameType::Body)
            follow(row, facts);
        if (facts.messages.empty())
            return;
        const std::vector<Message> messages = m_trace.messages(row);
        for (std::size_t i = 0; i < std::min(messages.size(), facts.messages.size()); ++i)
            judgeMessageAt(row, messages[i], facts.messages[i]);
    }

    /// Handshake and probe belong to their era whatever was negotiated in the end.
    Revision revisionFor(const Message &message, const MessageFacts &facts) const
    {
        std::optional<Era> only = eraOfRequest(message);
        if (facts.kind == MessageKind::Response)
            only = facts.method == "server/discover" ? std::optional(Era::Modern) : facts.method == "initialize" ? std::optional(Era::Legacy) : std::nullopt;
        if (!only || *only == eraOf(m_revision) || (message.error && facts.method == "server/discover"))
            return m_revision;
        return *only == Era::Modern ? Revision::R2026_07_28 : Revision::R2025_11_25;
    }

    void judgeMessageAt(quint64 row, const Message &message, const MessageFacts &facts)
    {
        JudgedMessage judged { m_log.seqOf(row), nameOf(facts, m_log.seqOf(row)), {} };
        const std::string_view asked = facts.kind == MessageKind::Response ? view(facts.method) : std::string_view();
        const std::string prefix = facts.kind == MessageKind::None || message.root == &message.document->root()
            ? std::string()
            : message.document->pointerAt(message.root->begin());
        for (const Fault &fault : judgeMessage(message, asked, revisionFor(message, facts))) {
            judged.findings.push_back(m_verdict.findings.size());
            m_verdict.findings.push_back(toFinding(fault, m_log.seqOf(row), prefix));
        }
        pairing(row, message, facts, judged);
        m_verdict.judged.push_back(std::move(judged));
    }

    void pairing(quint64 row, const Message &message, const MessageFacts &facts, JudgedMessage &judged)
    {
        if (message.method == "notifications/cancelled" && message.params) {
            if (const json::Value *id = message.params->find("requestId"))
                m_cancelled.insert(std::string(message.document->raw(*id)));
        }
        if (facts.kind == MessageKind::Request)
            m_requests.emplace_back(row, facts.id.toStdString());
        const bool answersUs = facts.kind == MessageKind::Response && m_log.direction(row) == Direction::In;
        if (!answersUs || facts.requestRow || message.id.kind == RequestId::Null || message.id.kind == RequestId::Absent)
            return;
        if (m_cancelled.contains(message.id.text))
            return;
        judged.findings.push_back(add(row, "jsonrpc.unknown-id", Severity::Warning,
            "The server answered id " + message.id.text + ", which no open request has", "JSON-RPC 2.0 section 5"));
    }

    void malformed(quint64 row)
    {
        const QByteArray text = toValidUtf8(view(m_log.bytes(row)));
        JudgedMessage judged { m_log.seqOf(row), "record " + QByteArray::number(m_log.seqOf(row)), {} };
        const std::string shown = text.left(static_cast<qsizetype>(shownNoise)).trimmed().toStdString();
        const bool stdio = m_log.channel(row) == Channel::Stdout;
        const char *rule = stdio ? "stdio.noise" : "message.not-json-rpc";
        const std::string words = stdio ? "stdout noise (not JSON-RPC): " : "This is no JSON-RPC message: ";
        judged.findings.push_back(add(row, rule, stdio ? Severity::Warning : Severity::Error, words + shown, "basic/transports#stdio"));
        m_verdict.judged.push_back(std::move(judged));
    }

    void lineEnd(quint64 row)
    {
        if (m_log.channel(row) != Channel::Stdout)
            return;
        const QByteArray bytes = m_log.bytes(row);
        if (bytes.endsWith("\r\n") && !std::exchange(m_toldCrlf, true))
            add(row, "stdio.crlf", Severity::Note, "The server ends its lines with CR LF; the specification says LF", "basic/transports#stdio");
        if (!bytes.endsWith('\n'))
            add(row, "stdio.unterminated", Severity::Warning, "The server's last line lacks its line end", "basic/transports#stdio");
    }

    /// JSON bodies of the server that have begun and not come to their end.
    void follow(quint64 row, const RecordFacts &facts)
    {
        if (m_log.direction(row) != Direction::In)
            return;
        const quint64 exchange = m_log.exchange(row);
        if (m_log.type(row) == FrameType::Head) {
            const QByteArray bytes = m_log.bytes(row);
            const TracedHead head = TracedHead::read(view(bytes));
            m_jsonBody[exchange] = { sameName(head.mediaType(), "application/json") && head.status >= 200, false, row };
        } else if (const auto body = m_jsonBody.find(exchange); body != m_jsonBody.end()) {
            body->second.last = row;
            body->second.begun = true;
            if (!facts.messages.empty())
                m_jsonBody.erase(body);
        }
    }

    void openBodies()
    {
        for (const auto &[exchange, body] : m_jsonBody) {
            if (!body.isJson || !body.begun || parseJson(m_trace.body(body.last)))
                continue;
            add(body.last, "http.cut-body", Severity::Error, "The server's JSON body ends in the middle, or is none", "basic/transports#streamable-http");
        }
    }

    void unanswered()
    {
        for (const auto &request : m_requests) {
            const auto row = request.first;
            const auto &id = request.second;
            const RecordFacts facts = m_trace.facts(row);
            const auto open = [&](const MessageFacts &message) {
                return message.kind == MessageKind::Request && message.id.toStdString() == id && !message.answerRow
                    && message.method != "subscriptions/listen" && !m_cancelled.contains(id);
            };
            if (std::none_of(facts.messages.begin(), facts.messages.end(), open))
                continue;
            const bool ours = m_log.direction(row) != Direction::In;
            add(row, "jsonrpc.unanswered", Severity::Warning,
                std::string("The request ") + id + (ours ? " has no answer from the server" : " of the server was not answered by the client"),
                "JSON-RPC 2.0 section 4");
        }
    }

    template<class FrameOf>
    void sortByFrame(const FrameOf &frameOf)
    {
        std::vector<std::size_t> order(m_verdict.findings.size());
        for (std::size_t i = 0; i < order.size(); ++i)
            order[i] = i;
        std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
            return frameOf(m_verdict.findings[a]) < frameOf(m_verdict.findings[b]);
        });
        std::vector<std::size_t> place(order.size());
        Findings sorted;
        for (std::size_t i = 0; i < order.size(); ++i) {
            place[order[i]] = i;
            sorted.push_back(std::move(m_verdict.findings[order[i]]));
        }
        m_verdict.findings = std::move(sorted);
        for (JudgedMessage &judged : m_verdict.judged) {
            for (std::size_t &index : judged.findings)
                index = place[index];
        }
    }

    struct JsonBody {
        bool isJson = false;
        bool begun = false;
        quint64 last = 0;
    };

    const TraceAnalyzer &m_trace;
    const TraceLog &m_log;
    Revision m_revision;
    TraceVerdict m_verdict;
    std::vector<std::pair<quint64, std::string>> m_requests;
    std::unordered_set<std::string> m_cancelled;
    std::map<quint64, JsonBody> m_jsonBody;
    bool m_toldCrlf = false;
};

bool same(const Finding &a, const Finding &b)
{
    return a.rule == b.rule && a.where == b.where && a.severity == b.severity && a.message == b.message;
}

void appendMissing(const Findings &all, const Findings &other, bool added, std::vector<VerdictChange> &changes)
{
    for (const Finding &finding : all) {
        if (std::none_of(other.begin(), other.end(), [&](const Finding &known) { return same(finding, known); }))
            changes.push_back({ finding, added });
    }
}

} // namespace

TraceVerdict judgeTrace(const TraceAnalyzer &trace, std::optional<Revision> revision)
{
    return TraceJudge(trace, revision).run();
}

std::vector<VerdictChange> compareVerdicts(const Findings &before, const Findings &after)
{
    std::vector<VerdictChange> changes;
    appendMissing(before, after, false, changes);
    appendMissing(after, before, true, changes);
    return changes;
}

} // namespace assayer
