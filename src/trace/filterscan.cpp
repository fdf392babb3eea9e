#include "trace/filterscan.h"

#include "json/pointer.h"
#include "trace/filtercomparison.h"
#include "trace/jsontext.h"

#include <algorithm>

namespace assayer {
namespace {

constexpr std::string_view replacement = "\xef\xbf\xbd"; // U+FFFD: stands for any invalid byte

bool isId(const Comparison &compare, const QByteArray &text)
{
    const auto document = parseJson(text);
    return document && compare.json(**document, (*document)->root());
}

} // namespace

FilterScan::FilterScan(const FilterNode &root, std::size_t tests, const TraceAnalyzer &trace, const FindingIndex *findings)
    : m_root(root)
    , m_trace(trace)
    , m_state(trace.state())
    , m_log(trace.log())
    , m_findings(findings)
    , m_known(tests)
{
}

bool FilterScan::matches(quint64 row)
{
    m_row = row;
    m_text.reset();
    m_facts.reset();
    m_messages.reset();
    return holds(m_root);
}

bool FilterScan::holds(const FilterNode &node)
{
    switch (node.kind) {
    case FilterNode::And:
        return std::all_of(node.children.begin(), node.children.end(), [&](const FilterNode &child) { return holds(child); });
    case FilterNode::Or:
        return std::any_of(node.children.begin(), node.children.end(), [&](const FilterNode &child) { return holds(child); });
    case FilterNode::Not:
        return !holds(node.children.front());
    case FilterNode::Test:
        break;
    }
    return test(node);
}

/// What the test says of a word that many rows share.
bool FilterScan::word(const FilterNode &node, std::size_t number, std::string_view text)
{
    Known &known = m_known[node.number];
    if (known.size() <= number)
        known.resize(std::max<std::size_t>(number + 1, known.size() * 2));
    if (!known[number])
        known[number] = Comparison(node).string(text) ? 2 : 1;
    return known[number] == 2;
}

bool FilterScan::name(const FilterNode &node, quint32 number)
{
    return number && word(node, number, view(m_state.names[number]));
}

bool FilterScan::test(const FilterNode &node)
{
    switch (node.field) {
    case FilterField::Text:
        return textTest(node);
    case FilterField::Rule:
    case FilterField::Severity:
        return findingTest(node);
    case FilterField::Json:
        return jsonTest(node);
    case FilterField::Kind:
    case FilterField::Method:
    case FilterField::Id:
    case FilterField::Tool:
    case FilterField::Uri:
    case FilterField::Duration:
    case FilterField::Status:
        return messageTest(node);
    default:
        return indexTest(node);
    }
}

bool FilterScan::indexTest(const FilterNode &node)
{
    switch (node.field) {
    case FilterField::Seq:
        return Comparison(node).integer(static_cast<std::int64_t>(m_log.seqOf(m_row)));
    case FilterField::Direction: {
        const auto direction = m_log.direction(m_row);
        return direction && word(node, static_cast<std::size_t>(*direction), directionName(*direction));
    }
    case FilterField::Channel: {
        const Channel channel = m_log.channel(m_row);
        return channel != Channel::None && word(node, static_cast<std::size_t>(channel), channelName(channel));
    }
    case FilterField::Type: {
        const auto type = m_log.type(m_row);
        return type ? word(node, static_cast<std::size_t>(*type), frameTypeName(*type)) : Comparison(node).string(view(m_log.row(m_row).type));
    }
    case FilterField::Exchange:
        return m_log.exchange(m_row) && Comparison(node).integer(static_cast<std::int64_t>(m_log.exchange(m_row)));
    case FilterField::Size:
        return m_log.hasBytes(m_row) && Comparison(node).integer(m_log.size(m_row));
    case FilterField::HttpStatus:
        return m_trace.httpStatus(m_row) && Comparison(node).integer(m_trace.httpStatus(m_row));
    case FilterField::Era: {
        const auto era = m_trace.era(m_row);
        return era && word(node, static_cast<std::size_t>(*era), eraName(*era));
    }
    default:
        return false;
    }
}

bool FilterScan::textTest(const FilterNode &node)
{
    if (!m_log.hasBytes(m_row))
        return false;
    if (node.op == FilterOp::Exists)
        return true;
    if (node.op == FilterOp::Contains) {
        const std::string &wanted = node.items.front().low.text;
        const bool direct = !wanted.empty() && wanted.find(replacement) == std::string::npos;
        const TraceLog::Holds holds = direct ? m_log.holdsText(m_row, wanted) : TraceLog::Holds::Unknown;
        if (holds != TraceLog::Holds::Unknown)
            return holds == TraceLog::Holds::Yes;
    }
    if (!m_text) {
        const auto plain = m_log.plainBytes(m_row);
        m_text = plain ? toValidUtf8(*plain) : toValidUtf8(view(m_log.bytes(m_row)));
    }
    return Comparison(node).string(view(*m_text));
}

bool FilterScan::findingTest(const FilterNode &node) const
{
    const auto *entries = m_findings ? m_findings->at(m_log.seqOf(m_row)) : nullptr;
    const Comparison compare(node);
    return entries && std::any_of(entries->begin(), entries->end(), [&](const FindingIndex::Entry &entry) {
        return node.field == FilterField::Rule ? compare.string(view(entry.rule)) : compare.severity(entry.severity);
    });
}

bool FilterScan::jsonTest(const FilterNode &node)
{
    if (!m_trace.completesMessage(m_row))
        return false;
    if (!m_messages)
        m_messages = m_trace.messages(m_row);
    const Comparison compare(node);
    return std::any_of(m_messages->begin(), m_messages->end(), [&](const Message &message) {
        const json::Value *value = json::resolve(*message.root, node.pointer);
        return value && compare.json(*message.document, *value);
    });
}

bool FilterScan::messageTest(const FilterNode &node)
{
    const Facts &slot = m_state.table[m_row];
    if (!slot.message)
        return false;
    if (!slot.batch)
        return single(node, slot);
    if (!m_facts)
        m_facts = m_trace.facts(m_row);
    return std::any_of(m_facts->messages.begin(), m_facts->messages.end(), [&](const MessageFacts &message) { return one(node, message); });
}

bool FilterScan::idTest(const FilterNode &node, const Facts &slot)
{
    if (slot.idForm == Facts::Number)
        return Comparison(node).integer(static_cast<qint64>(slot.idValue()));
    const QByteArray text = m_state.idText(slot);
    return !text.isEmpty() && isId(Comparison(node), text);
}

bool FilterScan::durationTest(const FilterNode &node, const Facts &slot) const
{
    const bool answers = static_cast<MessageKind>(slot.kind) == MessageKind::Response && slot.partner;
    return answers && Comparison(node).integer(m_log.monoNs(m_row) - m_log.monoNs(slot.partner - 1));
}

/// Without a copy of anything: most records hold one message.
bool FilterScan::single(const FilterNode &node, const Facts &slot)
{
    switch (node.field) {
    case FilterField::Kind: {
        const auto kind = static_cast<MessageKind>(slot.kind);
        return kind != MessageKind::None && word(node, slot.kind, messageKindName(kind));
    }
    case FilterField::Method:
        return !m_state.names[slot.method].isEmpty() && name(node, slot.method);
    case FilterField::Tool:
        return name(node, m_state.tool(slot));
    case FilterField::Uri:
        return name(node, m_state.uri(slot));
    case FilterField::Status: {
        const auto status = static_cast<AnswerStatus>(slot.status);
        return status != AnswerStatus::None && word(node, slot.status, answerStatusName(status));
    }
    case FilterField::Duration:
        return durationTest(node, slot);
    case FilterField::Id:
        return idTest(node, slot);
    default:
        return false;
    }
}

bool FilterScan::one(const FilterNode &node, const MessageFacts &message) const
{
    const Comparison compare(node);
    switch (node.field) {
    case FilterField::Kind:
        return message.kind != MessageKind::None && compare.string(messageKindName(message.kind));
    case FilterField::Method:
        return !message.method.isEmpty() && compare.string(view(message.method));
    case FilterField::Id:
        return !message.id.isEmpty() && isId(compare, message.id);
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

} // namespace assayer
