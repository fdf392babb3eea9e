#include "trace/filter.h"

#include "json/pointer.h"
#include "json/write.h"
#include "trace/filterparser.h"
#include "trace/jsontext.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace assayer {
namespace {

using Op = FilterOp;

bool holds(std::strong_ordering order, Op op)
{
    switch (op) {
    case Op::Equal:
        return order == 0;
    case Op::NotEqual:
        return order != 0;
    case Op::Less:
        return order < 0;
    case Op::LessEqual:
        return order <= 0;
    case Op::Greater:
        return order > 0;
    case Op::GreaterEqual:
        return order >= 0;
    case Op::Exists:
    case Op::Contains:
    case Op::Matches:
    case Op::In:
        break;
    }
    return false;
}

std::strong_ordering orderOf(std::int64_t x, const FilterValue &value)
{
    if (x != value.floor)
        return x <=> value.floor;
    if (value.exact)
        return std::strong_ordering::equal;
    // Beyond 64 bits, or between two whole numbers.
    return json::Number::parse(std::to_string(x)) <=> *value.number;
}

std::strong_ordering orderOf(std::string_view x, const std::string &value)
{
    return x.compare(value) <=> 0; // UTF-8 sorts by code points
}

/// Things a field can be, each with a test of one comparison.
class Comparison {
public:
    explicit Comparison(const FilterNode &test)
        : m_test(test)
    {
    }

    bool integer(std::int64_t x) const
    {
        return any([&](const FilterValue &value, Op op) {
            return value.number ? holds(orderOf(x, value), op) : op == Op::NotEqual;
        }, [&] { return std::to_string(x); });
    }

    bool string(std::string_view x) const
    {
        return any([&](const FilterValue &value, Op op) {
            return value.number ? op == Op::NotEqual : holds(orderOf(x, value.text), op);
        }, [&] { return x; });
    }

    bool number(std::string_view lexeme) const
    {
        return any([&](const FilterValue &value, Op op) {
            return value.number ? holds(json::Number::parse(lexeme) <=> *value.number, op) : op == Op::NotEqual;
        }, [&] { return lexeme; });
    }

    /// true, false and null: equal to their word only.
    bool word(std::string_view x) const
    {
        return any([&](const FilterValue &value, Op op) {
            const bool same = value.bare && value.text == x;
            return (op == Op::Equal && same) || (op == Op::NotEqual && !same);
        }, [&] { return x; });
    }

    bool json(const json::Document &document, const json::Value &value) const
    {
        if (m_test.op == Op::Exists)
            return true;
        if (value.isString())
            return string(value.string());
        if (value.isNumber())
            return number(document.raw(value));
        if (value.isArray() || value.isObject())
            return false;
        return word(document.raw(value));
    }

    /// Ranks: note < warning < error. Other words have none.
    bool severity(Severity x) const
    {
        const auto rank = [](std::string_view text) { return text == "note" ? 0 : text == "warning" ? 1 : text == "error" ? 2 : -1; };
        const std::string_view name = severityName(x);
        return any([&](const FilterValue &value, Op op) {
            const int other = value.number ? -1 : rank(value.text);
            return other < 0 ? op == Op::NotEqual : holds(rank(name) <=> other, op);
        }, [&] { return name; });
    }

private:
    template<class Compare, class Text>
    bool any(const Compare &compare, const Text &text) const
    {
        switch (m_test.op) {
        case Op::Exists:
            return true;
        case Op::In:
            return std::any_of(m_test.items.begin(), m_test.items.end(), [&](const FilterItem &item) {
                return item.high ? compare(item.low, Op::GreaterEqual) && compare(*item.high, Op::LessEqual) : compare(item.low, Op::Equal);
            });
        case Op::Contains:
            return std::string_view(text()).find(m_test.items.front().low.text) != std::string_view::npos;
        case Op::Matches:
            return m_test.items.front().low.regex->isFoundIn(text());
        default:
            return compare(m_test.items.front().low, m_test.op);
        }
    }

    const FilterNode &m_test;
};

/// One record against a tree.
class RecordTest {
public:
    RecordTest(const TraceAnalyzer &trace, quint64 row, const FindingIndex *findings)
        : m_trace(trace)
        , m_log(trace.log())
        , m_row(row)
        , m_findings(findings)
    {
    }

    bool matches(const FilterNode &node)
    {
        const auto child = [&](const FilterNode &inner) { return matches(inner); };
        switch (node.kind) {
        case FilterNode::And:
            return std::all_of(node.children.begin(), node.children.end(), child);
        case FilterNode::Or:
            return std::any_of(node.children.begin(), node.children.end(), child);
        case FilterNode::Not:
            return !matches(node.children.front());
        case FilterNode::Test:
            break;
        }
        return test(node);
    }

private:
    bool test(const FilterNode &node)
    {
        const Comparison compare(node);
        switch (node.field) {
        case FilterField::Seq:
            return compare.integer(static_cast<std::int64_t>(m_log.seqOf(m_row)));
        case FilterField::Direction: {
            const auto direction = m_log.direction(m_row);
            return direction && compare.string(directionName(*direction));
        }
        case FilterField::Channel:
            return m_log.channel(m_row) != Channel::None && compare.string(channelName(m_log.channel(m_row)));
        case FilterField::Type: {
            const auto type = m_log.type(m_row);
            return type ? compare.string(frameTypeName(*type)) : compare.string(view(m_log.row(m_row).type));
        }
        case FilterField::Exchange:
            return m_log.exchange(m_row) && compare.integer(static_cast<std::int64_t>(m_log.exchange(m_row)));
        case FilterField::Size:
            return m_log.hasBytes(m_row) && compare.integer(m_log.size(m_row));
        case FilterField::Text:
            return m_log.hasBytes(m_row) && (node.op == Op::Exists || (mayHold(node) && compare.string(text())));
        case FilterField::HttpStatus:
            return m_trace.httpStatus(m_row) && compare.integer(m_trace.httpStatus(m_row));
        case FilterField::Era: {
            const auto era = m_trace.era(m_row);
            return era && compare.string(eraName(*era));
        }
        case FilterField::Rule:
        case FilterField::Severity:
            return findings(node, compare);
        case FilterField::Json:
            return json(node, compare);
        default:
            return messages(node, compare);
        }
    }

