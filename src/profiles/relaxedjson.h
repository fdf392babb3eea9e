// JSON as people keep it in files: comments, trailing commas, a byte order mark.
#pragma once

#include "json/document.h"

#include <QByteArray>
#include <QString>

namespace assayer {

struct RelaxedText {
    std::string strict; ///< the same length as the source: what is no JSON became blanks, so offsets fit both
    bool hasBom = false;
    bool hasComments = false;
    bool hasTrailingCommas = false;
};

/// Blanks out what strict JSON does not know. Total: bad text stays bad.
RelaxedText blankRelaxed(std::string_view source);

/// Parses a file of that sort. Fails with kind "unreadable-file", cause "not-json"; the message begins with "line L, column C";
/// data.position is the byte offset, data.path the file.
Result<json::DocumentPtr> parseRelaxed(const QByteArray &source, const QString &path = {});

} // namespace assayer
