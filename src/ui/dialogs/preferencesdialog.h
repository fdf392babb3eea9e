// Preferences: changes apply at once; one widget per key.
#pragma once

#include <QDialog>

#include <memory>

namespace Ui {
class PreferencesDialog;
}

namespace assayer {

class Preferences;

class PreferencesDialog : public QDialog {
    Q_OBJECT
public:
    PreferencesDialog(Preferences &preferences, QWidget *parent);
    ~PreferencesDialog() override;

private:
    void wire();
    void showSize();

    std::unique_ptr<Ui::PreferencesDialog> m_ui;
    Preferences &m_preferences;
};

} // namespace assayer
