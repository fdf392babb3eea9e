// Texts as words of a POSIX shell; what was redacted becomes a variable, so that a copied command can be run after setting it.
#pragma once

#include <QByteArray>
#include <QByteArrayList>

#include <functional>
#include <string_view>

namespace assayer {

class ShellWords {
public:
    /// A word that the shell reads as exactly this text. `text` must hold no NUL.
    static QByteArray quoted(std::string_view text);
    /// The same, with every mask of the redactor replaced by a variable; `nameAt` gives a name for the mask at that offset.
    QByteArray quoted(std::string_view text, const std::function<QByteArray(std::size_t)> &nameAt);
    QByteArray quoted(std::string_view text, const QByteArray &name);
    /// Names of the variables used so far, in order, each once.
    const QByteArrayList &variables() const { return m_variables; }
    /// "Mcp-Session-Id" -> "MCP_SESSION_ID".
    static QByteArray variableName(std::string_view name);

private:
    QByteArrayList m_variables;
};

} // namespace assayer
