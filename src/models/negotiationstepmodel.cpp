#include "models/negotiationstepmodel.h"

#include "platform/visibletext.h"

namespace assayer {

namespace {

/// What the probe and the handshake send, by the report's word for the step.
QString requestText(const NegotiationStep &step)
{
    if (step.step == "probe" || step.step == "corrective-probe")
        return QStringLiteral("server/discover");
    if (step.step == "sse-fallback")
        return QStringLiteral("GET");
    return step.step == "initialized" ? QStringLiteral("notifications/initialized") : fromWire(step.step);
}

QString answerText(const NegotiationStep &step)
{
    if (step.httpStatus)
        return QString::number(*step.httpStatus);
    return step.rpcCode ? fromWire(*step.rpcCode) : fromWire(step.outcome);
}

bool isSilent(const std::string &outcome)
{
    return outcome == "no-reply" || outcome == "timeout" || outcome == "network" || outcome == "closed" || outcome == "cancelled";
}

void addRows(std::vector<NegotiationRow> &rows, const NegotiationReport &report, int index)
{
    const NegotiationStep &step = report.steps[static_cast<std::size_t>(index)];
    rows.push_back({ index, NegotiationRow::Request, step, false });
    NegotiationRow answer { index, NegotiationRow::Answer, step, index == report.deciding };
    if (step.outcome.empty())
        answer.arrow = NegotiationRow::Waiting;
    else if (isSilent(step.outcome) && step.answerFrame == 0)
        answer.arrow = NegotiationRow::NoAnswer;
    if (step.step != "initialized" || !step.outcome.empty())
        rows.push_back(std::move(answer));
}

} // namespace

NegotiationStepModel::NegotiationStepModel(QObject *parent)
    : ValueModel(nullptr, parent)
{
}

void NegotiationStepModel::setReport(const NegotiationReport &report)
{
    std::vector<NegotiationRow> rows;
    for (int i = 0; i < static_cast<int>(report.steps.size()); ++i)
        addRows(rows, report, i);
    setRows(std::move(rows));
}

int NegotiationStepModel::decidingRow() const
{
    for (int row = 0; row < rowCount(); ++row) {
        if (at(row).deciding)
            return row;
    }
    return -1;
}

quint64 NegotiationStepModel::identity(qsizetype row) const
{
    const NegotiationRow &step = value(row);
    return identityHash(step.value.step, static_cast<quint64>(step.step) * 2 + (step.arrow == NegotiationRow::Request ? 0 : 1));
}

QVariant NegotiationStepModel::cell(qsizetype row, int column, int role) const
{
    const NegotiationRow &at = value(row);
    const NegotiationStep &step = at.value;
    const bool answer = at.arrow != NegotiationRow::Request;
    switch (role) {
    case Qt::DisplayRole:
        switch (column) {
        case Number:
            return answer ? QVariant() : QVariant(at.step + 1);
        case Step:
            return answer ? QString() : fromWire(step.step);
        case Sequence:
            return answer ? answerText(step) : requestText(step);
        case Outcome:
            return answer ? fromWire(step.outcome) : QString();
        case Verdict:
            return answer ? fromWire(step.verdict) : QString();
        default:
            return {};
        }
    case NumericRole:
        return column == Number || column == Took;
    case FrameRole:
        return QVariant::fromValue<quint64>(answer && step.answerFrame ? step.answerFrame : step.requestFrame);
    case StepIndexRole:
        return at.step;
    case ArrowRole:
        return static_cast<int>(at.arrow);
    case ArrowTextRole:
        return answer ? answerText(step) : requestText(step);
    case DecidingRole:
        return at.deciding;
    case SentenceRole:
        return fromWire(step.sentence);
    case EvidenceRole:
        return fromWire(step.evidence);
    case StderrRole:
        return fromWire(step.stderrText);
    case ElapsedRole:
        return step.elapsedMs;
    case VerdictRole:
        return fromWire(step.verdict);
    case StepRole:
        return fromWire(step.step);
    case OutcomeRole:
        return fromWire(step.outcome);
    case StatusRole:
        return step.httpStatus ? QVariant(*step.httpStatus) : QVariant();
    case CodeRole:
        return step.rpcCode ? QVariant(fromWire(*step.rpcCode)) : QVariant();
    case OfferedRole:
        return fromWire(step.offered);
    case RequestFrameRole:
        return QVariant::fromValue<qulonglong>(step.requestFrame);
    case AnswerFrameRole:
        return QVariant::fromValue<qulonglong>(step.answerFrame);
    default:
        return {};
    }
}

} // namespace assayer
