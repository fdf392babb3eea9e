// The words of a list in each of its states (ux 3.1): which notice, which buttons, which footer. Pure.
#pragma once

#include "inspection/inspectionclient.h"
#include "ui/presentation/tones.h"

#include <QList>
#include <QString>

#include <utility>

namespace assayer {

/// What the words depend on.
struct ListFacts {
    ListKind kind {};
    InspectionClient::State state = InspectionClient::State::Idle;
    bool isTrace = false;
    bool advertised = false;
    bool listing = false;
    int pages = 0; ///< taken by the running walk
    qsizetype entries = 0;
    ListSnapshotPtr snapshot;
    QString filter;
    int shownRows = 0;
    qsizetype total = 0;
    QString endedBecause; ///< of a connection that is over
    qint64 endedWallNs = 0;
    bool hasStderr = false;
};

/// Ids of buttons: "connect", "reconnect", "refresh", "ask", "malformed", "refused", "answer", "clear", "cancel", "stderr".
struct ListWords {
    Tone tone = Tone::Plain;
    QString words; ///< empty: no notice
    QList<std::pair<QString, QString>> buttons;
    bool inPlaceOfList = false; ///< stands centred where the list would be
    bool muted = false; ///< rows are shown, searched and copied, but not in force
};

ListWords listWords(const ListFacts &facts);
/// "14 tools, 3 pages, 13:02:11, 42 ms".
QString listFooter(const ListFacts &facts);
/// "tools", "resources", "templates", "prompts"; with a count of one the singular.
QString listNoun(ListKind kind, qsizetype count = 2);

/// One sentence for why a connection is over.
QString endSentence(const InspectionClient &client);

} // namespace assayer
