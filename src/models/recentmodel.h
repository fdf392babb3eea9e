// Files and targets used last, newest first.
#pragma once

#include "models/valuemodel.h"

namespace assayer {

struct RecentRow {
    enum Kind { Target, ProfileFile, TraceFile };
    Kind kind = Target;
    QString text; ///< address, command or path
    qint64 usedNs = 0; ///< wall clock; 0 not known
};

class RecentModel final : public ValueModel<RecentRow> {
    Q_OBJECT
public:
    enum Column { Text, ColumnCount };
    enum Role {
        KindRole = FirstOwnRole, ///< int(RecentRow::Kind)
        TextRole, ///< QString: exact
        UsedRole, ///< qlonglong: wall clock, ns
    };

    explicit RecentModel(QObject *parent = nullptr);

protected:
    int columns() const override { return ColumnCount; }
    QVariant cell(qsizetype row, int column, int role) const override;
    quint64 identity(qsizetype row) const override;
};

} // namespace assayer
