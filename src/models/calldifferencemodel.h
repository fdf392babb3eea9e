// Calls beside each other: those of two traces, or recorded ones and their replay.
#pragma once

#include "models/valuemodel.h"
#include "trace/tracefacts.h"

namespace assayer {

struct CallDifferenceRow {
    enum State {
        Same,
        Differs,
        OnlyBefore,
        OnlyAfter,
        Waiting, ///< not sent yet
        Running,
        Failed, ///< no answer came
        Left, ///< not chosen
    };
    QString method; ///< untrusted
    QString target; ///< tool or URI; untrusted
    State state = Same;
    quint64 before = 0; ///< record of the request; 0 where there is none
    quint64 after = 0;
    AnswerStatus beforeStatus = AnswerStatus::None;
    AnswerStatus afterStatus = AnswerStatus::None;
    qint64 beforeNs = -1; ///< -1 not known
    qint64 afterNs = -1;
    int differences = 0; ///< places of the result that differ
    QString words; ///< why it failed; untrusted
    bool chosen = true; ///< to be sent again
    bool mayHarm = false; ///< no tool that states to be read-only
};

class CallDifferenceModel final : public ValueModel<CallDifferenceRow> {
    Q_OBJECT
public:
    enum Column { Chosen, Method, Target, State, Differences, BeforeStatus, AfterStatus, BeforeTime, AfterTime, ColumnCount };
    enum Role {
        StateRole = FirstOwnRole, ///< int(CallDifferenceRow::State)
        NumberRole, ///< qlonglong: differences, or ns of the cell; invalid where not known
        StatusRole, ///< int(AnswerStatus) of the cell
        HarmRole, ///< bool
        WordsRole, ///< QString
    };

    explicit CallDifferenceModel(QObject *parent = nullptr);
    /// Column Chosen can be ticked from now on.
    void setChoosing(bool on) { m_choosing = on; }

    Qt::ItemFlags flags(const QModelIndex &index) const override;
    bool setData(const QModelIndex &index, const QVariant &value, int role = Qt::EditRole) override;

protected:
    int columns() const override { return ColumnCount; }
    QVariant cell(qsizetype row, int column, int role) const override;

private:
    bool m_choosing = false;
};

} // namespace assayer
