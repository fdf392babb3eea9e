// Tasks of the connection, both sides', newest first.
#pragma once

#include "json/document.h"
#include "models/valuemodel.h"

namespace assayer {

struct TaskRow {
    QString id; ///< untrusted; shortened on screen
    QString tool; ///< untrusted
    QString status; ///< "working", "input_required", "completed", "failed", "cancelled" or what the server sent
    QString message; ///< untrusted
    qint64 createdNs = 0; ///< wall clock
    qint64 askedNs = 0; ///< when the status was last heard
    qint64 ttlMs = -1; ///< -1: none
    bool ours = true; ///< the server runs it; false: the server asked us
    json::Node node; ///< newest state as it arrived
    quint64 frame = 0;
};

class TaskModel final : public ValueModel<TaskRow> {
    Q_OBJECT
public:
    enum Column { Task, Tool, Status, Message, Age, ColumnCount };
    enum Role {
        IdRole = FirstOwnRole, ///< QString: exact
        StatusRole, ///< QString
        CreatedRole, ///< qlonglong: wall clock, ns
        AskedRole, ///< qlonglong: wall clock, ns
        DoneRole, ///< bool: completed, failed or cancelled
    };

    explicit TaskModel(QObject *parent = nullptr);
    /// Puts a task on top, or replaces the one with its id.
    void put(const TaskRow &task);
    int running() const;

protected:
    int columns() const override { return ColumnCount; }
    QVariant cell(qsizetype row, int column, int role) const override;
    quint64 identity(qsizetype row) const override;
};

} // namespace assayer
