// The demo server's side of MCP, free of any transport: texts in, texts out. Speaks both eras.
#pragma once

#include "demoserver/notes.h"
#include "json/document.h"

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace demo {

enum class Eras { Dual, Legacy, Modern };

/// A message to send: after `delayMs`, belonging to the request with that id (JSON text; empty: to nobody in particular).
struct Outgoing {
    std::string text;
    int delayMs = 0;
    std::string forId;
    bool last = true; ///< nothing more comes for that request
    bool error = false; ///< a JSON-RPC error
};

class Conversation {
public:
    explicit Conversation(Eras eras);

    /// Answers one message. A message that needs no answer gives none.
    std::vector<Outgoing> take(std::string_view text);
    bool speaksModern() const { return m_eras != Eras::Legacy; }
    bool speaksLegacy() const { return m_eras != Eras::Modern; }

    struct Request {
        assayer::json::DocumentPtr document;
        std::string id; ///< JSON text
        std::string method;
        const assayer::json::Value *params = nullptr;
        bool modern = false; ///< carries the modern envelope
        std::string progressToken; ///< JSON text or empty
        bool canElicit = false;

        std::string_view argument(std::string_view name) const; ///< string member of params.arguments
    };

    Notes &notes() { return m_notes; }
    Outgoing result(const Request &request, std::string resultJson, int delayMs = 0) const;
    Outgoing failure(const Request &request, int code, std::string_view message, std::string_view dataJson = {}) const;
    /// Legacy: asks the client, and finishes the call when the answer comes.
    Outgoing ask(const Request &request, std::string paramsJson, std::function<std::string(const assayer::json::Value &)> finish);

private:
    std::vector<Outgoing> answer(const Request &request);
    std::vector<Outgoing> takeAnswer(const assayer::json::Value &message, const std::string &id);
    Outgoing discover(const Request &request) const;
    Outgoing initialize(const Request &request);
    Outgoing list(const Request &request, std::string_view member);
    Outgoing read(const Request &request);
    Outgoing prompt(const Request &request);
    Outgoing complete(const Request &request) const;

    struct Asked {
        Request request;
        std::function<std::string(const assayer::json::Value &)> finish;
    };
    Eras m_eras;
    Notes m_notes;
    bool m_canElicit = false;
    int m_lastAsk = 0;
    std::map<std::string, Asked> m_asked;
};

} // namespace demo
