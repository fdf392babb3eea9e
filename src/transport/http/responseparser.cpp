#include "transport/http/responseparser.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace assayer {

namespace {

char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? char(c + 32) : c;
}
bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}
bool isBlank(char c)
{
    return c == ' ' || c == '\t';
}

std::string_view trimmed(std::string_view text)
{
    while (!text.empty() && isBlank(text.front()))
        text.remove_prefix(1);
    while (!text.empty() && isBlank(text.back()))
        text.remove_suffix(1);
    return text;
}

/// Calls `use` with each element of a comma list; empty elements are skipped.
template <typename Use> void forEachElement(std::string_view list, Use use)
{
    while (!list.empty()) {
        const std::size_t comma = std::min(list.find(','), list.size());
        if (const std::string_view element = trimmed(list.substr(0, comma)); !element.empty())
            use(element);
        list.remove_prefix(std::min(comma + 1, list.size()));
    }
}

/// Decimal digits only, up to 2^63-1; -1 otherwise.
std::int64_t decimal(std::string_view text)
{
    if (text.empty() || text.size() > 18 || !std::all_of(text.begin(), text.end(), isDigit))
        return -1;
    std::int64_t value = 0;
    for (char c : text)
        value = value * 10 + (c - '0');
    return value;
}

int hexDigit(char c)
{
    if (isDigit(c))
        return c - '0';
    c = lower(c);
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

} // namespace

bool sameToken(std::string_view a, std::string_view b)
{
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](char x, char y) { return lower(x) == lower(y); });
}

bool isToken(std::string_view text)
{
    return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
        return isDigit(c) || (lower(c) >= 'a' && lower(c) <= 'z')
            || (c != '\0' && std::string_view("!#$%&'*+-.^_`|~").find(c) != std::string_view::npos);
    });
}

const std::string *ResponseHead::find(std::string_view name) const
{
    const auto it
        = std::find_if(headers.begin(), headers.end(), [&](const HeaderLine &h) { return sameToken(h.name, name); });
    return it == headers.end() ? nullptr : &it->value;
}

void ResponseParser::begin(const Limits &limits, bool headRequest, bool acceptedHasNoBody)
{
    *this = ResponseParser();
    m_limits = limits;
    m_headRequest = headRequest;
    m_acceptedHasNoBody = acceptedHasNoBody;
    m_state = State::Status;
}

std::size_t ResponseParser::feed(std::string_view in, Sink &sink)
{
    const std::size_t given = in.size();
    while (!in.empty() && m_state < State::Done) {
        if (m_state == State::Length || m_state == State::ChunkData || m_state == State::UntilClose)
            takeBody(in, sink);
        else if (takeLine(in))
            onLine(sink);
    }
    return given - in.size();
}

void ResponseParser::finish()
{
    if (m_state == State::UntilClose)
        m_state = State::Done;
}

/// Collects one line into m_line, without its end. False: not complete yet, or failed.
bool ResponseParser::takeLine(std::string_view &in)
{
    const std::size_t lf = in.find('\n');
    const std::string_view piece = in.substr(0, lf == std::string_view::npos ? lf : lf + 1);
    in.remove_prefix(piece.size());
    m_line.append(piece.substr(0, m_limits.line + 1 - std::min(m_line.size(), m_limits.line + 1)));
    const bool inHead = m_state <= State::Headers;
    if (inHead)
        m_head.raw.append(piece.substr(0, m_limits.head + 1 - std::min(m_head.raw.size(), m_limits.head + 1)));
    else if (m_state == State::Trailers)
        m_trailerBytes += piece.size();

    constexpr std::string_view start = "HTTP/1.";
    const std::size_t known = std::min(start.size(), m_line.size());
    if (m_state == State::Status && m_line.compare(0, known, start.substr(0, known)) != 0)
        fail(Failure::NotHttp, "the answer does not start with HTTP/1.");
    else if (m_line.size() > m_limits.line)
        fail(Failure::TooLarge, "a line is longer than the limit");
    else if (m_head.raw.size() > m_limits.head || m_trailerBytes > m_limits.head)
        fail(Failure::TooLarge, "the head is longer than the limit");
    if (m_state == State::Failed || lf == std::string_view::npos)
        return false;
    m_line.pop_back();
    if (!m_line.empty() && m_line.back() == '\r')
        m_line.pop_back();
    else
        m_flaws |= BareLf;
    return true;
}

