// Counts and times per method of a trace.
#pragma once

#include "models/valuemodel.h"

namespace assayer {

struct StatisticsRow {
    QString method; ///< untrusted
    quint64 requests = 0;
    quint64 answers = 0;
    quint64 errors = 0;
    quint64 bytes = 0;
    qint64 minNs = -1; ///< -1 not known
    qint64 medianNs = -1;
    qint64 p95Ns = -1;
    qint64 maxNs = -1;
};

class StatisticsModel final : public ValueModel<StatisticsRow> {
    Q_OBJECT
public:
    enum Column { Method, Requests, Answers, Errors, Bytes, Min, Median, P95, Max, ColumnCount };
    enum Role {
        NumberRole = FirstOwnRole, ///< qlonglong: count, bytes or ns of the cell; invalid where not known
    };

    explicit StatisticsModel(QObject *parent = nullptr);

protected:
    int columns() const override { return ColumnCount; }
    QVariant cell(qsizetype row, int column, int role) const override;
    quint64 identity(qsizetype row) const override;
};

} // namespace assayer
