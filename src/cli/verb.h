// A verb of the command line under way: started once, finished once with the exit code.
#pragma once

#include <QObject>

namespace assayer {

class Verb : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;
    virtual void start() = 0;
    /// SIGINT or SIGTERM: end in order.
    virtual void interrupt() = 0;

Q_SIGNALS:
    void finished(int exitCode);
};

} // namespace assayer
