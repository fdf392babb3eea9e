// SIGINT and SIGTERM as a signal of Qt. The second one ends the program at once.
#pragma once

#include <QObject>

namespace assayer {

class Interruption : public QObject {
    Q_OBJECT
public:
    Interruption();
    ~Interruption() override;

Q_SIGNALS:
    void arrived();
};

} // namespace assayer
