// Prompts: a form of their arguments, and the messages they give as a conversation.
#pragma once

#include "inspection/action.h"
#include "ui/pages/listpage.h"

#include <QHash>

#include <memory>

namespace Ui {
class PromptsPage;
}

namespace assayer {

class PromptMessageModel;
class Suggesting;

class PromptsPage : public ListPage {
    Q_OBJECT
public:
    explicit PromptsPage(Desk &desk, QWidget *parent = nullptr);
    ~PromptsPage() override;

    void act(bool anyway) override;
    bool cancel() override;
    QString report() const override;
    QString help() const override;

protected:
    void entryChanged(const QModelIndex &index, bool again) override;
    void stateChanged() override;
    void entryActivated() override;
    void fit(int width, int height) override;

private:
    void get(bool anyway);
    void started(const ActionInfo &action);
    void finished(const ActionResult &result);
    void showResult();
    QString conversation() const;
    QString samplingRequest() const;
    void showMessage(int row);

    std::unique_ptr<Ui::PromptsPage> m_ui;
    PromptMessageModel *m_messages;
    QHash<QString, QByteArray> m_arguments;
    QHash<QString, ActionResult> m_results;
    QHash<quint64, QString> m_running;
    QByteArray m_shown; ///< the entry whose form stands
    Suggesting *m_suggesting;
    bool m_filling = false;
};

} // namespace assayer
