// What a user should know of an address before a browser opens it, in words.
#pragma once

#include <QString>
#include <QStringList>

namespace assayer {

struct UrlFacts {
    QString scheme;
    QString host; ///< as it goes over the network: punycode where the name is not ASCII
    QString unicodeHost; ///< as people read it; the same as host for an ASCII name
    qsizetype hostBegin = -1; ///< place of the host in the address as it was given; -1: not found
    qsizetype hostLength = 0;
    QStringList warnings;
    bool openable = false; ///< http or https with a host
};

/// `serverHost` is the host of the server that asks; empty for a command.
UrlFacts urlFacts(const QString &address, const QString &serverHost);

} // namespace assayer
