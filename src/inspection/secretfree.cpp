#include "inspection/secretfree.h"

#include "json/write.h"
#include "trace/redactor.h"

namespace assayer {

namespace {

constexpr int deepest = 200;

void collect(const json::Value &schema, std::set<std::string> &names, int depth)
{
    if (depth > deepest)
        return;
    if (const json::Value *properties = schema.find("properties")) {
        for (const json::Member &member : properties->members()) {
            const json::Value *writeOnly = member.value().find("writeOnly");
            if (member.value().stringAt("format") == std::string_view("password") || (writeOnly && writeOnly->isTrue()))
                names.insert(std::string(member.name()));
        }
    }
    for (const json::Value &item : schema.items())
        collect(item, names, depth + 1);
    for (const json::Member &member : schema.members())
        collect(member.value(), names, depth + 1);
}

void write(json::Writer &out, const json::Node &node, const std::set<std::string> &names, int depth)
{
    const json::Value &value = *node.value;
    const bool container = value.isObject() || value.isArray();
    if (!container || depth > deepest) {
        container ? out.null() : out.raw(node.document->raw(value));
        return;
    }
    if (value.isArray()) {
        out.beginArray();
        for (const json::Value &item : value.items())
            write(out, { node.document, &item }, names, depth + 1);
        out.endArray();
        return;
    }
    out.beginObject();
    for (const json::Member &member : value.members()) {
        if (Redactor::isSecretName(member.name()) || names.contains(std::string(member.name())))
            continue;
        out.key(member.name());
        write(out, { node.document, &member.value() }, names, depth + 1);
    }
    out.endObject();
}

} // namespace

std::set<std::string> secretMembers(const json::Node &schema)
{
    std::set<std::string> names;
    if (schema)
        collect(*schema.value, names, 0);
    return names;
}

QByteArray withoutSecrets(const json::Node &value, const std::set<std::string> &names)
{
    if (!value)
        return {};
    json::Writer out;
    write(out, value, names, 0);
    return QByteArray::fromStdString(out.take());
}

} // namespace assayer
