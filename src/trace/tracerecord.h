// One record of a trace as a value: what a line of a trace file says.
#pragma once

#include "wire/frame.h"

#include <QByteArray>

#include <optional>
#include <string_view>
#include <vector>

namespace assayer {

/// Value type. Times are nanoseconds: `wallNs` since 1970, `monoNs` of a clock that never falls.
struct TraceRecord {
    quint64 seq = 0; ///< from 1; 0 is no record
    qint64 wallNs = 0;
    qint64 monoNs = 0;
    QByteArray type; ///< the file's word: "head", "line"..., or one that this program does not know
    std::optional<Direction> direction;
    Channel channel = Channel::None;
    quint64 exchange = 0; ///< 0 where there is none
    bool hasBytes = false; ///< types without bytes: process, decision, unknown ones
    QByteArray bytes; ///< exact bytes of the wire
    QByteArray members; ///< JSON object text of all further members ({"exitCode":0}, {"of":[3]}...); empty where there are none

    bool is(const char *word) const { return type == word; }
};

/// A place in a file that cannot be read. Everything before and after it is kept.
struct TraceDamage {
    quint64 line = 0; ///< from 1
    quint64 offset = 0; ///< byte where what cannot be read begins
    quint64 bytes = 0; ///< how many bytes are lost, line end not counted
    QByteArray reason; ///< for people
};

/// "head", "body", "event", "line", "stderr", "process", "decision".
std::string_view frameTypeName(FrameType type);
std::optional<FrameType> frameTypeFromName(std::string_view name);
/// "out", "in".
std::string_view directionName(Direction direction);
/// "http", "stdin", "stdout", "stderr"; empty for None.
std::string_view channelName(Channel channel);
std::optional<Channel> channelFromName(std::string_view name);
/// head, body, event, line and stderr carry bytes of the wire; the others carry none.
bool carriesBytes(std::string_view type);

} // namespace assayer
