// The servers of the left dock: profiles and opened traces, with the state of their connection.
#pragma once

#include "models/valuemodel.h"

#include <optional>

namespace assayer {

struct ProfileRow {
    enum Kind { Http, Command, Trace };
    enum State { NotConnected, Connecting, Ready, Failed, Ending, Ended };
    QString id; ///< stable, of the caller's making
    QString name; ///< from a file: untrusted
    Kind kind = Http;
    QString target; ///< URL or command line for people, no secret
    QString origin; ///< file it stands in
    State state = NotConnected;
    std::optional<bool> modern; ///< era, once known
    QString version; ///< negotiated revision
    bool weak = false;
    QString errorKind; ///< contract's word, with state Failed or Ended
    qint64 latencyNs = -1; ///< of the newest answer; -1 not known
    quint64 records = 0; ///< Trace: records in the file
};

class ProfileModel final : public ValueModel<ProfileRow> {
    Q_OBJECT
public:
    enum Column { Name, StateColumn, EraColumn, ColumnCount };
    enum Role {
        IdRole = FirstOwnRole, ///< QString
        KindRole, ///< int(ProfileRow::Kind)
        StateRole, ///< int(ProfileRow::State)
        ModernRole, ///< bool; invalid while not known
        VersionRole, ///< QString
        WeakRole, ///< bool
        TargetRole, ///< QString
        OriginRole, ///< QString
        ErrorKindRole, ///< QString
        LatencyRole, ///< qlonglong: ns; invalid where not known
        RecordsRole, ///< qulonglong
    };

    explicit ProfileModel(QObject *parent = nullptr);
    /// Inserts or replaces the row with that id.
    void put(const ProfileRow &row);
    void remove(const QString &id);
    /// Null where there is none.
    const ProfileRow *find(const QString &id) const;

protected:
    int columns() const override { return ColumnCount; }
    QVariant cell(qsizetype row, int column, int role) const override;
    quint64 identity(qsizetype row) const override;
};

} // namespace assayer
