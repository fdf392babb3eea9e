// A verb that works on one connection: connects, does its work, ends the connection in order.
#pragma once

#include "cli/console.h"
#include "cli/exitcodes.h"
#include "cli/verb.h"
#include "inspection/inspection.h"

namespace assayer {

class ConnectedVerb : public Verb {
    Q_OBJECT
public:
    ConnectedVerb(const InspectionOptions &options, Console console, QObject *parent = nullptr);

    void start() override;
    void interrupt() override;

protected:
    /// The connection stands.
    virtual void work() = 0;
    /// The connection could not be made: what goes to stdout where a program reads it. Default: {"error":…}.
    virtual QByteArray failureReport(const Error &error) const;
    /// Whether a program reads stdout.
    virtual bool isForPrograms() const { return m_console.json; }
    /// A connection that stood broke before done(). Default: tells it and exits by the error.
    virtual void lost(const Error &error);

    /// Ends the connection and finishes. `code` is joined with what was noted before.
    void done(int code);
    void note(int code) { m_code = worseExitCode(m_code, code); }
    bool isDone() const { return m_done; }

    /// What is found from here on is the action's.
    void beginAction() { m_findingsBefore = m_inspection.findings().size(); }
    Findings ownFindings() const;
    /// What is wrong with the answer itself, in words for people.
    void tellFindings(const ActionResult &result) const;

    Inspection &inspection() { return m_inspection; }
    const Inspection &inspection() const { return m_inspection; }
    const Console &console() const { return m_console; }
    /// Context for errors of an action or a list.
    ErrorContext context(ErrorContext::Phase phase, const QString &method = {}) const;
    /// {"error":…} as JSON text.
    static QByteArray errorObject(const Error &error);

private:
    void connectionFailed(const Error &error);
    void connectionClosed(const SessionEnd &end);
    void watchNoise();
    void finish();

    Console m_console;
    Inspection m_inspection;
    std::size_t m_findingsBefore = 0;
    bool m_done = false;
    bool m_connectionOver = false;
    int m_code = Fine;
    qint64 m_startedNs = 0;
};

} // namespace assayer
