#include "models/askmodel.h"

#include <algorithm>

namespace assayer {

namespace {

QString filterText(const AskRow &row)
{
    return row.method + u'\n' + row.text + u'\n' + row.call;
}

} // namespace

AskModel::AskModel(QObject *parent)
    : ValueModel(filterText, parent)
{
}

void AskModel::put(const AskRow &ask)
{
    const auto found = std::find_if(rows().begin(), rows().end(),
        [&](const AskRow &row) { return row.number == ask.number && row.server == ask.server; });
    if (found == rows().end())
        append({ ask });
    else
        update(found - rows().begin(), ask);
}

void AskModel::remove(const QString &server, quint64 number)
{
    std::vector<AskRow> left = rows();
    std::erase_if(left, [&](const AskRow &row) { return row.number == number && row.server == server; });
    setRows(std::move(left));
}

int AskModel::waiting() const
{
    return static_cast<int>(std::count_if(rows().begin(), rows().end(), [](const AskRow &ask) { return ask.state == AskRow::Waiting; }));
}

void AskModel::tick(qint64 nowNs)
{
    m_nowNs = nowNs;
    changedAll();
}

quint64 AskModel::identity(qsizetype row) const
{
    return identityHash(value(row).server.toStdString(), value(row).number);
}

QVariant AskModel::cell(qsizetype row, int column, int role) const
{
    const AskRow &ask = value(row);
    switch (role) {
    case Qt::DisplayRole:
    case ExactTextRole:
        return column == Kind ? ask.method : column == Text ? ask.text : column == Call ? ask.call : QString();
    case NodeRole:
        return QVariant::fromValue(ask.params);
    case FrameRole:
        return QVariant::fromValue<quint64>(ask.frame);
    case MutedRole:
        return ask.state != AskRow::Waiting && ask.state != AskRow::Sending;
    case NumericRole:
        return column == Age;
    case NumberRole:
        return QVariant::fromValue<qulonglong>(ask.number);
    case ServerRole:
        return ask.server;
    case KindRole:
        return static_cast<int>(ask.kind);
    case StateRole:
        return static_cast<int>(ask.state);
    case AgeRole:
        return QVariant::fromValue<qlonglong>(std::max<qint64>(0, m_nowNs - ask.askedNs));
    case RoundRole:
        return ask.round;
    case MaxRoundsRole:
        return ask.maxRounds;
    default:
        return {};
    }
}

} // namespace assayer
