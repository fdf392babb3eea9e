#include "ui/pastcalls.h"

#include "inspection/secretfree.h"
#include "json/write.h"
#include "platform/files.h"
#include "platform/paths.h"
#include "platform/visibletext.h"
#include "protocol/message.h"
#include "ui/desk.h"
#include "ui/preferences.h"

#include <QCoreApplication>
#include <QCryptographicHash>
#include <QFile>
#include <QPointer>
#include <QThreadPool>

#include <algorithm>

namespace assayer {

namespace {

constexpr int restMs = 1000;
constexpr std::size_t largestResult = 256 * 1024;
constexpr qint64 largestFile = 64 * 1024 * 1024;

std::string text(const QString &value)
{
    return toWire(value).toStdString();
}

qint64 numberAt(const json::Value &object, const char *name, qint64 fallback)
{
    const json::Value *value = object.find(name);
    return value ? value->integer().value_or(fallback) : fallback;
}

void writeCall(json::Writer &out, const CallRow &call, const ToolPast &past)
{
    const Result<json::DocumentPtr> arguments = parseJson(call.arguments);
    out.beginObject();
    if (!call.name.isEmpty())
        out.member("name", text(call.name));
    if (arguments)
        out.rawMember("arguments", withoutSecrets({ *arguments, &(*arguments)->root() }, past.secretNames).toStdString());
    out.member("outcome", static_cast<int>(call.outcome)).member("output", static_cast<int>(call.output));
    if (!call.problem.isEmpty())
        out.member("problem", text(call.problem));
    out.member("started", std::int64_t(call.startedNs)).member("elapsed", std::int64_t(call.elapsedNs)).member("bytes", std::int64_t(call.bytes));
    out.member("generation", static_cast<std::int64_t>(call.generation)).member("record", static_cast<std::int64_t>(call.answerFrame));
    const auto result = past.results.constFind(call.number);
    if (result != past.results.constEnd() && result->result.document && result->result.document->text().size() <= largestResult)
        out.rawMember("answer", withoutSecrets({ result->result.document, &result->result.document->root() }, past.secretNames).toStdString());
    out.endObject();
}

QByteArray wholeText(const QHash<QString, ToolPast> &tools)
{
    json::Writer out;
    out.beginObject().member("format", "assayer-calls").member("version", 1).key("tools").beginObject();
    for (auto it = tools.cbegin(); it != tools.cend(); ++it) {
        if (it->calls.empty() && !it->hasArguments)
            continue;
        out.key(text(it.key())).beginObject();
        const Result<json::DocumentPtr> last = it->hasArguments ? parseJson(it->arguments) : Result<json::DocumentPtr>(fail("", ""));
        if (last)
            out.rawMember("form", withoutSecrets({ *last, &(*last)->root() }, it->secretNames).toStdString());
        out.key("calls").beginArray();
        for (const CallRow &call : it->calls) {
            if (call.outcome != CallRow::Running)
                writeCall(out, call, *it);
        }
        out.endArray().endObject();
    }
    return QByteArray::fromStdString(out.endObject().endObject().take()) + '\n';
}

void writeFile(const QString &file, const QByteArray &bytes)
{
    makePrivateFolder(dataFolder());
    makePrivateFolder(PastCalls::folder());
    if (writeFileAtomically(file, bytes))
        QFile::setPermissions(file, QFileDevice::ReadOwner | QFileDevice::WriteOwner);
}

} // namespace

QString PastCalls::folder()
{
    return dataFolder() + QStringLiteral("/calls");
}

/// The id of a typed target counts up; what it is called does not.
QString PastCalls::fileOf(const Desk &desk)
{
    const DeskSource &source = desk.source();
    const QByteArray whole = (source.origin + u'\n' + source.name + u'\n' + source.target).toUtf8();
    QString stem;
    for (const QChar c : source.name.left(40))
        stem += c.unicode() < 128 && c.isLetterOrNumber() ? c : u'-';
    return folder() + u'/' + stem + u'-' + QString::fromLatin1(QCryptographicHash::hash(whole, QCryptographicHash::Sha256).toHex().left(12)) + QStringLiteral(".json");
}

PastCalls::PastCalls(Desk &desk, QObject *parent)
    : QObject(parent)
    , m_desk(desk)
    , m_file(fileOf(desk))
{
    m_timer.setSingleShot(true);
    m_timer.setInterval(restMs);
    connect(&m_timer, &QTimer::timeout, this, [this] {
        if (!isKept() || !m_dirty)
            return;
        m_dirty = false;
        QThreadPool::globalInstance()->start([tools = m_tools, file = m_file] { writeFile(file, wholeText(tools)); });
    });
    load();
}

PastCalls::~PastCalls()
{
    flush();
}

bool PastCalls::isKept() const
{
    return !m_desk.isTrace() && !m_desk.isPrivate() && m_desk.preferences().isOn(Preferences::KeepCalls);
}

void PastCalls::load()
{
    if (!isKept())
        return;
    const QPointer<PastCalls> self(this);
    QThreadPool::globalInstance()->start([self, file = m_file] {
        const Result<QByteArray> bytes = readWholeFile(file, largestFile);
        if (!bytes)
            return;
        QMetaObject::invokeMethod(qApp, [self, text = *bytes] {
            if (self)
                self->take(text);
        });
    });
}

/// What was called meanwhile stays on top.
void PastCalls::take(const QByteArray &bytes)
{
    const Result<json::DocumentPtr> document = parseJson(bytes);
    const json::Value *tools = document ? (*document)->root().find("tools") : nullptr;
    for (const json::Member &tool : tools ? tools->members() : std::span<const json::Member>()) {
        const QString name = fromWire(tool.name());
        ToolPast &past = m_tools[name];
        const auto raw = [&](const json::Value &value) {
            const std::string_view own = (*document)->raw(value);
            return QByteArray(own.data(), static_cast<qsizetype>(own.size()));
        };
        const json::Value *form = tool.value().find("form");
        if (form && !past.hasArguments) {
            past.arguments = raw(*form);
            past.hasArguments = true;
        }
        const json::Value *calls = tool.value().find("calls");
        for (const json::Value &call : calls ? calls->items() : std::span<const json::Value>()) {
            if (past.calls.size() >= most)
                break;
            CallRow row;
            row.number = m_lastEarlier++;
            row.tool = name;
            row.name = fromWire(call.stringAt("name").value_or(std::string_view()));
            row.problem = fromWire(call.stringAt("problem").value_or(std::string_view()));
            if (const json::Value *arguments = call.find("arguments"))
                row.arguments = raw(*arguments);
            row.outcome = static_cast<CallRow::Outcome>(std::clamp<qint64>(numberAt(call, "outcome", CallRow::Failed), CallRow::Ok, CallRow::Cancelled));
            row.output = static_cast<CallRow::Output>(std::clamp<qint64>(numberAt(call, "output", CallRow::NoSchema), CallRow::NoSchema, CallRow::Unchecked));
            row.startedNs = numberAt(call, "started", 0);
            row.elapsedNs = numberAt(call, "elapsed", -1);
            row.bytes = numberAt(call, "bytes", -1);
            row.generation = static_cast<quint64>(numberAt(call, "generation", 0));
            if (const json::Value *answer = call.find("answer")) {
                if (const Result<json::DocumentPtr> own = parseJson(raw(*answer))) {
                    ActionResult result;
                    result.number = row.number;
                    result.method = "tools/call";
                    result.name = name.toUtf8();
                    result.result.document = *own;
                    if (const json::Value *member = (*own)->root().find("result"))
                        result.result.result = { *own, member };
                    else if (row.outcome == CallRow::Failed)
                        result.result.error = Error("rpc-error", text(row.problem));
                    result.isError = row.outcome == CallRow::ToolError;
                    result.result.elapsedNs = row.elapsedNs;
                    result.result.bytes = row.bytes;
                    result.output.generation = row.generation;
                    result.output.state = row.output == CallRow::Valid ? OutputVerdict::Valid
                        : row.output == CallRow::Invalid               ? OutputVerdict::Invalid
                        : row.output == CallRow::Unchecked             ? OutputVerdict::Unchecked
                                                                       : OutputVerdict::None;
                    past.results.insert(row.number, result);
                }
            }
            past.calls.push_back(std::move(row));
        }
    }
    Q_EMIT loaded();
}

void PastCalls::add(const QString &tool, const CallRow &row)
{
    ToolPast &past = m_tools[tool];
    past.calls.insert(past.calls.begin(), row);
    // A named call goes last.
    while (past.calls.size() > most) {
        auto oldest = std::find_if(past.calls.rbegin(), past.calls.rend(), [](const CallRow &call) { return call.name.isEmpty(); });
        auto victim = oldest == past.calls.rend() ? std::prev(past.calls.end()) : std::prev(oldest.base());
        past.results.remove(victim->number);
        past.calls.erase(victim);
    }
    keep();
}

void PastCalls::keep()
{
    m_dirty = true;
    if (!m_timer.isActive())
        m_timer.start();
}

void PastCalls::flush()
{
    m_timer.stop();
    if (m_dirty && isKept())
        writeFile(m_file, wholeText(m_tools));
    m_dirty = false;
}

void PastCalls::forget()
{
    m_tools.clear();
    m_dirty = false;
    m_timer.stop();
    QFile::remove(m_file);
    Q_EMIT forgotten();
}

qsizetype PastCalls::count() const
{
    qsizetype calls = 0;
    for (const ToolPast &past : m_tools)
        calls += static_cast<qsizetype>(past.calls.size());
    return calls;
}

bool PastCalls::isEmpty() const
{
    return std::all_of(m_tools.begin(), m_tools.end(), [](const ToolPast &past) { return past.calls.empty() && !past.hasArguments; });
}

} // namespace assayer
