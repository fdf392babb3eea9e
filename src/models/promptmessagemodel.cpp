#include "models/promptmessagemodel.h"

#include "models/nodes.h"

namespace assayer {

namespace {

QString filterText(const PromptMessage &message)
{
    return message.role + u'\n' + message.block.text + u'\n' + message.block.uri;
}

PromptMessage read(const json::Node &node, std::size_t index, const Faults &faults)
{
    PromptMessage message { nodes::string(node, "role"), {}, index, faults, node };
    const json::Node content = nodes::member(node, "content");
    message.block = ContentBlockModel::read(content ? content : node, index, {});
    return message;
}

} // namespace

PromptMessageModel::PromptMessageModel(QObject *parent)
    : ValueModel(filterText, parent)
{
}

void PromptMessageModel::setResult(const json::Node &result, const std::vector<Faults> &faults)
{
    std::vector<PromptMessage> messages;
    const json::Node list = nodes::member(result, "messages");
    for (const json::Value &item : list ? list.value->items() : std::span<const json::Value>()) {
        const std::size_t index = messages.size();
        messages.push_back(read({ list.document, &item }, index, index < faults.size() ? faults[index] : Faults()));
    }
    setRows(std::move(messages));
}

QVariant PromptMessageModel::cell(qsizetype row, int column, int role) const
{
    const PromptMessage &message = value(row);
    const bool dropped = !message.faults.empty();
    switch (role) {
    case Qt::DisplayRole:
    case ExactTextRole:
        if (column == Message)
            return message.role;
        if (dropped || message.block.kind == ContentBlock::Unknown)
            return fromWire(message.node.raw().substr(0, 4096));
        return message.block.text.isEmpty() ? message.block.uri : message.block.text;
    case NodeRole:
        return QVariant::fromValue(message.node);
    case SeverityRole:
        return dropped ? QVariant(static_cast<int>(Severity::Error)) : QVariant();
    case MutedRole:
        return dropped;
    case RoleRole:
        return message.role;
    case DroppedRole:
        return dropped;
    case FaultRole:
        return dropped ? fromWire(message.faults.front().reason()) : QString();
    case KindRole:
        return static_cast<int>(message.block.kind);
    case UriRole:
        return message.block.uri.isEmpty() ? QVariant() : QVariant(message.block.uri);
    default:
        return {};
    }
}

} // namespace assayer
