// Malformed: every entry that broke the revision, its faults, its exact bytes with the places marked, and how to mend it.
#pragma once

#include "ui/pages/page.h"

#include <QModelIndex>

#include <memory>

class QAbstractProxyModel;

namespace Ui {
class MalformedPage;
}

namespace assayer {

class MalformedItemModel;
struct Fault;
struct MalformedEntry;

class MalformedPage : public Page {
    Q_OBJECT
public:
    explicit MalformedPage(Desk &desk, QWidget *parent = nullptr);
    ~MalformedPage() override;

    void takeFocus() override;
    void find() override;
    void refresh() override;
    bool stepFault(bool backward) override;
    QString report() const override;
    bool clearFilter() override;
    QString help() const override;
    void showList(ListKind kind);

protected:
    void fit(int width, int height) override;

private:
    void takeSnapshots();
    void showState();
    void showCurrent();
    void selectKept();
    void fillRules();
    QModelIndex current() const;
    const Fault *currentFault() const;

    std::unique_ptr<Ui::MalformedPage> m_ui;
    MalformedItemModel *m_model;
    QAbstractProxyModel *m_dressed;
    std::optional<std::pair<ListKind, std::size_t>> m_kept; ///< the entry looked at last
};

} // namespace assayer
