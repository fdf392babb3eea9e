#include "inspection/formfields.h"

#include "inspection/reportparts.h"
#include "json/pointer.h"
#include "json/write.h"
#include "platform/visibletext.h"
#include "protocol/message.h"
#include "schema/schemacompiler.h"
#include "schema/schemaevaluator.h"

#include <algorithm>

namespace assayer {

namespace {

constexpr int deepest = 6; ///< groups within groups; what lies deeper is edited as JSON

bool holds(const json::Value *list, std::string_view text)
{
    const auto items = list ? list->items() : std::span<const json::Value>();
    return std::any_of(items.begin(), items.end(), [&](const json::Value &item) { return item.string() == text; });
}

class FormMaker {
public:
    explicit FormMaker(const json::Node &schema)
        : m_document(*schema.document)
        , m_root(*schema.value)
    {
    }

    void addProperties(const json::Value &schema, const std::string &path, int depth, std::vector<FormField> &out) const
    {
        const json::Value *properties = schema.find("properties");
        for (const json::Member &member : properties ? properties->members() : std::span<const json::Member>()) {
            // Of duplicates only the last counts.
            if (properties->find(member.name()) != &member.value())
                continue;
            std::string place = path;
            json::appendToken(place, member.name());
            addField(member.value(), member.name(), place, holds(schema.find("required"), member.name()), depth, out);
        }
    }

    /// Defaults of the properties, as one object; empty text where there are none.
    std::string defaults(const json::Value &schema, int depth) const
    {
        json::Writer out;
        bool any = false;
        out.beginObject();
        const json::Value *properties = schema.find("properties");
        for (const json::Member &member : properties ? properties->members() : std::span<const json::Member>()) {
            const json::Value &property = followed(member.value());
            std::string text;
            if (const json::Value *given = property.find("default"))
                text = raw(*given);
            else if (depth < deepest && property.find("properties"))
                text = defaults(property, depth + 1);
            if (text.empty() || properties->find(member.name()) != &member.value())
                continue;
            out.rawMember(member.name(), text);
            any = true;
        }
        out.endObject();
        return any ? out.take() : std::string();
    }

private:
    std::string raw(const json::Value &value) const { return std::string(m_document.raw(value)); }

    /// The schema that a local $ref leads to; siblings of the reference are not needed for a widget.
    const json::Value &followed(const json::Value &schema) const
    {
        const json::Value *at = &schema;
        for (int hops = 0; hops < 16; ++hops) {
            const auto ref = at->stringAt("$ref");
            if (!ref || ref->empty() || ref->front() != '#')
                break;
            const json::Value *target = json::resolve(m_root, ref->substr(1));
            if (!target)
                break;
            at = target;
        }
        return *at;
    }

    /// The only alternative beside null, and whether there is a null.
    const json::Value &withoutNull(const json::Value &schema, bool &nullable) const
    {
        for (const char *name : { "anyOf", "oneOf" }) {
            const json::Value *variants = schema.find(name);
            const json::Value *other = nullptr;
            std::size_t others = 0;
            for (const json::Value &variant : variants ? variants->items() : std::span<const json::Value>()) {
                if (variant.stringAt("type") == "null") {
                    nullable = true;
                } else {
                    other = &variant;
                    ++others;
                }
            }
            if (nullable && others == 1)
                return followed(*other);
        }
        return schema;
    }

    static std::string typeOf(const json::Value &schema, bool &nullable)
    {
        const json::Value *type = schema.find("type");
        if (type && type->isString())
            return std::string(type->string());
        std::string only;
        std::size_t count = 0;
        for (const json::Value &item : type ? type->items() : std::span<const json::Value>()) {
            if (item.string() == "null") {
                nullable = true;
            } else {
                only = item.string();
                ++count;
            }
        }
        return count == 1 ? only : std::string();
    }

    std::vector<std::string> optionsOf(const json::Value &schema) const
    {
        std::vector<std::string> out;
        const json::Value *values = schema.find("enum");
        for (const json::Value &value : values ? values->items() : std::span<const json::Value>())
            out.push_back(raw(value));
        for (const char *name : { "oneOf", "anyOf" }) {
            const json::Value *variants = schema.find(name);
            std::vector<std::string> constants;
            for (const json::Value &variant : variants ? variants->items() : std::span<const json::Value>()) {
                if (const json::Value *constant = variant.find("const"))
                    constants.push_back(raw(*constant));
            }
            if (variants && variants->isArray() && constants.size() == variants->size() && out.empty())
                out = constants;
        }
        return out;
    }

    std::string kindOf(const json::Value &schema, const std::string &type, FormField &field) const
    {
        field.options = optionsOf(schema);
        if (!field.options.empty())
            return "enum";
        if (type == "array") {
            const json::Value *items = schema.find("items");
            if (items && items->isObject())
                field.options = optionsOf(followed(*items));
            return field.options.empty() ? "array" : "multi-enum";
        }
        if (type == "object" || (type.empty() && schema.find("properties")))
            return schema.find("properties") ? "object" : "map";
        if (type == "string") {
            const std::string_view format = schema.stringAt("format").value_or("");
            const bool known = format == "date" || format == "date-time" || format == "time" || format == "email" || format == "uri";
            return known ? std::string(format) : "text";
        }
        if (type == "number" || type == "integer" || type == "boolean")
            return type;
        return schema.find("oneOf") || schema.find("anyOf") ? "variant" : "json";
    }

