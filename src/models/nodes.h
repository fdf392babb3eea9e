// Reading members of entries for cells.
#pragma once

#include "json/document.h"
#include "models/roles.h"
#include "platform/visibletext.h"

#include <QByteArray>
#include <QVariant>

#include <optional>
#include <string_view>

Q_DECLARE_METATYPE(assayer::json::Node)

namespace assayer::nodes {

/// A string member, exact; invalid where it is absent or no string.
inline QVariant text(const json::Node &node, std::string_view member)
{
    if (!node)
        return {};
    const auto value = node.value->stringAt(member);
    return value ? QVariant(fromWire(*value)) : QVariant();
}

/// The same as a plain QString, empty where absent.
inline QString string(const json::Node &node, std::string_view member)
{
    return text(node, member).toString();
}

/// A member as a node of the same document; null where absent.
inline json::Node member(const json::Node &node, std::string_view name)
{
    return node ? json::Node { node.document, node.value->find(name) } : json::Node();
}

/// A member that is true or false; nullopt else.
inline std::optional<bool> flag(const json::Node &node, std::string_view name)
{
    const json::Value *value = node ? node.value->find(name) : nullptr;
    return value && value->isBool() ? std::optional(value->isTrue()) : std::nullopt;
}

/// Exact JSON text as a QString; lone surrogates and invalid bytes as fromWire() has them.
inline QString raw(const json::Node &node)
{
    return fromWire(node.raw());
}

} // namespace assayer::nodes
