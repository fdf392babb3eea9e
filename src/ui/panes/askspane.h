// Questions of the current server that wait for the user. Nothing has a default that acts by itself.
#pragma once

#include "inspection/inspectionclient.h"

#include <QTimer>
#include <QWidget>

#include <memory>

class QAbstractProxyModel;

namespace Ui {
class AsksPane;
}

namespace assayer {

class AskModel;
class Desk;

class AsksPane : public QWidget {
    Q_OBJECT
public:
    explicit AsksPane(QWidget *parent = nullptr);
    ~AsksPane() override;

    void setDesk(Desk *desk); ///< null for none
    void takeFocus();
    void accept();
    void decline();
    void cancel();

Q_SIGNALS:
    void recordWanted(quint64 frame);

private:
    void refresh();
    void showCurrent();
    void answerWith(const QByteArray &result);
    QByteArray contentNow() const;
    const ServerRequest *current() const;

    std::unique_ptr<Ui::AsksPane> m_ui;
    AskModel *m_model;
    QAbstractProxyModel *m_dressed;
    Desk *m_desk = nullptr;
    QList<ServerRequest> m_questions;
    QTimer m_tick;
    quint64 m_shown = 0;
};

} // namespace assayer
