// Who wants to hear what: resources/subscribe of the legacy era, subscriptions/listen of the modern one.
#pragma once

#include "json/value.h"

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace demo {

struct Outgoing;

class Listeners {
public:
    void subscribe(std::string_view uri) { m_uris.insert(std::string(uri)); }
    bool unsubscribe(std::string_view uri) { return m_uris.erase(std::string(uri)) > 0; }

    /// Opens a modern stream and returns what is granted of the filter, as JSON object text: resources of this server only.
    std::string open(const std::string &listenId, const assayer::json::Value *filter);
    void close(const std::string &listenId) { m_listens.erase(listenId); }

    /// One of "tools", "prompts", "resources" has another list. `toLegacy`: there is a legacy client to tell.
    std::vector<Outgoing> listChanged(std::string_view list, bool toLegacy) const;
    std::vector<Outgoing> resourceUpdated(std::string_view uri, bool toLegacy) const;
    /// A notification of a modern stream: params get the stream's id.
    static std::string notification(const std::string &listenId, std::string_view method, std::string_view members);

private:
    struct Listen {
        bool tools = false, resources = false;
        std::set<std::string> uris;
    };
    std::set<std::string> m_uris;
    std::map<std::string, Listen> m_listens; ///< by the JSON text of the request's id
};

} // namespace demo
