#include "ui/presentation/resourcepresentation.h"

#include "models/resourcemodel.h"
#include "platform/formattext.h"
#include "platform/visibletext.h"
#include "ui/presentation/badgewords.h"

namespace assayer {

QString ResourcePresentation::header(int column) const
{
    switch (column) {
    case ResourceModel::Name:
        return tr("Name");
    case ResourceModel::Type:
        return tr("Type");
    case ResourceModel::Size:
        return tr("Size");
    default:
        return tr("URI");
    }
}

QVariant ResourcePresentation::words(const QModelIndex &source, int column) const
{
    switch (column) {
    case ResourceModel::Name:
        return shownName(source.data(Qt::DisplayRole));
    case ResourceModel::Size: {
        const QVariant size = source.data(ResourceModel::SizeRole);
        return size.isValid() ? byteSize(size.toLongLong()) : visible(source.data(ExactTextRole).toString());
    }
    default:
        return {};
    }
}

QVariant ResourcePresentation::look(const QModelIndex &source, int role) const
{
    const int column = source.column();
    switch (role) {
    case Qt::DecorationRole:
        return column == ResourceModel::Name && source.data(SeverityRole).isValid() ? QVariant(severityIcon(Severity::Warning)) : QVariant();
    case FixedFontRole:
        return column != ResourceModel::Name;
    case ElideMiddleRole:
        return column == ResourceModel::Name || column == ResourceModel::Uri;
    case SecondLineRole:
        return {};
    default:
        return {};
    }
}

QString ResourcePresentation::sentence(const QModelIndex &source) const
{
    QStringList parts { tr("Resource %1").arg(spokenText(shownName(source.siblingAtColumn(ResourceModel::Name).data()))),
        quoted(source, ResourceModel::Uri) };
    if (const QString type = quoted(source, ResourceModel::Type); !type.isEmpty())
        parts += type;
    if (const QVariant size = source.data(ResourceModel::SizeRole); size.isValid())
        parts += byteSize(size.toLongLong());
    if (source.data(ResourceModel::SubscribedRole).toBool())
        parts += tr("subscribed");
    return parts.join(QStringLiteral(", ")) + u'.';
}

} // namespace assayer
