#include "inspection/report.h"

#include "inspection/reportparts.h"
#include "inspection/targetjson.h"

namespace assayer {

namespace {

void writeVersion(json::Writer &out, const Inspection &inspection)
{
    const SessionFactsPtr facts = inspection.facts();
    const NegotiationReport &negotiation = inspection.negotiation();
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

void writeLists(json::Writer &out, const Inspection &inspection)
{
    out.key("lists").beginObject();
    for (const ListKind kind : allListKinds) {
        out.key(listMember(kind));
        report::writeList(out, inspection.advertises(kind) ? inspection.snapshot(kind).get() : nullptr);
    }
    out.endObject();
}

} // namespace

QByteArray inspectionReport(const Inspection &inspection)
{
    const SessionFactsPtr facts = inspection.facts();
    json::Writer out;
    out.beginObject().member("assayer", ASSAYER_VERSION);
    const QByteArray target = targetJson(inspection.options().session.target, false);
    out.rawMember("target", view(target)).member("connected", facts != nullptr);
    writeVersion(out, inspection);
    out.key("negotiation");
    report::writeNegotiation(out, inspection.negotiation());
    out.key("error");
    report::writeError(out, inspection.lastError());
    writeIdentity(out, facts.get());
    writeLists(out, inspection);
    out.key("metadata");
    report::writeMetadata(out, *inspection.metadata(), false);
    out.key("findings");
    report::writeFindings(out, inspection.findings());
    return QByteArray::fromStdString(out.endObject().take());
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
