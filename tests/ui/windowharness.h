// The whole window in a test: folders of its own, no server but the demo server.
#pragma once

#include "ui/commandconsent.h"
#include "ui/mainwindow.h"
#include "ui/preferences.h"
#include "ui/uistate.h"
#include "ui/workspace.h"

#include <QTemporaryDir>

#include <memory>

class QAction;

namespace assayer::test {

/// XDG folders below a temporary one; call before QApplication is made.
void useFoldersOf(const QTemporaryDir &folder);
bool hasDemoServer();

class WindowHarness {
public:
    explicit WindowHarness(const QString &folder);
    ~WindowHarness();

    MainWindow &window() { return *m_window; }
    Workspace &workspace() { return *m_workspace; }
    Preferences &preferences() { return m_preferences; }
    UiState &state() { return m_state; }
    QAction *action(const char *name) const;

    /// The widget of that name in the window; fails the test where there is none.
    template<class Widget>
    Widget *find(const char *name) const
    {
        auto *widget = m_window->findChild<Widget *>(QString::fromLatin1(name));
        if (!widget)
            qFatal("the window has no widget named %s", name);
        return widget;
    }
    /// Opens the demo server and waits until all its lists are there.
    bool connectToDemo();
    /// Types the target, presses Enter and waits for the same.
    bool connectTo(const QString &target);
    bool waitForLists();
    /// Shows a page and selects an entry of it.
    bool show(PageId page, const QString &entry);

private:
    Preferences m_preferences;
    UiState m_state;
    CommandConsent m_consent;
    std::unique_ptr<Workspace> m_workspace;
    std::unique_ptr<MainWindow> m_window;
};

} // namespace assayer::test
