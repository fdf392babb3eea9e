// Facts of one run of the era lab: version, verdict, counts.
#pragma once

#include "models/valuemodel.h"

namespace assayer {

struct EraFact {
    QString key; ///< stable: "version", "verdict", "tools", "malformed", ...
    QString value; ///< untrusted
    bool differs = false; ///< from another run
};

class EraReportModel final : public ValueModel<EraFact> {
    Q_OBJECT
public:
    enum Column { Key, Value, ColumnCount };
    enum Role {
        DiffersRole = FirstOwnRole, ///< bool
    };

    explicit EraReportModel(QObject *parent = nullptr);

protected:
    int columns() const override { return ColumnCount; }
    QVariant cell(qsizetype row, int column, int role) const override;
    quint64 identity(qsizetype row) const override;
};

} // namespace assayer
