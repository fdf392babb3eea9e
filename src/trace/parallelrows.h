// Shares work on rows among the processors of the machine.
#pragma once

#include <QtGlobal>

#include <atomic>
#include <functional>
#include <vector>

namespace assayer {

/// Pieces of this many rows are worth a hand-over.
constexpr quint64 rowsOfPiece = 16'384;

/// Calls `work(begin, end, number)` once for each piece of [from, to), `size` long, numbered from 0 in order. Runs on the
/// caller's thread and on others beside it; a single piece stays on the caller's. Comes back when all is done. What `work` throws is
/// thrown here. `stop` may be set by another thread: pieces that were not begun are left out.
void inParallel(quint64 from, quint64 to, quint64 size, const std::function<void(quint64 begin, quint64 end, std::size_t number)> &work,
    const std::atomic<bool> *stop = nullptr);

/// The rows of [from, to) that a test holds of, ascending. `makeTest()` gives each piece a test of its own: bool(quint64 row).
template<class MakeTest>
std::vector<quint32> rowsWhere(quint64 from, quint64 to, const MakeTest &makeTest, const std::atomic<bool> *stop)
{
    std::vector<std::vector<quint32>> found(static_cast<std::size_t>(to > from ? (to - from + rowsOfPiece - 1) / rowsOfPiece : 0));
    inParallel(from, to, rowsOfPiece, [&](quint64 begin, quint64 end, std::size_t number) {
        auto test = makeTest();
        std::vector<quint32> &rows = found[number];
        for (quint64 row = begin; row < end; ++row) {
            if (stop && row % 1024 == 0 && stop->load(std::memory_order_relaxed))
                break;
            if (test(row))
                rows.push_back(static_cast<quint32>(row));
        }
    }, stop);
    std::size_t count = 0;
    for (const std::vector<quint32> &rows : found)
        count += rows.size();
    std::vector<quint32> all = found.size() == 1 ? std::move(found.front()) : std::vector<quint32>();
    all.reserve(count);
    for (std::size_t i = 0; found.size() > 1 && i < found.size(); ++i)
        all.insert(all.end(), found[i].begin(), found[i].end());
    return all;
}

} // namespace assayer
