// Finding a text whatever the case of its ASCII letters.
#pragma once

#include <string>
#include <string_view>

namespace assayer {

/// First place at or behind `from`; npos where there is none. The letters of `folded` are small.
std::size_t findFolded(std::string_view text, std::string_view folded, std::size_t from);
std::string foldedText(std::string_view text);

} // namespace assayer
