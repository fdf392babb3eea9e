// Line ends made visible in an ExactTextView.
#pragma once

namespace assayer {

/// Dynamic property (bool) of an ExactTextView: LF at the ends of rows is shown as a framed escape, as CR always is. Off where unset.
inline constexpr const char *lineEndsProperty = "_assayer_lineEnds";

} // namespace assayer
