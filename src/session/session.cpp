#include "session/session.h"

#include "session/eranegotiator.h"
#include "session/listenexchange.h"
#include "session/listwalk.h"
#include "session/notificationstream.h"
#include "session/rawexchange.h"
#include "session/requestexchange.h"
#include "session/serverquestions.h"
#include "session/sessioncore.h"
#include "session/sessionrenewal.h"
#include "session/taskbook.h"
#include "session/taskexchange.h"

#include "json/write.h"

namespace assayer {
namespace {

/// The header map a call is dressed by: of the generation in force, else of the definition on screen.
HeaderMap headersFor(const ToolGeneration *generation, const ListSnapshot &shown, std::string_view tool)
{
    if (const ToolRecord *record = generation ? generation->find(tool) : nullptr)
        return record->headers ? *record->headers : HeaderMap();
    for (auto entry = shown.items.rbegin(); entry != shown.items.rend(); ++entry) {
        const json::Value *schema = entry->text("name") == tool ? entry->node.value->find("inputSchema") : nullptr;
        if (schema)
            return scanHeaderAnnotations(*entry->node.document, *schema);
    }
    return {};
}

/// Whether the tool says that it is called as a task or not at all: by the generation in force, else by what is on screen.
bool requiresTask(const ToolGeneration *generation, const ListSnapshot &shown, std::string_view tool)
{
    if (const ToolRecord *record = generation ? generation->find(tool) : nullptr)
        return record->task == TaskSupport::Required;
    for (auto entry = shown.items.rbegin(); entry != shown.items.rend(); ++entry) {
        const json::Value *execution = entry->text("name") == tool ? entry->node.value->find("execution") : nullptr;
        if (execution)
            return execution->stringAt("taskSupport") == "required";
    }
    return false;
}

} // namespace

Session::Session(SessionOptions options, FrameSink &sink, QObject *parent)
    : QObject(parent)
    , d(std::make_unique<SessionCore>(*this, std::move(options), sink))
{
}

Session::~Session() = default;

Session::State Session::state() const
{
    return d->m_state;
}

const SessionOptions &Session::options() const
{
    return d->options();
}

void Session::open()
{
    d->open();
}

void Session::cancelOpen()
{
    if (d->m_negotiator)
        d->m_negotiator->cancel();
}

void Session::close()
{
    d->close();
}

const NegotiationReport &Session::negotiation() const
{
    return d->m_report;
}

SessionFactsPtr Session::facts() const
{
    return d->m_facts;
}

bool Session::advertises(ListKind kind) const
{
    const json::Value *capabilities = d->m_facts ? d->m_facts->capabilities.value : nullptr;
    return capabilities && capabilities->find(listCapability(kind));
}

Exchange *Session::request(const QByteArray &method, const QByteArray &paramsJson, const RequestOptions &options)
{
    if (method.isEmpty()) {
        auto *raw = new RawExchange(*d, paramsJson, options);
        raw->start();
        return raw;
    }
    auto *exchange = new RequestExchange(*d, method, paramsJson, options);
    Q_EMIT exchangeStarted(exchange);
    exchange->start();
    return exchange;
}

Exchange *Session::callTool(const QByteArray &name, const QByteArray &argumentsJson, RequestOptions options, bool asTask)
{
    const bool legacyTask = d->era() == Era::Legacy && (asTask || (d->runsTasks() && requiresTask(generation().get(), *snapshot(ListKind::Tools), view(name))));
    if (asTask && d->era() == Era::Modern)
        options.capabilities = withExtension(options.capabilities.isEmpty() ? d->options().clientCapabilities : options.capabilities, tasksExtension);
    json::Writer params;
    params.beginObject().member("name", view(name));
    if (!argumentsJson.isEmpty())
        params.rawMember("arguments", view(argumentsJson));
    if (legacyTask)
        params.key("task").beginObject().member("ttl", static_cast<std::int64_t>(options.taskTtlMs)).endObject();
    params.endObject();
    const ToolGenerationPtr inForce = generation();
    if (d->metadataContext().headerRule && !argumentsJson.isEmpty()) {
        const HeaderMap map = headersFor(inForce.get(), *snapshot(ListKind::Tools), view(name));
        const auto arguments = parseJson(argumentsJson);
        if (arguments && !map.entries.empty()) {
            for (const auto &[header, value] : mirroredHeaders(map, **arguments, (*arguments)->root()))
                options.headers.append({ QByteArray::fromStdString(header), QByteArray(value.data(), static_cast<qsizetype>(value.size())) });
        }
    }
    auto *exchange = new RequestExchange(*d, "tools/call", QByteArray::fromStdString(params.take()), options);
    exchange->setGeneration(inForce);
    const bool mayBecomeTask = legacyTask || (d->era() == Era::Modern && Declaration(exchange->declaredCapabilities()).hasExtension(tasksExtension));
    if (!mayBecomeTask) {
        Q_EMIT exchangeStarted(exchange);
        exchange->start();
        return exchange;
    }
    auto *task = new TaskExchange(*d, name, exchange, std::move(options));
    Q_EMIT exchangeStarted(task);
    task->start();
    return task;
}

void Session::notify(const QByteArray &method, const QByteArray &paramsJson)
{
    d->notify(method, paramsJson);
}

quint64 Session::list(ListKind kind)
{
    return d->startList(kind);
}

void Session::listPage(ListKind kind, const QByteArray &cursor, std::function<void(const ListSnapshotPtr &)> answer)
{
    d->listPage(kind, cursor, std::move(answer));
}

void Session::cancelList(ListKind kind)
{
    const auto walks = d->m_walks;
    for (ListWalk *walk : walks) {
        if (walk->kind() == kind)
            walk->cancel();
    }
}

void Session::cancelWalk(quint64 walk)
{
    if (ListWalk *found = d->m_walks.value(walk))
        found->cancel();
}

ListSnapshotPtr Session::snapshot(ListKind kind) const
{
    return d->catalogue().snapshot(kind);
}

MetadataSummaryPtr Session::metadata() const
{
    return d->metadata().summary();
}

ToolGenerationPtr Session::generation() const
{
    return d->metadata().generation();
}

void Session::publishIsolated()
{
    if (d->metadata().publishRefused())
        d->publishMetadata("published by the user", snapshot(ListKind::Tools)->frames);
}

OutputVerdict Session::judgeOutput(const QByteArray &tool, const ExchangeResult &result) const
{
    return judgeToolOutput(view(tool), result, *metadata());
}

Exchange *Session::listen(const QByteArray &filterJson)
{
    if (d->era() == Era::Legacy) {
        auto *listening = new ListenExchange(*d, *d->m_stream);
        listening->start();
        return listening;
    }
    const QByteArray filter = filterJson.isEmpty() ? QByteArray("{}") : filterJson;
    auto *exchange = new RequestExchange(*d, "subscriptions/listen", "{\"notifications\":" + filter + '}', {});
    exchange->setListen();
    Q_EMIT exchangeStarted(exchange);
    exchange->start();
    return exchange;
}

void Session::answer(quint64 number, const ServerAnswer &answer)
{
    d->questions().answer(number, answer);
}

QList<TaskInfo> Session::tasks() const
{
    return d->tasks().tasks();
}

QList<Exchange *> Session::inFlight() const
{
    QList<Exchange *> all;
    for (RequestExchange *exchange : d->exchanges())
        all.append(exchange);
    return all;
}

Findings Session::findings() const
{
    return d->m_findings;
}

} // namespace assayer
