// The trace while it is looked at, append-only: fixed-size index records in memory, payload bytes once; live or opened from a file.
#pragma once

#include "base/error.h"
#include "trace/appendonly.h"
#include "trace/payloadstore.h"
#include "trace/tracerecord.h"

#include <QObject>
#include <QString>

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <span>

namespace assayer {

struct TraceHeader;
class TraceFileWriter;

/// Threads: record() and decide() are called by one thread at a time (they lock a mutex that is free in practice);
/// everything const may be called by any thread at any time, for rows below a count() it saw. The object lives in the thread
/// that shall emit its signals, and needs an event loop there for them only.
///
/// "Row" counts from 0 without gaps; "seq" is the number the record carries (row + 1 while recording; files made by an export
/// of a filter have gaps). A log that was opened from a file takes further records too. Overhead: 32 bytes a record, payload once.
class TraceLog : public QObject, public FrameSink {
    Q_OBJECT
public:
    explicit TraceLog(QObject *parent = nullptr);
    ~TraceLog() override;

    quint64 record(const Frame &frame) override;
    quint64 decide(const Decision &decision) override;

    /// Number of records published.
    quint64 count() const { return m_index.count(); }
    /// The record with that sequence number; one with seq 0 where there is none.
    TraceRecord at(quint64 seq) const;
    TraceRecord row(quint64 row) const;
    quint64 seqOf(quint64 row) const;
    /// The row of a sequence number, or nullopt.
    std::optional<quint64> rowOf(quint64 seq) const;

    /// @name Cheap facts of the index, without touching payloads
    /// @{
    qint64 wallNs(quint64 row) const;
    qint64 monoNs(quint64 row) const { return m_index[row].monoNs; }
    quint64 exchange(quint64 row) const { return m_index[row].exchange; }
    quint32 size(quint64 row) const { return m_index[row].size; } ///< wire bytes
    std::optional<FrameType> type(quint64 row) const; ///< nullopt for a type this program does not know
    std::optional<Direction> direction(quint64 row) const;
    Channel channel(quint64 row) const { return Channel(m_index[row].channel); }
    bool hasBytes(quint64 row) const { return m_index[row].hasBytes; }
    /// @}
    /// Exact wire bytes; shares nothing with the log.
    QByteArray bytes(quint64 row) const;
    /// JSON object text of further members, or empty.
    QByteArray members(quint64 row) const;
    /// Wire bytes without a copy where they stand as they are in memory (live logs); nullopt where bytes() must decode them.
    std::optional<std::string_view> plainBytes(quint64 row) const;
    enum class Holds { No, Yes, Unknown };
    /// Whether the wire bytes hold that text (valid UTF-8), found without decoding them; Unknown where bytes() must tell.
    Holds holdsText(quint64 row, std::string_view text) const;
    /// The same for a text whose ASCII letters are small, whatever the case of the bytes.
    Holds holdsFolded(quint64 row, std::string_view smallText) const;
    /// The record as a line of a trace file without its line end: the exact line it was read from, else the canonical one.
    QByteArray line(quint64 row) const;
    /// Appends line() and a line end; the fast path of writer and export.
    void appendLine(QByteArray &out, quint64 row) const;

    /// The first `rows` records of this log with some of them changed in bytes and members; `change` gives those, nullopt for the rest.
    /// What is unchanged is read from this log, which must live longer. A record of a type that this program does not know cannot
    /// be changed so: null then.
    std::unique_ptr<TraceLog> changedCopy(quint64 rows, const QByteArray &headerLine, const std::function<std::optional<TraceRecord>(quint64 row)> &change) const;

    /// Sum of wire bytes recorded.
    quint64 payloadBytes() const { return m_payloadBytes.load(std::memory_order_relaxed); }

