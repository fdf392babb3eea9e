// Operations about the connection and about time.
#include "cli/scriptoperations.h"
#include "cli/scriptverb.h"
#include "inspection/reportparts.h"

#include <QTimer>

namespace assayer {

namespace {

Error cancelledError()
{
    return { "cancelled", "Cancelled by the script" };
}

int clamped(qint64 milliseconds)
{
    return static_cast<int>(std::clamp<qint64>(milliseconds, 0, 86'400'000));
}

} // namespace

void ConnectOperation::start()
{
    Inspection &inspection = script().inspection();
    const Inspection::State state = inspection.state();
    if (state == Inspection::State::Connecting || state == Inspection::State::Ready || state == Inspection::State::Closing)
        return finish(Error("usage", "there is a connection already"));
    connect(&inspection, &Inspection::ready, this, [this, &inspection] {
        m_negotiation = inspection.negotiation();
        m_facts = inspection.facts();
        finish();
    });
    connect(&inspection, &Inspection::failed, this, [this, &inspection](const Error &error) {
        m_negotiation = inspection.negotiation();
        finish(m_cancelled ? cancelledError() : error);
    });
    connect(&inspection, &Inspection::negotiationChanged, this, [this](const NegotiationReport &report) {
        if (!report.steps.empty())
            tellBegun();
    });
    inspection.clear();
    inspection.connectToServer();
}

void ConnectOperation::cancel()
{
    m_cancelled = true;
    script().inspection().cancelConnect();
}

void ConnectOperation::write(json::Writer &out) const
{
    out.key("era");
    if (m_facts)
        out.string(eraName(eraOf(m_facts->revision)));
    else
        out.null();
    out.key("protocolVersion");
    if (m_facts)
        out.string(m_facts->protocolVersion);
    else
        out.null();
    out.key("negotiation");
    report::writeNegotiation(out, m_negotiation);
}

void CloseOperation::start()
{
    Inspection &inspection = script().inspection();
    const auto over = [](Inspection::State state) { return state == Inspection::State::Closed || state == Inspection::State::Failed || state == Inspection::State::Idle; };
    if (over(inspection.state())) {
        inspection.clear();
        return finish(ScriptVerb::noConnection());
    }
    connect(&inspection, &Inspection::stateChanged, this, [this, over](Inspection::State state) {
        if (!over(state) || isFinished())
            return;
        // Begun operations learn first that the connection is over.
        QTimer::singleShot(0, this, [this] {
            script().inspection().clear();
            finish();
        });
    });
    inspection.disconnectFromServer();
}

void WaitOperation::start()
{
    QTimer::singleShot(clamped(integer("ms", 0)), this, [this] { finish(); });
    tellBegun();
}

void WaitOperation::cancel()
{
    finish(cancelledError());
}

void CancelOperation::start()
{
    ScriptOperation *operation = script().begun(raw("id"));
    if (!operation)
        return finish(Error("usage", "no begun operation has the id " + raw("id").toStdString()));
    if (!operation->isFinished())
        operation->cancel();
    finish();
}

void AwaitOperation::start()
{
    connect(&script(), &ScriptVerb::notificationQueued, this, &AwaitOperation::look);
    const qint64 ms = integer("ms", 10'000);
    QTimer::singleShot(clamped(ms), this, [this, ms] {
        Error error("timeout", "no " + text("notification").toStdString() + " came within " + std::to_string(ms) + " ms");
        error.data.timeoutMs = ms;
        finish(error);
    });
    look();
    tellBegun();
    const Inspection::State state = script().inspection().state();
    if (!isFinished() && state != Inspection::State::Ready && state != Inspection::State::Connecting)
        finish(ScriptVerb::noConnection());
}

void AwaitOperation::look()
{
    if (isFinished())
        return;
    m_notification = script().takeNotification(text("notification"));
    if (m_notification)
        finish();
}

void AwaitOperation::cancel()
{
    finish(cancelledError());
}

void AwaitOperation::write(json::Writer &out) const
{
    out.key("params");
    const Message *message = m_notification ? &m_notification->message : nullptr;
    if (message && message->params)
        out.raw(message->document->raw(*message->params));
    else
        out.null();
}

void AnswerOperation::start()
{
    script().setAnswer(text("method"), raw("result"));
    finish();
}

} // namespace assayer
