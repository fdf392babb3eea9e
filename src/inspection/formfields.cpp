#include "inspection/formfields.h"

#include "inspection/fieldspec.h"
#include "inspection/reportparts.h"
#include "json/write.h"
#include "platform/visibletext.h"
#include "protocol/message.h"
#include "schema/schemacompiler.h"
#include "schema/schemaevaluator.h"

namespace assayer {

namespace {

constexpr int deepest = 6; ///< groups within groups; what lies deeper is edited as JSON

std::string kindWord(const FieldSpec &spec)
{
    static const char *const known[] = { "date", "date-time", "time", "email", "uri" };
    switch (spec.kind) {
    case FieldSpec::Text:
        for (const char *format : known) {
            if (spec.format == QLatin1String(format))
                return format;
        }
        return "text";
    case FieldSpec::Number:
        return spec.integer ? "integer" : "number";
    case FieldSpec::Boolean:
        return "boolean";
    case FieldSpec::Choice:
        return "enum";
    case FieldSpec::MultiChoice:
        return "multi-enum";
    case FieldSpec::Array:
        return "array";
    case FieldSpec::Object:
        return "object";
    case FieldSpec::Map:
        return "map";
    case FieldSpec::Variant:
        return "variant";
    case FieldSpec::Json:
        break;
    }
    return "json";
}

void addFields(const FieldSpec &object, std::vector<ToolFormField> &out)
{
    for (const FieldSpec &spec : readProperties(object)) {
        const bool tooDeep = spec.kind == FieldSpec::Object && spec.depth > deepest;
        ToolFormField field;
        field.path = toWire(spec.pointer).toStdString();
        field.label = toWire(spec.label()).toStdString();
        field.kind = tooDeep ? "json" : kindWord(spec);
        field.required = spec.required;
        field.nullable = spec.nullable;
        field.defaultJson = spec.defaultJson.toStdString();
        for (const FieldSpec::Option &option : spec.options)
            field.options.push_back(option.json.toStdString());
        out.push_back(std::move(field));
        if (spec.kind == FieldSpec::Object && !tooDeep && !spec.recursive)
            addFields(spec, out);
    }
}

std::vector<OutputVerdict::Failure> problems(const json::Node &schema, const QByteArray &arguments)
{
    schema::CompileOptions options;
    options.assertFormats = true;
    const schema::CompileResult program = schema::compile(schema.document, *schema.value, options);
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

ToolForm makeForm(const json::Node &schema, const QByteArray &givenJson)
{
    ToolForm form;
    form.arguments = givenJson.isEmpty() ? QByteArrayLiteral("{}") : givenJson;
    if (!schema || !schema.value->isObject())
        return form;
    const FieldSpec root = readRoot(schema);
    addFields(root, form.fields);
    const Result<json::DocumentPtr> given = parseJson(form.arguments);
    if (given && (*given)->root().isObject())
        form.arguments = withDefaults(root, { *given, &(*given)->root() });
    form.errors = problems(schema, form.arguments);
    return form;
}

QByteArray formJson(const QByteArray &tool, const ToolForm &form)
{
    json::Writer out;
    out.beginObject().member("tool", view(tool)).key("fields").beginArray();
    for (const ToolFormField &field : form.fields) {
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

QString formText(const QByteArray &tool, const ToolForm &form)
{
    QString out = visible(view(tool)) + u'\n';
    for (const ToolFormField &field : form.fields) {
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
