// The metadata of a tool catalogue: built aside from a complete walk, published whole or not at all, immutable after that.
#pragma once

#include "json/document.h"
#include "protocol/headerannotation.h"
#include "schema/schemaprogram.h"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>

namespace assayer {

enum class TaskSupport : std::uint8_t { Forbidden, Optional, Required };
enum class OutputCheck : std::uint8_t { None, Compiled, DoesNotCompile };

constexpr const char *taskSupportName(TaskSupport support)
{
    return support == TaskSupport::Required ? "required" : support == TaskSupport::Optional ? "optional" : "forbidden";
}

constexpr const char *outputCheckName(OutputCheck check)
{
    return check == OutputCheck::Compiled ? "compiled" : check == OutputCheck::DoesNotCompile ? "does-not-compile" : "none";
}

/// Where and why an output schema does not compile.
struct OutputFault {
    std::string path; ///< JSON Pointer into the output schema
    std::string message;
};

/// One tool's record. A name has one record: its last definition owns all of it. What few tools have is behind a pointer, since a
/// catalogue may have a hundred thousand.
struct ToolRecord {
    TaskSupport task = TaskSupport::Forbidden;
    OutputCheck output = OutputCheck::None;
    std::shared_ptr<const OutputFault> fault; ///< null unless the output schema does not compile
    std::shared_ptr<const HeaderMap> headers; ///< null where the rule of headers does not apply or the input schema names none
    /// Null where there is no output schema, where it does not compile, and for all but the first tools of a very long list: theirs
    /// were compiled, so that a fault is known, and are compiled again from `outputSchema` when such a tool is called.
    schema::ProgramPtr program;
    json::Node outputSchema; ///< its text, compiled or not; empty where there is none
};

/// By name.
using ToolRecords = std::map<std::string, ToolRecord, std::less<>>;

/// A published generation. Calls hold the one they were sent under. Read by any thread.
struct ToolGeneration {
    std::uint64_t number = 0; ///< counts generations published on this connection, from 1
    std::uint64_t walk = 0; ///< the walk it was built from
    ToolRecords tools;

    /// Null where it does not know the tool; valid as long as the generation.
    const ToolRecord *find(std::string_view name) const
    {
        const auto found = tools.find(name);
        return found == tools.end() ? nullptr : &found->second;
    }
};

using ToolGenerationPtr = std::shared_ptr<const ToolGeneration>;

} // namespace assayer