void ResponseParser::onLine(Sink &sink)
{
    if (m_line.find('\r') != std::string::npos || m_line.find('\0') != std::string::npos) {
        fail(m_state <= State::Headers ? Failure::NotHttp : Failure::BadFraming, "a line holds a bare CR or a NUL");
    } else if (m_state == State::Status) {
        onStatus();
    } else if (m_state == State::Headers) {
        m_line.empty() ? onHeadEnd(sink) : onHeader(m_head.headers);
    } else if (m_state == State::ChunkSize) {
        onChunkSize();
    } else if (m_state == State::ChunkEnd) {
        m_line.empty() ? void(m_state = State::ChunkSize)
                       : fail(Failure::BadFraming, "a chunk is longer than its size");
    } else {
        m_line.empty() ? void(m_state = State::Done) : onHeader(m_trailers);
    }
    m_line.clear();
}

/// `HTTP/1.` was seen already; here come minor version, status and the optional reason.
void ResponseParser::onStatus()
{
    const std::string_view line = m_line;
    const bool shaped = line.size() >= 12 && isDigit(line[7]) && line[8] == ' ' && line[9] >= '1' && line[9] <= '9'
        && isDigit(line[10]) && isDigit(line[11]) && (line.size() == 12 || line[12] == ' ');
    if (!shaped)
        return fail(Failure::NotHttp, "malformed status line");
    m_head.minor = line[7] - '0';
    m_head.status = (line[9] - '0') * 100 + (line[10] - '0') * 10 + (line[11] - '0');
    m_head.reason = line.size() > 13 ? line.substr(13) : std::string_view();
    m_state = State::Headers;
}

void ResponseParser::onHeader(std::vector<HeaderLine> &into)
{
    const std::string_view line = m_line;
    const Failure kind = m_state == State::Trailers ? Failure::BadFraming : Failure::NotHttp;
    if (isBlank(line.front())) {
        if (into.empty())
            return fail(kind, "the first header is a continuation");
        m_flaws |= FoldedHeader;
        (into.back().value += ' ') += trimmed(line);
        return;
    }
    const std::size_t colon = line.find(':');
    const std::string_view name = trimmed(line.substr(0, colon));
    if (colon == std::string_view::npos || !isToken(name))
        return fail(kind, "a header line without a valid name");
    if (into.size() >= m_limits.headers)
        return fail(Failure::TooLarge, "more headers than the limit");
    if (name.size() != colon)
        m_flaws |= SpaceBeforeColon;
    into.push_back({ std::string(name), std::string(trimmed(line.substr(colon + 1))) });
}

void ResponseParser::onHeadEnd(Sink &sink)
{
    if (m_head.status >= 200) {
        decideFraming();
        if (m_state != State::Failed)
            sink.finalHead(m_head);
        return;
    }
    if (m_head.status == 101)
        return fail(Failure::BadFraming, "101 Switching Protocols was not asked for");
    if (++m_interims > m_limits.interim)
        return fail(Failure::TooLarge, "more interim answers than the limit");
    sink.interimHead(m_head);
    m_head = ResponseHead();
    m_state = State::Status;
}

