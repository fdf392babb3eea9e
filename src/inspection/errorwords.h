// Pieces of sentences that many error texts share.
#pragma once

#include "inspection/errortext.h"

namespace assayer::words {

/// A value of the outside in quotes, escaped, cut at `limit`.
QString quoted(std::string_view utf8, qsizetype limit = 60);
QString quoted(const QString &text, qsizetype limit = 60);
/// At most `limit` characters, at the end of a word where possible.
QString cut(const QString &text, qsizetype limit);
/// "localhost:3000"; the command for stdio; "the server" where no target is known.
QString place(const ErrorContext &context);
/// "404 Not Found" of what the error knows.
QString status(const Error &error);
/// The first line of the body or text, quoted; empty where there is none.
QString body(const Error &error);
/// Quoted; empty where there is none.
QString lastStderrLine(const ErrorContext &context);
/// The step that decided, or the newest with that name.
const NegotiationStep *step(const ErrorContext &context, std::string_view name);
QString milliseconds(const Error &error);
QString listed(const std::vector<std::string> &texts);
/// The error's own sentence, ending in a full stop.
QString sentence(const Error &error);

} // namespace assayer::words
