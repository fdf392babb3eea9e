// Every error in three lines for people: whose fault, the fact, the next step. One text for the window and the command line.
#pragma once

#include "base/error.h"
#include "protocol/listkind.h"
#include "protocol/negotiationreport.h"
#include "session/session.h"
#include "transport/target.h"

#include <QList>
#include <QString>

#include <optional>

namespace assayer {

/// What Assayer was doing, and what it knows besides the error.
struct ErrorContext {
    enum Phase { Connecting, Listing, Acting, Reading };
    Phase phase = Connecting;
    std::optional<Target> target;
    const NegotiationReport *negotiation = nullptr; ///< borrowed for the call
    const SessionEnd *end = nullptr; ///< borrowed: how a process ended
    QString profile; ///< name, empty for a target given by hand
    QString method; ///< of the request, empty while connecting
    QString subject; ///< tool, URI, list or file the error is about
    qint64 elapsedNs = -1;
    std::optional<qint64> listWallNs; ///< when the list that stays was taken
};

/// What a button beside the text would do; the window maps them to its actions, the command line prints `hint`.
enum class ErrorAction {
    None, TryAuto, CompareHeaders, EditVersions, ShowEvidence, CopyReport, WaitLonger, ConnectLegacy, Reconnect, ShowBytes,
    EditCommand, ShowStderr, EditEnvironment, ShowLines, UseAddress, TrustCertificate, ShowChain, Authorize, EditProxy,
    ShowRefused, ShowCursors, GoToPlace, RaiseLimit, EditProfile, OpenInEditor, SaveCleanCopy, EditTarget,
};

struct ErrorText {
    QString title; ///< which side did what; at most 70 characters, no code
    QString seen; ///< the fact; values in quotes and escaped; at most 200 characters
    QString next; ///< one thing to do
    QList<ErrorAction> actions; ///< in the order of importance
    QString tag; ///< kind and cause as the contract spells them, for searching
};

ErrorText errorText(const Error &error, const ErrorContext &context = {});
/// Two findings that are told like errors: "stdio.noise" and "trace.cut".
std::optional<ErrorText> findingText(const Finding &finding);

/// Words on a button: "Try auto".
QString actionLabel(ErrorAction action);
/// The three lines and the tag as plain text, as the command line prints them.
QString plainText(const ErrorText &text);

} // namespace assayer
