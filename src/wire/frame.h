// What the wire held, before anyone interprets it. Every frame goes to the sink first and only then to a reader.
#pragma once

#include "base/clock.h"

#include <QByteArray>
#include <QMetaType>

#include <optional>
#include <vector>

namespace assayer {

enum class Direction : quint8 { Out, In };
enum class Channel : quint8 { None, Http, Stdin, Stdout, Stderr };

/// The record types of a trace file (trace/FORMAT.md).
enum class FrameType : quint8 {
    Head, ///< an HTTP head, first line to empty line, exact bytes
    Body, ///< a piece of an HTTP body, transfer coding removed, content coding kept
    Event, ///< one event (or run of comments) of an event stream with its empty line
    Line, ///< a stdio line with its line end
    Stderr, ///< a piece of stderr
    Process, ///< no bytes: the process ended
    Decision, ///< no bytes: a judgement of ours about earlier records
};

/// One frame. Value type; `bytes` are shared, never changed.
struct Frame {
    FrameType type = FrameType::Line;
    Direction direction = Direction::Out;
    Channel channel = Channel::None;
    quint64 exchange = 0; ///< number of the HTTP request and its answer, from 1; 0 where there is none
    qint64 wallNs = 0;
    qint64 monoNs = 0;
    QByteArray bytes;
    std::optional<int> exitCode; ///< Process only
    std::optional<int> signal; ///< Process only
    QByteArray note; ///< JSON object text with further members of the record (TLS facts, timing...); may be empty

    static Frame now(FrameType type, Direction direction, Channel channel, QByteArray bytes, quint64 exchange = 0)
    {
        Frame frame;
        frame.type = type;
        frame.direction = direction;
        frame.channel = channel;
        frame.exchange = exchange;
        frame.wallNs = assayer::wallNs();
        frame.monoNs = assayer::monotonicNs();
        frame.bytes = std::move(bytes);
        return frame;
    }
};

/// A judgement recorded beside the bytes it is about.
struct Decision {
    QByteArray kind; ///< "verdict", "salvage", "rejected", "generation", "session", "user", "finding"
    std::vector<quint64> of; ///< sequence numbers of the records it judges
    QByteArray details; ///< JSON object text: members of the record
};

/// Takes frames in the order they happened. Thread: that of the transport; implementations do not call back.
class FrameSink {
public:
    virtual ~FrameSink() = default;
    /// Returns the sequence number of the record, from 1.
    virtual quint64 record(const Frame &frame) = 0;
    virtual quint64 decide(const Decision &decision) = 0;
};

} // namespace assayer
