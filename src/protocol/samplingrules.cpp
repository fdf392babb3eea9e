#include "protocol/samplingrules.h"

#include <algorithm>
#include <set>
#include <span>

namespace assayer {

namespace {

/// One block, or an array of them.
std::span<const json::Value> blocksOf(const json::Value &message)
{
    const json::Value *content = message.find("content");
    if (!content)
        return {};
    return content->isArray() ? content->items() : std::span<const json::Value>(content, 1);
}

std::set<std::string> idsOf(std::span<const json::Value> blocks, std::string_view type, std::string_view member)
{
    std::set<std::string> ids;
    for (const json::Value &block : blocks) {
        if (block.stringAt("type") == type)
            ids.insert(std::string(block.stringAt(member).value_or("")));
    }
    return ids;
}

} // namespace

std::optional<std::string> samplingMessagesFault(const json::Value &params)
{
    const json::Value *messages = params.find("messages");
    std::set<std::string> open;
    std::size_t index = 0;
    for (const json::Value &message : messages ? messages->items() : std::span<const json::Value>()) {
        const std::string place = "messages[" + std::to_string(index++) + "]";
        const auto blocks = blocksOf(message);
        const std::set<std::string> results = idsOf(blocks, "tool_result", "toolUseId");
        if (!results.empty() && message.stringAt("role") == "user") {
            const bool mixed = std::any_of(blocks.begin(), blocks.end(), [](const json::Value &block) { return block.stringAt("type") != "tool_result"; });
            if (mixed)
                return place + " mixes tool results with other content";
        }
        if (open != results)
            return place + (results.empty() ? " comes before the results of the tools used in the message before it" : " holds tool results that do not match the tools used in the message before it");
        open = idsOf(blocks, "tool_use", "id");
    }
    if (!open.empty())
        return "The tools used in the last message have no results";
    return std::nullopt;
}

} // namespace assayer
