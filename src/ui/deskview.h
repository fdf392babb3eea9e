// All that is shown of one desk: its pages, made when they are first looked at, its trace, its log, and the places visited.
#pragma once

#include "ui/pages/page.h"

#include <QHash>
#include <QObject>
#include <QPointer>

#include <memory>

namespace assayer {

class Desk;
class LogPane;
class TracePane;
class WantedPages;

/// Text and mark of a page's tab.
struct TabFace {
    QString text;
    std::optional<Severity> severity; ///< something is malformed or refused
    bool stale = false;
    bool isShown = true; ///< false: nobody here has what the page is about
};

/// Owns its widgets while they are not in a window.
class DeskView : public QObject {
    Q_OBJECT
public:
    explicit DeskView(Desk &desk, QObject *parent = nullptr);
    ~DeskView() override;

    Desk &desk() const { return m_desk; }
    Page *page(PageId id); ///< made on demand
    Page *existing(PageId id) const; ///< null where it was never looked at
    QList<Page *> existingPages() const;
    TracePane *trace() const;
    LogPane *log() const;
    WantedPages *wanted() const { return m_wanted; }
    TabFace face(PageId id, bool withCount) const;

    PageId current() const { return m_current; }
    /// A place the user went to: Back leads to the one before.
    void visit(PageId id);
    bool goBack();
    bool goForward();

Q_SIGNALS:
    void pageMade(assayer::Page *page);
    void facesChanged();

private:
    Desk &m_desk;
    QHash<PageId, QPointer<Page>> m_pages;
    QPointer<TracePane> m_trace;
    QPointer<LogPane> m_log;
    WantedPages *m_wanted;
    PageId m_current = PageId::Server;
    QList<PageId> m_back;
    QList<PageId> m_forward;
};

} // namespace assayer
