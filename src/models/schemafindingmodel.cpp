#include "models/schemafindingmodel.h"

#include "platform/visibletext.h"

namespace assayer {

SchemaFindingModel::SchemaFindingModel(QObject *parent)
    : ValueModel(nullptr, parent)
{
}

quint64 SchemaFindingModel::identity(qsizetype row) const
{
    return identityHash(value(row).rule + " " + value(row).where);
}

QVariant SchemaFindingModel::cell(qsizetype row, int column, int role) const
{
    const Finding &finding = value(row);
    switch (role) {
    case Qt::DisplayRole:
        return fromWire(column == Place ? finding.where : column == What ? finding.message : column == Fix ? finding.expected : finding.rule);
    case SeverityRole:
        return static_cast<int>(finding.severity);
    case PointerRole:
        return fromWire(finding.where);
    default:
        return {};
    }
}

} // namespace assayer
