// Reading the salvage vectors, and turning what they call things into our words.
#pragma once

#include "json/document.h"
#include "protocol/message.h"
#include "protocol/salvage.h"

#include <QFile>
#include <QString>

#include <string>

namespace assayer::test {

inline json::DocumentPtr readVectors(const char *name)
{
    QFile file(QStringLiteral(ASSAYER_TEST_DATA "/salvage/") + QLatin1String(name));
    if (!file.open(QIODevice::ReadOnly))
        return nullptr;
    auto document = parseJson(file.readAll());
    return document ? *document : nullptr;
}

inline json::DocumentPtr parsed(std::string_view text)
{
    auto document = json::Document::parse(std::string(text));
    return document ? *document : nullptr;
}

/// The vectors name a tool's map a "record" where everything else says "object".
inline std::string ourWords(std::string_view reason)
{
    std::string text(reason);
    const std::size_t at = text.find("expected record");
    return at == std::string::npos ? text : text.replace(at, 15, "expected object");
}

inline std::string textAt(const json::Value &value, std::string_view member)
{
    return std::string(value.stringAt(member).value_or(std::string_view()));
}

/// A path of the vectors in dots.
inline std::string dotted(const json::Document &document, const json::Value *path)
{
    std::string text;
    for (const json::Value &step : path ? path->items() : std::span<const json::Value>())
        text.append(text.empty() ? "" : ".").append(step.isString() ? step.string() : document.raw(step));
    return text;
}

inline QString shown(const std::string &text)
{
    return QString::fromStdString(text).left(400);
}

} // namespace assayer::test
