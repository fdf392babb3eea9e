// What is kept between connections, as a person sets it: profiles and their sections, profiles of other programs, kept answers,
// and forgetting all of it.
#include "windowharness.h"

#include "inspection/savedanswers.h"
#include "support/loopbackserver.h"
#include "ui/desk.h"
#include "ui/pastcalls.h"
#include "ui/presentation/framedstyle.h"
#include "ui/widgets/jsonedit.h"
#include "ui/widgets/noticebar.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QDialog>
#include <QDir>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QRadioButton>
#include <QSignalSpy>
#include <QStackedWidget>
#include <QTest>
#include <QToolButton>
#include <QTreeView>

using namespace assayer;
using namespace assayer::test;

class TestKeeping : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void cleanup();
    void profileSectionsAreFilledInAndUsed();
    void everySectionOfAProfileSaysWhatItIs();
    void profileProblemsAreSaid();
    void otherProgramsProfilesAreImported();
    void nothingFoundIsSaid();
    void keptAnswersAreListedTickedAndRemoved();
    void everythingOfAServerIsForgotten();

private:
    QDialog *dialog(const char *name);
    template<class Widget>
    static Widget *in(QDialog *dialog, const char *name)
    {
        auto *found = dialog ? dialog->findChild<Widget *>(QLatin1String(name)) : nullptr;
        if (!found)
            qFatal("the dialog has no widget named %s", name);
        return found;
    }
    static bool section(QDialog *dialog, const char *list, const QString &title);
    void write(const QString &path, const QByteArray &text);
    static QByteArray param(const LoopbackExchangePtr &request, const char *name);

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<LoopbackServer> m_server;
    std::unique_ptr<WindowHarness> m_harness;
};

void TestKeeping::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    qputenv("HOME", m_folder->path().toLocal8Bit());
    qputenv("XDG_CONFIG_HOME", m_folder->filePath(QStringLiteral("config")).toLocal8Bit());
    qputenv("XDG_DATA_HOME", m_folder->filePath(QStringLiteral("data")).toLocal8Bit());
    m_server = std::make_unique<LoopbackServer>(mcpHandler("2025-11-25", R"({"tools":{}})", [](const LoopbackExchangePtr &exchange) {
        if (exchange->rpcMethod == "tools/list")
            exchange->respondResult(R"({"tools":[{"name":"t","inputSchema":{"type":"object","properties":{"note":{"type":"string"}}}}]})");
        else
            exchange->respondResult(R"({"content":[]})");
    }));
    m_harness = std::make_unique<WindowHarness>(m_folder->path());
}

void TestKeeping::cleanup()
{
    for (QWidget *widget : QApplication::topLevelWidgets()) {
        if (qobject_cast<QDialog *>(widget))
            delete widget;
    }
    m_harness.reset();
    m_server.reset();
    m_folder.reset();
}

QDialog *TestKeeping::dialog(const char *name)
{
    for (QWidget *widget : QApplication::topLevelWidgets()) {
        if (widget->objectName() == QLatin1String(name) && widget->isVisible())
            return qobject_cast<QDialog *>(widget);
    }
    return nullptr;
}

bool TestKeeping::section(QDialog *dialog, const char *list, const QString &title)
{
    auto *sections = in<QListWidget>(dialog, list);
    for (int row = 0; row < sections->count(); ++row) {
        if (sections->item(row)->text() != title)
            continue;
        QTest::mouseClick(sections->viewport(), Qt::LeftButton, {}, sections->visualItemRect(sections->item(row)).center());
        return sections->currentRow() == row;
    }
    return false;
}

void TestKeeping::write(const QString &path, const QByteArray &text)
{
    QVERIFY(QDir().mkpath(QFileInfo(path).path()));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(text);
}

QByteArray TestKeeping::param(const LoopbackExchangePtr &request, const char *name)
{
    const json::Value *value = request->json->root().find("params", name);
    const std::string_view text = value ? request->json->raw(*value) : std::string_view();
    return QByteArray(text.data(), static_cast<qsizetype>(text.size()));
}

