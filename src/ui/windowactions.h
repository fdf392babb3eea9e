// What the window's actions do. The table says what there is; this says what happens.
#pragma once

#include "profiles/serverprofile.h"

#include <QObject>
#include <QPointer>

#include <functional>

class QDialog;

namespace assayer {

class Actions;
class Desk;
class MainWindow;
class Page;
class ProfileStore;
class TraceActions;
struct Place;

class WindowActions : public QObject {
    Q_OBJECT
public:
    WindowActions(MainWindow &window, Actions &actions);

    /// Enables what can be done now.
    void update();
    void showPreferences();
    /// The current server is another: an open dialog that speaks of it follows.
    void deskShown();
    void editProfile();
    void newProfile();
    void lookForProfiles();
    void showReportEntry(const Place &place);
    TraceActions &traceActions() const { return *m_traceActions; }
    /// False where the user has to answer first: changed profiles that are not saved. Asks at most once at a time.
    bool mayQuit();

private:
    void on(const char *name, std::function<void()> act);
    void wireFile();
    void wireEdit();
    void wireView();
    void wireServer();
    void wireGo();
    void wireTrace();
    void wireHelp();
    void useKeptAnswers();
    void importProfiles(const QList<ServerProfile> &profiles);
    void save();
    void saveAs();
    void exportTrace();
    void find();
    void findAgain(bool backward);
    void copy();
    void copyReport();
    void cancel();
    void zoom(int step);
    void showAbout();
    void showHelp();
    /// Brings a non-modal dialog up, made at the first use.
    template<class Dialog, class... Arguments>
    Dialog *open(QPointer<QDialog> &place, Arguments &&...arguments);
    bool traceHasFocus() const;

    MainWindow &m_window;
    Actions &m_actions;
    TraceActions *m_traceActions = nullptr;
    QPointer<QDialog> m_preferences;
    QPointer<QDialog> m_keys;
    QPointer<QDialog> m_export;
    QPointer<QDialog> m_profile;
    QPointer<QDialog> m_palette;
    QPointer<QDialog> m_import;
    QPointer<QDialog> m_question;
    bool m_mayQuit = false;
};

} // namespace assayer
