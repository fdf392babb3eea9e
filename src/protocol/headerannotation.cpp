#include "protocol/headerannotation.h"

#include "json/pointer.h"
#include "protocol/rules/checks.h"
#include "protocol/rules/members.h"

#include <QByteArray>

#include <algorithm>
#include <array>
#include <map>

namespace assayer {
namespace {

constexpr std::string_view keyword = "x-mcp-header";

/// Where a subschema stands below its parent. Only `Properties` keeps an annotation usable.
enum class Below { Properties, Other, Hidden };

struct Keyword {
    std::string_view name;
    bool map; ///< its value maps names to schemas
    Below below;
};

/// In the order in which they are visited, behind `properties`.
constexpr std::array<Keyword, 19> keywords { {
    { "items", false, Below::Other },
    { "prefixItems", false, Below::Other },
    { "contains", false, Below::Other },
    { "additionalProperties", false, Below::Other },
    { "unevaluatedProperties", false, Below::Other },
    { "unevaluatedItems", false, Below::Other },
    { "propertyNames", false, Below::Other },
    { "patternProperties", true, Below::Other },
    { "dependentSchemas", true, Below::Other },
    { "oneOf", false, Below::Other },
    { "anyOf", false, Below::Other },
    { "allOf", false, Below::Other },
    { "not", false, Below::Other },
    { "if", false, Below::Other },
    { "then", false, Below::Other },
    { "else", false, Below::Other },
    { "$defs", true, Below::Other },
    { "definitions", true, Below::Other },
    { "dependencies", true, Below::Hidden },
} };
constexpr Keyword contentSchema { "contentSchema", false, Below::Hidden };

/// An escaped key would need \u: every other text without the keyword has no annotation.
bool mayHoldAnnotation(std::string_view text)
{
    return text.find(keyword) != std::string_view::npos || text.find("\\u") != std::string_view::npos;
}

/// Depth-first walk over an input schema with a stack of its own.
class Scan {
public:
    explicit Scan(HeaderMap &map)
        : m_map(map)
    {
    }

    void run(const json::Value &root)
    {
        m_steps.push_back({ none, {}, false, none });
        m_open.push_back({ &root, 0, Below::Properties });
        while (!m_open.empty() && !m_map.fault) {
            const Open next = m_open.back();
            m_open.pop_back();
            if (!next.value->isObject())
                continue;
            annotation(next);
            const std::size_t mark = m_open.size();
            children(next);
            // The stack is read from its end, the children are to be read in order.
            std::reverse(m_open.begin() + static_cast<std::ptrdiff_t>(mark), m_open.end());
        }
        if (!m_map.fault)
            m_map.fault = m_numberFault;
    }

private:
    /// Of all paths together: nested annotations would otherwise cost the square of the schema's depth.
    static constexpr std::size_t mostSteps = 200'000;
    static constexpr std::size_t mostHidden = 20;
    static constexpr std::size_t none = static_cast<std::size_t>(-1);
    struct Step {
        std::size_t up;
        std::string_view name;
        bool keyword;
        std::size_t index = none; ///< in a `properties` that is an array
    };
    struct Open {
        const json::Value *value;
        std::size_t step;
        Below reached;
    };

    std::size_t step(std::size_t up, std::string_view name, bool isKeyword, std::size_t index = none)
    {
        m_steps.push_back({ up, name, isKeyword, index });
        return m_steps.size() - 1;
    }

    std::vector<std::string> names(std::size_t at) const
    {
        std::vector<std::string> path;
        for (; m_steps[at].up != none; at = m_steps[at].up) {
            const Step &here = m_steps[at];
            path.push_back(here.keyword ? "<" + std::string(here.name) + ">" : here.index != none ? std::to_string(here.index) : std::string(here.name));
        }
        std::reverse(path.begin(), path.end());
        return path;
    }

    std::string place(std::size_t at) const
    {
        std::string text;
        for (const std::string &name : names(at))
            text.append(text.empty() ? "" : ".").append(name);
        return m_steps[at].up == none ? "<root>" : text;
    }

    void fault(std::size_t at, const std::string &cause) { m_map.fault = place(at) + ": " + cause; }

    void annotation(const Open &at)
    {
        const json::Value *given = at.value->find(keyword);
        if (!given)
            return;
        if (at.reached == Below::Hidden) {
            if (m_map.hiddenAnnotations.size() < mostHidden)
                m_map.hiddenAnnotations.push_back(place(at.step));
            return;
        }
        if (at.reached == Below::Other || at.step == 0)
            return fault(at.step,
                "x-mcp-header is only permitted on properties statically reachable via a chain of 'properties' keys (not under items, "
                "additionalProperties, oneOf/anyOf/allOf/not, if/then/else, or $ref)");
        if (given->string().empty())
            return fault(at.step, "x-mcp-header MUST be a non-empty string");
        const std::string name(given->string());
        if (!rules::isToken(name))
            return fault(at.step, "x-mcp-header '" + name + "' is not a valid RFC 9110 token (no spaces, control characters or HTTP delimiters)");
        const std::string_view type = at.value->stringAt("type").value_or("<none>");
        const std::string wrongType = "x-mcp-header is only permitted on primitive-typed properties (string, integer, boolean); got " + std::string(type);
        if (type == "number")
            m_numberFault = m_numberFault ? m_numberFault : place(at.step) + ": " + wrongType; // clients name any other fault before this one
        else if (type != "string" && type != "integer" && type != "boolean")
            return fault(at.step, wrongType);
        keep(name, at.step);
    }

