#include "ui/targettext.h"

#include <QFileInfo>
#include <QProcess>
#include <QRegularExpression>

namespace assayer {
namespace {

bool looksLikeAddress(const QString &text)
{
    return text.contains(QLatin1String("://")) && !text.contains(u' ');
}

/// "localhost:3000/mcp" and "host.example:443": an address whose scheme was left out.
bool looksLikeHost(const QString &text)
{
    static const QRegularExpression pattern(QStringLiteral("^(localhost|[A-Za-z0-9-]+(\\.[A-Za-z0-9-]+)+):\\d{1,5}(/\\S*)?$"));
    return pattern.match(text).hasMatch();
}

Result<void> readAddress(const QString &text, Target &target)
{
    const QUrl url(text, QUrl::StrictMode);
    const QString scheme = url.scheme();
    if (!url.isValid())
        return fail("usage", "This is no address: " + url.errorString().toStdString());
    if (scheme != QLatin1String("http") && scheme != QLatin1String("https"))
        return fail("usage", "Assayer speaks http and https, not \"" + scheme.toStdString() + "\"");
    if (url.host().isEmpty())
        return fail("usage", "The address names no host");
    if (target.kind == TransportKind::Stdio)
        target.kind = TransportKind::StreamableHttp;
    target.url = url;
    return {};
}

QString quotedArgument(const QString &argument)
{
    if (!argument.isEmpty() && !argument.contains(u' ') && !argument.contains(u'"'))
        return argument;
    QString inner = argument;
    return u'"' + inner.replace(u'"', QLatin1String("\"\"\"")) + u'"';
}

} // namespace

QString cleanTargetText(const QString &text, int *removed)
{
    QString clean;
    for (const QChar c : text) {
        if (c.category() != QChar::Other_Control && c.category() != QChar::Other_Format)
            clean.append(c);
    }
    if (removed)
        *removed = static_cast<int>(text.size() - clean.size());
    return clean.trimmed();
}

Result<void> readTarget(const QString &text, Target &target)
{
    const QString clean = cleanTargetText(text);
    if (clean.isEmpty())
        return fail("usage", "Type an address or a command");
    if (looksLikeAddress(clean))
        return readAddress(clean, target);
    if (looksLikeHost(clean))
        return readAddress(QStringLiteral("http://") + clean, target);
    QStringList words = QProcess::splitCommand(clean);
    if (words.isEmpty())
        return fail("usage", "The command is empty");
    target.kind = TransportKind::Stdio;
    target.command = words.takeFirst();
    target.arguments = words;
    return {};
}

QString targetName(const Target &target)
{
    if (target.kind == TransportKind::Stdio)
        return QFileInfo(target.command).fileName();
    const int port = target.url.port();
    return port > 0 ? target.url.host() + u':' + QString::number(port) : target.url.host();
}

QString targetForPeople(const Target &target)
{
    if (target.kind != TransportKind::Stdio)
        return target.url.toDisplayString(QUrl::RemoveUserInfo | QUrl::RemoveQuery | QUrl::RemoveFragment);
    QStringList words { quotedArgument(target.command) };
    for (const QString &argument : target.arguments)
        words.append(quotedArgument(argument));
    return words.join(u' ');
}

} // namespace assayer
