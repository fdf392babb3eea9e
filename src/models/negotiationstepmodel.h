// The steps of a negotiation: what was sent, what came back, and what was concluded. A step is two rows: request and answer.
#pragma once

#include "models/valuemodel.h"
#include "protocol/negotiationreport.h"

namespace assayer {

struct NegotiationRow {
    enum Arrow { Request, Answer, Waiting, NoAnswer, Local };
    int step = -1; ///< index in the report; -1 for a row outside it
    Arrow arrow = Local;
    NegotiationStep value;
    bool deciding = false;
};

class NegotiationStepModel final : public ValueModel<NegotiationRow> {
    Q_OBJECT
public:
    enum Column { Number, Step, Sequence, Outcome, Verdict, Took, ColumnCount };
    enum Role {
        StepIndexRole = FirstOwnRole, ///< int: index in the report
        ArrowRole, ///< int(NegotiationRow::Arrow)
        ArrowTextRole, ///< QString: what stands on the arrow: "server/discover", "200"
        DecidingRole, ///< bool
        SentenceRole, ///< QString: the classifier's sentence
        EvidenceRole, ///< QString: untrusted
        StderrRole, ///< QString: untrusted
        ElapsedRole, ///< double: ms
        VerdictRole, ///< QString: "modern", "legacy", ...
        StepRole, ///< QString: "probe", "initialize", ...
        OutcomeRole, ///< QString: the contract's word
        StatusRole, ///< int: HTTP status; invalid where there is none
        CodeRole, ///< QString: JSON text of the RPC code; invalid where there is none
        OfferedRole, ///< QString: revision offered
        RequestFrameRole, ///< qulonglong
        AnswerFrameRole, ///< qulonglong
    };

    explicit NegotiationStepModel(QObject *parent = nullptr);
    void setReport(const NegotiationReport &report);
    /// Row of the deciding answer, or -1.
    int decidingRow() const;

protected:
    int columns() const override { return ColumnCount; }
    QVariant cell(qsizetype row, int column, int role) const override;
    quint64 identity(qsizetype row) const override;
};

} // namespace assayer
