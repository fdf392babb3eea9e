#include "profiles/profilemembers.h"

#include "json/write.h"

#include <map>

namespace assayer {

namespace {

QByteArray toBytes(std::string text)
{
    return QByteArray::fromStdString(text);
}

QByteArray encoded(const QString &text)
{
    return text.isEmpty() ? QByteArray() : toBytes(json::quoted(text.toStdString()));
}

QByteArray encoded(const std::optional<qint64> &number)
{
    return number ? QByteArray::number(*number) : QByteArray();
}

QByteArray encoded(const QStringList &list)
{
    if (list.isEmpty())
        return {};
    json::Writer out;
    out.beginArray();
    for (const QString &text : list)
        out.string(text.toStdString());
    return toBytes(out.endArray().text());
}

QByteArray encoded(const NamedValues &values)
{
    if (values.isEmpty())
        return {};
    json::Writer out;
    out.beginObject();
    for (const auto &[name, value] : values)
        out.member(name.toStdString(), value.toStdString());
    return toBytes(out.endObject().text());
}

QByteArray encoded(const QList<ProfileRoot> &roots)
{
    if (roots.isEmpty())
        return {};
    json::Writer out;
    out.beginArray();
    for (const ProfileRoot &root : roots) {
        out.beginObject().member("uri", root.uri.toStdString());
        if (!root.name.isEmpty())
            out.member("name", root.name.toStdString());
        out.endObject();
    }
    return toBytes(out.endArray().text());
}

QByteArray unless(bool value, bool standard)
{
    return value == standard ? QByteArray() : value ? QByteArrayLiteral("true") : QByteArrayLiteral("false");
}

/// Collects members under one object of the entry.
class Members {
public:
    Members(QList<ProfileMember> &out, QStringList prefix)
        : m_out(out)
        , m_prefix(std::move(prefix))
    {
    }
    void add(const char *name, QByteArray text) const { m_out.append({ m_prefix + QStringList { QString::fromLatin1(name) }, std::move(text) }); }

private:
    QList<ProfileMember> &m_out;
    QStringList m_prefix;
};

void addStdio(const Members &out, const ServerProfile &p)
{
    out.add("type", encoded(p.type));
    out.add("command", encoded(p.command));
    out.add("args", encoded(p.args));
    out.add("env", encoded(p.env));
    out.add("envFile", encoded(p.envFile));
    out.add("cwd", encoded(p.cwd));
}

void addHttp(const Members &out, const ServerProfile &p)
{
    for (const char *name : { "url", "httpUrl", "serverUrl" })
        out.add(name, p.urlMember == QLatin1String(name) ? encoded(p.url) : QByteArray());
    out.add("headers", encoded(p.headers));
}

void addInspector(const Members &out, const ServerProfile &p)
{
    out.add("metadata", p.metadata);
    out.add("connectionTimeout", encoded(p.connectionTimeout));
    out.add("requestTimeout", encoded(p.requestTimeout));
    out.add("taskTtl", encoded(p.taskTtl));
    out.add("protocolEra", encoded(p.protocolEra));
    out.add("modernLogLevel", encoded(p.modernLogLevel));
    out.add("autoRefreshOnListChanged", unless(p.autoRefreshOnListChanged, false));
    out.add("paginatedLists", unless(p.paginatedLists, false));
    out.add("maxFetchRequests", encoded(p.maxFetchRequests));
    out.add("advertisedExtensions", p.advertisedExtensions);
    out.add("roots", encoded(p.roots));
    out.add("suppressNotificationStream", unless(p.suppressNotificationStream, false));
    out.add("elicitCapability", encoded(p.elicitCapability));
    out.add("disabled", unless(p.disabled, false));
}

void addOAuth(const Members &out, const ProfileOAuth &o)
{
    out.add("clientId", encoded(o.clientId));
    out.add("clientSecret", encoded(o.clientSecret));
    out.add("scopes", encoded(o.scopes));
    out.add("authorizationParams", encoded(o.authorizationParams));
    out.add("authorizationUrl", encoded(o.authorizationUrl));
    out.add("tokenUrl", encoded(o.tokenUrl));
    out.add("enterpriseManaged", unless(o.enterpriseManaged, false));
    out.add("onInsufficientScope", encoded(o.onInsufficientScope));
    out.add("requestRefreshToken", unless(o.requestRefreshToken, true));
    out.add("revokeOnClear", unless(o.revokeOnClear, true));
}

void addOurs(const Members &out, const ServerProfile &p)
{
    out.add("pin", encoded(p.pin));
    out.add("protocolVersions", encoded(p.protocolVersions));
    out.add("policy", encoded(p.policy));
    out.add("metadataPolicy", encoded(p.metadataPolicy));
    out.add("probePlacement", encoded(p.probePlacement));
    out.add("probeTimeout", encoded(p.probeTimeout));
    out.add("probeRetries", encoded(p.probeRetries));
    out.add("maxTotalTimeout", encoded(p.maxTotalTimeout));
    out.add("maxMessage", encoded(p.maxMessage));
    out.add("proxy", encoded(p.proxy));
    out.add("capabilities", p.capabilities);
}

void addTls(const Members &out, const ProfileTls &tls)
{
    out.add("ca", encoded(tls.caFile));
    out.add("certificate", encoded(tls.certificateFile));
    out.add("key", encoded(tls.keyFile));
    out.add("trusted", encoded(tls.trustedFingerprints));
}

/// Members in the order they were added, objects made on the way.
struct Tree {
    QByteArray leaf;
    QList<QString> order;
    std::map<QString, Tree> members;

    void put(const QStringList &path, const QByteArray &text)
    {
        if (path.isEmpty()) {
            leaf = text;
            return;
        }
        if (!members.count(path.first()))
            order.append(path.first());
        members[path.first()].put(path.mid(1), text);
    }

    void write(json::Writer &out) const
    {
        if (!leaf.isEmpty()) {
            out.raw({ leaf.constData(), static_cast<std::size_t>(leaf.size()) });
            return;
        }
        out.beginObject();
        for (const QString &name : order) {
            out.key(name.toStdString());
            members.at(name).write(out);
        }
        out.endObject();
    }
};

} // namespace

QList<ProfileMember> profileMembers(const ServerProfile &profile)
{
    const QString ours = QStringLiteral("assayer");
    QList<ProfileMember> out;
    addStdio(Members(out, {}), profile);
    addHttp(Members(out, {}), profile);
    addInspector(Members(out, {}), profile);
    addOAuth(Members(out, { QStringLiteral("oauth") }), profile.oauth);
    addOurs(Members(out, { ours }), profile);
    addTls(Members(out, { ours, QStringLiteral("tls") }), profile.tls);
    const Members secrets(out, { ours, QStringLiteral("secrets") });
    secrets.add("headers", encoded(profile.secretHeaders));
    secrets.add("env", encoded(profile.secretEnv));
    return out;
}

QByteArray profileEntry(const ServerProfile &profile)
{
    Tree tree;
    const QList<ProfileMember> members = profileMembers(profile);
    for (const ProfileMember &member : members) {
        if (!member.json.isEmpty())
            tree.put(member.path, member.json);
    }
    json::Writer out;
    tree.write(out);
    return toBytes(out.take());
}

} // namespace assayer
