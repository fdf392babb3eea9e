#include "ui/presentation/commandpresentation.h"

#include "models/commandmodel.h"

namespace assayer {

QString CommandPresentation::header(int column) const
{
    return column == CommandModel::Text ? tr("Command") : tr("Keys");
}

QVariant CommandPresentation::words(const QModelIndex &source, int column) const
{
    if (column != CommandModel::Text)
        return {};
    const QString path = source.data(CommandModel::PathRole).toString();
    return path.isEmpty() ? source.data() : QVariant(path + QStringLiteral(": ") + source.data().toString());
}

QVariant CommandPresentation::look(const QModelIndex &source, int role) const
{
    return role == FixedFontRole ? QVariant(source.column() == CommandModel::Keys) : QVariant();
}

QString CommandPresentation::sentence(const QModelIndex &source) const
{
    return words(source, CommandModel::Text).toString() + QStringLiteral(", ") + text(source, CommandModel::Keys);
}

} // namespace assayer
