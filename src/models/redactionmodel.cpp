#include "models/redactionmodel.h"

namespace assayer {

namespace {

QString filterText(const RedactionRow &row)
{
    return row.kind + u'\n' + row.where;
}

} // namespace

RedactionModel::RedactionModel(QObject *parent)
    : ValueModel(filterText, parent)
{
}

int RedactionModel::removed() const
{
    int count = 0;
    for (const RedactionRow &row : rows())
        count += row.kept ? 0 : row.count;
    return count;
}

quint64 RedactionModel::identity(qsizetype row) const
{
    return identityHash((value(row).kind + u'\n' + value(row).where).toStdString(), value(row).kept ? 1 : 0);
}

QVariant RedactionModel::cell(qsizetype row, int column, int role) const
{
    const RedactionRow &at = value(row);
    switch (role) {
    case Qt::DisplayRole:
        return column == Kind ? QVariant(at.kind) : column == Where ? QVariant(at.where) : QVariant(at.count);
    case ExactTextRole:
        return column == Where ? QVariant(at.where) : QVariant();
    case NumericRole:
        return column == Count;
    case MutedRole:
    case KeptRole:
        return at.kept;
    default:
        return {};
    }
}

} // namespace assayer
