// Export of a trace: which records, which format, what is removed, and how it will look, from the writer that writes the file.
#pragma once

#include "base/error.h"
#include "trace/exporter.h"

#include <QDialog>
#include <QTimer>

#include <atomic>
#include <map>
#include <memory>

namespace Ui {
class ExportDialog;
}

namespace assayer {

class RedactionModel;
class TracePane;

/// Non-modal. Writing and previewing run in the thread pool and outlive the dialog.
class ExportDialog : public QDialog {
    Q_OBJECT
public:
    ExportDialog(TracePane &pane, QWidget *parent);
    ~ExportDialog() override;

    void setPath(const QString &path);

Q_SIGNALS:
    void exported(const QString &path);

private:
    struct Preview {
        QByteArray text;
        std::vector<Redaction> redacted;
        QString problem;
    };
    void wire();
    void suggestPath();
    void browse();
    void schedulePreview();
    void makePreview();
    void takePreview(quint64 run, const Preview &preview);
    void scanAll(quint64 run);
    void takeScan(quint64 run, const std::vector<Redaction> &redacted, quint64 records);
    void showRemoved(const std::vector<Redaction> &redacted, const QString &note);
    void previewRecord(int row);
    void cancel();
    void write();
    void updateButtons();
    ExportOptions options() const;
    std::optional<std::vector<quint32>> rows() const;
    bool keeps() const;

    std::unique_ptr<Ui::ExportDialog> m_ui;
    std::shared_ptr<const TraceAnalyzer> m_analyzer;
    std::shared_ptr<const TraceLog> m_log; ///< the analyzer borrows it
    std::vector<quint32> m_shown;
    std::vector<quint32> m_marked;
    bool m_filtered = false;
    SecretSources m_secrets;
    Findings m_findings;
    QString m_name;
    RedactionModel *m_redactions;
    std::vector<quint64> m_firstRecords; ///< of each row of the list: where it is removed first; 0 the header line
    QTimer m_timer;
    quint64 m_run = 0;
    quint64 m_previewed = 0; ///< record shown alone; 0: the first ones
    std::shared_ptr<std::atomic<quint64>> m_current = std::make_shared<std::atomic<quint64>>(0); ///< run that still matters
    std::shared_ptr<std::atomic<bool>> m_cancelled;
    bool m_writing = false;
};

} // namespace assayer
