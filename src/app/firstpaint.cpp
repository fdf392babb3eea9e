#include "app/firstpaint.h"

#include "platform/logging.h"

#include <QEvent>
#include <QTimer>
#include <QWidget>

namespace assayer {
namespace {

constexpr int longestWaitMs = 1000;

} // namespace

FirstPaint::FirstPaint(QWidget &window, QElapsedTimer sinceStart, QObject *parent)
    : QObject(parent)
    , m_window(window)
    , m_sinceStart(sinceStart)
{
    m_window.installEventFilter(this);
    QTimer::singleShot(longestWaitMs, this, &FirstPaint::tell);
}

bool FirstPaint::eventFilter(QObject *, QEvent *event)
{
    if (event->type() == QEvent::Paint) {
        m_window.removeEventFilter(this);
        // The backing store is flushed after the last child has painted: in this pass of the event loop, not later.
        QTimer::singleShot(0, this, &FirstPaint::tell);
    }
    return false;
}

void FirstPaint::tell()
{
    if (m_told)
        return;
    m_told = true;
    qCInfo(logUi, "First paint after %lld ms", static_cast<long long>(m_sinceStart.elapsed()));
    Q_EMIT painted();
}

} // namespace assayer
