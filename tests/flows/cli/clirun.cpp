#include "clirun.h"

#include <QCoreApplication>
#include <QDeadlineTimer>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QJsonDocument>
#include <QProcess>
#include <QTest>
#include <QTimer>

namespace assayer::test {

QJsonObject CliRun::json() const
{
    return QJsonDocument::fromJson(out).object();
}

QString program(const char *name)
{
    const QString folder = qEnvironmentVariable("ASSAYER_BIN", QCoreApplication::applicationDirPath() + QStringLiteral("/../bin"));
    return folder + u'/' + QLatin1String(name);
}

CliRun runCli(const QStringList &arguments, const QByteArray &input, int timeoutMs)
{
    CliRun run;
    QElapsedTimer timer;
    timer.start();
    QProcess process;
    QEventLoop loop;
    QObject::connect(&process, &QProcess::finished, &loop, &QEventLoop::quit);
    QObject::connect(&process, &QProcess::errorOccurred, &loop, &QEventLoop::quit);
    QTimer::singleShot(timeoutMs, &loop, &QEventLoop::quit);
    process.start(program("assayer-cli"), arguments);
    process.write(input);
    process.closeWriteChannel();
    loop.exec();
    run.elapsedMs = timer.elapsed();
    if (process.state() == QProcess::NotRunning && process.exitStatus() == QProcess::NormalExit)
        run.exitCode = process.exitCode();
    else
        process.kill();
    run.out = process.readAllStandardOutput();
    run.err = process.readAllStandardError();
    process.waitForFinished(1000);
    return run;
}

DemoServer::DemoServer(const QStringList &arguments)
    : m_process(std::make_unique<QProcess>())
{
    m_process->start(program("assayer-demo-server"), QStringList { QStringLiteral("--http"), QStringLiteral("0") } + arguments);
    while (!m_process->canReadLine() && m_process->waitForReadyRead(5000)) { }
    m_url = QString::fromUtf8(m_process->readLine()).trimmed();
}

DemoServer::~DemoServer()
{
    m_process->terminate();
    m_process->waitForFinished(3000);
}

ScriptRun::ScriptRun(const QStringList &target)
    : m_process(std::make_unique<QProcess>())
{
    m_process->start(program("assayer-cli"), QStringList { QStringLiteral("script") } + target);
}

ScriptRun::~ScriptRun()
{
    if (m_process->state() == QProcess::NotRunning)
        return;
    m_process->kill();
    m_process->waitForFinished(1000);
}

void ScriptRun::send(const QByteArray &line)
{
    m_process->write(line + '\n');
}

QJsonObject ScriptRun::next(int timeoutMs)
{
    const QDeadlineTimer deadline(timeoutMs);
    while (!m_process->canReadLine() && !deadline.hasExpired() && m_process->state() != QProcess::NotRunning)
        QTest::qWait(5);
    m_line = m_process->readLine().trimmed();
    return QJsonDocument::fromJson(m_line).object();
}

QJsonObject ScriptRun::operator()(const char *line)
{
    send(line);
    return next();
}

int ScriptRun::end()
{
    m_process->closeWriteChannel();
    const QDeadlineTimer deadline(10'000);
    while (m_process->state() != QProcess::NotRunning && !deadline.hasExpired())
        QTest::qWait(5);
    return m_process->state() == QProcess::NotRunning ? m_process->exitCode() : -1;
}

} // namespace assayer::test
