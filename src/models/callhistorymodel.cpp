#include "models/callhistorymodel.h"

#include <algorithm>

namespace assayer {

namespace {

QString filterText(const CallRow &row)
{
    return row.tool + u'\n' + row.name + u'\n' + QString::fromUtf8(row.arguments) + u'\n' + row.problem;
}

} // namespace

CallHistoryModel::CallHistoryModel(QObject *parent)
    : ValueModel(filterText, parent)
{
}

void CallHistoryModel::put(const CallRow &call)
{
    const auto found = std::find_if(rows().begin(), rows().end(), [&](const CallRow &row) { return row.number == call.number; });
    if (found != rows().end())
        return update(found - rows().begin(), call);
    std::vector<CallRow> next { call };
    next.insert(next.end(), rows().begin(), rows().end());
    setRows(std::move(next));
}

void CallHistoryModel::remove(quint64 number)
{
    std::vector<CallRow> left = rows();
    std::erase_if(left, [&](const CallRow &row) { return row.number == number; });
    setRows(std::move(left));
}

quint64 CallHistoryModel::identity(qsizetype row) const
{
    return identityHash({}, value(row).number);
}

QVariant CallHistoryModel::cell(qsizetype row, int column, int role) const
{
    const CallRow &call = value(row);
    const auto known = [](qint64 number) { return number >= 0 ? QVariant::fromValue<qlonglong>(number) : QVariant(); };
    switch (role) {
    case Qt::DisplayRole:
    case ExactTextRole:
        if (column == Name)
            return call.name;
        return column == Arguments ? QVariant(QString::fromUtf8(call.arguments.left(4096))) : QVariant();
    case FrameRole:
        return QVariant::fromValue<quint64>(call.answerFrame ? call.answerFrame : call.requestFrame);
    case NumericRole:
        return column == Took || column == Size;
    case NumberRole:
        return QVariant::fromValue<qulonglong>(call.number);
    case OutcomeRole:
        return static_cast<int>(call.outcome);
    case OutputRole:
        return static_cast<int>(call.output);
    case ArgumentsRole:
        return call.arguments;
    case StartedRole:
        return QVariant::fromValue<qlonglong>(call.startedNs);
    case ElapsedRole:
        return known(call.elapsedNs);
    case SizeRole:
        return known(call.bytes);
    case GenerationRole:
        return QVariant::fromValue<qulonglong>(call.generation);
    case ToolRole:
        return call.tool;
    case ProblemRole:
        return call.problem;
    default:
        return {};
    }
}

} // namespace assayer
