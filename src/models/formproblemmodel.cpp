#include "models/formproblemmodel.h"

namespace assayer {

FormProblemModel::FormProblemModel(QObject *parent)
    : ValueModel(nullptr, parent)
{
}

quint64 FormProblemModel::identity(qsizetype row) const
{
    return identityHash(value(row).pointer.toStdString());
}

QVariant FormProblemModel::cell(qsizetype row, int, int role) const
{
    const FormProblem &problem = value(row);
    switch (role) {
    case Qt::DisplayRole:
        return problem.field.isEmpty() ? problem.words : problem.field + QStringLiteral(": ") + problem.words;
    case SeverityRole:
        return static_cast<int>(problem.severity);
    case PointerRole:
        return problem.pointer;
    case FieldRole:
        return problem.field;
    case WordsRole:
        return problem.words;
    default:
        return {};
    }
}

} // namespace assayer
