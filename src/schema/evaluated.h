// Which members or items of one value some schema has evaluated: what unevaluated* asks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace assayer::schema {

class Evaluated {
public:
    void mark(std::size_t index)
    {
        if (index < 64) {
            m_first |= std::uint64_t(1) << index;
            return;
        }
        const std::size_t word = index / 64 - 1;
        if (word >= m_more.size())
            m_more.resize(word + 1);
        m_more[word] |= std::uint64_t(1) << index % 64;
    }
    void markAll() { m_all = true; }
    void markFirst(std::size_t count)
    {
        for (std::size_t i = 0; i < count; ++i)
            mark(i);
    }

    bool has(std::size_t index) const
    {
        if (m_all || index < 64)
            return m_all || (m_first >> index & 1) != 0;
        const std::size_t word = index / 64 - 1;
        return word < m_more.size() && (m_more[word] >> index % 64 & 1) != 0;
    }

    void merge(const Evaluated &other)
    {
        m_all = m_all || other.m_all;
        m_first |= other.m_first;
        if (m_more.size() < other.m_more.size())
            m_more.resize(other.m_more.size());
        for (std::size_t i = 0; i < other.m_more.size(); ++i)
            m_more[i] |= other.m_more[i];
    }

private:
    std::uint64_t m_first = 0;
    bool m_all = false;
    std::vector<std::uint64_t> m_more;
};

} // namespace assayer::schema
