#include "models/erareportmodel.h"

namespace assayer {

EraReportModel::EraReportModel(QObject *parent)
    : ValueModel(nullptr, parent)
{
}

quint64 EraReportModel::identity(qsizetype row) const
{
    return identityHash(value(row).key.toStdString());
}

QVariant EraReportModel::cell(qsizetype row, int column, int role) const
{
    const EraFact &fact = value(row);
    switch (role) {
    case Qt::DisplayRole:
        return column == Key ? fact.key : fact.value;
    case ExactTextRole:
        return column == Value ? QVariant(fact.value) : QVariant();
    case DiffersRole:
        return fact.differs;
    default:
        return {};
    }
}

} // namespace assayer
