#include "casecheck.h"

#include "findingcheck.h"

#include <QJsonDocument>
#include <QSet>

namespace assayer::test {

namespace {

QString text(const std::string &words)
{
    return QString::fromStdString(words);
}

QString shown(const QJsonValue &value)
{
    return QString::fromUtf8(QJsonDocument(QJsonArray { value }).toJson(QJsonDocument::Compact));
}

class Check {
public:
    Check(const QJsonObject &definition, const CaseResult &result)
        : m_case(definition)
        , m_expect(definition.value(u"expect").toObject())
        , m_result(result)
    {
    }

    /// The verdict, its error and its time alone: what another client's column says of the same script.
    QStringList runColumn(const QJsonObject &column)
    {
        verdict(column);
        elapsed(column);
        return m_faults;
    }

    QStringList run()
    {
        verdict(m_expect);
        alternatives();
        elapsed(m_expect);
        counts();
        http();
        spawns();
        bodies();
        then();
        visible();
        recorded();
        return m_faults;
    }

private:
    void same(const QString &what, const QJsonValue &expected, const QJsonValue &received)
    {
        if (expected != received)
            m_faults.append(QStringLiteral("%1: expected %2, got %3").arg(what, shown(expected), shown(received)));
    }

    void verdict(const QJsonObject &expect)
    {
        if (expect.contains(u"result"))
            same(QStringLiteral("result"), expect.value(u"result"), m_result.result);
        if (expect.contains(u"version"))
            same(QStringLiteral("version"), expect.value(u"version"), m_result.version);
        if (expect.contains(u"strength"))
            same(QStringLiteral("strength"), expect.value(u"strength"), text(m_result.report.strength.value_or("")));
        if (expect.contains(u"error"))
            error(expect.value(u"error").toObject());
    }

    void error(const QJsonObject &expect)
    {
        if (!m_result.error)
            return m_faults.append(QStringLiteral("no error"));
        const Error &error = *m_result.error;
        same(QStringLiteral("error.kind"), expect.value(u"kind"), text(error.kind));
        if (expect.contains(u"cause"))
            same(QStringLiteral("error.cause"), expect.value(u"cause"), text(error.cause));
        if (expect.contains(u"rpcCode"))
            same(QStringLiteral("error.rpcCode"), expect.value(u"rpcCode"), text(error.data.code.value_or("")).toInt());
        const QJsonObject data = expect.value(u"data").toObject();
        if (data.contains(u"status"))
            same(QStringLiteral("data.status"), data.value(u"status"), error.data.status.value_or(0));
        if (data.contains(u"hasText"))
            same(QStringLiteral("data.hasText"), data.value(u"hasText"), !error.data.text.value_or("").empty());
        if (data.contains(u"requested"))
            same(QStringLiteral("data.requested"), data.value(u"requested"), text(error.data.requested.value_or("")));
        if (data.contains(u"timeout"))
            same(QStringLiteral("data.timeout"), data.value(u"timeout"), qint64(error.data.timeoutMs.value_or(0)));
        if (data.contains(u"supported")) {
            QJsonArray supported;
            for (const std::string &name : error.data.supported)
                supported.append(text(name));
            same(QStringLiteral("data.supported"), data.value(u"supported"), supported);
        }
    }

    void alternatives()
    {
        if (!m_expect.contains(u"anyOf"))
            return;
        QStringList all;
        for (const QJsonValue &alternative : m_expect.value(u"anyOf").toArray()) {
            const QStringList before = std::exchange(m_faults, {});
            verdict(alternative.toObject());
            elapsed(alternative.toObject());
            const QStringList here = std::exchange(m_faults, before);
            if (here.isEmpty())
                return;
            all += here;
        }
        m_faults += all;
    }

    void elapsed(const QJsonObject &expect)
    {
        const QJsonObject timeouts = m_case.value(u"timeouts").toObject();
        const double probe = timeouts.value(u"probeMs").toDouble();
        const double request = timeouts.value(u"requestMs").toDouble();
        const QString word = expect.value(u"elapsed").toString();
        double least = 0;
        double most = 1e9;
        if (word == u"immediate")
            most = 0.75 * probe;
        else if (word == u"probe-timeout")
            least = 0.9 * probe, most = 1.5 * probe;
        else if (word == u"probe-timeout-x2")
            least = 1.8 * probe, most = 3 * probe;
        else if (word == u"request-timeout")
            least = 0.9 * request, most = 1.5 * request;
        const double took = double(m_result.elapsedMs);
        if (took < least || took >= most)
            m_faults.append(QStringLiteral("time: %1, took %2 ms").arg(word).arg(took));
    }

