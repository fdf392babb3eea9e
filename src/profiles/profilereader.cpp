#include "profiles/profilereader.h"

#include "json/pointer.h"

namespace assayer {

namespace {

QString text(std::string_view utf8)
{
    return QString::fromUtf8(utf8.data(), static_cast<qsizetype>(utf8.size()));
}

/// Reads members of one object and says which of them have an unexpected type.
class MemberReader {
public:
    MemberReader(json::Node object, std::string pointer, Findings &findings)
        : m_object(std::move(object))
        , m_pointer(std::move(pointer))
        , m_findings(findings)
    {
    }

    void read(const char *name, QString &out) const
    {
        const json::Value *value = member(name);
        if (value && value->isString())
            out = text(value->string());
        else if (value && (value->isNumber() || value->isBool()))
            out = text(m_object.document->raw(*value));
        else
            expect(value, name, "string");
    }

    void read(const char *name, bool &out) const
    {
        const json::Value *value = member(name);
        if (value && value->isBool())
            out = value->isTrue();
        else
            expect(value, name, "boolean");
    }

    void read(const char *name, std::optional<qint64> &out) const
    {
        const json::Value *value = member(name);
        if (value && value->integer())
            out = *value->integer();
        else
            expect(value, name, "integer");
    }

    void read(const char *name, QStringList &out) const
    {
        const json::Value *value = member(name);
        expectKind(value, name, "array", value && value->isArray());
        if (!value)
            return;
        for (const json::Value &item : value->items())
            out << text(item.isString() ? item.string() : m_object.document->raw(item));
    }

    void read(const char *name, NamedValues &out) const
    {
        const json::Value *value = member(name);
        expectKind(value, name, "object", value && value->isObject());
        if (!value)
            return;
        for (const json::Member &entry : value->members()) {
            const json::Value &v = entry.value();
            out.append({ text(entry.name()), text(v.isString() ? v.string() : v.isNull() ? "" : m_object.document->raw(v)) });
        }
    }

    /// Exact JSON text of an object or array.
    void readJson(const char *name, QByteArray &out, bool arrayToo = false) const
    {
        const json::Value *value = member(name);
        const bool fits = value && (value->isObject() || (arrayToo && value->isArray()));
        expectKind(value, name, "object", fits);
        if (fits) {
            const std::string_view raw = m_object.document->raw(*value);
            out = QByteArray(raw.data(), static_cast<qsizetype>(raw.size()));
        }
    }

    MemberReader below(const char *name) const
    {
        const json::Value *value = member(name);
        expectKind(value, name, "object", value && value->isObject());
        std::string pointer = m_pointer;
        json::appendToken(pointer, name);
        return { { m_object.document, value && value->isObject() ? value : nullptr }, pointer, m_findings };
    }

    const json::Value *member(const char *name) const { return m_object.value ? m_object.value->find(name) : nullptr; }

private:
    void expect(const json::Value *value, const char *name, const char *kind) const { expectKind(value, name, kind, false); }

    void expectKind(const json::Value *value, const char *name, const char *kind, bool fits) const
    {
        if (!value || fits || value->isNull())
            return;
        Finding finding;
        finding.rule = "profile.member";
        finding.where = m_pointer;
        json::appendToken(finding.where, name);
        finding.expected = kind;
        finding.received = json::typeName(*value);
        finding.message = std::string("This file: ") + name + " expected " + finding.expected + ", received " + finding.received;
        m_findings.push_back(std::move(finding));
    }

