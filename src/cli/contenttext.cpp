#include "cli/contenttext.h"

#include "cli/textreport.h"
#include "platform/formattext.h"
#include "platform/visibletext.h"

namespace assayer::text {

namespace {

QString many(std::string_view utf8)
{
    return visible(utf8, Lines::Many, 0);
}

QString member(const json::Value &value, const char *name)
{
    return visible(value.stringAt(name).value_or(std::string_view()), Lines::One, 200);
}

QString endLine(QString text)
{
    return text.endsWith(u'\n') ? text : text + u'\n';
}

/// Size of base64 text when decoded.
QString dataSize(const json::Value &value, const char *name)
{
    const auto text = value.stringAt(name);
    return text ? byteSize(static_cast<qint64>(text->size()) * 3 / 4) : QString();
}

/// What has not the shape of its kind is shown as it came.
QString rawText(const json::Document &document, const json::Value &value)
{
    return many(document.raw(value)) + u'\n';
}

QString resourceText(const json::Document &document, const json::Value &contents)
{
    if (const auto text = contents.stringAt("text"))
        return endLine(many(*text));
    if (!contents.stringAt("blob"))
        return rawText(document, contents);
    return QStringLiteral("[%1, %2, %3]\n").arg(member(contents, "uri"), member(contents, "mimeType"), dataSize(contents, "blob"));
}

QString blockText(const json::Document &document, const json::Value &block)
{
    const std::string_view type = block.stringAt("type").value_or("");
    if (const auto text = block.stringAt("text"); type == "text" && text)
        return endLine(many(*text));
    if ((type == "image" || type == "audio") && block.stringAt("data"))
        return QStringLiteral("[%1 %2, %3]\n").arg(member(block, "type"), member(block, "mimeType"), dataSize(block, "data"));
    if (const json::Value *resource = block.find("resource"); type == "resource" && resource)
        return resourceText(document, *resource);
    if (type == "resource_link" && block.stringAt("uri"))
        return QStringLiteral("[link %1 %2]\n").arg(member(block, "uri"), member(block, "name"));
    return rawText(document, block);
}

QString blocksText(const json::Document &document, const json::Value &blocks)
{
    QString out;
    for (const json::Value &block : blocks.items())
        out += blockText(document, block);
    return out;
}

} // namespace

QString callText(const json::Node &result)
{
    QString out;
    if (const json::Value *content = result.value->find("content"))
        out += blocksText(*result.document, *content);
    if (const json::Value *structured = result.value->find("structuredContent"))
        out += pretty({ result.document, structured });
    return out.isEmpty() ? pretty(result) : out;
}

QString contentsText(const json::Node &result)
{
    const json::Value *contents = result.value->find("contents");
    if (!contents || !contents->isArray())
        return pretty(result);
    QString out;
    for (const json::Value &item : contents->items())
        out += resourceText(*result.document, item);
    return out;
}

QString messagesText(const json::Node &result)
{
    const json::Value *messages = result.value->find("messages");
    if (!messages || !messages->isArray())
        return pretty(result);
    QString out;
    for (const json::Value &message : messages->items()) {
        const json::Value *content = message.find("content");
        if (!message.stringAt("role") || !content) {
            out += rawText(*result.document, message);
            continue;
        }
        const QString text = content->isArray() && content->size() == 0 ? rawText(*result.document, *content) : content->isArray() ? blocksText(*result.document, *content) : blockText(*result.document, *content);
        out += member(message, "role") + QStringLiteral(": ") + endLine(text);
    }
    return out;
}

} // namespace assayer::text
