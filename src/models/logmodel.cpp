#include "models/logmodel.h"

#include <algorithm>
#include <array>

namespace assayer {

namespace {

constexpr std::array<std::string_view, 8> levels { "debug", "info", "notice", "warning", "error", "critical", "alert", "emergency" };
constexpr qsizetype dropped = 5'000;

QString filterText(const LogRow &row)
{
    return row.logger + u'\n' + row.call + u'\n' + row.text;
}

} // namespace

LogRow::Level logLevelFromName(std::string_view name)
{
    const auto found = std::find(levels.begin(), levels.end(), name);
    return found == levels.end() ? LogRow::Info : static_cast<LogRow::Level>(found - levels.begin());
}

LogModel::LogModel(QObject *parent)
    : ValueModel(filterText, parent)
{
}

void LogModel::add(std::vector<LogRow> added)
{
    if (sourceRows() + static_cast<qsizetype>(added.size()) <= MaxRows)
        return append(std::move(added));
    std::vector<LogRow> kept = rows();
    kept.insert(kept.end(), added.begin(), added.end());
    kept.erase(kept.begin(), kept.end() - (MaxRows - dropped));
    m_dropped = true;
    setRows(std::move(kept));
}

void LogModel::setLevel(LogRow::Level level)
{
    m_level = level;
    refilter();
}

void LogModel::setShowStderr(bool show)
{
    m_showStderr = show;
    refilter();
}

qsizetype LogModel::count(LogRow::Level level) const
{
    return std::count_if(rows().begin(), rows().end(), [&](const LogRow &row) { return row.level == level; });
}

quint64 LogModel::identity(qsizetype row) const
{
    const LogRow &line = value(row);
    return identityHash({}, line.frame ^ (static_cast<quint64>(line.wallNs) << 8));
}

RowModel::Matcher LogModel::matcher(const QString &text) const
{
    Matcher words = ValueModel::matcher(text);
    const auto shown = std::make_shared<std::vector<bool>>();
    shown->reserve(rows().size());
    for (const LogRow &row : rows())
        shown->push_back(row.level == LogRow::Stderr ? m_showStderr : row.level >= m_level);
    return [words = std::move(words), shown, any = text.isEmpty()](qsizetype row) {
        return (*shown)[static_cast<std::size_t>(row)] && (any || words(row));
    };
}

QVariant LogModel::cell(qsizetype row, int column, int role) const
{
    const LogRow &line = value(row);
    switch (role) {
    case Qt::DisplayRole:
    case ExactTextRole:
        return column == Logger ? QVariant(line.logger) : column == Call ? QVariant(line.call) : column == Text ? QVariant(line.text) : QVariant();
    case FrameRole:
        return QVariant::fromValue<quint64>(line.frame);
    case SeverityRole:
        if (line.level == LogRow::Stderr || line.level < LogRow::Warning)
            return {};
        return static_cast<int>(line.level == LogRow::Warning ? Severity::Warning : Severity::Error);
    case LevelRole:
        return static_cast<int>(line.level);
    case GuessedRole:
        return line.guessed;
    case TimeRole:
        return QVariant::fromValue<qlonglong>(line.wallNs);
    default:
        return {};
    }
}

} // namespace assayer
