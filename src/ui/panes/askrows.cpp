#include "ui/panes/askrows.h"

#include "platform/visibletext.h"
#include "ui/wantedpages.h"

namespace assayer {

namespace {

AskRow::Kind kindOf(const ServerRequest &request)
{
    const json::Value *params = request.params.value;
    if (request.method == "elicitation/create")
        return params && params->stringAt("mode").value_or("form") == "url" ? AskRow::Url : AskRow::Form;
    if (request.method == "sampling/createMessage")
        return AskRow::Sampling;
    return request.method == "roots/list" ? AskRow::Roots : AskRow::Unknown;
}

/// One line that tells the question from others.
QString questionText(const ServerRequest &request)
{
    const json::Value *params = request.params.value;
    if (const auto message = params ? params->stringAt("message") : std::nullopt)
        return fromWire(*message);
    const json::Value *messages = params ? params->find("messages") : nullptr;
    if (messages && messages->size() > 0) {
        const json::Value &last = messages->items()[messages->size() - 1];
        const json::Value *text = last.find("content", "text");
        if (text)
            return fromWire(text->string());
    }
    return request.method == "roots/list" ? QStringLiteral("the list of roots") : QString::fromUtf8(request.method);
}

} // namespace

AskRow askRow(const ServerRequest &request, const QString &server)
{
    AskRow row;
    row.server = server;
    row.number = request.number;
    row.kind = kindOf(request);
    row.method = QString::fromUtf8(request.method);
    row.text = questionText(request);
    row.call = QString::fromUtf8(request.callMethod);
    row.askedNs = request.wallNs;
    row.round = request.round;
    row.maxRounds = request.maxRounds;
    row.params = request.params;
    row.frame = request.frame;
    return row;
}

AskRow askRow(const WantedPage &page, const QString &server)
{
    AskRow row;
    row.server = server;
    row.number = page.number;
    row.kind = AskRow::Url;
    row.method = QStringLiteral("elicitation/create");
    row.text = fromWire(page.elicitation.value->stringAt("message").value_or(std::string_view()));
    row.call = QString::fromUtf8(page.method) + (page.name.isEmpty() ? QString() : u' ' + QString::fromUtf8(page.name));
    row.state = page.ended ? AskRow::Ended : page.done ? AskRow::Done : AskRow::Waiting;
    row.askedNs = page.wallNs;
    row.params = page.elicitation;
    row.frame = page.frame;
    row.action = page.action;
    return row;
}

QString declaredWords(const AnswerRules &rules)
{
    QStringList words;
    if (rules.elicitation != AnswerMode::NotDeclared)
        words << (rules.elicitationForm && rules.elicitationUrl ? QStringLiteral("form, page to visit") : rules.elicitationForm ? QStringLiteral("form") : QStringLiteral("page to visit"));
    if (rules.sampling != AnswerMode::NotDeclared)
        words << QStringLiteral("sampling");
    if (rules.declareRoots || !rules.roots.isEmpty())
        words << (rules.roots.isEmpty() ? QStringLiteral("roots") : QStringLiteral("roots (answered from the profile)"));
    return words.isEmpty() ? QStringLiteral("Nothing was declared that it may ask for.") : QStringLiteral("It may ask for: %1.").arg(words.join(QLatin1String(", ")));
}

} // namespace assayer
