// Roots as they would be answered: the profile's, changed for this once.
#pragma once

#include "inspection/answerbook.h"

#include <QFrame>

class QStandardItemModel;

namespace assayer {

/// Children: `askRootsView askRootAddButton askRootRemoveButton`.
class AskRootsPanel : public QFrame {
    Q_OBJECT
public:
    explicit AskRootsPanel(QWidget *parent = nullptr);

    void setRoots(const QList<RootEntry> &roots);
    QByteArray result() const; ///< of roots/list, as it would be sent

Q_SIGNALS:
    void changed();

private:
    QStandardItemModel *m_roots;
};

} // namespace assayer
