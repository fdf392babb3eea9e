// Members of an object as clients see them: of duplicates the last.
#pragma once

#include "json/value.h"

#include <string_view>
#include <unordered_map>

namespace assayer::rules {

/// Calls `visit(member)` for the members in force, in wire order. Linear however many duplicates there are.
template<class Visit>
void forEachInForce(const json::Value &object, Visit visit)
{
    if (!object.hasDuplicates()) {
        for (const json::Member &member : object.members())
            visit(member);
        return;
    }
    std::unordered_map<std::string_view, const json::Member *> last;
    for (const json::Member &member : object.members())
        last[member.name()] = &member;
    for (const json::Member &member : object.members()) {
        if (last[member.name()] == &member)
            visit(member);
    }
}

} // namespace assayer::rules
