#include "models/statisticsmodel.h"

namespace assayer {

namespace {

QString filterText(const StatisticsRow &row)
{
    return row.method;
}

qint64 number(const StatisticsRow &row, int column)
{
    switch (column) {
    case StatisticsModel::Requests:
        return static_cast<qint64>(row.requests);
    case StatisticsModel::Answers:
        return static_cast<qint64>(row.answers);
    case StatisticsModel::Errors:
        return static_cast<qint64>(row.errors);
    case StatisticsModel::Bytes:
        return static_cast<qint64>(row.bytes);
    case StatisticsModel::Min:
        return row.minNs;
    case StatisticsModel::Median:
        return row.medianNs;
    case StatisticsModel::P95:
        return row.p95Ns;
    case StatisticsModel::Max:
        return row.maxNs;
    default:
        return -1;
    }
}

} // namespace

StatisticsModel::StatisticsModel(QObject *parent)
    : ValueModel(filterText, parent)
{
}

quint64 StatisticsModel::identity(qsizetype row) const
{
    return identityHash(value(row).method.toStdString());
}

QVariant StatisticsModel::cell(qsizetype row, int column, int role) const
{
    const qint64 of = number(value(row), column);
    switch (role) {
    case Qt::DisplayRole:
        if (column == Method)
            return value(row).method;
        return of >= 0 ? QVariant::fromValue<qlonglong>(of) : QVariant();
    case ExactTextRole:
        return column == Method ? QVariant(value(row).method) : QVariant();
    case NumericRole:
        return column != Method;
    case NumberRole:
        return of >= 0 ? QVariant::fromValue<qlonglong>(of) : QVariant();
    case SeverityRole:
        return column == Errors && of > 0 ? QVariant(static_cast<int>(Severity::Error)) : QVariant();
    default:
        return {};
    }
}

} // namespace assayer
