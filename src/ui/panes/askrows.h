// What a server asks as rows of the questions' list.
#pragma once

#include "inspection/inspectionclient.h"
#include "models/askmodel.h"

namespace assayer {

struct WantedPage;

AskRow askRow(const ServerRequest &request, const QString &server);
/// A page that an error wants visited before its call is made again.
AskRow askRow(const WantedPage &page, const QString &server);
/// One sentence on what was declared that a server may ask for.
QString declaredWords(const AnswerRules &rules);

} // namespace assayer
