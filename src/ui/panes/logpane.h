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
    void levelAnswered(const ActionResult &result);
    void followLevel();
    void showState();
    QString emptyWords() const;
    QString stateWords() const;
    bool isAdvertised() const; ///< the capability `logging`
    bool isLegacy() const;

    Desk &m_desk;
    std::unique_ptr<Ui::LogPane> m_ui;
    LogModel *m_model;
    QAbstractProxyModel *m_dressed;
    QByteArray m_partial; ///< stderr after the last line end
    quint64 m_asking = 0; ///< setLogLevel() under way
    QString m_problem; ///< why the level is not what was chosen
};

} // namespace assayer
