// A request of ours that the server may ask something for before it answers.
#pragma once

#include "session/exchange.h"
#include "session/serverrequest.h"

#include <map>

namespace assayer {

class AskedExchange : public Exchange {
    Q_OBJECT
public:
    using Exchange::Exchange;

    /// The answers to one round of questions, by their keys; all of them.
    virtual void takeInput(const std::map<QByteArray, ServerAnswer> &answers) = 0;
    virtual void takeProgress(const ProgressUpdate &update) = 0;
    /// Ends with that error, without a word to the server.
    virtual void fail(Error error) = 0;
    /// ClientCapabilities as this request declared them, JSON text.
    virtual QByteArray declaredCapabilities() const = 0;
};

} // namespace assayer
