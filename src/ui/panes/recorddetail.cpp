#include "ui/panes/recorddetail.h"

#include "ui_tracepane.h"

#include "platform/formattext.h"
#include "protocol/message.h"
#include "trace/tracelog.h"

#include <QCoreApplication>
#include <QPointer>
#include <QThreadPool>

namespace assayer {
namespace {

constexpr qsizetype parseHere = 256 * 1024; ///< larger texts are parsed away from the window's thread

QString lineEnds(const QByteArray &bytes)
{
    const bool crlf = bytes.contains("\r\n");
    const bool lf = bytes.contains('\n');
    return crlf ? QStringLiteral("CRLF") : lf ? QStringLiteral("LF") : QStringLiteral("no line end");
}

bool isUtf8(const QByteArray &bytes)
{
    QStringDecoder decoder(QStringDecoder::Utf8);
    const QString text = decoder(bytes);
    return !decoder.hasError() && (bytes.isEmpty() || !text.isNull());
}

} // namespace

RecordDetail::RecordDetail(Ui::TracePane &ui, QObject *parent)
    : QObject(parent)
    , m_ui(ui)
{
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
    connect(m_ui.recordTree, &JsonTreeView::filterRequested, this, &RecordDetail::filterRequested);
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
    m_offset = -1;
    m_ui.recordTree->setRoot({});
    m_ui.recordText->clear();
    m_ui.recordText->setPlaceholderText(QStringLiteral("Select a record to see its text."));
    m_ui.recordBytes->setBytes({});
    m_ui.recordBytes->setPlaceholderText(QStringLiteral("Select a record to see its bytes."));
    m_ui.recordFraming->clear();
}

void RecordDetail::show(const std::shared_ptr<const TraceAnalyzer> &analyzer, quint64 row)
{
    const TraceLog &log = analyzer->log();
    const QByteArray bytes = log.hasBytes(row) ? log.bytes(row) : QByteArray();
    m_message = row < analyzer->count() ? analyzer->messageText(row) : QByteArray();
    m_offset = m_message.isEmpty() ? -1 : bytes.indexOf(m_message);
    m_pointer.clear();
    const QByteArray members = log.members(row);
    m_ui.recordText->setText(!m_message.isEmpty() ? m_message : !bytes.isEmpty() ? bytes : members);
    m_ui.recordBytes->setBytes(bytes);
    m_ui.recordBytes->setPlaceholderText(QStringLiteral("This record holds no bytes of the wire."));
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
    if (!document && onTree)
        m_ui.traceDetailTabs->setCurrentIndex(1);
    else if (document && !onTree && !m_ui.recordText->hasFocus())
        m_ui.traceDetailTabs->setCurrentIndex(0);
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
    m_ui.recordText->showRange(static_cast<quint32>(begin), static_cast<quint32>(end));
    if (m_offset >= 0)
        m_ui.recordBytes->select(m_offset + static_cast<qsizetype>(begin), m_offset + static_cast<qsizetype>(end));
}

void RecordDetail::textPlace(quint32 begin, quint32 end)
{
    if (m_ui.recordTree->tree()->root().value)
        m_ui.recordTree->showOffset(begin);
    const qsizetype offset = m_message.isEmpty() ? 0 : m_offset;
    if (offset >= 0)
        m_ui.recordBytes->select(offset + begin, offset + end);
}

void RecordDetail::bytesPlace(qsizetype begin, qsizetype end)
{
    const qsizetype offset = m_message.isEmpty() ? 0 : m_offset;
    if (offset < 0 || begin < offset)
        return;
    const auto first = static_cast<quint32>(begin - offset);
    m_ui.recordText->showRange(first, static_cast<quint32>(end - offset));
    if (m_ui.recordTree->tree()->root().value)
        m_ui.recordTree->showOffset(first);
}

void RecordDetail::showFraming(const TraceAnalyzer &analyzer, quint64 row)
{
    const TraceLog &log = analyzer.log();
    const TraceRecord record = log.row(row);
    QStringList facts { QStringLiteral("Record %1").arg(log.seqOf(row)), QString::fromUtf8(record.type) };
    if (log.hasBytes(row)) {
        const bool small = record.bytes.size() <= parseHere;
        facts.append(byteSize(record.bytes.size()));
        facts.append(lineEnds(record.bytes.size() > parseHere ? record.bytes.right(4096) : record.bytes));
        if (record.bytes.startsWith("\xEF\xBB\xBF"))
            facts.append(QStringLiteral("BOM"));
        if (small)
            facts.append(isUtf8(record.bytes) ? QStringLiteral("UTF-8 valid") : QStringLiteral("not valid UTF-8"));
    }
    if (row < analyzer.count() && analyzer.facts(row).malformed)
        facts.append(QStringLiteral("no message"));
    m_ui.recordFraming->setText(facts.join(QStringLiteral("  -  ")));
}

} // namespace assayer
