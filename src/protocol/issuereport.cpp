#include "protocol/issuereport.h"

#include "json/write.h"

#include <algorithm>

namespace assayer {
namespace {

constexpr std::size_t longestRaw = 4000;

std::size_t longestRun(std::string_view text, char c)
{
    std::size_t longest = 0;
    std::size_t run = 0;
    for (const char each : text) {
        run = each == c ? run + 1 : 0;
        longest = std::max(longest, run);
    }
    return longest;
}

std::string cut(std::string_view text)
{
    if (text.size() <= longestRaw)
        return std::string(text);
    std::size_t end = longestRaw;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80)
        --end;
    return std::string(text.substr(0, end)) + "\n... (" + std::to_string(text.size()) + " bytes in all)";
}

/// A fence longer than any in the text, so that a server's text cannot leave it.
std::string fenced(std::string_view json)
{
    const std::string body = cut(json.size() <= longestRaw ? json::pretty(json) : std::string(json));
    const std::string fence(std::max<std::size_t>(3, longestRun(body, '`') + 1), '`');
    return fence + "json\n" + body + "\n" + fence + "\n";
}

std::string inlineCode(std::string_view text)
{
    std::string plain(text.substr(0, 200));
    std::replace_if(plain.begin(), plain.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20; }, ' ');
    const std::string tick(longestRun(plain, '`') + 1, '`');
    return tick.size() == 1 ? tick + plain + tick : tick + " " + plain + " " + tick;
}

std::string specLink(std::string_view spec)
{
    if (spec.empty())
        return {};
    const std::string url = specUrl(spec);
    return url.empty() ? std::string(spec) : "[" + std::string(spec) + "](" + url + ")";
}

const char *levelWord(Fault::Level level)
{
    return level == Fault::Refused ? "refused by clients" : level == Fault::Warning ? "off-spec, kept" : "note";
}

std::string_view rawOf(const json::Node &node, const Fault &fault)
{
    if (!node || fault.end <= fault.begin || fault.end > node.document->text().size())
        return {};
    return node.document->text().substr(fault.begin, fault.end - fault.begin);
}

std::string wrongLine(const Fault &fault, std::string_view raw)
{
    std::string line = "- " + inlineCode(fault.path.empty() ? "(the whole entry)" : json::toPointer(fault.path)) + ": ";
    line += inlineCode(fault.message);
    if (!raw.empty() && raw.size() <= 80)
        line += ", sent: " + inlineCode(raw);
    line += std::string(" (") + levelWord(fault.level) + ", rule " + inlineCode(fault.rule) + ")";
    if (!fault.spec.empty())
        line += ", see " + specLink(fault.spec);
    return line + "\n";
}

std::string folded(std::string_view name)
{
    std::string out;
    for (const char c : name) {
        if (c != '_' && c != '-')
            out.push_back(c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c);
    }
    return out;
}

/// A required member that stands there in another spelling (input_schema for inputSchema).
std::string misspelled(const json::Node &node, const Fault &fault)
{
    if (!node || fault.received != "undefined" || fault.path.size() != 1)
        return {};
    const auto *name = std::get_if<std::string>(&fault.path.front());
    for (const json::Member &member : node.value->members()) {
        if (name && folded(member.name()) == folded(*name))
            return "The entry has " + inlineCode(member.name()) + "; the member is called " + inlineCode(*name) + ".";
    }
    return {};
}

std::string mending(const MalformedEntry &entry)
{
    std::vector<std::string> lines;
    for (const Fault &fault : entry.faults) {
        if (fault.level == Fault::Note)
            continue;
        std::string advice = misspelled(entry.node, fault);
        if (advice.empty())
            advice = mendAdvice(fault, rawOf(entry.node, fault));
        if (!advice.empty() && std::find(lines.begin(), lines.end(), advice) == lines.end())
            lines.push_back(std::move(advice));
    }
    std::string text = lines.empty() ? "" : "\n**How to mend it**\n\n";
    for (const std::string &line : lines)
        text += "- " + line + "\n";
    return text;
}

