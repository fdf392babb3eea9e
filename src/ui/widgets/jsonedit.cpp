#include "ui/widgets/jsonedit.h"

#include "json/document.h"
#include "json/pointer.h"
#include "platform/visibletext.h"
#include "ui/presentation/tones.h"
#include "ui/widgets/fixedfont.h"

#include <QKeyEvent>
#include <QTextBlock>
#include <QTimer>

#include <algorithm>

namespace assayer {

namespace {

constexpr int restMs = 120;

/// The parser's words begin with their own place; that of the editor is told instead.
QString wordsOf(const Error &error)
{
    return fromWire(error.message);
}

} // namespace

JsonEdit::JsonEdit(QWidget *parent)
    : QPlainTextEdit(parent)
    , m_rest(new QTimer(this))
{
    setTabChangesFocus(true);
    setFont(fixedFont());
    setLineWrapMode(QPlainTextEdit::WidgetWidth);
    QTextOption option = document()->defaultTextOption();
    option.setTextDirection(Qt::LeftToRight);
    option.setWrapMode(QTextOption::WrapAnywhere);
    document()->setDefaultTextOption(option);
    m_rest->setSingleShot(true);
    m_rest->setInterval(restMs);
    connect(m_rest, &QTimer::timeout, this, &JsonEdit::check);
    connect(this, &QPlainTextEdit::textChanged, m_rest, qOverload<>(&QTimer::start));
}

void JsonEdit::setJson(const QByteArray &json)
{
    setPlainText(fromWire({ json.constData(), static_cast<std::size_t>(json.size()) }));
    check();
}

QByteArray JsonEdit::json() const
{
    return toWire(toPlainText());
}

void JsonEdit::setEmptyAllowed(bool allowed)
{
    m_emptyAllowed = allowed;
    check();
}

bool JsonEdit::isAbsent() const
{
    return document()->isEmpty() || toPlainText().trimmed().isEmpty();
}

void JsonEdit::selectPointer(const QString &pointer)
{
    const QByteArray text = json();
    const auto parsed = json::Document::parse(text.toStdString());
    if (!parsed)
        return;
    std::string place = pointer.toStdString();
    const json::Value *value = json::resolve((*parsed)->root(), place);
    while (!value && !place.empty()) {
        place.resize(place.find_last_of('/') == std::string::npos ? 0 : place.find_last_of('/'));
        value = json::resolve((*parsed)->root(), place);
    }
    const auto position = [&](std::uint32_t offset) { return static_cast<int>(fromWire({ text.constData(), offset }).size()); };
    QTextCursor cursor(document());
    cursor.setPosition(position(value->begin()));
    cursor.setPosition(position(value->end()), QTextCursor::KeepAnchor);
    setTextCursor(cursor);
    ensureCursorVisible();
}

void JsonEdit::check()
{
    m_rest->stop();
    const QString before = m_problem ? m_problem->words : QString();
    m_problem.reset();
    const QByteArray text = json();
    if (!(isAbsent() && m_emptyAllowed)) {
        const auto parsed = json::Document::parse(text.toStdString());
        if (!parsed) {
            const auto offset = std::min<qsizetype>(static_cast<qsizetype>(parsed.error().data.position.value_or(0)), text.size());
            Problem problem;
            problem.position = static_cast<int>(fromWire({ text.constData(), static_cast<std::size_t>(offset) }).size());
            const QTextBlock block = document()->findBlock(problem.position);
            problem.line = block.blockNumber() + 1;
            problem.column = problem.position - block.position() + 1;
            problem.words = isAbsent() ? tr("a JSON value is needed here") : wordsOf(parsed.error());
            m_problem = problem;
        }
    }
    mark();
    Q_EMIT jsonChanged();
    const QString after = m_problem ? m_problem->words : QString();
    setAccessibleDescription(after);
    if (before != after)
        Q_EMIT problemChanged(after);
}

/// A wavy line under the place that does not fit; at the end of the text under what stands before it.
void JsonEdit::mark()
{
    if (!m_problem)
        return setExtraSelections({});
    QTextEdit::ExtraSelection selection;
    selection.format.setUnderlineStyle(QTextCharFormat::WaveUnderline);
    selection.format.setUnderlineColor(tones::color(Tone::Error, palette()));
    selection.format.setBackground(tones::tint(Tone::Error, palette()));
    selection.cursor = QTextCursor(document());
    const int last = document()->characterCount() - 1;
    selection.cursor.setPosition(std::max(0, std::min(m_problem->position, last - 1)));
    selection.cursor.movePosition(QTextCursor::NextCharacter, QTextCursor::KeepAnchor);
    setExtraSelections({ selection });
}

/// Indents like the line above, one step more behind an opening bracket.
void JsonEdit::newLine()
{
    QTextCursor cursor = textCursor();
    const QString before = cursor.block().text().left(cursor.positionInBlock());
    QString indent;
    for (const QChar c : before) {
        if (c != u' ' && c != u'\t')
            break;
        indent += c;
    }
    const QString trimmed = before.trimmed();
    if (trimmed.endsWith(u'{') || trimmed.endsWith(u'['))
        indent += QStringLiteral("  ");
    cursor.insertText(u'\n' + indent);
    setTextCursor(cursor);
    ensureCursorVisible();
}

void JsonEdit::keyPressEvent(QKeyEvent *event)
{
    const bool enter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (enter && event->modifiers() == Qt::NoModifier && !isReadOnly())
        return newLine();
    if (enter && event->modifiers().testFlag(Qt::ControlModifier)) {
        event->ignore(); // the page's main act
        return;
    }
    QPlainTextEdit::keyPressEvent(event);
}

void JsonEdit::changeEvent(QEvent *event)
{
    QPlainTextEdit::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        mark();
}

QSize JsonEdit::sizeHint() const
{
    return { fontMetrics().averageCharWidth() * 40, fontMetrics().lineSpacing() * 8 };
}

} // namespace assayer
