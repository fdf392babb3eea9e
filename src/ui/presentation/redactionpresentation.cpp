#include "ui/presentation/redactionpresentation.h"

#include "models/redactionmodel.h"
#include "platform/visibletext.h"

namespace assayer {

QString RedactionPresentation::header(int column) const
{
    return column == RedactionModel::Kind ? tr("Kind") : column == RedactionModel::Where ? tr("Where") : tr("Count");
}

QVariant RedactionPresentation::words(const QModelIndex &source, int column) const
{
    if (column == RedactionModel::Kind && source.data(RedactionModel::KeptRole).toBool())
        return tr("kept: %1").arg(visible(source.data().toString()));
    return {};
}

QVariant RedactionPresentation::look(const QModelIndex &source, int role) const
{
    return role == FixedFontRole || role == ElideMiddleRole ? QVariant(source.column() == RedactionModel::Where) : QVariant();
}

QString RedactionPresentation::sentence(const QModelIndex &source) const
{
    const QString what = source.data(RedactionModel::KeptRole).toBool() ? tr("kept") : tr("removed");
    return tr("%1 %2, %3: %4.").arg(quoted(source, RedactionModel::Kind), quoted(source, RedactionModel::Where), what,
        text(source, RedactionModel::Count));
}

} // namespace assayer
