#include "ui/widgets/timingbar.h"

#include "platform/formattext.h"
#include "ui/presentation/tones.h"

#include <QHelpEvent>
#include <QPainter>
#include <QStringList>
#include <QToolTip>

#include <algorithm>
#include <array>

namespace assayer {

namespace {

/// Told apart by their words and frames, too.
constexpr std::array phaseTones { Tone::Muted, Tone::Note, Tone::ByYou, Tone::Warning, Tone::Ok };

Tone toneOfPhase(qsizetype phase)
{
    return phaseTones[static_cast<std::size_t>(phase) % phaseTones.size()];
}

} // namespace

TimingBar::TimingBar(QWidget *parent)
    : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void TimingBar::setPhases(const QList<Phase> &phases)
{
    m_phases = phases;
    setAccessibleName(words());
    update();
}

QString TimingBar::words() const
{
    QStringList parts;
    for (const Phase &phase : m_phases)
        parts += tr("%1 %2").arg(phase.name, duration(phase.ns));
    return parts.join(QStringLiteral(", "));
}

QSize TimingBar::sizeHint() const
{
    return { fontMetrics().averageCharWidth() * 50, fontMetrics().height() + 6 };
}

QSize TimingBar::minimumSizeHint() const
{
    return { fontMetrics().averageCharWidth() * 10, fontMetrics().height() + 6 };
}

/// By share of the whole; a phase that took time at all is at least a few pixels wide.
QList<QRect> TimingBar::rects() const
{
    constexpr int least = 3;
    qint64 total = 0;
    for (const Phase &phase : m_phases)
        total += std::max<qint64>(phase.ns, 0);
    QList<QRect> out;
    int x = 0;
    const int room = width() - least * static_cast<int>(m_phases.size());
    for (const Phase &phase : m_phases) {
        const int share = total > 0 ? least + static_cast<int>(static_cast<double>(room) * static_cast<double>(std::max<qint64>(phase.ns, 0)) / static_cast<double>(total)) : 0;
        out += QRect(x, 0, share, height());
        x += share;
    }
    return out;
}

void TimingBar::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const QList<QRect> all = rects();
    for (qsizetype i = 0; i < all.size(); ++i) {
        painter.setPen(tones::color(toneOfPhase(i), palette()));
        painter.setBrush(tones::tint(toneOfPhase(i), palette()));
        painter.drawRect(all[i].adjusted(0, 0, -1, -1));
        const QString label = m_phases[i].name + u' ' + duration(m_phases[i].ns);
        painter.setPen(palette().color(QPalette::Text));
        if (fontMetrics().horizontalAdvance(label) + 6 <= all[i].width())
            painter.drawText(all[i], Qt::AlignCenter, label);
    }
}

bool TimingBar::event(QEvent *event)
{
    if (event->type() == QEvent::ToolTip) {
        QToolTip::showText(static_cast<QHelpEvent *>(event)->globalPos(), words(), this);
        return true;
    }
    return QWidget::event(event);
}

} // namespace assayer