    json::Node m_object;
    std::string m_pointer;
    Findings &m_findings;
};

void readStdio(const MemberReader &in, ServerProfile &out)
{
    in.read("type", out.type);
    in.read("args", out.args);
    in.read("env", out.env);
    in.read("envFile", out.envFile);
    in.read("cwd", out.cwd);
    // opencode and some scripts write the whole command as one array.
    const json::Value *command = in.member("command");
    if (command && command->isArray()) {
        QStringList words;
        in.read("command", words);
        out.command = words.value(0);
        out.args = words.mid(1) + out.args;
    } else {
        in.read("command", out.command);
    }
}

void readHttp(const MemberReader &in, ServerProfile &out)
{
    for (const char *name : { "url", "httpUrl", "serverUrl" }) {
        if (!in.member(name) || !out.url.isEmpty())
            continue;
        in.read(name, out.url);
        out.urlMember = QString::fromLatin1(name);
    }
    in.read("headers", out.headers);
}

void readRoots(const MemberReader &in, ServerProfile &out)
{
    const json::Value *roots = in.member("roots");
    if (!roots || !roots->isArray())
        return;
    for (const json::Value &root : roots->items()) {
        if (root.isString())
            out.roots.append({ text(root.string()), {} });
        else if (const auto uri = root.stringAt("uri"))
            out.roots.append({ text(*uri), text(root.stringAt("name").value_or("")) });
    }
}

void readInspector(const MemberReader &in, ServerProfile &out)
{
    in.readJson("metadata", out.metadata, true);
    in.read("connectionTimeout", out.connectionTimeout);
    in.read("requestTimeout", out.requestTimeout);
    in.read("taskTtl", out.taskTtl);
    in.read("protocolEra", out.protocolEra);
    in.read("modernLogLevel", out.modernLogLevel);
    in.read("autoRefreshOnListChanged", out.autoRefreshOnListChanged);
    in.read("paginatedLists", out.paginatedLists);
    in.read("maxFetchRequests", out.maxFetchRequests);
    in.readJson("advertisedExtensions", out.advertisedExtensions);
    in.read("suppressNotificationStream", out.suppressNotificationStream);
    in.read("elicitCapability", out.elicitCapability);
    in.read("disabled", out.disabled);
    readRoots(in, out);
}

void readOAuth(const MemberReader &in, ProfileOAuth &out)
{
    in.read("clientId", out.clientId);
    in.read("clientSecret", out.clientSecret);
    in.read("scopes", out.scopes);
    in.read("authorizationParams", out.authorizationParams);
    in.read("authorizationUrl", out.authorizationUrl);
    in.read("tokenUrl", out.tokenUrl);
    in.read("enterpriseManaged", out.enterpriseManaged);
    in.read("onInsufficientScope", out.onInsufficientScope);
    in.read("requestRefreshToken", out.requestRefreshToken);
    in.read("revokeOnClear", out.revokeOnClear);
}

void readOurs(const MemberReader &in, ServerProfile &out)
{
    in.read("pin", out.pin);
    in.read("protocolVersions", out.protocolVersions);
    in.read("policy", out.policy);
    in.read("metadataPolicy", out.metadataPolicy);
    in.read("probePlacement", out.probePlacement);
    in.read("probeTimeout", out.probeTimeout);
    in.read("probeRetries", out.probeRetries);
    in.read("maxTotalTimeout", out.maxTotalTimeout);
    in.read("maxMessage", out.maxMessage);
    in.read("proxy", out.proxy);
    in.readJson("capabilities", out.capabilities);
    const MemberReader tls = in.below("tls");
    tls.read("ca", out.tls.caFile);
    tls.read("certificate", out.tls.certificateFile);
    tls.read("key", out.tls.keyFile);
    tls.read("trusted", out.tls.trustedFingerprints);
    const MemberReader secrets = in.below("secrets");
    secrets.read("headers", out.secretHeaders);
    secrets.read("env", out.secretEnv);
}

} // namespace

ServerProfile readProfile(const QString &name, const json::Node &entry, const std::string &pointer, Findings &findings)
{
    const MemberReader in(entry, pointer, findings);
    ServerProfile profile;
    profile.name = name;
    readStdio(in, profile);
    readHttp(in, profile);
    readInspector(in, profile);
    readOAuth(in.below("oauth"), profile.oauth);
    readOurs(in.below("assayer"), profile);
    return profile;
}

} // namespace assayer
