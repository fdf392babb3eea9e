// Work in flight on the open connections, oldest first: the popup of the status bar.
#pragma once

#include "models/valuemodel.h"

namespace assayer {

struct ConnectionRow {
    quint64 number = 0; ///< of the caller's making, unique
    QString server;
    QString method;
    QString target; ///< tool, URI or prompt; untrusted
    qint64 startedNs = 0; ///< wall clock
    qint64 limitMs = 0; ///< 0: none
    bool cancelling = false;
};

class ConnectionModel final : public ValueModel<ConnectionRow> {
    Q_OBJECT
public:
    enum Column { Server, Method, Target, Elapsed, ColumnCount };
    enum Role {
        NumberRole = FirstOwnRole, ///< qulonglong
        ElapsedRole, ///< qlonglong: ns at the last tick()
        LimitRole, ///< qlonglong: ms, 0 for none
        CancellingRole, ///< bool
    };

    explicit ConnectionModel(QObject *parent = nullptr);
    /// Elapsed times are counted up to then (wall clock, ns).
    void tick(qint64 nowNs);

protected:
    int columns() const override { return ColumnCount; }
    QVariant cell(qsizetype row, int column, int role) const override;
    quint64 identity(qsizetype row) const override;

private:
    qint64 m_nowNs = 0;
};

} // namespace assayer
