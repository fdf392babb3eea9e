#include "ui/panes/recordacts.h"

#include "ui_tracepane.h"

#include "models/tracemodel.h"
#include "platform/formattext.h"
#include "platform/visibletext.h"
#include "trace/followexchange.h"

#include <QCoreApplication>
#include <QPointer>
#include <QThreadPool>

namespace assayer {
namespace {

constexpr int undoMs = 10'000;

/// ": tools/call search_notes, 2 rounds, 42 ms"
QString exchangeWords(const FollowedExchange &exchange, const TraceLog &log)
{
    if (exchange.method.isEmpty())
        return {};
    const auto text = [](const QByteArray &bytes) { return visible(std::string_view(bytes.constData(), static_cast<std::size_t>(bytes.size()))); };
    QStringList parts { (text(exchange.method) + u' ' + text(exchange.target)).trimmed() };
    if (exchange.rounds.size() > 1)
        parts.append(QStringLiteral("%1 rounds").arg(exchange.rounds.size()));
    const std::optional<qint64> ns = exchange.durationNs(log);
    parts.append(ns ? duration(*ns) : QStringLiteral("not answered"));
    return QStringLiteral(": ") + parts.join(QStringLiteral(", "));
}

} // namespace

RecordActs::RecordActs(Ui::TracePane &ui, TraceModel &model, QObject *parent)
    : QObject(parent)
    , m_ui(ui)
    , m_model(model)
{
    ui.traceCommentBar->hide();
    ui.traceCommentEdit->setMaxLength(2000);
    m_undoEnds.setSingleShot(true);
    m_undoEnds.setInterval(undoMs);
    connect(&m_undoEnds, &QTimer::timeout, ui.traceUndoBar, &NoticeBar::clear);
    connect(ui.traceUndoBar, &NoticeBar::triggered, this, [this] {
        m_ui.traceUndoBar->clear();
        if (m_undo)
            m_undo();
    });
    connect(ui.traceFollowBar, &NoticeBar::triggered, this, [this] { leaveExchange(); });
    connect(ui.traceFollowBar, &NoticeBar::closed, this, [this] { leaveExchange(); });
    connect(ui.traceCommentEdit, &QLineEdit::returnPressed, this, &RecordActs::saveComment);
    connect(ui.traceCommentSaveButton, &QPushButton::clicked, this, &RecordActs::saveComment);
    connect(ui.traceCommentCancelButton, &QPushButton::clicked, this, [this] {
        m_ui.traceCommentBar->hide();
        m_ui.traceView->setFocus();
    });
}

quint64 RecordActs::current() const
{
    const QModelIndex index = m_ui.traceView->currentIndex();
    return index.isValid() ? m_model.seqOf(index.row()) : 0;
}

QList<quint64> RecordActs::selected() const
{
    QList<quint64> seqs;
    for (const QModelIndex &index : m_ui.traceView->selectionModel()->selectedRows())
        seqs.append(m_model.seqOf(index.row()));
    return seqs;
}

/// All of the selection get what the current one gets.
void RecordActs::toggleMark()
{
    const quint64 seq = current();
    if (seq == 0)
        return;
    const bool on = !m_model.marked().contains(seq);
    QList<quint64> changed;
    for (const quint64 each : selected()) {
        if (m_model.marked().contains(each) == on)
            continue;
        m_model.setMarked(each, on);
        changed.append(each);
    }
    for (const quint64 each : changed)
        Q_EMIT noted(each);
    if (on)
        return;
    offerUndo(changed.size() == 1 ? QStringLiteral("Removed the mark of record %1.").arg(seq) : QStringLiteral("Removed %1 marks.").arg(changed.size()), [this, changed] {
        for (const quint64 each : changed) {
            m_model.setMarked(each, true);
            Q_EMIT noted(each);
        }
    });
}

void RecordActs::nextMark()
{
    const int row = m_model.nextMarked(m_ui.traceView->currentIndex().row());
    if (row < 0)
        Q_EMIT said(m_model.marked().isEmpty() ? QStringLiteral("No record is marked. Ctrl+M marks one.") : QStringLiteral("No marked record is shown."));
    else
        Q_EMIT recordWanted(m_model.seqOf(row));
}

void RecordActs::editComment()
{
    m_commented = current();
    if (m_commented == 0)
        return;
    m_ui.traceCommentLabel->setText(QStringLiteral("Comment on record %1").arg(m_commented));
    m_ui.traceCommentEdit->setText(m_model.comment(m_commented));
    m_ui.traceCommentEdit->setAccessibleName(QStringLiteral("Comment"));
    m_ui.traceCommentBar->show();
    m_ui.traceCommentEdit->setFocus(Qt::ShortcutFocusReason);
    m_ui.traceCommentEdit->selectAll();
}

void RecordActs::saveComment()
{
    const QString before = m_model.comment(m_commented);
    const QString now = m_ui.traceCommentEdit->text().trimmed();
    m_ui.traceCommentBar->hide();
    m_ui.traceView->setFocus();
    if (now == before)
        return;
    const quint64 seq = m_commented;
    m_model.setComment(seq, now);
    Q_EMIT noted(seq);
    if (now.isEmpty()) {
        offerUndo(QStringLiteral("Removed the comment of record %1.").arg(seq), [this, seq, before] {
            m_model.setComment(seq, before);
            Q_EMIT noted(seq);
        });
    }
}

void RecordActs::offerUndo(const QString &words, const std::function<void()> &undo)
{
    m_undo = undo;
    m_ui.traceUndoBar->setNotice(Tone::Muted, words, { { QStringLiteral("undo"), QStringLiteral("Undo") } });
    m_undoEnds.start();
}

/// Of a long trace it looks at every record: not here.
void RecordActs::followExchange()
{
    const QModelIndex index = m_ui.traceView->currentIndex();
    if (!index.isValid() || !m_model.analyzer())
        return;
    const quint64 run = ++m_run;
    const quint64 row = m_model.logRow(index.row());
    const quint64 seq = m_model.seqOf(index.row());
    if (row >= m_model.analyzer()->count()) {
        Q_EMIT said(QStringLiteral("Record %1 is still being read.").arg(seq));
        return;
    }
    const QPointer<RecordActs> self(this);
    QThreadPool::globalInstance()->start([self, run, seq, row, log = m_model.log(), analyzer = m_model.analyzer()] {
        const FollowedExchange exchange = assayer::followExchange(*analyzer, row);
        const QString words = exchangeWords(exchange, *log);
        QMetaObject::invokeMethod(qApp, [self, run, seq, rows = exchange.rows(), words] {
            if (self)
                self->takeExchange(run, seq, rows, words);
        });
    });
}

void RecordActs::takeExchange(quint64 run, quint64 seq, std::vector<quint64> rows, const QString &words)
{
    if (run != m_run || rows.empty())
        return;
    const auto count = static_cast<qint64>(rows.size());
    m_model.setOnly(std::move(rows));
    m_ui.traceFollowBar->setNotice(Tone::Note,
        QStringLiteral("Exchange of record %1, %2 %3").arg(seq).arg(assayer::count(count), count == 1 ? QStringLiteral("record") : QStringLiteral("records")) + words,
        { { QStringLiteral("back"), QStringLiteral("Back to all") } });
    Q_EMIT recordWanted(seq);
    Q_EMIT exchangeChanged();
}

bool RecordActs::leaveExchange()
{
    ++m_run;
    if (!m_model.isOnly())
        return false;
    const quint64 seq = current();
    m_ui.traceFollowBar->clear();
    m_model.setOnly({});
    if (seq)
        Q_EMIT recordWanted(seq);
    Q_EMIT exchangeChanged();
    return true;
}

} // namespace assayer
