#include "inspection/errortext.h"

#include "inspection/errorwords.h"
#include "platform/formattext.h"
#include "platform/visibletext.h"

#include <map>

namespace assayer {

namespace {

using namespace words;

QString orSentence(const QString &text, const Error &error)
{
    return text.isEmpty() ? sentence(error) : text;
}

/// "503 Service Unavailable, "down"": what a step got, in few words.
QString stepFact(const NegotiationStep *step)
{
    if (!step)
        return {};
    QString fact = step->httpStatus ? QString::number(*step->httpStatus) : QString::fromStdString(step->outcome);
    if (!step->evidence.empty())
        fact += QStringLiteral(", ") + quoted(std::string_view(step->evidence).substr(0, step->evidence.find('\n')), 50);
    return fact;
}

/// A probe that failed in TLS has the kind and cause of a failed negotiation; what helps is said of TLS.
bool failedInTls(const Error &error)
{
    return !error.data.chain.empty() || error.message.find("The TLS connection to") != std::string::npos;
}

ErrorText tlsFailed(const Error &error, const ErrorContext &context)
{
    // Qt's words for it; an address may well hold "host" or "name".
    const bool otherName = error.message.find("The host name did not match") != std::string::npos;
    const QString chain = error.data.chain.empty() ? QString() : QStringLiteral(" ") + quoted(error.data.chain.front(), 90) + u'.';
    if (otherName) {
        return { QStringLiteral("The certificate is for another name"), QStringLiteral("Asked for %1. %2%3").arg(quoted(context.target ? context.target->url.host() : QString()), sentence(error), chain),
            QStringLiteral("Check the address; the only way round is to trust this certificate in the profile."), { ErrorAction::TrustCertificate, ErrorAction::ShowChain }, {} };
    }
    return { QStringLiteral("The certificate is not trusted"), sentence(error) + chain,
        QStringLiteral("Trust this certificate in the profile, or add its authority to the system."), { ErrorAction::TrustCertificate, ErrorAction::ShowChain }, {} };
}

ErrorText negotiationFailed(const Error &error, const ErrorContext &context)
{
    const QString fact = orSentence(stepFact(step(context, "probe")), error);
    if (error.cause == "pin-not-offered") {
        const QString pinned = error.data.requested ? QString::fromStdString(*error.data.requested) : QStringLiteral("a modern revision");
        return { QStringLiteral("The server does not offer the pinned revision"), QStringLiteral("The profile pins %1; the probe got %2.").arg(pinned, fact),
            QStringLiteral("Remove the pin, or try auto."), { ErrorAction::TryAuto }, {} };
    }
    if (error.cause == "no-legacy-version") {
        return { QStringLiteral("The server is not modern, and only modern was asked for"), QStringLiteral("The probe got %1.").arg(fact),
            QStringLiteral("Try auto to connect to an older server."), { ErrorAction::TryAuto }, {} };
    }
    if (error.cause == "network" && failedInTls(error))
        return tlsFailed(error, context);
    if (error.cause == "network") {
        const bool refused = error.message.find("refused") != std::string::npos;
        return { refused ? QStringLiteral("Nothing listens on %1").arg(place(context)) : QStringLiteral("The network did not carry the probe to %1").arg(place(context)), sentence(error),
            QStringLiteral("Start the server, or check the address."), { ErrorAction::Reconnect, ErrorAction::EditTarget }, {} };
    }
    if (error.cause == "closed") {
        return { QStringLiteral("The server ended during the probe"), sentence(error), QStringLiteral("Probe in a process of its own, or connect as legacy."),
            { ErrorAction::ConnectLegacy, ErrorAction::ShowStderr }, {} };
    }
    return { QStringLiteral("No era could be agreed on with the server"), sentence(error), QStringLiteral("See what each probe got."), { ErrorAction::ShowEvidence }, {} };
}

ErrorText modernRefused(const Error &error, const ErrorContext &)
{
    if (error.cause == "-32021") {
        return { QStringLiteral("The server is modern and demands a capability"), sentence(error), QStringLiteral("Declare the capability in the profile."),
            { ErrorAction::EditProfile }, {} };
    }
    return { QStringLiteral("The server is modern and refused the request's headers"), sentence(error),
        QStringLiteral("A proxy between you and the server probably drops or changes one. Compare the headers."), { ErrorAction::CompareHeaders }, {} };
}

ErrorText unsupportedVersion(const Error &error, const ErrorContext &)
{
    const QString offered = error.data.requested ? QStringLiteral("; offered was %1").arg(quoted(*error.data.requested, 40)) : QString();
    return { QStringLiteral("The server and Assayer share no revision"), QStringLiteral("It supports %1%2.").arg(listed(error.data.supported), offered),
        QStringLiteral("Edit the offered revisions, or update Assayer."), { ErrorAction::EditVersions }, {} };
}

ErrorText unknownVersion(const Error &error, const ErrorContext &)
{
    return { QStringLiteral("The server speaks a revision that Assayer does not know"), sentence(error),
        QStringLiteral("If that revision exists, update Assayer; if not, it is the server's fault."), { ErrorAction::CopyReport }, {} };
}

ErrorText timedOut(const Error &error, const ErrorContext &context)
{
    const QString limit = milliseconds(error);
    const QString within = limit.isEmpty() ? QString() : QStringLiteral(" within %1").arg(limit);
    if (context.phase == ErrorContext::Connecting) {
        const bool http = !context.target || context.target->kind != TransportKind::Stdio;
        const QString what = step(context, "initialize") ? QStringLiteral("initialize") : QStringLiteral("the probe");
        const QString seen = http ? QStringLiteral("Connected, but no answer came. Over HTTP silence is no sign of an older server.") : sentence(error);
        return { QStringLiteral("No answer to %1%2").arg(what, within), seen, QStringLiteral("Wait longer, or connect as legacy."),
            { ErrorAction::WaitLonger, ErrorAction::ConnectLegacy }, {} };
    }
    return { QStringLiteral("The server did not answer %1%2").arg(context.method.isEmpty() ? QStringLiteral("the request") : context.method, within), sentence(error),
        QStringLiteral("Raise the time limit, or look at the server's log: the request may still run."), { ErrorAction::WaitLonger }, {} };
}

ErrorText networkFailed(const Error &error, const ErrorContext &context)
{
    const std::string &cause = error.cause;
    const QString after = context.elapsedNs >= 0 ? QStringLiteral(" after %1").arg(duration(context.elapsedNs)) : QString();
    if (cause == "refused") {
        return { QStringLiteral("Nothing listens on %1").arg(place(context)), QStringLiteral("Connection refused%1.").arg(after),
            QStringLiteral("Start the server, or check the port."), { ErrorAction::Reconnect, ErrorAction::EditTarget }, {} };
    }
    if (cause == "dns") {
        return { QStringLiteral("The host %1 is not known").arg(place(context)), sentence(error), QStringLiteral("Check the name in the address, or the network."), { ErrorAction::EditTarget }, {} };
    }
    if (cause == "tls")
        return tlsFailed(error, context);
    if (cause == "cut") {
        return { QStringLiteral("The connection was cut in the middle of the answer"), sentence(error),
            QStringLiteral("Network or server fault; the answer was not used. See the bytes."), { ErrorAction::ShowBytes }, {} };
    }
    if (cause == "not-http") {
        return { QStringLiteral("What answers on %1 does not speak HTTP").arg(place(context)), sentence(error),
            QStringLiteral("Check the port and the scheme of the address."), { ErrorAction::EditTarget, ErrorAction::ShowBytes }, {} };
    }
    return { QStringLiteral("The network lost the connection to %1").arg(place(context)), sentence(error), QStringLiteral("Connect again."), { ErrorAction::Reconnect }, {} };
}

ErrorText connectionClosed(const Error &error, const ErrorContext &context)
{
    const SessionEnd *end = context.end;
    const QString stderrLine = lastStderrLine(context);
    const QString how = !end ? QString() : end->signal ? QStringLiteral("Ended by signal %1").arg(*end->signal)
        : end->exitCode                                ? QStringLiteral("Exit code %1").arg(*end->exitCode)
                                                       : QString();
    if (context.phase == ErrorContext::Connecting) {
        QString seen = how.isEmpty() ? sentence(error) : how + (stderrLine.isEmpty() ? QStringLiteral(".") : QStringLiteral("; last line of stderr: %1.").arg(stderrLine));
        return { QStringLiteral("The server's process ended while starting"), seen, QStringLiteral("See what it wrote to stderr; check its environment."),
            { ErrorAction::ShowStderr, ErrorAction::EditEnvironment }, {} };
    }
    if (context.phase == ErrorContext::Acting) {
        return { QStringLiteral("The connection broke before the server answered the call"), sentence(error) + QStringLiteral(" Assayer did not send it again."),
            QStringLiteral("The tool may have run. Check before calling again."), { ErrorAction::Reconnect }, {} };
    }
    return { QStringLiteral("The connection to the server is over"), how.isEmpty() ? sentence(error) : how + u'.', QStringLiteral("Connect again."), { ErrorAction::Reconnect }, {} };
}

ErrorText spawnFailed(const Error &error, const ErrorContext &)
{
    return { QStringLiteral("The command was not found or could not be started"), sentence(error), QStringLiteral("Install it, or give its full path."), { ErrorAction::EditCommand }, {} };
}

ErrorText httpFailed(const Error &error, const ErrorContext &context)
{
    if (error.data.location) {
        return { QStringLiteral("The address redirects to another place"), QStringLiteral("%1 to %2. Credentials were not sent there.").arg(status(error), quoted(*error.data.location, 100)),
            QStringLiteral("Use that address in the profile, if you trust it."), { ErrorAction::UseAddress }, {} };
    }
    const NegotiationStep *probe = step(context, "probe");
    if (context.phase == ErrorContext::Connecting && probe && step(context, "initialize")) {
        return { QStringLiteral("Judged legacy, but initialize failed too"), QStringLiteral("Probe: %1. initialize: %2.").arg(stepFact(probe), stepFact(step(context, "initialize"))),
            QStringLiteral("The server is probably down or not an MCP server: try its URL in a browser."), { ErrorAction::ShowEvidence }, {} };
    }
    const QString text = body(error);
    const QString seen = status(error) + (text.isEmpty() ? QString() : QStringLiteral(", ") + text);
    return { QStringLiteral("The server answered with an HTTP error"), orSentence(seen, error), QStringLiteral("Check the path of the address, or look at the server's log."),
        { ErrorAction::ShowBytes, ErrorAction::EditTarget }, {} };
}

ErrorText authRequired(const Error &error, const ErrorContext &)
{
    QString seen = status(error).isEmpty() ? sentence(error) : status(error) + u'.';
    if (error.data.resourceMetadata)
        seen = QStringLiteral("%1, resource metadata at %2.").arg(status(error), quoted(*error.data.resourceMetadata, 110));
    return { QStringLiteral("The server wants authorization"), seen, QStringLiteral("Authorize in the browser, or give a token (--token-env)."), { ErrorAction::Authorize }, {} };
}

ErrorText forbidden(const Error &error, const ErrorContext &)
{
    const QString text = body(error);
    return { QStringLiteral("The server forbids this to the account in use"), status(error) + (text.isEmpty() ? QStringLiteral(".") : QStringLiteral(", ") + text + u'.'),
        QStringLiteral("Authorize with an account that may, or check the token."), { ErrorAction::Authorize }, {} };
}

ErrorText insufficientScope(const Error &error, const ErrorContext &)
{
    const QString needs = error.data.scope ? QStringLiteral("403 insufficient_scope: needs %1.").arg(quoted(*error.data.scope, 100)) : sentence(error);
    return { QStringLiteral("The token lacks a scope"), needs, QStringLiteral("Authorize again with that scope."), { ErrorAction::Authorize }, {} };
}

ErrorText proxyWantsPassword(const Error &error, const ErrorContext &context)
{
    const QString proxy = context.target && !context.target->proxy.isEmpty() ? QStringLiteral(" from %1").arg(quoted(QUrl(context.target->proxy).authority(), 60)) : QString();
    return { QStringLiteral("The proxy wants a password"), QStringLiteral("407%1; the server was not reached. %2").arg(proxy, sentence(error)),
        QStringLiteral("Edit the proxy of this profile."), { ErrorAction::EditProxy }, {} };
}

ErrorText invalidResult(const Error &error, const ErrorContext &context)
{
    const bool list = context.phase == ErrorContext::Listing;
    const QString stays = context.listWallNs ? QStringLiteral(" The list of %1 stays.").arg(clockTime(*context.listWallNs)) : QString();
    return { list ? QStringLiteral("The server's list cannot be used") : QStringLiteral("The server's answer cannot be used"), sentence(error),
        QStringLiteral("Server fault.%1").arg(stays), list ? QList { ErrorAction::ShowRefused } : QList { ErrorAction::ShowBytes }, {} };
}

ErrorText pagesDoNotEnd(const Error &error, const ErrorContext &)
{
    return { QStringLiteral("The server's pages do not end"), sentence(error), QStringLiteral("The list was not used: it would be cut. See the cursors."), { ErrorAction::ShowCursors }, {} };
}

ErrorText roundsDoNotEnd(const Error &error, const ErrorContext &)
{
    return { QStringLiteral("The server keeps asking for input"), sentence(error), QStringLiteral("Server fault, most likely: it does not take the answers."), { ErrorAction::ShowBytes }, {} };
}

ErrorText outputMismatch(const Error &error, const ErrorContext &)
{
    return { QStringLiteral("The tool's output breaks its own schema"), sentence(error), QStringLiteral("Server fault. The result is shown as it came."), { ErrorAction::GoToPlace }, {} };
}

ErrorText tooLarge(const Error &error, const ErrorContext &)
{
    return { QStringLiteral("The message is larger than the limit"), sentence(error), QStringLiteral("Raise the limit in this profile (--max-message)."), { ErrorAction::RaiseLimit }, {} };
}

ErrorText unsetVariable(const Error &error, const ErrorContext &)
{
    return { QStringLiteral("A variable of this profile is not set"), sentence(error), QStringLiteral("Set it before starting Assayer, or edit the profile. Nothing was started."),
        { ErrorAction::EditEnvironment, ErrorAction::EditProfile }, {} };
}

ErrorText unreadableFile(const Error &error, const ErrorContext &context)
{
    const QString file = context.subject.isEmpty() && error.data.path ? QString::fromStdString(*error.data.path).section(u'/', -1) : context.subject;
    const bool format = error.cause == "not-json" || error.cause == "not-a-profile";
    const QString prefix = format && !file.isEmpty() ? cut(visible(QStringView(file)), 60) + QStringLiteral(": ") : QString();
    return { format ? QStringLiteral("This file is not a profile file") : error.cause == "write" ? QStringLiteral("This file cannot be written") : QStringLiteral("This file cannot be read"),
        prefix + sentence(error), QStringLiteral("The file was not touched."), { ErrorAction::OpenInEditor }, {} };
}

ErrorText rpcFailed(const Error &error, const ErrorContext &context)
{
    const QString what = context.method.isEmpty() ? QStringLiteral("the request") : context.method;
    if (error.data.code == "-32042") {
        return { QStringLiteral("The server wants a page to be visited before %1").arg(cut(what, 20)), QStringLiteral("-32042: ") + (error.data.text ? quoted(*error.data.text, 160) : sentence(error)),
            QStringLiteral("Open the page, then call again."), { ErrorAction::ShowBytes }, {} };
    }
    const QString code = error.data.code ? QString::fromStdString(*error.data.code) + QStringLiteral(": ") : QString();
    return { QStringLiteral("The server refused %1").arg(cut(what, 50)), code + (error.data.text ? quoted(*error.data.text, 160) : sentence(error)), QStringLiteral("Check the arguments; the server's own words are above."), { ErrorAction::ShowBytes }, {} };
}

ErrorText invalidMessage(const Error &error, const ErrorContext &)
{
    return { QStringLiteral("The server's answer is not a valid message"), sentence(error), QStringLiteral("Server fault. See the bytes."), { ErrorAction::ShowBytes, ErrorAction::CopyReport }, {} };
}

ErrorText cancelled(const Error &, const ErrorContext &context)
{
    const QString after = context.elapsedNs >= 0 ? QStringLiteral(" after %1").arg(duration(context.elapsedNs)) : QString();
    const QString ran = context.phase == ErrorContext::Acting ? QStringLiteral("It may have run.") : QString();
    return { QStringLiteral("Cancelled by you%1").arg(after), ran, QString(), {}, {} };
}

ErrorText schemaBroken(const Error &error, const ErrorContext &)
{
    return { QStringLiteral("The schema does not compile"), sentence(error), QStringLiteral("Mend the schema at that place."), { ErrorAction::GoToPlace }, {} };
}

ErrorText usage(const Error &error, const ErrorContext &)
{
    return { QStringLiteral("This cannot be done as asked"), sentence(error), QStringLiteral("See assayer-cli --help."), {}, {} };
}

using Wording = ErrorText (*)(const Error &, const ErrorContext &);

const std::map<std::string, Wording, std::less<>> &wordings()
{
    static const std::map<std::string, Wording, std::less<>> all {
        { "era-negotiation-failed", negotiationFailed }, { "modern-refused", modernRefused }, { "unsupported-protocol-version", unsupportedVersion },
        { "initialize-version-unsupported", unknownVersion }, { "timeout", timedOut }, { "cancelled", cancelled }, { "auth-required", authRequired },
        { "unauthorized", authRequired }, { "forbidden", forbidden }, { "insufficient-scope", insufficientScope },
        { "proxy-authentication-required", proxyWantsPassword }, { "http-error", httpFailed }, { "rpc-error", rpcFailed }, { "network", networkFailed },
        { "connection-closed", connectionClosed }, { "spawn-failed", spawnFailed }, { "message-too-large", tooLarge }, { "invalid-result", invalidResult },
        { "unsupported-result-type", invalidResult }, { "invalid-message", invalidMessage }, { "pagination-exceeded", pagesDoNotEnd },
        { "rounds-exceeded", roundsDoNotEnd }, { "schema-does-not-compile", schemaBroken }, { "output-mismatch", outputMismatch },
        { "unreadable-file", unreadableFile }, { "unset-variable", unsetVariable }, { "usage", usage },
    };
    return all;
}

QString tagOf(const Error &error)
{
    const QString kind = QString::fromStdString(error.kind);
    return error.cause.empty() || error.kind == "unset-variable" ? kind : kind + u' ' + QString::fromStdString(error.cause);
}

} // namespace

ErrorText errorText(const Error &error, const ErrorContext &context)
{
    const auto found = wordings().find(error.kind);
    ErrorText text = found == wordings().end() ? ErrorText { QStringLiteral("Something went wrong"), sentence(error), {}, {}, {} } : found->second(error, context);
    text.title = cut(text.title, 70);
    text.seen = cut(text.seen, 200);
    text.tag = tagOf(error);
    return text;
}

std::optional<ErrorText> findingText(const Finding &finding)
{
    const QString message = cut(visible(std::string_view(finding.message), Lines::One, 400), 200);
    if (finding.rule == "stdio.noise") {
        return ErrorText { QStringLiteral("The server writes text that is not MCP to its stdout"), message,
            QStringLiteral("Server fault: logs belong on stderr. The connection goes on."), { ErrorAction::ShowLines }, QStringLiteral("stdio.noise") };
    }
    if (finding.rule == "trace.cut") {
        return ErrorText { QStringLiteral("The trace file ends in the middle of a record"), message,
            QStringLiteral("Everything before is shown. The writer probably crashed."), { ErrorAction::SaveCleanCopy }, QStringLiteral("trace.cut") };
    }
    return std::nullopt;
}

QString actionLabel(ErrorAction action)
{
    static const std::map<ErrorAction, QString> labels {
        { ErrorAction::TryAuto, QStringLiteral("Try auto") }, { ErrorAction::CompareHeaders, QStringLiteral("Compare headers") },
        { ErrorAction::EditVersions, QStringLiteral("Edit offered revisions") }, { ErrorAction::ShowEvidence, QStringLiteral("Evidence") },
        { ErrorAction::CopyReport, QStringLiteral("Copy report") }, { ErrorAction::WaitLonger, QStringLiteral("Wait 60 s") },
        { ErrorAction::ConnectLegacy, QStringLiteral("Connect as legacy") }, { ErrorAction::Reconnect, QStringLiteral("Reconnect") },
        { ErrorAction::ShowBytes, QStringLiteral("Show bytes") }, { ErrorAction::EditCommand, QStringLiteral("Edit command") },
        { ErrorAction::ShowStderr, QStringLiteral("Show stderr") }, { ErrorAction::EditEnvironment, QStringLiteral("Edit environment") },
        { ErrorAction::ShowLines, QStringLiteral("Show lines") }, { ErrorAction::UseAddress, QStringLiteral("Use that address in the profile") },
        { ErrorAction::TrustCertificate, QStringLiteral("Trust this certificate in this profile") }, { ErrorAction::ShowChain, QStringLiteral("Chain") },
        { ErrorAction::Authorize, QStringLiteral("Authorize...") }, { ErrorAction::EditProxy, QStringLiteral("Edit proxy of this profile") },
        { ErrorAction::ShowRefused, QStringLiteral("Refused entries") }, { ErrorAction::ShowCursors, QStringLiteral("Show cursors") },
        { ErrorAction::GoToPlace, QStringLiteral("Go to place") }, { ErrorAction::RaiseLimit, QStringLiteral("Raise the limit in this profile") },
        { ErrorAction::EditProfile, QStringLiteral("Edit profile") }, { ErrorAction::OpenInEditor, QStringLiteral("Open in editor") },
        { ErrorAction::SaveCleanCopy, QStringLiteral("Save a clean copy") }, { ErrorAction::EditTarget, QStringLiteral("Edit address") },
    };
    const auto found = labels.find(action);
    return found == labels.end() ? QString() : found->second;
}

QString plainText(const ErrorText &text)
{
    QStringList lines { text.title };
    if (!text.seen.isEmpty())
        lines << QStringLiteral("  ") + text.seen;
    if (!text.next.isEmpty())
        lines << QStringLiteral("  ") + text.next;
    lines.last() += QStringLiteral("  [%1]").arg(text.tag);
    return lines.join(u'\n');
}

} // namespace assayer
