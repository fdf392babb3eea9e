#include "ui/panes/tracenotes.h"

#include "models/tracemodel.h"
#include "platform/paths.h"
#include "platform/visibletext.h"
#include "trace/tracelog.h"
#include "ui/desk.h"

#include <QFileInfo>

namespace assayer {
namespace {

/// Whether the file is one of our own recordings: marking it is no change of somebody's evidence.
bool isOurs(const QString &path)
{
    return QFileInfo(path).absolutePath() == QFileInfo(traceFolder()).absoluteFilePath();
}

} // namespace

TraceNotes::TraceNotes(Desk &desk, TraceModel &model, QObject *parent)
    : QObject(parent)
    , m_desk(desk)
    , m_model(model)
{
}

void TraceNotes::reset()
{
    m_marks = TraceMarks();
    m_unsaved = false;
}

void TraceNotes::advance()
{
    if (!m_marks.advance(*m_desk.trace()))
        return;
    QSet<quint64> marked;
    QHash<quint64, QString> comments;
    for (const auto &[seq, mark] : m_marks.all()) {
        if (mark.marked)
            marked.insert(seq);
        if (!mark.comment.isEmpty())
            comments.insert(seq, fromWire({ mark.comment.constData(), static_cast<std::size_t>(mark.comment.size()) }));
    }
    m_model.setNotes(marked, comments);
}

void TraceNotes::leave(quint64 seq)
{
    TraceMark mark;
    mark.marked = m_model.marked().contains(seq);
    mark.comment = m_model.comment(seq).toUtf8();
    const bool direct = !m_desk.isTrace() || isOurs(m_desk.source().origin);
    if (direct && m_desk.isTrace())
        save();
    leaveMark(*m_desk.trace(), seq, mark);
    if (direct)
        return;
    if (!m_unsaved) {
        m_unsaved = true;
        Q_EMIT unsavedChanged();
        Q_EMIT said(QStringLiteral("Marks and comments are kept in the window until Ctrl+S writes them behind the file."));
    }
}

bool TraceNotes::save()
{
    const Result<void> open = m_desk.trace()->continueFile();
    if (!open) {
        if (!m_warned)
            Q_EMIT said(QStringLiteral("Marks stay in the window only: %1").arg(visible(open.error().message)));
        m_warned = true;
        return false;
    }
    if (m_unsaved) {
        m_unsaved = false;
        Q_EMIT unsavedChanged();
        Q_EMIT said(QStringLiteral("Marks and comments are written behind the file."));
    }
    return true;
}

} // namespace assayer