/// RFC 9112, section 6.3, in its order.
void ResponseParser::decideFraming()
{
    bool chunked = false;
    const int status = m_head.status;
    const bool bodiless = m_headRequest || status == 204 || status == 304;
    if (!bodiless && (!readTransferCoding(chunked) || (!readLengths() && !chunked)))
        return fail(Failure::BadFraming, "the length of the body cannot be known");
    if (chunked && m_length >= 0)
        m_flaws |= LengthAndChunked;
    if (chunked && m_head.minor == 0)
        m_flaws |= ChunkedIn10;
    const bool open = !bodiless && !chunked && m_length < 0;
    const bool accepted = open && status == 202 && m_acceptedHasNoBody;
    if (bodiless || accepted)
        m_framing = Framing::None;
    else
        m_framing = chunked ? Framing::Chunked : open ? Framing::UntilClose : Framing::Length;
    decideKeepAlive();
    m_keepAlive = m_keepAlive && !open && !(m_flaws & (LengthAndChunked | ChunkedIn10));
    m_left = m_framing == Framing::Length ? std::uint64_t(m_length) : 0;
    if (m_framing == Framing::Chunked)
        m_state = State::ChunkSize;
    else if (m_framing == Framing::UntilClose)
        m_state = State::UntilClose;
    else
        m_state = m_left ? State::Length : State::Done;
}

/// False when the values contradict each other or are no numbers.
bool ResponseParser::readLengths()
{
    bool good = true, seen = false;
    for (const HeaderLine &header : m_head.headers) {
        if (!sameToken(header.name, "content-length"))
            continue;
        good = good && !trimmed(header.value).empty();
        forEachElement(header.value, [&](std::string_view element) {
            const std::int64_t value = decimal(element);
            good = good && value >= 0 && (!seen || value == m_length);
            if (seen)
                m_flaws |= RepeatedLength;
            seen = true;
            m_length = value;
        });
    }
    return good;
}

/// Only `chunked` is understood (and the old no-op `identity`). False for any other coding.
bool ResponseParser::readTransferCoding(bool &chunked)
{
    bool good = true;
    for (const HeaderLine &header : m_head.headers) {
        if (!sameToken(header.name, "transfer-encoding"))
            continue;
        forEachElement(header.value, [&](std::string_view element) {
            if (sameToken(element, "chunked"))
                good = good && !std::exchange(chunked, true);
            else
                good = good && sameToken(element, "identity") && !chunked;
        });
    }
    return good;
}

void ResponseParser::decideKeepAlive()
{
    m_keepAlive = m_head.minor >= 1;
    for (const HeaderLine &header : m_head.headers) {
        if (!sameToken(header.name, "connection"))
            continue;
        bool close = false;
        forEachElement(header.value, [&](std::string_view element) {
            close = close || sameToken(element, "close");
            m_keepAlive = m_keepAlive || sameToken(element, "keep-alive");
        });
        if (close) {
            m_keepAlive = false;
            return;
        }
    }
}

void ResponseParser::onChunkSize()
{
    const std::string_view line = m_line;
    std::uint64_t size = 0;
    std::size_t digits = 0;
    for (; digits < line.size() && hexDigit(line[digits]) >= 0; ++digits) {
        if (digits == 15)
            return fail(Failure::BadFraming, "a chunk size beyond 2^60");
        size = size * 16 + std::uint64_t(hexDigit(line[digits]));
    }
    const std::string_view rest = trimmed(line.substr(digits));
    if (digits == 0 || (!rest.empty() && rest.front() != ';'))
        return fail(Failure::BadFraming, "a chunk size that is no number");
    m_left = size;
    m_state = size ? State::ChunkData : State::Trailers;
}

void ResponseParser::takeBody(std::string_view &in, Sink &sink)
{
    if (m_state == State::UntilClose)
        m_left = std::numeric_limits<std::uint64_t>::max();
    const std::string_view piece = in.substr(0, std::size_t(std::min<std::uint64_t>(in.size(), m_left)));
    in.remove_prefix(piece.size());
    sink.bodyPiece(piece);
    m_left -= piece.size();
    if (m_left == 0)
        m_state = m_state == State::Length ? State::Done : State::ChunkEnd;
}

void ResponseParser::fail(Failure failure, const char *text)
{
    m_state = State::Failed;
    m_failure = failure;
    m_text = text;
    m_keepAlive = false;
}

} // namespace assayer
