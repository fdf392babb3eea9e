// Messages inside exports and logs: what stands around them says when, and which way they went.
#include "trace/importparts.h"

#include "json/write.h"
#include "protocol/message.h"
#include "trace/jsonend.h"

#include <algorithm>
#include <array>

namespace assayer {
namespace {

constexpr int deepest = 4; ///< a message in a wrapper in a wrapper...

char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
}

std::string folded(std::string_view text)
{
    std::string small(text);
    std::transform(small.begin(), small.end(), small.begin(), lower);
    return small;
}

/// The direction that words around a message state: the words of Claude Desktop, Claude Code, VS Code, Cursor and others.
std::optional<Direction> statedDirection(std::string_view words)
{
    const std::string text = folded(words);
    const auto says = [&](std::string_view part) { return text.find(part) != std::string::npos; };
    constexpr std::array<std::string_view, 16> out { "from client", "client ->", "client->", "client_to_server", "client-to-server", "editor ->", "-> server", "->server", "to server",
        "sending", "sent", "outgoing", "outbound", ">>", "-->", "send" };
    constexpr std::array<std::string_view, 16> in { "from server", "server ->", "server->", "server_to_client", "server-to-client", "-> client", "->client", "to client", "-> editor",
        "receiv", "incoming", "inbound", "<<", "<--", "recv", "<-" };
    const auto anyOf = [&](const auto &list) { return std::any_of(list.begin(), list.end(), says); };
    if (text == "client" || text == "out" || text == "request-out" || text == "c2s")
        return Direction::Out;
    if (text == "server" || text == "in" || text == "s2c")
        return Direction::In;
    if (anyOf(in))
        return Direction::In;
    return anyOf(out) ? std::optional(Direction::Out) : std::nullopt;
}

bool isMessage(const json::Document &, const json::Value &value)
{
    if (!value.isObject())
        return false;
    const bool answers = value.find("id") && (value.find("result") || value.find("error"));
    return value.find("jsonrpc") && (value.find("method") || answers || value.find("id"));
}

/// The first string or number under one of these names.
template<std::size_t N>
std::string firstOf(const json::Document &document, const json::Value &object, const std::array<std::string_view, N> &names)
{
    for (const std::string_view name : names) {
        const json::Value *value = object.find(name);
        if (value && value->isString())
            return std::string(value->string());
        if (value && value->isNumber())
            return std::string(document.raw(*value));
    }
    return {};
}

std::string timeOf(const json::Document &document, const json::Value &object)
{
    constexpr std::array<std::string_view, 8> names { "timestamp", "time", "ts", "date", "startTime", "created_at", "wall", "at" };
    return firstOf(document, object, names);
}

std::string directionOf(const json::Document &document, const json::Value &object)
{
    constexpr std::array<std::string_view, 7> names { "origin", "direction", "dir", "from", "source", "sender", "flow" };
    for (const std::string_view name : names) {
        const json::Value *value = object.find(name);
        if (value && value->isString() && statedDirection(value->string()))
            return std::string(value->string());
    }
    return firstOf(document, object, std::array<std::string_view, 1> { "direction" });
}

class ValueImport {
public:
    ValueImport(const json::Document &document, DirectionGuess &guess, ImportedRecords &records)
        : m_document(document)
        , m_guess(guess)
        , m_records(records)
    {
    }

    int take(const json::Value &value, const std::string &time, const std::string &stated, int depth)
    {
        if (isMessage(m_document, value)) {
            m_records.line(m_guess.of(m_document, value, stated), bytes(json::compact(m_document.raw(value))), importedTime(time));
            return 1;
        }
        int found = 0;
        if (depth >= deepest)
            return found;
        for (const json::Value &item : value.items())
            found += take(item, time, stated, depth + 1);
        if (value.isObject())
            found += takeWrapper(value, time, stated, depth);
        return found;
    }

private:
    int takeWrapper(const json::Value &value, const std::string &outerTime, const std::string &outerStated, int depth)
    {
        const std::string own = timeOf(m_document, value);
        const std::string ownStated = directionOf(m_document, value);
        const std::string &time = own.empty() ? outerTime : own;
        const std::string &stated = ownStated.empty() ? outerStated : ownStated;
        int found = 0;
        for (const json::Member &member : value.members()) {
            // An export of calls holds the answer beside its request; it goes the other way, and came later.
            const bool answer = found > 0 && member.name() == "response";
            if (member.value().isString())
                found += takeText(member.value().string(), time, stated);
            else if (answer)
                found += take(member.value(), laterBy(value, time), {}, depth + 1);
            else
                found += take(member.value(), time, stated, depth + 1);
        }
        return found;
    }