    /// Spares decoding where the bytes cannot hold what is looked for. U+FFFD may stand for anything.
    bool mayHold(const FilterNode &node) const
    {
        if (node.op != Op::Contains)
            return true;
        const std::string &needle = node.items.front().low.text;
        return needle.empty() || needle.find("\xef\xbf\xbd") != std::string::npos || m_log.mayContain(m_row, needle);
    }

    std::string_view text()
    {
        if (!m_haveText) {
            const auto plain = m_log.plainBytes(m_row);
            m_text = plain ? toValidUtf8(*plain) : toValidUtf8(view(m_log.bytes(m_row)));
            m_haveText = true;
        }
        return view(m_text);
    }

    bool findings(const FilterNode &node, const Comparison &compare) const
    {
        const auto *entries = m_findings ? m_findings->at(m_log.seqOf(m_row)) : nullptr;
        return entries && std::any_of(entries->begin(), entries->end(), [&](const FindingIndex::Entry &entry) {
            return node.field == FilterField::Rule ? compare.string(view(entry.rule)) : compare.severity(entry.severity);
        });
    }

    bool json(const FilterNode &node, const Comparison &compare)
    {
        if (!m_haveMessages)
            m_messages = m_trace.messages(m_row);
        m_haveMessages = true;
        return std::any_of(m_messages.begin(), m_messages.end(), [&](const Message &message) {
            const json::Value *value = json::resolve(*message.root, node.pointer);
            return value && compare.json(*message.document, *value);
        });
    }

    /// Without a copy of anything: most records hold one message.
    bool single(const FilterNode &node, const Comparison &compare) const
    {
        const auto named = [&](const QByteArray &text) { return !text.isNull() && compare.string(view(text)); };
        switch (node.field) {
        case FilterField::Kind:
            return m_trace.kind(m_row) != MessageKind::None && compare.string(messageKindName(m_trace.kind(m_row)));
        case FilterField::Method:
            return !m_trace.method(m_row).isEmpty() && compare.string(view(m_trace.method(m_row)));
        case FilterField::Tool:
            return named(m_trace.tool(m_row));
        case FilterField::Uri:
            return named(m_trace.uri(m_row));
        case FilterField::Status:
            return m_trace.status(m_row) != AnswerStatus::None && compare.string(answerStatusName(m_trace.status(m_row)));
        case FilterField::Duration: {
            const std::optional<qint64> duration = m_trace.durationNs(m_row);
            return duration && compare.integer(*duration);
        }
        case FilterField::Id: {
            const QByteArray text = m_trace.id(m_row);
            return !text.isEmpty() && id(compare, text);
        }
        default:
            return false;
        }
    }

    bool messages(const FilterNode &node, const Comparison &compare)
    {
        if (!m_trace.completesMessage(m_row))
            return false;
        if (!m_trace.isBatch(m_row))
            return single(node, compare);
        if (!m_haveFacts)
            m_facts = m_trace.facts(m_row);
        m_haveFacts = true;
        return std::any_of(m_facts.messages.begin(), m_facts.messages.end(), [&](const MessageFacts &message) { return one(node, compare, message); });
    }

    static bool one(const FilterNode &node, const Comparison &compare, const MessageFacts &message)
    {
        switch (node.field) {
        case FilterField::Kind:
            return message.kind != MessageKind::None && compare.string(messageKindName(message.kind));
        case FilterField::Method:
            return !message.method.isEmpty() && compare.string(view(message.method));
        case FilterField::Id:
            return !message.id.isEmpty() && id(compare, message.id);
        case FilterField::Tool:
            return message.tool && compare.string(view(*message.tool));
        case FilterField::Uri:
            return message.uri && compare.string(view(*message.uri));
        case FilterField::Duration:
            return message.durationNs && compare.integer(*message.durationNs);
        case FilterField::Status:
            return message.status != AnswerStatus::None && compare.string(answerStatusName(message.status));
        default:
            return false;
        }
    }

    static bool id(const Comparison &compare, const QByteArray &text)
    {
        const auto document = parseJson(text);
        return document && compare.json(**document, (*document)->root());
    }

    const TraceAnalyzer &m_trace;
    const TraceLog &m_log;
    quint64 m_row;
    const FindingIndex *m_findings;
    QByteArray m_text;
    RecordFacts m_facts;
    std::vector<Message> m_messages;
    bool m_haveText = false;
    bool m_haveFacts = false;
    bool m_haveMessages = false;
};

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
    filter.m_root = std::move(*root);
    return filter;
}

bool Filter::isBlank(std::string_view text)
{
    return text.find_first_not_of(" \t\r\n") == std::string_view::npos;
}

bool Filter::matches(const TraceAnalyzer &trace, quint64 row, const FindingIndex *findings) const
{
    return m_root && RecordTest(trace, row, findings).matches(*m_root);
}

std::vector<quint32> Filter::rows(const TraceAnalyzer &trace, quint64 from, quint64 to, const FindingIndex *findings) const
{
    std::vector<quint32> rows;
    for (quint64 row = from; row < to; ++row) {
        if (matches(trace, row, findings))
            rows.push_back(static_cast<quint32>(row));
    }
    return rows;
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
