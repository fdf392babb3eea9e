#include "trace/secretscan.h"

#include "trace/secretnames.h"

#include <simdjson.h>

#include <algorithm>

namespace assayer {
namespace {

using simdjson::dom::array;
using simdjson::dom::element;
using simdjson::dom::object;

/// Last letters of the names that are secret (secretnames.cpp); '-' and '_' may follow.
bool endsLikeSecret(std::string_view name)
{
    const std::size_t last = name.find_last_not_of("-_");
    if (last == std::string_view::npos || last < 4)
        return false;
    return std::string_view("nNtTdDyYsSeErR").find(name[last]) != std::string_view::npos;
}

bool mayBeJson(std::string_view text)
{
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    return first != std::string_view::npos && (text[first] == '{' || text[first] == '[');
}

class Scan {
public:
    explicit Scan(const QByteArrayList &names)
        : m_names(names)
    {
    }

    bool isSuspect(const element &value) const
    {
        std::string_view text;
        if (value.get(text) == simdjson::SUCCESS)
            return isSuspectText(text);
        object members;
        if (value.get(members) == simdjson::SUCCESS)
            return isSuspectObject(members);
        array items;
        if (value.get(items) != simdjson::SUCCESS)
            return false;
        return std::any_of(items.begin(), items.end(), [&](const element &item) { return isSuspect(item); });
    }

private:
    /// Only URLs with a user, a query or a fragment hold something.
    static bool isSuspectText(std::string_view text)
    {
        if (text.find('"') != std::string_view::npos || mayBeJson(text))
            return true;
        const bool url = text.starts_with('/') || text.find("://") != std::string_view::npos;
        return url && text.find_first_of("@?#") != std::string_view::npos;
    }

    bool isSuspectName(std::string_view name) const
    {
        if (endsLikeSecret(name) && isSecretMemberName(name))
            return true;
        return std::any_of(m_names.begin(), m_names.end(), [&](const QByteArray &one) {
            return name == std::string_view(one.constData(), static_cast<std::size_t>(one.size()));
        });
    }

    /// An object with "name" and "value" may be a header or an argument.
    bool isSuspectObject(const object &members) const
    {
        bool named = false;
        bool valued = false;
        for (const auto field : members) {
            named = named || field.key == "name";
            valued = valued || field.key == "value";
            if ((named && valued) || isSuspectName(field.key) || isSuspect(field.value))
                return true;
        }
        return false;
    }

    const QByteArrayList &m_names;
};

} // namespace

bool mayHoldSecrets(std::string_view json, const QByteArrayList &names)
{
    thread_local simdjson::dom::parser parser;
    element root;
    if (json.size() >= (std::size_t(1) << 31) || parser.parse(json.data(), json.size(), true).get(root) != simdjson::SUCCESS)
        return true;
    return Scan(names).isSuspect(root);
}

} // namespace assayer
