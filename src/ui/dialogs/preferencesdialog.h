// Preferences: changes apply at once; one widget per key.
#pragma once

#include <QDialog>

#include <memory>

namespace Ui {
class PreferencesDialog;
}

namespace assayer {

class Desk;
class KeptAnswersPage;
class Preferences;
class PrivacyPage;

class PreferencesDialog : public QDialog {
    Q_OBJECT
public:
    PreferencesDialog(Preferences &preferences, QWidget *parent);
    ~PreferencesDialog() override;

    /// The server that "this server" means; null for none.
    void setDesk(Desk *desk);

Q_SIGNALS:
    void keptAnswersChanged();

private:
    void wire();
    void showSize();

    std::unique_ptr<Ui::PreferencesDialog> m_ui;
    Preferences &m_preferences;
    KeptAnswersPage *m_answers;
    PrivacyPage *m_privacy;
};

} // namespace assayer
