#include "ui/presentation/recentpresentation.h"

#include "models/recentmodel.h"
#include "platform/visibletext.h"

namespace assayer {

namespace {

Shape shape(const QModelIndex &source)
{
    switch (static_cast<RecentRow::Kind>(source.data(RecentModel::KindRole).toInt())) {
    case RecentRow::Target:
        return source.data(RecentModel::TextRole).toString().contains(u"://") ? Shape::Http : Shape::Terminal;
    case RecentRow::TraceFile:
        return Shape::TraceFile;
    case RecentRow::ProfileFile:
        break;
    }
    return Shape::None;
}

} // namespace

QString RecentPresentation::header(int) const
{
    return tr("Recent");
}

QVariant RecentPresentation::words(const QModelIndex &, int) const
{
    return {};
}

QVariant RecentPresentation::look(const QModelIndex &source, int role) const
{
    switch (role) {
    case Qt::DecorationRole:
        return shape(source) == Shape::None ? toneIcon(QStringLiteral("document-properties")) : toneIcon(shape(source), Tone::Plain);
    case FixedFontRole:
    case ElideMiddleRole:
        return true;
    default:
        return {};
    }
}

QString RecentPresentation::sentence(const QModelIndex &source) const
{
    switch (static_cast<RecentRow::Kind>(source.data(RecentModel::KindRole).toInt())) {
    case RecentRow::ProfileFile:
        return tr("Profile file %1").arg(quoted(source, RecentModel::Text));
    case RecentRow::TraceFile:
        return tr("Trace file %1").arg(quoted(source, RecentModel::Text));
    case RecentRow::Target:
        break;
    }
    return tr("Target %1").arg(quoted(source, RecentModel::Text));
}

} // namespace assayer
