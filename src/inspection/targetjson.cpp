#include "inspection/targetjson.h"

#include "json/write.h"
#include "trace/redactor.h"

#include <QUrlQuery>

namespace assayer {

namespace {

QString maskedUrl(QUrl url, bool withoutSecrets)
{
    url.setUserInfo({});
    if (withoutSecrets && url.hasQuery()) {
        QUrlQuery masked;
        const auto items = QUrlQuery(url).queryItems();
        for (const auto &[name, value] : items)
            masked.addQueryItem(name, QStringLiteral("redacted"));
        url.setQuery(masked);
    }
    return url.toString(QUrl::FullyEncoded);
}

QString optionName(const QString &argument)
{
    qsizetype dashes = 0;
    while (dashes < argument.size() && argument[dashes] == u'-')
        ++dashes;
    return dashes > 0 ? argument.mid(dashes) : QString();
}

bool isSecret(const QString &name)
{
    return !name.isEmpty() && Redactor::isSecretName(name.toStdString());
}

/// --name=VALUE and --name VALUE.
QStringList maskedArguments(QStringList arguments)
{
    const QString mask = QString::fromLatin1(Redactor::mask());
    for (qsizetype i = 0; i < arguments.size(); ++i) {
        const QString name = optionName(arguments[i]);
        const qsizetype equals = name.indexOf(u'=');
        if (equals > 0 && isSecret(name.left(equals)))
            arguments[i] = arguments[i].left(arguments[i].indexOf(u'=') + 1) + mask;
        else if (equals < 0 && isSecret(name) && i + 1 < arguments.size())
            arguments[++i] = mask;
    }
    return arguments;
}

} // namespace

const char *transportWord(TransportKind kind)
{
    return kind == TransportKind::Stdio ? "stdio" : kind == TransportKind::LegacySse ? "sse" : "streamable-http";
}

QByteArray targetJson(const Target &target, bool withoutSecrets)
{
    json::Writer out;
    out.beginObject().member("transport", transportWord(target.kind));
    if (target.kind != TransportKind::Stdio) {
        out.member("url", maskedUrl(target.url, withoutSecrets).toStdString());
        return QByteArray::fromStdString(out.endObject().take());
    }
    out.key("command").beginArray().string(target.command.toStdString());
    const QStringList arguments = withoutSecrets ? maskedArguments(target.arguments) : target.arguments;
    for (const QString &argument : arguments)
        out.string(argument.toStdString());
    return QByteArray::fromStdString(out.endArray().endObject().take());
}

} // namespace assayer
