#include "cli/actionverb.h"

#include "cli/textreport.h"
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

ActionVerb::ActionVerb(InspectionOptions options, Console console, ActionRequest request, int seconds, QObject *parent)
    : ConnectedVerb(withoutLists(std::move(options)), console, parent)
    , m_request(std::move(request))
    , m_seconds(seconds)
{
    connect(&inspection(), &Inspection::actionFinished, this, &ActionVerb::actionFinished);
    // A modern subscription is a stream: it stands when the server has accepted it, and never finishes by itself.
    connect(&inspection(), &Inspection::actionAccepted, this, &ActionVerb::accepted);
    connect(&inspection(), &Inspection::notified, this, [this](const Notification &notification) {
        const json::Value *root = notification.message.root;
        m_notifications << bytes(notification.message.document->raw(*root));
        if (!this->console().json && m_seconds > 0)
            this->console().out(m_notifications.last() + '\n');
    });
}

void ActionVerb::work()
{
    beginAction();
    inspection().start(m_request);
}

void ActionVerb::accepted()
{
    listenOn();
}

void ActionVerb::actionFinished(const ActionResult &result)
{
    if (isDone())
        return;
    note(answerExitCode(result, ownFindings()));
    if (result.result.error)
        console().error(*result.result.error, context(ErrorContext::Acting, QString::fromUtf8(m_request.info.method)));
    if (m_seconds > 0 && !result.result.error) {
        QTimer::singleShot(m_seconds * 1000, this, [this, result] { print(result); });
        return;
    }
    print(result);
}

void ActionVerb::listenOn()
{
    QTimer::singleShot(m_seconds * 1000, this, [this] {
        if (isDone())
            return;
        ActionResult result;
        result.method = m_request.info.method;
        print(result);
    });
}

void ActionVerb::print(const ActionResult &result)
{
    if (isDone())
        return;
    if (!console().json) {
        console().out(text::result(m_request.info.method, result.result.result).toUtf8());
        tellFindings(result);
        return done(Fine);
    }
    json::Writer out;
    out.beginObject().member("method", view(m_request.info.method));
    if (!m_request.info.name.isEmpty())
        out.member("name", view(m_request.info.name));
    out.key("result");
    report::writeNode(out, result.result.result);
    out.key("error");
    report::writeError(out, result.result.error);
    out.key("findings");
    report::writeFindings(out, ownFindings());
    if (m_seconds > 0) {
        out.key("notifications").beginArray();
        for (const QByteArray &notification : std::as_const(m_notifications))
            out.raw(view(notification));
        out.endArray();
    }
    console().out(QByteArray::fromStdString(out.endObject().take()) + '\n');
    done(Fine);
}

} // namespace assayer
