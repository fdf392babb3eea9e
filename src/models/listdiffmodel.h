// Differences between the runs of the era lab, one place a row, one column a run.
#pragma once

#include "models/valuemodel.h"

#include <QStringList>

namespace assayer {

struct DiffRow {
    QString where; ///< "tools/add/execution"; untrusted
    QStringList values; ///< one per run: exact text, or empty where absent
    QList<bool> present; ///< one per run
    bool differs = true;
};

class ListDiffModel final : public ValueModel<DiffRow> {
    Q_OBJECT
public:
    enum Column { Where, FirstRun };
    enum Role {
        DiffersRole = FirstOwnRole, ///< bool
    };

    explicit ListDiffModel(QObject *parent = nullptr);
    /// Names of the runs, in order; resets the model. Column FirstRun + i is run i.
    void setRuns(const QStringList &runs);
    const QStringList &runs() const { return m_runs; }

protected:
    int columns() const override { return 1 + static_cast<int>(m_runs.size()); }
    QVariant cell(qsizetype row, int column, int role) const override;
    quint64 identity(qsizetype row) const override;

private:
    QStringList m_runs;
};

} // namespace assayer
