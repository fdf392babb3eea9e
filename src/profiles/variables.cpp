#include "profiles/variables.h"

#include <QDir>
#include <QFileInfo>
#include <QProcessEnvironment>

namespace assayer {

namespace {

bool isName(QStringView text)
{
    if (text.isEmpty() || text.front().isDigit())
        return false;
    for (const QChar c : text) {
        const bool fits = (c.unicode() < 128 && c.isLetterOrNumber()) || c == u'_' || c == u'-' || c == u'.';
        if (!fits)
            return false;
    }
    return true;
}

/// A placeholder taken apart: "env" and "VAR" and "fallback" of ${env:VAR:-fallback}.
struct Placeholder {
    QString scope;
    QString name;
    std::optional<QString> fallback;

    QString shown() const { return scope.isEmpty() ? name : scope + u':' + name; }
};

std::optional<Placeholder> parse(const QString &inside)
{
    Placeholder out;
    QString head = inside;
    if (const qsizetype dash = inside.indexOf(QLatin1String(":-")); dash >= 0) {
        out.fallback = inside.mid(dash + 2);
        head = inside.left(dash);
    }
    if (const qsizetype colon = head.indexOf(u':'); colon >= 0) {
        out.scope = head.left(colon);
        head = head.mid(colon + 1);
        if (!isName(out.scope) || head.isEmpty())
            return std::nullopt;
    } else if (head != QLatin1String("/") && !isName(head)) {
        return std::nullopt;
    }
    out.name = head;
    return out;
}

std::optional<QString> lookUp(const QMap<QString, QString> &values, const QString &name)
{
    const auto it = values.constFind(name);
    return it == values.constEnd() ? std::nullopt : std::optional<QString>(*it);
}

std::optional<QString> given(const QString &value)
{
    return value.isEmpty() ? std::nullopt : std::optional<QString>(value);
}

std::optional<QString> wellKnown(const QString &name, const VariableContext &context)
{
    if (name == QLatin1String("userHome"))
        return given(context.userHome);
    if (name == QLatin1String("workspaceFolder"))
        return given(context.workspaceFolder);
    if (name == QLatin1String("workspaceFolderBasename"))
        return given(QFileInfo(context.workspaceFolder).fileName());
    if (name == QLatin1String("cwd"))
        return given(context.cwd);
    if (name == QLatin1String("/") || name == QLatin1String("pathSeparator"))
        return QString(QDir::separator());
    return std::nullopt;
}

std::optional<QString> valueOf(const Placeholder &wanted, const VariableContext &context)
{
    if (wanted.scope == QLatin1String("env"))
        return lookUp(context.environment, wanted.name);
    if (wanted.scope == QLatin1String("input"))
        return lookUp(context.inputs, wanted.name);
    if (wanted.scope == QLatin1String("secret"))
        return context.secret ? context.secret(wanted.name) : std::nullopt;
    if (!wanted.scope.isEmpty())
        return std::nullopt;
    if (const auto value = wellKnown(wanted.name, context))
        return value;
    return lookUp(context.environment, wanted.name);
}

/// Offset of the brace that closes the one at `open`, or -1. Placeholders may stand inside of a default.
qsizetype closingBrace(const QString &text, qsizetype open)
{
    int depth = 0;
    for (qsizetype i = open; i < text.size(); ++i) {
        if (text[i] == u'{')
            ++depth;
        else if (text[i] == u'}' && --depth == 0)
            return i;
    }
    return -1;
}

/// Calls `found(inside)` for each ${...}; what it returns stands in its place, nullopt leaves the text as it is.
template<class Function>
QString replaceEach(const QString &text, Function found)
{
    QString out;
    qsizetype at = 0;
    while (true) {
        const qsizetype open = text.indexOf(QLatin1String("${"), at);
        const qsizetype close = open < 0 ? -1 : closingBrace(text, open + 1);
        if (close < 0)
            return out + text.mid(at);
        const std::optional<QString> value = found(text.mid(open + 2, close - open - 2));
        out += text.mid(at, open - at);
        out += value ? *value : text.mid(open, close + 1 - open);
        at = close + 1;
    }
}

} // namespace

VariableContext VariableContext::ofProcess(const QString &workspaceFolder)
{
    VariableContext context;
    const QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    const QStringList keys = environment.keys();
    for (const QString &key : keys)
        context.environment.insert(key, environment.value(key));
    context.userHome = QDir::homePath();
    context.cwd = QDir::currentPath();
    context.workspaceFolder = workspaceFolder.isEmpty() ? context.cwd : workspaceFolder;
    return context;
}

QString expandText(const QString &text, const VariableContext &context, QStringList &unset)
{
    return replaceEach(text, [&](const QString &inside) -> std::optional<QString> {
        const std::optional<Placeholder> wanted = parse(inside);
        if (!wanted)
            return std::nullopt;
        const std::optional<QString> value = valueOf(*wanted, context);
        if (wanted->fallback && (!value || value->isEmpty()))
            return expandText(*wanted->fallback, context, unset);
        if (!value && !unset.contains(wanted->shown()))
            unset << wanted->shown();
        return value;
    });
}

QStringList placeholders(const QString &text)
{
    QStringList names;
    replaceEach(text, [&](const QString &inside) -> std::optional<QString> {
        if (const std::optional<Placeholder> found = parse(inside); found && !names.contains(found->shown()))
            names << found->shown();
        return std::nullopt;
    });
    return names;
}

} // namespace assayer
