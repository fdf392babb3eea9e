// Resources: list, and for the current one its facts, reading it, and its contents by their kind.
#pragma once

#include "inspection/action.h"
#include "ui/pages/listpage.h"

#include <QHash>
#include <QSet>

#include <memory>

namespace Ui {
class ResourcesPage;
}

namespace assayer {

class ContentBlockModel;
class ResourceModel;

class ResourcesPage : public ListPage {
    Q_OBJECT
public:
    explicit ResourcesPage(Desk &desk, QWidget *parent = nullptr);
    ~ResourcesPage() override;

    void act(bool anyway) override;
    /// Shows and reads that URI, listed or not: a link in a result names it.
    void readUri(const QString &uri);
    bool cancel() override;
    QString report() const override;
    QString help() const override;

protected:
    void entryChanged(const QModelIndex &index, bool again) override;
    void stateChanged() override;
    void entryActivated() override;
    void fit(int width, int height) override;

private:
    void read();
    void toggleSubscription();
    void started(const ActionInfo &action);
    void finished(const ActionResult &result);
    void subscriptionAnswered(const ActionResult &result);
    void showSubscriptions();
    QString uriNow() const; ///< of the list, or one that a link named
    void showResult();
    void showContent(int row);
    void saveContent();
    QString factsLine(const QModelIndex &index) const;

    std::unique_ptr<Ui::ResourcesPage> m_ui;
    ResourceModel *m_resources;
    ContentBlockModel *m_contents;
    QHash<QString, ActionResult> m_results; ///< newest read of a URI
    QHash<quint64, QString> m_running;
    QHash<quint64, QString> m_subscribing; ///< number -> URI, with "+" or "-" before it
    QSet<QString> m_subscribed;
    QString m_unlisted; ///< a URI that a link named and the list does not
    QSet<QString> m_changed; ///< the server said so after the newest read
};

} // namespace assayer
