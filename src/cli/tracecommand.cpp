#include "cli/tracecommand.h"

#include "inspection/recordednegotiation.h"
#include "inspection/reportparts.h"
#include "json/write.h"
#include "session/probetables.h"
#include "trace/exchangecompare.h"
#include "trace/exporter.h"
#include "trace/filter.h"
#include "trace/findingformat.h"
#include "trace/tracediff.h"
#include "trace/tracejudge.h"
#include "trace/tracereader.h"

#include <QFileInfo>

#include <algorithm>
#include <numeric>

namespace assayer {
namespace {

enum ExitCode { Fine = 0, Faults = 1, Usage = 2 };

using Output = std::function<void(const QByteArray &)>;

/// An opened file with what it means.
struct OpenedTrace {
    std::shared_ptr<TraceLog> log;
    std::unique_ptr<TraceAnalyzer> facts;

    static Result<OpenedTrace> open(const QString &path)
    {
        auto log = TraceReader::open(path);
        if (!log)
            return fail(std::move(log.error()));
        OpenedTrace trace { *log, std::make_unique<TraceAnalyzer>(**log) };
        trace.facts->update();
        return trace;
    }
    bool isWhole() const { return log->damage().empty(); }
};

Error usageError(const QString &message)
{
    return Error("usage", message.toStdString());
}

void writeError(json::Writer &writer, const Error &error)
{
    writer.key("error").beginObject().member("kind", error.kind);
    if (!error.cause.empty())
        writer.member("cause", error.cause);
    writer.member("message", error.message);
    writer.key("data").beginObject();
    if (error.data.position)
        writer.member("position", *error.data.position);
    if (error.data.path)
        writer.member("path", *error.data.path);
    writer.endObject().endObject();
}

class TraceCommand {
public:
    TraceCommand(const TraceCommandOptions &options, const Output &out, const Output &err)
        : m_options(options)
        , m_out(out)
        , m_err(err)
    {
    }

    int run()
    {
        const bool two = m_options.verb == QLatin1String("diff");
        if (m_options.files.size() != (two ? 2 : 1))
            return refuse(usageError(two ? QStringLiteral("trace diff takes two files") : QStringLiteral("trace %1 takes one file").arg(m_options.verb)));
        if (const auto handler = handlerOf(m_options.verb))
            return (this->*handler)();
        return refuse(usageError(QStringLiteral("there is no verb \"trace %1\"").arg(m_options.verb)));
    }

private:
    using Handler = int (TraceCommand::*)();

    static Handler handlerOf(const QString &verb)
    {
        if (verb == QLatin1String("info"))
            return &TraceCommand::info;
        if (verb == QLatin1String("show"))
            return &TraceCommand::show;
        if (verb == QLatin1String("check"))
            return &TraceCommand::check;
        if (verb == QLatin1String("export"))
            return &TraceCommand::exportFile;
        return verb == QLatin1String("diff") ? &TraceCommand::diff : nullptr;
    }

    int refuse(const Error &error)
    {
        m_err(QByteArray::fromStdString(error.message) + '\n');
        if (m_options.json) {
            json::Writer writer;
            writer.beginObject();
            writeError(writer, error);
            writer.endObject();
            m_out(QByteArray::fromStdString(writer.take()) + '\n');
        }
        return Usage;
    }

    void tellDamage(const TraceLog &log)
    {
        for (const TraceDamage &damage : log.damage())
            m_err("line " + QByteArray::number(damage.line) + ", byte " + QByteArray::number(damage.offset) + ": "
                + QByteArray::number(damage.bytes) + " bytes cannot be read: " + damage.reason + '\n');
    }

    static void writeDamage(json::Writer &writer, const TraceLog &log)
    {
        writer.key("damage").beginArray();
        for (const TraceDamage &damage : log.damage()) {
            writer.beginObject().member("line", std::int64_t(damage.line)).member("offset", std::int64_t(damage.offset));
            writer.member("bytes", std::int64_t(damage.bytes)).member("reason", view(damage.reason)).endObject();
        }
        writer.endArray();
    }

    static std::pair<QByteArray, std::int64_t> formatOf(const TraceLog &log)
    {
        const auto header = parseJson(log.headerLine());
        if (!header)
            return { QByteArrayLiteral("mcptrace"), 1 };
        const json::Value *version = (*header)->root().find("version");
        return { bytes((*header)->root().stringAt("format").value_or("mcptrace")), version ? version->integer().value_or(1) : 1 };
    }

