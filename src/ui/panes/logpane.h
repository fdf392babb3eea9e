// Log messages of the server and lines of its stderr.
#pragma once

#include "inspection/inspectionclient.h"

#include <QWidget>

#include <memory>

class QAbstractProxyModel;

namespace Ui {
class LogPane;
}

namespace assayer {

class Desk;
class LogModel;

/// Collects from its making on: one per desk.
class LogPane : public QWidget {
    Q_OBJECT
public:
    explicit LogPane(Desk &desk, QWidget *parent = nullptr);
    ~LogPane() override;

    void takeFocus();
    void focusFilter();
    bool clearFilter();
    /// Shows stderr, whatever the level and the filter say.
    void showStderr();

Q_SIGNALS:
    void recordWanted(quint64 frame);
    void said(const QString &words);

private:
    void take(const Notification &notification);
    void takeStderr(const QByteArray &bytes);
    void setLevel(int index);
    void showState();

    Desk &m_desk;
    std::unique_ptr<Ui::LogPane> m_ui;
    LogModel *m_model;
    QAbstractProxyModel *m_dressed;
    QByteArray m_partial; ///< stderr after the last line end
};

} // namespace assayer
