// The verb `script`: one operation a line from stdin, one line of answer each, on one connection at a time.
#pragma once

#include "cli/console.h"
#include "cli/scriptinput.h"
#include "cli/scriptoperation.h"
#include "cli/verb.h"
#include "inspection/inspection.h"

#include <QHash>

#include <deque>
#include <memory>

namespace assayer {

class ScriptVerb final : public Verb {
    Q_OBJECT
public:
    ScriptVerb(InspectionOptions options, Console console, QObject *parent = nullptr);
    ~ScriptVerb() override;

    void start() override;
    void interrupt() override;

    // For operations.
    Inspection &inspection() { return m_inspection; }
    bool isConnected() const { return m_inspection.isReady(); }
    /// First notification of that method that nobody awaited yet; null where there is none.
    std::optional<Notification> takeNotification(const QByteArray &method);
    ScriptOperation *begun(const QByteArray &id) const { return m_begun.value(id); }
    /// Standing reply to requests of that method; questions that wait for one get it.
    void setAnswer(const QByteArray &method, const QByteArray &resultJson);
    /// Error of an operation without a connection.
    static Error noConnection();

Q_SIGNALS:
    void notificationQueued();

private:
    void takeLine(const QByteArray &line);
    void next();
    void run(const json::DocumentPtr &line);
    void runFinish(const json::DocumentPtr &line);
    void print(const ScriptOperation &operation, const QByteArray &id);
    void printBegun(const ScriptOperation &operation, const QByteArray &id);
    void operationDone(ScriptOperation *operation);
    void begun(ScriptOperation *operation);
    void refuse(const QByteArray &line, const std::string &message);
    void endOfInput();
    void end();
    void finish(int code);

    Console m_console;
    Inspection m_inspection;
    ScriptInput m_input;
    std::deque<QByteArray> m_lines;
    bool m_atEnd = false;
    bool m_badLine = false;
    std::size_t m_toldFindings = 0; ///< of the connection: each is printed with the result that follows it
    bool m_ending = false;
    ScriptOperation *m_current = nullptr; ///< the next line waits for it
    QByteArray m_currentId; ///< JSON text of "begin"; empty for an operation that is waited for
    QHash<QByteArray, ScriptOperation *> m_begun; ///< by the JSON text of their id, until finished and fetched
    QByteArray m_finishing; ///< id that a `finish` waits for
    std::deque<Notification> m_notifications;
    QList<ServerRequest> m_questions; ///< nobody could answer them yet
};

} // namespace assayer
