#include "ui/pages/suggesting.h"

#include "json/write.h"
#include "platform/visibletext.h"
#include "protocol/message.h"

namespace assayer {

QByteArray contextArguments(const QByteArray &argumentsJson, const QString &typed)
{
    const Result<json::DocumentPtr> parsed = parseJson(argumentsJson);
    if (!parsed)
        return {};
    json::Writer out;
    bool any = false;
    out.beginObject();
    for (const json::Member &member : (*parsed)->root().members()) {
        if (!member.value().isString() || fromWire(member.name()) == typed)
            continue;
        out.rawMember(member.name(), (*parsed)->raw(member.value()));
        any = true;
    }
    out.endObject();
    return any ? QByteArray::fromStdString(out.take()) : QByteArray();
}

} // namespace assayer
