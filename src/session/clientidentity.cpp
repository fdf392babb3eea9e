#include "session/clientidentity.h"

#include "json/write.h"
#include "protocol/message.h"

namespace assayer {

QByteArray clientInfo(const SessionOptions &options)
{
    json::Writer writer;
    writer.beginObject().member("name", view(options.clientName)).member("version", view(options.clientVersion)).endObject();
    return bytes(writer.text());
}

QByteArray clientCapabilities(const SessionOptions &options)
{
    return options.clientCapabilities.trimmed().isEmpty() ? QByteArrayLiteral("{}") : options.clientCapabilities;
}

} // namespace assayer
