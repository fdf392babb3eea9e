// Whether a case came to what the vectors expect.
#pragma once

#include "caserun.h"

#include <QStringList>

namespace assayer::test {

/// What differs from `expect`, in words; empty: nothing.
QStringList differences(const QJsonObject &definition, const CaseResult &result);
/// What differs from the columns `sdk2571` and `sdk240` in the further policies' verdicts; empty also for cases in which
/// more than the classification differs.
QStringList policyDifferences(const QJsonObject &definition, const CaseResult &result);

} // namespace assayer::test
