#include "trace/secretpatterns.h"

#include "trace/redactor.h"
#include "trace/secretnames.h"
#include "trace/textlayers.h"

#include <algorithm>
#include <cstring>
#include <tuple>

namespace assayer {
namespace {

constexpr std::size_t startBytes = 4; ///< no pattern is shorter
constexpr std::size_t shortBytes = 8; ///< below, a value must stand alone as a word
constexpr std::size_t coreBytes = 6;

std::uint32_t startOf(std::string_view text, std::size_t at)
{
    std::uint32_t start = 0;
    std::memcpy(&start, text.data() + at, startBytes);
    return start;
}

std::size_t slotOf(std::uint32_t start)
{
    return (start * 0x9e3779b1u) >> 16;
}

bool isWordChar(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || static_cast<unsigned char>(c) >= 0x80;
}

bool isBase64Char(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '+' || c == '/' || c == '-' || c == '_';
}

bool mustBeEscaped(char c)
{
    return c == '"' || c == '\\' || static_cast<unsigned char>(c) < 0x20;
}

bool isNumeric(std::string_view text)
{
    return text.find_first_not_of("0123456789.-+eE") == std::string_view::npos;
}

/// Whether [begin, end) is a JSON number of its own and not text inside a string.
bool standsAsNumber(std::string_view text, std::size_t begin, std::size_t end)
{
    const std::size_t before = begin == 0 ? std::string_view::npos : text.find_last_not_of(" \t\r\n", begin - 1);
    const bool opens = before != std::string_view::npos && (text[before] == ':' || text[before] == '[' || text[before] == ',');
    const std::size_t after = text.find_first_not_of(" \t\r\n", end);
    return opens && after != std::string_view::npos && (text[after] == ',' || text[after] == '}' || text[after] == ']');
}

void mergeCuts(std::vector<SecretCut> &cuts)
{
    // One place may be found as it stands and with escapes undone: what stands there needs its quotes.
    std::sort(cuts.begin(), cuts.end(), [](const SecretCut &a, const SecretCut &b) {
        return std::tuple(a.begin, b.end, b.quoted) < std::tuple(b.begin, a.end, a.quoted);
    });
    std::vector<SecretCut> merged;
    for (const SecretCut &cut : cuts) {
        if (!merged.empty() && cut.begin < merged.back().end) {
            merged.back().end = std::max(merged.back().end, cut.end);
            continue;
        }
        merged.push_back(cut);
    }
    cuts = std::move(merged);
}

} // namespace

void SecretPatterns::add(Pattern pattern)
{
    if (pattern.text.size() < startBytes)
        return;
    const char kind = static_cast<char>('0' + static_cast<int>(pattern.kind));
    if (!m_known.insert(kind + pattern.text).second)
        return;
    m_slashes = m_slashes || pattern.text.find('/') != std::string::npos;
    const bool small = pattern.quoted || pattern.valueEnd - pattern.valueBegin < shortBytes;
    if (pattern.kind != Kind::Context || small) // a longer value of a context is a pattern of its own
        m_escapable = m_escapable || std::any_of(pattern.text.begin(), pattern.text.end(), mustBeEscaped);
    const std::uint32_t start = startOf(pattern.text, 0);
    m_starts.set(slotOf(start));
    m_byStart.emplace(start, static_cast<std::uint32_t>(m_patterns.size()));
    m_patterns.push_back(std::move(pattern));
}

void SecretPatterns::addValue(std::string_view value)
{
    while (!value.empty() && (value.front() == ' ' || value.front() == '\n' || value.front() == '\r' || value.front() == '\t'))
        value.remove_prefix(1);
    while (!value.empty() && (value.back() == ' ' || value.back() == '\n' || value.back() == '\r' || value.back() == '\t'))
        value.remove_suffix(1);
    if (value.size() < startBytes || isCommonWord(value))
        return;
    const Kind kind = value.size() < shortBytes ? Kind::ShortValue : Kind::Value;
    if (m_known.contains(static_cast<char>('0' + static_cast<int>(kind)) + std::string(value)))
        return;
    add({ std::string(value), kind, false, 0, static_cast<std::uint32_t>(value.size()) });
    if (value.find(' ') != std::string_view::npos) { // forms write a blank as '+'
        std::string plus(value);
        std::replace(plus.begin(), plus.end(), ' ', '+');
        add({ plus, kind, false, 0, static_cast<std::uint32_t>(plus.size()) });
    }
    addBase64(value);
}

void SecretPatterns::addCore(const QByteArray &encoded, std::size_t drop, std::size_t keep)
{
    if (keep < coreBytes)
        return;
    std::string core(encoded.constData() + drop, keep);
    add({ core, Kind::Base64, false, 0, static_cast<std::uint32_t>(core.size()) });
    std::replace(core.begin(), core.end(), '+', '-');
    std::replace(core.begin(), core.end(), '/', '_');
    add({ core, Kind::Base64, false, 0, static_cast<std::uint32_t>(core.size()) });
}

/// Base64 of a text that holds the secret anywhere: three ways to lie on the groups of three bytes.
void SecretPatterns::addBase64(std::string_view value)
{
    for (std::size_t before = 0; before < 3; ++before) {
        const QByteArray padded = QByteArray(static_cast<qsizetype>(before), '\0') + QByteArray(value.data(), static_cast<qsizetype>(value.size()));
        const std::size_t drop = before == 0 ? 0 : before + 1;
        const std::size_t whole = (before + value.size()) * 8 / 6;
        if (whole > drop)
            addCore(padded.toBase64(QByteArray::OmitTrailingEquals), drop, whole - drop);
    }
}

void SecretPatterns::addContext(std::string_view slice, std::size_t valueBegin, std::size_t valueEnd, bool quoted)
{
    add({ std::string(slice), Kind::Context, quoted, static_cast<std::uint32_t>(valueBegin), static_cast<std::uint32_t>(valueEnd) });
}

bool SecretPatterns::fits(const Pattern &pattern, std::string_view text, std::size_t at) const
{
    if (text.compare(at, pattern.text.size(), pattern.text) != 0)
        return false;
    if (pattern.kind != Kind::ShortValue)
        return true;
    const std::size_t end = at + pattern.text.size();
    return (at == 0 || !isWordChar(text[at - 1])) && (end == text.size() || !isWordChar(text[end]));
}

SecretCut SecretPatterns::cutOf(const Pattern &pattern, std::string_view text, std::size_t at) const
{
    SecretCut cut { at + pattern.valueBegin, at + pattern.valueEnd, pattern.quoted, false };
    if (pattern.kind == Kind::Base64) { // the neighbours share bits with the secret
        if (cut.begin > 0 && isBase64Char(text[cut.begin - 1]) && text[cut.begin - 1] != '/')
            --cut.begin;
        if (cut.end < text.size() && isBase64Char(text[cut.end]))
            ++cut.end;
    }
    return cut;
}

void SecretPatterns::scan(std::string_view original, std::string_view text, const std::vector<std::uint32_t> *origin,
    std::vector<SecretCut> &cuts) const
{
    for (std::size_t at = 0; at + startBytes <= text.size(); ++at) {
        const std::uint32_t start = startOf(text, at);
        if (!m_starts.test(slotOf(start)))
            continue;
        const auto [first, last] = m_byStart.equal_range(start);
        for (auto found = first; found != last; ++found) {
            const Pattern &pattern = m_patterns[found->second];
            if (!fits(pattern, text, at))
                continue;
            SecretCut cut = cutOf(pattern, text, at);
            if (origin)
                cut = { (*origin)[cut.begin], (*origin)[cut.end], false, false }; // inside a string: quotes would end it
            cut.quoted = cut.quoted || (isNumeric(pattern.text) && standsAsNumber(original, cut.begin, cut.end));
            cuts.push_back(cut);
        }
    }
}

/// Escapes that undo to characters which no pattern holds cannot hide one.
bool SecretPatterns::escapesMatter(std::string_view text) const
{
    const auto holds = [&](std::string_view part) { return text.find(part) != std::string_view::npos; };
    return m_escapable || holds("\\u") || (m_slashes && holds("\\/")) || holds("%5C") || holds("%5c");
}

std::vector<SecretCut> SecretPatterns::find(std::string_view text) const
{
    std::vector<SecretCut> cuts;
    if (m_patterns.empty())
        return cuts;
    visitLayers(text, escapesMatter(text), [&](const TextLayer &layer) { scan(text, layer.text, layer.origin, cuts); });
    mergeCuts(cuts);
    return cuts;
}

QByteArray SecretPatterns::masked(std::string_view text, const std::vector<SecretCut> &cuts)
{
    QByteArray out;
    out.reserve(static_cast<qsizetype>(text.size()));
    std::size_t from = 0;
    for (const SecretCut &cut : cuts) {
        out.append(text.data() + from, static_cast<qsizetype>(cut.begin - from));
        if (!cut.silent)
            out.append(cut.quoted ? '"' + Redactor::mask() + '"' : Redactor::mask());
        from = cut.end;
    }
    return out.append(text.data() + from, static_cast<qsizetype>(text.size() - from));
}

} // namespace assayer
