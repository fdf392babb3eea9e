// What other clients would have concluded from the same evidence; the first row is our own verdict.
#pragma once

#include "models/valuemodel.h"
#include "protocol/negotiationreport.h"

namespace assayer {

class PolicyVerdictModel final : public ValueModel<PolicyVerdict> {
    Q_OBJECT
public:
    enum Column { Policy, Verdict, Sentence, ColumnCount };
    enum Role {
        DiffersRole = FirstOwnRole, ///< bool: from ours
        SentenceRole, ///< QString
    };

    explicit PolicyVerdictModel(QObject *parent = nullptr);
    void setReport(const NegotiationReport &report);

protected:
    int columns() const override { return ColumnCount; }
    QVariant cell(qsizetype row, int column, int role) const override;
    quint64 identity(qsizetype row) const override;
};

} // namespace assayer
