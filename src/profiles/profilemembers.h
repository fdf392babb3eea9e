// From a ServerProfile back to the members of its entry in the file.
#pragma once

#include "profiles/serverprofile.h"

namespace assayer {

struct ProfileMember {
    QStringList path; ///< below the entry, e.g. { "oauth", "clientId" }
    QByteArray json; ///< empty: the member does not stand in the file
};

/// Every member Assayer knows, in the order it is written, with those that are at their default as empty.
QList<ProfileMember> profileMembers(const ServerProfile &profile);

/// A whole new entry as JSON text.
QByteArray profileEntry(const ServerProfile &profile);

} // namespace assayer
