// Facts of the connection: session, streams, TLS, proxy, process, remote address.
#pragma once

#include "models/valuemodel.h"

namespace assayer {

struct ConnectionFact {
    enum Key { Transport, Session, Stream, RemoteAddress, Tls, Certificate, Proxy, Reused, Process, Exit, Recording, Other };
    Key key = Other;
    QString name; ///< with Other
    QString value; ///< untrusted
    bool secret = false; ///< shown shortened; Copy takes the short form, too
};

class ConnectionFactModel final : public ValueModel<ConnectionFact> {
    Q_OBJECT
public:
    enum Column { Name, Value, ColumnCount };
    enum Role {
        KeyRole = FirstOwnRole, ///< int(ConnectionFact::Key)
        SecretRole, ///< bool
    };

    explicit ConnectionFactModel(QObject *parent = nullptr);

protected:
    int columns() const override { return ColumnCount; }
    QVariant cell(qsizetype row, int column, int role) const override;
    quint64 identity(qsizetype row) const override;
};

} // namespace assayer
