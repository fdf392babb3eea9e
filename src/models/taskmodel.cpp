#include "models/taskmodel.h"

#include <algorithm>

namespace assayer {

namespace {

QString filterText(const TaskRow &row)
{
    return row.id + u'\n' + row.tool + u'\n' + row.status + u'\n' + row.message;
}

bool isDone(const TaskRow &task)
{
    return task.status == u"completed" || task.status == u"failed" || task.status == u"cancelled";
}

} // namespace

TaskModel::TaskModel(QObject *parent)
    : ValueModel(filterText, parent)
{
}

void TaskModel::put(const TaskRow &task)
{
    const auto found = std::find_if(rows().begin(), rows().end(), [&](const TaskRow &row) { return row.id == task.id && row.ours == task.ours; });
    if (found != rows().end())
        return update(found - rows().begin(), task);
    std::vector<TaskRow> next { task };
    next.insert(next.end(), rows().begin(), rows().end());
    setRows(std::move(next));
}

int TaskModel::running() const
{
    return static_cast<int>(std::count_if(rows().begin(), rows().end(), [](const TaskRow &task) { return !isDone(task); }));
}

quint64 TaskModel::identity(qsizetype row) const
{
    return identityHash(value(row).id.toStdString(), value(row).ours ? 1 : 0);
}

QVariant TaskModel::cell(qsizetype row, int column, int role) const
{
    const TaskRow &task = value(row);
    switch (role) {
    case Qt::DisplayRole:
    case ExactTextRole:
        switch (column) {
        case Task:
            return task.id;
        case Tool:
            return task.tool;
        case Status:
            return task.status;
        case Message:
            return task.message;
        default:
            return {};
        }
    case NodeRole:
        return QVariant::fromValue(task.node);
    case FrameRole:
        return QVariant::fromValue<quint64>(task.frame);
    case IdRole:
        return task.id;
    case StatusRole:
        return task.status;
    case CreatedRole:
        return QVariant::fromValue<qlonglong>(task.createdNs);
    case AskedRole:
        return QVariant::fromValue<qlonglong>(task.askedNs);
    case DoneRole:
        return isDone(task);
    default:
        return {};
    }
}

} // namespace assayer
