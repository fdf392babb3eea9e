// An array that only grows: one thread appends, any number of threads read up to the count they saw, without a lock.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>
#include <type_traits>
#include <utility>

namespace assayer {

/// Elements live in chunks of 2^ChunkBits that never move; the table of chunks is reserved once (untouched pages cost
/// nothing). Beyond 2^TableBits chunks appending throws std::bad_alloc.
template<class T, unsigned ChunkBits = 14, unsigned TableBits = 16>
class AppendOnly {
public:
    AppendOnly()
        : m_table(static_cast<std::atomic<T *> *>(std::calloc(TableSize, sizeof(std::atomic<T *>))))
    {
        if (!m_table)
            throw std::bad_alloc();
    }
    ~AppendOnly()
    {
        const std::uint64_t used = m_count.load(std::memory_order_relaxed);
        for (std::uint64_t i = 0; !std::is_trivially_destructible_v<T> && i < used; ++i)
            slot(i)->~T();
        for (std::size_t i = 0; i < TableSize && m_table[i].load(std::memory_order_relaxed); ++i)
            std::free(m_table[i].load(std::memory_order_relaxed));
        std::free(m_table);
    }
    AppendOnly(const AppendOnly &) = delete;
    AppendOnly &operator=(const AppendOnly &) = delete;

    /// Writer's thread only. Returns the index of the new element.
    std::uint64_t append(T value)
    {
        const std::uint64_t index = m_count.load(std::memory_order_relaxed);
        const std::size_t chunk = static_cast<std::size_t>(index >> ChunkBits);
        if (chunk >= TableSize)
            throw std::bad_alloc();
        if (!m_table[chunk].load(std::memory_order_relaxed))
            m_table[chunk].store(newChunk(), std::memory_order_release);
        new (slot(index)) T(std::move(value));
        m_count.store(index + 1, std::memory_order_release);
        return index;
    }

    std::uint64_t count() const { return m_count.load(std::memory_order_acquire); }
    /// `index` below a count() seen by this thread.
    const T &operator[](std::uint64_t index) const { return *slot(index); }
    /// Writer's thread only, and only where readers have an agreement of their own about the element.
    T &writable(std::uint64_t index) { return *slot(index); }

private:
    static constexpr std::size_t TableSize = std::size_t(1) << TableBits;
    static constexpr std::uint64_t Mask = (std::uint64_t(1) << ChunkBits) - 1;

    static T *newChunk()
    {
        auto *chunk = static_cast<T *>(std::malloc(sizeof(T) << ChunkBits));
        if (!chunk)
            throw std::bad_alloc();
        return chunk;
    }
    T *slot(std::uint64_t index) const
    {
        return m_table[static_cast<std::size_t>(index >> ChunkBits)].load(std::memory_order_acquire) + (index & Mask);
    }

    std::atomic<T *> *m_table;
    std::atomic<std::uint64_t> m_count { 0 };
};

} // namespace assayer
