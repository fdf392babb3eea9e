#include "ui/presentation/taskpresentation.h"

#include "models/taskmodel.h"
#include "platform/formattext.h"
#include "platform/visibletext.h"

namespace assayer {

namespace {

QString shortId(const QModelIndex &source)
{
    constexpr qsizetype shown = 12;
    const QString id = visible(source.data(TaskModel::IdRole).toString());
    return id.size() <= shown ? id : id.left(5) + QStringLiteral("...") + id.right(4);
}

} // namespace

QString TaskPresentation::header(int column) const
{
    switch (column) {
    case TaskModel::Task:
        return tr("Task");
    case TaskModel::Tool:
        return tr("Tool");
    case TaskModel::Status:
        return tr("Status");
    case TaskModel::Message:
        return tr("Message");
    default:
        return tr("Since");
    }
}

QVariant TaskPresentation::words(const QModelIndex &source, int column) const
{
    if (column == TaskModel::Task)
        return shortId(source);
    return column == TaskModel::Age ? QVariant(clockTime(source.data(TaskModel::CreatedRole).toLongLong())) : QVariant();
}

QVariant TaskPresentation::look(const QModelIndex &source, int role) const
{
    const int column = source.column();
    const QString status = source.data(TaskModel::StatusRole).toString();
    switch (role) {
    case Qt::DecorationRole:
        if (column != TaskModel::Status)
            return {};
        if (status == u"failed")
            return severityIcon(Severity::Error);
        return source.data(TaskModel::DoneRole).toBool() ? toneIcon(Shape::Tick, Tone::Ok) : toneIcon(Shape::Dots, Tone::Muted);
    case FixedFontRole:
        return column != TaskModel::Message;
    default:
        return {};
    }
}

QString TaskPresentation::sentence(const QModelIndex &source) const
{
    return tr("Task %1 of %2, %3, %4.").arg(shortId(source), quoted(source, TaskModel::Tool), quoted(source, TaskModel::Status), quoted(source, TaskModel::Message));
}

} // namespace assayer
