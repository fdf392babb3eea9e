#include "trace/shellwords.h"

#include "trace/redactor.h"

#include <algorithm>

namespace assayer {
namespace {

bool isPlain(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || std::string_view("-_./:=@%+,").find(c) != std::string_view::npos;
}

/// Between single quotes nothing is special but the quote itself.
QByteArray inQuotes(std::string_view text)
{
    if (text.empty())
        return {};
    QByteArray word("'");
    for (const char c : text) {
        if (c == '\'')
            word += "'\\''";
        else
            word += c;
    }
    return word + '\'';
}

} // namespace

QByteArray ShellWords::quoted(std::string_view text)
{
    if (text.empty())
        return QByteArrayLiteral("''");
    if (std::all_of(text.begin(), text.end(), isPlain))
        return QByteArray(text.data(), static_cast<qsizetype>(text.size()));
    return inQuotes(text);
}

QByteArray ShellWords::variableName(std::string_view name)
{
    QByteArray variable;
    for (const char c : name) {
        const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        const bool digit = c >= '0' && c <= '9';
        variable += letter || digit ? c : '_';
    }
    variable = variable.toUpper();
    const bool startsWell = !variable.isEmpty() && (variable.front() == '_' || (variable.front() >= 'A' && variable.front() <= 'Z'));
    return startsWell ? variable : "SECRET_" + variable;
}

QByteArray ShellWords::quoted(std::string_view text, const std::function<QByteArray(std::size_t)> &nameAt)
{
    const QByteArray mask = Redactor::mask();
    const std::string_view wanted(mask.constData(), static_cast<std::size_t>(mask.size()));
    std::size_t at = text.find(wanted);
    if (at == std::string_view::npos)
        return quoted(text);
    QByteArray word;
    std::size_t from = 0;
    for (; at != std::string_view::npos; at = text.find(wanted, from)) {
        const QByteArray name = variableName(std::string_view(nameAt(at).constData()));
        if (!m_variables.contains(name))
            m_variables.append(name);
        word += inQuotes(text.substr(from, at - from)) + "\"$" + name + '"';
        from = at + wanted.size();
    }
    return word + inQuotes(text.substr(from));
}

QByteArray ShellWords::quoted(std::string_view text, const QByteArray &name)
{
    return quoted(text, [&](std::size_t) { return name; });
}

} // namespace assayer
