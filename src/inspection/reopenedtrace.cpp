#include "inspection/reopenedtrace.h"

#include "inspection/recordednegotiation.h"
#include "protocol/salvage.h"
#include "trace/tracejudge.h"
#include "trace/tracelog.h"

#include <QCoreApplication>
#include <QPointer>
#include <QThreadPool>

namespace assayer {
namespace {

/// A walk over one list: requests without a cursor begin it.
struct Walk {
    std::shared_ptr<ListSnapshot> list;
    bool refused = false;
};

Revision revisionOf(const TraceAnalyzer &analyzer)
{
    const QByteArray name = analyzer.negotiatedVersion();
    return revisionFromName(view(name)).value_or(Revision::R2025_11_25);
}

bool hasCursor(const TraceAnalyzer &analyzer, quint64 requestRow)
{
    for (const Message &message : analyzer.messages(requestRow)) {
        if (message.params && message.params->find("cursor"))
            return true;
    }
    return false;
}

class Reader {
public:
    explicit Reader(const TraceAnalyzer &analyzer)
        : m_analyzer(analyzer)
        , m_revision(revisionOf(analyzer))
    {
    }

    TraceReading read()
    {
        for (quint64 row = 0; row < m_analyzer.count(); ++row) {
            if (m_analyzer.kind(row) == MessageKind::Response)
                readAnswer(row);
        }
        TraceReading reading;
        reading.facts = m_facts;
        reading.negotiation = negotiation();
        reading.findings = judgeTrace(m_analyzer).findings;
        for (std::size_t i = 0; i < m_walks.size(); ++i)
            reading.lists[i] = m_walks[i].list ? m_walks[i].list : emptyList(allListKinds[i]);
        return reading;
    }

private:
    static std::shared_ptr<ListSnapshot> emptyList(ListKind kind)
    {
        auto list = std::make_shared<ListSnapshot>();
        list->kind = kind;
        return list;
    }

    void readAnswer(quint64 row)
    {
        const QByteArray &method = m_analyzer.method(row);
        const std::optional<ListKind> kind = listKindFromMethod(view(method));
        const bool opens = method == "initialize" || method == "server/discover";
        if (!kind && !opens)
            return;
        for (const Message &message : m_analyzer.messages(row)) {
            if (opens)
                readOpening(row, method, message);
            else if (message.result)
                readPage(row, *kind, message);
        }
    }

    void readOpening(quint64 row, const QByteArray &method, const Message &message)
    {
        NegotiationStep step;
        step.step = method == "initialize" ? "initialize" : "probe";
        step.outcome = message.result ? "result" : "rpc-error";
        if (const json::Value *code = message.error ? message.error->find("code") : nullptr)
            step.rpcCode = std::string(message.document->raw(*code));
        if (const int status = m_analyzer.httpStatus(row))
            step.httpStatus = status;
        step.elapsedMs = static_cast<double>(m_analyzer.durationNs(row).value_or(0)) / 1e6;
        step.answerFrame = m_analyzer.log().seqOf(row);
        step.requestFrame = requestSeq(row);
        step.startedWallNs = m_analyzer.log().wallNs(row);
        if (step.step == "probe")
            step.verdict = message.result ? "modern" : "legacy";
        m_steps.push_back(step);
        if (message.result)
            takeFacts(message, method == "initialize");
    }

    void takeFacts(const Message &message, bool legacy)
    {
        auto facts = std::make_shared<SessionFacts>();
        facts->revision = m_revision;
        facts->protocolVersion = m_analyzer.negotiatedVersion().toStdString();
        facts->opening = { message.document, message.result };
        facts->capabilities = { message.document, message.result->find("capabilities") };
        facts->serverInfo = { message.document, message.result->find("serverInfo") };
        if (!legacy && !facts->serverInfo.value) {
            if (const json::Value *meta = message.result->find("_meta"))
                facts->serverInfo.value = meta->find("io.modelcontextprotocol/serverInfo");
        }
        if (const auto instructions = message.result->stringAt("instructions"))
            facts->instructions = std::string(*instructions);
        m_facts = facts;
    }

