// Changes JSON text piece by piece: values are replaced, members renamed, repeated, dropped or added. Seeded, so that a failure repeats.
#pragma once

#include "json/document.h"
#include "json/write.h"

#include <array>
#include <random>
#include <string>
#include <string_view>

namespace assayer::test {

class Mutator {
public:
    explicit Mutator(std::uint32_t seed)
        : m_random(seed)
    {
    }

    std::string mutate(const json::Document &document, const json::Value &value, int depth = 0)
    {
        if (chance(depth == 0 ? 60 : 12))
            return odd();
        if (value.isObject())
            return object(document, value, depth);
        if (!value.isArray())
            return std::string(document.raw(value));
        std::string text;
        for (const json::Value &item : value.items()) {
            if (!chance(20))
                append(text, mutate(document, item, depth + 1));
        }
        if (chance(15))
            append(text, odd());
        return "[" + text + "]";
    }
    std::size_t below(std::size_t count) { return std::uniform_int_distribution<std::size_t>(0, count - 1)(m_random); }

private:
    bool chance(std::size_t oneIn) { return below(oneIn) == 0; }
    static void append(std::string &text, const std::string &piece) { text += (text.empty() ? "" : ",") + piece; }

    std::string object(const json::Document &document, const json::Value &value, int depth)
    {
        std::string text;
        for (const json::Member &member : value.members()) {
            if (chance(25))
                continue;
            const std::string name = json::quoted(chance(40) ? extraNames[below(extraNames.size())] : member.name());
            append(text, name + ":" + mutate(document, member.value(), depth + 1));
            if (chance(30))
                append(text, name + ":" + odd());
        }
        if (chance(6))
            append(text, json::quoted(extraNames[below(extraNames.size())]) + ":" + odd());
        return "{" + text + "}";
    }
    std::string odd() { return std::string(oddValues[below(oddValues.size())]); }

    static constexpr std::array<std::string_view, 34> extraNames { "name", "title", "icons", "description", "inputSchema", "outputSchema",
        "annotations", "execution", "_meta", "uri", "uriTemplate", "mimeType", "size", "arguments", "type", "properties", "required", "$schema",
        "src", "sizes", "theme", "audience", "priority", "lastModified", "readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint",
        "taskSupport", "__proto__", "Name", "input_schema", "", "x-mcp-header" };
    static constexpr std::array<std::string_view, 52> oddValues { "null", "true", "false", "0", "1", "-1", "0.5", "1.0000000000000001", "1e400", "-1e400",
        "9007199254740993", "1.5", "\"\"", "\"s\"", "\"object\"", "\"user\"", "\"light\"", "\"required\"", "[]", "{}", "[1]", "[\"a\"]", "[null]", "[{}]",
        "[\"user\"]", "[\"user\",5]", "{\"a\":1}", "{\"type\":\"object\"}", "{\"type\":\"array\"}", "{\"type\":\"object\",\"properties\":{\"p\":{\"maximum\":1e400}}}",
        "{\"type\":\"object\",\"properties\":{\"p\":true,\"p\":{}}}", "{\"type\":\"object\",\"required\":[1]}", "{\"type\":\"object\",\"$schema\":5}",
        "{\"audience\":[\"user\"],\"priority\":2}", "{\"priority\":1e400}", "{\"lastModified\":\"2025-01-12T15:00:58Z\"}", "{\"lastModified\":\"2025-02-30T15:00:58Z\"}",
        "{\"readOnlyHint\":1}", "{\"taskSupport\":\"Optional\"}", "[{\"src\":\"https://x/i.png\"}]", "[{\"src\":1,\"theme\":\"blue\"}]", "[{\"name\":\"a\"}]",
        "[{\"name\":1,\"required\":\"yes\"}]", "\"2024-02-29T23:59:59.1+14:00\"", "\"2023-02-29T00:00:00Z\"", "\"2025-01-12\"", "\"\\ud800\"", "\"x://{a\"",
        "\"a b\"", "[[[[]]]]", "{\"__proto__\":{}}", "\"0000-02-29T00:00:00Z\"" };
    std::mt19937 m_random;
};

} // namespace assayer::test
