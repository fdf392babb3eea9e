// Which generation of tool metadata is in force, and what became of a newer one: a plain value for reports and views.
#pragma once

#include "protocol/toolgeneration.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace assayer {

struct MetadataRefusal {
    std::string tool;
    std::string path; ///< JSON Pointer into the output schema
    std::string message;
};

struct MetadataSummary {
    ToolGenerationPtr inForce; ///< null before the first
    bool stale = false; ///< list_changed came; still in use
    std::optional<MetadataRefusal> refused; ///< the newest walk's metadata was refused (policy "whole")

    std::uint64_t generation() const { return inForce ? inForce->number : 0; } ///< 0 is none
    const ToolRecord *find(std::string_view tool) const { return inForce ? inForce->find(tool) : nullptr; }
};

using MetadataSummaryPtr = std::shared_ptr<const MetadataSummary>;

} // namespace assayer
