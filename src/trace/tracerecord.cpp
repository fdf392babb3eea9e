#include "trace/tracerecord.h"

#include <algorithm>
#include <array>

namespace assayer {
namespace {

constexpr std::array<std::string_view, 7> typeNames { "head", "body", "event", "line", "stderr", "process", "decision" };
constexpr std::array<std::string_view, 5> channelNames { "", "http", "stdin", "stdout", "stderr" };

} // namespace

std::string_view frameTypeName(FrameType type)
{
    return typeNames[static_cast<std::size_t>(type)];
}

std::optional<FrameType> frameTypeFromName(std::string_view name)
{
    const auto found = std::find(typeNames.begin(), typeNames.end(), name);
    if (found == typeNames.end())
        return std::nullopt;
    return static_cast<FrameType>(found - typeNames.begin());
}

std::string_view directionName(Direction direction)
{
    return direction == Direction::Out ? "out" : "in";
}

std::string_view channelName(Channel channel)
{
    return channelNames[static_cast<std::size_t>(channel)];
}

std::optional<Channel> channelFromName(std::string_view name)
{
    const auto found = std::find(channelNames.begin() + 1, channelNames.end(), name);
    if (found == channelNames.end())
        return std::nullopt;
    return static_cast<Channel>(found - channelNames.begin());
}

bool carriesBytes(std::string_view type)
{
    const std::optional<FrameType> known = frameTypeFromName(type);
    return known && *known != FrameType::Process && *known != FrameType::Decision;
}

} // namespace assayer
