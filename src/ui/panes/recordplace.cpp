#include "ui/panes/recordplace.h"

#include "platform/formattext.h"
#include "trace/tracelog.h"

#include <QStringDecoder>

#include <algorithm>

namespace assayer {
namespace {

constexpr quint64 nearBy = 20'000; ///< records looked at in each direction
constexpr qsizetype mostBytes = 256 * 1024; ///< larger texts are not checked as a whole

bool isBody(std::optional<FrameType> type)
{
    return type == FrameType::Body || type == FrameType::Event;
}

QString lineEnds(const QByteArray &bytes)
{
    const qsizetype crlf = bytes.count("\r\n");
    const qsizetype lf = bytes.count('\n') - crlf;
    if (crlf > 0 && lf > 0)
        return QStringLiteral("CRLF and LF mixed");
    if (crlf > 0)
        return QStringLiteral("CRLF");
    return lf > 0 ? QStringLiteral("LF") : QStringLiteral("no line end");
}

bool isUtf8(const QByteArray &bytes)
{
    QStringDecoder decoder(QStringDecoder::Utf8);
    const QString text = decoder(bytes);
    return !decoder.hasError() && (bytes.isEmpty() || !text.isNull());
}

void take(ExchangeTimes &times, const TraceLog &log, quint64 row, quint64 own)
{
    const qint64 at = log.monoNs(row);
    if (log.direction(row) == Direction::Out) {
        times.requestNs = std::min(times.requestNs.value_or(at), at);
        times.sentNs = std::max(times.sentNs.value_or(at), at);
    } else {
        if (log.type(row) == FrameType::Head)
            times.answerNs = std::max(times.answerNs.value_or(at), at);
        times.endNs = std::max(times.endNs.value_or(at), at);
    }
    if (isBody(log.type(row)) && isBody(log.type(own)) && log.direction(row) == log.direction(own)) {
        ++times.pieces;
        times.piece += row <= own ? 1 : 0;
    }
}

} // namespace

MessagePlace::MessagePlace(const QByteArray &record, const QByteArray &message)
{
    if (message.isEmpty() || record.isEmpty())
        return;
    const qsizetype whole = record.indexOf(message);
    if (whole >= 0) {
        m_pieces.push_back({ 0, whole, message.size() });
        return;
    }
    if (addEventLines(record, message))
        return;
    // The record is the last piece of a body.
    qsizetype size = record.size();
    while (size > 0 && (record[size - 1] == '\n' || record[size - 1] == '\r' || record[size - 1] == ' '))
        --size;
    const QByteArrayView tail = QByteArrayView(record).first(size);
    if (size > 0 && size < message.size() && QByteArrayView(message).endsWith(tail))
        m_pieces.push_back({ message.size() - size, 0, size });
}

/// Lines of an event: the data of each, joined by line feeds, is the message.
bool MessagePlace::addEventLines(const QByteArray &record, const QByteArray &message)
{
    qsizetype at = 0;
    for (qsizetype begin = 0; begin < record.size();) {
        qsizetype end = record.indexOf('\n', begin);
        end = end < 0 ? record.size() : end;
        qsizetype text = begin + 5;
        if (record.mid(begin, 5) == "data:") {
            text += text < end && record[text] == ' ' ? 1 : 0;
            const qsizetype size = end - text - (end > text && record[end - 1] == '\r' ? 1 : 0);
            if (QByteArrayView(message).sliced(std::min(at, message.size())).startsWith(QByteArrayView(record).sliced(text, size))) {
                m_pieces.push_back({ at, text, size });
                at += size + 1;
            }
        }
        begin = end + 1;
    }
    if (at != message.size() + 1)
        m_pieces.clear();
    return !m_pieces.empty();
}

std::optional<std::pair<qsizetype, qsizetype>> MessagePlace::inRecord(qsizetype begin, qsizetype end) const
{
    std::optional<std::pair<qsizetype, qsizetype>> found;
    for (const Piece &piece : m_pieces) {
        const qsizetype from = std::max(begin, piece.message);
        const qsizetype to = std::min(end, piece.message + piece.size);
        if (from > to || (from == to && begin != end))
            continue;
        const qsizetype shift = piece.record - piece.message;
        found = found ? std::pair { found->first, to + shift } : std::pair { from + shift, to + shift };
    }
    return found;
}

std::optional<std::pair<qsizetype, qsizetype>> MessagePlace::inMessage(qsizetype begin, qsizetype end) const
{
    std::optional<std::pair<qsizetype, qsizetype>> found;
    for (const Piece &piece : m_pieces) {
        const qsizetype from = std::max(begin, piece.record);
        const qsizetype to = std::min(end, piece.record + piece.size);
        if (from > to || (from == to && begin != end))
            continue;
        const qsizetype shift = piece.message - piece.record;
        found = found ? std::pair { found->first, to + shift } : std::pair { from + shift, to + shift };
    }
    return found;
}

ExchangeTimes exchangeTimes(const TraceLog &log, quint64 row)
{
    ExchangeTimes times;
    const quint64 exchange = log.exchange(row);
    if (exchange == 0)
        return times;
    const quint64 from = row > nearBy ? row - nearBy : 0;
    const quint64 to = std::min(log.count(), row + nearBy);
    for (quint64 i = from; i < to; ++i) {
        if (log.exchange(i) == exchange && log.hasBytes(i))
            take(times, log, i, row);
    }
    return times;
}

QString bytesWords(const TraceLog &log, quint64 row, const ExchangeTimes &times)
{
    if (!log.hasBytes(row))
        return QStringLiteral("no bytes of the wire");
    const std::optional<FrameType> type = log.type(row);
    const QString piece = times.pieces > 1 ? QStringLiteral(", piece %1 of %2").arg(times.piece).arg(times.pieces) : QString();
    if (type == FrameType::Head)
        return QStringLiteral("HTTP head");
    if (type == FrameType::Body)
        return QStringLiteral("HTTP body") + piece;
    if (type == FrameType::Event)
        return QStringLiteral("event") + piece;
    return type == FrameType::Stderr ? QStringLiteral("piece of stderr") : QStringLiteral("stdio line");
}

QString framingWords(const TraceLog &log, quint64 row, const QByteArray &bytes)
{
    if (!log.hasBytes(row))
        return {};
    QStringList facts { byteSize(bytes.size()), lineEnds(bytes.size() > mostBytes ? bytes.right(4096) : bytes) };
    if (log.type(row) == FrameType::Line && !bytes.endsWith('\n'))
        facts.append(QStringLiteral("cut: the line has no end"));
    facts.append(bytes.startsWith("\xEF\xBB\xBF") ? QStringLiteral("BOM") : QStringLiteral("no BOM"));
    if (bytes.size() <= mostBytes)
        facts.append(isUtf8(bytes) ? QStringLiteral("UTF-8 valid") : QStringLiteral("not valid UTF-8"));
    return facts.join(QStringLiteral(", "));
}

} // namespace assayer
