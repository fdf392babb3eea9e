#include "schema/keywords/values.h"

#include "json/equality.h"
#include "schema/compilation.h"

#include <array>

namespace assayer::schema {
namespace {

struct TypeName {
    std::string_view name;
    std::uint8_t bits;
};

constexpr std::array<TypeName, 7> typeNames { {
    { "null", NullBit }, { "boolean", BooleanBit }, { "integer", IntegerBit }, { "number", IntegerBit | FractionBit },
    { "string", StringBit }, { "array", ArrayBit }, { "object", ObjectBit },
} };

std::uint8_t bitsOf(KeywordContext &context, const json::Value &name)
{
    for (const TypeName &known : typeNames) {
        if (name.string() == known.name && name.isString())
            return known.bits;
    }
    context.error(name, std::string(context.node.document->raw(name).substr(0, 80)) + " is no type; the types are null, boolean, integer, number, string, array and object");
    return 0;
}

} // namespace

void compileType(KeywordContext &context)
{
    std::uint8_t bits = 0;
    if (context.value->isArray()) {
        if (context.value->size() == 0)
            context.error("must name at least one type");
        for (const json::Value &name : context.value->items())
            bits = static_cast<std::uint8_t>(bits | bitsOf(context, name));
    } else {
        bits = bitsOf(context, *context.value);
    }
    context.node.types = bits;
    const bool integersOnly = (bits & (IntegerBit | FractionBit)) == IntegerBit;
    context.node.strictInteger = integersOnly && context.features().dialect == Dialect::Draft4;
}

void compileEnum(KeywordContext &context)
{
    if (!context.value->isArray()) {
        context.error("must be a list of values");
        return;
    }
    ValueRules &rules = context.valueRules();
    rules.hasEnum = true;
    for (const json::Value &value : context.value->items()) {
        if (value.isString())
            rules.strings.add(value.string());
        else
            rules.others.push_back(&value);
    }
    constexpr std::size_t few = 16;
    if (rules.others.size() <= few)
        return;
    for (const json::Value *value : rules.others)
        rules.othersByHash.emplace(json::hash(*context.node.document, *value), value);
    rules.others.clear();
}

void compileConst(KeywordContext &context)
{
    context.valueRules().constant = context.value;
}

} // namespace assayer::schema
