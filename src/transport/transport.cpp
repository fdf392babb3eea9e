#include "transport/transport.h"

#include <algorithm>

namespace assayer {

QByteArray HttpHead::value(const char *name) const
{
    const auto it = std::find_if(fields.begin(), fields.end(),
        [name](const HeaderField &field) { return field.first.compare(name, Qt::CaseInsensitive) == 0; });
    return it == fields.end() ? QByteArray() : it->second;
}

QList<QByteArray> HttpHead::values(const char *name) const
{
    QList<QByteArray> all;
    for (const HeaderField &field : fields) {
        if (field.first.compare(name, Qt::CaseInsensitive) == 0)
            all.append(field.second);
    }
    return all;
}

QByteArray HttpHead::mediaType() const
{
    const QByteArray type = value("content-type");
    const qsizetype semicolon = type.indexOf(';');
    return (semicolon < 0 ? type : type.first(semicolon)).trimmed().toLower();
}

Delivery *Transport::openStream(const HeaderFields &, const QByteArray &)
{
    return nullptr;
}

Delivery *Transport::endSession(const HeaderFields &)
{
    return nullptr;
}

} // namespace assayer
