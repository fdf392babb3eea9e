// Light, dark or the system's look, and the text size, on the Fusion style.
#pragma once

#include <QObject>
#include <QPalette>

class QApplication;

namespace assayer {

class Preferences;

/// Applies theme, text size and density now and whenever the preference changes. One per program.
class Theme : public QObject {
    Q_OBJECT
public:
    Theme(QApplication &application, Preferences &preferences, QObject *parent = nullptr);

private:
    void apply();

    QApplication &m_application;
    Preferences &m_preferences;
    QPalette m_system;
    qreal m_pointSize;
};

} // namespace assayer
