#include "trace/filter.h"

#include "json/write.h"
#include "trace/filterparser.h"
#include "trace/filterscan.h"
#include "trace/parallelrows.h"

#include <algorithm>
#include <charconv>

namespace assayer {
namespace {

bool asksFor(const FilterNode &node, FilterField a, FilterField b)
{
    if (node.kind == FilterNode::Test)
        return node.field == a || node.field == b;
    return std::any_of(node.children.begin(), node.children.end(), [&](const FilterNode &child) { return asksFor(child, a, b); });
}

} // namespace

FindingIndex::FindingIndex(const Findings &findings)
{
    constexpr std::string_view prefix = "frame:";
    for (const Finding &finding : findings) {
        if (!finding.where.starts_with(prefix))
            continue;
        quint64 seq = 0;
        const char *digits = finding.where.data() + prefix.size();
        if (std::from_chars(digits, finding.where.data() + finding.where.size(), seq).ec == std::errc())
            m_entries[seq].push_back({ QByteArray::fromStdString(finding.rule), finding.severity });
    }
}

const std::vector<FindingIndex::Entry> *FindingIndex::at(quint64 seq) const
{
    const auto found = m_entries.find(seq);
    return found == m_entries.end() ? nullptr : &found->second;
}

Result<Filter> Filter::parse(std::string_view text)
{
    auto root = FilterParser(text).parse();
    if (!root)
        return fail(std::move(root.error()));
    Filter filter;
    filter.m_tests = root->tests;
    filter.m_root = std::move(root->root);
    return filter;
}

bool Filter::isBlank(std::string_view text)
{
    return text.find_first_not_of(" \t\r\n") == std::string_view::npos;
}

bool Filter::matches(const TraceAnalyzer &trace, quint64 row, const FindingIndex *findings) const
{
    return m_root && FilterScan(*m_root, m_tests, trace, findings).matches(row);
}

std::vector<quint32> Filter::rows(const TraceAnalyzer &trace, quint64 from, quint64 to, const FindingIndex *findings, const std::atomic<bool> *stop) const
{
    if (!m_root)
        return {};
    return rowsWhere(from, to, [&] {
        return [scan = FilterScan(*m_root, m_tests, trace, findings)](quint64 row) mutable { return scan.matches(row); };
    }, stop);
}

bool Filter::needsFindings() const
{
    return m_root && asksFor(*m_root, FilterField::Rule, FilterField::Severity);
}

QStringList Filter::fields()
{
    QStringList names;
    for (int i = 0; i <= static_cast<int>(FilterField::Era); ++i) {
        const auto field = static_cast<FilterField>(i);
        const std::string_view name = field == FilterField::Json ? std::string_view("json.\"/\"") : filterFieldName(field);
        names.append(QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size())));
    }
    return names;
}

QStringList Filter::operators()
{
    return { QStringLiteral("=="), QStringLiteral("!="), QStringLiteral("<"), QStringLiteral("<="), QStringLiteral(">"), QStringLiteral(">="),
        QStringLiteral("contains"), QStringLiteral("matches"), QStringLiteral("in {}") };
}

QStringList Filter::values(const QString &field)
{
    const auto split = [](const char *words) { return QString::fromLatin1(words).split(u' '); };
    if (field == QLatin1String("direction"))
        return split("in out");
    if (field == QLatin1String("channel"))
        return split("http stdin stdout stderr");
    if (field == QLatin1String("type"))
        return split("head body event line stderr process decision");
    if (field == QLatin1String("kind"))
        return split("request response notification");
    if (field == QLatin1String("status"))
        return split("ok tool-error rpc-error");
    if (field == QLatin1String("severity"))
        return split("error warning note");
    return field == QLatin1String("era") ? split("legacy modern") : QStringList();
}

QString Filter::comparison(const QString &field, const QString &value, bool isNumber)
{
    const std::string text = value.toStdString();
    const bool bare = !text.empty() && text.front() != '/' && std::all_of(text.begin(), text.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '/' || c == '-' || c == '.';
    });
    return field + QStringLiteral(" == ") + (isNumber || bare ? value : QString::fromStdString(json::quoted(text)));
}

} // namespace assayer