    /// @name Writing to disk while recording
    /// @{
    /// Everything recorded so far and from now on goes to `path` (mode 0600, locked against a second program, replaced if it
    /// exists). On disk within 100 ms. Fails with kind "unreadable-file": cause "locked" or "open".
    Result<void> startFile(const QString &path, const TraceHeader &header);
    /// A log that was opened from a file: what is recorded from now on (marks, comments, a new connection) is written behind the
    /// file it came from. Fails like startFile(), with cause "changed" where the file is no longer what was opened, and "open"
    /// where the log came from no file of this format. Does nothing where it writes already.
    Result<void> continueFile();
    /// Writes what is left and closes. Idempotent.
    void stopFile();
    bool isWriting() const { return m_writer != nullptr; }
    QString filePath() const { return m_path; }
    /// @}

    /// @name Opened from a file
    /// @{
    const std::vector<TraceDamage> &damage() const { return m_damage; }
    /// First line of the file; live: as given to startFile or setHeaderLine. Without line end.
    QByteArray headerLine() const { return m_headerLine; }
    void setHeaderLine(const QByteArray &line) { m_headerLine = line; }
    bool isFromFile() const { return !m_source.empty(); }
    /// The file it was opened from; empty for live logs and imports.
    QString sourcePath() const { return m_sourcePath; }
    /// @}

Q_SIGNALS:
    /// Records were added; `count` is the newest count. At most once per 15 ms.
    void appended(quint64 count);
    /// The file cannot take more (disk full...). Told once; recording goes on in memory, and writing is tried again.
    void fileFailed(const QString &reason);

private:
    friend class TraceReader;
    struct Index {
        qint64 monoNs;
        quint64 position; ///< recorded: block << 32 | offset; from a file: offset of the line
        quint32 size;
        quint32 exchange;
        qint32 clock; ///< wall clock less mono less m_clockNs; where that is too much, a place in m_clocks
        quint32 type : 4;
        quint32 direction : 2;
        quint32 channel : 3;
        quint32 hasBytes : 1;
        quint32 hasMembers : 1;
        quint32 inSource : 1; ///< the record stands in the file that was opened, else in a block of ours
        quint32 plainText : 1; ///< RecordLine::plainText
        quint32 farClock : 1; ///< `clock` is a place
        quint32 inBase : 1; ///< the payload is that of m_base
        quint32 textBegin : 10; ///< where a plain text begins in its line; 0 where that is too far
    };
    static_assert(sizeof(Index) == 32);

    quint64 add(Index index, qint64 wallNs, const QByteArray &bytes, const QByteArray &members);
    void setClock(Index &index, qint64 wallNs);
    bool isInSource(quint64 row) const { return m_index[row].inSource; }
    void startWriting(std::unique_ptr<TraceFileWriter> writer, const QString &path);
    quint64 store(const QByteArray &bytes, const QByteArray &members);
    void announce();
    std::string_view sourceLine(quint64 row) const;
    std::string_view payload(quint64 row) const;
    void addFromFile(Index index, qint64 wallNs, quint64 seq);
    std::string_view insideOf(quint64 row) const;

    AppendOnly<Index> m_index;
    AppendOnly<qint64, 12, 14> m_clocks; ///< wall clock less mono, of records whose clocks stand far from the first one's
    qint64 m_clockNs = 0; ///< of the first record; set before it is published
    PayloadStore m_payloads;
    const TraceLog *m_base = nullptr; ///< of a changed copy: the log it is read from
    std::vector<quint64> m_seqs; ///< only where seq is not row + 1; complete before the log is shared; recorded rows go on from the last
    std::mutex m_writeMutex;
    std::atomic<quint64> m_payloadBytes { 0 };
    std::atomic<bool> m_announced { false };
    std::unique_ptr<TraceFileWriter> m_writer;
    QString m_path;
    QString m_sourcePath;
    qint64 m_sourceBytes = 0; ///< size of that file when we knew it last
    quint64 m_sourceRows = 0; ///< rows that stand in it
    QByteArray m_headerLine;
    std::shared_ptr<const void> m_sourceOwner;
    std::string_view m_source; ///< whole file, mapped
    std::vector<TraceDamage> m_damage;
};

using TraceLogPtr = std::shared_ptr<const TraceLog>;

} // namespace assayer
