// Where the bytes of a message stand in the bytes of the record that completes it, and where the record stands in its exchange.
#pragma once

#include "trace/tracefacts.h"

#include <QByteArray>
#include <QString>

#include <optional>
#include <utility>
#include <vector>

namespace assayer {

/// Maps bytes of a message's text to bytes of a record and back. A message may begin in an earlier record (a body in pieces),
/// and be broken by framing (several data: lines of an event).
class MessagePlace {
public:
    MessagePlace() = default;
    MessagePlace(const QByteArray &record, const QByteArray &message);

    /// Whether the message's bytes stand in the record at all (not so with a content coding).
    bool isKnown() const { return !m_pieces.empty(); }
    /// The record's bytes of [begin, end) of the message; nullopt where they are in an earlier record.
    std::optional<std::pair<qsizetype, qsizetype>> inRecord(qsizetype begin, qsizetype end) const;
    /// The message's bytes of [begin, end) of the record; nullopt for framing around it.
    std::optional<std::pair<qsizetype, qsizetype>> inMessage(qsizetype begin, qsizetype end) const;

private:
    struct Piece {
        qsizetype message; ///< offset in the message
        qsizetype record; ///< offset in the record
        qsizetype size;
    };
    bool addEventLines(const QByteArray &record, const QByteArray &message);

    std::vector<Piece> m_pieces; ///< ascending
};

/// Times and pieces of the HTTP exchange of a record; nothing for stdio. Looks at records near by only.
struct ExchangeTimes {
    std::optional<qint64> requestNs; ///< first byte of the request
    std::optional<qint64> sentNs; ///< its last byte
    std::optional<qint64> answerNs; ///< head of the answer
    std::optional<qint64> endNs; ///< last byte known of the answer
    int piece = 0; ///< of the body the record is in: which one, from 1; 0 for none
    int pieces = 0;
};
ExchangeTimes exchangeTimes(const TraceLog &log, quint64 row);

/// "HTTP body, piece 1 of 2", "event of a stream", "stdio line"...: what the bytes of a record are.
QString bytesWords(const TraceLog &log, quint64 row, const ExchangeTimes &times);
/// "CRLF, BOM, UTF-8 valid": framing of the bytes, said.
QString framingWords(const TraceLog &log, quint64 row, const QByteArray &bytes);

} // namespace assayer
