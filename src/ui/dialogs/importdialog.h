// Profiles of other programs, looked for only when the user asks; what is ticked is copied into the catalogue, nothing is rewritten.
#pragma once

#include "profiles/serverprofile.h"

#include <QDialog>

class QComboBox;
class QLabel;
class QPushButton;
class QStandardItemModel;
class QTreeView;

namespace assayer {

/// A profile file of a known program, where one exists.
struct FoundProfiles {
    QString program;
    QString path;
};
QList<FoundProfiles> findOtherProfiles(const QString &home);

/// Children: `importView` (files, below them their servers with tick boxes and full commands), `importConflictCombo`,
/// `importButton`, `importOpenButton`.
class ImportDialog : public QDialog {
    Q_OBJECT
public:
    explicit ImportDialog(QWidget *parent);

    /// Names that the catalogue has already: what bears one is marked, and skipped or renamed.
    void setTaken(const QStringList &names);
    /// What is ticked, under names that are free.
    QList<ServerProfile> chosen() const;

Q_SIGNALS:
    void fileChosen(const QString &path); ///< to be opened where it lies
    void importWanted(const QList<assayer::ServerProfile> &profiles);

private:
    void fill();
    void refresh();

    QStandardItemModel *m_model;
    QTreeView *m_view;
    QLabel *m_words;
    QComboBox *m_conflicts;
    QPushButton *m_import;
    QPushButton *m_open;
    QList<ServerProfile> m_profiles; ///< by the number in the items
    QStringList m_taken;
};

} // namespace assayer
