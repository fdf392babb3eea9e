// The profile editor: a profile of an mcp.json in sections; only what was changed is written back.
#pragma once

#include "profiles/serverprofile.h"

#include <QDialog>

#include <memory>

class QStringListModel;
class QTableView;
class QToolButton;

namespace Ui {
class ProfileDialog;
}

namespace assayer {

class Desk;
class ProfilePages;
class SecretTableModel;
class Workspace;

class ProfileDialog : public QDialog {
    Q_OBJECT
public:
    /// `path`: the profile file, empty for the user's catalogue; `name`: empty makes a new profile.
    ProfileDialog(Workspace &workspace, const QString &path, const QString &name, QWidget *parent);
    ~ProfileDialog() override;

Q_SIGNALS:
    void connectRequested(assayer::Desk *desk);

private:
    void dress();
    void wire();
    void wireSecrets(QTableView *view, SecretTableModel *model, QToolButton *add, QToolButton *remove, QToolButton *reveal);
    void fill(const ServerProfile &profile);
    ServerProfile edited() const;
    void changed();
    QStringList problems() const;
    Desk *save();
    Desk *saveRaw();
    void fillRaw();

    std::unique_ptr<Ui::ProfileDialog> m_ui;
    Workspace &m_workspace;
    QString m_path;
    QString m_name;
    ServerProfile m_profile;
    QStringListModel *m_arguments;
    SecretTableModel *m_headers;
    SecretTableModel *m_environment;
    QStringListModel *m_problems;
    ProfilePages *m_further = nullptr;
    QByteArray m_rawText; ///< of the file, as it was read
    bool m_filling = false;
};

} // namespace assayer
