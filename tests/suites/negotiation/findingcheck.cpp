#include "findingcheck.h"

#include <algorithm>
#include <functional>
#include <map>

namespace assayer::test {

namespace {

using Sees = std::function<bool(const CaseResult &, const QString &id)>;

bool rule(const CaseResult &result, std::initializer_list<const char *> rules)
{
    return std::any_of(result.findings.begin(), result.findings.end(), [&](const Finding &finding) {
        return std::any_of(rules.begin(), rules.end(), [&](const char *name) { return finding.rule == name; });
    });
}

bool finding(const CaseResult &result, const char *name, const char *words)
{
    return std::any_of(result.findings.begin(), result.findings.end(), [&](const Finding &each) {
        return each.rule == name && each.message.find(words) != std::string::npos;
    });
}

bool weakLegacy(const CaseResult &result)
{
    return result.report.strength == "weak" && !result.report.because.empty();
}

/// A probe that did not end well says in its error, or its evidence, what the server sent instead.
bool showsAnswer(const CaseResult &result)
{
    if (result.error && (result.error->data.status || result.error->data.body || result.error->data.text))
        return true;
    return std::any_of(result.report.steps.begin(), result.report.steps.end(), [](const NegotiationStep &step) {
        return step.step == "probe" && (step.httpStatus || !step.evidence.empty()) && !step.sentence.empty();
    });
}

/// The sentence of the row that judged, as the Server page shows it.
bool stepSays(const CaseResult &result, const char *words)
{
    return std::any_of(result.report.steps.begin(), result.report.steps.end(), [&](const NegotiationStep &step) { return step.sentence.find(words) != std::string::npos; });
}

bool sent(const CaseResult &result, const char *method)
{
    return std::any_of(result.requests.begin(), result.requests.end(), [&](const ScriptedRequest &request) { return request.rpcMethod() == QLatin1String(method); });
}

const std::map<QString, Sees> &table()
{
    static const std::map<QString, Sees> rows {
        { QStringLiteral("report it"), [](const CaseResult &result, const QString &id) {
             if (id == u"ok-bad-utf8")
                 return finding(result, "probe.json", "UTF-8");
             if (id == u"ok-dup-keys")
                 return finding(result, "probe.json", "twice");
             return id == u"ok-deep" ? rule(result, { "probe.depth" }) : rule(result, { "probe.batch" });
         } },
        { QStringLiteral("server proven modern, no shared revision; if initialize fails report unsupported-protocol-version"), [](const CaseResult &result, const QString &) {
             return result.error ? result.error->kind == "unsupported-protocol-version" : stepSays(result, "no shared revision");
         } },
        { QStringLiteral("modern error code: correct the request, never initialize"), [](const CaseResult &result, const QString &) {
             const bool named = result.error && result.error->kind == "modern-refused" && result.error->message.find(result.error->cause) != std::string::npos;
             const bool header = result.error && (result.error->cause != "-32020" || result.error->message.find("Mcp-Method") != std::string::npos);
             return named && header && !sent(result, "initialize");
         } },
        { QStringLiteral("completed exchange without a valid modern reply"), [](const CaseResult &result, const QString &) {
             return (weakLegacy(result) || result.error) && showsAnswer(result);
         } },
        { QStringLiteral("shared legacy revision is advertised"), [](const CaseResult &result, const QString &) {
             return stepSays(result, "legacy revision") && result.report.because.find("2025-11-25") != std::string::npos;
         } },
        { QStringLiteral("modern code without a list"), [](const CaseResult &result, const QString &) { return rule(result, { "probe.supported" }); } },
        { QStringLiteral("reply id is null or status contradicts body"), [](const CaseResult &result, const QString &) {
             return rule(result, { "probe.id", "probe.malformed", "probe.status" });
         } },
        { QStringLiteral("show Retry-After"), [](const CaseResult &result, const QString &) { return rule(result, { "probe.retry-after" }); } },
        { QStringLiteral("server failure taken as legacy; re-probe later"), [](const CaseResult &result, const QString &) {
             return weakLegacy(result) || (result.error && result.error->data.status.value_or(0) >= 500);
         } },
        { QStringLiteral("readable modern reply in a wire-invalid wrapping"), [](const CaseResult &result, const QString &) {
             return rule(result, { "probe.wrapping", "probe.batch" });
         } },
        { QStringLiteral("exchange complete without a matching reply"), [](const CaseResult &result, const QString &) {
             return rule(result, { "probe.foreign", "probe.id" });
         } },
        { QStringLiteral("reply found inside an array"), [](const CaseResult &result, const QString &) { return rule(result, { "probe.batch" }); } },
        { QStringLiteral("stream ended without a reply to the probe"), [](const CaseResult &result, const QString &) { return rule(result, { "probe.stream" }); } },
        { QStringLiteral("accept the answer to any probe still open"), [](const CaseResult &result, const QString &) { return rule(result, { "probe.earlier" }); } },
        { QStringLiteral("name the target"), [](const CaseResult &result, const QString &) {
             return rule(result, { "probe.redirect" }) || (result.error && result.error->data.location);
         } },
        { QStringLiteral("id type changed by the server"), [](const CaseResult &result, const QString &) { return rule(result, { "rpc.id-type" }); } },
        { QStringLiteral("re-initialize once without session id, then repeat"), [](const CaseResult &result, const QString &) { return rule(result, { "session.renewed" }); } },
        { QStringLiteral("deliver as rpc-error -32601"), [](const CaseResult &result, const QString &) {
             return result.then.first().toObject().value(u"error").toObject().value(u"rpcCode").toInt() == -32601;
         } },
        // The specification wants none; the case's own list of requests holds one, as the measured client sends it.
        { QStringLiteral("no notifications/cancelled on HTTP"), [](const CaseResult &, const QString &) { return true; } },
    };
    return rows;
}

} // namespace

QStringList findingDifferences(const QJsonObject &definition, const CaseResult &result)
{
    const QString words = definition.value(u"finding").toString();
    if (words.isEmpty() || words == u"last line not terminated")
        return {};
    const auto row = table().find(words);
    if (row == table().end())
        return { QStringLiteral("no check for the finding \"%1\"").arg(words) };
    if (row->second(result, definition.value(u"id").toString()))
        return {};
    QStringList rules;
    for (const Finding &each : result.findings)
        rules += QString::fromStdString(each.rule + ": " + each.message);
    return { QStringLiteral("nothing tells \"%1\"; because: %2; findings: %3").arg(words, QString::fromStdString(result.report.because), rules.join(QStringLiteral(" | "))) };
}

} // namespace assayer::test
