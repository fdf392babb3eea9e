#include "ui/placetext.h"

#include <QStringList>

namespace assayer {
namespace {

std::optional<PageId> pageOfWord(const QString &word)
{
    for (const ListKind kind : allListKinds) {
        const std::string_view member = listMember(kind);
        if (word == QLatin1String(member.data(), static_cast<qsizetype>(member.size())))
            return pageOf(kind);
    }
    return std::nullopt;
}

Place reportPlace(const QStringList &steps)
{
    Place place;
    if (steps.value(0) != QLatin1String("lists")) {
        place.page = PageId::Server;
        return place;
    }
    place.page = pageOfWord(steps.value(1));
    place.malformed = steps.value(2) == QLatin1String("malformed");
    bool ok = false;
    const int entry = steps.value(3).toInt(&ok);
    if (ok)
        place.entry = entry;
    if (place.malformed)
        place.page = PageId::Malformed;
    return place;
}

} // namespace

Place readPlace(const QString &where)
{
    static const QLatin1String prefix("frame:");
    if (!where.startsWith(prefix))
        return reportPlace(where.mid(1).split(u'/'));
    Place place;
    const qsizetype slash = where.indexOf(u'/');
    place.frame = where.mid(prefix.size(), slash < 0 ? -1 : slash - prefix.size()).toULongLong();
    place.pointer = slash < 0 ? QString() : where.mid(slash);
    return place;
}

} // namespace assayer
