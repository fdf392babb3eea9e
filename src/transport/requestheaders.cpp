#include "transport/requestheaders.h"

#include <algorithm>

namespace assayer {

bool hasField(const HeaderFields &fields, const QByteArray &name)
{
    return std::any_of(fields.begin(), fields.end(),
        [&name](const HeaderField &field) { return field.first.compare(name, Qt::CaseInsensitive) == 0; });
}

HeaderFields mergeHeaders(const HeaderFields &managed, const HeaderFields &profile, const QUrl &url)
{
    HeaderFields merged = managed;
    for (const HeaderField &field : profile) {
        if (!hasField(managed, field.first))
            merged.append(field);
    }
    if (!url.userName().isEmpty() && !hasField(merged, QByteArrayLiteral("authorization"))) {
        const QByteArray pair = (url.userName() + u':' + url.password()).toUtf8();
        merged.append({ QByteArrayLiteral("Authorization"), "Basic " + pair.toBase64() });
    }
    return merged;
}

} // namespace assayer
