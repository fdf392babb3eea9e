#include "cli/arguments.h"

#include "json/write.h"
#include "protocol/message.h"

#include <algorithm>
#include <map>

namespace assayer {

namespace {

tl::unexpected<Error> usage(const QString &message)
{
    return fail("usage", message.toStdString());
}

bool allowsString(const json::Value &schema)
{
    const json::Value *type = schema.find("type");
    if (!type)
        return false;
    const auto items = type->items();
    return type->string() == "string" || std::any_of(items.begin(), items.end(), [](const json::Value &item) { return item.string() == "string"; });
}

/// JSON text of a value typed on the command line.
QByteArray valueJson(const QString &text, ArgumentTexts texts, const json::Value *property)
{
    const QByteArray utf8 = text.toUtf8();
    const QByteArray string = QByteArray::fromStdString(json::quoted(view(utf8)));
    if (texts == ArgumentTexts::Strings || (property && allowsString(*property)))
        return string;
    return parseJson(utf8) ? utf8 : string;
}

Result<json::DocumentPtr> parseObject(const QByteArray &args)
{
    Result<json::DocumentPtr> parsed = parseJson(args);
    if (!parsed)
        return usage(QStringLiteral("--args is no JSON: %1").arg(QString::fromStdString(parsed.error().message)));
    if (!(*parsed)->root().isObject())
        return usage(QStringLiteral("--args needs a JSON object"));
    return parsed;
}

} // namespace

Result<std::pair<QString, QString>> argumentPair(const QString &text)
{
    const qsizetype equals = text.indexOf(u'=');
    if (equals <= 0)
        return usage(QStringLiteral("--arg needs K=V; got \"%1\"").arg(text));
    return std::pair(text.left(equals), text.mid(equals + 1));
}

Result<QByteArray> argumentsJson(const std::optional<QString> &args, const QStringList &pairs, ArgumentTexts texts, const json::Value *schema)
{
    const QByteArray given = args ? args->toUtf8() : QByteArray();
    const Result<json::DocumentPtr> object = args ? parseObject(given) : Result<json::DocumentPtr>(nullptr);
    if (!object)
        return fail(object.error());
    if (pairs.isEmpty())
        return given;
    std::map<std::string, QByteArray> typed;
    std::vector<std::string> order;
    const json::Value *properties = schema ? schema->find("properties") : nullptr;
    for (const QString &text : pairs) {
        const auto pair = argumentPair(text);
        if (!pair)
            return fail(pair.error());
        const std::string name = pair->first.toStdString();
        if (!typed.count(name))
            order.push_back(name);
        typed[name] = valueJson(pair->second, texts, properties ? properties->find(name) : nullptr);
    }
    json::Writer out;
    out.beginObject();
    // --arg wins over the member of --args of that name.
    for (const json::Member &member : *object ? (*object)->root().members() : std::span<const json::Member>()) {
        if (!typed.count(std::string(member.name())))
            out.rawMember(member.name(), (*object)->raw(member.value()));
    }
    for (const std::string &name : order)
        out.rawMember(name, view(typed[name]));
    return QByteArray::fromStdString(out.endObject().take());
}

} // namespace assayer
