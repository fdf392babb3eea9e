#include "cli/optiontable.h"

#include <array>

namespace assayer {

namespace {

constexpr std::array options {
    OptionSpec { "--transport", "streamable-http|sse|stdio", false, "", "force the transport" },
    OptionSpec { "--era", "auto|legacy|modern", false, "", "how to negotiate; modern has no fallback (auto)" },
    OptionSpec { "--era-lab", nullptr, false, "inspect", "connect three times, legacy, auto and modern, and compare" },
    OptionSpec { "--pin", "VERSION", false, "", "exactly this modern revision" },
    OptionSpec { "--protocol-versions", "V[,V...]", false, "", "what is offered, in order of preference" },
    OptionSpec { "--policy", "assayer|sdk-2571|sdk-2.4.0", false, "", "whose rules judge the probe (assayer)" },
    OptionSpec { "--probe-timeout", "MS", false, "", "one probe (10000)" },
    OptionSpec { "--probe-retries", "N", false, "", "re-sends after a probe timed out (0)" },
    OptionSpec { "--probe-placement", "sibling|in-place", false, "", "stdio: probe in a process of its own (sibling)" },
    OptionSpec { "--connect-timeout", "MS", false, "", "everything until the session is ready (off)" },
    OptionSpec { "--timeout", "MS", false, "", "each request (60000)" },
    OptionSpec { "--max-total-timeout", "MS", false, "", "each request, with progress resetting --timeout (off)" },
    OptionSpec { "--max-message", "BYTES", false, "", "longest line, body or event (64 MiB)" },
    OptionSpec { "--header", "'NAME: VALUE'", true, "", "an HTTP header of every request" },
    OptionSpec { "--env", "K=V", true, "", "a variable of the server's process" },
    OptionSpec { "--cwd", "DIR", false, "", "folder of the server's process" },
    OptionSpec { "--token-env", "VAR", false, "", "bearer token from this variable" },
    OptionSpec { "--proxy", "URL|none", false, "", "HTTP proxy" },
    OptionSpec { "--ca", "FILE", false, "", "further authorities, PEM" },
    OptionSpec { "--metadata-policy", "whole|isolated", false, "", "a tool whose output schema does not compile (whole)" },
    OptionSpec { "--config", "FILE", false, "", "an mcp.json" },
    OptionSpec { "--server", "NAME", false, "", "a server of --config or of your catalogue" },
    OptionSpec { "--input", "ID=VALUE", true, "", "a value for ${input:ID} of a profile" },
    OptionSpec { "--demo", nullptr, false, "", "the built-in demo server" },
    OptionSpec { "--trace", "FILE", false, "", "record everything to FILE" },
    OptionSpec { "--json", nullptr, false, "", "one JSON object on stdout" },
    OptionSpec { "--elicit", "defaults|decline|cancel|FILE", false, "", "how to answer elicitation; declares it" },
    OptionSpec { "--sample", "FILE|decline", false, "", "how to answer sampling; declares it" },
    OptionSpec { "--root", "URI", true, "", "a root; declares roots" },
    OptionSpec { "--page", "CURSOR", false, "list", "one page alone" },
    OptionSpec { "--args", "JSON", false, "call prompt bench", "arguments as one object" },
    OptionSpec { "--arg", "K=V", true, "call prompt read complete", "an argument" },
    OptionSpec { "--task", nullptr, false, "call", "as a task" },
    OptionSpec { "--meta", "JSON", false, "call read prompt request", "members of params._meta" },
    OptionSpec { "--capabilities", "JSON", false, "call read prompt request", "modern: client capabilities of this request" },
    OptionSpec { "--log-level", "LEVEL", false, "call read prompt request", "modern: log messages of this request" },
    OptionSpec { "--trace-context", nullptr, false, "call read prompt request", "a W3C traceparent in params._meta" },
    OptionSpec { "--form", nullptr, false, "call", "send nothing: show the form of the tool" },
    OptionSpec { "--params", "JSON", false, "request", "params of the request" },
    OptionSpec { "--prompt", "NAME", false, "complete", "complete an argument of this prompt" },
    OptionSpec { "--template", "URI", false, "complete", "complete a variable of this resource template" },
    OptionSpec { "--argument", "NAME", false, "complete", "which argument" },
    OptionSpec { "--value", "TEXT", false, "complete", "what was typed so far" },
    OptionSpec { "--seconds", "N", false, "listen subscribe", "how long to listen" },
    OptionSpec { "--uri", "URI", true, "listen", "also updates of this resource" },
    OptionSpec { "--format", "FORMAT", false, "check trace", "text, json, sarif, junit; of trace export jsonl, har, csv, otlp, markdown" },
    OptionSpec { "--fail-on", "error|warning|never", false, "check", "findings that count (error)" },
    OptionSpec { "--dialect", "URI", false, "schema schema-suite bench", "where the schema names none" },
    OptionSpec { "--formats", "assert|annotation", false, "schema bench", "what format means (annotation)" },
    OptionSpec { "--repeat", "N", false, "bench", "how often" },
    OptionSpec { "--warm-up", "W", false, "bench", "untimed calls (300)" },
    OptionSpec { "--in-flight", "C[,C...]", false, "bench", "calls at once (1,16,64)" },
    OptionSpec { "--filter", "EXPR", false, "trace", "records that match" },
    OptionSpec { "-o", "OUT", false, "trace", "file to write" },
    OptionSpec { "--output", "OUT", false, "trace", "the same as -o" },
    OptionSpec { "--secrets", "keep", false, "trace", "leave secrets in the export" },
    OptionSpec { "--revision", "V", false, "trace", "judge against this revision" },
    OptionSpec { "--changes", nullptr, false, "trace", "trace check: only which verdicts --revision and --policy change" },
    OptionSpec { "--exchanges", nullptr, false, "trace", "trace diff: also answers and durations, call by call" },
    OptionSpec { "-q", nullptr, false, "", "say less" },
    OptionSpec { "--quiet", nullptr, false, "", "the same as -q" },
    OptionSpec { "-v", nullptr, false, "", "say more" },
    OptionSpec { "--verbose", nullptr, false, "", "the same as -v" },
    OptionSpec { "--version", nullptr, false, "", "print the version" },
    OptionSpec { "--help", nullptr, false, "", "print this" },
    OptionSpec { "-h", nullptr, false, "", "the same as --help" },
};

constexpr std::array verbs {
    VerbSpec { "inspect", "", "connect, negotiate, list everything", true },
    VerbSpec { "list", "tools|resources|templates|prompts", "one list", true },
    VerbSpec { "call", "NAME", "call a tool", true },
    VerbSpec { "read", "URI|TEMPLATE", "read a resource", true },
    VerbSpec { "prompt", "NAME", "get a prompt", true },
    VerbSpec { "complete", "", "suggestions for an argument", true },
    VerbSpec { "subscribe", "URI", "subscribe to a resource", true },
    VerbSpec { "listen", "", "messages of the server", true },
    VerbSpec { "request", "METHOD", "any request as given", true },
    VerbSpec { "check", "", "inspect and judge: findings", true },
    VerbSpec { "script", "", "operations from stdin, one JSON object a line", true },
    VerbSpec { "schema", "SCHEMA.json [INSTANCE.json...]", "compile a JSON Schema, validate instances", false },
    VerbSpec { "schema-suite", "DIR", "run a folder of the JSON-Schema-Test-Suite", false },
    VerbSpec { "bench", "list KIND | call NAME | schema SCHEMA DOC...", "timing inside the process", true },
    VerbSpec { "trace", "info|show|check|export|diff FILE [FILE2]", "work on a trace file", false },
    VerbSpec { "conformance", "", "play the client under test of the official suite", true },
};

QString padded(const QString &text, qsizetype width)
{
    return text.size() < width ? text.leftJustified(width) : text + QStringLiteral("  ");
}

} // namespace

std::span<const OptionSpec> optionTable()
{
    return options;
}

const OptionSpec *findOption(const QString &name)
{
    for (const OptionSpec &option : options) {
        if (name == QLatin1String(option.name))
            return &option;
    }
    return nullptr;
}

std::span<const VerbSpec> verbTable()
{
    return verbs;
}

const VerbSpec *findVerb(const QString &name)
{
    for (const VerbSpec &verb : verbs) {
        if (name == QLatin1String(verb.name))
            return &verb;
    }
    return nullptr;
}

QString helpText()
{
    QString out = QStringLiteral("Usage: assayer-cli [OPTIONS] VERB [VERB OPTIONS] TARGET\n\n"
                                 "TARGET is a URL, or -- COMMAND [ARG...], or --config FILE --server NAME, or --server NAME, or --demo.\n\nVerbs:\n");
    for (const VerbSpec &verb : verbs)
        out += QStringLiteral("  ") + padded(QLatin1String(verb.name) + QStringLiteral(" ") + QLatin1String(verb.arguments), 46) + QLatin1String(verb.help) + u'\n';
    out += QStringLiteral("\nOptions:\n");
    for (const OptionSpec &option : options) {
        const QString name = option.value ? QLatin1String(option.name) + QStringLiteral(" ") + QLatin1String(option.value) : QString::fromLatin1(option.name);
        const QString only = *option.verbs ? QStringLiteral(" [%1]").arg(QLatin1String(option.verbs)) : QString();
        out += QStringLiteral("  ") + padded(name, 46) + QLatin1String(option.help) + only + u'\n';
    }
    out += QStringLiteral("\nExit codes: 0 fine, 1 faulty answers, 2 usage, 3 authorization needed, 4 transport, 5 tool error, 6 negotiation, 7 timed out, 8 JSON-RPC error\n");
    return out;
}

} // namespace assayer
