// What an export removes, counted by place; places that look secret but are kept come last.
#pragma once

#include "models/valuemodel.h"

namespace assayer {

struct RedactionRow {
    QString kind; ///< "header", "body", "env", "query", "form", "userinfo", "argument"
    QString where; ///< header name or JSON Pointer; untrusted
    int count = 0;
    bool kept = false; ///< looks secret, is not: schema names
};

class RedactionModel final : public ValueModel<RedactionRow> {
    Q_OBJECT
public:
    enum Column { Kind, Where, Count, ColumnCount };
    enum Role {
        KeptRole = FirstOwnRole, ///< bool
    };

    explicit RedactionModel(QObject *parent = nullptr);
    int removed() const; ///< values

protected:
    int columns() const override { return ColumnCount; }
    QVariant cell(qsizetype row, int column, int role) const override;
    quint64 identity(qsizetype row) const override;
};

} // namespace assayer
