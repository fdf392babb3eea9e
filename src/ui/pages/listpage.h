// The four list pages have one left half: filter, view, footer, a notice above, and words where there is no list.
#pragma once

#include "models/entrymodel.h"
#include "ui/pages/liststate.h"
#include "ui/pages/page.h"

#include <QModelIndex>

class QAbstractProxyModel;
class QLabel;
class QPushButton;
class QSplitter;
class QStackedWidget;
class QTreeView;

namespace assayer {

class FilterEdit;
class NoticeBar;

/// Widgets of the form that every list page has, by the names of the UI contract.
struct ListWidgets {
    FilterEdit *filter;
    QTreeView *view;
    QStackedWidget *listStack;
    QLabel *placeholder;
    QPushButton *placeholderButton;
    QPushButton *placeholderSecondButton;
    QLabel *footer;
    NoticeBar *notice;
};

class ListPage : public Page {
    Q_OBJECT
public:
    ListPage(ListKind kind, Desk &desk, QWidget *parent);

    ListKind kind() const { return m_kind; }
    void takeFocus() override;
    void find() override;
    void refresh() override;
    bool cancel() override;
    bool showEntry(const QString &key) override;
    bool clearFilter() override;
    bool stepFault(bool backward) override;
    bool stepBack() override;

protected:
    /// To be called once by the concrete page, after its form is set up. `model` and `dressed` are the page's children.
    void setUp(const ListWidgets &widgets, EntryModel *model, QAbstractProxyModel *dressed);
    /// Below 760 px the list and the detail are two sides of the splitter of which one is seen; to be called once, after setUp().
    void setSides(QSplitter *splitter);
    void showSide(bool detail); ///< nothing changes where there is room for both
    void resizeEvent(QResizeEvent *event) override;
    /// A row became current; invalid for none. `again` is true where the same entry came with a new snapshot.
    virtual void entryChanged(const QModelIndex &index, bool again) = 0;
    /// Connection or list changed: buttons may have to follow.
    virtual void stateChanged() { }
    /// Enter or double click on a row.
    virtual void entryActivated() { }

    EntryModel *model() const { return m_model; }
    /// The current row of the model, column 0; invalid for none or a divider.
    QModelIndex current() const;
    QString currentKey() const;
    json::Node currentNode() const;
    bool canSend() const; ///< the connection stands
    /// Why nothing can be sent, for tool tips; empty where it can.
    QString whyNot() const;

private:
    void showSnapshot();
    void showState();
    void showWords(const ListWords &words);
    void showPlaceholder(const ListWords &words);
    void pressed(const QString &button);
    void currentMoved();
    void keepSelection();

    ListKind m_kind;
    ListWidgets m_widgets {};
    EntryModel *m_model = nullptr;
    QAbstractProxyModel *m_dressed = nullptr;
    int m_pages = 0;
    qsizetype m_entries = 0;
    QString m_dismissed; ///< words of the notice the user closed
    QString m_key; ///< entry shown in the detail
    quint64 m_identity = 0;
    bool m_moving = false;
    QSplitter *m_sides = nullptr;
    QPushButton *m_back = nullptr;
    bool m_isNarrow = false;
    bool m_showsDetail = false;
};

} // namespace assayer