    int info()
    {
        auto log = TraceReader::open(m_options.files.front());
        if (!log)
            return refuse(log.error());
        auto [format, version] = formatOf(**log);
        if (const QByteArray imported = TraceReader::importedFrom(**log); !imported.isEmpty())
            format = imported;
        const auto records = std::int64_t((*log)->count());
        if (m_options.json) {
            json::Writer writer;
            writer.beginObject().member("format", view(format)).member("version", version).member("records", records);
            writeDamage(writer, **log);
            writer.endObject();
            m_out(QByteArray::fromStdString(writer.take()) + '\n');
        } else {
            m_out(format + ' ' + QByteArray::number(qint64(version)) + ", " + QByteArray::number(qint64(records)) + " records, "
                + QByteArray::number((*log)->payloadBytes()) + " bytes of the wire\n");
            tellDamage(**log);
        }
        return (*log)->damage().empty() ? Fine : Faults;
    }

    Result<std::optional<Filter>> filter() const
    {
        if (!m_options.filter)
            return std::optional<Filter>();
        auto parsed = Filter::parse(m_options.filter->toStdString());
        if (!parsed)
            return fail(std::move(parsed.error()));
        return std::optional<Filter>(std::move(*parsed));
    }

    static std::vector<quint32> chosenRows(const OpenedTrace &trace, const std::optional<Filter> &filter, const FindingIndex &findings)
    {
        if (filter)
            return filter->rows(*trace.facts, 0, trace.facts->count(), &findings);
        std::vector<quint32> rows(static_cast<std::size_t>(trace.facts->count()));
        std::iota(rows.begin(), rows.end(), 0u);
        return rows;
    }

    int show();
    int check();
    int exportFile();
    int diff();
    QByteArray withEra(QByteArray text, const OpenedTrace &trace, ProbePolicy policy, bool asJson) const;
    static QByteArray changesText(const std::vector<VerdictChange> &changes, bool asJson);
    void writeRecord(json::Writer &writer, const OpenedTrace &trace, quint64 row, const FindingIndex &findings) const;
    QByteArray recordText(const OpenedTrace &trace, quint64 row) const;

