#include "windowharness.h"

#include "ui/actions.h"
#include "ui/desk.h"

#include <QFileInfo>
#include <QLineEdit>
#include <QTest>

namespace assayer::test {

void useFoldersOf(const QTemporaryDir &folder)
{
    for (const char *name : { "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME" })
        qputenv(name, folder.filePath(QString::fromLatin1(name)).toLocal8Bit());
    qputenv("HOME", folder.path().toLocal8Bit());
}

bool hasDemoServer()
{
    return QFileInfo(Workspace::demoServerPath()).isExecutable();
}

WindowHarness::WindowHarness(const QString &folder)
    : m_preferences(folder + QStringLiteral("/assayer.ini"))
    , m_state(m_preferences.settings())
    , m_consent(folder + QStringLiteral("/confirmed.json"))
    , m_workspace(std::make_unique<Workspace>(m_preferences, m_consent))
    , m_window(std::make_unique<MainWindow>(*m_workspace, m_state))
{
    m_window->show();
}

WindowHarness::~WindowHarness() = default;

QAction *WindowHarness::action(const char *name) const
{
    return m_window->actions()[name];
}

bool WindowHarness::connectToDemo()
{
    m_window->openDemo();
    return waitForLists();
}

bool WindowHarness::connectTo(const QString &target)
{
    auto *edit = find<QLineEdit>("targetEdit");
    edit->setText(target);
    QTest::keyClick(edit, Qt::Key_Return);
    return waitForLists();
}

bool WindowHarness::show(PageId page, const QString &entry)
{
    m_window->showPage(page);
    return m_window->currentPage()->showEntry(entry);
}

bool WindowHarness::waitForLists()
{
    const auto complete = [this] {
        const Desk *desk = m_window->currentDesk();
        if (!desk || desk->client().state() != InspectionClient::State::Ready)
            return false;
        for (const ListKind kind : allListKinds) {
            if (desk->client().isListing(kind) || (desk->client().advertises(kind) && !desk->snapshot(kind)->everListed))
                return false;
        }
        return true;
    };
    return QTest::qWaitFor(complete, 20'000);
}

} // namespace assayer::test
