#include "trace/traceimport.h"

#include "protocol/message.h"
#include "trace/importparts.h"

#include <algorithm>

namespace assayer {
namespace {

constexpr std::size_t wholeBytes = std::size_t(1) << 30; ///< larger texts are no single JSON document here

std::string_view withoutMark(std::string_view contents)
{
    return contents.starts_with("\xef\xbb\xbf") ? contents.substr(3) : contents;
}

bool beginsLikeJson(std::string_view text)
{
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    return first != std::string_view::npos && (text[first] == '{' || text[first] == '[');
}

Error nothingFound()
{
    return Error("unreadable-file", "This is neither a trace nor a file with JSON-RPC messages or HTTP exchanges in it", "not-a-trace");
}

/// One JSON document: HAR, an export, or a single message or batch.
Result<ImportedTrace> importDocument(const json::Document &document)
{
    ImportedTrace trace;
    ImportedRecords records;
    QByteArray target;
    if (isHar(document.root())) {
        trace.source = "har";
        target = importHar(document.root(), records);
    } else {
        DirectionGuess guess;
        trace.source = document.root().find("jsonrpc") ? "json-rpc-lines" : "inspector-export";
        importValue(document, document.root(), guess, records);
    }
    if (records.isEmpty())
        return fail(nothingFound());
    trace.lines = records.file(view(trace.source), target);
    return trace;
}

/// Lines that are messages, hold some, or are a log around them.
Result<ImportedTrace> importLines(std::string_view contents)
{
    ImportedTrace trace;
    ImportedRecords records;
    DirectionGuess guess;
    bool onlyMessages = true;
    for (std::size_t at = 0; at < contents.size();) {
        const std::size_t end = std::min(contents.find('\n', at), contents.size());
        std::string_view line = contents.substr(at, end - at);
        at = end + 1;
        if (line.ends_with('\r'))
            line.remove_suffix(1);
        if (line.find_first_not_of(" \t") == std::string_view::npos)
            continue;
        onlyMessages = onlyMessages && beginsLikeJson(line);
        trace.skipped += importLogLine(line, guess, records) ? 0u : 1u;
    }
    if (records.isEmpty())
        return fail(nothingFound());
    trace.source = onlyMessages ? "json-rpc-lines" : "log";
    trace.lines = records.file(view(trace.source), {});
    return trace;
}

} // namespace

Result<ImportedTrace> importTrace(std::string_view contents)
{
    const std::string_view text = withoutMark(contents);
    if (beginsLikeJson(text) && text.size() < wholeBytes) {
        const auto document = json::Document::parse(std::string(text));
        if (document)
            return importDocument(**document);
    }
    return importLines(text);
}

} // namespace assayer
