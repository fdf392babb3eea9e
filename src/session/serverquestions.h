// The queue of what the server asks: legacy requests on any stream, and the input_required rounds of the modern era.
#pragma once

#include "session/askedexchange.h"
#include "session/declaration.h"
#include "session/sessioncore.h"

#include <map>

namespace assayer {

class ServerQuestions final : public QObject {
    Q_OBJECT
public:
    explicit ServerQuestions(SessionCore &core);

    /// Legacy: ping is answered at once; what was not declared gets the era's error; the rest is asked.
    void takeRequest(const Message &message, quint64 frame);
    /// Modern: all entries of one round are asked at once.
    void askRound(AskedExchange &exchange, const json::Node &inputRequests, int round, quint64 frame);
    void answer(quint64 number, const ServerAnswer &answer);
    /// notifications/cancelled of the server for a question of its own.
    void takeBack(const QByteArray &idJson);
    /// The exchange is over: its questions are void.
    void drop(AskedExchange &exchange);
    void clear();

private:
    struct Question {
        ServerRequest request;
        QPointer<AskedExchange> exchange; ///< modern
    };
    struct Round {
        std::size_t open = 0;
        std::map<QByteArray, ServerAnswer> answers;
    };
    void refuse(const Message &message, const Declaration::Refusal &refusal, quint64 frame);

    SessionCore &m_core;
    quint64 m_last = 0;
    std::map<quint64, Question> m_open;
    std::map<AskedExchange *, Round> m_rounds;
};

} // namespace assayer
