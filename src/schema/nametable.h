// Names hashed for one pass over an object's members: exact without memcmp up to 16 bytes.
#pragma once

#include <cstdint>
#include <cstring>
#include <string_view>
#include <vector>

namespace assayer::schema {

/// The length and the first and last eight bytes of a name.
struct NameKey {
    std::uint64_t first = 0;
    std::uint64_t last = 0;
    std::uint32_t length = 0;

    [[gnu::always_inline]] explicit NameKey(std::string_view name)
        : length(static_cast<std::uint32_t>(name.size()))
    {
        const char *text = name.data();
        if (length >= 8) {
            std::memcpy(&first, text, 8);
            std::memcpy(&last, text + length - 8, 8);
        } else if (length >= 4) {
            std::uint32_t head = 0;
            std::uint32_t tail = 0;
            std::memcpy(&head, text, 4);
            std::memcpy(&tail, text + length - 4, 4);
            first = head;
            last = tail;
        } else if (length > 0) {
            const auto byte = [text](std::uint32_t i) { return static_cast<std::uint64_t>(static_cast<unsigned char>(text[i])); };
            first = byte(0) | byte(length >> 1) << 8 | byte(length - 1) << 16;
        }
    }

    std::uint32_t hash() const
    {
        return static_cast<std::uint32_t>((first * 0x9E3779B97F4A7C15ull ^ last * 0xC2B2AE3D27D4EB4Full ^ length) >> 40);
    }
};

/// Index of names that outlive it. Each name is added once.
class NameTable {
public:
    static constexpr std::uint32_t none = ~0u;

    /// Number of the name: in order of addition, the old one for a name that is there already.
    std::uint32_t add(std::string_view name)
    {
        const std::uint32_t known = m_slots.empty() ? none : find(name);
        if (known != none)
            return known;
        m_entries.push_back({ NameKey(name), name });
        if (m_entries.size() * 2 > m_slots.size())
            grow();
        else
            place(static_cast<std::uint32_t>(m_entries.size() - 1));
        return static_cast<std::uint32_t>(m_entries.size() - 1);
    }

    std::size_t size() const { return m_entries.size(); }
    std::string_view name(std::uint32_t index) const { return m_entries[index].name; }

    std::uint32_t find(std::string_view name) const { return find(NameKey(name), name); }
    std::uint32_t find(const NameKey &key, std::string_view name) const
    {
        if (m_slots.empty())
            return none;
        for (std::uint32_t slot = key.hash() & m_mask;; slot = (slot + 1) & m_mask) {
            const std::uint32_t index = m_slots[slot];
            if (index == none || is(index, key, name))
                return index;
        }
    }
    /// Members mostly come in the schema's order: `expected` is tried first.
    [[gnu::always_inline]] std::uint32_t find(std::string_view name, std::uint32_t expected) const
    {
        const NameKey key(name);
        if (expected < m_entries.size() && is(expected, key, name)) [[likely]]
            return expected;
        return find(key, name);
    }

private:
    struct Entry {
        NameKey key;
        std::string_view name;
    };

    [[gnu::always_inline]] bool is(std::uint32_t index, const NameKey &key, std::string_view name) const
    {
        const Entry &entry = m_entries[index];
        return entry.key.length == key.length && entry.key.first == key.first && entry.key.last == key.last
            && (key.length <= 16 || std::memcmp(entry.name.data(), name.data(), key.length) == 0);
    }

    void place(std::uint32_t index)
    {
        std::uint32_t slot = m_entries[index].key.hash() & m_mask;
        while (m_slots[slot] != none)
            slot = (slot + 1) & m_mask;
        m_slots[slot] = index;
    }

    void grow()
    {
        std::size_t size = 8;
        while (size < m_entries.size() * 4)
            size *= 2;
        m_mask = static_cast<std::uint32_t>(size - 1);
        m_slots.assign(size, none);
        for (std::uint32_t i = 0; i < m_entries.size(); ++i)
            place(i);
    }

    std::vector<Entry> m_entries;
    std::vector<std::uint32_t> m_slots;
    std::uint32_t m_mask = 0;
};

} // namespace assayer::schema