    /// Methods that reached the server, in order; GET and DELETE as such.
    QStringList received() const
    {
        QStringList methods;
        for (const ScriptedRequest &request : m_result.requests)
            methods.append(request.httpMethod == "POST" ? request.rpcMethod() : QString::fromLatin1(request.httpMethod));
        for (const QList<QJsonObject> &spawn : m_result.spawns) {
            for (const QJsonObject &message : spawn)
                methods.append(message.value(u"method").toString());
        }
        return methods;
    }

    void counts()
    {
        const QStringList methods = received();
        if (m_expect.contains(u"probes"))
            same(QStringLiteral("probes"), m_expect.value(u"probes"), methods.count(QStringLiteral("server/discover")));
        if (m_expect.contains(u"initializeSent"))
            same(QStringLiteral("initializeSent"), m_expect.value(u"initializeSent"), methods.contains(QStringLiteral("initialize")));
        if (m_expect.contains(u"initializedSent"))
            same(QStringLiteral("initializedSent"), m_expect.value(u"initializedSent"), methods.contains(QStringLiteral("notifications/initialized")));
        if (m_expect.contains(u"otherServerRequests"))
            same(QStringLiteral("otherServerRequests"), m_expect.value(u"otherServerRequests"), m_result.otherRequests);
    }

    /// The GET stream is opened beside the other requests: its place among them is free.
    void http()
    {
        QJsonArray expected = m_expect.value(u"http").toArray();
        for (const QJsonValue &method : m_expect.value(u"requests").toArray()) {
            const bool isGet = method.toString() == u"GET";
            expected.append(QJsonObject { { QStringLiteral("http"), isGet ? QStringLiteral("GET") : QStringLiteral("POST") },
                { QStringLiteral("rpc"), isGet ? QJsonValue() : method } });
        }
        if (expected.isEmpty())
            return;
        QList<ScriptedRequest> left = m_result.requests;
        const bool exact = !m_case.contains(u"then");
        if (exact && left.size() != expected.size())
            m_faults.append(QStringLiteral("requests: expected %1, got %2").arg(expected.size()).arg(received().join(u' ')));
        qsizetype next = 0;
        for (const QJsonValue &value : expected) {
            const qsizetype at = find(left, value.toObject(), next);
            if (at < 0) {
                m_faults.append(QStringLiteral("request missing or out of order: %1 among %2").arg(shown(value), received().join(u' ')));
                continue;
            }
            headers(value.toObject(), left.at(at));
            left.removeAt(at);
            if (value.toObject().value(u"http").toString() != u"GET")
                next = at;
        }
    }

    static qsizetype find(const QList<ScriptedRequest> &requests, const QJsonObject &expected, qsizetype from)
    {
        const QString verb = expected.value(u"http").toString();
        for (qsizetype i = verb == u"GET" ? 0 : from; i < requests.size(); ++i) {
            const ScriptedRequest &request = requests.at(i);
            if (QString::fromLatin1(request.httpMethod) == verb && (verb != u"POST" || request.rpcMethod() == expected.value(u"rpc").toString()))
                return i;
        }
        return -1;
    }