    void addField(const json::Value &property, std::string_view name, const std::string &path, bool required, int depth, std::vector<FormField> &out) const
    {
        FormField field;
        field.path = path;
        field.required = required;
        const json::Value &schema = withoutNull(followed(property), field.nullable);
        const std::string type = typeOf(schema, field.nullable);
        field.kind = kindOf(schema, type, field);
        field.label = std::string(followed(property).stringAt("title").value_or(name));
        const json::Value *given = property.find("default");
        if (!given)
            given = followed(property).find("default");
        if (given)
            field.defaultJson = raw(*given);
        const bool group = field.kind == "object" && depth < deepest;
        if (field.kind == "object" && !group)
            field.kind = "json";
        out.push_back(field);
        if (group)
            addProperties(schema, path, depth + 1, out);
    }

    const json::Document &m_document;
    const json::Value &m_root;
};

/// Members of `above` win over those of `below`, objects are joined.
std::string joined(std::string_view below, std::string_view above)
{
    const Result<json::DocumentPtr> a = json::Document::parse(std::string(below));
    const Result<json::DocumentPtr> b = json::Document::parse(std::string(above));
    if (!a || !b || !(*a)->root().isObject() || !(*b)->root().isObject())
        return std::string(above);
    json::Writer out;
    out.beginObject();
    for (const json::Member &member : (*a)->root().members()) {
        const json::Value *other = (*b)->root().find(member.name());
        out.rawMember(member.name(), other ? joined((*a)->raw(member.value()), (*b)->raw(*other)) : std::string((*a)->raw(member.value())));
    }
    for (const json::Member &member : (*b)->root().members()) {
        if (!(*a)->root().find(member.name()))
            out.rawMember(member.name(), (*b)->raw(member.value()));
    }
    return out.endObject().take();
}

std::vector<OutputVerdict::Failure> problems(const json::Node &schema, const QByteArray &arguments)
{
    const schema::CompileResult program = schema::compile(schema.document, *schema.value);
    const Result<json::DocumentPtr> value = parseJson(arguments);
    std::vector<OutputVerdict::Failure> out;
    if (!program) {
        for (const schema::CompileError &error : program.error())
            out.push_back({ {}, error.path, {}, "the schema does not compile: " + error.message, {}, {} });
        return out;
    }
    if (!value)
        return out;
    for (const schema::Failure &failure : schema::evaluate(**program, **value, (*value)->root()).failures)
        out.push_back({ failure.instancePath, failure.schemaPath, failure.keyword, failure.message, failure.expected, failure.actual });
    return out;
}

QString shown(const std::string &utf8)
{
    return visible(std::string_view(utf8), Lines::One, 120);
}

} // namespace

Form makeForm(const json::Node &schema, const QByteArray &givenJson)
{
    Form form;
    form.arguments = givenJson.isEmpty() ? QByteArrayLiteral("{}") : givenJson;
    if (!schema || !schema.value->isObject())
        return form;
    const FormMaker maker(schema);
    maker.addProperties(*schema.value, {}, 0, form.fields);
    if (const std::string defaults = maker.defaults(*schema.value, 0); !defaults.empty())
        form.arguments = QByteArray::fromStdString(joined(defaults, view(form.arguments)));
    form.errors = problems(schema, form.arguments);
    return form;
}

QByteArray formJson(const QByteArray &tool, const Form &form)
{
    json::Writer out;
    out.beginObject().member("tool", view(tool)).key("fields").beginArray();
    for (const FormField &field : form.fields) {
        out.beginObject().member("path", field.path).member("label", field.label).member("kind", field.kind);
        out.member("required", field.required).member("nullable", field.nullable);
        if (!field.defaultJson.empty())
            out.rawMember("default", field.defaultJson);
        if (!field.options.empty()) {
            out.key("options").beginArray();
            for (const std::string &option : field.options)
                out.raw(option);
            out.endArray();
        }
        out.endObject();
    }
    out.endArray().rawMember("arguments", view(form.arguments)).key("errors");
    OutputVerdict verdict;
    verdict.failures = form.errors;
    report::writeFailures(out, verdict);
    return QByteArray::fromStdString(out.endObject().take());
}

QString formText(const QByteArray &tool, const Form &form)
{
    QString out = visible(view(tool)) + u'\n';
    for (const FormField &field : form.fields) {
        out += QStringLiteral("  %1%2  %3%4").arg(shown(field.path.substr(1)), field.required ? QStringLiteral(" *") : QString(), QString::fromStdString(field.kind),
            field.nullable ? QStringLiteral(" or null") : QString());
        if (!field.defaultJson.empty())
            out += QStringLiteral("  = ") + shown(field.defaultJson);
        QStringList options;
        for (const std::string &option : field.options)
            options << shown(option);
        out += (options.isEmpty() ? QString() : QStringLiteral("  one of ") + options.join(QStringLiteral(", "))) + u'\n';
    }
    out += QStringLiteral("arguments: %1\n").arg(visible(view(form.arguments), Lines::Many, 0));
    for (const OutputVerdict::Failure &failure : form.errors)
        out += QStringLiteral("! %1: %2\n").arg(shown(failure.instancePath), shown(failure.message));
    return out;
}

} // namespace assayer
