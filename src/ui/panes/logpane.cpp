#include "ui/panes/logpane.h"

#include "ui_logpane.h"

#include "base/clock.h"
#include "models/logmodel.h"
#include "platform/visibletext.h"
#include "protocol/revision.h"
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
    m_ui->logView->setColumnWidth(LogModel::Call, metrics.horizontalAdvance(QStringLiteral("tools/call import_notes__")));
    m_ui->logLevelCombo->addItem(QStringLiteral("not set"), QByteArray());
    for (const char *level : levels)
        m_ui->logLevelCombo->addItem(QString::fromLatin1(level), QByteArray(level));
    m_ui->logLevelCombo->setToolTip(QStringLiteral("Least level shown, and asked of the server: by logging/setLevel, since 2026-07-28 with each request.\n"
                                                   "Logging is deprecated as of 2026-07-28."));
    m_ui->logBadges->setBadges({ Badge { Badge::Deprecated, {} } });
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
    connect(&desk.client(), &InspectionClient::logLevelChanged, this, &LogPane::followLevel);
    connect(&desk.client(), &InspectionClient::actionFinished, this, &LogPane::levelAnswered);
    connect(&desk, &Desk::stateChanged, this, &LogPane::showState);
    connect(&desk, &Desk::factsChanged, this, &LogPane::showState);
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
    row.call = QString::fromUtf8(notification.requestMethod);
    if (!notification.requestName.isEmpty())
        row.call += u' ' + fromWire(std::string_view(notification.requestName.constData(), static_cast<std::size_t>(notification.requestName.size())));
    row.guessed = notification.guessed;
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

bool LogPane::isAdvertised() const
{
    const json::Value *capabilities = m_desk.facts() ? m_desk.facts()->capabilities.value : nullptr;
    return capabilities && capabilities->find("logging");
}

bool LogPane::isLegacy() const
{
    return m_desk.facts() && eraOf(m_desk.facts()->revision) == Era::Legacy;
}

/// The level is the view's, and the server's where the connection stands.
void LogPane::setLevel(int index)
{
    const QByteArray level = m_ui->logLevelCombo->itemData(index).toByteArray();
    m_model->setLevel(level.isEmpty() ? LogRow::Debug : logLevelFromName(level.toStdString()));
    m_problem.clear();
    if (m_desk.client().state() == InspectionClient::State::Ready) {
        if (!isLegacy())
            m_asking = m_desk.client().setLogLevel(level);
        else if (!isAdvertised())
            m_problem = QStringLiteral("The server does not advertise logging, so it was not told: the level filters what is shown.");
        else if (level.isEmpty())
            m_problem = QStringLiteral("Revisions before 2026-07-28 cannot take a level back: the server keeps the last one.");
        else
            m_asking = m_desk.client().setLogLevel(level);
    }
    showState();
}

void LogPane::levelAnswered(const ActionResult &result)
{
    if (result.number != m_asking || !m_asking)
        return;
    m_asking = 0;
    if (result.result.error) {
        const Error &error = *result.result.error;
        const QString code = error.data.code ? visible(std::string_view(*error.data.code)) + QStringLiteral(", ") : QString();
        m_problem = QStringLiteral("The server refused the level: %1%2").arg(code, visible(std::string_view(error.message), Lines::One, 200));
        followLevel();
    }
    showState();
}

/// The level that the server was told last, by whatever part of the window.
void LogPane::followLevel()
{
    const int index = m_ui->logLevelCombo->findData(m_desk.client().logLevel());
    m_ui->logLevelCombo->setCurrentIndex(qMax(0, index));
    m_model->setLevel(index > 0 ? static_cast<LogRow::Level>(index - 1) : LogRow::Debug);
    showState();
}

/// An empty log says why it is empty.
QString LogPane::emptyWords() const
{
    const bool ready = m_desk.client().state() == InspectionClient::State::Ready;
    if (m_model->total() > 0)
        return QStringLiteral("None of %1 lines is shown by filter and level. Esc clears the filter.").arg(m_model->total());
    if (m_desk.isTrace())
        return QStringLiteral("Log messages of an opened trace are its records: filter the trace by method == \"notifications/message\".");
    if (!m_desk.facts())
        return QStringLiteral("No log messages. They appear here after Connect, with what the server's process writes to stderr.");
    if (ready && !isAdvertised())
        return QStringLiteral("The server does not advertise logging, so it has no log messages to send.");
    const QByteArray level = m_desk.client().logLevel();
    if (!level.isEmpty())
        return QStringLiteral("No log messages. Level: %1.").arg(QString::fromLatin1(level));
    return isLegacy() ? QStringLiteral("No log messages. No level is set: which messages are sent is the server's choice.")
                      : QStringLiteral("No log messages. No request asks for any: choose a level above, or one of a single call in its options.");
}

QString LogPane::stateWords() const
{
    QStringList words;
    if (!m_problem.isEmpty())
        words << m_problem;
    if (m_model->hasDropped())
        words << QStringLiteral("Older lines are in the trace.");
    const std::optional<SessionEnd> &end = m_desk.client().end();
    if (m_model->total() > 0 && m_desk.client().state() == InspectionClient::State::Closed)
        words << (end && end->exitCode ? QStringLiteral("Kept. The process ended with exit code %1.").arg(*end->exitCode) : QStringLiteral("Kept. The connection is over."));
    return words.join(u' ');
}

void LogPane::showState()
{
    const auto total = m_model->total();
    const auto lines = m_model->count(LogRow::Stderr);
    m_ui->logStack->setCurrentIndex(m_model->rowCount() > 0 ? 0 : 1);
    m_ui->logPlaceholder->setText(emptyWords());
    m_ui->logCount->setText(total > 0 ? QStringLiteral("%1 messages, %2 lines of stderr").arg(total - lines).arg(lines) : QString());
    m_ui->logState->setText(stateWords());
    m_ui->logState->setVisible(!m_ui->logState->text().isEmpty());
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
