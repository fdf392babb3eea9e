#include "ui/presentation/schemafindingpresentation.h"

#include "models/schemafindingmodel.h"

namespace assayer {

QString SchemaFindingPresentation::header(int column) const
{
    switch (column) {
    case SchemaFindingModel::Place:
        return tr("Place");
    case SchemaFindingModel::What:
        return tr("What");
    case SchemaFindingModel::Fix:
        return tr("Instead");
    default:
        return tr("Rule");
    }
}

QVariant SchemaFindingPresentation::look(const QModelIndex &source, int role) const
{
    switch (role) {
    case Qt::DecorationRole:
        return source.column() == SchemaFindingModel::Place ? QVariant(severityIcon(static_cast<Severity>(source.data(SeverityRole).toInt()))) : QVariant();
    case FixedFontRole:
        return source.column() == SchemaFindingModel::Place || source.column() == SchemaFindingModel::Rule;
    case ElideMiddleRole:
        return source.column() == SchemaFindingModel::Place;
    default:
        return {};
    }
}

QString SchemaFindingPresentation::sentence(const QModelIndex &source) const
{
    const QString severity = QString::fromLatin1(severityName(static_cast<Severity>(source.data(SeverityRole).toInt())));
    return tr("%1 at %2: %3. Instead: %4").arg(severity, quoted(source, SchemaFindingModel::Place), quoted(source, SchemaFindingModel::What),
        quoted(source, SchemaFindingModel::Fix));
}

} // namespace assayer
