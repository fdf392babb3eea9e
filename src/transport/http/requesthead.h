// Writes the head of a request, and refuses what would break the message.
#pragma once

#include "base/error.h"
#include "transport/target.h"

#include <QByteArray>
#include <QUrl>

namespace assayer {

struct RequestLine {
    QByteArray method;
    QUrl url;
    qint64 bodyBytes = 0;
};

/// The exact bytes up to and with the empty line. Host, Accept-Encoding and Content-Length are added where `headers`
/// has none; everything else is as given. Error kind "usage": a name that is no token, a value with CR, LF or NUL, a
/// Transfer-Encoding, a Content-Length that contradicts the body, an address without a host.
Result<QByteArray> writeRequestHead(const RequestLine &line, const HeaderFields &headers);

} // namespace assayer
