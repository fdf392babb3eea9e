// Era lab: the same profile opened as legacy, by negotiation and as modern, side by side, with what differs.
#pragma once

#include "ui/pages/page.h"

#include "inspection/eralab.h"

#include <memory>

class QAbstractProxyModel;
class QLabel;
class QPushButton;
class QTimer;
class QTreeView;

namespace Ui {
class EraLabPage;
}

namespace assayer {

class EraReportModel;
class ListDiffModel;

/// The desk's own connection is left alone; the lab's three end before the page says it is done.
class EraLabPage : public Page {
    Q_OBJECT
public:
    explicit EraLabPage(Desk &desk, QWidget *parent = nullptr);
    ~EraLabPage() override;

    void takeFocus() override;
    void find() override;
    void act(bool anyway) override;
    bool cancel() override;
    bool stepFault(bool backward) override;
    QString report() const override;
    bool clearFilter() override;
    QString help() const override;
    bool isRunning() const { return m_lab && m_lab->isRunning(); }

protected:
    void fit(int width, int height) override;

private:
    struct Column {
        QLabel *title;
        QTreeView *view;
        QPushButton *trace;
        EraReportModel *model;
    };
    using Differences = std::shared_ptr<const std::vector<EraDifference>>;

    void dress();
    void wire();
    void run();
    /// Words of the question that must be answered before this run, or empty.
    QString question(const InspectionOptions &options) const;
    void start(const InspectionOptions &options);
    void takeEnd();
    void takeDifferences(Differences differences);
    void showState();
    void showRows();
    void showCurrent();
    const EraDifference *current() const;
    void fillTools();
    QString endWords() const;
    void exportResults();

    std::unique_ptr<Ui::EraLabPage> m_ui;
    std::array<Column, eraRuns> m_columns {};
    ListDiffModel *m_differenceModel;
    QAbstractProxyModel *m_dressed;
    QTimer *m_ticks;
    std::unique_ptr<EraLab> m_lab;
    Differences m_differences; ///< null until they are known
    std::optional<Error> m_refusal;
    QString m_confirmed; ///< the question that was answered with yes
    qint64 m_endedWallNs = 0;
};

} // namespace assayer
