// Findings of a connection: what the rules say of each received message and of each list.
#pragma once

#include "protocol/listsnapshot.h"
#include "session/session.h"

namespace assayer {

/// Judges one message of the server. Entries of a list are left to snapshotFindings(): they were judged by the walk already.
Findings messageFindings(const ReceivedMessage &received, Revision revision);

/// Warnings of kept entries and all faults of malformed and excluded ones, at "frame:N/result/tools/3/annotations".
Findings snapshotFindings(const ListSnapshot &snapshot);

/// The structured output of a call against its schema.
Findings outputFindings(const QByteArray &tool, const OutputVerdict &verdict, quint64 frame);

} // namespace assayer
