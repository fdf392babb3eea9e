// JSON strings at memory speed: the one thing a trace file is made of.
#pragma once

#include <QByteArray>

#include <optional>
#include <string_view>

namespace assayer {

bool isUtf8(std::string_view text);
/// `text` must be valid UTF-8. Appends it between quotes; control characters, quotes and backslashes escaped.
void appendJsonString(QByteArray &out, std::string_view text);
/// Appends decoded text of a string's inside (without quotes). The inside must be well formed.
void appendUnescaped(QByteArray &out, std::string_view inside);
/// Walks a string from behind its opening quote. Returns the offset of the closing quote, or nullopt where the string is none:
/// control characters, unknown escapes, no end. `decoded` grows by the bytes the text has when decoded; `lone` is set where a
/// surrogate escape stands alone, `foreign` where an escape is there that appendJsonString() never writes, or \u00XX.
std::optional<std::size_t> scanString(std::string_view text, std::size_t at, std::size_t &decoded, bool &lone, bool &foreign);
/// Invalid UTF-8 becomes U+FFFD, one for each maximal part that is none.
QByteArray toValidUtf8(std::string_view bytes);

} // namespace assayer
