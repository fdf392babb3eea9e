// Capabilities of both sides, one a row, members of a capability as rows of their own ("tools.listChanged").
#pragma once

#include "json/document.h"
#include "models/valuemodel.h"

namespace assayer {

struct CapabilityRow {
    enum Side { Server, Client };
    Side side = Server;
    QString name; ///< "tools", "resources.subscribe"; untrusted for the server's side
    QString value; ///< exact JSON text; empty where the capability is not stated
    bool stated = true;
    bool used = false; ///< Assayer made use of it on this connection
};

class CapabilityModel final : public ValueModel<CapabilityRow> {
    Q_OBJECT
public:
    enum Column { Side, Name, Value, Used, ColumnCount };
    enum Role {
        SideRole = FirstOwnRole, ///< int(CapabilityRow::Side)
        StatedRole, ///< bool
        UsedRole, ///< bool
        DeprecatedRole, ///< bool: roots, sampling or logging, deprecated as of 2026-07-28 (SEP-2577)
    };

    explicit CapabilityModel(QObject *parent = nullptr);
    /// `server`, `client`: capability objects, null where not known. Known ones that are not stated get a row, too.
    void setCapabilities(const json::Node &server, const json::Node &client = {});
    void setUsed(const QStringList &names); ///< names of the server's side

protected:
    int columns() const override { return ColumnCount; }
    QVariant cell(qsizetype row, int column, int role) const override;
    quint64 identity(qsizetype row) const override;
};

} // namespace assayer
