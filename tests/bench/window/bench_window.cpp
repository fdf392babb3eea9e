// bench_window [TOOLS]: a server of many tools (this program again, over stdio) is listed and shown; prints the longest time for which
// the window's event loop did not turn, per thing a user does. Wall and CPU time: the second is free of what else the machine does.

#include "../stallwatch.h"

#include "ui/commandconsent.h"
#include "ui/desk.h"
#include "ui/mainwindow.h"
#include "ui/preferences.h"
#include "ui/uistate.h"
#include "ui/workspace.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QLineEdit>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cstdio>
#include <iostream>
#include <string>

namespace {

using namespace assayer;

std::string toolsPage(int count, const std::string &id)
{
    std::string tools;
    for (int i = 0; i < count; ++i) {
        const std::string number = std::to_string(i);
        tools += (i ? "," : "");
        // One in a hundred is malformed, as in the wild.
        tools += "{\"name\":\"tool_" + number + "\",\"description\":\"Does thing " + number + " with care\"," + (i % 100 == 50 ? "\"annotations\":[]," : "")
            + "\"inputSchema\":{\"type\":\"object\",\"properties\":{\"query\":{\"type\":\"string\"},\"limit\":{\"type\":\"integer\",\"maximum\":50}},\"required\":[\"query\"]}"
            + (i % 5 == 0 ? ",\"outputSchema\":{\"type\":\"object\",\"properties\":{\"n\":{\"type\":\"integer\"}}}" : "") + "}";
    }
    return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"result\":{\"tools\":[" + tools + "]}}";
}

/// Just enough of a legacy server.
int serve(int count)
{
    std::string line;
    while (std::getline(std::cin, line)) {
        const std::size_t at = line.find("\"id\":");
        if (at == std::string::npos)
            continue;
        const std::string id = line.substr(at + 5, line.find_first_of(",}", at) - at - 5);
        if (line.find("\"initialize\"") != std::string::npos)
            std::cout << "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"result\":{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"tools\":{}},\"serverInfo\":{\"name\":\"many\",\"version\":\"1\"}}}";
        else if (line.find("\"tools/list\"") != std::string::npos)
            std::cout << toolsPage(count, id);
        else
            std::cout << "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"error\":{\"code\":-32601,\"message\":\"no such method\"}}";
        std::cout << std::endl;
    }
    return 0;
}

template<class Widget>
Widget *part(MainWindow &window, const char *name)
{
    auto *widget = window.findChild<Widget *>(QString::fromLatin1(name));
    if (!widget)
        qFatal("the window has no widget named %s", name);
    return widget;
}

void press(QWidget *widget, Qt::Key key, int times)
{
    for (int i = 0; i < times; ++i) {
        QTest::keyClick(widget, key);
        turnFor(2);
    }
}

int run(int count, const QString &program, const QString &folder)
{
    Preferences preferences(folder + QStringLiteral("/assayer.ini"));
    UiState state(preferences.settings());
    CommandConsent consent(folder + QStringLiteral("/confirmed.json"));
    Workspace workspace(preferences, consent);
    MainWindow window(workspace, state);
    window.show();
    turnFor(300);

    StallWatch watch;
    watch.reset();
    const Result<Desk *> desk = workspace.openCommand({ program, QStringLiteral("--serve"), QString::number(count) }, {});
    if (!desk)
        qFatal("%s", desk.error().message.c_str());
    window.showDesk(*desk);
    turnFor(100);
    watch.print("a row for the server, its panes");
    (*desk)->open();
    const bool listed = turnUntil([&] { return (*desk)->snapshot(ListKind::Tools)->everListed; }, 60'000);
    turnFor(500);
    watch.print("connect, list, judge, compile");
    if (!listed)
        qFatal("the list never came");
    window.showPage(PageId::Tools);
    turnFor(300);
    watch.print("show the Tools page");
    auto *view = part<QAbstractItemView>(window, "toolsView");
    view->setFocus();
    press(view, Qt::Key_PageDown, 60);
    watch.print("60 times Page Down");
    press(view, Qt::Key_Down, 30);
    watch.print("30 tools looked at");
    press(view, Qt::Key_End, 1);
    turnFor(100);
    watch.print("End");
    QTest::keyClicks(part<QLineEdit>(window, "toolsFilter"), QStringLiteral("tool_99"), Qt::NoModifier, 20);
    turnFor(300);
    watch.print("a filter, typed");
    window.showPage(PageId::Malformed);
    turnFor(300);
    watch.print("show the Malformed page");
    (*desk)->client().refresh(ListKind::Tools);
    turnFor(2500);
    watch.print("refresh");
    std::printf("%d tools shown, %zu malformed\n", view->model()->rowCount(), (*desk)->snapshot(ListKind::Tools)->malformed.size());
    workspace.endAll();
    turnFor(300);
    return 0;
}

} // namespace

int main(int argc, char *argv[])
{
    if (argc == 3 && std::string(argv[1]) == "--serve")
        return serve(std::atoi(argv[2]));
    QTemporaryDir folder;
    for (const char *name : { "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME" })
        qputenv(name, folder.path().toLocal8Bit());
    QApplication application(argc, argv);
    return run(argc > 1 ? std::atoi(argv[1]) : 10'000, QApplication::applicationFilePath(), folder.path());
}
