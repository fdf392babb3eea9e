// Calls made before, per tool: in memory while the row lives, and on disk without secrets.
#pragma once

#include "inspection/action.h"
#include "models/callhistorymodel.h"

#include <QHash>
#include <QObject>
#include <QTimer>

#include <set>
#include <string>
#include <vector>

namespace assayer {

class Desk;

/// What is remembered of one tool.
struct ToolPast {
    QByteArray arguments; ///< as typed last
    bool hasArguments = false;
    std::vector<CallRow> calls; ///< newest first, at most 50
    QHash<quint64, ActionResult> results; ///< by number; of calls from disk the answer alone
    quint64 shownCall = 0;
    QList<quint64> running; ///< oldest first
    std::set<std::string> secretNames; ///< members that its schema calls passwords
};

/// Window's thread; reading and writing happen elsewhere. One file a profile, its owner's only:
/// `~/.local/share/assayer/calls/<profile id>.json`. Results above 256 KiB, passwords and what the redaction list names are left out.
class PastCalls : public QObject {
    Q_OBJECT
public:
    static constexpr std::size_t most = 50;

    explicit PastCalls(Desk &desk, QObject *parent = nullptr);
    ~PastCalls() override;

    ToolPast &of(const QString &tool) { return m_tools[tool]; }
    void add(const QString &tool, const CallRow &row);
    /// Something of of() changed: it is written within a second.
    void keep();
    /// Writes now, in this thread: for the end of the program.
    void flush();
    /// Removes everything of this server, from disk too.
    void forget();
    qsizetype count() const; ///< calls, of all tools
    /// Whether anything is remembered: calls, or what was typed last.
    bool isEmpty() const;
    static QString fileOf(const Desk &desk);
    static QString folder();

Q_SIGNALS:
    void loaded(); ///< what was on disk is there
    void forgotten();

private:
    bool isKept() const;
    void load();
    void take(const QByteArray &text);

    Desk &m_desk;
    QString m_file;
    QHash<QString, ToolPast> m_tools;
    QTimer m_timer;
    quint64 m_lastEarlier = quint64(1) << 62; ///< numbers of calls from disk: never those of this connection
    bool m_dirty = false;
};

} // namespace assayer
