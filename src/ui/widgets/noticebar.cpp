#include "ui/widgets/noticebar.h"

#include "platform/tooltip.h"
#include "ui/presentation/toneicon.h"

#include <QAccessible>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QToolButton>

namespace assayer {

namespace {

Shape shapeOfTone(Tone tone)
{
    switch (tone) {
    case Tone::Error:
        return Shape::Octagon;
    case Tone::Warning:
        return Shape::Triangle;
    case Tone::Note:
        return Shape::CircleI;
    case Tone::Ok:
        return Shape::Tick;
    case Tone::Muted:
        return Shape::Dots;
    case Tone::ByYou:
        return Shape::Pencil;
    case Tone::Plain:
        break;
    }
    return Shape::None;
}

QString capitalized(QString id)
{
    if (!id.isEmpty())
        id[0] = id[0].toUpper();
    return id;
}

} // namespace

NoticeBar::NoticeBar(QWidget *parent)
    : QFrame(parent)
    , m_icon(new QLabel(this))
    , m_text(new QLabel(this))
    , m_more(new QToolButton(this))
    , m_close(new QToolButton(this))
    , m_buttonRow(new QHBoxLayout)
{
    m_text->setTextFormat(Qt::PlainText);
    m_text->setWordWrap(true);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_text->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_text->installEventFilter(this);
    m_more->setAutoRaise(true);
    m_more->hide();
    connect(m_more, &QToolButton::clicked, this, [this] {
        m_open = !m_open;
        refresh();
    });
    m_close->setAutoRaise(true);
    m_close->setIcon(toneIcon(QStringLiteral("window-close")));
    m_close->setAccessibleName(tr("Close this notice"));
    m_close->setToolTip(tr("Close this notice"));
    connect(m_close, &QToolButton::clicked, this, [this] {
        clear();
        Q_EMIT closed();
    });
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(6, 4, 6, 4);
    row->setSpacing(6);
    row->addWidget(m_icon, 0, Qt::AlignTop);
    row->addWidget(m_text, 1);
    row->addWidget(m_more, 0, Qt::AlignTop);
    row->addLayout(m_buttonRow);
    row->addWidget(m_close, 0, Qt::AlignTop);
    hide();
}

void NoticeBar::setNotice(Tone tone, const QString &words, const Buttons &buttons, bool closable)
{
    const bool same = m_tone == tone && m_words == words && m_buttons == buttons && !isHidden();
    m_text->setObjectName(objectName() + QStringLiteral("Text"));
    m_icon->setObjectName(objectName() + QStringLiteral("Icon"));
    m_icon->setTextFormat(Qt::PlainText);
    m_more->setObjectName(objectName() + QStringLiteral("More"));
    m_close->setObjectName(objectName() + QStringLiteral("Close"));
    m_close->setVisible(closable);
    if (same)
        return;
    m_tone = tone;
    m_words = words;
    m_open = false;
    if (m_buttons != buttons)
        setButtons(buttons);
    refresh();
    setVisible(!words.isEmpty());
    if (words.isEmpty())
        return;
    QAccessibleEvent alert(this, QAccessible::Alert);
    QAccessible::updateAccessibility(&alert);
}

void NoticeBar::clear()
{
    m_words.clear();
    setButtons({});
    refresh();
    hide();
}

QString NoticeBar::words() const
{
    return m_words;
}

void NoticeBar::setCompact(bool compact)
{
    m_compact = compact;
    refresh();
}

void NoticeBar::setButtons(const Buttons &buttons)
{
    m_buttons = buttons;
    while (QLayoutItem *item = m_buttonRow->takeAt(0)) {
        if (QWidget *old = item->widget()) {
            old->hide();
            old->setObjectName({});
            old->deleteLater(); // it may be the one being clicked
        }
        delete item;
    }
    for (const auto &[id, words] : buttons) {
        auto *button = new QPushButton(words, this);
        button->setObjectName(objectName() + capitalized(id) + QStringLiteral("Button"));
        connect(button, &QPushButton::clicked, this, [this, id = id] { Q_EMIT triggered(id); });
        m_buttonRow->addWidget(button);
        button->show();
    }
}

void NoticeBar::refresh()
{
    const int side = fontMetrics().height();
    m_icon->setPixmap(toneIcon(shapeOfTone(m_tone), m_tone).pixmap(QSize(side, side), devicePixelRatioF()));
    m_icon->setVisible(shapeOfTone(m_tone) != assayer::Shape::None);
    m_text->setWordWrap(!m_compact || m_open);
    m_text->setToolTip(m_compact ? plainToolTip(m_words) : QString());
    fitText();
    setAccessibleName(m_words);
    update();
}

/// In one line what does not fit ends in an ellipsis, and "More" shows the rest.
void NoticeBar::fitText()
{
    if (!m_compact || m_open) {
        m_text->setText(m_words);
        m_more->setText(tr("Less"));
        m_more->setVisible(m_compact);
        return;
    }
    const QString line = m_words.section(u'\n', 0, 0);
    const int beside = m_more->isVisible() ? m_more->sizeHint().width() + layout()->spacing() : 0;
    const bool isCut = line != m_words || m_text->fontMetrics().horizontalAdvance(line) > m_text->width() + beside;
    m_more->setText(tr("More"));
    m_more->setVisible(isCut);
    m_text->setText(m_text->fontMetrics().elidedText(line, Qt::ElideRight, m_text->width()));
}

bool NoticeBar::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_text && event->type() == QEvent::Resize && m_compact && !m_open)
        fitText();
    return QFrame::eventFilter(watched, event);
}

void NoticeBar::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setPen(QPen(tones::color(m_tone == Tone::Plain ? Tone::Muted : m_tone, palette()), 1));
    painter.setBrush(tones::tint(m_tone, palette()));
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
}

void NoticeBar::changeEvent(QEvent *event)
{
    QFrame::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        refresh();
}

} // namespace assayer
