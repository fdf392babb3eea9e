#include "ui/pages/eralabfacts.h"

#include "base/clock.h"
#include "json/write.h"
#include "platform/formattext.h"
#include "platform/visibletext.h"
#include "ui/pages/liststate.h"
#include "ui/pages/page.h"

namespace assayer::eralabfacts {
namespace {

using Facts = std::vector<EraFact>;

void add(Facts &facts, const char *key, const QString &value)
{
    if (!value.isEmpty())
        facts.push_back({ QLatin1String(key), value, false });
}

QString nameAndVersion(const SessionFacts &facts)
{
    const auto member = [&facts](const char *name) {
        return facts.serverInfo ? fromWire(facts.serverInfo.value->stringAt(name).value_or(std::string_view())) : QString();
    };
    return (member("name") + u' ' + member("version")).trimmed();
}

QString capabilityNames(const SessionFacts &facts)
{
    QStringList names;
    for (const json::Member &member : facts.capabilities ? facts.capabilities.value->members() : std::span<const json::Member>())
        names += fromWire(member.name());
    return names.isEmpty() ? QStringLiteral("none") : names.join(QStringLiteral(", "));
}

QString verdict(const NegotiationReport &negotiation, const SessionFacts &facts)
{
    const QString era = fromWire(eraName(eraOf(facts.revision)));
    return negotiation.strength ? QStringLiteral("%1 (%2)").arg(era, QString::fromStdString(*negotiation.strength)) : era + QStringLiteral(" (by mode)");
}

QString listWords(const ListSnapshot *list)
{
    if (!list)
        return QStringLiteral("not advertised");
    if (list->error)
        return QStringLiteral("failed: ") + QString::fromStdString(list->error->message);
    if (!list->everListed)
        return QStringLiteral("not listed");
    QString words = QString::number(list->items.size());
    if (!list->malformed.empty())
        words += QStringLiteral(", malformed %1").arg(list->malformed.size());
    if (!list->excluded.empty())
        words += QStringLiteral(", excluded %1").arg(list->excluded.size());
    return words;
}

Facts factsOf(const EraRun &run)
{
    Facts facts;
    if (!run.finished)
        return facts;
    const ReportSubject &subject = run.subject;
    if (subject.facts) {
        add(facts, "version", QString::fromStdString(subject.facts->protocolVersion));
        add(facts, "verdict", verdict(subject.negotiation, *subject.facts));
        add(facts, "server", nameAndVersion(*subject.facts));
        add(facts, "capabilities", capabilityNames(*subject.facts));
        for (const ListKind kind : allListKinds)
            facts.push_back({ listNoun(kind), listWords(subject.list(kind)), false });
        add(facts, "findings", QString::number(subject.findings.size()));
        if (run.call)
            add(facts, "call", run.call->result.error ? QString::fromStdString(run.call->result.error->kind) : run.call->isError ? QStringLiteral("tool error") : QStringLiteral("ok"));
    }
    if (subject.error) {
        add(facts, "error", QString::fromStdString(subject.error->kind));
        add(facts, "cause", QString::fromStdString(subject.error->cause));
        add(facts, "message", QString::fromStdString(subject.error->message));
    }
    add(facts, "because", QString::fromStdString(subject.negotiation.because));
    return facts;
}

const EraFact *find(const Facts &facts, const QString &key)
{
    for (const EraFact &fact : facts) {
        if (fact.key == key)
            return &fact;
    }
    return nullptr;
}

/// What an open run does now: "probing 3 s of 10 s".
QString activity(const InspectionClient &client)
{
    if (client.state() == InspectionClient::State::Ready)
        return QStringLiteral("listing");
    if (client.state() == InspectionClient::State::Closing)
        return QStringLiteral("closing");
    const NegotiationReport &report = client.negotiation();
    const QString step = report.steps.empty() ? QStringLiteral("connect") : QString::fromStdString(report.steps.back().step);
    const qint64 since = client.connectingSinceNs() ? monotonicNs() - client.connectingSinceNs() : 0;
    const bool probing = step.endsWith(QLatin1String("probe"));
    const int limit = probing ? client.options().session.probeTimeoutMs : client.options().session.requestTimeoutMs;
    return QStringLiteral("%1 %2 of %3").arg(probing ? QStringLiteral("probing") : step, age(since), age(limit * qint64(1'000'000)));
}

} // namespace

QString title(EraRunKind kind)
{
    return kind == EraRunKind::Legacy ? QStringLiteral("Legacy") : kind == EraRunKind::Auto ? QStringLiteral("Auto") : QStringLiteral("Modern");
}

std::array<std::vector<EraFact>, eraRuns> facts(const EraRuns &runs)
{
    std::array<Facts, eraRuns> all;
    for (std::size_t run = 0; run < eraRuns; ++run)
        all[run] = factsOf(runs[run]);
    for (std::size_t run = 0; run < eraRuns; ++run) {
        for (EraFact &fact : all[run]) {
            for (std::size_t other = 0; other < eraRuns; ++other) {
                const EraFact *same = other != run && runs[other].connected() && runs[run].connected() ? find(all[other], fact.key) : nullptr;
                fact.differs = fact.differs || (same && same->value != fact.value);
            }
        }
    }
    return all;
}

std::vector<DiffRow> rows(const std::vector<EraDifference> &differences, bool onlyDifferent)
{
    std::vector<DiffRow> rows;
    for (const EraDifference &difference : differences) {
        const bool inColumns = difference.where == "era" || difference.where == "protocolVersion";
        if (inColumns || (onlyDifferent && !difference.differs))
            continue;
        DiffRow row;
        row.where = fromWire(difference.where);
        row.differs = difference.differs;
        for (const auto &cell : difference.cells) {
            row.values += cell ? fromWire(cell->text) : QString();
            row.present += cell.has_value();
        }
        rows.push_back(std::move(row));
    }
    return rows;
}

QString detail(const EraDifference &difference, const EraRuns &runs)
{
    QString text = fromWire(difference.where);
    for (const EraRunKind kind : allEraRuns) {
        const auto run = static_cast<std::size_t>(kind);
        const auto &cell = difference.cells[run];
        const QString value = cell ? fromWire(cell->json ? json::pretty(cell->text) : cell->text) : runs[run].connected() ? QStringLiteral("absent") : QStringLiteral("not connected");
        text += QStringLiteral("\n\n%1:\n%2").arg(title(kind), value);
    }
    return text;
}

QString heading(const EraLab &lab, EraRunKind kind)
{
    QString state;
    const EraRun &run = lab.run(kind);
    switch (lab.phase(kind)) {
    case EraLab::Phase::Waiting:
        state = QStringLiteral("waiting");
        break;
    case EraLab::Phase::Skipped:
        state = QStringLiteral("not run");
        break;
    case EraLab::Phase::Running:
        state = activity(*lab.client(kind));
        break;
    case EraLab::Phase::Done:
        state = run.connected() ? QStringLiteral("ready %1").arg(duration(run.readyNs)) : QStringLiteral("failed");
        break;
    }
    return title(kind) + QStringLiteral("   ") + state;
}

QString progress(const EraLab &lab)
{
    QStringList parts;
    for (const EraRunKind kind : allEraRuns) {
        const bool done = lab.phase(kind) == EraLab::Phase::Done;
        const QString state = done ? (lab.run(kind).connected() ? QStringLiteral("ready") : QStringLiteral("failed"))
            : lab.phase(kind) == EraLab::Phase::Running ? activity(*lab.client(kind)) : QStringLiteral("waiting");
        parts += (parts.isEmpty() ? title(kind) : title(kind).toLower()) + u' ' + state;
    }
    return parts.join(QStringLiteral(", ")) + u'.';
}

} // namespace assayer::eralabfacts
