// Building JSON text by hand: outgoing messages and reports hold pieces of other texts byte for byte.
#pragma once

#include "json/document.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace assayer::json {

/// `text` (UTF-8; WTF-8 surrogates become \u escapes; invalid bytes U+FFFD) as a JSON string with quotes.
void appendQuoted(std::string &out, std::string_view text);
std::string quoted(std::string_view text);

/// Streams one JSON value. Commas and colons are its business; raw() inserts text that is JSON already.
class Writer {
public:
    Writer &beginObject();
    Writer &endObject();
    Writer &beginArray();
    Writer &endArray();
    Writer &key(std::string_view name);
    Writer &string(std::string_view text);
    Writer &integer(std::int64_t value);
    Writer &real(double value);
    Writer &boolean(bool value);
    Writer &null();
    /// Exact JSON text; empty text is written as null.
    Writer &raw(std::string_view json);
    Writer &member(std::string_view name, std::string_view text) { return key(name).string(text); }
    Writer &member(std::string_view name, const char *text) { return key(name).string(text); }
    Writer &member(std::string_view name, std::int64_t value) { return key(name).integer(value); }
    Writer &member(std::string_view name, int value) { return key(name).integer(value); }
    Writer &member(std::string_view name, bool value) { return key(name).boolean(value); }
    Writer &rawMember(std::string_view name, std::string_view json) { return key(name).raw(json); }

    const std::string &text() const { return m_out; }
    std::string take() { return std::move(m_out); }

private:
    void separate();
    std::string m_out;
    bool m_comma = false;
};

/// Indented copy of a JSON text: tokens are copied exactly, only white space changes. Text that is no JSON comes back as it is.
std::string pretty(std::string_view json, int indent = 2);
/// The same without insignificant white space.
std::string compact(std::string_view json);

} // namespace assayer::json