std::string footer(const IssueContext &context)
{
    std::string text = "\nRevision " + std::string(revisionName(context.revision));
    if (!context.server.empty())
        text += ", server " + inlineCode(context.server);
    if (!context.client.empty())
        text += ", found by " + context.client;
    return text + ".\n";
}

std::string body(const MalformedEntry &entry)
{
    std::string text = "### " + std::string(listMethod(entry.kind)) + ": entry " + std::to_string(entry.index);
    if (entry.label)
        text += " (" + inlineCode(*entry.label) + ")";
    text += entry.refusedPage ? " of a refused page\n" : " is malformed\n";
    text += "\n**What was sent**\n\n" + fenced(entry.node.raw());
    text += entry.faults.empty() ? "\nThe entry itself is fine; the page it came in is refused.\n" : "\n**What is wrong**\n\n";
    for (const Fault &fault : entry.faults)
        text += wrongLine(fault, rawOf(entry.node, fault));
    return text + mending(entry);
}

/// A finding as the fault it was made from, as far as its words go.
Fault faultOf(const Finding &finding)
{
    Fault fault;
    fault.rule = finding.rule;
    fault.message = finding.message;
    fault.expected = finding.expected;
    fault.received = finding.received;
    if (finding.message.find("Invalid option") != std::string::npos)
        fault.type = Fault::InvalidOption;
    else if (finding.message.find("Invalid input: expected \"") != std::string::npos)
        fault.type = Fault::InvalidLiteral;
    else if (finding.message.find("Invalid input: expected") != std::string::npos)
        fault.type = Fault::InvalidType;
    else if (finding.message.find("Invalid ISO datetime") != std::string::npos)
        fault.type = Fault::InvalidDatetime;
    const std::size_t slash = finding.where.rfind('/');
    if (slash != std::string::npos)
        fault.path.emplace_back(finding.where.substr(slash + 1));
    return fault;
}

} // namespace

std::string specUrl(std::string_view spec)
{
    constexpr std::string_view rfc = "RFC ";
    if (spec.substr(0, rfc.size()) == rfc) {
        const std::string_view number = spec.substr(rfc.size(), spec.find_first_not_of("0123456789", rfc.size()) - rfc.size());
        return "https://www.rfc-editor.org/rfc/rfc" + std::string(number);
    }
    const std::size_t blank = spec.find(' ');
    if (blank == std::string_view::npos || !revisionFromName(spec.substr(0, blank)) || blank + 1 >= spec.size())
        return {};
    return "https://modelcontextprotocol.io/specification/" + std::string(spec.substr(0, blank)) + "/" + std::string(spec.substr(blank + 1));
}

std::string issueReport(const MalformedEntry &entry, const IssueContext &context)
{
    return body(entry) + footer(context);
}

std::string issueReport(const std::vector<MalformedEntry> &entries, const IssueContext &context)
{
    std::string text;
    for (const MalformedEntry &entry : entries)
        text += (text.empty() ? "" : "\n") + body(entry);
    return text + footer(context);
}

std::string issueReport(const Finding &finding, std::string_view raw, const IssueContext &context)
{
    std::string text = "### " + inlineCode(finding.rule) + " (" + severityName(finding.severity) + ")\n";
    if (!raw.empty())
        text += "\n**What was sent**\n\n" + fenced(raw);
    text += "\n**What is wrong**\n\n- " + inlineCode(finding.message) + "\n- at " + inlineCode(finding.where) + "\n";
    if (!finding.spec.empty())
        text += "- see " + specLink(finding.spec) + "\n";
    if (const std::string advice = mendAdvice(faultOf(finding), raw); !advice.empty())
        text += "\n**How to mend it**\n\n- " + advice + "\n";
    return text + footer(context);
}

} // namespace assayer
