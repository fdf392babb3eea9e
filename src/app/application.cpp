#include "app/application.h"

#include "app/firstpaint.h"
#include "ui/mainwindow.h"

#include <QApplication>

namespace assayer {

Application::Application(QApplication &application, CommandLine commandLine, QElapsedTimer sinceStart)
    : m_application(application)
    , m_commandLine(std::move(commandLine))
    , m_preferences(Preferences::defaultFile())
    , m_state(m_preferences.settings())
    , m_consent(CommandConsent::defaultFile())
    , m_theme(application, m_preferences)
    , m_workspace(m_preferences, m_consent)
    , m_window(std::make_unique<MainWindow>(m_workspace, m_state))
    , m_firstPaint(std::make_unique<FirstPaint>(*m_window, sinceStart))
{
    connect(m_firstPaint.get(), &FirstPaint::painted, this, &Application::openWhatWasAsked);
    connect(m_window.get(), &MainWindow::quitRequested, this, &Application::quit);
    connect(&m_workspace, &Workspace::allEnded, this, [this] { m_application.exit(0); });
}

Application::~Application() = default;

void Application::start()
{
    if (m_commandLine.kind != CommandLine::Nothing)
        m_window->expectDesk();
    m_window->show();
}

/// A second request does not wait for servers any longer.
void Application::quit()
{
    if (m_quitting) {
        m_application.exit(0);
        return;
    }
    m_quitting = true;
    m_window->setWindowTitle(QStringLiteral("Ending connections... - Assayer"));
    m_workspace.endAll();
}

InspectionOptions Application::options() const
{
    InspectionOptions options = m_commandLine.options;
    options.recordPath = m_commandLine.traceFile;
    return options;
}

void Application::openAndConnect(const Result<Desk *> &desk)
{
    if (!desk) {
        m_window->showProblem(desk.error());
    } else if (*desk) {
        m_window->showDesk(*desk);
        (*desk)->open();
    }
}

void Application::openWhatWasAsked()
{
    if (m_commandLine.kind != CommandLine::Demo)
        m_workspace.openCatalogue();
    switch (m_commandLine.kind) {
    case CommandLine::Nothing:
        break;
    case CommandLine::Demo:
        openAndConnect(m_workspace.openDemo(options()));
        break;
    case CommandLine::Target:
        openAndConnect(m_workspace.openTarget(m_commandLine.target, options()));
        break;
    case CommandLine::Command:
        openAndConnect(m_workspace.openCommand(m_commandLine.arguments, options()));
        break;
    case CommandLine::ProfileFile:
        m_window->openPath(m_commandLine.target);
        break;
    case CommandLine::TraceFile:
        m_window->openPath(m_commandLine.target);
        break;
    case CommandLine::Catalogue:
        break;
    }
    if (!m_commandLine.server.isEmpty())
        openServer(m_commandLine.server);
    m_window->stopExpecting();
}

void Application::openServer(const QString &name)
{
    for (Desk *desk : m_workspace.desks()) {
        if (desk->source().profile && desk->source().name == name) {
            openAndConnect(desk);
            return;
        }
    }
    m_window->showProblem(Error("usage", "No profile is called \"" + name.toStdString() + "\""));
}

} // namespace assayer
