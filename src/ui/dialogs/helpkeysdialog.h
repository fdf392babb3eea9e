// The table of keys, made from the actions themselves.
#pragma once

#include <QDialog>

class QTableWidget;

namespace assayer {

class Actions;
class FilterEdit;

class HelpKeysDialog : public QDialog {
    Q_OBJECT
public:
    HelpKeysDialog(const Actions &actions, QWidget *parent);

private:
    void fill(const Actions &actions);
    void filter(const QString &text);

    FilterEdit *m_filter;
    QTableWidget *m_table;
};

} // namespace assayer