void TestKeeping::profileSectionsAreFilledInAndUsed()
{
    m_harness->action("actionNew")->trigger();
    QDialog *profile = dialog("profileDialog");
    QVERIFY(profile);
    QTest::keyClicks(in<QLineEdit>(profile, "profileName"), QStringLiteral("mine"));
    in<QRadioButton>(profile, "profileHttp")->click();
    QTest::keyClicks(in<QLineEdit>(profile, "profileUrl"), m_server->url().toString());
    QVERIFY(section(profile, "profileSections", QStringLiteral("Capabilities")));
    auto *elicit = in<QComboBox>(profile, "profileElicit");
    QTest::keyClick(elicit, Qt::Key_Down);
    QCOMPARE(elicit->currentText(), QStringLiteral("forms only"));
    QTest::keyClicks(in<JsonEdit>(profile, "profileExtensions"), QStringLiteral("{\"com.example/x\":{\"a\":1.0}}"));
    QVERIFY(section(profile, "profileSections", QStringLiteral("Roots")));
    QTest::mouseClick(in<QPushButton>(profile, "profileRootAdd"), Qt::LeftButton);
    auto *roots = in<QTreeView>(profile, "profileRoots");
    auto *editor = roots->viewport()->findChild<QLineEdit *>();
    QVERIFY(editor);
    editor->selectAll();
    QTest::keyClicks(editor, QStringLiteral("file:/" "/") + QStringLiteral("/home/ada"));
    QTest::keyClick(editor, Qt::Key_Return);
    QTRY_COMPARE(roots->model()->index(0, 0).data().toString(), QStringLiteral("file:/" "/") + QStringLiteral("/home/ada"));
    QVERIFY(section(profile, "profileSections", QStringLiteral("Metadata")));
    QTest::keyClicks(in<JsonEdit>(profile, "profileMetadata"), QStringLiteral("{\"com.example/team\":7}"));
    QTest::mouseClick(in<QPushButton>(profile, "profileConnectButton"), Qt::LeftButton);
    QVERIFY2(m_harness->waitForLists(), qPrintable(in<QLabel>(profile, "profileStatus")->text()));
    QFile file(m_folder->filePath(QStringLiteral("config/assayer/mcp.json")));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray text = file.readAll();
    QVERIFY2(text.contains("\"mine\"") && text.contains("/home/ada"), text.constData());
    LoopbackExchangePtr initialize;
    for (const LoopbackExchangePtr &request : m_server->requests()) {
        if (request->rpcMethod == "initialize")
            initialize = request;
    }
    QVERIFY(initialize);
    const QByteArray declared = param(initialize, "capabilities");
    QVERIFY2(declared.contains("\"form\"") && !declared.contains("\"url\""), declared.constData());
    QVERIFY2(declared.contains("\"roots\"") && declared.contains("\"com.example/x\":{\"a\":1.0}"), declared.constData());
    QVERIFY(m_harness->show(PageId::Tools, QStringLiteral("t")));
    m_harness->action("actionAct")->trigger();
    QTRY_COMPARE(m_server->requests().last()->rpcMethod, QByteArray("tools/call"));
    QVERIFY(param(m_server->requests().last(), "_meta").contains("\"com.example/team\":7"));
}

void TestKeeping::everySectionOfAProfileSaysWhatItIs()
{
    m_harness->action("actionNew")->trigger();
    QDialog *profile = dialog("profileDialog");
    QVERIFY(profile);
    auto *sections = in<QListWidget>(profile, "profileSections");
    auto *stack = in<QStackedWidget>(profile, "profileStack");
    QCOMPARE(sections->count(), stack->count());
    for (int row = 0; row < sections->count(); ++row) {
        QVERIFY(section(profile, "profileSections", sections->item(row)->text()));
        QCOMPARE(stack->currentIndex(), row);
        const QList<QWidget *> inside = stack->currentWidget()->findChildren<QWidget *>();
        QVERIFY2(std::any_of(inside.begin(), inside.end(), [](const QWidget *widget) { return widget->isVisible() && widget->focusPolicy() != Qt::NoFocus; }),
            qPrintable(sections->item(row)->text()));
    }
}

