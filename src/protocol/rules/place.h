// Where the engine stands: a chain of steps on the stack, turned into a path only when there is something to report.
#pragma once

#include "json/pointer.h"

#include <cstddef>
#include <string_view>

namespace assayer::rules {

struct Place {
    const Place *up = nullptr; ///< null at the judged value itself
    std::string_view name = {};
    std::size_t index = 0;
    bool element = false;

    Place member(std::string_view memberName) const { return { this, memberName, 0, false }; }
    Place item(std::size_t itemIndex) const { return { this, {}, itemIndex, true }; }
    json::Path path() const;
};

} // namespace assayer::rules
