// Every act by its name: type some letters, Enter does it.
#pragma once

#include <QDialog>

class QLineEdit;
class QTreeView;

namespace assayer {

class Actions;
class CommandModel;

class CommandPalette : public QDialog {
    Q_OBJECT
public:
    CommandPalette(const Actions &actions, QWidget *parent);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void run();
    void move(int step);

    const Actions &m_actions;
    CommandModel *m_model;
    QLineEdit *m_edit;
    QTreeView *m_view;
};

} // namespace assayer
