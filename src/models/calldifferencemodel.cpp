#include "models/calldifferencemodel.h"

namespace assayer {

namespace {

QString filterText(const CallDifferenceRow &row)
{
    return row.method + u'\n' + row.target;
}

QVariant number(qint64 of)
{
    return of >= 0 ? QVariant::fromValue<qlonglong>(of) : QVariant();
}

} // namespace

CallDifferenceModel::CallDifferenceModel(QObject *parent)
    : ValueModel(filterText, parent)
{
}

Qt::ItemFlags CallDifferenceModel::flags(const QModelIndex &index) const
{
    const Qt::ItemFlags usual = ValueModel::flags(index);
    return m_choosing && index.column() == Chosen ? usual | Qt::ItemIsUserCheckable : usual;
}

bool CallDifferenceModel::setData(const QModelIndex &index, const QVariant &value, int role)
{
    if (!m_choosing || role != Qt::CheckStateRole || !index.isValid() || index.column() != Chosen)
        return false;
    CallDifferenceRow row = at(index.row());
    row.chosen = value.toInt() == Qt::Checked;
    update(sourceRow(index.row()), row);
    return true;
}

QVariant CallDifferenceModel::cell(qsizetype row, int column, int role) const
{
    const CallDifferenceRow &call = value(row);
    switch (role) {
    case Qt::DisplayRole:
    case ExactTextRole:
        return column == Method ? QVariant(call.method) : column == Target ? QVariant(call.target) : QVariant();
    case Qt::CheckStateRole:
        return m_choosing && column == Chosen ? QVariant(call.chosen ? Qt::Checked : Qt::Unchecked) : QVariant();
    case StateRole:
        return call.state;
    case HarmRole:
        return call.mayHarm;
    case WordsRole:
        return call.words;
    case StatusRole:
        return column == BeforeStatus ? QVariant(static_cast<int>(call.beforeStatus)) : column == AfterStatus ? QVariant(static_cast<int>(call.afterStatus)) : QVariant();
    case NumberRole:
        return column == Differences ? number(call.differences) : column == BeforeTime ? number(call.beforeNs) : column == AfterTime ? number(call.afterNs) : QVariant();
    case NumericRole:
        return column == Differences || column == BeforeTime || column == AfterTime;
    case MutedRole:
        return call.state == CallDifferenceRow::Same || call.state == CallDifferenceRow::Left;
    case FrameRole:
        return QVariant::fromValue<quint64>(call.before ? call.before : call.after);
    default:
        return {};
    }
}

} // namespace assayer
