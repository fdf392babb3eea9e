// A place in a value that a rule refuses or warns of.
#pragma once

#include "base/finding.h"
#include "json/pointer.h"

#include <string>
#include <vector>

namespace assayer {

struct Fault {
    enum Level { Refused, Warning, Note };
    enum Type { InvalidType, InvalidLiteral, InvalidOption, TooSmall, TooBig, InvalidDatetime, InvalidUnion, Other };
    Level level = Refused;
    Type type = Other;
    std::string rule; ///< "tool.annotations", "resource.size.integer"
    json::Path path; ///< relative to the judged value
    std::string expected; ///< "object", "\"object\"", "one of \"light\"|\"dark\""
    std::string received; ///< "array", "undefined" where missing
    std::string message; ///< the reference's words: "Invalid input: expected object, received array"
    std::string spec; ///< section of the specification
    std::uint32_t begin = 0; ///< source range of the offending value in its document; equal where it is missing
    std::uint32_t end = 0;

    /// "annotations: Invalid input: expected object, received array"; without path the message alone.
    std::string reason() const { return path.empty() ? message : json::toDotted(path) + ": " + message; }
};

using Faults = std::vector<Fault>;

} // namespace assayer
