#include "ui/panes/recorddetail.h"

#include "ui_tracepane.h"

#include "protocol/message.h"
#include "trace/tracelog.h"
#include "ui/panes/tracefilterbar.h"
#include "ui/widgets/lineends.h"

#include <QCoreApplication>
#include <QPointer>
#include <QThreadPool>

namespace assayer {
namespace {

constexpr qsizetype parseHere = 256 * 1024; ///< larger texts are parsed away from the window's thread

} // namespace

RecordDetail::RecordDetail(Ui::TracePane &ui, QObject *parent)
    : QObject(parent)
    , m_ui(ui)
{
    m_ui.recordHexButton->setToolTip(QStringLiteral("The record's bytes in hexadecimal"));
    m_ui.recordLinesButton->setToolTip(QStringLiteral("The record's bytes as text, with BOM and line ends"));
    m_ui.recordBytes->setAccessibleName(QStringLiteral("Bytes of the record"));
    m_ui.recordLines->setAccessibleName(QStringLiteral("Bytes of the record as text"));
    m_ui.recordText->setAccessibleName(QStringLiteral("Text of the message"));
    m_ui.recordLines->setProperty(lineEndsProperty, true);
    wire();
    clear();
}

void RecordDetail::wire()
{
    connect(m_ui.recordTree, &JsonTreeView::placeSelected, this, &RecordDetail::treePlace);
    connect(m_ui.recordText, &ExactTextView::selectionChanged, this, &RecordDetail::textPlace);
    connect(m_ui.recordBytes, &HexView::selectionChanged, this, &RecordDetail::bytesPlace);
    connect(m_ui.recordTree, &JsonTreeView::bytesRequested, this, [this](quint64 begin, quint64 end) {
        treePlace(begin, end);
        m_ui.recordBytes->setFocus(Qt::OtherFocusReason);
    });
    connect(m_ui.recordTree, &JsonTreeView::filterRequested, this, [this](const QString &, const QByteArray &, bool negated) {
        Q_EMIT filterRequested(TraceFilterBar::comparisonOf(*m_ui.recordTree, m_batch), negated);
    });
    connect(m_ui.recordLines, &ExactTextView::selectionChanged, this, [this](quint32 begin, quint32 end) { bytesPlace(begin, end); });
    connect(m_ui.recordHexButton, &QToolButton::toggled, this, [this](bool hex) { m_ui.recordBytesStack->setCurrentIndex(hex ? 0 : 1); });
    connect(m_ui.recordTreeFind, &FilterEdit::filterChanged, this, [this](const QString &text) {
        if (!text.isEmpty())
            m_ui.recordTree->find(text);
    });
    connect(m_ui.recordTreeFind, &FilterEdit::leaveRequested, m_ui.recordTree, qOverload<>(&QWidget::setFocus));
}

void RecordDetail::clear()
{
    ++m_run;
    m_message.clear();
    m_place = {};
    m_batch = false;
    m_ui.recordTree->setRoot({});
    m_ui.recordText->clear();
    m_ui.recordText->setPlaceholderText(QStringLiteral("Select a record to see its text."));
    m_ui.recordBytes->setBytes({});
    m_ui.recordBytes->setPlaceholderText(QStringLiteral("Select a record to see its bytes."));
    m_ui.recordLines->clear();
    m_ui.recordLines->setPlaceholderText(QStringLiteral("Select a record to see its bytes."));
    m_ui.recordFraming->clear();
    m_ui.recordPlace->clear();
    m_ui.recordTiming->hide();
}

void RecordDetail::show(const std::shared_ptr<const TraceAnalyzer> &analyzer, quint64 row)
{
    const TraceLog &log = analyzer->log();
    const QByteArray bytes = log.hasBytes(row) ? log.bytes(row) : QByteArray();
    m_message = row < analyzer->count() ? analyzer->messageText(row) : QByteArray();
    m_place = MessagePlace(bytes, m_message);
    m_batch = row < analyzer->count() && analyzer->isBatch(row);
    m_pointer.clear();
    const QByteArray members = log.members(row);
    m_ui.recordText->setText(!m_message.isEmpty() ? m_message : !bytes.isEmpty() ? bytes : members);
    m_ui.recordBytes->setBytes(bytes);
    m_ui.recordBytes->setPlaceholderText(QStringLiteral("This record holds no bytes of the wire."));
    m_ui.recordLines->setText(bytes);
    m_ui.recordLines->setPlaceholderText(QStringLiteral("This record holds no bytes of the wire."));
    showFraming(*analyzer, row);
    parse(!m_message.isEmpty() ? m_message : bytes.isEmpty() ? members : QByteArray());
}

void RecordDetail::parse(const QByteArray &message)
{
    const quint64 run = ++m_run;
    if (message.size() <= parseHere) {
        const Result<json::DocumentPtr> document = message.isEmpty() ? fail("", "") : parseJson(message);
        take(run, document ? *document : nullptr);
        return;
    }
    m_ui.recordTree->setRoot({});
    const QPointer<RecordDetail> self(this);
    QThreadPool::globalInstance()->start([self, run, message] {
        const Result<json::DocumentPtr> document = parseJson(message);
        const json::DocumentPtr parsed = document ? *document : nullptr;
        QMetaObject::invokeMethod(qApp, [self, run, parsed] {
            if (self)
                self->take(run, parsed);
        });
    });
}

void RecordDetail::take(quint64 run, const json::DocumentPtr &document)
{
    if (run != m_run)
        return;
    m_ui.recordTree->setRoot(document ? json::Node { document, &document->root() } : json::Node());
    const bool onTree = m_ui.traceDetailTabs->currentIndex() == 0;
    m_ui.traceDetailTabs->setTabEnabled(0, bool(document));
    if (!document && onTree) {
        m_ui.traceDetailTabs->setCurrentWidget(m_ui.recordTextTab);
        m_movedToText = true;
    } else if (document && m_movedToText && m_ui.traceDetailTabs->currentWidget() == m_ui.recordTextTab && !m_ui.recordText->hasFocus()) {
        m_ui.traceDetailTabs->setCurrentIndex(0);
    }
    m_movedToText = m_movedToText && !document;
    if (document && !m_pointer.isEmpty())
        showPointer(m_pointer);
}

void RecordDetail::showPointer(const QString &pointer)
{
    m_pointer = pointer;
    if (!m_ui.recordTree->tree()->root().value)
        return;
    m_ui.traceDetailTabs->setCurrentIndex(0);
    m_ui.recordTree->showPointer(pointer);
    const QModelIndex index = m_ui.recordTree->tree()->indexOf(pointer);
    treePlace(index.data(JsonTreeModel::BeginRole).toULongLong(), index.data(JsonTreeModel::EndRole).toULongLong());
}

void RecordDetail::treePlace(quint64 begin, quint64 end)
{
    if (m_moving)
        return;
    m_ui.recordText->showRange(static_cast<quint32>(begin), static_cast<quint32>(end));
    if (m_message.isEmpty())
        return; // members of a decision: not on the wire
    if (const auto bytes = m_place.inRecord(static_cast<qsizetype>(begin), static_cast<qsizetype>(end)))
        selectBytes(bytes->first, bytes->second);
    else
        m_ui.recordPlace->setText(m_bytesWords + (m_place.isKnown() ? QStringLiteral("   in an earlier piece of the body") : QStringLiteral("   coded: no byte of it stands here as it is")));
}

void RecordDetail::textPlace(quint32 begin, quint32 end)
{
    m_moving = true;
    if (m_ui.recordTree->tree()->root().value)
        m_ui.recordTree->showOffset(begin);
    m_moving = false;
    if (m_message.isEmpty()) {
        selectBytes(begin, end);
        return;
    }
    if (const auto bytes = m_place.inRecord(begin, end))
        selectBytes(bytes->first, bytes->second);
}

/// From hex or from the bytes as text: the other one follows, then message and tree.
void RecordDetail::bytesPlace(qsizetype begin, qsizetype end)
{
    selectBytes(begin, end);
    const auto place = m_message.isEmpty() ? std::optional(std::pair { begin, end }) : m_place.inMessage(begin, end);
    if (!place)
        return;
    m_ui.recordText->showRange(static_cast<quint32>(place->first), static_cast<quint32>(place->second));
    m_moving = true;
    if (m_ui.recordTree->tree()->root().value)
        m_ui.recordTree->showOffset(static_cast<quint64>(place->first));
    m_moving = false;
}

void RecordDetail::selectBytes(qsizetype begin, qsizetype end)
{
    if (m_ui.recordBytes->selection() != std::pair { begin, end })
        m_ui.recordBytes->select(begin, end);
    const std::pair lines { static_cast<quint32>(begin), static_cast<quint32>(end) };
    if (m_ui.recordLines->selection() != lines)
        m_ui.recordLines->showRange(lines.first, lines.second);
    sayPlace(begin, end);
}

void RecordDetail::sayPlace(qsizetype begin, qsizetype end)
{
    QString words = m_bytesWords + QStringLiteral("   offset 0x%1").arg(begin, 0, 16);
    if (end - begin > 1)
        words += QStringLiteral(", %1 bytes").arg(end - begin);
    m_ui.recordPlace->setText(words);
}

void RecordDetail::showFraming(const TraceAnalyzer &analyzer, quint64 row)
{
    const TraceLog &log = analyzer.log();
    const ExchangeTimes times = exchangeTimes(log, row);
    m_bytesWords = QStringLiteral("Record %1   %2").arg(log.seqOf(row)).arg(bytesWords(log, row, times));
    m_ui.recordPlace->setText(m_bytesWords);
    QString framing = framingWords(log, row, m_ui.recordBytes->bytes());
    if (row < analyzer.count() && analyzer.facts(row).malformed)
        framing += QStringLiteral(", no message");
    m_ui.recordFraming->setText(framing);
    QList<TimingBar::Phase> phases;
    const auto phase = [&phases](const char *name, std::optional<qint64> from, std::optional<qint64> to) {
        if (from && to && *to >= *from)
            phases.append({ QLatin1String(name), *to - *from });
    };
    phase("send", times.requestNs, times.sentNs);
    phase("wait", times.sentNs, times.answerNs);
    phase("body", times.answerNs, times.endNs);
    if (phases.isEmpty() && row < analyzer.count()) {
        if (const std::optional<qint64> waited = analyzer.durationNs(row))
            phases.append({ QStringLiteral("wait"), *waited });
    }
    m_ui.recordTiming->setPhases(phases);
    m_ui.recordTiming->setVisible(!phases.isEmpty());
}

} // namespace assayer
