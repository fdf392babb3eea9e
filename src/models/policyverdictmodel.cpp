#include "models/policyverdictmodel.h"

#include "platform/visibletext.h"

namespace assayer {

namespace {

std::string ownVerdict(const NegotiationReport &report)
{
    if (report.error)
        return "error: " + report.error->kind + (report.error->cause.empty() ? std::string() : " " + report.error->cause);
    return report.era ? std::string(eraName(*report.era)) : std::string();
}

} // namespace

PolicyVerdictModel::PolicyVerdictModel(QObject *parent)
    : ValueModel(nullptr, parent)
{
}

void PolicyVerdictModel::setReport(const NegotiationReport &report)
{
    std::vector<PolicyVerdict> rows;
    if (!report.policy.empty())
        rows.push_back({ report.policy, ownVerdict(report), report.because, false });
    rows.insert(rows.end(), report.otherPolicies.begin(), report.otherPolicies.end());
    setRows(std::move(rows));
}

quint64 PolicyVerdictModel::identity(qsizetype row) const
{
    return identityHash(value(row).policy);
}

QVariant PolicyVerdictModel::cell(qsizetype row, int column, int role) const
{
    const PolicyVerdict &policy = value(row);
    switch (role) {
    case Qt::DisplayRole:
        return fromWire(column == Policy ? policy.policy : column == Verdict ? policy.verdict : policy.sentence);
    case DiffersRole:
        return policy.differs;
    case SentenceRole:
        return fromWire(policy.sentence);
    default:
        return {};
    }
}

} // namespace assayer
