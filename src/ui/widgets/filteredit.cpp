#include "ui/widgets/filteredit.h"

#include "platform/tooltip.h"
#include "ui/presentation/toneicon.h"

#include <QAbstractItemView>
#include <QAction>
#include <QCompleter>
#include <QKeyEvent>
#include <QStringListModel>
#include <QTimer>

namespace assayer {

namespace {

constexpr int restMs = 150;

bool isWordPart(QChar c)
{
    return c.isLetterOrNumber() || c == u'.' || c == u'_' || c == u'/';
}

} // namespace

FilterEdit::FilterEdit(QWidget *parent)
    : QLineEdit(parent)
    , m_rest(new QTimer(this))
{
    setClearButtonEnabled(true);
    setPlaceholderText(tr("filter"));
    setAccessibleName(tr("Filter"));
    m_rest->setSingleShot(true);
    m_rest->setInterval(restMs);
    connect(m_rest, &QTimer::timeout, this, &FilterEdit::tell);
    connect(this, &QLineEdit::textChanged, this, [this](const QString &text) {
        if (text.isEmpty())
            tell();
        else
            m_rest->start();
    });
    connect(this, &QLineEdit::textEdited, this, &FilterEdit::complete);
}

void FilterEdit::tell()
{
    m_rest->stop();
    if (text() == m_told)
        return;
    m_told = text();
    Q_EMIT filterChanged(m_told);
}

void FilterEdit::setProblem(const QString &words, qsizetype position)
{
    m_position = words.isEmpty() ? -1 : position;
    if (m_problem == words)
        return;
    m_problem = words;
    setToolTip(plainToolTip(words));
    setAccessibleDescription(words);
    if (!m_mark) {
        m_mark = addAction(severityIcon(Severity::Error), QLineEdit::LeadingPosition);
        m_mark->setObjectName(objectName() + QStringLiteral("Mark"));
    }
    m_mark->setVisible(hasProblem());
    m_mark->setToolTip(plainToolTip(words));
    applyTone();
}

/// The tint stands behind Text, whose contrast holds on every tint.
void FilterEdit::applyTone()
{
    if (m_toning)
        return;
    m_toning = true;
    if (hasProblem()) {
        QPalette toned = palette();
        toned.setColor(QPalette::Base, tones::tint(Tone::Error, parentWidget() ? parentWidget()->palette() : palette()));
        setPalette(toned);
    } else {
        setPalette({});
    }
    m_toning = false;
}

void FilterEdit::changeEvent(QEvent *event)
{
    QLineEdit::changeEvent(event);
    if (event->type() == QEvent::ApplicationPaletteChange)
        applyTone();
}

void FilterEdit::setCompletions(const QStringList &words)
{
    if (!m_completer) {
        m_words = new QStringListModel(this);
        m_completer = new QCompleter(m_words, this);
        m_completer->setWidget(this);
        m_completer->setCaseSensitivity(Qt::CaseInsensitive);
        connect(m_completer, qOverload<const QString &>(&QCompleter::activated), this, &FilterEdit::insertCompletion);
    }
    m_words->setStringList(words);
}

std::pair<int, int> FilterEdit::wordAtCursor() const
{
    const QString all = text();
    int begin = cursorPosition();
    while (begin > 0 && isWordPart(all[begin - 1]))
        --begin;
    return { begin, cursorPosition() };
}

void FilterEdit::complete()
{
    if (!m_completer)
        return;
    const auto [begin, end] = wordAtCursor();
    const QString prefix = text().mid(begin, end - begin);
    m_completer->setCompletionPrefix(prefix);
    const bool whole = m_completer->completionCount() == 1 && m_completer->currentCompletion() == prefix;
    if (prefix.isEmpty() || m_completer->completionCount() == 0 || whole)
        m_completer->popup()->hide();
    else
        m_completer->complete();
}

void FilterEdit::insertCompletion(const QString &word)
{
    const auto [begin, end] = wordAtCursor();
    QString all = text();
    all.replace(begin, end - begin, word);
    setText(all);
    setCursorPosition(begin + static_cast<int>(word.size()));
}

void FilterEdit::keyPressEvent(QKeyEvent *event)
{
    const bool choosing = m_completer && m_completer->popup()->isVisible();
    switch (event->key()) {
    case Qt::Key_Escape:
        if (text().isEmpty())
            Q_EMIT leaveRequested();
        else
            clear();
        return;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (choosing || event->modifiers() != Qt::NoModifier)
            break;
        tell();
        Q_EMIT leaveRequested();
        return;
    case Qt::Key_Down:
        if (choosing || event->modifiers() != Qt::NoModifier)
            break;
        tell();
        Q_EMIT leaveRequested();
        return;
    default:
        break;
    }
    QLineEdit::keyPressEvent(event);
}

} // namespace assayer
