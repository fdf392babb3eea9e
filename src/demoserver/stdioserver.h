// Speaks MCP over stdin and stdout: one message a line. Needs no event loop, so that it starts at once.
#pragma once

#include "demoserver/conversation.h"

namespace demo {

/// Returns when stdin ends: the exit code.
int serveStdio(Conversation &conversation);

} // namespace demo
