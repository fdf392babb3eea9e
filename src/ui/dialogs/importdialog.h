// Profile files of other programs, looked for only when the user asks; what is found can be opened, never rewritten.
#pragma once

#include <QDialog>

class QLabel;
class QListWidget;
class QPushButton;

namespace assayer {

/// A profile file of a known program, where one exists.
struct FoundProfiles {
    QString program;
    QString path;
};
QList<FoundProfiles> findOtherProfiles(const QString &home);

class ImportDialog : public QDialog {
    Q_OBJECT
public:
    explicit ImportDialog(QWidget *parent);

Q_SIGNALS:
    void fileChosen(const QString &path);

private:
    void choose();

    QListWidget *m_list;
    QLabel *m_words;
    QPushButton *m_open;
};

} // namespace assayer
