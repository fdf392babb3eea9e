// JSON Pointers (RFC 6901) as texts of the window.
#pragma once

#include <QString>
#include <QStringList>

namespace assayer::pointertext {

/// A reference token, or several with slashes between, as a reader knows them.
inline QString unescaped(QString token)
{
    return token.replace(QLatin1String("~1"), QLatin1String("/")).replace(QLatin1String("~0"), QLatin1String("~"));
}

inline QString escaped(QString token)
{
    return token.replace(u'~', QLatin1String("~0")).replace(u'/', QLatin1String("~1"));
}

/// The tokens, unescaped; none for the root.
inline QStringList tokens(const QString &pointer)
{
    QStringList tokens = pointer.split(u'/').mid(1);
    for (QString &token : tokens)
        token = unescaped(token);
    return tokens;
}

} // namespace assayer::pointertext
