// Standing answers to what a server may ask of the client, and the capabilities they declare.
#pragma once

#include "inspection/savedanswer.h"
#include "session/serverrequest.h"

#include <QByteArray>
#include <QList>
#include <QMap>
#include <QString>

#include <optional>

namespace assayer {

struct RootEntry {
    QString uri;
    QString name; ///< empty where none
};

/// What happens when the server asks something of that sort.
enum class AnswerMode {
    NotDeclared, ///< the capability is not declared; a question is answered with the era's error
    Ask, ///< declared; the question waits for the user (signal serverRequested)
    Defaults, ///< elicitation: accept with the defaults of the requested schema
    Decline,
    Cancel, ///< elicitation: "cancel"; sampling: the era's refusal
    Fixed, ///< `elicitationResult` or `samplingResult` as it stands; an array: one after the other, the last one again
};

struct AnswerRules {
    AnswerMode elicitation = AnswerMode::NotDeclared;
    bool elicitationForm = true; ///< declared modes
    bool elicitationUrl = true;
    QByteArray elicitationResult; ///< Fixed: result JSON, or the content alone
    AnswerMode sampling = AnswerMode::NotDeclared;
    bool samplingTools = true; ///< declares sampling.tools
    QByteArray samplingResult;
    bool declareRoots = false;
    bool askRoots = false; ///< without roots of the profile a person is asked, not an empty list sent
    bool rootsListChanged = true;
    QList<RootEntry> roots; ///< answered by themselves
    QMap<QByteArray, QByteArray> results; ///< method -> result JSON: wins over everything else
    QList<SavedAnswer> saved; ///< kept answers that are given by themselves where the mode is Ask (SavedAnswers::automatic)
    QByteArray extraCapabilities; ///< JSON object text merged into what is declared (extensions, experimental)
};

/// Rules in, answers out; knows no connection.
class AnswerBook {
public:
    explicit AnswerBook(AnswerRules rules = {});

    const AnswerRules &rules() const { return m_rules; }
    void setSaved(const QList<SavedAnswer> &saved) { m_rules.saved = saved; }
    void setResult(const QByteArray &method, const QByteArray &resultJson) { m_rules.results.insert(method, resultJson); }

    /// Client capabilities as declared to the server: JSON object text.
    QByteArray capabilities() const;
    /// The answer that needs no person, or nullopt: ask. Not const: lists of fixed answers are used up.
    std::optional<ServerAnswer> answer(const ServerRequest &request);

private:
    std::optional<ServerAnswer> elicitation(const ServerRequest &request);
    std::optional<ServerAnswer> sampling(const ServerRequest &request);
    std::optional<ServerAnswer> saved(const ServerRequest &request) const;
    QByteArray rootsResult() const;
    AnswerRules m_rules;
    std::size_t m_elicitations = 0;
    std::size_t m_samplings = 0;
};

} // namespace assayer
