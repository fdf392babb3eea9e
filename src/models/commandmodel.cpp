#include "models/commandmodel.h"

#include <QStringList>

#include <algorithm>

namespace assayer {

namespace {

constexpr int recentShown = 10;

bool isWordStart(const QString &text, qsizetype at)
{
    return at == 0 || !text[at - 1].isLetterOrNumber();
}

} // namespace

CommandModel::CommandModel(QObject *parent)
    : ValueModel(nullptr, parent)
{
}

void CommandModel::setCommands(std::vector<CommandRow> commands, const QStringList &recent)
{
    m_all = std::move(commands);
    m_recent = recent.mid(0, recentShown);
    setQuery({});
}

/// Greedy from the left: for each letter the next word start that has it, else the next place that has it.
int CommandModel::score(const QString &text, const QString &query)
{
    int score = 1;
    qsizetype at = 0;
    qsizetype last = -2;
    for (const QChar letter : query) {
        if (letter.isSpace())
            continue;
        qsizetype found = text.indexOf(letter, at, Qt::CaseInsensitive);
        if (found != last + 1) {
            qsizetype start = found;
            while (start >= 0 && !isWordStart(text, start))
                start = text.indexOf(letter, start + 1, Qt::CaseInsensitive);
            found = start >= 0 ? start : found;
        }
        if (found < 0)
            return 0;
        score += found == last + 1 ? 4 : isWordStart(text, found) ? 3 : 1;
        last = found;
        at = found + 1;
    }
    return score;
}

void CommandModel::setQuery(const QString &query)
{
    const auto rank = [&](const CommandRow &row) {
        const qsizetype used = m_recent.indexOf(row.id);
        const int recent = used < 0 ? 0 : recentShown - static_cast<int>(used);
        if (query.trimmed().isEmpty())
            return recent + 1;
        const int own = score(row.text, query);
        return own > 0 ? own * 16 + recent : score(row.path + u' ' + row.text, query);
    };
    std::vector<std::pair<int, const CommandRow *>> ranked;
    for (const CommandRow &row : m_all) {
        if (const int value = rank(row); value > 0)
            ranked.emplace_back(value, &row);
    }
    std::stable_sort(ranked.begin(), ranked.end(), [](const auto &a, const auto &b) { return a.first > b.first; });
    std::vector<CommandRow> shown;
    for (const auto &[value, row] : ranked)
        shown.push_back(*row);
    setRows(std::move(shown));
}

quint64 CommandModel::identity(qsizetype row) const
{
    return identityHash(value(row).id.toStdString());
}

QVariant CommandModel::cell(qsizetype row, int column, int role) const
{
    const CommandRow &command = value(row);
    switch (role) {
    case Qt::DisplayRole:
        return column == Keys ? command.keys : command.text;
    case MutedRole:
        return !command.enabled;
    case IdRole:
        return command.id;
    case PathRole:
        return command.path;
    case EnabledRole:
        return command.enabled;
    default:
        return {};
    }
}

} // namespace assayer
