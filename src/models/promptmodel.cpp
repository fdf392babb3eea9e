#include "models/promptmodel.h"

#include "models/nodes.h"

namespace assayer {

namespace {

std::span<const json::Value> arguments(const json::Node &node)
{
    const json::Value *list = node.value->find("arguments");
    return list ? list->items() : std::span<const json::Value>();
}

int required(const json::Node &node)
{
    int count = 0;
    for (const json::Value &argument : arguments(node)) {
        const json::Value *flag = argument.find("required");
        count += flag && flag->isTrue();
    }
    return count;
}

} // namespace

PromptModel::PromptModel(QObject *parent)
    : EntryModel("name", parent)
{
}

QVariant PromptModel::entryCell(const json::Node &node, int column, int role) const
{
    switch (role) {
    case Qt::DisplayRole:
    case ExactTextRole:
        if (column == Arguments)
            return static_cast<int>(arguments(node).size());
        return text(node, column == Name ? "name" : "description");
    case ArgumentCountRole:
        return static_cast<int>(arguments(node).size());
    case RequiredCountRole:
        return required(node);
    default:
        return {};
    }
}

} // namespace assayer
