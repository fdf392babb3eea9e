#include "ui/widgets/callprogress.h"

#include "platform/formattext.h"
#include "platform/visibletext.h"

#include <QAccessible>
#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QTimer>

#include <algorithm>

namespace assayer {

namespace {

constexpr int tickMs = 100;
constexpr qint64 showMs = 150; ///< shorter waits are not shown
constexpr qint64 elapsedFromMs = 1'000;
constexpr qint64 spokenEveryMs = 10'000;
constexpr int barSteps = 1'000;
constexpr int widestBar = 24; ///< letters

} // namespace

CallProgress::CallProgress(QWidget *parent)
    : QWidget(parent)
    , m_timer(new QTimer(this))
    , m_bar(new QProgressBar(this))
    , m_text(new QLabel(this))
    , m_cancel(new QPushButton(tr("Cancel"), this))
{
    m_bar->setTextVisible(false);
    m_bar->setAccessibleName(tr("Progress"));
    m_text->setTextFormat(Qt::PlainText);
    m_text->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_text->setWordWrap(true); // beside a question the pane is narrow
    m_bar->setMaximumWidth(fontMetrics().averageCharWidth() * widestBar);
    m_cancel->setToolTip(tr("Cancel (Shift+Esc)"));
    m_timer->setInterval(tickMs);
    connect(m_timer, &QTimer::timeout, this, &CallProgress::tick);
    connect(m_cancel, &QPushButton::clicked, this, [this] {
        setCancelling();
        Q_EMIT cancelRequested();
    });
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(m_bar, 1);
    row->addWidget(m_text, 3);
    row->addWidget(m_cancel);
    hide();
}

void CallProgress::start(const QString &what, qint64 limitMs, qint64 sinceMs)
{
    m_sinceMs = sinceMs;
    m_bar->setObjectName(objectName() + QStringLiteral("Bar"));
    m_text->setObjectName(objectName() + QStringLiteral("Text"));
    m_cancel->setObjectName(objectName() + QStringLiteral("CancelButton"));
    m_what = what;
    m_limitMs = limitMs;
    m_message.clear();
    m_detail.clear();
    m_running = true;
    m_cancelling = m_hasTotal = false;
    m_spokenMs = 0;
    m_cancel->setEnabled(true);
    m_bar->setRange(0, limitMs > 0 ? barSteps : 0);
    m_clock.start();
    m_timer->start();
}

void CallProgress::setProgress(double progress, std::optional<double> total, const QString &message)
{
    m_message = visible(message);
    m_hasTotal = total && *total > 0;
    if (m_hasTotal) {
        m_bar->setRange(0, barSteps);
        m_bar->setValue(static_cast<int>(std::clamp(progress / *total, 0.0, 1.0) * barSteps));
    }
    tick();
}

void CallProgress::setDetail(const QString &detail)
{
    m_detail = detail;
    tick();
}

void CallProgress::setCancelling()
{
    m_cancelling = true;
    m_cancel->setEnabled(false);
    tick();
}

void CallProgress::stop()
{
    m_running = false;
    m_timer->stop();
    hide();
}

qint64 CallProgress::elapsedMs() const
{
    return m_running ? m_sinceMs + m_clock.elapsed() : 0;
}

QString CallProgress::words() const
{
    if (m_cancelling)
        return tr("Cancelling...");
    QString text = m_what;
    const qint64 ms = elapsedMs();
    if (ms >= elapsedFromMs) {
        const QString seconds = ms < 60'000 ? tr("%1 s").arg(static_cast<double>(ms) / 1000, 0, 'f', 1) : duration(ms * 1'000'000);
        text += u' ' + (m_limitMs > 0 ? tr("%1, limit %2").arg(seconds, age(m_limitMs * 1'000'000)) : seconds);
    }
    for (const QString &part : { m_detail, m_message }) {
        if (!part.isEmpty())
            text += QStringLiteral(". ") + part;
    }
    return text;
}

void CallProgress::tick()
{
    if (!m_running)
        return;
    const qint64 ms = elapsedMs();
    if (ms >= showMs && isHidden())
        show();
    if (!m_hasTotal && m_limitMs > 0)
        m_bar->setValue(static_cast<int>(std::min<qint64>(ms * barSteps / m_limitMs, barSteps)));
    m_text->setText(words());
    if (ms - m_spokenMs < spokenEveryMs && m_spokenMs != 0)
        return;
    m_spokenMs = std::max<qint64>(ms, 1);
    m_text->setAccessibleName(words());
    QAccessibleEvent told(m_text, QAccessible::NameChanged);
    QAccessible::updateAccessibility(&told);
}

} // namespace assayer
