// One complete walk over a list: page after page, every entry judged as it comes. Nothing is asked twice.
#pragma once

#include "protocol/salvage.h"
#include "session/sessioncore.h"

namespace assayer {

class ListWalk final : public QObject {
    Q_OBJECT
public:
    /// `firstCursor` exact JSON text, empty for the first page; `single`: that page alone.
    ListWalk(SessionCore &core, ListKind kind, std::uint64_t number, QByteArray firstCursor = {}, bool single = false);

    void start();
    void cancel();
    ListKind kind() const { return m_snapshot.kind; }
    std::uint64_t number() const { return m_snapshot.walk; }
    /// Once, when finished() is told.
    ListSnapshot takeSnapshot() { return std::move(m_snapshot); }

Q_SIGNALS:
    /// Complete, or with its error: takeSnapshot() has it. Deletes itself after.
    void finished();

private:
    void request(const QByteArray &cursorJson);
    void takePage(const ExchangeResult &result);
    bool repeatsLastPage(const SalvagedPage &page) const;
    void append(SalvagedPage page);
    void tellRefused(const Error &error, quint64 frame);
    void refuse(const SalvagedPage &page, quint64 frame);
    void fail(const Error &error);
    void conclude();
    void markFrames();
    void reportDuplicates();
    void reportDuplicate(const ListEntry &entry);

    SessionCore &m_core;
    ListSnapshot m_snapshot;
    QByteArray m_cursor; ///< exact text of the cursor just sent
    std::vector<std::string> m_lastPage; ///< exact texts of the last page's entries
    std::size_t m_entries = 0;
    std::int64_t m_startNs = 0;
    QPointer<Exchange> m_exchange;
    bool m_single = false;
};

} // namespace assayer
