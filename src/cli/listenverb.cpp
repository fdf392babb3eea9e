#include "cli/listenverb.h"

#include "inspection/reportparts.h"

#include <QTimer>

namespace assayer {

namespace {

InspectionOptions withoutLists(InspectionOptions options)
{
    options.listWhenReady = false;
    return options;
}

} // namespace

ListenVerb::ListenVerb(InspectionOptions options, Console console, QByteArray filterJson, int seconds, QObject *parent)
    : ConnectedVerb(withoutLists(std::move(options)), console, parent)
    , m_filter(std::move(filterJson))
    , m_seconds(seconds)
{
    connect(&inspection(), &Inspection::actionAccepted, this, [this](quint64, const QByteArray &granted) {
        m_granted = granted;
        this->console().note(QStringLiteral("Listening; granted: %1").arg(QString::fromUtf8(granted)));
    });
    connect(&inspection(), &Inspection::actionFinished, this, [this](const ActionResult &result) { end(result.result.error); });
    connect(&inspection(), &Inspection::notified, this, [this](const Notification &notification) {
        m_notifications << bytes(notification.message.document->raw(*notification.message.root));
        if (!this->console().json)
            this->console().out(m_notifications.last() + '\n');
    });
}

void ListenVerb::work()
{
    inspection().start(listenAction(m_filter));
    if (m_seconds > 0)
        QTimer::singleShot(m_seconds * 1000, this, [this] { end(std::nullopt); });
}

void ListenVerb::interrupt()
{
    end(std::nullopt);
}

void ListenVerb::end(const std::optional<Error> &error)
{
    if (isDone())
        return;
    if (error)
        console().error(*error, context(ErrorContext::Acting, QStringLiteral("subscriptions/listen")));
    if (console().json) {
        json::Writer out;
        out.beginObject().rawMember("granted", view(m_granted)).key("notifications").beginArray();
        for (const QByteArray &notification : std::as_const(m_notifications))
            out.raw(view(notification));
        out.endArray().key("error");
        report::writeError(out, error);
        console().out(QByteArray::fromStdString(out.endObject().take()) + '\n');
    }
    done(error ? requestExitCode(*error) : Fine);
}

} // namespace assayer