    void headers(const QJsonObject &expected, const ScriptedRequest &request)
    {
        if (!expected.contains(u"headers"))
            return;
        static const QStringList judged { QStringLiteral("accept"), QStringLiteral("content-type"), QStringLiteral("mcp-protocol-version"),
            QStringLiteral("mcp-method"), QStringLiteral("mcp-name"), QStringLiteral("mcp-session-id"), QStringLiteral("authorization"), QStringLiteral("last-event-id") };
        const QJsonObject fields = expected.value(u"headers").toObject();
        const QString what = expected.value(u"http").toString() + u' ' + expected.value(u"rpc").toString() + u' ';
        for (const QString &name : judged) {
            const bool isFree = expected.value(u"http").toString() == u"DELETE" && name == u"accept";
            if (!isFree)
                same(what + name, fields.value(name).toString(), QString::fromUtf8(request.headers.value(name.toLatin1())));
        }
        const QJsonValue id = request.rpc.value(u"id");
        same(what + QStringLiteral("id"), expected.value(u"id"), id.isString() ? QStringLiteral("string") : id.isDouble() ? QStringLiteral("number") : QStringLiteral("none"));
        const QJsonObject params = request.rpc.value(u"params").toObject();
        if (expected.contains(u"offeredVersion"))
            same(what + QStringLiteral("offered"), expected.value(u"offeredVersion"), params.value(u"protocolVersion"));
        if (expected.contains(u"path"))
            same(what + QStringLiteral("path"), expected.value(u"path"), QString::fromLatin1(request.path));
        const QJsonObject meta = params.value(u"_meta").toObject();
        if (expected.contains(u"metaVersion"))
            same(what + QStringLiteral("metaVersion"), expected.value(u"metaVersion"), meta.value(u"io.modelcontextprotocol/protocolVersion"));
        QJsonArray keys;
        for (const QString &key : meta.keys())
            keys.append(key);
        if (expected.contains(u"metaKeys"))
            same(what + QStringLiteral("metaKeys"), expected.value(u"metaKeys"), keys);
        else if (expected.value(u"http").toString() == u"POST")
            same(what + QStringLiteral("no _meta"), QJsonArray(), keys);
    }

    void spawns()
    {
        if (!m_expect.contains(u"spawns"))
            return;
        QJsonArray processes;
        for (const QList<QJsonObject> &spawn : m_result.spawns) {
            QJsonArray methods;
            for (const QJsonObject &message : spawn)
                methods.append(message.value(u"method"));
            processes.append(QJsonObject { { QStringLiteral("received"), methods } });
        }
        same(QStringLiteral("spawns"), m_expect.value(u"spawns"), processes);
    }

    /// Values that are ours to choose: ids, tokens, words.
    static QJsonValue withoutChoice(const QJsonValue &value)
    {
        if (!value.isObject())
            return value;
        QJsonObject object = value.toObject();
        for (const QString &name : { QStringLiteral("id"), QStringLiteral("requestId"), QStringLiteral("progressToken"), QStringLiteral("reason"), QStringLiteral("jsonrpc") })
            object.remove(name);
        for (const QString &name : object.keys())
            object.insert(name, withoutChoice(object.value(name)));
        return object;
    }

    void bodies()
    {
        QList<QJsonObject> sent;
        for (const ScriptedRequest &request : m_result.requests) {
            if (request.httpMethod == "POST")
                sent.append(request.rpc);
        }
        for (const QList<QJsonObject> &spawn : m_result.spawns)
            sent += spawn;
        const QJsonArray expected = m_expect.value(u"bodies").toArray();
        for (qsizetype i = 0; i < expected.size(); ++i)
            same(QStringLiteral("body %1").arg(i), withoutChoice(expected.at(i)), withoutChoice(sent.value(i)));
    }

    void then()
    {
        const QJsonArray expected = m_expect.value(u"then").toArray();
        for (qsizetype i = 0; i < expected.size(); ++i)
            outcome(QStringLiteral("then %1 ").arg(i), expected.at(i).toObject(), m_result.then.at(i).toObject());
    }

    void outcome(const QString &what, const QJsonObject &expected, const QJsonObject &received)
    {
        for (auto it = expected.begin(); it != expected.end(); ++it) {
            if (it.value().isObject())
                outcome(what + it.key() + u'.', it.value().toObject(), received.value(it.key()).toObject());
            else
                same(what + it.key(), it.value(), received.value(it.key()));
        }
    }

    /// What the user must be able to see stands somewhere: a finding, the weakness of the verdict, the error.
    void visible()
    {
        m_faults += findingDifferences(m_case, m_result);
        if (m_expect.value(u"finding").toString() == u"last line not terminated" && !std::any_of(m_result.findings.begin(), m_result.findings.end(), [](const Finding &each) { return each.message.find("line end") != std::string::npos; }))
            m_faults.append(QStringLiteral("nothing tells that the last line has no end"));
        if (m_result.report.because.empty() && !m_result.error)
            m_faults.append(QStringLiteral("no sentence of reason"));
    }

