#include "ui/widgets/escapedtext.h"

#include "platform/visibletext.h"
#include "ui/presentation/tones.h"
#include "ui/widgets/textheight.h"

#include <QMimeData>
#include <QResizeEvent>
#include <QTextBlock>
#include <QTextDocumentFragment>

namespace assayer {

namespace {

constexpr std::size_t framedEscapes = 2'000; ///< extra selections beyond that only cost time

}

EscapedText::EscapedText(QWidget *parent)
    : QPlainTextEdit(parent)
{
    setReadOnly(true);
    setTabChangesFocus(true);
    setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    setLineWrapMode(QPlainTextEdit::WidgetWidth);
    QTextOption option = document()->defaultTextOption();
    option.setTextDirection(Qt::LeftToRight);
    document()->setDefaultTextOption(option);
}

void EscapedText::setServerText(const QString &exact)
{
    m_exact = exact;
    const VisibleText shown = visibleText(QStringView(exact).left(Limit), Lines::Many);
    setPlainText(exact.size() > Limit ? shown.text + QStringLiteral("\u2026\n") + tr("(the rest is in the raw entry)") : shown.text);
    QList<QTextEdit::ExtraSelection> marks;
    QTextCharFormat format;
    format.setForeground(tones::color(Tone::Muted, palette()));
    format.setBackground(tones::tint(Tone::Muted, palette()));
    for (const VisibleText::Escape &escape : shown.escapes) {
        if (static_cast<std::size_t>(marks.size()) >= framedEscapes)
            break;
        QTextCursor cursor(document());
        cursor.setPosition(static_cast<int>(escape.begin));
        cursor.setPosition(static_cast<int>(escape.begin + escape.length), QTextCursor::KeepAnchor);
        marks.append({ cursor, format });
    }
    setExtraSelections(marks);
    setPalette({});
    fitLines();
}

void EscapedText::setPlaceholder(const QString &words)
{
    m_exact.clear();
    setExtraSelections({});
    setPlainText(words);
    QPalette muted = palette();
    muted.setColor(QPalette::Text, tones::color(Tone::Muted, palette()));
    setPalette(muted);
    fitLines();
}

void EscapedText::setMaximumLines(int lines)
{
    m_lines = lines;
    fitLines();
}

/// No higher than its text: what is left belongs to others.
void EscapedText::fitLines()
{
    setMaximumHeight(m_lines > 0 ? qMax(minimumHeight(), heightOfLines(*this, wrappedLines(*this, m_lines))) : QWIDGETSIZE_MAX);
    updateGeometry();
}

void EscapedText::resizeEvent(QResizeEvent *event)
{
    QPlainTextEdit::resizeEvent(event);
    if (m_lines > 0 && event->size().width() != event->oldSize().width())
        fitLines();
}

QSize EscapedText::sizeHint() const
{
    if (m_lines <= 0)
        return QPlainTextEdit::sizeHint();
    return { QPlainTextEdit::sizeHint().width(), maximumHeight() };
}

QSize EscapedText::minimumSizeHint() const
{
    return m_lines <= 0 ? QPlainTextEdit::minimumSizeHint() : QSize(QPlainTextEdit::minimumSizeHint().width(), heightOfLines(*this, 1));
}

QMimeData *EscapedText::createMimeDataFromSelection() const
{
    const QTextCursor cursor = textCursor();
    const bool all = cursor.selectionStart() == 0 && cursor.selectionEnd() >= document()->characterCount() - 1;
    if (!all || m_exact.isEmpty()) {
        auto *mime = new QMimeData;
        mime->setText(cursor.selection().toPlainText());
        return mime;
    }
    auto *mime = new QMimeData;
    mime->setText(m_exact);
    return mime;
}

} // namespace assayer
