// The first connect of a command that came from a file: everything it would run, and the user's word.
#pragma once

#include "transport/target.h"

#include <QObject>
#include <QString>

namespace Ui {
class ServerPage;
}

namespace assayer {

class Desk;
class ReviewModel;

/// What a shell or a downloader can do, in one sentence; empty for other programs.
QString commandWarning(const Target &target);

/// Drives the widgets of commandReviewPanel. Running is never the default button.
class CommandReview : public QObject {
    Q_OBJECT
public:
    CommandReview(Ui::ServerPage &ui, Desk &desk, QObject *parent);
    void show();

private:
    Ui::ServerPage &m_ui;
    Desk &m_desk;
    ReviewModel *m_rows;
};

} // namespace assayer
