// The negotiation in words: the one sentence of the Server page, and a Markdown report that stands alone.
#pragma once

#include "protocol/negotiationreport.h"

#include <QString>

namespace assayer {

/// "Legacy, weak: the probe got 503 ...; initialize worked. (http-5xx)"
QString becauseSentence(const NegotiationReport &report);
QString negotiationReportText(const NegotiationReport &report, const QString &server);

} // namespace assayer
