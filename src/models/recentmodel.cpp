#include "models/recentmodel.h"

namespace assayer {

namespace {

QString filterText(const RecentRow &row)
{
    return row.text;
}

} // namespace

RecentModel::RecentModel(QObject *parent)
    : ValueModel(filterText, parent)
{
}

quint64 RecentModel::identity(qsizetype row) const
{
    return identityHash(value(row).text.toStdString(), static_cast<quint64>(value(row).kind));
}

QVariant RecentModel::cell(qsizetype row, int, int role) const
{
    const RecentRow &recent = value(row);
    switch (role) {
    case Qt::DisplayRole:
    case ExactTextRole:
    case TextRole:
        return recent.text;
    case KindRole:
        return static_cast<int>(recent.kind);
    case UsedRole:
        return QVariant::fromValue<qlonglong>(recent.usedNs);
    default:
        return {};
    }
}

} // namespace assayer
