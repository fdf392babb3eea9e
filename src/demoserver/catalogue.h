// What the demo server offers, as JSON texts. One entry of each list is broken on purpose, in a way seen in the wild.
#pragma once

#include "demoserver/notes.h"

#include <string>
#include <string_view>
#include <vector>

namespace demo {

/// Pages of a list; entries are JSON texts.
using Pages = std::vector<std::vector<std::string>>;

/// `trick`: with the tool that learn_trick adds.
Pages toolPages(bool modern, bool trick);
Pages resourcePages(const Notes &notes);
Pages templatePages();
Pages promptPages();

/// The result of a list request: the page the cursor asks for, its nextCursor, and the modern envelope. Empty for a bad cursor.
std::string listResult(std::string_view member, const Pages &pages, std::string_view cursor, bool modern);

} // namespace demo
