// Two traces, or two calls, side by side: catalogue changes, results as a JSON diff, durations.
#pragma once

#include "models/calldifferencemodel.h"
#include "trace/exchangecompare.h"
#include "trace/tracediff.h"

#include <QDialog>

#include <memory>
#include <vector>

class QComboBox;
class QLabel;
class QPushButton;
class QTabWidget;
class QTreeView;

namespace assayer {

class Desk;
class ListDiffModel;
class SideBySide;
class Workspace;

/// A row of the catalogue's tab: exact texts of an entry, or of one place in it.
struct CatalogueChange {
    QString where;
    QString before; ///< null: not there
    QString after;
};

/// Non-modal. Reading and comparing run in the thread pool and outlive the dialog.
class CompareDialog : public QDialog {
    Q_OBJECT
public:
    /// `current`: the side "before" at first; may be null.
    CompareDialog(Workspace &workspace, const Desk *current, QWidget *parent);

    /// Two calls of one trace; a sentence where one of the records belongs to none.
    void compareRecords(const Desk &desk, std::shared_ptr<const TraceAnalyzer> analyzer, quint64 firstRow, quint64 secondRow);
    /// Two whole traces, by the ids of their desks.
    void compareDesks(const QString &before, const QString &after);

Q_SIGNALS:
    /// A call was activated: its desk and its record.
    void recordWanted(const QString &deskId, quint64 seq);
    /// "Open trace...": the file shall be opened as a desk.
    void openWanted();

protected:
    void keyPressEvent(QKeyEvent *event) override;

private:
    struct Comparison {
        std::shared_ptr<const TraceAnalyzer> before;
        std::shared_ptr<const TraceAnalyzer> after;
        TraceComparison calls;
        std::vector<CatalogueChange> catalogue;
        QString problem;
    };
    void build();
    void fillDesks();
    void start();
    void take(quint64 run, std::shared_ptr<const Comparison> comparison);
    void showCall(int row);
    void fillCatalogue(const std::vector<CatalogueChange> &changes);
    QString deskName(const QString &id) const;

    Workspace &m_workspace;
    QComboBox *m_before;
    QComboBox *m_after;
    QPushButton *m_compare;
    QLabel *m_status;
    QTabWidget *m_tabs;
    QTreeView *m_callsView;
    CallDifferenceModel *m_calls;
    QTreeView *m_catalogueView;
    ListDiffModel *m_catalogue;
    SideBySide *m_sides;
    std::shared_ptr<const Comparison> m_comparison;
    QString m_beforeId;
    QString m_afterId;
    quint64 m_run = 0;
};

/// Entries and places that differ between the catalogues of two traces, in the order of the lists. Pure; any thread.
std::vector<CatalogueChange> catalogueChanges(const TraceAnalyzer &before, const TraceAnalyzer &after);

} // namespace assayer
