// One kept answer to a question of a server.
#pragma once

#include "session/serverrequest.h"

#include <QByteArray>
#include <QList>
#include <QString>

namespace assayer {

/// Plain value; any thread.
struct SavedAnswer {
    QString id; ///< unique in the file
    QString name; ///< given by the user; empty for none
    QString server; ///< name of the profile; empty: any server
    QByteArray method; ///< "elicitation/create", "sampling/createMessage", "roots/list"
    QByteArray question; ///< elicitation: the requested schema, exact text; else empty
    QByteArray result; ///< JSON text of the result
    bool automatic = false; ///< answers by itself
    bool complete = true; ///< false: members that hold secrets were left out
    qint64 savedWallNs = 0;
};

/// Whether the answer is one to this question: same method and, of a form, a schema equal by value. A URL is never opened by
/// a kept answer.
bool fits(const SavedAnswer &answer, const ServerRequest &request);

} // namespace assayer
