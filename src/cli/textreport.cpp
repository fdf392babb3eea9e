#include "cli/textreport.h"

#include "cli/contenttext.h"
#include "json/write.h"
#include "platform/formattext.h"
#include "platform/visibletext.h"

namespace assayer::text {

namespace {

QString line(std::string_view utf8, qsizetype limit = 0)
{
    return visible(utf8, Lines::One, limit);
}

QString lineOf(std::string_view utf8)
{
    return line(utf8.substr(0, utf8.find('\n')), 100);
}

const char *title(ListKind kind)
{
    switch (kind) {
    case ListKind::Tools:
        return "Tools";
    case ListKind::Resources:
        return "Resources";
    case ListKind::ResourceTemplates:
        return "Resource templates";
    case ListKind::Prompts:
        break;
    }
    return "Prompts";
}

QString nameOf(ListKind kind, const ListEntry &entry)
{
    if (kind == ListKind::Resources)
        return line(entry.text("uri"), 120);
    return kind == ListKind::ResourceTemplates ? line(entry.text("uriTemplate"), 120) : line(entry.text("name"), 80);
}

QString aboutOf(ListKind kind, const ListEntry &entry)
{
    const bool named = kind == ListKind::Resources || kind == ListKind::ResourceTemplates;
    QStringList parts;
    if (named)
        parts << lineOf(entry.text("name"));
    if (named && !entry.text("mimeType").empty())
        parts << line(entry.text("mimeType"), 40);
    const std::string_view about = entry.text("description").empty() ? entry.text("title") : entry.text("description");
    if (!about.empty())
        parts << lineOf(about);
    parts.removeAll(QString());
    return parts.join(QStringLiteral("  "));
}

QString members(const json::Value *object)
{
    QStringList names;
    for (const json::Member &member : object ? object->members() : std::span<const json::Member>())
        names << line(member.name(), 40);
    return names.isEmpty() ? QStringLiteral("none") : names.join(QStringLiteral(", "));
}

QString entryLines(ListKind kind, const ListSnapshot &snapshot)
{
    qsizetype width = 0;
    for (const ListEntry &entry : snapshot.items)
        width = std::max(width, nameOf(kind, entry).size());
    width = std::min<qsizetype>(width, 40);
    QString out;
    for (const ListEntry &entry : snapshot.items)
        out += QStringLiteral("  ") + (nameOf(kind, entry).leftJustified(width) + QStringLiteral("  ") + aboutOf(kind, entry)).trimmed() + u'\n';
    return out;
}

} // namespace

QString identity(const Inspection &inspection)
{
    const SessionFactsPtr facts = inspection.facts();
    if (!facts)
        return {};
    const json::Value *info = facts->serverInfo.value;
    const QString name = info ? line(info->stringAt("name").value_or("(no name)"), 80) + u' ' + line(info->stringAt("version").value_or(""), 40) : QStringLiteral("(the server does not say who it is)");
    const NegotiationReport &negotiation = inspection.negotiation();
    const QString strength = negotiation.strength ? QStringLiteral(" (%1)").arg(QString::fromStdString(*negotiation.strength)) : QString();
    QString out = QStringLiteral("%1   %2 %3%4\n").arg(name.trimmed(), QString::fromUtf8(eraName(eraOf(facts->revision)).data()), line(facts->protocolVersion, 20), strength);
    if (!negotiation.because.empty())
        out += line(negotiation.because) + u'\n';
    out += QStringLiteral("Capabilities: %1\n").arg(members(facts->capabilities.value));
    if (!facts->instructions.empty())
        out += QStringLiteral("Instructions: %1\n").arg(visible(std::string_view(facts->instructions), Lines::Many, 2000));
    return out;
}

QString list(ListKind kind, const ListSnapshot &snapshot, bool verbose)
{
    QString out = QStringLiteral("%1 (%2)").arg(QLatin1String(title(kind))).arg(snapshot.items.size());
    if (snapshot.pages > 1)
        out += QStringLiteral(", %1 pages").arg(snapshot.pages);
    if (verbose && snapshot.elapsedNs > 0)
        out += QStringLiteral(", ") + duration(snapshot.elapsedNs);
    out += u'\n' + entryLines(kind, snapshot);
    for (const ExcludedEntry &entry : snapshot.excluded)
        out += QStringLiteral("  (excluded) %1: %2\n").arg(line(entry.label, 80), line(entry.reason));
    if (snapshot.error)
        out += QStringLiteral("  The list was refused: %1 [%2]\n").arg(line(snapshot.error->message), QString::fromStdString(snapshot.error->kind));
    return out + malformed(snapshot);
}

QString malformed(const ListSnapshot &snapshot)
{
    if (snapshot.malformed.empty())
        return {};
    QString out = QStringLiteral("  %1\n").arg(line(snapshot.summary.value_or("Dropped malformed entries")));
    for (const MalformedEntry &entry : snapshot.malformed) {
        const QString label = entry.label ? u' ' + line(*entry.label, 80) : QString();
        for (const Fault &fault : entry.faults)
            out += QStringLiteral("    index %1%2: %3\n").arg(QString::number(entry.index), label, line(fault.reason()));
    }
    return out;
}

QString findingLine(const Finding &finding)
{
    QString out = QStringLiteral("%1  %2  %3").arg(QString::fromLatin1(severityName(finding.severity)).leftJustified(7), QString::fromStdString(finding.rule), line(finding.message));
    if (!finding.where.empty())
        out += QStringLiteral("  (%1)").arg(line(finding.where, 200));
    return out;
}

QString findings(const Findings &findings)
{
    if (findings.empty())
        return {};
    QString out = QStringLiteral("Findings (%1)\n").arg(findings.size());
    for (const Finding &finding : findings)
        out += QStringLiteral("  ") + findingLine(finding) + u'\n';
    return out;
}

QString metadata(const MetadataSummary &metadata)
{
    if (!metadata.refused)
        return {};
    return QStringLiteral("Tool metadata was not published: the output schema of %1 does not compile at %2: %3\n")
        .arg(line(metadata.refused->tool, 80), line(metadata.refused->path.empty() ? std::string_view("its root") : metadata.refused->path, 120), line(metadata.refused->message));
}

QString pretty(const json::Node &node)
{
    return visible(std::string_view(json::pretty(node.raw())), Lines::Many, 0) + u'\n';
}

QString result(const QByteArray &method, const json::Node &result)
{
    if (!result)
        return {};
    if (method == "tools/call")
        return callText(result);
    if (method == "resources/read")
        return contentsText(result);
    return method == "prompts/get" ? messagesText(result) : pretty(result);
}

} // namespace assayer::text
