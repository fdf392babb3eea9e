#include "models/connectionmodel.h"

#include <algorithm>

namespace assayer {

namespace {

QString filterText(const ConnectionRow &row)
{
    return row.server + u'\n' + row.method + u'\n' + row.target;
}

} // namespace

ConnectionModel::ConnectionModel(QObject *parent)
    : ValueModel(filterText, parent)
{
}

void ConnectionModel::tick(qint64 nowNs)
{
    m_nowNs = nowNs;
    changedAll();
}

quint64 ConnectionModel::identity(qsizetype row) const
{
    return identityHash({}, value(row).number);
}

QVariant ConnectionModel::cell(qsizetype row, int column, int role) const
{
    const ConnectionRow &work = value(row);
    const qint64 elapsed = std::max<qint64>(0, m_nowNs - work.startedNs);
    switch (role) {
    case Qt::DisplayRole:
    case ExactTextRole:
        return column == Server ? work.server : column == Method ? work.method : column == Target ? work.target : QString();
    case NumericRole:
        return column == Elapsed;
    case NumberRole:
        return QVariant::fromValue<qulonglong>(work.number);
    case ElapsedRole:
        return QVariant::fromValue<qlonglong>(elapsed);
    case LimitRole:
        return QVariant::fromValue<qlonglong>(work.limitMs);
    case CancellingRole:
        return work.cancelling;
    default:
        return {};
    }
}

} // namespace assayer
