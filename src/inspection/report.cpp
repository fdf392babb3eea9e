#include "inspection/report.h"

#include "inspection/reportparts.h"
#include "inspection/targetjson.h"

namespace assayer {

namespace {

void writeVersion(json::Writer &out, const SessionFactsPtr &facts, const NegotiationReport &negotiation)
{
    out.key("era");
    if (facts)
        out.string(eraName(eraOf(facts->revision)));
    else if (negotiation.era)
        out.string(eraName(*negotiation.era));
    else
        out.null();
    out.key("protocolVersion");
    if (facts)
        out.string(facts->protocolVersion);
    else
        out.null();
}

void writeIdentity(json::Writer &out, const SessionFacts *facts)
{
    out.key("serverInfo");
    report::writeNode(out, facts ? facts->serverInfo : json::Node());
    out.key("capabilities");
    report::writeNode(out, facts ? facts->capabilities : json::Node());
    out.key("instructions");
    const json::Value *instructions = facts && facts->opening ? facts->opening.value->find("instructions") : nullptr;
    if (instructions)
        out.raw(facts->opening.document->raw(*instructions));
    else
        out.null();
}

void writeLists(json::Writer &out, const ReportSubject &subject)
{
    out.key("lists").beginObject();
    for (const ListKind kind : allListKinds) {
        out.key(listMember(kind));
        report::writeList(out, subject.list(kind));
    }
    out.endObject();
}

} // namespace

ReportSubject reportSubject(const Inspection &inspection)
{
    ReportSubject subject { inspection.options().session.target, inspection.negotiation(), inspection.facts(), {}, inspection.metadata(), inspection.findings(), inspection.lastError() };
    for (const ListKind kind : allListKinds) {
        if (inspection.advertises(kind))
            subject.lists[static_cast<std::size_t>(kind)] = inspection.snapshot(kind);
    }
    return subject;
}

void writeReport(json::Writer &out, const ReportSubject &subject)
{
    out.member("assayer", ASSAYER_VERSION);
    const QByteArray target = targetJson(subject.target, false);
    out.rawMember("target", view(target)).member("connected", subject.facts != nullptr);
    writeVersion(out, subject.facts, subject.negotiation);
    out.key("negotiation");
    report::writeNegotiation(out, subject.negotiation);
    out.key("error");
    report::writeError(out, subject.error);
    writeIdentity(out, subject.facts.get());
    writeLists(out, subject);
    out.key("metadata");
    report::writeMetadata(out, *subject.metadata, false);
    out.key("findings");
    report::writeFindings(out, subject.findings);
}

QByteArray inspectionReport(const ReportSubject &subject)
{
    json::Writer out;
    out.beginObject();
    writeReport(out, subject);
    return QByteArray::fromStdString(out.endObject().take());
}

QByteArray inspectionReport(const Inspection &inspection)
{
    return inspectionReport(reportSubject(inspection));
}

ReportFaults reportFaults(const Inspection &inspection)
{
    ReportFaults faults;
    faults.connection = inspection.lastError();
    faults.malformed = inspection.metadata()->refused.has_value();
    for (const ListKind kind : allListKinds) {
        const ListSnapshotPtr snapshot = inspection.snapshot(kind);
        if (snapshot->error && !faults.list)
            faults.list = snapshot->error;
        faults.malformed = faults.malformed || !snapshot->malformed.empty();
    }
    return faults;
}

} // namespace assayer
