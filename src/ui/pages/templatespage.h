// Resource templates: a form of their variables, the URI they expand to while typing, and reading it.
#pragma once

#include "inspection/action.h"
#include "protocol/uritemplate.h"
#include "ui/pages/listpage.h"

#include <QHash>

#include <memory>

namespace Ui {
class TemplatesPage;
}

namespace assayer {

class Suggesting;

class TemplatesPage : public ListPage {
    Q_OBJECT
public:
    explicit TemplatesPage(Desk &desk, QWidget *parent = nullptr);
    ~TemplatesPage() override;

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
    void expand();
    void read(bool anyway);
    void started(const ActionInfo &action);
    void finished(const ActionResult &result);
    void showResult(const ActionResult *result);
    void saveContent();
    UriTemplate::Values values() const;

    std::unique_ptr<Ui::TemplatesPage> m_ui;
    class ContentBlockModel *m_contents;
    std::optional<UriTemplate> m_template;
    QHash<QString, QByteArray> m_arguments; ///< per template
    QHash<QString, ActionResult> m_results;
    QHash<quint64, QString> m_running; ///< read -> template
    Suggesting *m_suggesting;
    QString m_uri;
    bool m_filling = false;
};

} // namespace assayer
