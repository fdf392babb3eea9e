#include "trace/findingformat.h"

#include "base/clock.h"
#include "json/write.h"
#include "trace/jsontext.h"
#include "trace/tracewriter.h"

#include <algorithm>
#include <array>
#include <map>

namespace assayer {
namespace {

QByteArray textOf(const Finding &finding)
{
    QByteArray line = QByteArray(severityName(finding.severity)) + ' ' + QByteArray::fromStdString(finding.rule);
    if (!finding.where.empty())
        line += " at " + QByteArray::fromStdString(finding.where);
    line += ": " + QByteArray::fromStdString(finding.message);
    if (!finding.spec.empty())
        line += " [" + QByteArray::fromStdString(finding.spec) + ']';
    for (char &c : line)
        c = static_cast<unsigned char>(c) < 0x20 || c == 0x7f ? ' ' : c; // text of the server must not drive the terminal
    return line + '\n';
}

QByteArray asText(const FindingReport &report)
{
    QByteArray out;
    std::array<int, 3> counts {};
    for (const Finding &finding : report.findings) {
        out += textOf(finding);
        ++counts[static_cast<std::size_t>(finding.severity)];
    }
    out += QByteArray::number(counts[2]) + " errors, " + QByteArray::number(counts[1]) + " warnings, " + QByteArray::number(counts[0]) + " notes";
    out += report.revision.isEmpty() ? QByteArray("\n") : " against " + report.revision + '\n';
    return out;
}

QByteArray asJson(const FindingReport &report)
{
    json::Writer writer;
    writer.beginObject();
    if (!report.revision.isEmpty())
        writer.member("revision", report.revision.constData());
    writer.key("findings").beginArray();
    for (const Finding &finding : report.findings) {
        std::string one;
        appendFindingJson(one, finding);
        writer.raw(one);
    }
    writer.endArray().endObject();
    return QByteArray::fromStdString(writer.take()) + '\n';
}

// --- SARIF 2.1.0 ---

/// Code scanning takes 25,000 results a run and no more.
constexpr std::size_t mostResults = 25'000;

void writeMessage(json::Writer &writer, std::string_view name, std::string_view text)
{
    writer.key(name).beginObject().member("text", text.empty() ? std::string_view("-") : text).endObject();
}

void writeRules(json::Writer &writer, const std::map<std::string, std::size_t> &rules, const Findings &findings)
{
    std::vector<const Finding *> samples(rules.size());
    for (const Finding &finding : findings)
        samples[rules.at(finding.rule)] = &finding;
    writer.key("rules").beginArray();
    for (const Finding *sample : samples) {
        writer.beginObject().member("id", sample->rule);
        if (!sample->spec.empty())
            writeMessage(writer, "fullDescription", sample->spec);
        writer.endObject();
    }
    writer.endArray();
}

void writeResult(json::Writer &writer, const Finding &finding, std::size_t rule, const QByteArray &artifact)
{
    writer.beginObject().member("ruleId", finding.rule).member("ruleIndex", std::int64_t(rule)).member("level", severityName(finding.severity));
    writeMessage(writer, "message", finding.message);
    writer.key("locations").beginArray().beginObject();
    if (!artifact.isEmpty()) {
        writer.key("physicalLocation").beginObject().key("artifactLocation").beginObject();
        const bool isUrl = artifact.contains("://"); // encoded already
        writer.member("uri", (isUrl ? artifact : artifact.toPercentEncoding("/:._-~")).constData()).endObject().endObject();
    }
    writer.key("logicalLocations").beginArray().beginObject();
    writer.member("fullyQualifiedName", finding.where.empty() ? std::string("trace") : finding.where).endObject().endArray();
    writer.endObject().endArray().endObject();
}

/// Rules in the order of their names.
std::map<std::string, std::size_t> rulesOf(const Findings &findings)
{
    std::map<std::string, std::size_t> rules;
    for (const Finding &finding : findings)
        rules.emplace(finding.rule, 0);
    std::size_t number = 0;
    for (auto &[name, index] : rules)
        index = number++;
    return rules;
}

QByteArray asSarif(const FindingReport &report)
{
    const Findings findings(report.findings.begin(), report.findings.begin() + static_cast<std::ptrdiff_t>(std::min(report.findings.size(), mostResults)));
    const std::map<std::string, std::size_t> rules = rulesOf(findings);
    json::Writer writer;
    writer.beginObject().member("$schema", "https://json.schemastore.org/sarif-2.1.0.json").member("version", "2.1.0");
    writer.key("runs").beginArray().beginObject();
    writer.key("tool").beginObject().key("driver").beginObject();
    writer.member("name", "assayer").member("version", ASSAYER_VERSION);
    writeRules(writer, rules, findings);
    writer.endObject().endObject();
    writer.key("results").beginArray();
    for (const Finding &finding : findings)
        writeResult(writer, finding, rules.at(finding.rule), report.artifact);
    writer.endArray();
    writer.member("columnKind", "unicodeCodePoints");
    writer.endObject().endArray().endObject();
    return QByteArray::fromStdString(json::pretty(writer.text())) + '\n';
}

// --- JUnit ---

std::vector<FindingCase> casesOf(const FindingReport &report)
{
    if (!report.cases.empty())
        return report.cases;
    const std::map<std::string, std::size_t> rules = rulesOf(report.findings);
    std::vector<FindingCase> cases(rules.size());
    for (const auto &[name, index] : rules)
        cases[index] = { QByteArray::fromStdString(name), QByteArrayLiteral("rule"), {} };
    for (std::size_t i = 0; i < report.findings.size(); ++i)
        cases[rules.at(report.findings[i].rule)].findings.push_back(i);
    if (cases.empty())
        cases.push_back({ QByteArrayLiteral("all rules"), QByteArrayLiteral("rule"), {} });
    return cases;
}

bool isError(const Finding &finding)
{
    return finding.severity == Severity::Error;
}

/// The schemas of JUnit's readers know one failure a test case at most: a message with several errors gets several cases.
QByteArray caseXml(const FindingCase &one, const Findings &findings, int &cases, int &failures)
{
    const QByteArray name = xmlEscaped(one.name.toStdString());
    const QByteArray rest = "\" classname=\"" + xmlEscaped(one.className.toStdString()) + "\" time=\"0\"";
    QByteArray xml;
    int errors = 0;
    for (const std::size_t index : one.findings) {
        const Finding &finding = findings[index];
        if (!isError(finding))
            continue;
        ++errors;
        const QByteArray number = errors > 1 ? " (" + QByteArray::number(errors) + ')' : QByteArray();
        xml += "  <testcase name=\"" + name + number + rest + ">\n    <failure message=\"" + xmlEscaped(finding.message) + "\" type=\""
            + xmlEscaped(finding.rule) + "\">" + xmlEscaped(finding.where) + "</failure>\n  </testcase>\n";
    }
    cases += std::max(errors, 1);
    failures += errors;
    return errors ? xml : "  <testcase name=\"" + name + rest + "/>\n";
}

/// What is no error fails nothing and stands once, behind the cases.
QByteArray otherFindings(const Findings &findings)
{
    QByteArray text;
    for (const Finding &finding : findings)
        text += isError(finding) ? QByteArray() : xmlEscaped(textOf(finding).toStdString());
    return text;
}

/// Findings that no case holds get one by their rule, so that no error is lost.
void addStrays(const Findings &findings, std::vector<FindingCase> &cases)
{
    std::vector<bool> held(findings.size());
    for (const FindingCase &one : cases) {
        for (const std::size_t index : one.findings)
            held[index] = true;
    }
    for (std::size_t i = 0; i < findings.size(); ++i) {
        if (!held[i])
            cases.push_back({ QByteArray::fromStdString(findings[i].rule + " " + findings[i].where), QByteArrayLiteral("rule"), { i } });
    }
}

/// Fits the schemas that are around, that of Ant's reports and that of Jenkins: what the one demands and the other allows.
QByteArray asJunit(const FindingReport &report)
{
    std::vector<FindingCase> all = casesOf(report);
    addStrays(report.findings, all);
    QByteArray body;
    int cases = 0;
    int failures = 0;
    for (const FindingCase &one : all)
        body += caseXml(one, report.findings, cases, failures);
    const QByteArray counts = "tests=\"" + QByteArray::number(cases) + "\" failures=\"" + QByteArray::number(failures) + "\" errors=\"0\" time=\"0\"";
    const QByteArray now = rfc3339(wallNs()).left(19);
    const QByteArray revision = report.revision.isEmpty() ? QByteArrayLiteral("not known") : report.revision;
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n <testsuite name=\"assayer\" package=\"assayer\" id=\"0\" hostname=\"localhost\" timestamp=\"" + now + "\" " + counts
        + ">\n  <properties>\n   <property name=\"revision\" value=\"" + xmlEscaped(revision.toStdString()) + "\"/>\n  </properties>\n" + body
        + "  <system-out>" + otherFindings(report.findings) + "</system-out>\n  <system-err/>\n </testsuite>\n</testsuites>\n";
}

} // namespace

std::optional<FindingFormat> findingFormatFromName(std::string_view name)
{
    constexpr std::array<std::string_view, 4> names { "text", "json", "sarif", "junit" };
    const auto found = std::find(names.begin(), names.end(), name);
    return found == names.end() ? std::nullopt : std::optional(static_cast<FindingFormat>(found - names.begin()));
}

void appendFindingJson(std::string &out, const Finding &finding)
{
    json::Writer writer;
    writer.beginObject().member("rule", finding.rule).member("severity", severityName(finding.severity));
    writer.member("message", finding.message).member("where", finding.where).member("spec", finding.spec);
    if (!finding.expected.empty())
        writer.member("expected", finding.expected);
    if (!finding.received.empty())
        writer.member("received", finding.received);
    writer.endObject();
    out += writer.text();
}

/// For text and attributes of XML 1.0: characters that it does not know become U+FFFD.
QByteArray xmlEscaped(std::string_view text)
{
    QByteArray out;
    const QByteArray valid = toValidUtf8(text);
    for (const char c : valid) {
        const auto code = static_cast<unsigned char>(c);
        if (c == '&')
            out += "&amp;";
        else if (c == '<')
            out += "&lt;";
        else if (c == '>')
            out += "&gt;";
        else if (c == '"')
            out += "&quot;";
        else if (c == '\n' || c == '\r' || c == '\t')
            out += "&#" + QByteArray::number(int(code)) + ';';
        else if (code < 0x20)
            out += "\xef\xbf\xbd";
        else
            out += c;
    }
    return out.replace("\xef\xbf\xbe", "\xef\xbf\xbd").replace("\xef\xbf\xbf", "\xef\xbf\xbd");
}

QByteArray findingLine(const Finding &finding)
{
    return textOf(finding);
}

QByteArray formatFindings(const FindingReport &report, FindingFormat format)
{
    switch (format) {
    case FindingFormat::Json:
        return asJson(report);
    case FindingFormat::Sarif:
        return asSarif(report);
    case FindingFormat::Junit:
        return asJunit(report);
    case FindingFormat::Text:
        break;
    }
    return asText(report);
}

} // namespace assayer
