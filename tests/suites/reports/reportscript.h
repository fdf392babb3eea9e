// The script of one report (tests/data/reports/corpus.json): which rule answers which message, and its text with placeholders filled in.
#pragma once

#include "json/document.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace assayer::test {

class ReportScript {
public:
    explicit ReportScript(json::Node entry);

    /// What arrived: a request line and a JSON-RPC text, or a stdin line ("start" before the first one).
    struct Event {
        std::string http; ///< "POST", "GET", "DELETE"; empty on stdio
        std::string path = "/mcp";
        json::DocumentPtr message; ///< null where there is none
        std::string method; ///< JSON-RPC method; "start" on stdio at the start
        std::string idJson;
    };
    /// The reply of the first rule that matches, or null: the defaults answer then.
    const json::Value *match(const Event &event);
    /// Text with the placeholders of the corpus filled in; `n` is the 1-based number of the chunk.
    std::string fill(std::string_view text, const Event &event, std::size_t n = 1) const;
    void setOrigin(std::string origin, std::string otherPort) { m_origin = std::move(origin), m_otherPort = std::move(otherPort); }

    bool isModern() const;
    /// The default answer's JSON text; empty for none. `status` is the HTTP status to give it.
    std::string defaultAnswer(const Event &event, int &status) const;

private:
    bool holds(const json::Value &on, const Event &event) const;
    std::string placeholder(std::string_view name, const Event &event, std::size_t n) const;

    json::Node m_entry;
    std::map<std::string, int> m_nth; ///< matches so far by (http, rpc, path)
    std::map<const json::Value *, int> m_fired;
    int m_count = 0;
    std::string m_cancelledId, m_callId, m_origin, m_otherPort;
};

ReportScript::Event eventOf(std::string http, std::string path, std::string body);

} // namespace assayer::test
