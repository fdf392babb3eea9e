#include "profiles/relaxedjson.h"

#include <algorithm>

namespace assayer {

namespace {

class Blanker {
public:
    explicit Blanker(std::string_view source) { m_out.strict = source; }

    RelaxedText run()
    {
        blankBom();
        while (m_at < text().size())
            step();
        return std::move(m_out);
    }

private:
    std::string &text() { return m_out.strict; }
    char at(std::size_t index) { return index < text().size() ? text()[index] : '\0'; }

    void blankBom()
    {
        if (text().compare(0, 3, "\xEF\xBB\xBF") != 0)
            return;
        m_out.hasBom = true;
        blank(0, 3);
        m_at = 3;
    }

    void step()
    {
        const char c = at(m_at);
        if (c == '"')
            skipString();
        else if (c == '/' && at(m_at + 1) == '/')
            blankComment(text().find('\n', m_at));
        else if (c == '/' && at(m_at + 1) == '*')
            blankComment(endOfBlock());
        else
            token(c);
    }

    void token(char c)
    {
        if (c == ',')
            m_comma = m_at;
        else if ((c == '}' || c == ']') && m_comma)
            dropComma();
        else if (c != ' ' && c != '\t' && c != '\r' && c != '\n')
            m_comma.reset();
        ++m_at;
    }

    void dropComma()
    {
        blank(*m_comma, *m_comma + 1);
        m_comma.reset();
        m_out.hasTrailingCommas = true;
    }

    void skipString()
    {
        m_comma.reset();
        for (++m_at; m_at < text().size() && text()[m_at] != '"'; ++m_at) {
            if (text()[m_at] == '\\')
                ++m_at;
        }
        ++m_at;
    }

    std::size_t endOfBlock()
    {
        const std::size_t end = text().find("*/", m_at + 2);
        return end == std::string::npos ? end : end + 2;
    }

    void blankComment(std::size_t end)
    {
        end = std::min(end, text().size());
        blank(m_at, end);
        m_at = end;
        m_out.hasComments = true;
    }

    void blank(std::size_t from, std::size_t to)
    {
        for (std::size_t i = from; i < to; ++i) {
            if (text()[i] != '\n' && text()[i] != '\r')
                text()[i] = ' ';
        }
    }

    RelaxedText m_out;
    std::size_t m_at = 0;
    std::optional<std::size_t> m_comma; ///< a comma that nothing but blanks has followed
};

std::string place(std::string_view text, std::size_t offset)
{
    const std::string_view before = text.substr(0, std::min(offset, text.size()));
    const auto line = std::count(before.begin(), before.end(), '\n') + 1;
    const std::size_t start = before.rfind('\n');
    const std::size_t column = before.size() - (start == std::string_view::npos ? 0 : start + 1) + 1;
    return "line " + std::to_string(line) + ", column " + std::to_string(column);
}

} // namespace

RelaxedText blankRelaxed(std::string_view source)
{
    return Blanker(source).run();
}

Result<json::DocumentPtr> parseRelaxed(const QByteArray &source, const QString &path)
{
    const std::string_view text(source.constData(), static_cast<std::size_t>(source.size()));
    Result<json::DocumentPtr> parsed = json::Document::parse(blankRelaxed(text).strict);
    if (parsed)
        return parsed;
    Error error = std::move(parsed).error();
    const auto offset = static_cast<std::size_t>(error.data.position.value_or(0));
    const std::string where = place(text, offset);
    error.kind = "unreadable-file";
    error.cause = "not-json";
    if (error.message.find(where) == std::string::npos)
        error.message = where + ": " + error.message;
    if (!path.isEmpty())
        error.data.path = path.toStdString();
    return fail(std::move(error));
}

} // namespace assayer
