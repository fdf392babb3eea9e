// Questions of the servers that wait for an answer, oldest first.
#pragma once

#include "json/document.h"
#include "models/valuemodel.h"

namespace assayer {

struct AskRow {
    enum Kind { Form, Url, Sampling, Roots, Unknown };
    enum State { Waiting, Sending, Answered, Withdrawn, Ended, Done };
    QString server; ///< profile id
    quint64 number = 0; ///< of the session; with `server` unique
    Kind kind = Unknown;
    QString method;
    QString text; ///< what the server asks; untrusted
    QString call; ///< the call it belongs to; untrusted
    State state = Waiting;
    qint64 askedNs = 0; ///< wall clock
    int round = 0;
    int maxRounds = 0;
    json::Node params;
    quint64 frame = 0;
    quint64 action = 0; ///< not 0: nothing is answered, the page is visited and that call made again; Done: the server said so
};

class AskModel final : public ValueModel<AskRow> {
    Q_OBJECT
public:
    enum Column { Kind, Text, Call, Age, ColumnCount };
    enum Role {
        NumberRole = FirstOwnRole, ///< qulonglong
        ServerRole, ///< QString
        KindRole, ///< int(AskRow::Kind)
        StateRole, ///< int(AskRow::State)
        AgeRole, ///< qlonglong: ns at the last tick()
        RoundRole, ///< int
        MaxRoundsRole, ///< int
    };

    explicit AskModel(QObject *parent = nullptr);
    /// Adds a question or replaces the one with its server and number.
    void put(const AskRow &ask);
    void remove(const QString &server, quint64 number);
    int waiting() const;
    /// Ages are counted up to then (wall clock, ns).
    void tick(qint64 nowNs);

protected:
    int columns() const override { return ColumnCount; }
    QVariant cell(qsizetype row, int column, int role) const override;
    quint64 identity(qsizetype row) const override;

private:
    qint64 m_nowNs = 0;
};

} // namespace assayer
