#include "ui/widgets/escapedtext.h"

#include "platform/visibletext.h"
#include "ui/presentation/tones.h"

#include <QMimeData>
#include <QTextBlock>
#include <QTextDocumentFragment>

#include <cmath>

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
    updateGeometry();
}

void EscapedText::setPlaceholder(const QString &words)
{
    m_exact.clear();
    setExtraSelections({});
    setPlainText(words);
    QPalette muted = palette();
    muted.setColor(QPalette::Text, tones::color(Tone::Muted, palette()));
    setPalette(muted);
    updateGeometry();
}

void EscapedText::setMaximumLines(int lines)
{
    m_lines = lines;
    const int frame = 2 * frameWidth() + static_cast<int>(std::ceil(2 * document()->documentMargin()));
    setMaximumHeight(lines > 0 ? lines * fontMetrics().lineSpacing() + frame : QWIDGETSIZE_MAX);
    updateGeometry();
}

QSize EscapedText::sizeHint() const
{
    if (m_lines <= 0)
        return QPlainTextEdit::sizeHint();
    return { QPlainTextEdit::sizeHint().width(), maximumHeight() };
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
