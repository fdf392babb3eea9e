#include "ui/presentation/formproblempresentation.h"

#include "models/formproblemmodel.h"
#include "platform/visibletext.h"

namespace assayer {

QString FormProblemPresentation::header(int) const
{
    return tr("Problem");
}

QVariant FormProblemPresentation::words(const QModelIndex &, int) const
{
    return {};
}

QVariant FormProblemPresentation::look(const QModelIndex &source, int role) const
{
    return role == Qt::DecorationRole ? QVariant(severityIcon(static_cast<Severity>(source.data(SeverityRole).toInt()))) : QVariant();
}

QString FormProblemPresentation::sentence(const QModelIndex &source) const
{
    return tr("Problem: %1").arg(quoted(source, FormProblemModel::Problem));
}

} // namespace assayer
