#include "models/tracecells.h"

#include "json/document.h"
#include "models/tracemodel.h"
#include "platform/visibletext.h"
#include "protocol/message.h"

#include <algorithm>

namespace assayer {

namespace {

constexpr qsizetype lineLimit = 512;

QByteArray typeWord(const TraceLog &log, quint64 row)
{
    const auto type = log.type(row);
    return type ? bytes(frameTypeName(*type)) : log.row(row).type;
}

} // namespace

QVariant TraceCells::text(int column) const
{
    switch (column) {
    case TraceModel::ChannelColumn:
        return fromWire(channelName(m_log.channel(m_row)));
    case TraceModel::Method:
        return method();
    case TraceModel::Id:
        return m_facts ? fromWire(view(m_facts->id(m_row))) : QString();
    case TraceModel::Target: {
        if (!m_facts)
            return QString();
        const QByteArray &tool = m_facts->tool(m_row);
        return fromWire(view(tool.isEmpty() ? m_facts->uri(m_row) : tool));
    }
    case TraceModel::Status:
        return status();
    default:
        return {};
    }
}

QString TraceCells::method() const
{
    if (m_facts) {
        if (const QByteArray &known = m_facts->method(m_row); !known.isEmpty())
            return fromWire(view(known));
    }
    const auto type = m_log.type(m_row);
    if (type == FrameType::Head)
        return firstLine();
    if (type == FrameType::Decision)
        return decision();
    return {};
}

QString TraceCells::firstLine() const
{
    const QByteArray all = m_log.bytes(m_row);
    qsizetype end = std::min(all.indexOf('\r'), lineLimit);
    if (end < 0)
        end = std::min(all.size(), lineLimit);
    return fromWire(view(all.left(end)));
}

/// "verdict", "salvage", ...: the kind of a judgement of ours.
QString TraceCells::decision() const
{
    const QByteArray members = m_log.members(m_row);
    const auto document = json::Document::parse(members.toStdString());
    return document ? fromWire((*document)->root().stringAt("kind").value_or("decision")) : QStringLiteral("decision");
}

QString TraceCells::status() const
{
    if (!m_facts)
        return {};
    if (const AnswerStatus answer = m_facts->status(m_row); answer != AnswerStatus::None && answer != AnswerStatus::Ok)
        return fromWire(answerStatusName(answer));
    if (const int http = m_facts->httpStatus(m_row))
        return QString::number(http);
    return fromWire(answerStatusName(m_facts->status(m_row)));
}

bool TraceCells::isMalformed() const
{
    const auto type = m_log.type(m_row);
    const bool carriesMessage = type == FrameType::Line || type == FrameType::Event || type == FrameType::Body;
    return m_facts && carriesMessage && m_facts->kind(m_row) == MessageKind::None && m_facts->facts(m_row).malformed;
}

QVariant TraceCells::value(int role) const
{
    switch (role) {
    case TraceModel::TypeRole:
        return typeWord(m_log, m_row);
    case TraceModel::DirectionRole: {
        const auto direction = m_log.direction(m_row);
        return direction ? QVariant(static_cast<int>(*direction)) : QVariant();
    }
    case TraceModel::ChannelRole:
        return static_cast<int>(m_log.channel(m_row));
    case TraceModel::WallRole:
        return QVariant::fromValue<qlonglong>(m_log.wallNs(m_row));
    case TraceModel::SizeRole:
        return m_log.hasBytes(m_row) ? QVariant::fromValue<qlonglong>(m_log.size(m_row)) : QVariant();
    case TraceModel::MethodRole:
        return method();
    default:
        break;
    }
    if (!m_facts)
        return {};
    switch (role) {
    case TraceModel::KindRole:
        return static_cast<int>(m_facts->kind(m_row));
    case TraceModel::StatusRole:
        return static_cast<int>(m_facts->status(m_row));
    case TraceModel::HttpStatusRole: {
        const int status = m_facts->httpStatus(m_row);
        return status ? QVariant(status) : QVariant();
    }
    case TraceModel::DurationRole: {
        const auto duration = m_facts->durationNs(m_row);
        return duration ? QVariant::fromValue<qlonglong>(*duration) : QVariant();
    }
    case TraceModel::MalformedRole:
        return isMalformed();
    case TraceModel::RequestFrameRole: {
        const RecordFacts facts = m_facts->facts(m_row);
        const bool known = !facts.messages.empty() && facts.messages.front().requestRow;
        return QVariant::fromValue<qulonglong>(known ? m_log.seqOf(*facts.messages.front().requestRow) : 0);
    }
    default:
        return {};
    }
}

QVariant TraceCells::finding(const std::vector<FindingIndex::Entry> *entries, int role)
{
    if (!entries || entries->empty())
        return role == TraceModel::FindingCountRole ? QVariant(0) : QVariant();
    if (role == TraceModel::FindingCountRole)
        return static_cast<int>(entries->size());
    if (role == TraceModel::RuleRole)
        return fromWire(view(entries->front().rule));
    const auto worst = std::max_element(entries->begin(), entries->end(), [](const auto &a, const auto &b) { return a.severity < b.severity; });
    return static_cast<int>(worst->severity);
}

} // namespace assayer
