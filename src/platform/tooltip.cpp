#include "platform/tooltip.h"

namespace assayer {

QString plainToolTip(const QString &text)
{
    const QString first = text.trimmed().section(u'\n', 0, 0);
    if (!first.contains(u'<') && !first.contains(QLatin1String("&lt;")))
        return text;
    return QStringLiteral("<p style='white-space:pre'>") + text.toHtmlEscaped() + QStringLiteral("</p>");
}

} // namespace assayer