    /// Each probe has its verdict beside its frames.
    void recorded()
    {
        for (const NegotiationStep &step : m_result.report.steps) {
            if (step.outcome.empty())
                m_faults.append(QStringLiteral("step without outcome: ") + text(step.step));
            const bool isProbe = step.step == "probe" || step.step == "corrective-probe";
            const bool judged = step.outcome != "cancelled" && step.outcome != "closed";
            if (isProbe && judged && (step.rule.empty() || step.sentence.empty() || step.verdict.empty()))
                m_faults.append(QStringLiteral("probe without rule: ") + text(step.outcome));
        }
        if (m_result.decisions.empty())
            m_faults.append(QStringLiteral("no decision recorded"));
    }

    const QJsonObject m_case;
    const QJsonObject m_expect;
    const CaseResult &m_result;
    QStringList m_faults;
};

/// The verdict that a column stands for. A failure behind a legacy verdict is a legacy verdict.
QString columnVerdict(const QJsonObject &column)
{
    const QString result = column.value(u"result").toString();
    if (result != u"error")
        return result;
    const QJsonObject error = column.value(u"error").toObject();
    const QString kind = error.value(u"kind").toString();
    static const QSet<QString> later { QStringLiteral("http-error"), QStringLiteral("rpc-error"), QStringLiteral("network"), QStringLiteral("invalid-result"),
        QStringLiteral("initialize-version-unsupported"), QStringLiteral("connection-closed") };
    if (later.contains(kind) || column.value(u"elapsed").toString() == u"request-timeout")
        return QStringLiteral("legacy");
    const QString cause = error.value(u"cause").toString();
    return QStringLiteral("error: ") + kind + (cause.isEmpty() ? QString() : u' ' + cause);
}

bool differsInMore(const QString &id)
{
    // The client resumes the stream inside the probe; counts retries differently; the caller, not the server, ended it.
    return id == QLatin1String("sse-resume-data-ok") || id == QLatin1String("net-retry-late-first") || id.startsWith(QLatin1String("caller-"));
}

} // namespace

QStringList differences(const QJsonObject &definition, const CaseResult &result)
{
    return Check(definition, result).run();
}

QStringList columnDifferences(const QJsonObject &definition, const char *column, const CaseResult &result)
{
    return Check(definition, result).runColumn(definition.value(QLatin1String(column)).toObject());
}

bool playsAsPolicy(const QJsonObject &definition, const char *column)
{
    const QJsonObject theirs = definition.value(QLatin1String(column)).toObject();
    const QJsonObject ours = definition.value(u"expect").toObject();
    const bool same = theirs.value(u"result") == ours.value(u"result") && theirs.value(u"error").toObject().value(u"kind") == ours.value(u"error").toObject().value(u"kind")
        && theirs.value(u"error").toObject().value(u"cause") == ours.value(u"error").toObject().value(u"cause");
    // Initialize is ours under every policy: its failures bear our names.
    const bool later = definition.value(u"id").toString() == u"auth-fallback-then-401";
    return !theirs.isEmpty() && !same && !later && !differsInMore(definition.value(u"id").toString());
}

QStringList policyDifferences(const QJsonObject &definition, const CaseResult &result)
{
    QStringList faults;
    const bool measured = definition.contains(u"sdk240");
    if (!measured || differsInMore(definition.value(u"id").toString()) || definition.value(u"mode").toString() == u"legacy")
        return faults;
    for (const auto &[column, policy] : { std::pair("sdk2571", "sdk-2571"), std::pair("sdk240", "sdk-2.4.0") }) {
        const QString expected = columnVerdict(definition.value(QLatin1String(column)).toObject());
        QString got = QStringLiteral("nothing");
        for (const PolicyVerdict &verdict : result.report.otherPolicies) {
            if (verdict.policy == policy)
                got = text(verdict.verdict);
        }
        const bool fits = got == expected;
        if (!fits)
            faults.append(QStringLiteral("%1: expected %2, got %3").arg(QString::fromLatin1(policy), expected, got));
    }
    return faults;
}

} // namespace assayer::test
