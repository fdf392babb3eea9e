#include "cli/templatearguments.h"

#include "cli/arguments.h"
#include "protocol/message.h"
#include "protocol/uritemplate.h"

#include <algorithm>

namespace assayer {

namespace {

tl::unexpected<Error> usage(const std::string &message)
{
    return fail("usage", message);
}

std::string plain(const json::Document &document, const json::Value &value)
{
    return std::string(value.isString() ? value.string() : document.raw(value));
}

UriTemplate::Value valueOf(const QString &text)
{
    const QByteArray utf8 = text.toUtf8();
    const Result<json::DocumentPtr> parsed = utf8.startsWith('[') || utf8.startsWith('{') ? parseJson(utf8) : fail("usage", "");
    if (!parsed)
        return text.toStdString();
    const json::Value &root = (*parsed)->root();
    if (root.isArray()) {
        UriTemplate::List list;
        for (const json::Value &item : root.items())
            list.push_back(plain(**parsed, item));
        return list;
    }
    UriTemplate::Pairs pairs;
    for (const json::Member &member : root.members())
        pairs.emplace_back(std::string(member.name()), plain(**parsed, member.value()));
    return pairs;
}

Result<UriTemplate::Values> valuesOf(const QStringList &pairs)
{
    UriTemplate::Values values;
    for (const QString &text : pairs) {
        const auto pair = argumentPair(text);
        if (!pair)
            return fail(pair.error());
        const std::string name = pair->first.toStdString();
        const auto known = values.find(name);
        if (known == values.end()) {
            values.emplace(name, valueOf(pair->second));
            continue;
        }
        UriTemplate::List list;
        if (const auto *one = std::get_if<std::string>(&known->second))
            list = { *one };
        else if (const auto *many = std::get_if<UriTemplate::List>(&known->second))
            list = *many;
        list.push_back(pair->second.toStdString());
        known->second = list;
    }
    return values;
}

} // namespace

Result<QByteArray> expandedUri(const QString &text, const QStringList &pairs, QStringList &notes)
{
    const std::string source = text.toStdString();
    if (pairs.isEmpty() && source.find('{') == std::string::npos)
        return text.toUtf8();
    const Result<UriTemplate> parsed = UriTemplate::parse(source);
    if (!parsed)
        return usage("the template cannot be read: " + parsed.error().message);
    const Result<UriTemplate::Values> values = valuesOf(pairs);
    if (!values)
        return fail(values.error());
    const auto needs = parsed->needs();
    for (const auto &[name, value] : *values) {
        if (std::none_of(needs.begin(), needs.end(), [&, &wanted = name](const UriTemplate::Need &need) { return need.name == wanted; }))
            notes << QStringLiteral("The template has no variable \"%1\".").arg(QString::fromStdString(name));
    }
    const UriTemplate::Expansion expansion = parsed->expand(*values);
    if (expansion.impossible)
        return usage("the template cannot be expanded: " + expansion.problems.front());
    for (const std::string &problem : expansion.problems)
        notes << QString::fromStdString(problem) + u'.';
    return QByteArray::fromStdString(expansion.text);
}

} // namespace assayer
