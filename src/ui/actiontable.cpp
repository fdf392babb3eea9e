#include "ui/actions.h"

namespace assayer {
namespace {

using K = QKeySequence;
using S = ActionScope;

constexpr const char *page = "Go to this page of the current server";

ActionSpec separator(const char *menu)
{
    return { nullptr, menu, "", "" };
}

QList<ActionSpec> fileActions()
{
    return {
        { "actionNew", "File", "&New server...", "Ctrl+N", S::Window, K::New, "document-new", "Make a profile" },
        { "actionOpen", "File", "&Open...", "Ctrl+O", S::Window, K::Open, "document-open", "Open a profile file or a trace" },
        { "actionSave", "File", "&Save", "Ctrl+S", S::Window, K::Save, "document-save", "Save the profiles of this file" },
        { "actionSaveAs", "File", "Save &as...", "Ctrl+Shift+S", S::Window, K::SaveAs, nullptr,
            "Save the profiles, or the trace shown, under another name" },
        separator("File"),
        { "actionExport", "File", "&Export...", "Ctrl+E", S::Window, K::UnknownKey, nullptr,
            "Export records of the trace, secrets removed" },
        separator("File"),
        { "actionPreferences", "File", "&Preferences", "Ctrl+,", S::Window, K::Preferences, "preferences-system" },
        { "actionClose", "File", "&Close server or trace", "Ctrl+W", S::Window, K::Close },
        { "actionQuit", "File", "&Quit", "Ctrl+Q", S::Window, K::Quit },
    };
}

QList<ActionSpec> editActions()
{
    return {
        { "actionUndo", "Edit", "&Undo", "", S::Page, K::Undo },
        { "actionRedo", "Edit", "&Redo", "", S::Page, K::Redo },
        separator("Edit"),
        { "actionCut", "Edit", "Cu&t", "", S::Page, K::Cut },
        { "actionCopy", "Edit", "&Copy", "", S::Page, K::Copy, "edit-copy", "Copy the exact text" },
        { "actionPaste", "Edit", "&Paste", "", S::Page, K::Paste },
        { "actionSelectAll", "Edit", "Select &all", "", S::Page, K::SelectAll },
        separator("Edit"),
        { "actionCopyPointer", "Edit", "Copy &JSON Pointer", "Ctrl+Shift+C", S::Page },
        { "actionCopyReport", "Edit", "Copy &issue report", "Ctrl+Shift+B", S::Page, K::UnknownKey, nullptr,
            "Copy what is shown as Markdown for an issue tracker" },
        separator("Edit"),
        { "actionFind", "Edit", "&Find or filter", "Ctrl+F", S::Page, K::Find, "edit-find" },
        { "actionFindNext", "Edit", "Find &next", "F3", S::Page, K::FindNext },
        { "actionFindPrevious", "Edit", "Find pre&vious", "Shift+F3", S::Page, K::FindPrevious },
    };
}

QList<ActionSpec> viewActions()
{
    return {
        { "actionShowServers", "View", "&Servers", "F9", S::Window, K::UnknownKey, nullptr, nullptr, true },
        { "actionShowTrace", "View", "&Trace", "F12", S::Window, K::UnknownKey, nullptr, nullptr, true },
        { "actionMaximizeTrace", "View", "Trace maxim&ised", "Shift+F12", S::Window, K::UnknownKey, nullptr, nullptr, true },
        { "actionShowLog", "View", "&Log", "Ctrl+F12", S::Window, K::UnknownKey, nullptr, nullptr, true },
        { "actionOldestQuestion", "View", "Oldest open &question", "F8" },
        { "actionAccept", "View", "&Accept the question", "Alt+A", S::Questions },
        { "actionDecline", "View", "&Decline the question", "Alt+D", S::Questions },
        { "actionCancelQuestion", "View", "&Cancel the question", "Alt+C", S::Questions },
        separator("View"),
        { "actionZoomIn", "View", "Larger te&xt", "Ctrl++", S::Window, K::ZoomIn },
        { "actionZoomOut", "View", "S&maller text", "Ctrl+-", S::Window, K::ZoomOut },
        { "actionZoomReset", "View", "&Usual text size", "Ctrl+0" },
        { "actionFullScreen", "View", "&Full screen", "F11", S::Window, K::FullScreen, nullptr, nullptr, true },
        separator("View"),
        { "actionResetLayout", "View", "&Reset layout", "" },
    };
}

QList<ActionSpec> serverActions()
{
    return {
        { "actionConnect", "Server", "&Connect", "F7", S::Window, K::UnknownKey, "media-playback-start" },
        { "actionConnectPrivate", "Server", "Connect &privately", "", S::Window, K::UnknownKey, nullptr,
            "Connect; trace and calls stay in memory only" },
        { "actionDisconnect", "Server", "&Disconnect", "Shift+F7" },
        { "actionReconnect", "Server", "&Reconnect", "Ctrl+F7" },
        { "actionCancel", "Server", "C&ancel", "Shift+Esc", S::Window, K::UnknownKey, "process-stop",
            "Cancel what runs in this page" },
        separator("Server"),
        { "actionRefresh", "Server", "Refre&sh this list", "F5", S::Window, K::Refresh, "view-refresh" },
        { "actionRefreshAll", "Server", "Refresh all l&ists", "Ctrl+F5" },
        separator("Server"),
        { "actionAct", "Server", "Do the page's &main act", "Ctrl+Return", S::Page, K::UnknownKey, nullptr,
            "Call, read, get, run or export" },
        { "actionActAnyway", "Server", "The same, although the form has pro&blems", "Ctrl+Shift+Return", S::Page },
        { "actionFormOrJson", "Server", "Form or &JSON", "Ctrl+J", S::Page },
        { "actionPastCalls", "Server", "Past ca&lls", "Ctrl+Shift+H", S::Page },
        separator("Server"),
        { "actionEditProfile", "Server", "&Edit profile...", "" },
        { "actionCopyTarget", "Server", "Cop&y command or address", "" },
        { "actionRevealFile", "Server", "Show the &file in its folder", "" },
        { "actionRemove", "Server", "Remo&ve from the list", "" },
    };
}

QList<ActionSpec> goActions()
{
    return {
        { "actionPage1", "Go", "&Server", "Alt+1", S::Window, K::UnknownKey, nullptr, page },
        { "actionPage2", "Go", "&Tools", "Alt+2", S::Window, K::UnknownKey, nullptr, page },
        { "actionPage3", "Go", "&Resources", "Alt+3", S::Window, K::UnknownKey, nullptr, page },
        { "actionPage4", "Go", "Te&mplates", "Alt+4", S::Window, K::UnknownKey, nullptr, page },
        { "actionPage5", "Go", "&Prompts", "Alt+5", S::Window, K::UnknownKey, nullptr, page },
        { "actionPage6", "Go", "Tas&ks", "Alt+6", S::Window, K::UnknownKey, nullptr, page },
        { "actionPage7", "Go", "Mal&formed", "Alt+7", S::Window, K::UnknownKey, nullptr, page },
        { "actionPage8", "Go", "F&indings", "Alt+8", S::Window, K::UnknownKey, nullptr, page },
        { "actionPage9", "Go", "Era &lab", "Alt+9", S::Window, K::UnknownKey, nullptr, page },
        separator("Go"),
        { "actionNextPage", "Go", "Ne&xt page", "Ctrl+Tab", S::Window, K::NextChild },
        { "actionPreviousPage", "Go", "Pre&vious page", "Ctrl+Shift+Tab", S::Window, K::PreviousChild },
        { "actionNextServer", "Go", "Next serv&er", "Ctrl+PgDown" },
        { "actionPreviousServer", "Go", "Previous server", "Ctrl+PgUp" },
        { "actionNextPane", "Go", "Next pane", "F6" },
        { "actionPreviousPane", "Go", "Previous pane", "Shift+F6" },
        separator("Go"),
        { "actionBack", "Go", "&Back", "Alt+Left", S::Window, K::UnknownKey, "go-previous" },
        { "actionForward", "Go", "F&orward", "Alt+Right", S::Window, K::UnknownKey, "go-next" },
        { "actionNextFault", "Go", "&Next finding or malformed entry", "Ctrl+F3" },
        { "actionPreviousFault", "Go", "Previous finding or malformed entry", "Ctrl+Shift+F3" },
        separator("Go"),
        { "actionTarget", "Go", "T&arget field", "Ctrl+L" },
        { "actionPalette", "Go", "&Command palette", "Ctrl+Shift+P" },
    };
}

QList<ActionSpec> traceActions()
{
    return {
        { "actionTraceFilter", "Trace", "&Filter the trace", "Ctrl+Shift+F" },
        { "actionFilterFor", "Trace", "Filter for &this", "Ctrl+I", S::Trace },
        { "actionFilterNot", "Trace", "And &not this", "Ctrl+Shift+I", S::Trace },
        separator("Trace"),
        { "actionFollowExchange", "Trace", "Follow the &exchange", "Ctrl+Shift+D", S::Trace, K::UnknownKey, nullptr,
            "Show the records of this exchange alone" },
        { "actionMark", "Trace", "&Mark", "Ctrl+M", S::Trace },
        { "actionNextMark", "Trace", "Next mar&k", "Ctrl+Shift+M", S::Trace },
        { "actionComment", "Trace", "Comment...", "Ctrl+K", S::Trace },
        { "actionTimeReference", "Trace", "Time reference", "Ctrl+T", S::Trace, K::UnknownKey, nullptr,
            "Count times from this record; again: time of day" },
        { "actionCopyCurl", "Trace", "Copy as c&url", "" },
        { "actionCopyCli", "Trace", "Copy as assa&yer-cli command", "" },
        { "actionCopyJson", "Trace", "Copy as J&SON", "" },
        { "actionResend", "Trace", "Edit an&d resend...", "Ctrl+D", S::Trace, K::UnknownKey, nullptr,
            "Send this request again as raw text, changed or not" },
        { "actionCompare", "Trace", "Com&pare...", "", S::Window, K::UnknownKey, nullptr,
            "Two selected calls, or two traces" },
        { "actionReplay", "Trace", "Replay &against a server...", "" },
        { "actionJudgeAgain", "Trace", "&Judge again...", "", S::Window, K::UnknownKey, nullptr,
            "Judge this trace by another revision or policy" },
        { "actionColourRules", "Trace", "Colour rules...", "" },
        separator("Trace"),
        { "actionGoToRecord", "Trace", "&Go to record...", "Ctrl+Shift+N", S::Trace },
        { "actionLastRecord", "Trace", "&Last record, and stay there", "Ctrl+End", S::Trace },
        { "actionFollow", "Trace", "F&ollow new records", "", S::Window, K::UnknownKey, nullptr, nullptr, true },
        separator("Trace"),
        { "actionClear", "Trace", "&Clear the view", "", S::Window, K::UnknownKey, "edit-clear",
            "Hide the records before now; nothing is deleted" },
        { "actionShowCleared", "Trace", "Show cleared &records again", "" },
    };
}

QList<ActionSpec> helpActions()
{
    return {
        { "actionHelp", "Help", "&Help of this page", "F1", S::Window, K::HelpContents, "help-contents" },
        { "actionWhatsThis", "Help", "&What is this?", "Shift+F1", S::Window, K::WhatsThis },
        { "actionHelpKeys", "Help", "&Keys", "Ctrl+F1" },
        separator("Help"),
        { "actionAbout", "Help", "&About Assayer", "" },
    };
}

} // namespace

const QList<ActionSpec> &actionTable()
{
    static const QList<ActionSpec> table
        = fileActions() + editActions() + viewActions() + serverActions() + goActions() + traceActions() + helpActions();
    return table;
}

} // namespace assayer
