// What a case says the user must be able to see, held against what there is to see: findings, the sentence, the error.
#pragma once

#include "caserun.h"

namespace assayer::test {

/// Empty where the `finding` of the case stands somewhere, or where the case has none.
QStringList findingDifferences(const QJsonObject &definition, const CaseResult &result);

} // namespace assayer::test
