#include "session/wiretext.h"

#include "json/write.h"
#include "protocol/message.h"

namespace assayer::wiretext {
namespace {

QByteArray text(json::Writer &writer)
{
    return QByteArray::fromStdString(writer.take());
}

} // namespace

QByteArray request(const QByteArray &idJson, const QByteArray &method, const QByteArray &paramsJson)
{
    json::Writer writer;
    writer.beginObject().member("jsonrpc", "2.0").rawMember("id", view(idJson)).member("method", view(method));
    if (!paramsJson.isEmpty())
        writer.rawMember("params", view(paramsJson));
    writer.endObject();
    return text(writer);
}

QByteArray notification(const QByteArray &method, const QByteArray &paramsJson)
{
    json::Writer writer;
    writer.beginObject().member("jsonrpc", "2.0").member("method", view(method));
    if (!paramsJson.isEmpty())
        writer.rawMember("params", view(paramsJson));
    writer.endObject();
    return text(writer);
}

QByteArray result(const QByteArray &idJson, const QByteArray &resultJson)
{
    json::Writer writer;
    writer.beginObject().member("jsonrpc", "2.0").rawMember("id", view(idJson)).rawMember("result", view(resultJson)).endObject();
    return text(writer);
}

QByteArray error(const QByteArray &idJson, int code, std::string_view message)
{
    json::Writer writer;
    writer.beginObject().member("jsonrpc", "2.0").rawMember("id", view(idJson));
    writer.key("error").beginObject().member("code", code).member("message", message).endObject().endObject();
    return text(writer);
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