    /// A message as a text inside a string.
    int takeText(std::string_view text, const std::string &time, const std::string &stated)
    {
        const std::size_t brace = text.find('{');
        if (brace == std::string_view::npos || text.find("jsonrpc", brace) == std::string_view::npos)
            return 0;
        const auto inner = json::Document::parse(std::string(text.substr(brace)));
        const std::string said = stated.empty() ? std::string(text.substr(0, brace)) : stated;
        return inner ? ValueImport(**inner, m_guess, m_records).take((*inner)->root(), time, said, deepest - 1) : 0;
    }

    std::string laterBy(const json::Value &wrapper, const std::string &time) const
    {
        const json::Value *duration = wrapper.find("duration");
        const auto started = importedTime(time);
        if (!started || !duration || !duration->isNumber())
            return time;
        return std::to_string(*started + static_cast<qint64>(std::clamp(duration->number(), 0.0, 1e12) * 1e6));
    }

    const json::Document &m_document;
    DirectionGuess &m_guess;
    ImportedRecords &m_records;
};

/// The time that a log line begins with, in brackets or not.
std::optional<qint64> timeInFront(std::string_view line)
{
    const std::size_t digit = line.substr(0, 4).find_first_of("0123456789");
    if (digit == std::string_view::npos)
        return std::nullopt;
    const std::string_view rest = line.substr(digit);
    for (const std::size_t length : { 29u, 27u, 25u, 24u, 23u, 20u, 19u }) {
        if (rest.size() < length)
            continue;
        std::string_view text = rest.substr(0, length);
        while (!text.empty() && (text.back() == ' ' || text.back() == ']' || text.back() == ':'))
            text.remove_suffix(1);
        if (text.size() >= 19 && text[4] == '-')
            if (const auto time = importedTime(text))
                return time;
    }
    return std::nullopt;
}

} // namespace

Direction DirectionGuess::of(const json::Document &document, const json::Value &message, std::string_view stated)
{
    const json::Value *id = message.find("id");
    const std::string idText = id ? std::string(document.raw(*id)) : std::string();
    const std::string_view method = message.stringAt("method").value_or(std::string_view());
    std::optional<Direction> direction = statedDirection(stated);
    if (!method.empty()) {
        const Direction way = direction.value_or(usualDirection(method).value_or(method == "notifications/progress" ? Direction::In : Direction::Out));
        if (!idText.empty())
            m_open.emplace_back(idText, way);
        return way;
    }
    const auto request = std::find_if(m_open.rbegin(), m_open.rend(), [&](const auto &open) {
        return open.first == idText && (!direction || open.second != *direction);
    });
    if (request == m_open.rend())
        return direction.value_or(Direction::In);
    const Direction way = request->second == Direction::Out ? Direction::In : Direction::Out;
    m_open.erase(std::next(request).base());
    return way;
}

int importValue(const json::Document &document, const json::Value &value, DirectionGuess &guess, ImportedRecords &records)
{
    return ValueImport(document, guess, records).take(value, {}, {}, 0);
}

bool importLogLine(std::string_view line, DirectionGuess &guess, ImportedRecords &records)
{
    for (std::size_t at = line.find('{'); at != std::string_view::npos; at = line.find('{', at + 1)) {
        JsonEnd end;
        const auto length = end.feed(line.substr(at));
        if (!length)
            return false;
        const std::string_view text = line.substr(at, *length);
        if (text.find("jsonrpc") == std::string_view::npos)
            continue;
        const auto document = json::Document::parse(std::string(text));
        if (!document)
            continue;
        const std::string_view before = line.substr(0, at);
        if (isMessage(**document, (*document)->root())) {
            records.line(guess.of(**document, (*document)->root(), before), bytes(text), timeInFront(line));
            return true;
        }
        return importValue(**document, (*document)->root(), guess, records) > 0;
    }
    return false;
}

} // namespace assayer
