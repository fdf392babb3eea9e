#include "ui/pages/negotiationreporttext.h"

#include "ui/pages/page.h"

namespace assayer {
namespace {

QString capitalized(std::string_view word)
{
    const QString text = QString::fromLatin1(word.data(), static_cast<qsizetype>(word.size()));
    return text.left(1).toUpper() + text.mid(1);
}

QString stepLine(const NegotiationStep &step, std::size_t number)
{
    QString line = QStringLiteral("| %1 | %2 | %3").arg(number).arg(shown(step.step), shown(step.outcome));
    if (step.httpStatus)
        line += QStringLiteral(" %1").arg(*step.httpStatus);
    if (step.rpcCode)
        line += QStringLiteral(" %1").arg(shown(*step.rpcCode));
    return line + QStringLiteral(" | %1 | %2 | %3 ms |\n").arg(shown(step.verdict), shown(step.rule)).arg(step.elapsedMs, 0, 'f', 1);
}

} // namespace

QString becauseSentence(const NegotiationReport &report)
{
    QString text;
    if (report.era)
        text = capitalized(eraName(*report.era));
    if (report.protocolVersion)
        text += u' ' + shown(*report.protocolVersion);
    if (report.strength)
        text += QStringLiteral(", ") + shown(*report.strength);
    if (!report.because.empty())
        text += (text.isEmpty() ? QString() : QStringLiteral(": ")) + shown(report.because);
    const auto deciding = static_cast<std::size_t>(report.deciding);
    if (report.deciding >= 0 && deciding < report.steps.size() && !report.steps[deciding].rule.empty())
        text += QStringLiteral("  (%1)").arg(shown(report.steps[deciding].rule));
    return text;
}

QString negotiationReportText(const NegotiationReport &report, const QString &server)
{
    QString text = QStringLiteral("## Negotiation with %1\n\n%2\n\nMode %3, policy %4.\n\n| # | step | outcome | verdict | rule | took |\n"
                                  "|---|---|---|---|---|---|\n")
                       .arg(shown(server), becauseSentence(report), shown(report.mode), shown(report.policy));
    for (std::size_t i = 0; i < report.steps.size(); ++i)
        text += stepLine(report.steps[i], i + 1);
    for (const PolicyVerdict &other : report.otherPolicies)
        text += QStringLiteral("\n%1 would have concluded: %2. %3\n").arg(shown(other.policy), shown(other.verdict), shown(other.sentence));
    return text;
}

} // namespace assayer
