#include "ui/widgets/escapedlabel.h"

#include "platform/visibletext.h"
#include "ui/presentation/tones.h"
#include "ui/widgets/escapepainter.h"

#include <QClipboard>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QMenu>
#include <QPainter>
#include <QStyle>
#include <QStyleOptionFocusRect>

namespace assayer {

EscapedLabel::EscapedLabel(QWidget *parent)
    : QLabel(parent)
{
    setTextFormat(Qt::PlainText);
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
}

void EscapedLabel::setElideMode(Qt::TextElideMode mode)
{
    m_elide = mode;
    update();
}

void EscapedLabel::setServerText(const QString &exact)
{
    m_exact = exact;
    m_placeholder = false;
    setText(visible(exact));
    setToolTip(toolTipText(exact, tr("more in the detail")));
    setAccessibleName(spokenText(QStringView(exact).left(cellLimit)));
}

void EscapedLabel::setPlaceholder(const QString &words)
{
    m_exact.clear();
    m_placeholder = true;
    setText(words);
    setToolTip({});
    setAccessibleName(words);
}

QSize EscapedLabel::sizeHint() const
{
    return { fontMetrics().horizontalAdvance(text()) + 2 * margin() + 2, fontMetrics().height() + 2 * margin() + 2 };
}

QSize EscapedLabel::minimumSizeHint() const
{
    return { std::min(sizeHint().width(), fontMetrics().averageCharWidth() * 8), sizeHint().height() };
}

void EscapedLabel::copyExact()
{
    QGuiApplication::clipboard()->setText(m_placeholder ? QString() : m_exact);
}

void EscapedLabel::copyAsShown()
{
    QGuiApplication::clipboard()->setText(text());
}

void EscapedLabel::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    EscapedLine line;
    line.exact = m_placeholder ? text() : m_exact;
    line.isServerText = !m_placeholder;
    line.elide = m_elide;
    line.alignment = alignment();
    line.font = font();
    line.color = m_placeholder ? tones::color(Tone::Muted, palette()) : palette().color(foregroundRole());
    line.escapeColor = tones::color(Tone::Muted, palette());
    paintLine(painter, contentsRect().adjusted(margin(), 0, -margin(), 0), line);
    if (hasFocus()) {
        QStyleOptionFocusRect focus;
        focus.initFrom(this);
        style()->drawPrimitive(QStyle::PE_FrameFocusRect, &focus, &painter, this);
    }
}

void EscapedLabel::contextMenuEvent(QContextMenuEvent *event)
{
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(tr("Copy"), this, &EscapedLabel::copyExact)->setEnabled(!m_placeholder);
    menu->addAction(tr("Copy as shown"), this, &EscapedLabel::copyAsShown);
    menu->popup(event->globalPos());
}

void EscapedLabel::keyPressEvent(QKeyEvent *event)
{
    if (event->matches(QKeySequence::Copy))
        return copyExact();
    QLabel::keyPressEvent(event);
}

} // namespace assayer
