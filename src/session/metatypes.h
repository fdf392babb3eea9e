// Value types of lower rooms that know no Qt, declared for signals of this room. Include before a signal names one.
#pragma once

#include "base/error.h"
#include "base/finding.h"
#include "protocol/negotiationreport.h"

#include <QMetaType>

