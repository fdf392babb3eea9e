#include "ui/panes/logpane.h"

#include "ui_logpane.h"

#include "base/clock.h"
#include "models/logmodel.h"
#include "platform/visibletext.h"
#include "ui/desk.h"
#include "ui/presentation/logpresentation.h"
#include "ui/widgets/listview.h"

#include <QHeaderView>

namespace assayer {
namespace {

const char *const levels[] = { "debug", "info", "notice", "warning", "error", "critical", "alert", "emergency" };

/// Data of a log message: a string as its text, anything else as it stood.
QString messageText(const Notification &notification)
{
    const json::Value *data = notification.message.params ? notification.message.params->find("data") : nullptr;
    if (!data)
        return {};
    return data->isString() ? fromWire(data->string()) : fromWire(notification.message.document->raw(*data));
}

} // namespace

LogPane::LogPane(Desk &desk, QWidget *parent)
    : QWidget(parent)
    , m_desk(desk)
    , m_ui(std::make_unique<Ui::LogPane>())
    , m_model(new LogModel(this))
    , m_dressed(new LogPresentation(this))
{
    m_ui->setupUi(this);
    setObjectName(QStringLiteral("logPane"));
    m_dressed->setSourceModel(m_model);
    m_ui->logView->setModel(m_dressed);
    dressTable(m_ui->logView);
    copyExactOnCopyKey(m_ui->logView);
    m_ui->logView->setAccessibleName(QStringLiteral("Log of the server"));
    m_ui->logFilter->setPlaceholderText(QStringLiteral("Filter the log"));
    m_ui->logFilter->setAccessibleName(QStringLiteral("Filter the log"));
    const QFontMetrics metrics(m_ui->logView->font());
    m_ui->logView->setColumnWidth(LogModel::Time, metrics.horizontalAdvance(QStringLiteral("13:02:07.412")) + 14);
    m_ui->logView->setColumnWidth(LogModel::LevelColumn, metrics.horizontalAdvance(QStringLiteral("emergency")) + 34);
    m_ui->logView->setColumnWidth(LogModel::Logger, metrics.horizontalAdvance(QStringLiteral("notes.storage__")));
    for (const char *level : levels)
        m_ui->logLevelCombo->addItem(QString::fromLatin1(level));
    connect(m_ui->logFilter, &FilterEdit::filterChanged, m_model, &LogModel::setFilter);
    connect(m_ui->logFilter, &FilterEdit::leaveRequested, m_ui->logView, qOverload<>(&QWidget::setFocus));
    connect(m_ui->logLevelCombo, &QComboBox::activated, this, &LogPane::setLevel);
    connect(m_ui->logStderrCheck, &QCheckBox::toggled, m_model, &LogModel::setShowStderr);
    connect(m_model, &LogModel::filtered, this, &LogPane::showState);
    connect(m_ui->logView, &QTableView::activated, this, [this](const QModelIndex &index) {
        if (const quint64 frame = index.siblingAtColumn(0).data(FrameRole).toULongLong())
            Q_EMIT recordWanted(frame);
    });
    connect(&desk.client(), &InspectionClient::logMessage, this, &LogPane::take);
    connect(&desk.client(), &InspectionClient::stderrReceived, this, &LogPane::takeStderr);
    connect(&desk, &Desk::stateChanged, this, &LogPane::showState);
    showState();
}

LogPane::~LogPane() = default;

void LogPane::take(const Notification &notification)
{
    const json::Value *params = notification.message.params;
    LogRow row;
    row.wallNs = wallNs();
    row.frame = notification.frame;
    row.text = messageText(notification);
    if (params) {
        row.level = logLevelFromName(params->stringAt("level").value_or(std::string_view()));
        row.logger = fromWire(params->stringAt("logger").value_or(std::string_view()));
    }
    m_model->add({ row });
    showState();
}

void LogPane::takeStderr(const QByteArray &bytes)
{
    m_partial += bytes;
    std::vector<LogRow> rows;
    qsizetype end = m_partial.indexOf('\n');
    qsizetype begin = 0;
    while (end >= 0) {
        LogRow row;
        row.wallNs = wallNs();
        row.level = LogRow::Stderr;
        row.text = QString::fromUtf8(m_partial.mid(begin, end - begin));
        rows.push_back(row);
        begin = end + 1;
        end = m_partial.indexOf('\n', begin);
    }
    m_partial.remove(0, begin);
    if (rows.empty())
        return;
    m_model->add(std::move(rows));
    showState();
}

/// The level is the view's, and the server's where the connection stands.
void LogPane::setLevel(int index)
{
    m_model->setLevel(static_cast<LogRow::Level>(index));
    if (m_desk.client().state() == InspectionClient::State::Ready)
        m_desk.client().setLogLevel(levels[index]);
    showState();
}

void LogPane::showState()
{
    const auto total = m_model->total();
    const auto lines = m_model->count(LogRow::Stderr);
    m_ui->logStack->setCurrentIndex(m_model->rowCount() > 0 ? 0 : 1);
    m_ui->logPlaceholder->setText(total > 0 ? QStringLiteral("None of %1 lines is shown by filter and level.").arg(total)
                                            : QStringLiteral("No log messages. Level: %1.").arg(m_ui->logLevelCombo->currentText()));
    m_ui->logCount->setText(total > 0 ? QStringLiteral("%1 messages, %2 lines of stderr").arg(total - lines).arg(lines) : QString());
}

void LogPane::takeFocus()
{
    m_ui->logView->setFocus(Qt::OtherFocusReason);
}

void LogPane::focusFilter()
{
    m_ui->logFilter->setFocus(Qt::ShortcutFocusReason);
    m_ui->logFilter->selectAll();
}

bool LogPane::clearFilter()
{
    if (m_ui->logFilter->text().isEmpty())
        return false;
    m_ui->logFilter->clear();
    m_model->setFilter({});
    return true;
}

void LogPane::showStderr()
{
    m_ui->logStderrCheck->setChecked(true);
    clearFilter();
    m_ui->logView->scrollToBottom();
    takeFocus();
}

} // namespace assayer
