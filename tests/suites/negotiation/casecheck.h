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

/// Whether the case is worth playing under that policy: its column concludes otherwise than we do, and nothing but the judgement makes
/// the difference.
bool playsAsPolicy(const QJsonObject &definition, const char *column);
/// The same script played under another policy, held against that policy's column: result, error, time.
QStringList columnDifferences(const QJsonObject &definition, const char *column, const CaseResult &result);

} // namespace assayer::test
