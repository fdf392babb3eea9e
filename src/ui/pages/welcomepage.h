// The first thing seen: four ways in, and nothing started or contacted.
#pragma once

#include <QWidget>

#include <memory>

namespace Ui {
class WelcomePage;
}

namespace assayer {

class Preferences;
class RecentModel;
class UiState;

class WelcomePage : public QWidget {
    Q_OBJECT
public:
    WelcomePage(Preferences &preferences, UiState &state, QWidget *parent = nullptr);
    ~WelcomePage() override;

Q_SIGNALS:
    void targetGiven(const QString &text);
    void fileGiven(const QString &path);
    void openRequested();
    void demoRequested();
    void lookRequested();

protected:
    void showEvent(QShowEvent *event) override;

private:
    void showRecent();

    std::unique_ptr<Ui::WelcomePage> m_ui;
    Preferences &m_preferences;
    UiState &m_state;
    RecentModel *m_recent;
};

} // namespace assayer
