// What the lint says of a tool's schemas: one finding a row, with its place and how to mend it.
#pragma once

#include "base/finding.h"
#include "models/valuemodel.h"

namespace assayer {

/// Places are JSON Pointers into the tool's entry: "/inputSchema/properties/a".
class SchemaFindingModel final : public ValueModel<Finding> {
    Q_OBJECT
public:
    enum Column { Place, What, Fix, Rule, ColumnCount };
    enum Role {
        PointerRole = FirstOwnRole, ///< QString; untrusted
    };

    explicit SchemaFindingModel(QObject *parent = nullptr);

protected:
    int columns() const override { return ColumnCount; }
    QVariant cell(qsizetype row, int column, int role) const override;
    quint64 identity(qsizetype row) const override;
};

} // namespace assayer