    void readPage(quint64 row, ListKind kind, const Message &message)
    {
        Walk &walk = m_walks[static_cast<std::size_t>(kind)];
        const RecordFacts facts = m_analyzer.facts(row);
        const std::optional<quint64> request = facts.messages.empty() ? std::nullopt : facts.messages.front().requestRow;
        if (!walk.list || !request || !hasCursor(m_analyzer, *request)) {
            walk = Walk();
            walk.list = emptyList(kind);
        }
        if (!walk.refused)
            addPage(walk, row, message);
    }

    void addPage(Walk &walk, quint64 row, const Message &message)
    {
        ListSnapshot &list = *walk.list;
        SalvageContext context;
        context.kind = list.kind;
        context.revision = m_revision;
        context.headerRule = eraOf(m_revision) == Era::Modern && m_analyzer.log().channel(row) == Channel::Http;
        context.firstIndex = list.items.size() + list.malformed.size() + list.excluded.size();
        context.frame = m_analyzer.log().seqOf(row);
        SalvagedPage page = salvagePage(message.document, *message.result, context);
        list.frames.push_back(context.frame);
        list.wallNs = m_analyzer.log().wallNs(row);
        list.elapsedNs += m_analyzer.durationNs(row).value_or(0);
        ++list.pages;
        if (page.error) {
            list.error = page.error;
            list.refused = std::move(page.raw);
            list.refusedFaults = std::move(page.malformed);
            walk.refused = true;
            return;
        }
        std::move(page.items.begin(), page.items.end(), std::back_inserter(list.items));
        std::move(page.malformed.begin(), page.malformed.end(), std::back_inserter(list.malformed));
        std::move(page.excluded.begin(), page.excluded.end(), std::back_inserter(list.excluded));
        list.everListed = true;
        list.summary = salvageSummary(list.malformed);
    }

    quint64 requestSeq(quint64 row) const
    {
        const RecordFacts facts = m_analyzer.facts(row);
        const bool known = !facts.messages.empty() && facts.messages.front().requestRow;
        return known ? m_analyzer.log().seqOf(*facts.messages.front().requestRow) : 0;
    }

    /// Probes are judged as they were live; what opened the connection is read from its answer.
    NegotiationReport negotiation() const
    {
        NegotiationReport report = judgeRecordedNegotiation(m_analyzer).value_or(NegotiationReport());
        const bool probed = !report.steps.empty();
        for (const NegotiationStep &step : m_steps) {
            if (!probed || step.step == "initialize")
                report.steps.push_back(step);
        }
        if (!m_facts)
            return report;
        report.era = eraOf(m_revision);
        report.protocolVersion = m_facts->protocolVersion;
        if (probed)
            return report;
        report.because = "as recorded: the trace holds the answer that opened the connection";
        for (std::size_t i = 0; i < m_steps.size(); ++i) {
            if (m_steps[i].outcome == "result" || (report.era == Era::Legacy && m_steps[i].step == "probe"))
                report.deciding = static_cast<int>(i);
        }
        return report;
    }

    const TraceAnalyzer &m_analyzer;
    Revision m_revision;
    std::array<Walk, allListKinds.size()> m_walks;
    std::vector<NegotiationStep> m_steps;
    SessionFactsPtr m_facts;
};

std::shared_ptr<const TraceReading> nothing()
{
    auto reading = std::make_shared<TraceReading>();
    for (const ListKind kind : allListKinds) {
        auto list = std::make_shared<ListSnapshot>();
        list->kind = kind;
        reading->lists[static_cast<std::size_t>(kind)] = list;
    }
    return reading;
}

} // namespace

TraceReading readTrace(const TraceAnalyzer &analyzer)
{
    return Reader(analyzer).read();
}

ReopenedTrace::ReopenedTrace(std::shared_ptr<TraceLog> log, QObject *parent)
    : QObject(parent)
    , m_reading(nothing())
{
    const QPointer<ReopenedTrace> self(this);
    QThreadPool::globalInstance()->start([self, log] {
        TraceAnalyzer analyzer(*log);
        analyzer.update();
        auto reading = std::make_shared<const TraceReading>(readTrace(analyzer));
        QMetaObject::invokeMethod(qApp, [self, reading] {
            if (!self)
                return;
            self->m_reading = reading;
            Q_EMIT self->done();
        });
    });
}

} // namespace assayer
