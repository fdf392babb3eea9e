#include "models/profilemodel.h"

#include <algorithm>

namespace assayer {

namespace {

QString filterText(const ProfileRow &row)
{
    return row.name + u'\n' + row.target + u'\n' + row.version;
}

} // namespace

ProfileModel::ProfileModel(QObject *parent)
    : ValueModel(filterText, parent)
{
}

void ProfileModel::put(const ProfileRow &row)
{
    const auto found = std::find_if(rows().begin(), rows().end(), [&](const ProfileRow &other) { return other.id == row.id; });
    if (found == rows().end())
        append({ row });
    else
        update(found - rows().begin(), row);
}

void ProfileModel::remove(const QString &id)
{
    std::vector<ProfileRow> left = rows();
    std::erase_if(left, [&](const ProfileRow &row) { return row.id == id; });
    setRows(std::move(left));
}

const ProfileRow *ProfileModel::find(const QString &id) const
{
    const auto found = std::find_if(rows().begin(), rows().end(), [&](const ProfileRow &row) { return row.id == id; });
    return found == rows().end() ? nullptr : &*found;
}

quint64 ProfileModel::identity(qsizetype row) const
{
    return identityHash(value(row).id.toStdString());
}

QVariant ProfileModel::cell(qsizetype row, int column, int role) const
{
    const ProfileRow &profile = value(row);
    switch (role) {
    case Qt::DisplayRole:
        return column == Name ? profile.name : column == EraColumn ? profile.version : QString();
    case ExactTextRole:
        return column == Name ? QVariant(profile.name) : QVariant();
    case IdRole:
        return profile.id;
    case KindRole:
        return static_cast<int>(profile.kind);
    case StateRole:
        return static_cast<int>(profile.state);
    case ModernRole:
        return profile.modern ? QVariant(*profile.modern) : QVariant();
    case VersionRole:
        return profile.version;
    case WeakRole:
        return profile.weak;
    case TargetRole:
        return profile.target;
    case OriginRole:
        return profile.origin;
    case ErrorKindRole:
        return profile.errorKind;
    case LatencyRole:
        return profile.latencyNs >= 0 ? QVariant::fromValue<qlonglong>(profile.latencyNs) : QVariant();
    case RecordsRole:
        return QVariant::fromValue<qulonglong>(profile.records);
    default:
        return {};
    }
}

} // namespace assayer
