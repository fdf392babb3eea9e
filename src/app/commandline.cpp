#include "app/commandline.h"

#include <QHash>

#include <functional>

namespace assayer {
namespace {

using Setter = std::function<QString(CommandLine &, const QString &)>; ///< returns a complaint or nothing

QString complain(const QString &text)
{
    return text;
}

Setter milliseconds(int SessionOptions::*member)
{
    return [member](CommandLine &line, const QString &value) {
        bool ok = false;
        const int number = value.toInt(&ok);
        if (!ok || number < 0)
            return complain(QStringLiteral("expected milliseconds, received \"%1\"").arg(value));
        line.options.session.*member = number;
        return QString();
    };
}

template<class T>
Setter oneOf(T SessionOptions::*member, const QList<std::pair<QString, T>> &words)
{
    return [member, words](CommandLine &line, const QString &value) {
        QStringList known;
        for (const auto &[word, meaning] : words) {
            if (word == value) {
                line.options.session.*member = meaning;
                return QString();
            }
            known.append(word);
        }
        return complain(QStringLiteral("expected %1, received \"%2\"").arg(known.join(QStringLiteral(", ")), value));
    };
}

QString setTransport(CommandLine &line, const QString &value)
{
    SessionOptions &session = line.options.session;
    session.sseFallback = false;
    if (value == QLatin1String("sse"))
        session.target.kind = TransportKind::LegacySse;
    else if (value == QLatin1String("streamable-http"))
        session.target.kind = TransportKind::StreamableHttp;
    else if (value == QLatin1String("stdio"))
        session.target.kind = TransportKind::Stdio;
    else
        return complain(QStringLiteral("expected streamable-http, sse or stdio, received \"%1\"").arg(value));
    return {};
}

QString setPin(CommandLine &line, const QString &value)
{
    line.options.session.mode = EraMode::Pin;
    line.options.session.pin = value;
    return {};
}

QString setLimit(CommandLine &line, const QString &value)
{
    bool ok = false;
    const qint64 number = value.toLongLong(&ok);
    if (!ok || number <= 0)
        return complain(QStringLiteral("expected bytes, received \"%1\"").arg(value));
    line.options.session.target.limits.messageBytes = number;
    return {};
}

QString addHeader(CommandLine &line, const QString &value)
{
    const qsizetype colon = value.indexOf(u':');
    if (colon < 1)
        return complain(QStringLiteral("expected NAME: VALUE"));
    const QString name = value.left(colon).trimmed();
    line.options.session.target.headers.append({ name.toUtf8(), value.mid(colon + 1).trimmed().toUtf8() });
    line.options.secretHeaders.append(name);
    return {};
}

QString addVariable(CommandLine &line, const QString &value)
{
    const qsizetype sign = value.indexOf(u'=');
    if (sign < 1)
        return complain(QStringLiteral("expected NAME=VALUE"));
    line.options.session.target.environment.insert(value.left(sign), value.mid(sign + 1));
    line.options.secretVariables.append(value.left(sign));
    return {};
}

QString setToken(CommandLine &line, const QString &value)
{
    const QByteArray token = qgetenv(value.toLocal8Bit().constData());
    if (token.isEmpty())
        return complain(QStringLiteral("the variable %1 is not set").arg(value));
    line.options.session.target.headers.append({ QByteArrayLiteral("Authorization"), "Bearer " + token });
    line.options.secretValues.append(QString::fromUtf8(token));
    return {};
}

QHash<QString, Setter> makeSetters()
{
    const auto text = [](QString CommandLine::*member) {
        return [member](CommandLine &line, const QString &value) {
            line.*member = value;
            return QString();
        };
    };
    return {
        { QStringLiteral("--transport"), setTransport },
        { QStringLiteral("--era"),
            oneOf<EraMode>(&SessionOptions::mode,
                { { QStringLiteral("auto"), EraMode::Auto }, { QStringLiteral("legacy"), EraMode::Legacy },
                    { QStringLiteral("modern"), EraMode::Modern } }) },
        { QStringLiteral("--pin"), setPin },
        { QStringLiteral("--protocol-versions"),
            [](CommandLine &line, const QString &value) {
                line.options.session.protocolVersions = value.split(u',', Qt::SkipEmptyParts);
                return QString();
            } },
        { QStringLiteral("--policy"),
            oneOf<ProbePolicy>(&SessionOptions::policy,
                { { QStringLiteral("assayer"), ProbePolicy::Assayer }, { QStringLiteral("sdk-2571"), ProbePolicy::Sdk2571 },
                    { QStringLiteral("sdk-2.4.0"), ProbePolicy::Sdk240 } }) },
        { QStringLiteral("--metadata-policy"),
            oneOf<MetadataPolicy>(&SessionOptions::metadataPolicy,
                { { QStringLiteral("whole"), MetadataPolicy::Whole }, { QStringLiteral("isolated"), MetadataPolicy::Isolated } }) },
        { QStringLiteral("--probe-placement"),
            oneOf<ProbePlacement>(&SessionOptions::placement,
                { { QStringLiteral("sibling"), ProbePlacement::Sibling }, { QStringLiteral("in-place"), ProbePlacement::InPlace } }) },
        { QStringLiteral("--probe-timeout"), milliseconds(&SessionOptions::probeTimeoutMs) },
        { QStringLiteral("--probe-retries"), milliseconds(&SessionOptions::probeRetries) },
        { QStringLiteral("--connect-timeout"), milliseconds(&SessionOptions::connectTimeoutMs) },
        { QStringLiteral("--timeout"), milliseconds(&SessionOptions::requestTimeoutMs) },
        { QStringLiteral("--max-total-timeout"), milliseconds(&SessionOptions::maxTotalTimeoutMs) },
        { QStringLiteral("--max-message"), setLimit },
        { QStringLiteral("--header"), addHeader },
        { QStringLiteral("--env"), addVariable },
        { QStringLiteral("--token-env"), setToken },
        { QStringLiteral("--cwd"),
            [](CommandLine &line, const QString &value) {
                line.options.session.target.directory = value;
                return QString();
            } },
        { QStringLiteral("--trace"), text(&CommandLine::traceFile) },
        { QStringLiteral("--server"), text(&CommandLine::server) },
        { QStringLiteral("--config"),
            [](CommandLine &line, const QString &value) {
                line.kind = CommandLine::ProfileFile;
                line.target = value;
                return QString();
            } },
    };
}

bool setFlag(CommandLine &line, const QString &name)
{
    if (name == QLatin1String("--demo"))
        line.kind = CommandLine::Demo;
    else if (name == QLatin1String("--help") || name == QLatin1String("-h"))
        line.help = true;
    else if (name == QLatin1String("--version"))
        line.version = true;
    else if (name == QLatin1String("-v"))
        line.verbose = true;
    else
        return name == QLatin1String("-q");
    return true;
}

Result<void> setTarget(CommandLine &line, const QString &text)
{
    if (line.kind != CommandLine::Nothing)
        return fail("usage", "One target at a time: \"" + text.toStdString() + "\" is a second one");
    line.target = text;
    if (text.endsWith(QLatin1String(".mcptrace")))
        line.kind = CommandLine::TraceFile;
    else if (text.endsWith(QLatin1String(".json")) && !text.contains(QLatin1String("://")))
        line.kind = CommandLine::ProfileFile;
    else
        line.kind = CommandLine::Target;
    return {};
}

} // namespace

Result<CommandLine> parseCommandLine(const QStringList &arguments)
{
    static const QHash<QString, Setter> setters = makeSetters();
    CommandLine line;
    for (qsizetype i = 0; i < arguments.size(); ++i) {
        const QString &argument = arguments[i];
        if (argument == QLatin1String("--")) {
            line.kind = CommandLine::Command;
            line.arguments = arguments.mid(i + 1);
            break;
        }
        const qsizetype sign = argument.startsWith(QLatin1String("--")) ? argument.indexOf(u'=') : -1;
        const QString name = sign > 0 ? argument.left(sign) : argument;
        if (const auto setter = setters.constFind(name); setter != setters.constEnd()) {
            if (sign < 0 && i + 1 >= arguments.size())
                return fail("usage", name.toStdString() + " wants a value");
            const QString complaint = (*setter)(line, sign > 0 ? argument.mid(sign + 1) : arguments[++i]);
            if (!complaint.isEmpty())
                return fail("usage", (name + QStringLiteral(": ") + complaint).toStdString());
            line.given.append(name);
        } else if (argument.startsWith(u'-')) {
            if (!setFlag(line, argument))
                return fail("usage", "Unknown option " + argument.toStdString());
        } else if (const Result<void> taken = setTarget(line, argument); !taken) {
            return tl::unexpected(taken.error());
        }
    }
    if (line.kind == CommandLine::Command && line.arguments.isEmpty())
        return fail("usage", "-- wants a command after it");
    if (line.kind == CommandLine::Nothing && !line.server.isEmpty())
        line.kind = CommandLine::Catalogue;
    return line;
}

QString commandLineHelp()
{
    return QStringLiteral(R"(Usage: assayer [OPTIONS] [TARGET]

Opens the window. TARGET is connected at once:
  URL                   a server at http or https
  FILE.json             a profile file (mcp.json): its servers are listed, none is started
  FILE.mcptrace         a recorded trace, opened without a server
  -- COMMAND [ARG...]   a server that speaks stdio

Options:
  --demo                        the built-in demo server
  --config FILE --server NAME   a server of a profile file
  --server NAME                 a server of the user's own profiles
  --transport streamable-http|sse|stdio
  --era auto|legacy|modern      modern: no fallback
  --pin VERSION                 exactly this modern revision
  --protocol-versions V[,V...]  what is offered, in preference order
  --policy assayer|sdk-2571|sdk-2.4.0
  --probe-timeout MS  --probe-retries N  --connect-timeout MS  --timeout MS  --max-total-timeout MS
  --probe-placement sibling|in-place
  --metadata-policy whole|isolated
  --max-message BYTES
  --header 'NAME: VALUE'  --env K=V  --cwd DIR  --token-env VAR
  --trace FILE                  record to this file
  -v  --version  --help
)");
}

} // namespace assayer
