// Runs assayer-cli as a user does and holds what it said.
#pragma once

#include <QByteArray>
#include <QJsonArray>
#include <QJsonObject>
#include <QStringList>

#include <memory>

class QProcess;

namespace assayer::test {

struct CliRun {
    int exitCode = -1;
    QByteArray out;
    QByteArray err;
    qint64 elapsedMs = 0;

    QJsonObject json() const; ///< of the whole stdout
};

/// Runs the event loop while it waits, so that a server of the test can answer. `timeoutMs` kills it: exitCode -1.
CliRun runCli(const QStringList &arguments, const QByteArray &input = {}, int timeoutMs = 20'000);

/// Path of a program of the build.
QString program(const char *name);

/// The demo server over HTTP on a free port; ends with the object.
class DemoServer {
public:
    explicit DemoServer(const QStringList &arguments = {});
    ~DemoServer();
    QString url() const { return m_url; }

private:
    std::unique_ptr<QProcess> m_process;
    QString m_url;
};

/// A script under way: lines in, lines out.
class ScriptRun {
public:
    explicit ScriptRun(const QStringList &target);
    ~ScriptRun();
    /// Sends a line and returns the next line of the answer.
    QJsonObject operator()(const char *line);
    void send(const QByteArray &line);
    QJsonObject next(int timeoutMs = 10'000);
    QByteArray lastLine() const { return m_line; }
    /// Ends stdin and waits; the exit code.
    int end();

private:
    std::unique_ptr<QProcess> m_process;
    QByteArray m_line;
};

} // namespace assayer::test