void TestKeeping::profileProblemsAreSaid()
{
    m_harness->action("actionNew")->trigger();
    QDialog *profile = dialog("profileDialog");
    QVERIFY(profile);
    auto *problems = in<QAbstractItemView>(profile, "profileProblems");
    const auto told = [problems] {
        QStringList words;
        for (int row = 0; row < problems->model()->rowCount(); ++row)
            words << problems->model()->index(row, 0).data().toString();
        return words.join(u'|');
    };
    QVERIFY2(told().contains(QLatin1String("needs a name")), qPrintable(told()));
    QTest::keyClicks(in<QLineEdit>(profile, "profileName"), QStringLiteral("x"));
    QTest::keyClicks(in<QLineEdit>(profile, "profileCommand"), QStringLiteral("run ${NOT_SET_ANYWHERE}"));
    QVERIFY2(told().contains(QLatin1String("NOT_SET_ANYWHERE is not set")), qPrintable(told()));
    QVERIFY(section(profile, "profileSections", QStringLiteral("Capabilities")));
    QTest::keyClicks(in<JsonEdit>(profile, "profileDeclared"), QStringLiteral("[]"));
    QTRY_VERIFY2(told().contains(QLatin1String("no JSON object")), qPrintable(told())); // after a rest
}

void TestKeeping::otherProgramsProfilesAreImported()
{
    const QByteArray cursor = R"({"mcpServers":{"notes":{"command":"npx","args":["-y","@scope/notes"]},"remote":{"url":"https:/)" "/" R"(host.example/mcp"}}})";
    write(m_folder->filePath(QStringLiteral(".cursor/mcp.json")), cursor);
    write(m_folder->filePath(QStringLiteral("config/assayer/mcp.json")), R"({"mcpServers":{"notes":{"command":"old"}}})");
    QTest::mouseClick(m_harness->find<QPushButton>("welcomeLookButton"), Qt::LeftButton);
    QDialog *import = dialog("importDialog");
    QVERIFY(import);
    auto *view = in<QTreeView>(import, "importView");
    const QModelIndex file = view->model()->index(0, 0);
    QCOMPARE(file.data().toString(), QStringLiteral("Cursor"));
    QCOMPARE(view->model()->rowCount(file), 2);
    QCOMPARE(view->model()->index(0, 1, file).data().toString(), QStringLiteral("npx -y @scope/notes")); // the whole command
    QVERIFY(view->model()->index(0, 2, file).data().toString().contains(QLatin1String("taken")));
    auto *button = in<QPushButton>(import, "importButton");
    QVERIFY(!button->isEnabled()); // nothing is ticked by itself
    for (int row = 0; row < 2; ++row) {
        view->setCurrentIndex(view->model()->index(row, 0, file));
        QTest::keyClick(view, Qt::Key_Space);
    }
    QCOMPARE(button->text(), QStringLiteral("&Import 1"));
    auto *conflicts = in<QComboBox>(import, "importConflictCombo");
    QTest::keyClick(conflicts, Qt::Key_Down);
    QCOMPARE(button->text(), QStringLiteral("&Import 2"));
    QTest::mouseClick(button, Qt::LeftButton);
    QFile own(m_folder->filePath(QStringLiteral("config/assayer/mcp.json")));
    QVERIFY(own.open(QIODevice::ReadOnly));
    const QByteArray text = own.readAll();
    QVERIFY2(text.contains("\"notes-2\"") && text.contains("\"old\"") && text.contains("host.example"), text.constData());
    QFile other(m_folder->filePath(QStringLiteral(".cursor/mcp.json")));
    QVERIFY(other.open(QIODevice::ReadOnly));
    QCOMPARE(other.readAll(), cursor); // never rewritten
    for (Desk *desk : m_harness->workspace().desks())
        QCOMPARE(desk->client().state(), InspectionClient::State::Idle); // nothing was started
}

void TestKeeping::nothingFoundIsSaid()
{
    QTest::mouseClick(m_harness->find<QPushButton>("welcomeLookButton"), Qt::LeftButton);
    QDialog *import = dialog("importDialog");
    QVERIFY(import);
    QVERIFY(!in<QTreeView>(import, "importView")->isVisible());
    bool said = false;
    for (const QLabel *label : import->findChildren<QLabel *>())
        said = said || (label->isVisible() && label->text().contains(QLatin1String("No profile file")));
    QVERIFY(said);
}

namespace {

ServerRequest samplingRequest()
{
    ServerRequest request;
    request.method = "sampling/createMessage";
    return request;
}

} // namespace

