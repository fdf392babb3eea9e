#include "ui/widgets/filteredit.h"

#include "platform/tooltip.h"
#include "ui/presentation/toneicon.h"

#include <QAbstractItemView>
#include <QAction>
#include <QCompleter>
#include <QKeyEvent>
#include <QTimer>

namespace assayer {

namespace {

constexpr int restMs = 150;

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

void FilterEdit::setSuggestions(QCompleter *suggestions)
{
    m_suggestions = suggestions;
    suggestions->setWidget(this);
}

/// The list of suggestions hands each key to the field first: those that choose in it are left to it.
bool FilterEdit::chooses(QKeyEvent *event)
{
    if (!m_suggestions || !m_suggestions->popup()->isVisible())
        return false;
    const bool chosen = m_suggestions->popup()->currentIndex().isValid();
    switch (event->key()) {
    case Qt::Key_Tab: // takes the chosen one, else the first
        if (!chosen) {
            m_suggestions->popup()->hide();
            Q_EMIT m_suggestions->activated(m_suggestions->currentCompletion());
            return true;
        }
        [[fallthrough]];
    case Qt::Key_Escape:
    case Qt::Key_Down:
        event->ignore();
        return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (chosen)
            event->ignore();
        return chosen;
    default:
        return false;
    }
}

bool FilterEdit::event(QEvent *event)
{
    if (event->type() == QEvent::KeyPress && chooses(static_cast<QKeyEvent *>(event)))
        return true;
    return QLineEdit::event(event);
}

void FilterEdit::keyPressEvent(QKeyEvent *event)
{
    switch (event->key()) {
    case Qt::Key_Escape:
        if (text().isEmpty())
            Q_EMIT leaveRequested();
        else
            clear();
        return;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (event->modifiers() != Qt::NoModifier)
            break;
        tell();
        Q_EMIT leaveRequested();
        return;
    case Qt::Key_Down:
        if (event->modifiers() != Qt::NoModifier)
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
