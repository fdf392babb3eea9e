#include "ui/dialogs/preferencesdialog.h"

#include "ui_preferencesdialog.h"

#include "platform/formattext.h"
#include "platform/paths.h"
#include "ui/dialogs/keptanswerspage.h"
#include "ui/dialogs/privacypage.h"
#include "ui/preferences.h"
#include "ui/recordings.h"

namespace assayer {

PreferencesDialog::PreferencesDialog(Preferences &preferences, QWidget *parent)
    : QDialog(parent)
    , m_ui(std::make_unique<Ui::PreferencesDialog>())
    , m_preferences(preferences)
    , m_answers(new KeptAnswersPage)
    , m_privacy(new PrivacyPage)
{
    m_ui->setupUi(this);
    m_ui->preferencesStack->insertWidget(m_ui->preferencesStack->indexOf(m_ui->preferencesRedactionPage), m_answers);
    m_ui->preferencesStack->addWidget(m_privacy);
    setObjectName(QStringLiteral("preferencesDialog"));
    setWindowTitle(QStringLiteral("Preferences"));
    m_ui->preferencesSections->addItems({ QStringLiteral("Look"), QStringLiteral("Recording"), QStringLiteral("Connections"), QStringLiteral("Questions"), QStringLiteral("Redaction"), QStringLiteral("Privacy") });
    m_ui->preferencesSections->setAccessibleName(QStringLiteral("Sections"));
    m_ui->preferencesSections->setMaximumWidth(fontMetrics().averageCharWidth() * 20);
    m_ui->prefTheme->addItem(QStringLiteral("Follow system"), QStringLiteral("system"));
    m_ui->prefTheme->addItem(QStringLiteral("Light"), QStringLiteral("light"));
    m_ui->prefTheme->addItem(QStringLiteral("Dark"), QStringLiteral("dark"));
    m_ui->prefDensity->addItem(QStringLiteral("Compact"), QStringLiteral("compact"));
    m_ui->prefDensity->addItem(QStringLiteral("Roomy"), QStringLiteral("roomy"));
    wire();
    showSize();
    m_ui->preferencesSections->setCurrentRow(0);
}

PreferencesDialog::~PreferencesDialog() = default;

void PreferencesDialog::wire()
{
    const auto check = [this](QCheckBox *box, Preferences::Key key) {
        box->setChecked(m_preferences.isOn(key));
        connect(box, &QCheckBox::toggled, this, [this, key](bool on) { m_preferences.set(key, on); });
    };
    const auto number = [this](QSpinBox *box, Preferences::Key key) {
        box->setValue(m_preferences.number(key));
        connect(box, &QSpinBox::valueChanged, this, [this, key](int value) { m_preferences.set(key, value); });
    };
    const auto choice = [this](QComboBox *box, Preferences::Key key) {
        box->setCurrentIndex(qMax(0, box->findData(m_preferences.word(key))));
        connect(box, &QComboBox::currentIndexChanged, this, [this, box, key](int index) { m_preferences.set(key, box->itemData(index)); });
    };
    choice(m_ui->prefTheme, Preferences::Theme);
    choice(m_ui->prefDensity, Preferences::Density);
    number(m_ui->prefText, Preferences::Text);
    number(m_ui->prefBudget, Preferences::Budget);
    number(m_ui->prefDays, Preferences::Days);
    check(m_ui->prefReduceMotion, Preferences::ReduceMotion);
    check(m_ui->prefRecord, Preferences::Record);
    check(m_ui->prefConfirmDestructive, Preferences::ConfirmDestructive);
    check(m_ui->prefRefreshOnListChanged, Preferences::RefreshOnListChanged);
    check(m_ui->prefKeepCalls, Preferences::KeepCalls);
    m_ui->prefSecretNames->setText(m_preferences.word(Preferences::SecretNames));
    connect(m_ui->prefSecretNames, &QLineEdit::editingFinished, this, [this] { m_preferences.set(Preferences::SecretNames, m_ui->prefSecretNames->text().trimmed()); });
    connect(m_ui->preferencesSections, &QListWidget::currentRowChanged, this, [this](int section) {
        m_ui->preferencesStack->setCurrentIndex(section);
        m_answers->reload();
        m_privacy->refresh();
    });
    connect(m_answers, &KeptAnswersPage::changed, this, &PreferencesDialog::keptAnswersChanged);
    connect(m_privacy, &PrivacyPage::forgotten, this, [this] {
        m_answers->reload();
        Q_EMIT keptAnswersChanged();
    });
    connect(m_ui->preferencesCloseButton, &QPushButton::clicked, this, &QDialog::close);
    connect(m_ui->prefDeleteTraces, &QPushButton::clicked, this, [this] {
        const int gone = recordings::deleteAll();
        showSize();
        m_ui->preferencesStatus->setText(QStringLiteral("%1 recordings deleted; those being written stay.").arg(gone));
    });
}

void PreferencesDialog::setDesk(Desk *desk)
{
    m_privacy->setDesk(desk);
}

void PreferencesDialog::showSize()
{
    m_ui->prefTracesSize->setText(QStringLiteral("%1 of recordings in %2").arg(byteSize(recordings::totalBytes()), traceFolder()));
}

} // namespace assayer
