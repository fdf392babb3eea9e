// One record in three linked panes: tree, text and bytes. Choosing a place in one shows the same bytes in the others.
#pragma once

#include "json/document.h"
#include "trace/tracefacts.h"

#include <QObject>

#include <memory>

namespace Ui {
class TracePane;
}

namespace assayer {

/// Drives the detail widgets of the trace pane. Large messages are parsed in the thread pool.
class RecordDetail : public QObject {
    Q_OBJECT
public:
    RecordDetail(Ui::TracePane &ui, QObject *parent);

    void clear();
    void show(const std::shared_ptr<const TraceAnalyzer> &analyzer, quint64 row);
    /// A place in the message, also while it is still being parsed.
    void showPointer(const QString &pointer);

Q_SIGNALS:
    /// "filter for this" of a tree node: JSON Pointer from the message's root, exact text.
    void filterRequested(const QString &pointer, const QByteArray &exact, bool negated);

private:
    void wire();
    void parse(const QByteArray &message);
    void take(quint64 run, const json::DocumentPtr &document);
    void treePlace(quint64 begin, quint64 end);
    void textPlace(quint32 begin, quint32 end);
    void bytesPlace(qsizetype begin, qsizetype end);
    void showFraming(const TraceAnalyzer &analyzer, quint64 row);

    Ui::TracePane &m_ui;
    QByteArray m_message;
    qsizetype m_offset = -1; ///< of the message in the record's bytes; -1: it is not in them as it stands
    QString m_pointer;
    quint64 m_run = 0;
};

} // namespace assayer
