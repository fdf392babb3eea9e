// Lines of stdin without blocking.
#pragma once

#include <QByteArray>
#include <QObject>
#include <QSocketNotifier>

namespace assayer {

class ScriptInput : public QObject {
    Q_OBJECT
public:
    explicit ScriptInput(QObject *parent = nullptr);
    void start();
    void stop();

Q_SIGNALS:
    void line(const QByteArray &line);
    void atEnd();

private:
    void read();
    QByteArray m_buffer;
    QSocketNotifier *m_notifier = nullptr;
};

} // namespace assayer
