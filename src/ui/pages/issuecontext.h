// Facts that stand at the head of every report copied from the window.
#pragma once

#include "protocol/issuereport.h"

namespace assayer {

class Desk;

IssueContext issueContext(const Desk &desk);

} // namespace assayer
