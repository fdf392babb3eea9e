// --args JSON and --arg K=V made into one JSON object.
#pragma once

#include "base/error.h"
#include "json/document.h"

#include <QByteArray>
#include <QString>
#include <QStringList>

#include <optional>

namespace assayer {

enum class ArgumentTexts {
    Coerced, ///< the schema's type decides; without one, what reads as JSON is JSON and the rest is a string
    Strings, ///< prompts and templates: always strings
};

/// Exact text of --args where no --arg is given; empty where there is neither. `schema` is the tool's input schema or null.
/// Fails with kind "usage".
Result<QByteArray> argumentsJson(const std::optional<QString> &args, const QStringList &pairs, ArgumentTexts texts, const json::Value *schema = nullptr);

/// K=V taken apart. Fails with kind "usage".
Result<std::pair<QString, QString>> argumentPair(const QString &text);

} // namespace assayer
