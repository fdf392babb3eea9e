// Findings: everything that is off-spec on this connection, grouped, each leading to its place.
#pragma once

#include "base/finding.h"
#include "ui/pages/page.h"

#include <QModelIndex>

#include <memory>

class QAbstractProxyModel;

namespace Ui {
class FindingsPage;
}

namespace assayer {

class FindingModel;
class JudgeBar;

class FindingsPage : public Page {
    Q_OBJECT
public:
    explicit FindingsPage(Desk &desk, QWidget *parent = nullptr);
    ~FindingsPage() override;

    void takeFocus() override;
    void find() override;
    bool stepFault(bool backward) override;
    QString report() const override;
    bool clearFilter() override;
    /// "Judge again": shows the bar with revision and policy.
    void judgeAgain();
    QString help() const override;

protected:
    void fit(int width, int height) override;

private:
    void takeFindings(qsizetype first);
    void showState();
    void showCurrent();
    const Finding *current() const;
    QString allAsText() const;
    void takeJudgement(const Findings &findings);
    void leaveJudgement();

    std::unique_ptr<Ui::FindingsPage> m_ui;
    FindingModel *m_model;
    QAbstractProxyModel *m_dressed;
    JudgeBar *m_judge;
};

} // namespace assayer
