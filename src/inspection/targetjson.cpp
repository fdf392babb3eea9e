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

/// --name=VALUE and --name VALUE: tells the name, which argument holds the value and where in it that begins.
template<typename Visit>
void visitSecretArguments(const QStringList &arguments, const Visit &visit)
{
    for (qsizetype i = 0; i < arguments.size(); ++i) {
        const QString name = optionName(arguments[i]);
        const qsizetype equals = name.indexOf(u'=');
        if (equals > 0 && isSecret(name.left(equals)))
            visit(name.left(equals), i, arguments[i].indexOf(u'=') + 1);
        else if (equals < 0 && isSecret(name) && i + 1 < arguments.size())
            visit(name, ++i, 0);
    }
}

QStringList maskedArguments(const QStringList &arguments)
{
    QStringList masked = arguments;
    visitSecretArguments(arguments, [&](const QString &, qsizetype at, qsizetype valueBegin) {
        masked[at] = arguments[at].left(valueBegin) + QString::fromLatin1(Redactor::mask());
    });
    return masked;
}

} // namespace

std::vector<SecretWatch::Secret> givenSecrets(const Target &target)
{
    std::vector<SecretWatch::Secret> secrets;
    if (target.kind != TransportKind::Stdio)
        return secrets;
    for (auto variable = target.environment.cbegin(); variable != target.environment.cend(); ++variable)
        secrets.push_back({ variable.key().toUtf8(), variable.value().toUtf8() });
    visitSecretArguments(target.arguments, [&](const QString &name, qsizetype at, qsizetype valueBegin) {
        secrets.push_back({ name.toUtf8(), target.arguments[at].mid(valueBegin).toUtf8() });
    });
    return secrets;
}

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
