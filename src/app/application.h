// The composition root of the desktop program: makes the parts, joins them, and ends them in order.
#pragma once

#include "app/commandline.h"
#include "ui/commandconsent.h"
#include "ui/preferences.h"
#include "ui/theme.h"
#include "ui/uistate.h"
#include "ui/workspace.h"

#include <QElapsedTimer>
#include <QObject>

#include <memory>

class QApplication;

namespace assayer {

class FirstPaint;
class MainWindow;

class Application : public QObject {
    Q_OBJECT
public:
    /// @param sinceStart started as early in main() as possible
    Application(QApplication &application, CommandLine commandLine, QElapsedTimer sinceStart);
    ~Application() override;

    /// Shows the window; what the command line names is opened after the first paint.
    void start();
    /// SIGTERM and Quit: connections are ended, at most for three seconds, then the program ends with 0.
    void quit();

private:
    void openWhatWasAsked();
    void openServer(const QString &name);
    void openAndConnect(const Result<Desk *> &desk);
    InspectionOptions options() const;

    QApplication &m_application;
    CommandLine m_commandLine;
    Preferences m_preferences;
    UiState m_state;
    CommandConsent m_consent;
    Theme m_theme;
    Workspace m_workspace;
    std::unique_ptr<MainWindow> m_window;
    std::unique_ptr<FirstPaint> m_firstPaint;
    bool m_quitting = false;
};

} // namespace assayer
