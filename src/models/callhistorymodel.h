// Past calls of a tool, newest first.
#pragma once

#include "models/valuemodel.h"

#include <QByteArray>

namespace assayer {

struct CallRow {
    enum Outcome { Running, Ok, ToolError, Failed, Cancelled };
    enum Output { NoSchema, Valid, Invalid, Unchecked };
    quint64 number = 0; ///< unique
    QString tool; ///< untrusted
    QString name; ///< given by the user
    QByteArray arguments; ///< exact JSON text
    Outcome outcome = Running;
    Output output = NoSchema;
    QString problem; ///< of Failed: the error's words; untrusted
    qint64 startedNs = 0; ///< wall clock
    qint64 elapsedNs = -1;
    qint64 bytes = -1; ///< of the answer
    quint64 generation = 0;
    quint64 requestFrame = 0;
    quint64 answerFrame = 0;
};

class CallHistoryModel final : public ValueModel<CallRow> {
    Q_OBJECT
public:
    enum Column { When, Name, Outcome, Output, Arguments, Took, Size, ColumnCount };
    enum Role {
        NumberRole = FirstOwnRole, ///< qulonglong
        OutcomeRole, ///< int(CallRow::Outcome)
        OutputRole, ///< int(CallRow::Output)
        ArgumentsRole, ///< QByteArray: exact JSON text
        StartedRole, ///< qlonglong: wall clock, ns
        ElapsedRole, ///< qlonglong: ns; invalid while running
        SizeRole, ///< qlonglong: bytes; invalid where not known
        GenerationRole, ///< qulonglong
        ToolRole, ///< QString
        ProblemRole, ///< QString
    };

    explicit CallHistoryModel(QObject *parent = nullptr);
    /// Puts a call on top, or replaces the one with its number.
    void put(const CallRow &call);
    void remove(quint64 number);

protected:
    int columns() const override { return ColumnCount; }
    QVariant cell(qsizetype row, int column, int role) const override;
    quint64 identity(qsizetype row) const override;
};

} // namespace assayer
