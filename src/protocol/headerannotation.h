// x-mcp-header (SEP-2243, 2026-07-28 basic/transports/streamable-http): which arguments are mirrored into headers.
#pragma once

#include "json/document.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace assayer {

struct HeaderMap {
    /// Annotation name ("Region"; the header is Mcp-Param-Region) -> path of property names from the arguments' root.
    struct Entry {
        std::string name;
        std::vector<std::string> path;

        std::string header() const { return "Mcp-Param-" + name; }
        std::string pointer() const; ///< JSON Pointer of the argument
    };
    std::vector<Entry> entries;
    std::optional<std::string> fault; ///< reason why the tool is excluded: "a.b: ..."
    std::vector<std::string> hiddenAnnotations; ///< places under `dependencies`/`contentSchema`: a warning, no exclusion
};

/// Scans an inputSchema. Pure, iterative.
HeaderMap scanHeaderAnnotations(const json::Document &document, const json::Value &inputSchema);

/// Plain field text, or "=?base64?...?=" where the value is not plain ASCII field text (also for Mcp-Name).
std::string encodeHeaderValue(std::string_view value);

/// Mcp-Param-* values of these arguments, in the order of the map. Missing and null arguments give none.
std::vector<std::pair<std::string, std::string>> mirroredHeaders(const HeaderMap &map, const json::Document &document, const json::Value &arguments);

} // namespace assayer
