#include "cli/schemafiles.h"

#include "json/write.h"

#include <QFile>

namespace assayer {

Result<QByteArray> readWholeFile(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return fail("unreadable-file", "Cannot read " + path.toStdString() + ": " + file.errorString().toStdString());
    return file.readAll();
}

Result<json::DocumentPtr> readJsonFile(const QString &path)
{
    const Result<QByteArray> bytes = readWholeFile(path);
    if (!bytes)
        return tl::unexpected<Error>(bytes.error());
    return json::Document::parse(bytes->toStdString());
}

Result<std::optional<schema::Dialect>> dialectOption(const QString &text)
{
    if (text.isEmpty())
        return std::optional<schema::Dialect>();
    const std::string name = text.toStdString();
    if (const auto byUri = schema::dialectFromUri(name))
        return byUri;
    if (const auto byName = schema::dialectFromName(name))
        return byName;
    return fail("usage", "\"" + name + "\" is no dialect of JSON Schema; known are 2020-12, 2019-09, draft-07, draft-06 and draft-04 by their URIs");
}

QByteArray errorReport(const Error &error)
{
    json::Writer writer;
    writer.beginObject().key("error").beginObject();
    writer.member("kind", error.kind).member("cause", error.cause).member("message", error.message);
    writer.key("data").beginObject().endObject();
    writer.endObject().endObject();
    return QByteArray::fromStdString(writer.take()) + '\n';
}

} // namespace assayer
