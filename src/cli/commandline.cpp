#include "cli/commandline.h"

#include "cli/optiontable.h"

#include <limits>

namespace assayer {

namespace {

tl::unexpected<Error> usage(const QString &message)
{
    return fail("usage", message.toStdString());
}

bool isOption(const QString &word)
{
    return word.size() > 1 && word.startsWith(u'-');
}

class Parser {
public:
    explicit Parser(const QStringList &arguments)
        : m_words(arguments)
    {
    }

    Result<CommandLine> run()
    {
        for (; m_at < m_words.size(); ++m_at) {
            if (m_words[m_at] == QLatin1String("--")) {
                m_line.hasCommand = true;
                m_line.command = m_words.mid(m_at + 1);
                break;
            }
            const Result<void> taken = isOption(m_words[m_at]) ? takeOption() : takeWord();
            if (!taken)
                return fail(taken.error());
        }
        return check();
    }

private:
    Result<void> takeWord()
    {
        const QString &word = m_words[m_at];
        if (!m_line.verb.isEmpty()) {
            m_line.words << word;
            return {};
        }
        if (!findVerb(word))
            return usage(QStringLiteral("\"%1\" is no verb; see assayer-cli --help").arg(word));
        m_line.verb = word;
        return {};
    }

    Result<void> takeOption()
    {
        QString name = m_words[m_at];
        std::optional<QString> value;
        if (const qsizetype equals = name.indexOf(u'='); equals > 0 && name.startsWith(QLatin1String("--"))) {
            value = name.mid(equals + 1);
            name.truncate(equals);
        }
        const OptionSpec *spec = findOption(name);
        if (!spec)
            return usage(QStringLiteral("\"%1\" is no option; see assayer-cli --help").arg(name));
        if (!spec->value && value)
            return usage(QStringLiteral("%1 takes no value").arg(name));
        if (spec->value && !value) {
            if (++m_at >= m_words.size())
                return usage(QStringLiteral("%1 needs a value: %2").arg(name, QLatin1String(spec->value)));
            value = m_words[m_at];
        }
        if (m_line.options.contains(name) && !spec->repeatable && spec->value)
            return usage(QStringLiteral("%1 is given twice").arg(name));
        m_line.options[name] << value.value_or(QString());
        return {};
    }

    Result<CommandLine> check()
    {
        if (m_line.has("--help") || m_line.has("-h") || m_line.has("--version"))
            return std::move(m_line);
        if (m_line.verb.isEmpty())
            return usage(QStringLiteral("a verb is missing; see assayer-cli --help"));
        for (auto it = m_line.options.constBegin(); it != m_line.options.constEnd(); ++it) {
            const QString verbs = QString::fromLatin1(findOption(it.key())->verbs);
            if (!verbs.isEmpty() && !verbs.split(u' ').contains(m_line.verb))
                return usage(QStringLiteral("%1 does not belong to \"%2\"").arg(it.key(), m_line.verb));
        }
        return std::move(m_line);
    }

    const QStringList m_words;
    qsizetype m_at = 0;
    CommandLine m_line;
};

} // namespace

std::optional<QString> CommandLine::value(const char *name) const
{
    const auto it = options.constFind(QLatin1String(name));
    return it == options.constEnd() ? std::nullopt : std::optional<QString>(it->last());
}

Result<CommandLine> parseCommandLine(const QStringList &arguments)
{
    return Parser(arguments).run();
}

Result<qint64> numberOption(const CommandLine &line, const char *name, qint64 standard, qint64 smallest, qint64 largest)
{
    const std::optional<QString> text = line.value(name);
    if (!text)
        return standard;
    bool ok = false;
    const qint64 number = text->toLongLong(&ok);
    if (!ok || number < smallest || number > largest) {
        const QString range = largest == std::numeric_limits<int>::max() ? QStringLiteral("%1 or more").arg(smallest) : QStringLiteral("%1 to %2").arg(smallest).arg(largest);
        return usage(QStringLiteral("%1 needs a whole number, %2; got \"%3\"").arg(QLatin1String(name), range, *text));
    }
    return number;
}

} // namespace assayer
