// What every page of the centre is to the window: it shows one desk, acts on the window's keys, and asks to go elsewhere.
#pragma once

#include "base/finding.h"
#include "protocol/listkind.h"

#include <QWidget>

#include <array>
#include <optional>

namespace assayer {

class Desk;

/// In the order of the tabs and of Alt+1 ... Alt+9.
enum class PageId { Server, Tools, Resources, Templates, Prompts, Tasks, Malformed, FindingList, EraLab };

inline constexpr std::array pagesShown { PageId::Server, PageId::Tools, PageId::Resources, PageId::Templates, PageId::Prompts,
    PageId::Tasks, PageId::Malformed, PageId::FindingList, PageId::EraLab };

/// "Server", "Tools"...
QString pageTitle(PageId page);
/// The page of a list.
PageId pageOf(ListKind kind);

/// Lives in the window's thread; made when it is first looked at. Keys arrive as calls of the virtuals.
class Page : public QWidget {
    Q_OBJECT
public:
    Page(PageId id, Desk &desk, QWidget *parent = nullptr);

    PageId id() const { return m_id; }
    Desk &desk() const { return m_desk; }

    virtual void takeFocus() = 0; ///< its list or first field
    virtual void find() { } ///< Ctrl+F
    virtual void findAgain(bool backward) { Q_UNUSED(backward) }
    virtual void refresh() { } ///< F5
    virtual void act(bool anyway) { Q_UNUSED(anyway) } ///< Ctrl+Return
    virtual bool cancel() { return false; } ///< Shift+Esc; false: nothing ran here
    virtual void toggleForm() { } ///< Ctrl+J
    virtual void showPastCalls() { } ///< Ctrl+Shift+H
    virtual bool stepFault(bool backward) ///< Ctrl+F3; false: this page has none
    {
        Q_UNUSED(backward)
        return false;
    }
    virtual QString report() const { return {}; } ///< Markdown of what is shown, for an issue tracker
    /// Selects an entry by its position in the server's answer or its name.
    virtual bool showEntry(const QString &key)
    {
        Q_UNUSED(key)
        return false;
    }
    /// Alt+Left: false where this page has no step of its own to go back.
    virtual bool stepBack() { return false; }
    /// Esc: false where there is nothing to clear.
    virtual bool clearFilter() { return false; }
    /// Help of this page, plain text.
    virtual QString help() const = 0;

Q_SIGNALS:
    void recordWanted(quint64 frame, const QString &pointer = {});
    void placeWanted(const QString &where); ///< `where` of a finding
    void malformedWanted(assayer::ListKind kind);
    void entryWanted(assayer::PageId page, const QString &key);
    void fileWanted(const QString &path); ///< a trace to be opened beside this server
    void readWanted(const QString &uri); ///< the page Resources reads it, listed or not
    void stderrWanted();
    void profileWanted();
    void said(const QString &words); ///< for the status bar, gone after some seconds

protected:
    void resizeEvent(QResizeEvent *event) override;
    /// Called when the page's own width or height crossed a breakpoint (ux 2.15).
    virtual void fit(int width, int height);

private:
    PageId m_id;
    Desk &m_desk;
};

/// Text of a server for one place in a sentence of ours.
QString shown(std::string_view text);
QString shown(const QString &text);

} // namespace assayer
