// The demo server's side of MCP, free of any transport: texts in, texts out. Speaks both eras.
#pragma once

#include "demoserver/notes.h"
#include "json/document.h"

#include <functional>
#include <map>
#include <memory>
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
    std::function<std::string()> late = {}; ///< gives the text when it is due; an empty one is not sent
};

/// What the client declared: with initialize, or with each request of the modern era.
struct ClientPart {
    bool form = false; ///< elicitation in form mode
    bool url = false;
    bool sampling = false;
    bool roots = false;
    bool tasks = false; ///< the tasks extension

    static ClientPart of(const assayer::json::Value *capabilities);
};

class Listeners;
class Tasks;

class Conversation {
public:
    explicit Conversation(Eras eras);
    ~Conversation();
    Conversation(const Conversation &) = delete;
    Conversation &operator=(const Conversation &) = delete;

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
        std::string logLevel; ///< of this request, or of the session; empty: no log messages
        ClientPart client;

        std::string_view argument(std::string_view name) const; ///< string member of params.arguments
    };

    /// The request is cancelled, or its stream is gone: nothing more is sent for it.
    void forget(const std::string &id);
    /// Told of requests that notifications/cancelled ends, by their ids.
    std::function<void(const std::string &)> cancelled;

    Notes &notes() { return m_notes; }
    Listeners &listeners() { return *m_listeners; }
    Tasks &tasks() { return *m_tasks; }
    bool hasLegacyClient() const { return m_hasLegacyClient; }
    /// One tool more or less in the list. Returns whether there is one more now.
    bool toggleTrick() { return m_knowsTrick = !m_knowsTrick; }
    Outgoing result(const Request &request, std::string resultJson, int delayMs = 0) const;
    Outgoing failure(const Request &request, int code, std::string_view message, std::string_view dataJson = {}) const;
    /// -32021: the modern client did not declare what this call needs.
    Outgoing missing(const Request &request, std::string_view requiredCapabilities) const;
    using Finish = std::function<std::string(const assayer::json::Value &)>;
    /// Legacy: asks the client, and finishes the call when the answer comes.
    Outgoing ask(const Request &request, std::string_view method, std::string paramsJson, Finish finish);
    /// Legacy: what is sent once the answer is there, another question for example.
    Outgoing askFurther(const Request &request, std::string_view method, std::string paramsJson, std::function<Outgoing(const assayer::json::Value &)> next);
    /// The same in either era: the modern one answers input_required, and finishes when the call comes again with the answer
    /// under that key.
    Outgoing inquire(const Request &request, const std::string &key, std::string_view method, const std::string &paramsJson, Finish finish);
    /// A log message for that request, where its level is wanted.
    std::vector<Outgoing> log(const Request &request, std::string_view level, std::string_view text) const;

private:
    std::vector<Outgoing> answer(const Request &request);
    std::vector<Outgoing> takeAnswer(const assayer::json::Value &message, const std::string &id);
    Outgoing discover(const Request &request) const;
    Outgoing initialize(const Request &request);
    Outgoing list(const Request &request, std::string_view member);
    Outgoing read(const Request &request);
    Outgoing prompt(const Request &request);
    Outgoing complete(const Request &request) const;
    std::vector<Outgoing> listen(const Request &request);
    std::vector<Outgoing> legacyOnly(const Request &request);
    void takeNotification(std::string_view method, const assayer::json::DocumentPtr &document);

    struct Asked {
        Request request;
        Finish finish;
        std::function<Outgoing(const assayer::json::Value &)> next; ///< instead of finish: what is sent then
    };
    Eras m_eras;
    Notes m_notes;
    std::unique_ptr<Listeners> m_listeners;
    std::unique_ptr<Tasks> m_tasks;
    ClientPart m_client;
    std::string m_logLevel;
    bool m_hasLegacyClient = false;
    bool m_knowsTrick = false;
    int m_lastAsk = 0;
    std::map<std::string, Asked> m_asked;
};

} // namespace demo
