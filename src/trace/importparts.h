// The single kinds of foreign files. Each puts what it finds into the records.
#pragma once

#include "json/document.h"
#include "trace/importedrecords.h"

#include <QByteArray>

#include <string_view>

namespace assayer {

bool isHar(const json::Value &root);
/// Returns the target that the file seems to be about, as JSON, or nothing.
QByteArray importHar(const json::Value &root, ImportedRecords &records);

/// Decides which way messages go: by what is stated, else by their method, answers the other way than what they answer.
class DirectionGuess {
public:
    /// `stated`: what the source says, in its own words ("client", "out", "client->server"...); may be empty.
    Direction of(const json::Document &document, const json::Value &message, std::string_view stated);

private:
    std::vector<std::pair<std::string, Direction>> m_open; ///< ids of requests that wait
};

/// A JSON value that is a message, or holds one beside time and direction, as exports and logs do. Returns how many were found.
int importValue(const json::Document &document, const json::Value &value, DirectionGuess &guess, ImportedRecords &records);
/// A line of a log with a JSON-RPC message somewhere in it. False where it holds none.
bool importLogLine(std::string_view line, DirectionGuess &guess, ImportedRecords &records);

} // namespace assayer
