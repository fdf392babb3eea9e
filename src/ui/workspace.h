// What is open: servers, profile files and traces. The window shows it; the command line and the menus change it.
#pragma once

#include "base/error.h"
#include "inspection/inspectionoptions.h"
#include "profiles/profilestore.h"
#include "ui/desk.h"

#include <QObject>
#include <QTimer>

#include <functional>
#include <memory>
#include <vector>

namespace assayer {

class CommandConsent;
class Preferences;

/// Owns desks and profile stores. Window's thread.
class Workspace : public QObject {
    Q_OBJECT
public:
    Workspace(Preferences &preferences, CommandConsent &consent, QObject *parent = nullptr);
    ~Workspace() override;

    Preferences &preferences() const { return m_preferences; }
    std::vector<Desk *> desks() const;
    Desk *find(const QString &id) const; ///< null for none

    /// An address or a command typed by the user. `options` is the rest of what it is told. Fails with kind "usage".
    Result<Desk *> openTarget(const QString &text, InspectionOptions options = {});
    Desk *openCommand(const QStringList &command, InspectionOptions options = {});
    /// The demo server beside the program; fails with kind "spawn-failed" where it is not there.
    Result<Desk *> openDemo(InspectionOptions options = {});
    /// All servers of a profile file as rows; nothing is started. The first row, or null for a file without servers.
    Result<Desk *> openProfiles(const QString &path);
    Result<Desk *> openTrace(const QString &path);
    /// Profile files are JSON with servers; everything else is a trace, also a foreign one (HAR, JSON-RPC lines...).
    Result<Desk *> openFile(const QString &path);
    /// The same; a large trace is read in the thread pool, and `take` is called later. Else it is called before this returns.
    void openFileLater(const QString &path, std::function<void(const Result<Desk *> &)> take);
    /// For the file dialog: all kinds that openFile() knows.
    static QString fileFilters();
    /// Servers of the user's own catalogue, where there is one.
    void openCatalogue();

    /// The store a desk's profile stands in; null for a typed target.
    ProfileStore *storeOf(const Desk &desk);
    /// The store of that path, opened if need be.
    Result<ProfileStore *> store(const QString &path);
    /// Stores with changes that are not on disk.
    std::vector<ProfileStore *> modifiedStores();
    /// A profile was added to or changed in a store: its row follows. `oldName` is empty for a new one.
    Desk *takeProfile(const QString &path, const QString &oldName, const ServerProfile &profile);

    /// Ends the connection in the background and takes the row away; undo() brings it back for some seconds.
    void remove(Desk *desk);
    void undoRemove();
    /// Ends all connections; allEnded() follows, after three seconds at the latest.
    void endAll();

    static QString demoServerPath();

Q_SIGNALS:
    void added(assayer::Desk *desk);
    void changed(assayer::Desk *desk);
    void removed(const QString &id);
    void allEnded();

private:
    Desk *add(DeskSource source, std::shared_ptr<TraceLog> trace = nullptr);
    Desk *addTrace(const QString &path, std::shared_ptr<TraceLog> log, bool shownLater = false);
    DeskSource typedSource(const Target &target, InspectionOptions options) const;
    QString freshId(const QString &stem);
    void checkEnded();
    void tidyRecordings();

    Preferences &m_preferences;
    CommandConsent &m_consent;
    std::vector<std::unique_ptr<Desk>> m_desks;
    std::vector<std::unique_ptr<Desk>> m_leaving; ///< rows gone, connections still ending
    std::vector<std::unique_ptr<ProfileStore>> m_stores;
    std::optional<DeskSource> m_lastRemoved;
    int m_counter = 0;
    bool m_ending = false;
    QTimer m_tidyTime;
    QTimer m_changedTime; ///< a limit was changed
};

} // namespace assayer
