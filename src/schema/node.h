// One compiled subschema: all it checks, fused, so that a value is looked at once.
#pragma once

#include "json/document.h"

#include <array>
#include <cstdint>

namespace assayer::schema {

struct ArrayRules;
struct InPlaceRules;
struct NumberRules;
struct ObjectRules;
struct StringRules;
struct ValueRules;

/// What a value can be, as `type` sees it. "number" is both number bits.
enum TypeBit : std::uint8_t { NullBit = 1, BooleanBit = 2, IntegerBit = 4, FractionBit = 8, StringBit = 16, ArrayBit = 32, ObjectBit = 64, AllTypes = 127 };

[[gnu::always_inline]] inline std::uint8_t typeBit(const json::Value &value)
{
    constexpr std::array<std::uint8_t, 7> bits { NullBit, BooleanBit, BooleanBit, FractionBit, StringBit, ArrayBit, ObjectBit };
    return value.isInteger() ? std::uint8_t(IntegerBit) : bits[static_cast<std::size_t>(value.kind())];
}

/// Owned by its Program; rules are null where the schema has none of that family.
struct Node {
    std::uint8_t types = AllTypes;
    bool never = false; ///< the schema false
    bool typeOnly = true; ///< nothing but `types` is to be checked
    bool scalar = false; ///< beside types only rules of numbers and strings, enum and const: nothing is applied within
    bool strictInteger = false; ///< draft-04: 1.0 is no integer
    std::uint32_t resource = 0; ///< the schema resource it stands in: the dynamic scope is made of these
    const NumberRules *number = nullptr;
    const StringRules *string = nullptr;
    const ArrayRules *array = nullptr;
    const ObjectRules *object = nullptr;
    const ValueRules *values = nullptr;
    const InPlaceRules *inPlace = nullptr;
    const json::Document *document = nullptr; ///< of the schema
    const json::Value *schema = nullptr;
};

} // namespace assayer::schema
