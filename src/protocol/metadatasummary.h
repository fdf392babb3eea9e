// What is known of a tool catalogue's metadata: a plain value for reports and views.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace assayer {

enum class TaskSupport { Forbidden, Optional, Required };
enum class OutputCheck { None, Compiled, DoesNotCompile };

constexpr const char *taskSupportName(TaskSupport support)
{
    return support == TaskSupport::Required ? "required" : support == TaskSupport::Optional ? "optional" : "forbidden";
}

constexpr const char *outputCheckName(OutputCheck check)
{
    return check == OutputCheck::Compiled ? "compiled" : check == OutputCheck::DoesNotCompile ? "does-not-compile" : "none";
}

struct ToolMetadataInfo {
    TaskSupport task = TaskSupport::Forbidden;
    std::vector<std::pair<std::string, std::string>> headers; ///< header name -> JSON Pointer of the argument
    OutputCheck output = OutputCheck::None;
    std::string outputPath; ///< where the schema does not compile
    std::string outputMessage;
};

struct MetadataRefusal {
    std::string tool;
    std::string path; ///< JSON Pointer into the output schema
    std::string message;
};

struct MetadataSummary {
    std::uint64_t generation = 0; ///< counts generations published on this connection; 0 is none
    bool stale = false; ///< list_changed came; still in use
    std::optional<MetadataRefusal> refused; ///< the newest walk's metadata was refused (policy "whole")
    std::map<std::string, ToolMetadataInfo, std::less<>> tools; ///< of the generation in force
};

using MetadataSummaryPtr = std::shared_ptr<const MetadataSummary>;

} // namespace assayer
