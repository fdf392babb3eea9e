// Which records of a trace stand on a colour: filters with a tone, the first that holds decides.
#pragma once

#include "ui/presentation/tones.h"

#include <QDialog>
#include <QList>
#include <QString>

class QSettings;
class QTableWidget;

namespace assayer {

struct ColourRule {
    QString text; ///< filter expression
    Tone tone = Tone::Note;
    bool on = true;
};

/// Those stored, or the usual ones where none are.
QList<ColourRule> colourRules(QSettings &settings);
void storeColourRules(QSettings &settings, const QList<ColourRule> &rules);

/// Non-modal; every change is stored and told at once.
class ColourRulesDialog : public QDialog {
    Q_OBJECT
public:
    ColourRulesDialog(QSettings &settings, QWidget *parent);

Q_SIGNALS:
    void changed();

private:
    void fill(const QList<ColourRule> &rules);
    void addRow(const ColourRule &rule);
    QList<ColourRule> rules() const;
    void take();
    void removeRow();
    void moveUp();

    QSettings &m_settings;
    QTableWidget *m_table;
    bool m_filling = false;
};

} // namespace assayer
