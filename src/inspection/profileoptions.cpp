#include "inspection/profileoptions.h"

#include "protocol/message.h"

#include "json/write.h"

namespace assayer {

namespace {

tl::unexpected<Error> refuse(const ServerProfile &profile, const QString &message)
{
    return fail("usage", QStringLiteral("The profile \"%1\": %2").arg(profile.name, message).toStdString());
}

void takeHttp(const ServerProfile &profile, Target &target)
{
    for (const auto &[name, value] : profile.headers)
        target.headers.append({ name.toUtf8(), value.toUtf8() });
    target.proxy = profile.proxy;
    target.tls.caFile = profile.tls.caFile;
    target.tls.certificateFile = profile.tls.certificateFile;
    target.tls.keyFile = profile.tls.keyFile;
    target.tls.trustedFingerprints = profile.tls.trustedFingerprints;
}

void takeStdio(const ServerProfile &profile, Target &target)
{
    target.command = profile.command;
    target.arguments = profile.args;
    for (const auto &[name, value] : profile.env)
        target.environment.insert(name, value);
    target.directory = profile.cwd;
}

Result<void> takeTarget(const ServerProfile &profile, SessionOptions &session)
{
    const ProfileTransport transport = profile.transport();
    session.sseFallback = transport == ProfileTransport::HttpThenSse;
    if (transport == ProfileTransport::Stdio) {
        if (profile.command.isEmpty())
            return refuse(profile, QStringLiteral("it has neither a command nor a URL"));
        session.target.kind = TransportKind::Stdio;
        takeStdio(profile, session.target);
        return {};
    }
    session.target.kind = transport == ProfileTransport::Sse ? TransportKind::LegacySse : TransportKind::StreamableHttp;
    const Result<QUrl> url = serverUrl(profile.url);
    if (!url)
        return refuse(profile, QString::fromStdString(url.error().message));
    session.target.url = *url;
    takeHttp(profile, session.target);
    return {};
}

template<class Value, class FromWord>
Result<void> takeWord(const ServerProfile &profile, const QString &word, const char *member, FromWord fromWord, Value &out)
{
    if (word.isEmpty())
        return {};
    const auto value = fromWord(QStringView(word));
    if (!value)
        return refuse(profile, QStringLiteral("%1 cannot be \"%2\"").arg(QString::fromLatin1(member), word));
    out = *value;
    return {};
}

Result<void> takeNegotiation(const ServerProfile &profile, SessionOptions &session)
{
    if (Result<void> done = takeWord(profile, profile.protocolEra, "protocolEra", eraModeFromWord, session.mode); !done)
        return done;
    if (Result<void> done = takeWord(profile, profile.policy, "policy", policyFromWord, session.policy); !done)
        return done;
    if (Result<void> done = takeWord(profile, profile.metadataPolicy, "metadataPolicy", metadataPolicyFromWord, session.metadataPolicy); !done)
        return done;
    if (Result<void> done = takeWord(profile, profile.probePlacement, "probePlacement", placementFromWord, session.placement); !done)
        return done;
    session.protocolVersions = profile.protocolVersions;
    if (!profile.pin.isEmpty()) {
        session.mode = EraMode::Pin;
        session.pin = profile.pin;
    }
    return {};
}

int milliseconds(std::optional<qint64> value, int standard)
{
    return value && *value >= 0 && *value <= std::numeric_limits<int>::max() ? static_cast<int>(*value) : standard;
}

void takeTimes(const ServerProfile &profile, SessionOptions &session)
{
    session.connectTimeoutMs = milliseconds(profile.connectionTimeout, session.connectTimeoutMs);
    // 0 means the SDK's own time-out in the Inspector's files.
    if (profile.requestTimeout.value_or(0) > 0)
        session.requestTimeoutMs = milliseconds(profile.requestTimeout, session.requestTimeoutMs);
    session.probeTimeoutMs = milliseconds(profile.probeTimeout, session.probeTimeoutMs);
    session.probeRetries = milliseconds(profile.probeRetries, session.probeRetries);
    session.maxTotalTimeoutMs = milliseconds(profile.maxTotalTimeout, session.maxTotalTimeoutMs);
    if (profile.maxMessage.value_or(0) > 0)
        session.target.limits.messageBytes = *profile.maxMessage;
    session.suppressNotificationStream = profile.suppressNotificationStream;
    session.modernLogLevel = profile.modernLogLevel == QLatin1String("off") ? QString() : profile.modernLogLevel;
}

/// Extensions that are switched on, as the capability of that name.
QByteArray extensions(const QByteArray &advertised)
{
    const Result<json::DocumentPtr> parsed = parseJson(advertised);
    if (!parsed)
        return {};
    json::Writer out;
    out.beginObject();
    for (const json::Member &member : (*parsed)->root().members()) {
        if (member.value().isTrue())
            out.rawMember(member.name(), "{}");
        else if (member.value().isObject())
            out.rawMember(member.name(), (*parsed)->raw(member.value()));
    }
    const std::string text = out.endObject().take();
    return text == "{}" ? QByteArray() : QByteArray::fromStdString(text);
}

/// The newer form is an object, the older one an array of {key, value}.
QByteArray requestMeta(const QByteArray &metadata)
{
    const Result<json::DocumentPtr> parsed = parseJson(metadata);
    if (metadata.isEmpty() || !parsed)
        return {};
    if ((*parsed)->root().isObject())
        return (*parsed)->root().size() > 0 ? metadata : QByteArray();
    json::Writer out;
    out.beginObject();
    for (const json::Value &item : (*parsed)->root().items()) {
        const json::Value *value = item.find("value");
        if (const auto key = item.stringAt("key"); key && value)
            out.rawMember(*key, (*parsed)->raw(*value));
    }
    return QByteArray::fromStdString(out.endObject().take());
}

void takeAnswers(const ServerProfile &profile, AnswerRules &answers)
{
    answers.extraCapabilities = profile.capabilities;
    if (const QByteArray on = extensions(profile.advertisedExtensions); !on.isEmpty() && profile.capabilities.isEmpty())
        answers.extraCapabilities = "{\"extensions\":" + on + '}';
    answers.elicitationForm = profile.elicitCapability != QLatin1String("url");
    answers.elicitationUrl = profile.elicitCapability != QLatin1String("form");
    for (const ProfileRoot &root : profile.roots)
        answers.roots.append({ root.uri, root.name });
}

void takeSecrets(const ServerProfile &profile, InspectionOptions &options)
{
    for (const auto &[name, value] : profile.headers)
        options.secretHeaders << name;
    for (const auto &[name, value] : profile.env)
        options.secretVariables << name;
    for (const auto &[name, value] : profile.headers + profile.env) {
        if (!value.isEmpty())
            options.secretValues << value;
    }
    if (!profile.oauth.clientSecret.isEmpty())
        options.secretValues << profile.oauth.clientSecret;
}

} // namespace

Result<InspectionOptions> optionsFromProfile(const ServerProfile &profile)
{
    InspectionOptions options;
    options.name = profile.name;
    if (const Result<void> target = takeTarget(profile, options.session); !target)
        return fail(target.error());
    if (const Result<void> negotiation = takeNegotiation(profile, options.session); !negotiation)
        return fail(negotiation.error());
    takeTimes(profile, options.session);
    takeAnswers(profile, options.answers);
    takeSecrets(profile, options);
    options.requestMeta = requestMeta(profile.metadata);
    options.refreshOnListChanged = profile.autoRefreshOnListChanged;
    return options;
}

std::optional<EraMode> eraModeFromWord(QStringView word)
{
    if (word == QLatin1String("auto"))
        return EraMode::Auto;
    if (word == QLatin1String("legacy"))
        return EraMode::Legacy;
    if (word == QLatin1String("modern"))
        return EraMode::Modern;
    return std::nullopt;
}

std::optional<ProbePolicy> policyFromWord(QStringView word)
{
    if (word == QLatin1String("assayer"))
        return ProbePolicy::Assayer;
    if (word == QLatin1String("sdk-2571"))
        return ProbePolicy::Sdk2571;
    if (word == QLatin1String("sdk-2.4.0"))
        return ProbePolicy::Sdk240;
    return std::nullopt;
}

std::optional<MetadataPolicy> metadataPolicyFromWord(QStringView word)
{
    if (word == QLatin1String("whole"))
        return MetadataPolicy::Whole;
    if (word == QLatin1String("isolated"))
        return MetadataPolicy::Isolated;
    return std::nullopt;
}

std::optional<ProbePlacement> placementFromWord(QStringView word)
{
    if (word == QLatin1String("sibling"))
        return ProbePlacement::Sibling;
    if (word == QLatin1String("in-place"))
        return ProbePlacement::InPlace;
    return std::nullopt;
}

std::optional<TransportKind> transportFromWord(QStringView word)
{
    if (word == QLatin1String("streamable-http") || word == QLatin1String("http"))
        return TransportKind::StreamableHttp;
    if (word == QLatin1String("sse"))
        return TransportKind::LegacySse;
    if (word == QLatin1String("stdio"))
        return TransportKind::Stdio;
    return std::nullopt;
}

Result<QUrl> serverUrl(const QString &text)
{
    const QUrl url(text.trimmed(), QUrl::StrictMode);
    if (!url.isValid())
        return fail("usage", QStringLiteral("\"%1\" is no URL: %2").arg(text, url.errorString()).toStdString());
    const QString scheme = url.scheme().toLower();
    if (scheme != QLatin1String("http") && scheme != QLatin1String("https"))
        return fail("usage", QStringLiteral("\"%1\" is no http or https URL").arg(text).toStdString());
    if (url.host().isEmpty())
        return fail("usage", QStringLiteral("\"%1\" names no host").arg(text).toStdString());
    return url;
}

} // namespace assayer
