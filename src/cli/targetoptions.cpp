#include "cli/targetoptions.h"

#include "inspection/profileoptions.h"
#include "platform/files.h"
#include "profiles/expansion.h"
#include "profiles/profilestore.h"
#include "protocol/message.h"

#include <QCoreApplication>
#include <QFileInfo>

#include <algorithm>
#include <limits>

namespace assayer {

namespace {

constexpr qint64 anyInt = std::numeric_limits<int>::max();

tl::unexpected<Error> usage(const QString &message)
{
    return fail("usage", message.toStdString());
}

Result<InspectionOptions> fromProfile(const CommandLine &line)
{
    const std::optional<QString> config = line.value("--config");
    const QString name = line.value("--server").value_or(QString());
    const Result<ProfileStore> store = config ? ProfileStore::open(*config) : ProfileStore::openCatalogue();
    if (!store)
        return fail(store.error());
    const ServerProfile *profile = store->find(name);
    if (!profile && config && name.isEmpty() && store->profiles().size() == 1)
        profile = &store->profiles().first();
    if (!profile) {
        QStringList names;
        for (const ServerProfile &known : store->profiles())
            names << known.name;
        const QString problem = name.isEmpty() ? QStringLiteral("--server NAME is missing") : QStringLiteral("there is no server \"%1\"").arg(name);
        return usage(QStringLiteral("%1; \"%2\" has %3").arg(problem, store->path(), names.isEmpty() ? QStringLiteral("none") : names.join(QStringLiteral(", "))));
    }
    VariableContext context = VariableContext::ofProcess(QFileInfo(store->path()).absolutePath());
    const QStringList inputs = line.values("--input");
    for (const QString &input : inputs) {
        const qsizetype equals = input.indexOf(u'=');
        if (equals <= 0)
            return usage(QStringLiteral("--input needs ID=VALUE; got \"%1\"").arg(input));
        context.inputs.insert(input.left(equals), input.mid(equals + 1));
    }
    const Expansion expansion = expandProfile(*profile, context);
    if (const auto error = expansion.error())
        return fail(*error);
    return optionsFromProfile(expansion.profile);
}

Result<InspectionOptions> fromUrl(const QString &text)
{
    const Result<QUrl> url = serverUrl(text);
    if (!url)
        return fail(url.error());
    InspectionOptions options;
    options.session.target.url = *url;
    return options;
}

Result<InspectionOptions> fromCommand(const QStringList &command)
{
    if (command.isEmpty())
        return usage(QStringLiteral("behind -- the server's command is missing"));
    InspectionOptions options;
    options.session.target.kind = TransportKind::Stdio;
    options.session.target.command = command.first();
    options.session.target.arguments = command.mid(1);
    return options;
}

Result<InspectionOptions> fromDemo()
{
    const QString path = demoServerPath();
    if (path.isEmpty())
        return usage(QStringLiteral("assayer-demo-server is not beside this program"));
    return fromCommand({ path });
}

Result<InspectionOptions> target(const CommandLine &line, const QString &url)
{
    const bool profile = line.has("--config") || line.has("--server");
    const int given = int(!url.isEmpty()) + int(line.hasCommand) + int(profile) + int(line.has("--demo"));
    if (given == 0)
        return usage(QStringLiteral("the target is missing: a URL, -- COMMAND, --config FILE --server NAME, --server NAME or --demo"));
    if (given > 1)
        return usage(QStringLiteral("more than one target is given"));
    if (profile)
        return fromProfile(line);
    if (line.hasCommand)
        return fromCommand(line.command);
    return line.has("--demo") ? fromDemo() : fromUrl(url);
}

/// Applies an option whose value is one of a few words.
template<class Value, class FromWord>
Result<void> word(const CommandLine &line, const char *name, FromWord fromWord, Value &out)
{
    const std::optional<QString> text = line.value(name);
    if (!text)
        return {};
    const auto value = fromWord(QStringView(*text));
    if (!value)
        return usage(QStringLiteral("%1 cannot be \"%2\"").arg(QLatin1String(name), *text));
    out = *value;
    return {};
}

Result<void> milliseconds(const CommandLine &line, const char *name, int &out, qint64 smallest = 1)
{
    const Result<qint64> number = numberOption(line, name, out, smallest, anyInt);
    if (!number)
        return fail(number.error());
    if (line.has(name))
        out = static_cast<int>(*number);
    return {};
}

Result<void> takeTransport(const CommandLine &line, SessionOptions &session)
{
    if (!line.has("--transport"))
        return {};
    TransportKind kind = session.target.kind;
    if (Result<void> done = word(line, "--transport", transportFromWord, kind); !done)
        return done;
    if ((kind == TransportKind::Stdio) != (session.target.kind == TransportKind::Stdio))
        return usage(QStringLiteral("--transport %1 does not fit the target").arg(*line.value("--transport")));
    session.target.kind = kind;
    session.sseFallback = false;
    return {};
}

Result<void> takeEra(const CommandLine &line, SessionOptions &session)
{
    if (line.has("--era") && line.has("--pin"))
        return usage(QStringLiteral("--era and --pin exclude each other"));
    if (Result<void> done = word(line, "--era", eraModeFromWord, session.mode); !done)
        return done;
    if (const auto pin = line.value("--pin")) {
        if (!isModernName(pin->toStdString()) || pin->size() != 10)
            return usage(QStringLiteral("--pin needs a modern revision like 2026-07-28; got \"%1\"").arg(*pin));
        session.mode = EraMode::Pin;
        session.pin = *pin;
    }
    if (const auto versions = line.value("--protocol-versions")) {
        session.protocolVersions = versions->split(u',', Qt::SkipEmptyParts);
        if (session.protocolVersions.isEmpty())
            return usage(QStringLiteral("--protocol-versions names none"));
    }
    return {};
}

Result<void> takeSession(const CommandLine &line, SessionOptions &session)
{
    const Result<void> steps[] = {
        takeTransport(line, session),
        takeEra(line, session),
        word(line, "--policy", policyFromWord, session.policy),
        word(line, "--probe-placement", placementFromWord, session.placement),
        word(line, "--metadata-policy", metadataPolicyFromWord, session.metadataPolicy),
        milliseconds(line, "--probe-timeout", session.probeTimeoutMs),
        milliseconds(line, "--probe-retries", session.probeRetries, 0),
        milliseconds(line, "--connect-timeout", session.connectTimeoutMs, 0),
        milliseconds(line, "--timeout", session.requestTimeoutMs),
        milliseconds(line, "--max-total-timeout", session.maxTotalTimeoutMs, 0),
    };
    for (const Result<void> &step : steps) {
        if (!step)
            return step;
    }
    const Result<qint64> bytes = numberOption(line, "--max-message", session.target.limits.messageBytes, 1, qint64(1) << 40);
    if (!bytes)
        return fail(bytes.error());
    session.target.limits.messageBytes = *bytes;
    return {};
}

Result<void> takeHeaders(const CommandLine &line, InspectionOptions &options)
{
    Target &target = options.session.target;
    const QStringList headers = line.values("--header");
    HeaderFields given;
    for (const QString &header : headers) {
        const qsizetype colon = header.indexOf(u':');
        if (colon <= 0)
            return usage(QStringLiteral("--header needs 'NAME: VALUE'; got \"%1\"").arg(header));
        if (std::any_of(header.begin(), header.end(), [](QChar c) { return c == u'\n' || c == u'\r' || c.isNull(); }))
            return usage(QStringLiteral("--header cannot hold a line break: %1").arg(header.left(colon)));
        given.append({ header.left(colon).trimmed().toUtf8(), header.mid(colon + 1).trimmed().toUtf8() });
        options.secretHeaders << header.left(colon).trimmed();
    }
    // What is given here replaces what the profile says under that name.
    target.headers.removeIf([&given](const HeaderField &field) {
        return std::any_of(given.begin(), given.end(), [&](const HeaderField &other) { return other.first.compare(field.first, Qt::CaseInsensitive) == 0; });
    });
    target.headers += given;
    if (const auto variable = line.value("--token-env")) {
        const QByteArray token = qgetenv(variable->toLocal8Bit().constData());
        if (token.isEmpty()) {
            Error error("unset-variable", QStringLiteral("The variable %1, used in --token-env, is not set").arg(*variable).toStdString(), variable->toStdString());
            return fail(error);
        }
        target.headers.append({ "Authorization", "Bearer " + token });
        options.secretHeaders << QStringLiteral("Authorization");
        options.secretValues << QString::fromUtf8(token);
    }
    return {};
}

Result<void> takeProcess(const CommandLine &line, InspectionOptions &options)
{
    Target &target = options.session.target;
    const QStringList variables = line.values("--env");
    for (const QString &variable : variables) {
        const qsizetype equals = variable.indexOf(u'=');
        if (equals <= 0)
            return usage(QStringLiteral("--env needs K=V; got \"%1\"").arg(variable));
        target.environment.insert(variable.left(equals), variable.mid(equals + 1));
        options.secretVariables << variable.left(equals);
    }
    if (const auto folder = line.value("--cwd"))
        target.directory = *folder;
    if (const auto proxy = line.value("--proxy"))
        target.proxy = *proxy;
    if (const auto ca = line.value("--ca"))
        target.tls.caFile = *ca;
    return {};
}

Result<void> takeElicit(const CommandLine &line, AnswerRules &answers)
{
    const std::optional<QString> how = line.value("--elicit");
    if (!how)
        return {};
    if (*how == QLatin1String("defaults")) {
        answers.elicitation = AnswerMode::Defaults;
    } else if (*how == QLatin1String("decline")) {
        answers.elicitation = AnswerMode::Decline;
    } else if (*how == QLatin1String("cancel")) {
        answers.elicitation = AnswerMode::Cancel;
    } else {
        Result<QByteArray> file = answerFile(*how);
        if (!file)
            return fail(file.error());
        answers.elicitation = AnswerMode::Fixed;
        answers.elicitationResult = *file;
    }
    return {};
}

Result<void> takeAnswers(const CommandLine &line, AnswerRules &answers)
{
    if (Result<void> done = takeElicit(line, answers); !done)
        return done;
    if (const auto how = line.value("--sample")) {
        answers.sampling = AnswerMode::Decline;
        if (*how != QLatin1String("decline")) {
            Result<QByteArray> file = answerFile(*how);
            if (!file)
                return fail(file.error());
            answers.sampling = AnswerMode::Fixed;
            answers.samplingResult = *file;
        }
    }
    const QStringList roots = line.values("--root");
    for (const QString &root : roots)
        answers.roots.append({ root, {} });
    return {};
}

} // namespace

QString demoServerPath()
{
    const QString path = QCoreApplication::applicationDirPath() + QStringLiteral("/assayer-demo-server");
    return QFileInfo(path).isExecutable() ? path : QString();
}

Result<QByteArray> answerFile(const QString &path)
{
    Result<QByteArray> text = readWholeFile(path, qint64(64) << 20);
    if (!text)
        return text;
    if (const auto parsed = parseJson(*text); !parsed) {
        Error error = parsed.error();
        error.kind = "unreadable-file";
        error.cause = "not-json";
        error.data.path = path.toStdString();
        return fail(error);
    }
    return text;
}

Result<InspectionOptions> inspectionOptions(const CommandLine &line, const QString &url)
{
    Result<InspectionOptions> options = target(line, url);
    if (!options)
        return options;
    for (const Result<void> &step : { takeSession(line, options->session), takeHeaders(line, *options), takeProcess(line, *options), takeAnswers(line, options->answers) }) {
        if (!step)
            return fail(step.error());
    }
    options->recordPath = line.value("--trace").value_or(QString());
    return options;
}

} // namespace assayer