    void keep(const std::string &name, std::size_t at)
    {
        std::string folded = name;
        for (char &c : folded)
            c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
        const auto [known, isNew] = m_seen.try_emplace(folded, name);
        if (!isNew)
            m_map.fault = "x-mcp-header '" + name + "' is not case-insensitively unique (also declared as '" + known->second + "')";
        else
            m_map.entries.push_back({ name, names(at) });
        m_kept += isNew ? m_map.entries.back().path.size() : 0;
        if (m_kept > mostSteps)
            m_map.fault = "more and deeper x-mcp-header annotations than can be mirrored";
    }

    void children(const Open &at)
    {
        if (const json::Value *properties = at.value->find("properties")) {
            rules::forEachInForce(*properties, [&](const json::Member &member) {
                if (mayHold(member.value()))
                    m_open.push_back({ &member.value(), step(at.step, member.name(), false), at.reached });
            });
            std::size_t index = 0;
            for (const json::Value &item : properties->items())
                m_open.push_back({ &item, step(at.step, {}, false, index++), at.reached });
        }
        for (const Keyword &word : keywords)
            below(at, word);
        below(at, contentSchema);
    }

    void below(const Open &at, const Keyword &word)
    {
        const json::Value *value = at.value->find(word.name);
        if (!value || !mayHold(*value))
            return;
        const Below reached = at.reached == Below::Hidden ? Below::Hidden : word.below;
        const std::size_t down = step(at.step, word.name, true);
        if (value->isArray()) {
            for (const json::Value &item : value->items())
                m_open.push_back({ &item, down, reached });
        } else if (word.map) {
            rules::forEachInForce(*value, [&](const json::Member &member) { m_open.push_back({ &member.value(), down, reached }); });
        } else {
            m_open.push_back({ value, down, reached });
        }
    }

    static bool mayHold(const json::Value &value) { return value.isObject() || value.isArray(); }

    HeaderMap &m_map;
    std::vector<Step> m_steps;
    std::vector<Open> m_open;
    std::map<std::string, std::string> m_seen;
    std::optional<std::string> m_numberFault;
    std::size_t m_kept = 0;
};

bool isSentinel(std::string_view value)
{
    constexpr std::string_view head = "=?base64?";
    constexpr std::string_view tail = "?=";
    return value.size() >= head.size() + tail.size() && value.substr(0, head.size()) == head && value.substr(value.size() - tail.size()) == tail;
}

bool isPlainFieldText(std::string_view value)
{
    const bool visible = std::all_of(value.begin(), value.end(), [](char c) { return c >= 0x20 && c <= 0x7e; });
    return visible && !isSentinel(value) && (value.empty() || (value.front() != ' ' && value.back() != ' '));
}

/// Text of an argument in a header; nothing for values that are not mirrored.
std::optional<std::string> headerText(const json::Document &document, const json::Value &value)
{
    if (value.isString())
        return std::string(value.string());
    if (value.isBool())
        return value.isTrue() ? "true" : "false";
    if (const auto whole = value.integer())
        return std::to_string(*whole);
    if (value.isNumber())
        return std::string(document.raw(value));
    return std::nullopt;
}

} // namespace

HeaderMap scanHeaderAnnotations(const json::Document &document, const json::Value &inputSchema)
{
    HeaderMap map;
    if (mayHoldAnnotation(document.raw(inputSchema)))
        Scan(map).run(inputSchema);
    return map;
}

std::string HeaderMap::Entry::pointer() const
{
    std::string pointer;
    for (const std::string &token : path)
        json::appendToken(pointer, token);
    return pointer;
}

std::string encodeHeaderValue(std::string_view value)
{
    if (isPlainFieldText(value))
        return std::string(value);
    const QByteArray text(value.data(), static_cast<qsizetype>(value.size()));
    return "=?base64?" + text.toBase64().toStdString() + "?=";
}

std::vector<std::pair<std::string, std::string>> mirroredHeaders(const HeaderMap &map, const json::Document &document, const json::Value &arguments)
{
    std::vector<std::pair<std::string, std::string>> headers;
    for (const HeaderMap::Entry &entry : map.entries) {
        const json::Value *value = &arguments;
        for (const std::string &name : entry.path)
            value = value ? value->find(name) : nullptr;
        if (!value)
            continue;
        if (const auto text = headerText(document, *value))
            headers.emplace_back(entry.header(), encodeHeaderValue(*text));
    }
    return headers;
}

} // namespace assayer
