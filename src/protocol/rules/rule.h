// The wire rules as data: what each object of the protocol may hold, member by member. A revision is a column of these tables.
#pragma once

#include "json/document.h"
#include "protocol/fault.h"
#include "protocol/revision.h"

#include <cstdint>
#include <limits>
#include <span>
#include <string_view>

namespace assayer::rules {

/// A set of revisions, one bit each, in the order of `Revision`.
using Revisions = std::uint8_t;

constexpr Revisions only(Revision revision)
{
    return static_cast<Revisions>(1U << static_cast<unsigned>(revision));
}

inline constexpr Revisions always = 0b11111;
inline constexpr Revisions legacy = 0b01111;
inline constexpr Revisions modern = 0b10000;
inline constexpr Revisions since2025_03 = 0b11110;
inline constexpr Revisions since2025_06 = 0b11100;
inline constexpr Revisions since2025_11 = 0b11000;
inline constexpr Revisions only2025_11 = 0b01000;

enum class Want : std::uint8_t {
    Any, ///< any JSON value
    String,
    Number, ///< finite
    Integer, ///< whole by value, finite
    Boolean,
    Array, ///< elements judged by `element`
    Object, ///< members judged by `shape`
    Map, ///< an object whose every value is judged by `element`
    StringOrInteger, ///< ids and progress tokens
    IntegerOrNull,
    OneOrMany, ///< a value judged by `element`, or an array of them
};

struct Shape;
struct Rule;
class Judge;
struct Place;

/// A rule that needs more than a row can say; gets a value of the wanted type.
using Check = void (*)(Judge &judge, const Rule &rule, const json::Value &value, const Place &place);

/// One member of an object, or (without a name) the elements of an array or map.
struct Rule {
    std::string_view member = {};
    Want want = Want::Any;
    bool required = false;
    Revisions judged = always; ///< where a client reads the member: a violation there is a fault
    Revisions defined = always; ///< where the specification names it: elsewhere its presence is a note
    std::string_view literal = {}; ///< the one string allowed
    std::span<const std::string_view> options = {}; ///< the strings allowed
    double least = -std::numeric_limits<double>::infinity();
    double most = std::numeric_limits<double>::infinity();
    const Shape *shape = nullptr;
    const Rule *element = nullptr;
    Check check = nullptr;
    Fault::Level level = Fault::Refused; ///< of a violation of type, options or range, and of a missing member
    Fault::Level absent = Fault::Refused; ///< of a missing required member, where that is milder
    std::string_view spec = {}; ///< page#section of the specification; empty: the shape's
};

/// Picks a shape by the string in one member ("type" of a content block).
struct Variant {
    std::string_view tag;
    const Shape *shape;
    Revisions defined = always;
};

/// A rule about an object as a whole.
using ShapeCheck = void (*)(Judge &judge, const json::Value &object, const Place &place);

/// An object of the protocol.
struct Shape {
    std::string_view name = {}; ///< first part of rule ids: "tool"
    std::span<const Rule> rows = {};
    bool strip = true; ///< members not named here are noted and, by the reference client, removed; false: any member is fine
    std::string_view spec = {}; ///< page#section of the specification
    std::string_view tagMember = {}; ///< with `variants`: which member picks the shape
    std::span<const Variant> variants = {};
    ShapeCheck check = nullptr; ///< gets the object after its members
};

/// Most rows a shape may have; the engine keeps their values on the stack.
inline constexpr std::size_t maxRows = 24;

} // namespace assayer::rules
