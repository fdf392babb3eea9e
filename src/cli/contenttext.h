// Content blocks of results as plain text.
#pragma once

#include "json/document.h"

#include <QString>

namespace assayer::text {

QString callText(const json::Node &result); ///< tools/call
QString contentsText(const json::Node &result); ///< resources/read
QString messagesText(const json::Node &result); ///< prompts/get

} // namespace assayer::text
