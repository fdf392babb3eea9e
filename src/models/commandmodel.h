// Commands of the palette: fuzzy on word starts, used ones first, best match on top.
#pragma once

#include "models/valuemodel.h"

namespace assayer {

struct CommandRow {
    QString id; ///< object name of the action
    QString text; ///< without mnemonics
    QString path; ///< menu path: "Trace", "Server"
    QString keys; ///< native text of its shortcuts
    bool enabled = true;
};

class CommandModel final : public ValueModel<CommandRow> {
    Q_OBJECT
public:
    enum Column { Text, Keys, ColumnCount };
    enum Role {
        IdRole = FirstOwnRole, ///< QString
        PathRole, ///< QString
        EnabledRole, ///< bool
    };

    explicit CommandModel(QObject *parent = nullptr);
    /// All commands; `recent` are ids, newest first.
    void setCommands(std::vector<CommandRow> commands, const QStringList &recent = {});
    /// Shows what matches, best first; empty: recent first, then all by path.
    void setQuery(const QString &query);
    /// 0: no match; higher is better. Each letter of the query stands in order; word starts and runs count more.
    static int score(const QString &text, const QString &query);

protected:
    int columns() const override { return ColumnCount; }
    QVariant cell(qsizetype row, int column, int role) const override;
    quint64 identity(qsizetype row) const override;

private:
    std::vector<CommandRow> m_all;
    QStringList m_recent;
};

} // namespace assayer
