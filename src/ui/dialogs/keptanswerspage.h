// Preferences: answers to questions of servers that were kept.
#pragma once

#include "inspection/savedanswers.h"

#include <QWidget>

class QLabel;
class QPushButton;
class QStandardItem;
class QStandardItemModel;
class QTreeView;

namespace assayer {

/// Children: `prefAnswersView prefAnswerRemove prefAnswersStatus`. A tick in the last column lets an answer be given by itself.
class KeptAnswersPage : public QWidget {
    Q_OBJECT
public:
    explicit KeptAnswersPage(QWidget *parent = nullptr);
    void reload();

Q_SIGNALS:
    void changed(); ///< the file

private:
    enum Column { Server, Question, Answer, ByItself, ColumnCount };
    void fill();
    void removeCurrent();
    void tick(QStandardItem *item);
    void tell(const Result<void> &done);

    SavedAnswers m_answers;
    QStandardItemModel *m_model;
    QTreeView *m_view;
    QPushButton *m_remove;
    QLabel *m_status;
    bool m_filling = false;
};

} // namespace assayer