    const TraceCommandOptions &m_options;
    const Output &m_out;
    const Output &m_err;
};

/// One value, or an array where several messages of a batch or several findings differ.
class FieldValues {
public:
    void add(const std::string &json)
    {
        if (!json.empty() && std::find(m_values.begin(), m_values.end(), json) == m_values.end())
            m_values.push_back(json);
    }
    void write(json::Writer &writer, std::string_view name) const
    {
        if (m_values.empty())
            return;
        if (m_values.size() == 1) {
            writer.rawMember(name, m_values.front());
            return;
        }
        writer.key(name).beginArray();
        for (const std::string &value : m_values)
            writer.raw(value);
        writer.endArray();
    }

private:
    std::vector<std::string> m_values;
};

std::string quotedOrNothing(std::string_view text)
{
    return text.empty() ? std::string() : json::quoted(text);
}

void writeMessageFields(json::Writer &writer, const RecordFacts &facts)
{
    FieldValues kind, method, id, tool, uri, status, duration;
    for (const MessageFacts &message : facts.messages) {
        kind.add(quotedOrNothing(messageKindName(message.kind)));
        method.add(quotedOrNothing(view(message.method)));
        id.add(message.id.toStdString());
        tool.add(message.tool ? json::quoted(view(*message.tool)) : std::string());
        uri.add(message.uri ? json::quoted(view(*message.uri)) : std::string());
        status.add(quotedOrNothing(answerStatusName(message.status)));
        duration.add(message.durationNs ? std::to_string(*message.durationNs) : std::string());
    }
    kind.write(writer, "kind");
    method.write(writer, "method");
    id.write(writer, "id");
    tool.write(writer, "tool");
    uri.write(writer, "uri");
    status.write(writer, "status");
    duration.write(writer, "duration");
}

void writeFindingFields(json::Writer &writer, const std::vector<FindingIndex::Entry> *findings)
{
    FieldValues rule, severity;
    for (const FindingIndex::Entry &entry : findings ? *findings : std::vector<FindingIndex::Entry>()) {
        rule.add(json::quoted(view(entry.rule)));
        severity.add(json::quoted(severityName(entry.severity)));
    }
    rule.write(writer, "rule");
    severity.write(writer, "severity");
}

void TraceCommand::writeRecord(json::Writer &writer, const OpenedTrace &trace, quint64 row, const FindingIndex &findings) const
{
    const QByteArray line = trace.log->line(row);
    const auto document = parseJson(line);
    const RecordFacts facts = trace.facts->facts(row);
    writer.beginObject();
    if (document) {
        for (const json::Member &member : (*document)->root().members())
            writer.rawMember(member.name(), (*document)->raw(member.value()));
    }
    if (trace.log->hasBytes(row))
        writer.member("size", std::int64_t(trace.log->size(row)));
    if (facts.httpStatus)
        writer.member("http.status", *facts.httpStatus);
    if (facts.era)
        writer.member("era", eraName(*facts.era));
    writeMessageFields(writer, facts);
    writeFindingFields(writer, findings.at(trace.log->seqOf(row)));
    writer.endObject();
}

/// What a record without bytes says: its members in a line, long ones cut, the records it is about left out.
QByteArray membersText(const QByteArray &members)
{
    constexpr qsizetype longest = 200;
    const auto document = parseJson(members);
    QByteArrayList words;
    for (const json::Member &member : document ? (*document)->root().members() : std::span<const json::Member>()) {
        const json::Value &value = member.value();
        const QByteArray text = bytes(value.isString() ? value.string() : (*document)->raw(value));
        if (member.name() == "kind")
            words.prepend(text);
        else if (member.name() != "of")
            words.append(bytes(member.name()) + ' ' + (text.size() > longest ? text.left(longest) + "..." : text));
    }
    return words.join(", ");
}

QByteArray TraceCommand::recordText(const OpenedTrace &trace, quint64 row) const
{
    const TraceRecord record = trace.log->row(row);
    QByteArray text = QByteArray::number(record.seq).rightJustified(6) + "  ";
    text += record.direction ? (*record.direction == Direction::Out ? "->" : "<-") : "  ";
    text += ' ' + bytes(channelName(record.channel)).leftJustified(7) + record.type.leftJustified(9);
    QByteArrayList parts;
    for (const MessageFacts &message : trace.facts->facts(row).messages) {
        QByteArray part = bytes(messageKindName(message.kind)) + ' ' + message.method;
        part += message.tool ? ' ' + *message.tool : QByteArray();
        part += message.id.isEmpty() ? QByteArray() : " #" + message.id;
        part += message.status == AnswerStatus::None ? QByteArray() : ' ' + bytes(answerStatusName(message.status));
        parts.append(part);
    }
    if (parts.isEmpty() && record.bytes.isEmpty())
        parts.append(membersText(record.members));
    text += parts.isEmpty() ? record.bytes.left(100).trimmed() : parts.join("; ");
    for (char &c : text)
        c = static_cast<unsigned char>(c) < 0x20 ? ' ' : c; // text of the server must not drive the terminal
    return text + '\n';
}

int TraceCommand::show()
{
    const auto filter = this->filter();
    if (!filter)
        return refuse(filter.error());
    auto trace = OpenedTrace::open(m_options.files.front());
    if (!trace)
        return refuse(trace.error());
    const bool judged = m_options.json || (*filter && (*filter)->needsFindings());
    const FindingIndex findings = judged ? FindingIndex(judgeTrace(*trace->facts).findings) : FindingIndex();
    const std::vector<quint32> rows = chosenRows(*trace, *filter, findings);
    if (!m_options.json) {
        for (const quint32 row : rows)
            m_out(recordText(*trace, row));
        tellDamage(*trace->log);
        return trace->isWhole() ? Fine : Faults;
    }
    m_out("{\"records\":[");
    for (std::size_t i = 0; i < rows.size(); ++i) {
        json::Writer writer;
        writeRecord(writer, *trace, rows[i], findings);
        m_out((i ? ",\n" : "\n") + QByteArray::fromStdString(writer.take()));
    }
    json::Writer damage;
    damage.beginObject();
    writeDamage(damage, *trace->log);
    damage.endObject();
    m_out("],\"matched\":" + QByteArray::number(qulonglong(rows.size())) + ',' + QByteArray::fromStdString(damage.take()).mid(1) + '\n');
    return trace->isWhole() ? Fine : Faults;
}

int TraceCommand::exportFile()
{
    const auto format = exportFormatFromName(m_options.format.toStdString());
    if (!format)
        return refuse(usageError(QStringLiteral("--format takes jsonl, har, csv, otlp or markdown")));
    if (m_options.output.isEmpty())
        return refuse(usageError(QStringLiteral("trace export needs -o OUT")));
    if (!m_options.secrets.isEmpty() && m_options.secrets != QLatin1String("keep"))
        return refuse(usageError(QStringLiteral("--secrets takes \"keep\"")));
    const auto filter = this->filter();
    if (!filter)
        return refuse(filter.error());
    const QString source = QFileInfo(m_options.files.front()).canonicalFilePath();
    if (!source.isEmpty() && QFileInfo(m_options.output).canonicalFilePath() == source)
        return refuse(usageError(QStringLiteral("\"%1\" is the trace itself: an export needs a file of its own").arg(m_options.output)));
    auto trace = OpenedTrace::open(m_options.files.front());
    if (!trace)
        return refuse(trace.error());
    ExportOptions options;
    options.format = *format;
    options.keepSecrets = m_options.secrets == QLatin1String("keep");
    const bool judged = *format == ExportFormat::Csv || *format == ExportFormat::Markdown || (*filter && (*filter)->needsFindings());
    if (judged)
        options.findings = judgeTrace(*trace->facts).findings;
    std::optional<std::vector<quint32>> rows;
    if (*filter)
        rows = chosenRows(*trace, *filter, FindingIndex(options.findings));
    const bool toStdout = m_options.output == QLatin1String("-");
    const auto summary = toStdout ? exportTrace(*trace->facts, rows, options, [&](const QByteArray &piece) { m_out(piece); return true; })
                                  : exportTraceToFile(*trace->facts, rows, options, m_options.output);
    if (!summary)
        return refuse(summary.error());
    if (*format == ExportFormat::Har && summary->records == 0)
        m_err("No HTTP exchange is among these records: the HAR holds no entry\n");
    const Output &report = toStdout ? m_err : m_out;
    if (!m_options.json) {
        report(QByteArray::number(summary->records) + " records, " + QByteArray::number(qulonglong(summary->redacted.size())) + " places redacted\n");
        return trace->isWhole() ? Fine : Faults;
    }
    json::Writer writer;
    writer.beginObject().member("format", m_options.format.toStdString()).member("out", m_options.output.toStdString());
    writer.member("records", std::int64_t(summary->records)).key("redacted").beginArray();
    for (const Redaction &redaction : summary->redacted)
        writer.beginObject().member("record", std::int64_t(redaction.record)).member("where", view(redaction.where)).endObject();
    writer.endArray().endObject();
    report(QByteArray::fromStdString(writer.take()) + '\n');
    return trace->isWhole() ? Fine : Faults;
}

namespace {

std::optional<ProbePolicy> policyFromName(const QString &name)
{
    for (const ProbePolicy policy : { ProbePolicy::Assayer, ProbePolicy::Sdk2571, ProbePolicy::Sdk240 }) {
        if (name == QLatin1String(policyName(policy)))
            return policy;
    }
    return std::nullopt;
}

/// An object text with one member more.
QByteArray withMember(QByteArray object, std::string_view name, const std::function<void(json::Writer &)> &write)
{
    json::Writer writer;
    writer.beginObject().key(name);
    write(writer);
    writer.endObject();
    const qsizetype end = object.lastIndexOf('}');
    const QByteArray before = object.left(end).trimmed();
    return before + (before.endsWith('{') ? "" : ",") + QByteArray::fromStdString(writer.take()).mid(1) + '\n';
}

} // namespace

int TraceCommand::check()
{
    std::optional<Revision> revision;
    if (!m_options.revision.isEmpty()) {
        revision = revisionFromName(m_options.revision.toStdString());
        if (!revision)
            return refuse(usageError(QStringLiteral("\"%1\" is no revision that this program knows").arg(m_options.revision)));
    }
    const QString word = m_options.format.isEmpty() ? (m_options.json ? QStringLiteral("json") : QStringLiteral("text")) : m_options.format;
    const auto format = findingFormatFromName(word.toStdString());
    if (!format)
        return refuse(usageError(QStringLiteral("--format takes text, json, sarif or junit")));
    const std::optional<ProbePolicy> policy = policyFromName(m_options.policy);
    if (!m_options.policy.isEmpty() && !policy)
        return refuse(usageError(QStringLiteral("--policy takes assayer, sdk-2571 or sdk-2.4.0")));
    auto trace = OpenedTrace::open(m_options.files.front());
    if (!trace)
        return refuse(trace.error());
    const TraceVerdict verdict = judgeTrace(*trace->facts, revision);
    // What CI shows is read by many: noise and values that a finding names hold no secret either.
    FindingReport report { verdict.findings.empty() ? Findings() : Redactor(*trace->facts).redactedFindings(verdict.findings), verdict.revision, m_options.files.front().toUtf8(), {} };
    for (const JudgedMessage &judged : verdict.judged)
        report.cases.push_back({ judged.name, QByteArrayLiteral("trace"), judged.findings });
    QByteArray text = m_options.changes ? changesText(compareVerdicts(judgeTrace(*trace->facts).findings, verdict.findings), *format == FindingFormat::Json)
                                        : formatFindings(report, *format);
    if (policy && (*format == FindingFormat::Json || *format == FindingFormat::Text))
        text = withEra(std::move(text), *trace, *policy, *format == FindingFormat::Json);
    m_out(text);
    tellDamage(*trace->log);
    return trace->isWhole() && verdict.findings.empty() ? Fine : Faults;
}

/// What the policy concludes from the recorded probe; of changes only whether our own concludes otherwise.
QByteArray TraceCommand::withEra(QByteArray text, const OpenedTrace &trace, ProbePolicy policy, bool asJson) const
{
    const auto judged = judgeRecordedNegotiation(*trace.facts, policy);
    const std::string verdict = judged ? eraVerdict(*judged) : std::string();
    const std::string ours = judged ? eraVerdict(*judgeRecordedNegotiation(*trace.facts)) : std::string();
    if (asJson && m_options.changes) {
        return withMember(std::move(text), "era", [&](json::Writer &writer) {
            if (!judged || verdict == ours)
                writer.null();
            else
                writer.beginObject().member("before", ours).member("after", verdict).endObject();
        });
    }
    if (asJson) {
        return withMember(std::move(text), "negotiation", [&](json::Writer &writer) {
            if (judged)
                report::writeNegotiation(writer, *judged);
            else
                writer.null();
        });
    }
    const QByteArray name = m_options.policy.toUtf8();
    if (!judged)
        return text + "the trace holds no probe: no era to be judged by " + name + '\n';
    const QByteArray others = verdict == ours ? QByteArray() : ", not " + QByteArray::fromStdString(ours);
    return text + "era by " + name + ": " + QByteArray::fromStdString(verdict) + others + '\n';
}

/// What the chosen revision says otherwise than the negotiated one: a line, or an object, a verdict.
QByteArray TraceCommand::changesText(const std::vector<VerdictChange> &changes, bool asJson)
{
    QByteArray text;
    json::Writer writer;
    writer.beginObject().key("changes").beginArray();
    for (const VerdictChange &change : changes) {
        std::string finding;
        appendFindingJson(finding, change.finding);
        writer.beginObject().member("change", change.added ? "added" : "removed").rawMember("finding", finding).endObject();
        text += (change.added ? "+ " : "- ") + findingLine(change.finding);
    }
    writer.endArray().endObject();
    return asJson ? QByteArray::fromStdString(writer.take()) + '\n' : text.isEmpty() ? QByteArray("no verdict changes\n") : text;
}

int TraceCommand::diff()
{
    auto a = OpenedTrace::open(m_options.files.at(0));
    if (!a)
        return refuse(a.error());
    auto b = OpenedTrace::open(m_options.files.at(1));
    if (!b)
        return refuse(b.error());
    const CatalogueDiff diff = diffCatalogues(*a->facts, *b->facts);
    bool same = diff.isEmpty();
    QByteArray out = m_options.json ? diff.json() : diff.text();
    if (m_options.exchanges) {
        const TraceComparison calls = compareTraces(*a->facts, *b->facts);
        same = same && calls.isSame();
        if (m_options.json)
            out = out.chopped(1) + ",\"exchanges\":" + calls.json(*a->facts, *b->facts) + '}';
        else
            out += calls.text();
    }
    m_out(m_options.json ? out + '\n' : out);
    tellDamage(*a->log);
    tellDamage(*b->log);
    return same && a->isWhole() && b->isWhole() ? Fine : Faults;
}

} // namespace

int runTraceCommand(const TraceCommandOptions &options, const std::function<void(const QByteArray &)> &out,
    const std::function<void(const QByteArray &)> &err)
{
    return TraceCommand(options, out, err).run();
}

} // namespace assayer
