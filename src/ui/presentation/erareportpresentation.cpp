#include "ui/presentation/erareportpresentation.h"

#include "models/erareportmodel.h"
#include "platform/visibletext.h"

namespace assayer {

QString EraReportPresentation::header(int column) const
{
    return column == EraReportModel::Key ? tr("Fact") : tr("Value");
}

QVariant EraReportPresentation::words(const QModelIndex &, int) const
{
    return {};
}

QVariant EraReportPresentation::look(const QModelIndex &source, int role) const
{
    const bool value = source.column() == EraReportModel::Value;
    switch (role) {
    case FixedFontRole:
        return value;
    case EmphasisRole:
        return value && source.data(EraReportModel::DiffersRole).toBool();
    default:
        return {};
    }
}

QString EraReportPresentation::sentence(const QModelIndex &source) const
{
    const QString differs = source.data(EraReportModel::DiffersRole).toBool() ? tr(", differs") : QString();
    return tr("%1: %2%3.").arg(quoted(source, EraReportModel::Key), quoted(source, EraReportModel::Value), differs);
}

} // namespace assayer
