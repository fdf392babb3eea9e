// Answers to servers' questions that the user kept: offered again when the same question comes, or given by themselves.
#pragma once

#include "inspection/savedanswer.h"

#include "base/error.h"

namespace assayer {

/// The user's file of kept answers. One object, the window's thread; every change is written at once (old file or new file,
/// never a piece; 0600). Entries that a newer program wrote are kept as they are.
class SavedAnswers {
public:
    /// ~/.local/share/assayer/answers.json
    static QString usualPath();

    explicit SavedAnswers(QString path = usualPath());

    /// A missing file is an empty book. Fails with kind "unreadable-file"; the book is empty then and writing is refused, so
    /// that a file that cannot be understood is not overwritten.
    Result<void> load();
    const QList<SavedAnswer> &all() const { return m_answers; }
    /// Those that answer this question of this server, newest first. `server` is the profile's name.
    QList<SavedAnswer> fitting(const QString &server, const ServerRequest &request) const;
    /// Those of this server that answer by themselves: what AnswerRules::saved takes.
    QList<SavedAnswer> automatic(const QString &server) const;

    /// Keeps an answer and returns its id. Members of an elicited form whose names are names of secrets are left out, and an
    /// answer that lacks some of its members is never given by itself; neither is one to a URL.
    Result<QString> add(const QString &server, const ServerRequest &request, const QByteArray &resultJson, const QString &name, bool isAutomatic);
    Result<void> rename(const QString &id, const QString &name);
    Result<void> setAutomatic(const QString &id, bool isAutomatic);
    Result<void> remove(const QString &id);
    /// Removes all of one server; those of any server stay.
    Result<void> forget(const QString &server);
    qsizetype count(const QString &server) const; ///< of that server alone

private:
    Result<void> write();
    SavedAnswer *find(const QString &id);

    const QString m_path;
    QList<SavedAnswer> m_answers;
    QList<QByteArray> m_unknown; ///< entries as they stood that this version does not understand
    bool m_readable = true;
};

} // namespace assayer
