#include "ui/presentation/negotiationsteppresentation.h"

#include "models/negotiationstepmodel.h"
#include "platform/formattext.h"
#include "platform/visibletext.h"

namespace assayer {

namespace {

using M = NegotiationStepModel;

bool isAnswer(const QModelIndex &source)
{
    return source.data(M::ArrowRole).toInt() != NegotiationRow::Request;
}

QString stepWords(const QModelIndex &source)
{
    const QString step = source.data(M::StepRole).toString();
    if (isAnswer(source))
        return NegotiationStepPresentation::tr("answer");
    const QString offered = visible(source.data(M::OfferedRole).toString());
    if (step == u"probe")
        return NegotiationStepPresentation::tr("probe %1").arg(offered);
    if (step == u"corrective-probe")
        return NegotiationStepPresentation::tr("corrective probe %1").arg(offered);
    if (step == u"initialize")
        return NegotiationStepPresentation::tr("initialize %1").arg(offered);
    if (step == u"sse-fallback")
        return NegotiationStepPresentation::tr("open HTTP+SSE stream");
    return visible(step);
}

QString outcomeWords(const QModelIndex &source)
{
    if (!isAnswer(source))
        return {};
    if (source.data(M::ArrowRole).toInt() == NegotiationRow::Waiting)
        return NegotiationStepPresentation::tr("waiting ...");
    QStringList parts { visible(source.data(M::OutcomeRole).toString()) };
    if (const QVariant status = source.data(M::StatusRole); status.isValid())
        parts += status.toString();
    if (const QVariant code = source.data(M::CodeRole); code.isValid())
        parts += visible(code.toString());
    return parts.join(u' ');
}

Tone verdictTone(const QString &verdict)
{
    return verdict == u"error" ? Tone::Error : verdict == u"corrective" ? Tone::Warning : Tone::Plain;
}

} // namespace

QString NegotiationStepPresentation::header(int column) const
{
    switch (column) {
    case M::Number:
        return tr("#");
    case M::Step:
        return tr("Step");
    case M::Sequence:
        return tr("Assayer - server");
    case M::Outcome:
        return tr("Outcome");
    case M::Verdict:
        return tr("Verdict");
    default:
        return tr("Took");
    }
}

QVariant NegotiationStepPresentation::words(const QModelIndex &source, int column) const
{
    switch (column) {
    case M::Step:
        return stepWords(source);
    case M::Outcome:
        return outcomeWords(source);
    case M::Took:
        return isAnswer(source) ? duration(static_cast<qint64>(source.data(M::ElapsedRole).toDouble() * 1e6)) : QString();
    default:
        return {};
    }
}

QVariant NegotiationStepPresentation::look(const QModelIndex &source, int role) const
{
    switch (role) {
    case EmphasisRole:
        return source.column() == M::Verdict && source.data(M::DecidingRole).toBool();
    case ToneRole:
        return source.column() == M::Verdict ? QVariant(static_cast<int>(verdictTone(source.data(M::VerdictRole).toString()))) : QVariant();
    case Qt::ToolTipRole:
        return toolTipText(source.data(M::SentenceRole).toString(), {});
    default:
        return {};
    }
}

QString NegotiationStepPresentation::sentence(const QModelIndex &source) const
{
    const int number = source.data(M::StepIndexRole).toInt() + 1;
    if (!isAnswer(source))
        return tr("Step %1, %2, sent to the server.").arg(number).arg(spokenText(stepWords(source)));
    QStringList parts { tr("Step %1, answer to %2, from the server").arg(number).arg(spokenText(source.data(M::StepRole).toString())),
        spokenText(outcomeWords(source)) };
    if (const QString verdict = source.data(M::VerdictRole).toString(); !verdict.isEmpty())
        parts += tr("verdict %1").arg(verdict);
    if (source.data(M::DecidingRole).toBool())
        parts += tr("this decided");
    parts += words(source, M::Took).toString();
    return parts.join(QStringLiteral(", ")) + u'.';
}

} // namespace assayer
