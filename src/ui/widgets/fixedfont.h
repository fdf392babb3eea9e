// The font of names, JSON, bytes and paths.
#pragma once

#include <QFont>

namespace assayer {

/// The platform's fixed family without a size of its own: a widget that has it keeps the size of the texts around it, also when the
/// user changes that.
QFont fixedFont();

} // namespace assayer
