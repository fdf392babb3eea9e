#include "ui/pages/welcomepage.h"

#include "ui_welcomepage.h"

#include "models/recentmodel.h"
#include "ui/pages/formlook.h"
#include "ui/preferences.h"
#include "ui/presentation/recentpresentation.h"
#include "ui/uistate.h"
#include "ui/widgets/delegates.h"

namespace assayer {

WelcomePage::WelcomePage(Preferences &preferences, UiState &state, QWidget *parent)
    : QWidget(parent)
    , m_ui(std::make_unique<Ui::WelcomePage>())
    , m_preferences(preferences)
    , m_state(state)
    , m_recent(new RecentModel(this))
{
    m_ui->setupUi(this);
    setObjectName(QStringLiteral("welcomePage"));
    formlook::title(m_ui->welcomeTitle);
    for (QLabel *label : { m_ui->welcomeOpenHint, m_ui->welcomeDemoHint, m_ui->welcomeLookHint, m_ui->welcomeRecentEmpty, m_ui->welcomeKeys })
        formlook::muted(label);
    auto *recent = new RecentPresentation(this);
    recent->setSourceModel(m_recent);
    m_ui->welcomeRecent->setModel(recent);
    m_ui->welcomeRecent->setAccessibleName(tr("Recent targets"));
    m_ui->welcomeRecent->setItemDelegate(new EscapedDelegate(this));
    m_ui->welcomeRecordCheck->setChecked(preferences.isOn(Preferences::Record));
    m_ui->welcomeRecordCheck->setText(QStringLiteral("&Record every connection to disk (%1 MiB, %2 days - Preferences)")
                                          .arg(preferences.number(Preferences::Budget))
                                          .arg(preferences.number(Preferences::Days)));
    const auto give = [this] { Q_EMIT targetGiven(m_ui->welcomeTarget->text()); };
    connect(m_ui->welcomeTarget, &QLineEdit::returnPressed, this, give);
    connect(m_ui->welcomeConnectButton, &QPushButton::clicked, this, give);
    connect(m_ui->welcomeOpenButton, &QPushButton::clicked, this, &WelcomePage::openRequested);
    connect(m_ui->welcomeDemoButton, &QPushButton::clicked, this, &WelcomePage::demoRequested);
    connect(m_ui->welcomeLookButton, &QPushButton::clicked, this, &WelcomePage::lookRequested);
    connect(m_ui->welcomeRecordCheck, &QCheckBox::toggled, this, [this](bool on) { m_preferences.set(Preferences::Record, on); });
    connect(m_ui->welcomeRecent, &QListView::activated, this, [this](const QModelIndex &index) {
        const RecentRow &row = m_recent->at(index.row());
        if (row.kind == RecentRow::Target)
            Q_EMIT targetGiven(row.text);
        else
            Q_EMIT fileGiven(row.text);
    });
}

WelcomePage::~WelcomePage() = default;

void WelcomePage::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    showRecent();
    m_ui->welcomeTarget->setFocus(Qt::OtherFocusReason);
}

void WelcomePage::showRecent()
{
    std::vector<RecentRow> rows;
    const std::pair<const char *, RecentRow::Kind> lists[]
        = { { "targets", RecentRow::Target }, { "profiles", RecentRow::ProfileFile }, { "traces", RecentRow::TraceFile } };
    for (const auto &[name, kind] : lists) {
        for (const QString &text : m_state.recent(name).mid(0, 5))
            rows.push_back({ kind, text, 0 });
    }
    const bool any = !rows.empty();
    const int lines = static_cast<int>(rows.size());
    m_recent->setRows(std::move(rows));
    m_ui->welcomeRecent->setVisible(any);
    m_ui->welcomeRecent->setMaximumHeight(lines * EscapedDelegate::rowHeight(fontMetrics()) + 2 * m_ui->welcomeRecent->frameWidth() + 2);
    m_ui->welcomeRecentEmpty->setVisible(!any);
}

} // namespace assayer
