// The compact table behind TraceAnalyzer: what each record means, and the state needed to go on.
#pragma once

#include "trace/appendonly.h"
#include "trace/messagejoiner.h"
#include "trace/messageshape.h"

#include <QByteArray>

#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace assayer {

/// Facts of one message, and of the record it belongs to. 24 bytes.
struct Facts {
    enum IdForm : quint32 { NoId, Number, Text, Batch };

    quint32 idLow = 0; ///< the number; where the text stands; the number of the batch that the record holds
    quint32 idHigh = 0;
    quint32 partner = 0; ///< row + 1: of a response its request, of a request its answer (written late)
    quint32 method = 0; ///< names; 0 is absent
    quint32 target = 0; ///< name of the tool or the URI; of both the number of a pair
    quint32 kind : 2 = 0;
    quint32 status : 2 = 0;
    quint32 idForm : 2 = 0;
    quint32 era : 2 = 0; ///< 0, or 1 + Era
    quint32 http : 10 = 0;
    quint32 message : 1 = 0; ///< the record completes a JSON-RPC message
    quint32 batch : 1 = 0;
    quint32 malformed : 1 = 0;
    quint32 hasTool : 1 = 0;
    quint32 hasUri : 1 = 0;

    void setId(quint64 value)
    {
        idLow = static_cast<quint32>(value);
        idHigh = static_cast<quint32>(value >> 32);
    }
    quint64 idValue() const { return quint64(idHigh) << 32 | idLow; }
    std::optional<Era> knownEra() const { return era ? std::optional(static_cast<Era>(era - 1)) : std::nullopt; }
};
static_assert(sizeof(Facts) == 24);

/// Texts that come once each, stored behind each other. One thread adds, any number reads what was published after.
class TextStore {
public:
    quint64 add(std::string_view text);
    std::string_view at(quint64 place) const;

private:
    static constexpr quint32 blockBytes = 1u << 20;
    AppendOnly<QByteArray, 6, 16> m_blocks;
    quint32 m_used = blockBytes;
};

/// Requests that wait for an answer, by a hash of side and id; some bytes each. One thread.
class OpenRequests {
public:
    void add(quint64 hash, quint32 row);
    /// Calls `fits(row)` for the rows added under that hash (and for some others); removes and returns the best: the one with the
    /// highest rank, of equals the newest. Rank 0 is none.
    template<class Rank>
    std::optional<quint32> take(quint64 hash, const Rank &rank)
    {
        std::size_t best = m_slots.size();
        int bestRank = 0;
        for (std::size_t at = first(hash); at < m_slots.size() && m_slots[at] != empty; at = next(at)) {
            const int one = m_slots[at] == gone ? 0 : rank(m_slots[at] - 1);
            const bool better = one > bestRank || (one && one == bestRank && m_slots[at] > m_slots[best]);
            best = better ? at : best;
            bestRank = std::max(bestRank, one);
        }
        if (!bestRank)
            return std::nullopt;
        const quint32 row = m_slots[best] - 1;
        m_slots[best] = gone;
        --m_live;
        return row;
    }
    /// Tells the hashes of a row again when the table grows; set once.
    std::function<void(quint32 row, std::vector<quint64> &hashes)> hashesOf;

private:
    static constexpr quint32 empty = 0;
    static constexpr quint32 gone = 0xffffffffu;
    std::size_t first(quint64 hash) const { return m_slots.empty() ? 0 : static_cast<std::size_t>(hash & (m_slots.size() - 1)); }
    std::size_t next(std::size_t at) const { return (at + 1) & (m_slots.size() - 1); }
    void grow();
    void insert(quint64 hash, quint32 entry);

    std::vector<quint32> m_slots; ///< row + 1
    std::size_t m_used = 0; ///< slots that are not empty
    std::size_t m_live = 0;
};

/// Everything that TraceAnalyzer knows. update() by one thread; the rest by any, for rows below table.count().
struct AnalyzerState {
    AppendOnly<Facts> table;
    AppendOnly<QByteArray> names;
    AppendOnly<std::pair<quint32, quint32>, 6, 16> pairs; ///< tool and URI of messages that name both
    AppendOnly<std::vector<Facts>, 6, 16> batches;
    TextStore ids;
    mutable std::mutex versionMutex;
    QByteArray version;

    AnalyzerState();
    void update(const TraceLog &log, quint64 row);
    /// All messages of a record: the slot itself, or the batch it stands for.
    const Facts *all(quint64 row, std::size_t &count) const;
    MessageFacts describe(const TraceLog &log, quint64 row, const Facts &facts) const;
    QByteArray idText(const Facts &facts) const;
    quint32 tool(const Facts &facts) const;
    quint32 uri(const Facts &facts) const;

private:
    struct TextHash {
        using is_transparent = void;
        std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>()(text); }
    };

    quint32 name(std::string_view text);
    void setTarget(Facts &facts, const MessageShape &shape);
    std::vector<Facts> read(const TraceLog &log, quint64 row, const QByteArray &text);
    Facts read(const TraceLog &log, quint64 row, const MessageShape &shape);
    void readRequest(const MessageShape &shape, Facts &facts);
    void readAnswer(const TraceLog &log, quint64 row, const MessageShape &shape, Facts &facts);
    void setOwnId(Facts &facts, const MessageShape &shape);
    bool hasId(const Facts &facts, const MessageShape &shape) const;
    void findVerdict(const MessageShape &shape, const Facts &facts);
    void markRequest(const TraceLog &log, quint64 row, Facts &facts);
    void addOpen(const TraceLog &log, quint64 row, const std::vector<Facts> &found);

    std::unordered_map<std::string, quint32, TextHash, std::equal_to<>> m_nameNumbers;
    OpenRequests m_open;
    const TraceLog *m_log = nullptr; ///< while updating
    MessageJoiner m_joiner;
    quint32 m_era = 0;
};

/// Direction of a record; where a file does not say, the channel does.
Direction directionOf(const TraceLog &log, quint64 row);

} // namespace assayer
