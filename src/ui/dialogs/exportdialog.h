// Export of a trace: which records, which format, what is removed, and how it will look, from the writer that writes the file.
#pragma once

#include "base/error.h"
#include "trace/exporter.h"

#include <QDialog>
#include <QTimer>

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
    void write();
    void updateButtons();
    ExportOptions options() const;
    std::optional<std::vector<quint32>> rows() const;
    bool keeps() const;

    std::unique_ptr<Ui::ExportDialog> m_ui;
    std::shared_ptr<const TraceAnalyzer> m_analyzer;
    std::shared_ptr<const TraceLog> m_log; ///< the analyzer borrows it
    std::vector<quint32> m_shown;
    bool m_filtered = false;
    SecretSources m_secrets;
    Findings m_findings;
    QString m_name;
    RedactionModel *m_redactions;
    QTimer m_timer;
    quint64 m_run = 0;
    bool m_writing = false;
};

} // namespace assayer
