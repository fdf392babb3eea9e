#include "ui/presentation/listdiffpresentation.h"

#include "models/listdiffmodel.h"
#include "platform/visibletext.h"

namespace assayer {

QString ListDiffPresentation::header(int column) const
{
    if (column == ListDiffModel::Where)
        return tr("Where");
    const auto *model = qobject_cast<const ListDiffModel *>(sourceModel());
    return model ? model->runs().value(column - ListDiffModel::FirstRun) : QString();
}

QVariant ListDiffPresentation::words(const QModelIndex &source, int) const
{
    return source.data(AbsentRole).toBool() ? QVariant(tr("absent")) : QVariant();
}

QVariant ListDiffPresentation::look(const QModelIndex &source, int role) const
{
    switch (role) {
    case FixedFontRole:
        return true;
    case ToneRole:
        return source.data(AbsentRole).toBool() ? QVariant(static_cast<int>(Tone::Muted)) : QVariant();
    case Qt::DecorationRole:
        return source.column() == ListDiffModel::Where && source.data(ListDiffModel::DiffersRole).toBool() ? QVariant(toneIcon(Shape::Triangle, Tone::Warning)) : QVariant();
    default:
        return {};
    }
}

QString ListDiffPresentation::sentence(const QModelIndex &source) const
{
    QStringList parts { quoted(source, ListDiffModel::Where) };
    for (int column = ListDiffModel::FirstRun; column < source.model()->columnCount(); ++column) {
        const QModelIndex cell = source.siblingAtColumn(column);
        parts += header(column) + QStringLiteral(": ") + (cell.data(AbsentRole).toBool() ? tr("absent") : quoted(cell, column));
    }
    return parts.join(QStringLiteral(", ")) + u'.';
}

} // namespace assayer
