#include "session/wiretext.h"

#include "json/write.h"
#include "protocol/message.h"
#include "protocol/requestencoder.h"

namespace assayer::wiretext {
QByteArray request(const QByteArray &idJson, const QByteArray &method, const QByteArray &paramsJson)
{
    return QByteArray::fromStdString(buildRequest(view(idJson), view(method), view(paramsJson)));
}

QByteArray notification(const QByteArray &method, const QByteArray &paramsJson)
{
    return QByteArray::fromStdString(buildNotification(view(method), view(paramsJson)));
}

QByteArray result(const QByteArray &idJson, const QByteArray &resultJson)
{
    return QByteArray::fromStdString(buildResult(view(idJson), view(resultJson)));
}

QByteArray error(const QByteArray &idJson, int code, std::string_view message)
{
    return QByteArray::fromStdString(buildError(view(idJson), code, message));
}

QByteArray objectWith(const QByteArray &objectJson, const std::vector<std::pair<QByteArray, QByteArray>> &members)
{
    QByteArray object = objectJson.trimmed();
    if (object.isEmpty())
        object = "{}";
    if (!object.endsWith('}'))
        return object; // no object: the server shall see what was given
    object.chop(1);
    bool first = object.trimmed().endsWith('{');
    for (const auto &[name, value] : members) {
        if (!first)
            object += ',';
        first = false;
        object += QByteArray::fromStdString(json::quoted(view(name))) + ':' + value;
    }
    return object + '}';
}

} // namespace assayer::wiretext
