#include "session/wiretext.h"

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

} // namespace assayer::wiretext
