#include "platform/visibletext.h"

#include "platform/tooltip.h"

#include <QByteArray>
#include <QStringList>

#include <algorithm>

namespace assayer {

namespace {

constexpr int keptMarks = 4;
constexpr char16_t ellipsis = u'\u2026';

bool isHidden(char32_t c)
{
    return c < 0x20 || (c >= 0x7f && c <= 0x9f) || c == 0xad || c == 0x61c || (c >= 0x200b && c <= 0x200f)
        || (c >= 0x2028 && c <= 0x202e) || (c >= 0x2060 && c <= 0x2069) || c == 0xfeff || (c >= 0xfff9 && c <= 0xfffb)
        || (c >= 0xe0000 && c <= 0xe007f) || (c >= 0xd800 && c <= 0xdfff);
}

bool isMark(char32_t c)
{
    switch (QChar::category(c)) {
    case QChar::Mark_NonSpacing:
    case QChar::Mark_SpacingCombining:
    case QChar::Mark_Enclosing:
        return true;
    default:
        return false;
    }
}

QString hexEscape(char32_t c)
{
    const bool wide = c > 0xffff;
    const QString digits = QStringLiteral("%1").arg(static_cast<uint>(c), wide ? 8 : 4, 16, QLatin1Char('0')).toUpper();
    return (wide ? QStringLiteral("\\U") : QStringLiteral("\\u")) + digits;
}

QString escapeOf(char32_t c)
{
    switch (c) {
    case '\n':
        return QStringLiteral("\\n");
    case '\r':
        return QStringLiteral("\\r");
    case '\t':
        return QStringLiteral("\\t");
    default:
        return hexEscape(c);
    }
}

/// One code point from `text` at `i`, which moves behind it; a lone surrogate is itself.
char32_t next(QStringView text, qsizetype &i)
{
    const char16_t first = text[i++].unicode();
    if (QChar::isHighSurrogate(first) && i < text.size() && text[i].isLowSurrogate())
        return QChar::surrogateToUcs4(first, text[i++].unicode());
    return first;
}

/// Builds the visible form piece by piece.
class Painter {
public:
    Painter(Lines lines, qsizetype limit)
        : m_lines(lines)
        , m_limit(limit)
    {
    }

    bool isFull() const { return m_limit > 0 && m_out.text.size() >= m_limit; }

    void add(char32_t c, bool lineEndFollows)
    {
        if (isMark(c)) {
            if (++m_marks > keptMarks)
                return escape(hexEscape(c));
        } else {
            m_marks = 0;
        }
        if (m_lines == Lines::Many && (c == '\n' || c == '\t' || (c == '\r' && lineEndFollows)))
            return plain(c == '\r' ? U'\0' : c);
        if (isHidden(c))
            return escape(escapeOf(c));
        plain(c);
    }

    VisibleText take(bool more)
    {
        if (more) {
            cutToLimit();
            m_out.text.append(ellipsis);
            m_out.cut = true;
        }
        return std::move(m_out);
    }

private:
    void plain(char32_t c)
    {
        if (c == 0)
            return; // the CR of CR LF
        if (QChar::requiresSurrogates(c)) {
            m_out.text.append(QChar(QChar::highSurrogate(c)));
            m_out.text.append(QChar(QChar::lowSurrogate(c)));
        } else {
            m_out.text.append(QChar(static_cast<char16_t>(c)));
        }
    }

    void escape(const QString &words)
    {
        m_out.escapes.push_back({ m_out.text.size(), words.size() });
        m_out.text.append(words);
    }

    /// An escape is shown whole or not at all.
    void cutToLimit()
    {
        while (!m_out.escapes.empty() && m_out.escapes.back().begin + m_out.escapes.back().length > m_limit) {
            m_out.text.truncate(m_out.escapes.back().begin);
            m_out.escapes.pop_back();
        }
    }

