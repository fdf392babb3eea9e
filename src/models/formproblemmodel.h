// What is wrong with a form: one problem a row, each naming its field.
#pragma once

#include "base/finding.h"
#include "models/valuemodel.h"

namespace assayer {

struct FormProblem {
    QString pointer; ///< JSON Pointer of the field; untrusted
    QString field; ///< its name; untrusted
    QString words; ///< "at most 50, got 200"; may quote the server
    Severity severity = Severity::Error;
};

class FormProblemModel final : public ValueModel<FormProblem> {
    Q_OBJECT
public:
    enum Column { Problem, ColumnCount };
    enum Role {
        PointerRole = FirstOwnRole, ///< QString
        FieldRole, ///< QString
        WordsRole, ///< QString
    };

    explicit FormProblemModel(QObject *parent = nullptr);

protected:
    int columns() const override { return ColumnCount; }
    QVariant cell(qsizetype row, int column, int role) const override;
    quint64 identity(qsizetype row) const override;
};

} // namespace assayer
