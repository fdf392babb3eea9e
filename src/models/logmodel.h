// Log messages of the server and lines of its stderr, oldest first; the oldest go when there are too many (the trace keeps all).
#pragma once

#include "models/valuemodel.h"

namespace assayer {

struct LogRow {
    enum Level { Debug, Info, Notice, Warning, Error, Critical, Alert, Emergency, Stderr };
    qint64 wallNs = 0;
    Level level = Info;
    QString logger; ///< untrusted
    QString text; ///< untrusted
    quint64 frame = 0;
    QString call {}; ///< the request it came with, "tools/call search"; empty where nothing tells; untrusted
    bool guessed = false; ///< `call` is the only request that was under way
};

/// "debug" ... "emergency"; anything else is Info.
LogRow::Level logLevelFromName(std::string_view name);

class LogModel final : public ValueModel<LogRow> {
    Q_OBJECT
public:
    static constexpr qsizetype MaxRows = 50'000;
    enum Column { Time, LevelColumn, Logger, Call, Text, ColumnCount };
    enum Role {
        LevelRole = FirstOwnRole, ///< int(LogRow::Level)
        TimeRole, ///< qlonglong: wall clock, ns
        GuessedRole, ///< bool: of the call
    };

    explicit LogModel(QObject *parent = nullptr);
    void add(std::vector<LogRow> rows);
    /// Lowest level shown; Stderr rows are shown or not by setShowStderr().
    void setLevel(LogRow::Level level);
    void setShowStderr(bool show);
    qsizetype count(LogRow::Level level) const;
    bool hasDropped() const { return m_dropped; } ///< older lines are in the trace only

protected:
    int columns() const override { return ColumnCount; }
    QVariant cell(qsizetype row, int column, int role) const override;
    quint64 identity(qsizetype row) const override;
    Matcher matcher(const QString &text) const override;
    bool filtersWithoutText() const override { return m_level != LogRow::Debug || !m_showStderr; }

private:
    LogRow::Level m_level = LogRow::Debug;
    bool m_showStderr = true;
    bool m_dropped = false;
};

} // namespace assayer
