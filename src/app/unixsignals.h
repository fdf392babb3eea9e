// SIGTERM, SIGINT and SIGHUP as an ordinary signal of the event loop.
#pragma once

#include <QObject>

#include <array>

class QSocketNotifier;

namespace assayer {

/// The handler writes one byte into a pipe; the event loop reads it. One instance per process, window's thread.
class UnixSignals : public QObject {
    Q_OBJECT
public:
    explicit UnixSignals(QObject *parent = nullptr);
    ~UnixSignals() override;

Q_SIGNALS:
    void terminationRequested();

private:
    void drain();

    std::array<int, 2> m_pipe { -1, -1 };
    QSocketNotifier *m_notifier = nullptr;
};

} // namespace assayer
