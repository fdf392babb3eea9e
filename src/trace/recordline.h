// Reads one line of a trace file without building a tree of it.
#pragma once

#include "trace/tracerecord.h"

#include <optional>
#include <string_view>

namespace assayer {

/// Where things stand in a line. Views point into the line.
struct RecordLine {
    quint64 seq = 0;
    qint64 wallNs = 0;
    qint64 monoNs = 0;
    quint64 exchange = 0;
    std::string_view type; ///< decoded: words with escapes are not taken by the quick way
    std::optional<Direction> direction;
    Channel channel = Channel::None;
    std::optional<std::string_view> text; ///< inside of the string, still escaped
    std::optional<std::string_view> base64; ///< inside of the string
    std::size_t size = 0; ///< bytes of text or base64 when decoded
    bool hasMembers = false; ///< further members
    bool plainText = false; ///< `text` is the last member, escaped as this program does it, and no member is foreign: it can be searched as it stands

    bool hasBytes() const { return text || base64; }
};

/// Where the line is no record, `reason` says why in words for people.
std::optional<RecordLine> readRecordLine(std::string_view line, QByteArray &reason);
/// Decoded bytes of a line that readRecordLine() accepted.
QByteArray recordBytes(const RecordLine &line);
/// JSON object text of the members that are none of a record's own; empty where there are none.
QByteArray recordMembers(std::string_view line);

} // namespace assayer
