// The header fields of a request: what the transport and the dialect set, and what the profile adds.
#pragma once

#include "transport/target.h"

#include <QUrl>

namespace assayer {

/// `managed` first, then those of the profile whose names (ASCII case ignored) are not among them, each as given.
/// A user name in the address becomes Basic authorization where nothing else authorizes.
HeaderFields mergeHeaders(const HeaderFields &managed, const HeaderFields &profile, const QUrl &url);

/// Whether a field of that name is there, ASCII case ignored.
bool hasField(const HeaderFields &fields, const QByteArray &name);

} // namespace assayer
