// Which members of an object with duplicate names are in force: of equal names the last.
#pragma once

#include "json/document.h"

#include <cstddef>
#include <unordered_map>
#include <string_view>
#include <vector>

namespace assayer::schema {

/// Costs nothing for objects without duplicates.
class InForce {
public:
    explicit InForce(const json::Value &object)
        : m_count(object.size())
    {
        if (object.hasDuplicates()) [[unlikely]]
            findLast(object);
    }

    bool operator[](std::size_t index) const { return m_last.empty() || m_last[index]; }
    /// Members in force.
    std::size_t count() const { return m_count; }

private:
    void findLast(const json::Value &object)
    {
        const auto members = object.members();
        std::unordered_map<std::string_view, std::size_t> last;
        for (std::size_t i = 0; i < members.size(); ++i)
            last[members[i].name()] = i;
        m_last.assign(members.size(), false);
        for (const auto &[name, index] : last)
            m_last[index] = true;
        m_count = last.size();
    }

    std::vector<bool> m_last;
    std::size_t m_count;
};

} // namespace assayer::schema
