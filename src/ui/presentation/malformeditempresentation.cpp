#include "ui/presentation/malformeditempresentation.h"

#include "models/malformeditemmodel.h"
#include "platform/visibletext.h"

namespace assayer {

QString MalformedItemPresentation::header(int column) const
{
    switch (column) {
    case MalformedItemModel::List:
        return tr("List");
    case MalformedItemModel::Index:
        return tr("Index");
    case MalformedItemModel::Label:
        return tr("Label");
    case MalformedItemModel::Field:
        return tr("Field");
    case MalformedItemModel::Expected:
        return tr("Expected");
    case MalformedItemModel::Received:
        return tr("Received");
    case MalformedItemModel::Rule:
        return tr("Rule");
    default:
        return tr("Record");
    }
}

QVariant MalformedItemPresentation::words(const QModelIndex &source, int column) const
{
    const bool child = source.parent().isValid();
    if (column == MalformedItemModel::Label && !child)
        return shownName(source.data());
    if (column == MalformedItemModel::Field && source.data(MalformedItemModel::FaultRole).isValid() && source.data().toString().isEmpty())
        return tr("(the entry itself)");
    if (column == MalformedItemModel::Field && source.data(MalformedItemModel::RefusedPageRole).toBool()
        && !source.data(MalformedItemModel::FaultRole).isValid())
        return tr("(refused with its page)");
    return {};
}

QVariant MalformedItemPresentation::look(const QModelIndex &source, int role) const
{
    const int column = source.column();
    switch (role) {
    case Qt::DecorationRole:
        return column == MalformedItemModel::List ? QVariant(severityIcon(static_cast<Severity>(source.data(SeverityRole).toInt()))) : QVariant();
    case FixedFontRole:
        return column != MalformedItemModel::List;
    case ElideMiddleRole:
        return column == MalformedItemModel::Label || column == MalformedItemModel::Field;
    default:
        return {};
    }
}

QString MalformedItemPresentation::sentence(const QModelIndex &source) const
{
    QStringList parts;
    const QModelIndex entry = source.parent().isValid() ? source.parent() : source;
    parts += tr("Malformed entry %1 of %2, %3").arg(quoted(entry, MalformedItemModel::Index), quoted(entry, MalformedItemModel::List),
        spokenText(shownName(entry.siblingAtColumn(MalformedItemModel::Label).data())));
    if (source.data(MalformedItemModel::FaultRole).isValid())
        parts += tr("%1: expected %2, received %3, rule %4").arg(quoted(source, MalformedItemModel::Field), quoted(source, MalformedItemModel::Expected),
            quoted(source, MalformedItemModel::Received), quoted(source, MalformedItemModel::Rule));
    if (source.data(MalformedItemModel::RefusedPageRole).toBool())
        parts += tr("of a refused page");
    parts += tr("record %1").arg(source.data(FrameRole).toULongLong());
    return parts.join(QStringLiteral(", ")) + u'.';
}

} // namespace assayer
