// What the schema verbs share: reading files and naming dialects.
#pragma once

#include "base/error.h"
#include "json/document.h"
#include "schema/dialects.h"

#include <QByteArray>
#include <QString>

#include <optional>

namespace assayer {

/// Fails with kind "unreadable-file".
Result<QByteArray> readWholeFile(const QString &path);
/// Fails with kind "unreadable-file" or as json::Document::parse() does.
Result<json::DocumentPtr> readJsonFile(const QString &path);
/// Empty text: nullopt. A URI or a name that is no dialect: kind "usage".
Result<std::optional<schema::Dialect>> dialectOption(const QString &text);
/// {"error":{"kind","cause","message","data":{}}}
QByteArray errorReport(const Error &error);

} // namespace assayer
