// The tools of the demo server.
#pragma once

#include "demoserver/conversation.h"

namespace demo {

std::vector<Outgoing> callTool(Conversation &conversation, const Conversation::Request &request);

} // namespace demo