void TestKeeping::keptAnswersAreListedTickedAndRemoved()
{
    SavedAnswers answers;
    QVERIFY(answers.load());
    QVERIFY(answers.add(QStringLiteral("one"), samplingRequest(), R"({"role":"assistant"})", QStringLiteral("a name"), false));
    QVERIFY(answers.add(QStringLiteral("two"), samplingRequest(), R"({"role":"user"})", {}, false));
    m_harness->action("actionPreferences")->trigger();
    QDialog *preferences = dialog("preferencesDialog");
    QVERIFY(preferences);
    QVERIFY(section(preferences, "preferencesSections", QStringLiteral("Questions")));
    auto *view = in<QTreeView>(preferences, "prefAnswersView");
    QCOMPARE(view->model()->rowCount(), 2);
    QCOMPARE(view->model()->index(0, 0).data().toString(), QStringLiteral("one"));
    QCOMPARE(view->model()->index(0, 2).data().toString(), QStringLiteral("a name"));
    view->setCurrentIndex(view->model()->index(0, 3));
    QTest::keyClick(view, Qt::Key_Space);
    QVERIFY(answers.load());
    QVERIFY(answers.all().first().automatic);
    view->setCurrentIndex(view->model()->index(1, 0));
    QTest::mouseClick(in<QPushButton>(preferences, "prefAnswerRemove"), Qt::LeftButton);
    QCOMPARE(view->model()->rowCount(), 1);
    QVERIFY(answers.load());
    QCOMPARE(answers.all().size(), 1);
}

void TestKeeping::everythingOfAServerIsForgotten()
{
    QVERIFY(m_harness->connectTo(m_server->url().toString()));
    Desk *desk = m_harness->window().currentDesk();
    const QString name = desk->source().name;
    QVERIFY(m_harness->show(PageId::Tools, QStringLiteral("t")));
    auto *note = m_harness->find<QLineEdit>("argument/note");
    QTest::keyClicks(note, QStringLiteral("remember me"));
    QSignalSpy finished(&desk->client(), &InspectionClient::actionFinished);
    m_harness->action("actionAct")->trigger();
    QVERIFY(finished.wait(10'000));
    desk->pastCalls().flush();
    const QString file = PastCalls::fileOf(*desk);
    QVERIFY(QFile::exists(file));
    SavedAnswers answers;
    QVERIFY(answers.load());
    QVERIFY(answers.add(name, samplingRequest(), "{}", {}, false));
    QVERIFY(answers.add(QStringLiteral("another server"), samplingRequest(), "{}", {}, false));

    m_harness->action("actionPreferences")->trigger();
    QDialog *preferences = dialog("preferencesDialog");
    QVERIFY(preferences);
    QVERIFY(section(preferences, "preferencesSections", QStringLiteral("Privacy")));
    auto *kept = in<QLabel>(preferences, "prefServerKept");
    QVERIFY2(kept->text().contains(QLatin1String("1 past call, 1 kept answer")), qPrintable(kept->text()));
    QTest::mouseClick(in<QPushButton>(preferences, "prefForgetServer"), Qt::LeftButton);
    QVERIFY(QFile::exists(file)); // the first click asks
    auto *bar = in<NoticeBar>(preferences, "prefForgetBar");
    QVERIFY(bar->isVisible());
    QTest::mouseClick(in<QPushButton>(preferences, "prefForgetBarForgetButton"), Qt::LeftButton);
    QVERIFY(!QFile::exists(file));
    QVERIFY(answers.load());
    QCOMPARE(answers.all().size(), 1); // the other server's
    QVERIFY(kept->text().contains(QLatin1String("nothing")));
    QVERIFY(!in<QPushButton>(preferences, "prefForgetServer")->isEnabled());
    QCOMPARE(m_harness->find<QTreeView>("pastCallsView")->model()->rowCount(), 0);
    QCOMPARE(m_harness->find<QLineEdit>("argument/note")->text(), QString());
}

int main(int argc, char *argv[])
{
    const QTemporaryDir folder;
    useFoldersOf(folder);
    QApplication application(argc, argv);
    QApplication::setStyle(new FramedStyle);
    TestKeeping test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_keeping.moc"
