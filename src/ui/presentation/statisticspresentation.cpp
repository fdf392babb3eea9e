#include "ui/presentation/statisticspresentation.h"

#include "models/statisticsmodel.h"
#include "platform/formattext.h"

namespace assayer {

QString StatisticsPresentation::header(int column) const
{
    switch (column) {
    case StatisticsModel::Method:
        return tr("Method");
    case StatisticsModel::Requests:
        return tr("Sent");
    case StatisticsModel::Answers:
        return tr("Answered");
    case StatisticsModel::Errors:
        return tr("Errors");
    case StatisticsModel::Bytes:
        return tr("Bytes");
    case StatisticsModel::Min:
        return tr("Shortest");
    case StatisticsModel::Median:
        return tr("Median");
    case StatisticsModel::P95:
        return tr("95 %");
    default:
        return tr("Longest");
    }
}

QVariant StatisticsPresentation::words(const QModelIndex &source, int column) const
{
    const QVariant number = source.data(StatisticsModel::NumberRole);
    if (column == StatisticsModel::Method)
        return {};
    if (!number.isValid())
        return QString();
    if (column == StatisticsModel::Bytes)
        return byteSize(number.toLongLong());
    return column < StatisticsModel::Bytes ? count(number.toLongLong()) : duration(number.toLongLong());
}

QVariant StatisticsPresentation::look(const QModelIndex &source, int role) const
{
    if (role == ToneRole && source.data(SeverityRole).isValid())
        return static_cast<int>(Tone::Error);
    return role == FixedFontRole ? QVariant(true) : QVariant();
}

QString StatisticsPresentation::sentence(const QModelIndex &source) const
{
    QStringList parts { tr("Method %1").arg(quoted(source, StatisticsModel::Method)) };
    for (int column = StatisticsModel::Requests; column < StatisticsModel::ColumnCount; ++column) {
        if (const QString value = words(source.siblingAtColumn(column), column).toString(); !value.isEmpty())
            parts += header(column) + u' ' + value;
    }
    return parts.join(QStringLiteral(", ")) + u'.';
}

} // namespace assayer
