// The scripts of tests/data/negotiation/cases.json: which rule answers a message, and what its placeholders stand for.
#pragma once

#include <QByteArray>
#include <QHash>
#include <QJsonArray>
#include <QJsonObject>
#include <QJsonValue>
#include <QString>

namespace assayer::test {

/// What a rule may look at. `rpc` is empty where the body is no JSON object.
struct ScriptedRequest {
    QByteArray httpMethod;
    QByteArray path;
    QHash<QByteArray, QByteArray> headers; ///< names in lower case
    QByteArray body;
    QJsonObject rpc;
    int spawn = 0;

    QString rpcMethod() const { return rpc.value(u"method").toString(); }
};

/// Placeholders that depend on the server.
struct ScriptPlaces {
    QString base;
    QString other;
    QJsonValue lastId;
};

/// Rules in order; counts per rule for `nth`.
class ScriptRules {
public:
    explicit ScriptRules(const QJsonArray &rules);
    /// The first rule that holds; empty where none does. Counts.
    QJsonObject match(const ScriptedRequest &request);

private:
    QJsonArray m_rules;
    QList<int> m_counts;
};

/// JSON text of a script value with its placeholders filled in.
QByteArray scriptText(const QJsonValue &value, const ScriptedRequest &request, const ScriptPlaces &places);
/// A string of a script with "$base", "$other" and "$idJson" filled in.
QByteArray scriptString(const QString &text, const ScriptedRequest &request, const ScriptPlaces &places);

} // namespace assayer::test
