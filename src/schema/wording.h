// Small pieces of sentences: what describe puts failures into words with.
#pragma once

#include "json/document.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace assayer::schema {

/// Cut to 80 bytes at a character's border.
std::string shortened(std::string_view text);
/// As a JSON string, shortened.
std::string quotedShort(std::string_view text);
/// "the value" for the root; of a long path the end, which tells more.
std::string shortenedPath(const std::string &path);
/// "an integer", "a string", "null".
std::string withArticle(std::string_view type);
/// "a string or null" of the bits of Node::types.
std::string typeList(std::uint8_t bits);
/// "1 item", "3 items".
std::string plural(std::size_t count, std::string_view one, std::string_view many);
/// "first" for 0; from the sixth on "number 6".
std::string ordinal(std::size_t index);
/// "a, b or c"; of a long list the beginning and how many there are.
std::string choice(const std::vector<std::string> &words);
/// A text of that format, where people would rather see one than read its name; empty for none.
std::string_view formatExample(std::string_view format);

} // namespace assayer::schema
