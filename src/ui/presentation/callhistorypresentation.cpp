#include "ui/presentation/callhistorypresentation.h"

#include "models/callhistorymodel.h"
#include "platform/formattext.h"
#include "platform/visibletext.h"

namespace assayer {

namespace {

using M = CallHistoryModel;

QString outcomeWord(const QModelIndex &source)
{
    switch (static_cast<CallRow::Outcome>(source.data(M::OutcomeRole).toInt())) {
    case CallRow::Running:
        return CallHistoryPresentation::tr("running");
    case CallRow::Ok:
        return CallHistoryPresentation::tr("OK");
    case CallRow::ToolError:
        return CallHistoryPresentation::tr("tool error");
    case CallRow::Failed:
        return CallHistoryPresentation::tr("failed: %1").arg(visible(source.data(M::ProblemRole).toString()));
    case CallRow::Cancelled:
        break;
    }
    return CallHistoryPresentation::tr("cancelled");
}

QString outputWord(const QModelIndex &source)
{
    switch (static_cast<CallRow::Output>(source.data(M::OutputRole).toInt())) {
    case CallRow::Valid:
        return CallHistoryPresentation::tr("valid, gen %1").arg(source.data(M::GenerationRole).toULongLong());
    case CallRow::Invalid:
        return CallHistoryPresentation::tr("invalid, gen %1").arg(source.data(M::GenerationRole).toULongLong());
    case CallRow::Unchecked:
        return CallHistoryPresentation::tr("not checked");
    case CallRow::NoSchema:
        break;
    }
    return {};
}

bool isBad(const QModelIndex &source)
{
    const int outcome = source.data(M::OutcomeRole).toInt();
    return outcome == CallRow::ToolError || outcome == CallRow::Failed;
}

} // namespace

QString CallHistoryPresentation::header(int column) const
{
    switch (column) {
    case M::When:
        return tr("When");
    case M::Name:
        return tr("Name");
    case M::Outcome:
        return tr("Outcome");
    case M::Output:
        return tr("Output");
    case M::Arguments:
        return tr("Arguments");
    case M::Took:
        return tr("Took");
    default:
        return tr("Size");
    }
}

QVariant CallHistoryPresentation::words(const QModelIndex &source, int column) const
{
    switch (column) {
    case M::When:
        return clockTime(source.data(M::StartedRole).toLongLong());
    case M::Outcome:
        return outcomeWord(source);
    case M::Output:
        return outputWord(source);
    case M::Took:
        return source.data(M::ElapsedRole).isValid() ? duration(source.data(M::ElapsedRole).toLongLong()) : QString();
    case M::Size:
        return source.data(M::SizeRole).isValid() ? byteSize(source.data(M::SizeRole).toLongLong()) : QString();
    default:
        return {};
    }
}

QVariant CallHistoryPresentation::look(const QModelIndex &source, int role) const
{
    const int column = source.column();
    switch (role) {
    case Qt::DecorationRole:
        if (column == M::Outcome && isBad(source))
            return severityIcon(Severity::Error);
        return column == M::Output && source.data(M::OutputRole).toInt() == CallRow::Invalid ? QVariant(severityIcon(Severity::Error)) : QVariant();
    case ToneRole:
        return column == M::Outcome && isBad(source) ? QVariant(static_cast<int>(Tone::Error)) : QVariant();
    case FixedFontRole:
        return column != M::Outcome && column != M::Output && column != M::Name;
    default:
        return {};
    }
}

QString CallHistoryPresentation::sentence(const QModelIndex &source) const
{
    QStringList parts { tr("Call of %1 at %2").arg(spokenText(source.data(M::ToolRole).toString()), clockTime(source.data(M::StartedRole).toLongLong())),
        spokenText(outcomeWord(source)) };
    for (const QString &part : { outputWord(source), words(source, M::Took).toString() }) {
        if (!part.isEmpty())
            parts += part;
    }
    return parts.join(QStringLiteral(", ")) + u'.';
}

} // namespace assayer
