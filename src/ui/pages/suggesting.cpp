#include "ui/pages/suggesting.h"

#include "json/write.h"
#include "models/pointertext.h"
#include "platform/visibletext.h"
#include "protocol/message.h"
#include "ui/desk.h"
#include "ui/widgets/argumentform.h"

#include <utility>

namespace assayer {
namespace {

constexpr int restMs = 200;

} // namespace

QByteArray contextArguments(const QByteArray &argumentsJson, const QString &typed)
{
    const Result<json::DocumentPtr> parsed = parseJson(argumentsJson);
    if (!parsed)
        return {};
    json::Writer out;
    bool any = false;
    out.beginObject();
    for (const json::Member &member : (*parsed)->root().members()) {
        if (!member.value().isString() || fromWire(member.name()) == typed)
            continue;
        out.rawMember(member.name(), (*parsed)->raw(member.value()));
        any = true;
    }
    out.endObject();
    return any ? QByteArray::fromStdString(out.take()) : QByteArray();
}

QByteArray completionReference(const char *type, const char *member, const QString &key)
{
    json::Writer out;
    out.beginObject().member("type", type).member(member, view(toWire(key))).endObject();
    return QByteArray::fromStdString(out.take());
}

Suggesting::Suggesting(Desk &desk, ArgumentForm &form, std::function<QByteArray()> reference, QObject *parent)
    : QObject(parent)
    , m_desk(desk)
    , m_form(form)
    , m_reference(std::move(reference))
{
    m_rest.setSingleShot(true);
    m_rest.setInterval(restMs);
    connect(&m_rest, &QTimer::timeout, this, &Suggesting::ask);
    connect(&form, &ArgumentForm::suggestionsRequested, this, [this](const QString &pointer, const QString &text) {
        m_pointer = pointer;
        m_text = text;
        m_rest.start();
    });
    connect(&desk.client(), &InspectionClient::actionFinished, this, &Suggesting::take);
}

void Suggesting::forget()
{
    m_rest.stop();
    m_asked = 0;
}

void Suggesting::ask()
{
    const InspectionClient &client = m_desk.client();
    const json::Value *capabilities = m_desk.facts() ? m_desk.facts()->capabilities.value : nullptr;
    if (client.state() != InspectionClient::State::Ready || !capabilities || !capabilities->find("completions"))
        return;
    m_askedPointer = m_pointer;
    const QString argument = pointertext::tokens(m_pointer).value(0);
    m_asked = m_desk.client().complete(m_reference(), toWire(argument), toWire(m_text), contextArguments(m_form.arguments(), argument));
}

void Suggesting::take(const ActionResult &result)
{
    if (m_asked == 0 || result.number != m_asked)
        return;
    m_asked = 0;
    const json::Value *list = result.result.result ? result.result.result.value->find("completion", "values") : nullptr;
    if (!list)
        return;
    QStringList words;
    for (const json::Value &item : list->items())
        words.append(item.isString() ? fromWire(item.string()) : QString());
    m_form.setSuggestions(m_askedPointer, words);
}

} // namespace assayer
