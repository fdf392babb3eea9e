#include "cli/verbfactory.h"

#include "cli/actionverb.h"
#include "cli/arguments.h"
#include "cli/benchcallverb.h"
#include "cli/benchlistverb.h"
#include "cli/callverb.h"
#include "cli/conformanceverb.h"
#include "cli/eralabverb.h"
#include "cli/inspectverb.h"
#include "cli/listenverb.h"
#include "cli/listverb.h"
#include "cli/scriptverb.h"
#include "cli/targetoptions.h"
#include "cli/templatearguments.h"

#include <functional>
#include <limits>
#include <map>

namespace assayer {

namespace {

using VerbResult = Result<std::unique_ptr<Verb>>;
constexpr qint64 anyInt = std::numeric_limits<int>::max();

tl::unexpected<Error> usage(const QString &message)
{
    return fail("usage", message.toStdString());
}

/// What a recipe gets: the words before the target, and the options of the inspection.
struct Order {
    const CommandLine &line;
    const Console &console;
    QStringList words;
    InspectionOptions options;
};

VerbResult inspect(const Order &order)
{
    if (order.line.has("--era-lab"))
        return std::make_unique<EraLabVerb>(order.options, order.console);
    return std::make_unique<InspectVerb>(order.options, order.console);
}

VerbResult check(const Order &order)
{
    const QString word = order.line.value("--format").value_or(order.console.json ? QStringLiteral("json") : QStringLiteral("text"));
    const auto format = findingFormatFromName(word.toStdString());
    if (!format)
        return usage(QStringLiteral("--format cannot be \"%1\"").arg(word));
    static const std::map<QString, CheckVerb::FailOn> words { { QStringLiteral("error"), CheckVerb::FailOn::Error }, { QStringLiteral("warning"), CheckVerb::FailOn::Warning },
        { QStringLiteral("never"), CheckVerb::FailOn::Never } };
    const QString failOn = order.line.value("--fail-on").value_or(QStringLiteral("error"));
    const auto found = words.find(failOn);
    if (found == words.end())
        return usage(QStringLiteral("--fail-on cannot be \"%1\"").arg(failOn));
    return std::make_unique<CheckVerb>(order.options, order.console, *format, found->second);
}

Result<ListKind> kindOf(const QString &word)
{
    const auto kind = listKindFromWord(word.toStdString());
    if (!kind)
        return usage(QStringLiteral("\"%1\" is no list: tools, resources, templates or prompts").arg(word));
    return *kind;
}

VerbResult list(const Order &order)
{
    const auto kind = kindOf(order.words[0]);
    if (!kind)
        return fail(kind.error());
    const auto page = order.line.value("--page");
    return std::make_unique<ListVerb>(order.options, order.console, *kind, page ? std::optional<QByteArray>(page->toUtf8()) : std::nullopt);
}

/// What --task, --meta, --capabilities, --log-level and --trace-context say of one request.
Result<CallOptions> callOptions(const Order &order)
{
    static const QStringList levels { QStringLiteral("debug"), QStringLiteral("info"), QStringLiteral("notice"), QStringLiteral("warning"), QStringLiteral("error"),
        QStringLiteral("critical"), QStringLiteral("alert"), QStringLiteral("emergency") };
    CallOptions options;
    options.asTask = order.line.has("--task");
    options.traceContext = order.line.has("--trace-context");
    for (const auto &[name, member] : { std::pair { "--meta", &options.meta }, std::pair { "--capabilities", &options.capabilities } }) {
        const auto given = order.line.value(name);
        if (!given)
            continue;
        *member = given->toUtf8();
        const auto parsed = parseJson(*member);
        if (!parsed || !(*parsed)->root().isObject())
            return usage(QStringLiteral("%1 needs a JSON object").arg(QLatin1String(name)));
    }
    if (const auto level = order.line.value("--log-level")) {
        if (!levels.contains(*level))
            return usage(QStringLiteral("--log-level cannot be \"%1\": %2").arg(*level, levels.join(QStringLiteral(", "))));
        options.logLevel = level->toUtf8();
    }
    return options;
}

VerbResult action(const Order &order, ActionRequest request)
{
    const auto options = callOptions(order);
    if (!options)
        return fail(options.error());
    request.options = *options;
    return std::make_unique<ActionVerb>(order.options, order.console, std::move(request));
}

VerbResult call(const Order &order)
{
    CallSettings settings;
    settings.tool = order.words[0].toUtf8();
    settings.args = order.line.value("--args");
    settings.pairs = order.line.values("--arg");
    const auto options = callOptions(order);
    if (!options)
        return fail(options.error());
    settings.options = *options;
    settings.form = order.line.has("--form");
    // Said before anything is started; with the schema it is looked at again.
    if (const auto checked = argumentsJson(settings.args, settings.pairs, ArgumentTexts::Coerced); !checked)
        return fail(checked.error());
    return std::make_unique<CallVerb>(order.options, order.console, settings);
}

VerbResult read(const Order &order)
{
    QStringList notes;
    const auto uri = expandedUri(order.words[0], order.line.values("--arg"), notes);
    if (!uri)
        return fail(uri.error());
    for (const QString &note : std::as_const(notes))
        order.console.note(note);
    return action(order, readAction(*uri));
}

VerbResult prompt(const Order &order)
{
    const auto arguments = argumentsJson(order.line.value("--args"), order.line.values("--arg"), ArgumentTexts::Strings);
    if (!arguments)
        return fail(arguments.error());
    return action(order, promptAction(order.words[0].toUtf8(), *arguments));
}

VerbResult complete(const Order &order)
{
    const auto prompt = order.line.value("--prompt");
    const auto uriTemplate = order.line.value("--template");
    const auto argument = order.line.value("--argument");
    if (prompt.has_value() == uriTemplate.has_value())
        return usage(QStringLiteral("complete needs --prompt NAME or --template URI"));
    if (!argument)
        return usage(QStringLiteral("complete needs --argument NAME"));
    const auto known = argumentsJson(std::nullopt, order.line.values("--arg"), ArgumentTexts::Strings);
    if (!known)
        return fail(known.error());
    json::Writer ref;
    ref.beginObject().member("type", prompt ? "ref/prompt" : "ref/resource");
    ref.member(prompt ? "name" : "uri", (prompt ? *prompt : *uriTemplate).toStdString()).endObject();
    const QByteArray value = order.line.value("--value").value_or(QString()).toUtf8();
    return std::make_unique<ActionVerb>(order.options, order.console,
        completeAction(QByteArray::fromStdString(ref.take()), argument->toUtf8(), value, *known));
}

VerbResult subscribe(const Order &order)
{
    const auto seconds = numberOption(order.line, "--seconds", 0, 0, 86'400);
    if (!seconds)
        return fail(seconds.error());
    return std::make_unique<ActionVerb>(order.options, order.console, subscribeAction(order.words[0].toUtf8()), static_cast<int>(*seconds));
}

VerbResult listen(const Order &order)
{
    const auto seconds = numberOption(order.line, "--seconds", 0, 0, 86'400);
    if (!seconds)
        return fail(seconds.error());
    json::Writer filter;
    filter.beginObject().member("toolsListChanged", true).member("promptsListChanged", true).member("resourcesListChanged", true);
    const QStringList uris = order.line.values("--uri");
    if (!uris.isEmpty()) {
        filter.key("resourceSubscriptions").beginArray();
        for (const QString &uri : uris)
            filter.string(uri.toStdString());
        filter.endArray();
    }
    return std::make_unique<ListenVerb>(order.options, order.console, QByteArray::fromStdString(filter.endObject().take()), static_cast<int>(*seconds));
}

VerbResult request(const Order &order)
{
    const QByteArray params = order.line.value("--params").value_or(QString()).toUtf8();
    if (!params.isEmpty()) {
        const auto parsed = parseJson(params);
        if (!parsed || !((*parsed)->root().isObject() || (*parsed)->root().isArray()))
            return usage(QStringLiteral("--params needs a JSON object or array"));
    }
    return action(order, requestAction(order.words[0].toUtf8(), params));
}

VerbResult script(const Order &order)
{
    return std::make_unique<ScriptVerb>(order.options, order.console);
}

VerbResult conformance(const Order &order)
{
    return std::make_unique<ConformanceVerb>(order.options, order.console, ConformanceSettings::fromEnvironment());
}

VerbResult benchList(const Order &order)
{
    const auto kind = kindOf(order.words[1]);
    const auto repeat = numberOption(order.line, "--repeat", 10, 1, anyInt);
    if (!kind || !repeat)
        return fail(kind ? repeat.error() : kind.error());
    return std::make_unique<BenchListVerb>(order.options, order.console, *kind, static_cast<int>(*repeat));
}

Result<std::vector<int>> inFlight(const CommandLine &line)
{
    std::vector<int> out;
    const QStringList words = line.value("--in-flight").value_or(QStringLiteral("1,16,64")).split(u',');
    for (const QString &word : words) {
        bool ok = false;
        const int number = word.toInt(&ok);
        if (!ok || number < 1 || number > 100'000)
            return usage(QStringLiteral("--in-flight needs whole numbers from 1, separated by commas; got \"%1\"").arg(word));
        out.push_back(number);
    }
    return out;
}

VerbResult benchCall(const Order &order)
{
    BenchCallSettings settings;
    const auto repeat = numberOption(order.line, "--repeat", settings.repeat, 1, anyInt);
    const auto warmUp = numberOption(order.line, "--warm-up", settings.warmUp, 0, anyInt);
    const auto counts = inFlight(order.line);
    const auto arguments = argumentsJson(order.line.value("--args"), {}, ArgumentTexts::Coerced);
    for (const auto &problem : { repeat ? std::optional<Error>() : repeat.error(), warmUp ? std::optional<Error>() : warmUp.error(),
             counts ? std::optional<Error>() : counts.error(), arguments ? std::optional<Error>() : arguments.error() }) {
        if (problem)
            return fail(*problem);
    }
    settings.tool = order.words[1].toUtf8();
    settings.arguments = *arguments;
    settings.repeat = static_cast<int>(*repeat);
    settings.warmUp = static_cast<int>(*warmUp);
    settings.inFlight = *counts;
    return std::make_unique<BenchCallVerb>(order.options, order.console, settings);
}

VerbResult bench(const Order &order)
{
    if (order.words[0] == QLatin1String("list"))
        return benchList(order);
    if (order.words[0] == QLatin1String("call"))
        return benchCall(order);
    return usage(QStringLiteral("\"%1\" cannot be timed: list, call or schema").arg(order.words[0]));
}

struct Recipe {
    VerbResult (*make)(const Order &);
    int words; ///< before the target
    const char *missing; ///< said when they are not there
};

const std::map<QString, Recipe> &recipes()
{
    static const std::map<QString, Recipe> all {
        { QStringLiteral("inspect"), { inspect, 0, "" } },
        { QStringLiteral("check"), { check, 0, "" } },
        { QStringLiteral("list"), { list, 1, "list needs tools, resources, templates or prompts" } },
        { QStringLiteral("call"), { call, 1, "call needs the name of a tool" } },
        { QStringLiteral("read"), { read, 1, "read needs a URI or a template" } },
        { QStringLiteral("prompt"), { prompt, 1, "prompt needs the name of a prompt" } },
        { QStringLiteral("complete"), { complete, 0, "" } },
        { QStringLiteral("subscribe"), { subscribe, 1, "subscribe needs a URI" } },
        { QStringLiteral("listen"), { listen, 0, "" } },
        { QStringLiteral("request"), { request, 1, "request needs a method" } },
        { QStringLiteral("script"), { script, 0, "" } },
        { QStringLiteral("conformance"), { conformance, 0, "" } },
        { QStringLiteral("bench"), { bench, 2, "bench needs list KIND, call NAME, or schema SCHEMA DOC..." } },
    };
    return all;
}

} // namespace

VerbResult makeVerb(const CommandLine &line, const Console &console)
{
    const auto found = recipes().find(line.verb);
    if (found == recipes().end())
        return usage(QStringLiteral("\"%1\" is no verb").arg(line.verb));
    const Recipe &recipe = found->second;
    if (line.words.size() < recipe.words)
        return usage(QLatin1String(recipe.missing));
    if (line.words.size() > recipe.words + 1)
        return usage(QStringLiteral("\"%1\" is one word too many").arg(line.words[recipe.words + 1]));
    Result<InspectionOptions> options = inspectionOptions(line, line.words.value(recipe.words));
    if (!options)
        return fail(options.error());
    return recipe.make({ line, console, line.words.mid(0, recipe.words), std::move(*options) });
}

} // namespace assayer