    Lines m_lines;
    qsizetype m_limit;
    int m_marks = 0;
    VisibleText m_out;
};

/// Length and value of the (W)UTF-8 sequence at `at`; length 0 where it is invalid.
std::pair<int, char32_t> sequenceAt(std::string_view text, std::size_t at)
{
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned char lead = byte(at);
    const int length = lead < 0x80 ? 1 : lead >= 0xc2 && lead < 0xe0 ? 2 : lead >= 0xe0 && lead < 0xf0 ? 3 : lead >= 0xf0 && lead < 0xf5 ? 4 : 0;
    if (length == 0 || at + static_cast<std::size_t>(length) > text.size())
        return { 0, 0 };
    char32_t c = length == 1 ? lead : lead & (0x7fu >> length);
    for (int i = 1; i < length; ++i) {
        const unsigned char follow = byte(at + static_cast<std::size_t>(i));
        if ((follow & 0xc0) != 0x80)
            return { 0, 0 };
        c = (c << 6) | (follow & 0x3fu);
    }
    const bool overlong = (length == 3 && c < 0x800) || (length == 4 && (c < 0x10000 || c > 0x10ffff));
    return overlong ? std::pair<int, char32_t> { 0, 0 } : std::pair<int, char32_t> { length, c };
}

bool isLone(QStringView text, qsizetype i)
{
    if (text[i].isHighSurrogate())
        return i + 1 >= text.size() || !text[i + 1].isLowSurrogate();
    return text[i].isLowSurrogate() && (i == 0 || !text[i - 1].isHighSurrogate());
}

} // namespace

VisibleText visibleText(QStringView text, Lines lines, qsizetype limit)
{
    Painter painter(lines, limit);
    qsizetype i = 0;
    while (i < text.size() && !painter.isFull()) {
        const char32_t c = next(text, i);
        painter.add(c, i < text.size() && text[i] == u'\n');
    }
    return painter.take(i < text.size());
}

QString visible(QStringView text, Lines lines, qsizetype limit)
{
    return visibleText(text, lines, limit).text;
}

QString visible(std::string_view utf8, Lines lines, qsizetype limit)
{
    // A character has at most four bytes; what is behind the limit needs no decoding.
    const auto enough = limit > 0 ? static_cast<std::size_t>(limit + 1) * 4 : utf8.size();
    return visible(QStringView(fromWire(utf8.substr(0, enough))), lines, limit);
}

QString isolated(const QString &visibleText)
{
    return QChar(u'\u2066') + visibleText + QChar(u'\u2069');
}

QString spokenText(QStringView text)
{
    QString out;
    for (qsizetype i = 0; i < text.size();) {
        const qsizetype begin = i;
        const char32_t c = next(text, i);
        if (isHidden(c) && c != '\n' && c != '\t' && c != '\r')
            out += QStringLiteral(" escape U+%1 ").arg(QStringLiteral("%1").arg(static_cast<uint>(c), 4, 16, QLatin1Char('0')).toUpper());
        else
            out += text.mid(begin, i - begin);
    }
    return out.simplified();
}

QString toolTipText(QStringView text, const QString &more)
{
    constexpr qsizetype columns = 80;
    constexpr qsizetype lineLimit = 12;
    const QString shown = visible(text, Lines::Many, columns * (lineLimit + 1));
    QStringList out;
    for (const QStringView line : QStringView(shown).split(u'\n')) {
        qsizetype at = 0;
        do {
            qsizetype length = std::min(columns, line.size() - at);
            if (const qsizetype blank = line.mid(at, length).lastIndexOf(u' '); at + length < line.size() && blank > 0)
                length = blank + 1;
            out += line.mid(at, length).toString();
            at += length;
        } while (at < line.size());
    }
    const bool isWhole = out.size() <= lineLimit && shown.size() < columns * (lineLimit + 1);
    return plainToolTip(isWhole ? out.join(u'\n') : out.mid(0, lineLimit).join(u'\n') + u'\n' + more);
}

QString fromWire(std::string_view wtf8)
{
    QString out;
    out.reserve(static_cast<qsizetype>(wtf8.size()));
    for (std::size_t at = 0; at < wtf8.size();) {
        const auto [length, c] = sequenceAt(wtf8, at);
        if (length == 0) {
            out.append(QChar(QChar::ReplacementCharacter));
            ++at;
            continue;
        }
        if (QChar::requiresSurrogates(c)) {
            out.append(QChar(QChar::highSurrogate(c)));
            out.append(QChar(QChar::lowSurrogate(c)));
        } else {
            out.append(QChar(static_cast<char16_t>(c)));
        }
        at += static_cast<std::size_t>(length);
    }
    return out;
}

QByteArray toWire(QStringView text)
{
    QByteArray out;
    for (qsizetype begin = 0; begin < text.size();) {
        qsizetype end = begin;
        while (end < text.size() && !isLone(text, end))
            ++end;
        out += text.mid(begin, end - begin).toUtf8();
        if (end < text.size()) {
            const uint c = text[end].unicode();
            out += static_cast<char>(0xe0 | (c >> 12));
            out += static_cast<char>(0x80 | ((c >> 6) & 0x3f));
            out += static_cast<char>(0x80 | (c & 0x3f));
            ++end;
        }
        begin = end;
    }
    return out;
}

} // namespace assayer
