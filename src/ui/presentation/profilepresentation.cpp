#include "ui/presentation/profilepresentation.h"

#include "models/profilemodel.h"
#include "platform/formattext.h"
#include "platform/visibletext.h"
#include "ui/presentation/badgewords.h"

namespace assayer {

namespace {

using M = ProfileModel;

ProfileRow::State stateOf(const QModelIndex &source)
{
    return static_cast<ProfileRow::State>(source.data(M::StateRole).toInt());
}

bool isTrace(const QModelIndex &source)
{
    return source.data(M::KindRole).toInt() == ProfileRow::Trace;
}

QString stateWord(const QModelIndex &source)
{
    if (isTrace(source))
        return ProfilePresentation::tr("trace");
    switch (stateOf(source)) {
    case ProfileRow::NotConnected:
        return ProfilePresentation::tr("not connected");
    case ProfileRow::Connecting:
        return ProfilePresentation::tr("connecting");
    case ProfileRow::Ready:
        return ProfilePresentation::tr("connected");
    case ProfileRow::Failed:
        return ProfilePresentation::tr("failed");
    case ProfileRow::Ending:
        return ProfilePresentation::tr("ending");
    case ProfileRow::Ended:
        return ProfilePresentation::tr("ended");
    }
    return {};
}

QString eraWord(const QModelIndex &source)
{
    const QVariant modern = source.data(M::ModernRole);
    if (!modern.isValid())
        return {};
    return modern.toBool() ? ProfilePresentation::tr("modern") : ProfilePresentation::tr("legacy");
}

QVariant stateIcon(const QModelIndex &source)
{
    if (isTrace(source))
        return toneIcon(Shape::TraceFile, Tone::Plain);
    switch (stateOf(source)) {
    case ProfileRow::Connecting:
    case ProfileRow::Ending:
        return toneIcon(Shape::Dots, Tone::Muted);
    case ProfileRow::Ready:
        return toneIcon(Shape::Connected, Tone::Ok);
    case ProfileRow::Failed:
        return toneIcon(Shape::Failed, Tone::Error);
    default:
        return toneIcon(Shape::Disconnected, Tone::Muted);
    }
}

/// Version and latency, or why there is no connection.
QString secondLine(const QModelIndex &source)
{
    if (isTrace(source))
        return ProfilePresentation::tr("trace, %1 records").arg(count(source.data(M::RecordsRole).toLongLong()));
    if (const QString kind = source.data(M::ErrorKindRole).toString(); !kind.isEmpty())
        return visible(kind);
    if (stateOf(source) != ProfileRow::Ready)
        return stateWord(source);
    QStringList parts { visible(source.data(M::VersionRole).toString()) };
    if (source.data(M::WeakRole).toBool())
        parts += ProfilePresentation::tr("weak");
    if (const QVariant latency = source.data(M::LatencyRole); latency.isValid())
        parts += duration(latency.toLongLong());
    return parts.join(QStringLiteral(" - "));
}

} // namespace

QString ProfilePresentation::header(int column) const
{
    return column == M::Name ? tr("Server") : column == M::StateColumn ? tr("State") : tr("Era");
}

QVariant ProfilePresentation::words(const QModelIndex &source, int column) const
{
    switch (column) {
    case M::Name:
        return shownName(source.data());
    case M::StateColumn:
        return stateWord(source);
    default:
        return eraWord(source);
    }
}

QVariant ProfilePresentation::look(const QModelIndex &source, int role) const
{
    const bool name = source.column() == M::Name;
    switch (role) {
    case Qt::DecorationRole:
        return name ? stateIcon(source) : QVariant();
    case SecondLineRole:
        return name ? QVariant(secondLine(source)) : QVariant();
    case ElideMiddleRole:
        return name;
    case Qt::ToolTipRole:
        return toolTipText(QString(source.data(M::TargetRole).toString() + u'\n' + secondLine(source) + u'\n' + source.data(M::OriginRole).toString()).trimmed(), {});
    case ToneRole:
        return source.column() == M::StateColumn && stateOf(source) == ProfileRow::Failed ? QVariant(static_cast<int>(Tone::Error)) : QVariant();
    default:
        return {};
    }
}

QString ProfilePresentation::sentence(const QModelIndex &source) const
{
    QStringList parts { tr("Server %1").arg(spokenText(shownName(source.siblingAtColumn(M::Name).data()))), stateWord(source) };
    if (const QString era = eraWord(source); !era.isEmpty())
        parts += era;
    if (const QString second = secondLine(source); second != stateWord(source))
        parts += second;
    return parts.join(QStringLiteral(", ")) + u'.';
}

} // namespace assayer
