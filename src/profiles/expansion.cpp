#include "profiles/expansion.h"

#include "platform/files.h"

#include <QDir>

namespace assayer {

namespace {

class Expander {
public:
    Expander(const VariableContext &context, QList<UnsetVariable> &unset)
        : m_context(context)
        , m_unset(unset)
    {
    }

    void expand(QString &text, const QString &where) const
    {
        QStringList names;
        text = expandText(text, m_context, names);
        for (const QString &name : std::as_const(names))
            m_unset.append({ name, where });
    }

    void expand(QStringList &list, const QString &where) const
    {
        for (qsizetype i = 0; i < list.size(); ++i)
            expand(list[i], where + QStringLiteral(", row %1").arg(i + 1));
    }

    void expand(NamedValues &values, const QString &where) const
    {
        for (auto &[name, value] : values)
            expand(value, where + QStringLiteral(", ") + name);
    }

private:
    const VariableContext &m_context;
    QList<UnsetVariable> &m_unset;
};

void expandOAuth(ProfileOAuth &oauth, const Expander &expander)
{
    expander.expand(oauth.clientId, QStringLiteral("oauth, clientId"));
    expander.expand(oauth.clientSecret, QStringLiteral("oauth, clientSecret"));
    expander.expand(oauth.scopes, QStringLiteral("oauth, scopes"));
    expander.expand(oauth.authorizationUrl, QStringLiteral("oauth, authorizationUrl"));
    expander.expand(oauth.tokenUrl, QStringLiteral("oauth, tokenUrl"));
}

void expandAll(ServerProfile &p, const Expander &expander)
{
    expander.expand(p.command, QStringLiteral("command"));
    expander.expand(p.args, QStringLiteral("args"));
    expander.expand(p.env, QStringLiteral("env"));
    expander.expand(p.envFile, QStringLiteral("envFile"));
    expander.expand(p.cwd, QStringLiteral("cwd"));
    expander.expand(p.url, p.urlMember);
    expander.expand(p.headers, QStringLiteral("headers"));
    expander.expand(p.proxy, QStringLiteral("proxy"));
    expander.expand(p.tls.caFile, QStringLiteral("tls, ca"));
    expander.expand(p.tls.certificateFile, QStringLiteral("tls, certificate"));
    expander.expand(p.tls.keyFile, QStringLiteral("tls, key"));
    for (ProfileRoot &root : p.roots)
        expander.expand(root.uri, QStringLiteral("roots"));
    expandOAuth(p.oauth, expander);
}

/// The profile's own env wins over its envFile.
std::optional<Error> addEnvFile(ServerProfile &p, const VariableContext &context)
{
    if (p.envFile.isEmpty())
        return std::nullopt;
    const QString path = QDir(context.workspaceFolder).absoluteFilePath(p.envFile);
    const Result<QByteArray> bytes = readWholeFile(path, 1 << 20);
    if (!bytes)
        return bytes.error();
    p.env = parseEnvFile(*bytes) + p.env;
    return std::nullopt;
}

QString unquoted(const QString &value)
{
    const QChar first = value.isEmpty() ? QChar() : value.front();
    const bool quoted = value.size() >= 2 && (first == u'"' || first == u'\'') && value.back() == first;
    if (!quoted)
        return value;
    QString inner = value.mid(1, value.size() - 2);
    if (first == u'"')
        inner.replace(QLatin1String("\\n"), QLatin1String("\n"));
    return inner;
}

} // namespace

std::optional<Error> Expansion::error() const
{
    if (unset.isEmpty())
        return envFileError;
    const UnsetVariable &first = unset.front();
    QString message = QStringLiteral("The variable %1, used in %2, is not set").arg(first.name, first.where);
    QStringList others;
    for (const UnsetVariable &variable : unset.mid(1))
        others << QStringLiteral("%1 in %2").arg(variable.name, variable.where);
    if (!others.isEmpty())
        message += QStringLiteral(" (also: %1)").arg(others.join(QStringLiteral("; ")));
    Error error("unset-variable", message.toStdString());
    error.cause = first.name.toStdString();
    error.data.path = first.where.toStdString();
    return error;
}

Expansion expandProfile(const ServerProfile &profile, const VariableContext &context)
{
    Expansion out;
    out.profile = profile;
    expandAll(out.profile, Expander(context, out.unset));
    if (out.unset.isEmpty())
        out.envFileError = addEnvFile(out.profile, context);
    return out;
}

NamedValues parseEnvFile(const QByteArray &text)
{
    NamedValues out;
    const QStringList lines = QString::fromUtf8(text).split(u'\n');
    for (QString line : lines) {
        line = line.trimmed();
        if (line.startsWith(QLatin1String("export ")))
            line = line.mid(7).trimmed();
        const qsizetype equals = line.indexOf(u'=');
        if (equals > 0 && !line.startsWith(u'#'))
            out.append({ line.left(equals).trimmed(), unquoted(line.mid(equals + 1).trimmed()) });
    }
    return out;
}

} // namespace assayer
