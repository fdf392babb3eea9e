// Words, tones and tool tips of badges.
#pragma once

#include "models/roles.h"
#include "ui/presentation/tones.h"

namespace assayer {

/// Ready to be shown: arguments went through visibletext.
QString badgeText(const Badge &badge);
Tone badgeTone(const Badge &badge);
QString badgeToolTip(const Badge &badge);
/// For accessible sentences: "read-only, output checked".
QString badgeSentence(const Badges &badges);

} // namespace assayer
