#include "inspection/errorwords.h"

#include "platform/formattext.h"
#include "platform/visibletext.h"

namespace assayer::words {

QString cut(const QString &text, qsizetype limit)
{
    return text.size() <= limit ? text : text.left(limit - 1).trimmed() + QChar(0x2026);
}

QString quoted(std::string_view utf8, qsizetype limit)
{
    return u'"' + cut(visible(utf8), limit) + u'"';
}

QString quoted(const QString &text, qsizetype limit)
{
    return u'"' + cut(visible(QStringView(text)), limit) + u'"';
}

QString place(const ErrorContext &context)
{
    if (!context.target)
        return QStringLiteral("the server");
    if (context.target->kind == TransportKind::Stdio)
        return context.target->command.isEmpty() ? QStringLiteral("the server") : cut(visible(QStringView(context.target->command)), 40);
    const QUrl &url = context.target->url;
    const int port = url.port(url.scheme() == QLatin1String("https") ? 443 : 80);
    const QString host = url.host().contains(u':') ? u'[' + url.host() + u']' : url.host();
    return cut(visible(QStringView(host)), 40) + u':' + QString::number(port);
}

QString status(const Error &error)
{
    if (!error.data.status)
        return {};
    const QString reason = cut(visible(std::string_view(error.data.statusText)), 40);
    return reason.isEmpty() ? QString::number(*error.data.status) : QString::number(*error.data.status) + u' ' + reason;
}

QString body(const Error &error)
{
    const auto &text = error.data.text ? error.data.text : error.data.body;
    if (!text || text->empty())
        return {};
    return quoted(std::string_view(*text).substr(0, text->find('\n')));
}

QString lastStderrLine(const ErrorContext &context)
{
    if (!context.end)
        return {};
    const QList<QByteArray> lines = context.end->stderrTail.trimmed().split('\n');
    const QByteArray last = lines.isEmpty() ? QByteArray() : lines.last().trimmed();
    return last.isEmpty() ? QString() : quoted(QString::fromUtf8(last), 80);
}

const NegotiationStep *step(const ErrorContext &context, std::string_view name)
{
    if (!context.negotiation)
        return nullptr;
    const auto &steps = context.negotiation->steps;
    for (auto it = steps.rbegin(); it != steps.rend(); ++it) {
        if (it->step == name)
            return &*it;
    }
    return nullptr;
}

QString milliseconds(const Error &error)
{
    if (!error.data.timeoutMs)
        return {};
    // A limit is a setting, not a measurement: whole seconds are said as they were set.
    const std::int64_t limit = *error.data.timeoutMs;
    return limit % 1000 == 0 && limit < 60'000 ? QStringLiteral("%1 s").arg(limit / 1000) : duration(limit * 1'000'000);
}

QString listed(const std::vector<std::string> &texts)
{
    QStringList out;
    for (std::size_t i = 0; i < texts.size() && i < 6; ++i)
        out << quoted(texts[i], 20);
    if (texts.size() > 6)
        out << QStringLiteral("and %1 more").arg(texts.size() - 6);
    return out.isEmpty() ? QStringLiteral("none") : out.join(QStringLiteral(", "));
}

QString sentence(const Error &error)
{
    QString text = visible(std::string_view(error.message), Lines::One, 400).trimmed();
    if (!text.isEmpty() && !text.endsWith(u'.'))
        text += u'.';
    return text;
}

} // namespace assayer::words
