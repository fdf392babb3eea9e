#include "ui/presentation/logpresentation.h"

#include "models/logmodel.h"
#include "platform/formattext.h"
#include "platform/visibletext.h"

namespace assayer {

namespace {

QString levelWord(const QModelIndex &source)
{
    switch (static_cast<LogRow::Level>(source.data(LogModel::LevelRole).toInt())) {
    case LogRow::Debug:
        return LogPresentation::tr("debug");
    case LogRow::Info:
        return LogPresentation::tr("info");
    case LogRow::Notice:
        return LogPresentation::tr("notice");
    case LogRow::Warning:
        return LogPresentation::tr("warning");
    case LogRow::Error:
        return LogPresentation::tr("error");
    case LogRow::Critical:
        return LogPresentation::tr("critical");
    case LogRow::Alert:
        return LogPresentation::tr("alert");
    case LogRow::Emergency:
        return LogPresentation::tr("emergency");
    case LogRow::Stderr:
        break;
    }
    return LogPresentation::tr("stderr");
}

} // namespace

QString LogPresentation::header(int column) const
{
    switch (column) {
    case LogModel::Time:
        return tr("Time");
    case LogModel::LevelColumn:
        return tr("Level");
    case LogModel::Logger:
        return tr("Logger");
    case LogModel::Call:
        return tr("During");
    default:
        return tr("Message");
    }
}

QVariant LogPresentation::words(const QModelIndex &source, int column) const
{
    if (column == LogModel::Time)
        return timeOfDay(source.data(LogModel::TimeRole).toLongLong());
    return column == LogModel::LevelColumn ? QVariant(levelWord(source)) : QVariant();
}

QVariant LogPresentation::look(const QModelIndex &source, int role) const
{
    const int column = source.column();
    const QVariant severity = source.data(SeverityRole);
    switch (role) {
    case Qt::DecorationRole:
        return column == LogModel::LevelColumn && severity.isValid() ? QVariant(severityIcon(static_cast<Severity>(severity.toInt()))) : QVariant();
    case ToneRole:
        if (column == LogModel::Call && source.data(LogModel::GuessedRole).toBool())
            return static_cast<int>(Tone::Muted);
        return column == LogModel::LevelColumn && severity.isValid() ? QVariant(static_cast<int>(toneOf(static_cast<Severity>(severity.toInt())))) : QVariant();
    case Qt::ToolTipRole:
        if (column != LogModel::Call || !source.data(LogModel::GuessedRole).toBool())
            return {};
        return tr("The only request under way then: over a pipe nothing says to which request a message belongs.");
    case FixedFontRole:
        return column != LogModel::LevelColumn;
    default:
        return {};
    }
}

QString LogPresentation::sentence(const QModelIndex &source) const
{
    const bool has = !source.siblingAtColumn(LogModel::Call).data().toString().isEmpty();
    const QString during = has ? tr(" during %1").arg(quoted(source, LogModel::Call)) : QString();
    return tr("%1, %2%3, %4: %5").arg(timeOfDay(source.data(LogModel::TimeRole).toLongLong()), levelWord(source), during, quoted(source, LogModel::Logger),
        quoted(source, LogModel::Text));
}

} // namespace assayer
