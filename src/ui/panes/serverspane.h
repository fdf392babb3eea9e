// The left dock: servers and opened traces, with the state of each.
#pragma once

#include "models/profilemodel.h"

#include <QWidget>

#include <memory>

class QAbstractProxyModel;

namespace Ui {
class ServersPane;
}

namespace assayer {

class ServersPane : public QWidget {
    Q_OBJECT
public:
    explicit ServersPane(QWidget *parent = nullptr);
    ~ServersPane() override;

    void put(const ProfileRow &row);
    void remove(const QString &id);
    void setCurrent(const QString &id);
    QString current() const;
    /// Id of the next or previous row shown, wrapping; empty where there is none.
    QString neighbour(int step) const;
    int count() const { return m_model->rowCount(); }
    void takeFocus();
    void focusFilter();
    bool clearFilter();

Q_SIGNALS:
    void currentChanged(const QString &id);
    void activated(const QString &id);
    void menuRequested(const QString &id, const QPoint &globalPosition);
    void newRequested();
    void importRequested();

private:
    std::unique_ptr<Ui::ServersPane> m_ui;
    ProfileModel *m_model;
    QAbstractProxyModel *m_dressed;
};

} // namespace assayer
