// Marks and comments between the table and the trace: what the user leaves becomes records, what the file holds is shown.
#pragma once

#include "trace/tracemarks.h"

#include <QObject>

#include <memory>

namespace assayer {

class Desk;
class TraceModel;

/// Recordings of ours take marks at once; a file that came from elsewhere only when the user saves. Window's thread.
class TraceNotes : public QObject {
    Q_OBJECT
public:
    TraceNotes(Desk &desk, TraceModel &model, QObject *parent);

    /// Takes in marks of records that the log has got by now.
    void advance();
    /// Another log: forgets all.
    void reset();
    /// The user changed mark or comment of that record in the model.
    void leave(quint64 seq);
    /// Left in the window, not in the file.
    bool isUnsaved() const { return m_unsaved; }
    /// Writes them behind the file. False, and said, where it cannot be written.
    bool save();

Q_SIGNALS:
    void said(const QString &words);
    void unsavedChanged();

private:
    Desk &m_desk;
    TraceModel &m_model;
    TraceMarks m_marks;
    bool m_unsaved = false;
    bool m_warned = false;
};

} // namespace assayer
