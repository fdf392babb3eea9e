// Tells when the window was first drawn: what a user waits for after starting the program, and what nothing may delay.
#pragma once

#include <QElapsedTimer>
#include <QObject>

class QWidget;

namespace assayer {

/// Logs one line of category assayer.ui ("First paint after N ms") once the window's first picture has been handed to
/// the window system, and then is idle. Lives in the window's thread; `window` must outlive it or be its parent.
class FirstPaint : public QObject {
    Q_OBJECT
public:
    /// @param sinceStart started as early in main() as possible
    FirstPaint(QWidget &window, QElapsedTimer sinceStart, QObject *parent = nullptr);

    bool eventFilter(QObject *watched, QEvent *event) override;

Q_SIGNALS:
    /// Once: the picture stands. A window that is never exposed (started as an icon) counts as painted after a second.
    void painted();

private:
    void tell();

    QWidget &m_window;
    QElapsedTimer m_sinceStart;
    bool m_told = false;
};

} // namespace assayer
