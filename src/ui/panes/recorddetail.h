// One record in three linked panes: tree, text and bytes. Choosing a place in one shows the same bytes in the others.
#pragma once

#include "json/document.h"
#include "trace/tracefacts.h"
#include "ui/panes/recordplace.h"

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
    /// The tree's root is an array of messages.
    bool isBatch() const { return m_batch; }
    const QByteArray &message() const { return m_message; }

Q_SIGNALS:
    /// "filter for this" of a tree node, as a comparison.
    void filterRequested(const QString &comparison, bool negated);

private:
    void wire();
    void parse(const QByteArray &message);
    void take(quint64 run, const json::DocumentPtr &document);
    void treePlace(quint64 begin, quint64 end);
    void textPlace(quint32 begin, quint32 end);
    void bytesPlace(qsizetype begin, qsizetype end);
    void selectBytes(qsizetype begin, qsizetype end);
    void sayPlace(qsizetype begin, qsizetype end);
    void showFraming(const TraceAnalyzer &analyzer, quint64 row);

    Ui::TracePane &m_ui;
    QByteArray m_message;
    MessagePlace m_place;
    QString m_bytesWords;
    QString m_pointer;
    quint64 m_run = 0;
    bool m_batch = false;
    bool m_movedToText = false; ///< by us, for a record without a tree
    bool m_moving = false; ///< a selection is being passed on
};

} // namespace assayer
