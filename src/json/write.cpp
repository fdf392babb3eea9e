#include "json/write.h"

#include <array>
#include <charconv>
#include <cmath>

namespace assayer::json {
namespace {

constexpr char hexDigits[] = "0123456789abcdef";

void appendEscape(std::string &out, unsigned code)
{
    out += "\\u";
    for (int shift = 12; shift >= 0; shift -= 4)
        out.push_back(hexDigits[(code >> shift) & 0xf]);
}

void appendControl(std::string &out, unsigned char c)
{
    switch (c) {
    case '\b':
        out += "\\b";
        break;
    case '\f':
        out += "\\f";
        break;
    case '\n':
        out += "\\n";
        break;
    case '\r':
        out += "\\r";
        break;
    case '\t':
        out += "\\t";
        break;
    default:
        appendEscape(out, c);
    }
}

/// Copies one non-ASCII sequence; returns its length.
std::size_t appendSequence(std::string &out, std::string_view text, std::size_t at)
{
    const auto byte = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u; };
    const unsigned lead = byte(at);
    const std::size_t length = lead >= 0xf0 && lead <= 0xf4 ? 4 : lead >= 0xe0 && lead < 0xf0 ? 3 : lead >= 0xc2 && lead < 0xe0 ? 2 : 0;
    bool good = length != 0;
    for (std::size_t i = 1; i < length; ++i)
        good = good && (byte(at + i) & 0xc0u) == 0x80u;
    const unsigned second = byte(at + 1);
    if (good && ((lead == 0xe0 && second < 0xa0) || (lead == 0xf0 && second < 0x90) || (lead == 0xf4 && second > 0x8f)))
        good = false;
    if (!good) {
        out += "\xef\xbf\xbd";
        return 1;
    }
    if (lead == 0xed && second >= 0xa0)
        appendEscape(out, ((lead & 0xfu) << 12) | ((second & 0x3fu) << 6) | (byte(at + 2) & 0x3fu));
    else
        out += text.substr(at, length);
    return length;
}

} // namespace

void appendQuoted(std::string &out, std::string_view text)
{
    out.push_back('"');
    for (std::size_t i = 0; i < text.size();) {
        const auto c = static_cast<unsigned char>(text[i]);
        if (c >= 0x80) {
            i += appendSequence(out, text, i);
            continue;
        }
        if (c == '"' || c == '\\') {
            out.push_back('\\');
            out.push_back(text[i]);
        } else if (c < 0x20) {
            appendControl(out, c);
        } else {
            out.push_back(text[i]);
        }
        ++i;
    }
    out.push_back('"');
}

std::string quoted(std::string_view text)
{
    std::string out;
    out.reserve(text.size() + 2);
    appendQuoted(out, text);
    return out;
}

void Writer::separate()
{
    if (m_comma)
        m_out.push_back(',');
    m_comma = true;
}

Writer &Writer::beginObject()
{
    separate();
    m_out.push_back('{');
    m_comma = false;
    return *this;
}

Writer &Writer::endObject()
{
    m_out.push_back('}');
    m_comma = true;
    return *this;
}

Writer &Writer::beginArray()
{
    separate();
    m_out.push_back('[');
    m_comma = false;
    return *this;
}

Writer &Writer::endArray()
{
    m_out.push_back(']');
    m_comma = true;
    return *this;
}

Writer &Writer::key(std::string_view name)
{
    separate();
    appendQuoted(m_out, name);
    m_out.push_back(':');
    m_comma = false;
    return *this;
}

Writer &Writer::string(std::string_view text)
{
    separate();
    appendQuoted(m_out, text);
    return *this;
}

Writer &Writer::integer(std::int64_t value)
{
    separate();
    m_out += std::to_string(value);
    return *this;
}

Writer &Writer::real(double value)
{
    if (!std::isfinite(value))
        return null();
    separate();
    std::array<char, 40> buffer {};
    const auto result = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
    m_out.append(buffer.data(), result.ptr);
    return *this;
}

Writer &Writer::boolean(bool value)
{
    separate();
    m_out += value ? "true" : "false";
    return *this;
}

Writer &Writer::null()
{
    separate();
    m_out += "null";
    return *this;
}

Writer &Writer::raw(std::string_view json)
{
    if (json.empty())
        return null();
    separate();
    m_out += json;
    return *this;
}

} // namespace assayer::json
