// Members of params._meta for a session: protocol/requestencoder in QByteArray, with a second source of members.
#pragma once

#include <QByteArray>

#include <string>
#include <utility>
#include <vector>

namespace assayer {

/// Name and JSON text.
using MetaMember = std::pair<std::string, std::string>;

/// `params` (JSON object text or empty) with `ours` and the members of the object `extra` in its _meta. A name that stands
/// in params._meta wins over `extra`, and that over `ours`. Params that are no object, or whose _meta is none, were
/// composed by hand and come back as they are; so does everything where there is nothing to add.
QByteArray withMeta(const QByteArray &params, std::vector<MetaMember> ours, const QByteArray &extra);

} // namespace assayer
