// type, enum and const at work.
#pragma once

#include "json/equality.h"
#include "schema/walk.h"

namespace assayer::schema {

/// Draft-04 looks at how a number is written: 1.0 is no integer there.
inline bool isWrittenAsInteger(const json::Document &document, const json::Value &value)
{
    return document.raw(value).find_first_of(".eE") == std::string_view::npos;
}

template<bool Errors, bool Full>
bool Walk<Errors, Full>::typeFails(const Node &node, const json::Value &value)
{
    return fail(node, node.never ? Keyword::None : Keyword::Type, value);
}

template<bool Errors, bool Full>
bool Walk<Errors, Full>::typeHolds(const Node &node, const json::Value &value)
{
    if (!(node.types & typeBit(value))) [[unlikely]]
        return typeFails(node, value);
    if (node.strictInteger && value.isNumber() && !isWrittenAsInteger(m_run.instance, value)) [[unlikely]]
        return typeFails(node, value);
    return true;
}

template<bool Errors, bool Full>
bool Walk<Errors, Full>::values(const Node &node, const json::Value &value)
{
    const ValueRules &rules = *node.values;
    const auto same = [&](const json::Value &wanted) {
        if (wanted.kind() != value.kind())
            return false;
        return wanted.isString() ? wanted.string() == value.string() : json::equal(*node.document, wanted, m_run.instance, value);
    };
    bool ok = true;
    if (rules.constant && !same(*rules.constant))
        ok = fail(node, Keyword::Const, value);
    if (!rules.hasEnum || (!Errors && !ok))
        return ok;
    bool found = false;
    if (value.isString()) {
        found = rules.strings.find(value.string()) != NameTable::none;
    } else {
        for (const json::Value *other : rules.others)
            found = found || same(*other);
        if (!rules.othersByHash.empty()) {
            const auto [begin, end] = rules.othersByHash.equal_range(json::hash(m_run.instance, value));
            for (auto other = begin; other != end; ++other)
                found = found || same(*other->second);
        }
    }
    return found ? ok : fail(node, Keyword::Enum, value);
}

} // namespace assayer::schema
