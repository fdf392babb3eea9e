#include "support/negotiationscript.h"

#include <QJsonDocument>

namespace assayer::test {

namespace {

bool holds(const QJsonObject &when, const ScriptedRequest &request)
{
    const auto differs = [&](QStringView name, const QString &is) { return when.contains(name) && when.value(name).toString() != is; };
    if (differs(u"httpMethod", QString::fromLatin1(request.httpMethod)) || differs(u"rpcMethod", request.rpcMethod())
        || differs(u"path", QString::fromLatin1(request.path)))
        return false;
    if (when.contains(u"hasHeader") && !request.headers.contains(when.value(u"hasHeader").toString().toLatin1().toLower()))
        return false;
    return !when.contains(u"spawn") || when.value(u"spawn").toInt() == request.spawn;
}

/// JSON text of one value alone.
QByteArray plain(const QJsonValue &value)
{
    const QByteArray array = QJsonDocument(QJsonArray { value }).toJson(QJsonDocument::Compact);
    return array.sliced(1, array.size() - 2);
}

QJsonValue placeholder(const QString &name, const ScriptedRequest &request, const ScriptPlaces &places)
{
    const QJsonObject params = request.rpc.value(u"params").toObject();
    if (name == u"$id")
        return request.rpc.value(u"id");
    if (name == u"$initVersion")
        return params.value(u"protocolVersion");
    if (name == u"$lastId")
        return places.lastId;
    return params.value(u"_meta").toObject().value(u"progressToken");
}

QByteArray textOf(const QJsonValue &value, const ScriptedRequest &request, const ScriptPlaces &places);

QByteArray objectText(const QJsonObject &object, const ScriptedRequest &request, const ScriptPlaces &places)
{
    if (object.contains(u"$nest"))
        return QByteArray(object.value(u"$nest").toInt(), '[') + QByteArray(object.value(u"$nest").toInt(), ']');
    if (object.contains(u"$repeat"))
        return plain(object.value(u"$repeat").toString().repeated(object.value(u"count").toInt()));
    QByteArray text = "{";
    for (auto it = object.begin(); it != object.end(); ++it)
        text += (text.size() > 1 ? "," : "") + plain(it.key()) + ':' + textOf(it.value(), request, places);
    return text + '}';
}

QByteArray textOf(const QJsonValue &value, const ScriptedRequest &request, const ScriptPlaces &places)
{
    if (value.isObject())
        return objectText(value.toObject(), request, places);
    if (value.isArray()) {
        QByteArray text = "[";
        for (const QJsonValue &item : value.toArray())
            text += (text.size() > 1 ? "," : "") + textOf(item, request, places);
        return text + ']';
    }
    const QString string = value.toString();
    if (string == u"$id" || string == u"$initVersion" || string == u"$lastId" || string == u"$progressToken")
        return plain(placeholder(string, request, places));
    return value.isString() ? plain(QString::fromUtf8(scriptString(string, request, places))) : plain(value);
}

} // namespace

ScriptRules::ScriptRules(const QJsonArray &rules)
    : m_rules(rules)
    , m_counts(rules.size(), 0)
{
}

QJsonObject ScriptRules::match(const ScriptedRequest &request)
{
    for (qsizetype i = 0; i < m_rules.size(); ++i) {
        const QJsonObject rule = m_rules.at(i).toObject();
        const QJsonObject when = rule.value(u"when").toObject();
        if (!holds(when, request))
            continue;
        ++m_counts[i];
        if (!when.contains(u"nth") || when.value(u"nth").toInt() == m_counts.at(i))
            return rule;
    }
    return {};
}

QByteArray scriptText(const QJsonValue &value, const ScriptedRequest &request, const ScriptPlaces &places)
{
    return textOf(value, request, places);
}

QByteArray scriptString(const QString &text, const ScriptedRequest &request, const ScriptPlaces &places)
{
    QString filled = text;
    filled.replace(QStringLiteral("$base"), places.base).replace(QStringLiteral("$other"), places.other);
    filled.replace(QStringLiteral("$idJson"), QString::fromUtf8(plain(request.rpc.value(u"id"))));
    return filled.toUtf8();
}

} // namespace assayer::test
