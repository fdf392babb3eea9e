// Findings for programs: JSON of the report, SARIF 2.1.0, JUnit XML, and lines for people.
#pragma once

#include "base/finding.h"

#include <QByteArray>

#include <optional>
#include <string_view>
#include <vector>

namespace assayer {

enum class FindingFormat { Text, Json, Sarif, Junit };
std::optional<FindingFormat> findingFormatFromName(std::string_view name);

/// What a JUnit report counts as a test case: a rule or a message that was judged.
struct FindingCase {
    QByteArray name;
    QByteArray className; ///< "trace", "tools/list"...
    std::vector<std::size_t> findings; ///< indexes
};

struct FindingReport {
    Findings findings;
    QByteArray revision; ///< empty: no member
    QByteArray artifact; ///< file or URL that was judged, for SARIF; no secrets
    std::vector<FindingCase> cases; ///< JUnit; empty: one case per rule
};

QByteArray formatFindings(const FindingReport &report, FindingFormat format);
/// One finding as the object of the report: {"rule","severity","message","where","spec"}.
void appendFindingJson(std::string &out, const Finding &finding);
/// One finding as a line for people, line end included.
QByteArray findingLine(const Finding &finding);
QByteArray xmlEscaped(std::string_view text);

} // namespace assayer
