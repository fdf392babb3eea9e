#include "inspection/savedanswers.h"

#include "json/equality.h"
#include "json/write.h"
#include "platform/files.h"
#include "platform/paths.h"
#include "protocol/message.h"
#include "base/clock.h"
#include "trace/secretnames.h"

#include <QFileInfo>
#include <QUuid>

#include <algorithm>

namespace assayer {

namespace {

constexpr qint64 largestFile = qint64(16) << 20;

QString qt(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

bool isUrlMode(const ServerRequest &request)
{
    return request.method == "elicitation/create" && request.params && request.params.value->stringAt("mode") == "url";
}

/// What tells this question from others of its method.
QByteArray questionOf(const ServerRequest &request)
{
    const json::Value *schema = request.params ? request.params.value->find("requestedSchema") : nullptr;
    return schema ? bytes(request.params.document->raw(*schema)) : QByteArray();
}

/// The result without the members of its content that are named like secrets.
QByteArray withoutSecrets(const QByteArray &resultJson, bool &complete)
{
    const auto parsed = parseJson(resultJson);
    const json::Value *content = parsed ? (*parsed)->root().find("content") : nullptr;
    if (!content || !content->isObject())
        return resultJson;
    json::Writer kept;
    kept.beginObject();
    for (const json::Member &member : content->members()) {
        if (isSecretMemberName(member.name()))
            complete = false;
        else
            kept.rawMember(member.name(), (*parsed)->raw(member.value()));
    }
    const std::string text = kept.endObject().take();
    const std::string_view whole = (*parsed)->text();
    return complete ? resultJson : bytes(std::string(whole.substr(0, content->begin())) + text + std::string(whole.substr(content->end())));
}

std::optional<SavedAnswer> readAnswer(const json::Document &document, const json::Value &entry)
{
    const auto id = entry.stringAt("id");
    const auto method = entry.stringAt("method");
    const json::Value *result = entry.find("result");
    if (!id || !method || !result)
        return std::nullopt;
    SavedAnswer answer;
    answer.id = qt(*id);
    answer.method = bytes(*method);
    answer.name = qt(entry.stringAt("name").value_or(""));
    answer.server = qt(entry.stringAt("server").value_or(""));
    answer.result = bytes(document.raw(*result));
    if (const json::Value *question = entry.find("question"))
        answer.question = bytes(document.raw(*question));
    const auto flag = [&entry](const char *name) { return entry.find(name) && entry.find(name)->isTrue(); };
    answer.automatic = flag("automatic");
    answer.complete = !entry.find("complete") || flag("complete");
    if (const json::Value *saved = entry.find("savedWallNs"))
        answer.savedWallNs = saved->integer().value_or(0);
    return answer;
}

void writeAnswer(json::Writer &out, const SavedAnswer &answer)
{
    out.beginObject().member("id", answer.id.toStdString());
    if (!answer.name.isEmpty())
        out.member("name", answer.name.toStdString());
    if (!answer.server.isEmpty())
        out.member("server", answer.server.toStdString());
    out.member("method", view(answer.method));
    if (!answer.question.isEmpty())
        out.rawMember("question", view(answer.question));
    out.rawMember("result", view(answer.result)).member("automatic", answer.automatic);
    if (!answer.complete)
        out.member("complete", false);
    out.member("savedWallNs", static_cast<std::int64_t>(answer.savedWallNs)).endObject();
}

} // namespace

bool fits(const SavedAnswer &answer, const ServerRequest &request)
{
    if (answer.method != request.method || isUrlMode(request))
        return false;
    if (answer.question.isEmpty())
        return true;
    const auto known = parseJson(answer.question);
    const json::Value *schema = request.params ? request.params.value->find("requestedSchema") : nullptr;
    return known && schema && json::equal(**known, (*known)->root(), *request.params.document, *schema);
}

QString SavedAnswers::usualPath()
{
    return dataFolder() + QStringLiteral("/answers.json");
}

SavedAnswers::SavedAnswers(QString path)
    : m_path(std::move(path))
{
}

Result<void> SavedAnswers::load()
{
    m_answers.clear();
    m_unknown.clear();
    m_readable = true;
    if (!QFileInfo::exists(m_path))
        return {};
    const auto text = readWholeFile(m_path, largestFile);
    const auto parsed = text ? parseJson(*text) : fail(text.error());
    const json::Value *answers = parsed ? (*parsed)->root().find("answers") : nullptr;
    if (!answers || !answers->isArray()) {
        m_readable = false;
        if (!text)
            return fail(text.error());
        Error error("unreadable-file", QStringLiteral("\"%1\" does not hold saved answers").arg(m_path).toStdString(), "not-json");
        error.data.path = m_path.toStdString();
        return fail(std::move(error));
    }
    for (const json::Value &entry : answers->items()) {
        if (auto answer = readAnswer(**parsed, entry))
            m_answers.append(*answer);
        else
            m_unknown.append(bytes((*parsed)->raw(entry)));
    }
    return {};
}

Result<void> SavedAnswers::write()
{
    if (!m_readable)
        return fail("unreadable-file", QStringLiteral("\"%1\" does not hold saved answers and is left alone").arg(m_path).toStdString(), "not-json");
    json::Writer out;
    out.beginObject().member("version", 1).key("answers").beginArray();
    for (const SavedAnswer &answer : std::as_const(m_answers))
        writeAnswer(out, answer);
    for (const QByteArray &unknown : std::as_const(m_unknown))
        out.raw(view(unknown));
    out.endArray().endObject();
    return writeFileAtomically(m_path, bytes(json::pretty(out.text())) + '\n');
}

QList<SavedAnswer> SavedAnswers::fitting(const QString &server, const ServerRequest &request) const
{
    QList<SavedAnswer> found;
    for (const SavedAnswer &answer : m_answers) {
        if ((answer.server.isEmpty() || answer.server == server) && fits(answer, request))
            found.prepend(answer);
    }
    return found;
}

QList<SavedAnswer> SavedAnswers::automatic(const QString &server) const
{
    QList<SavedAnswer> found;
    for (const SavedAnswer &answer : m_answers) {
        if (answer.automatic && (answer.server.isEmpty() || answer.server == server))
            found.append(answer);
    }
    return found;
}

Result<QString> SavedAnswers::add(const QString &server, const ServerRequest &request, const QByteArray &resultJson, const QString &name, bool isAutomatic)
{
    SavedAnswer answer;
    answer.id = QUuid::createUuid().toString(QUuid::WithoutBraces);
    answer.name = name;
    answer.server = server;
    answer.method = request.method;
    answer.question = questionOf(request);
    answer.result = withoutSecrets(resultJson, answer.complete);
    answer.automatic = isAutomatic && answer.complete && !isUrlMode(request);
    answer.savedWallNs = wallNs();
    m_answers.append(answer);
    if (const Result<void> written = write(); !written) {
        m_answers.removeLast();
        return fail(written.error());
    }
    return answer.id;
}

SavedAnswer *SavedAnswers::find(const QString &id)
{
    const auto found = std::find_if(m_answers.begin(), m_answers.end(), [&id](const SavedAnswer &answer) { return answer.id == id; });
    return found == m_answers.end() ? nullptr : &*found;
}

Result<void> SavedAnswers::rename(const QString &id, const QString &name)
{
    if (SavedAnswer *answer = find(id))
        answer->name = name;
    return write();
}

Result<void> SavedAnswers::setAutomatic(const QString &id, bool isAutomatic)
{
    if (SavedAnswer *answer = find(id))
        answer->automatic = isAutomatic && answer->complete;
    return write();
}

Result<void> SavedAnswers::remove(const QString &id)
{
    m_answers.removeIf([&id](const SavedAnswer &answer) { return answer.id == id; });
    return write();
}

Result<void> SavedAnswers::forget(const QString &server)
{
    if (count(server) == 0)
        return {};
    m_answers.removeIf([&server](const SavedAnswer &answer) { return answer.server == server; });
    return write();
}

qsizetype SavedAnswers::count(const QString &server) const
{
    return std::count_if(m_answers.begin(), m_answers.end(), [&server](const SavedAnswer &answer) { return answer.server == server; });
}

} // namespace assayer
