// How to reach one server: an entry of an mcp.json, as it stands in the file. Variables are not expanded here.
#pragma once

#include <QByteArray>
#include <QList>
#include <QMetaType>
#include <QString>
#include <QStringList>

#include <optional>
#include <utility>

namespace assayer {

/// Name and value in the order of the file.
using NamedValues = QList<std::pair<QString, QString>>;

enum class ProfileTransport {
    Stdio,
    StreamableHttp,
    Sse,
    HttpThenSse, ///< `url` without a type: Streamable HTTP, then HTTP+SSE as the specification says
};

struct ProfileRoot {
    QString uri;
    QString name;
    bool operator==(const ProfileRoot &) const = default;
};

/// The Inspector's `oauth` member.
struct ProfileOAuth {
    QString clientId;
    QString clientSecret; ///< a secret: read where it stands in a file, written only as a reference
    QString scopes; ///< separated by blanks
    NamedValues authorizationParams;
    QString authorizationUrl;
    QString tokenUrl;
    bool enterpriseManaged = false;
    QString onInsufficientScope;
    bool requestRefreshToken = true;
    bool revokeOnClear = true;
    bool operator==(const ProfileOAuth &) const = default;
};

struct ProfileTls {
    QString caFile;
    QString certificateFile;
    QString keyFile;
    QStringList trustedFingerprints; ///< SHA-256, hex
    bool operator==(const ProfileTls &) const = default;
};

/// Members of the Inspector's entry first, then ours, which stand under "assayer" so that nobody else trips over them.
/// An optional without value, an empty text and an empty list mean: not in the file.
struct ServerProfile {
    QString name; ///< key under mcpServers or servers
    QString type; ///< as written: "stdio", "http", "streamable-http", "sse", ...; may be empty

    QString command;
    QStringList args;
    NamedValues env;
    QString envFile;
    QString cwd;

    QString url;
    QString urlMember = QStringLiteral("url"); ///< "url", "httpUrl" (Gemini) or "serverUrl" (Windsurf)
    NamedValues headers;

    QByteArray metadata; ///< JSON: object, or the older array of {key, value}
    std::optional<qint64> connectionTimeout; ///< ms
    std::optional<qint64> requestTimeout; ///< ms
    std::optional<qint64> taskTtl; ///< ms
    QString protocolEra; ///< "legacy", "auto", "modern"
    QString modernLogLevel;
    bool autoRefreshOnListChanged = false;
    bool paginatedLists = false;
    std::optional<qint64> maxFetchRequests;
    QByteArray advertisedExtensions; ///< JSON object: id -> bool or settings
    QList<ProfileRoot> roots;
    ProfileOAuth oauth;
    bool suppressNotificationStream = false;
    QString elicitCapability; ///< "both", "form", "url", "none"
    bool disabled = false;

    QString pin;
    QStringList protocolVersions;
    QString policy; ///< "assayer", "sdk-2571", "sdk-2.4.0"
    QString metadataPolicy; ///< "whole", "isolated"
    QString probePlacement; ///< "sibling", "in-place"
    std::optional<qint64> probeTimeout; ///< ms
    std::optional<qint64> probeRetries;
    std::optional<qint64> maxTotalTimeout; ///< ms
    std::optional<qint64> maxMessage; ///< bytes
    QString proxy;
    ProfileTls tls;
    QByteArray capabilities; ///< JSON object: what is declared to the server
    QStringList secretHeaders; ///< names whose values are kept in the keychain
    QStringList secretEnv;

    bool operator==(const ServerProfile &) const = default;

    bool isStdio() const { return transport() == ProfileTransport::Stdio; }
    /// Inferred where `type` says nothing: command means stdio, httpUrl and serverUrl Streamable HTTP, url alone both kinds of HTTP.
    ProfileTransport transport() const
    {
        if (type == QLatin1String("sse"))
            return ProfileTransport::Sse;
        if (type == QLatin1String("http") || type == QLatin1String("streamable-http") || type == QLatin1String("streamableHttp"))
            return ProfileTransport::StreamableHttp;
        if (type == QLatin1String("stdio") || url.isEmpty())
            return ProfileTransport::Stdio;
        return urlMember == QLatin1String("url") ? ProfileTransport::HttpThenSse : ProfileTransport::StreamableHttp;
    }
};

} // namespace assayer

Q_DECLARE_METATYPE(assayer::ServerProfile)
