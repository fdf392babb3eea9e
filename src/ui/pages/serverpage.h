// Server: who it is, how its era was found, what it can, and what went wrong where it failed.
#pragma once

#include "ui/pages/page.h"

#include <memory>

class QAbstractItemModel;
class QAbstractProxyModel;
class QTreeView;

namespace Ui {
class ServerPage;
}

namespace assayer {

class CapabilityModel;
class CommandReview;
class ConnectionFactModel;
class ConnectProgress;
class FailurePanel;
class NegotiationStepModel;
class PolicyVerdictModel;

class ServerPage : public Page {
    Q_OBJECT
public:
    explicit ServerPage(Desk &desk, QWidget *parent = nullptr);
    ~ServerPage() override;

    void takeFocus() override;
    void act(bool anyway) override;
    bool cancel() override;
    QString report() const override;
    QString help() const override;
    /// Selects the step that decided the era.
    void showDecidingStep();

protected:
    void fit(int width, int height) override;

private:
    void dress();
    void wire();
    void showState();
    void showReady();
    void showNegotiation();
    void showFacts();
    void showConnectionFacts();
    void showStep();
    void openStepRecord();
    QAbstractProxyModel *dressView(QTreeView *view, QAbstractItemModel *model, QAbstractProxyModel *dressed, const QString &name);

    std::unique_ptr<Ui::ServerPage> m_ui;
    NegotiationStepModel *m_steps;
    PolicyVerdictModel *m_policies;
    CapabilityModel *m_capabilities;
    ConnectionFactModel *m_facts;
    QAbstractProxyModel *m_stepsDressed = nullptr;
    ConnectProgress *m_progress = nullptr;
    FailurePanel *m_failure = nullptr;
    CommandReview *m_review = nullptr;
    bool m_wasConnecting = false;
    bool m_wasReviewing = false;
};

} // namespace assayer
