// The bytes of records, each once, at addresses that never move; what is full leaves memory for an unnamed file.
#pragma once

#include "trace/appendonly.h"

#include <QByteArray>
#include <QStringList>
#include <QThreadPool>

#include <atomic>

namespace assayer {

/// Threads: append() by one thread at a time; at() by any thread, for positions that thread learned of with a barrier.
///
/// The first megabytes stay in memory. From then on full blocks are written, by a thread of the store, to a file without a name
/// (mode 0600, gone with the process) and mapped in place of their memory: the pages of a long recording are the system's to
/// drop and to read again. Where no such file can be had, or the disk is full, blocks stay in memory: nothing is lost.
class PayloadStore {
public:
    PayloadStore();
    ~PayloadStore();
    PayloadStore(const PayloadStore &) = delete;
    PayloadStore &operator=(const PayloadStore &) = delete;

    /// Room for `bytes`, to be filled by the caller before anybody else learns the position.
    struct Room {
        quint64 position; ///< block << 32 | offset
        char *data;
    };
    Room append(std::size_t bytes);
    /// Keeps a long payload without copying it. Stays in memory.
    quint64 append(const QByteArray &bytes);
    const char *at(quint64 position) const { return m_blocks[position >> 32].data + (position & 0xffffffffu); }

    /// Bytes that left memory so far.
    quint64 spilledBytes() const { return m_spilled; }
    /// Bytes stored before anything leaves memory. For tests; before the first append().
    void setMemoryBytes(quint64 bytes) { m_memoryBytes = bytes; }
    /// Folders for the file, the first that takes it is used; by default the user's cache, then the system's temporary files
    /// (which are often memory themselves). Before the first append().
    void setFolders(const QStringList &folders) { m_folders = folders; }
    /// Returns when every block that is due has left memory, or cannot.
    void waitForSpill() { m_spiller.waitForDone(); }

private:
    struct Block {
        char *data;
        std::size_t mapped; ///< size of a mapping of ours, 0 for shared buffers
    };
    void spillFull();
    void spill(Block block, quint64 offset);
    bool openFile();

    AppendOnly<Block, 8, 16> m_blocks;
    AppendOnly<QByteArray, 8, 16> m_shared; ///< long payloads kept as they came
    Block m_current {};
    std::size_t m_used = 0;
    quint64 m_stored = 0;
    quint64 m_memoryBytes = quint64(4) << 20;
    quint64 m_firstInMemory = 0; ///< number of the first block that was not given to the spiller
    quint64 m_fileEnd = 0;
    std::atomic<quint64> m_spilled { 0 };
    QStringList m_folders;
    int m_file = -1; ///< the spiller's
    bool m_noFile = false; ///< the spiller's
    QThreadPool m_spiller;
};

} // namespace assayer
