// The answer of a tool call: what came, how long it took, whether its output keeps its schema.
#pragma once

#include "inspection/action.h"
#include "models/contentblockmodel.h"

#include <QObject>

namespace Ui {
class ToolsPage;
}

namespace assayer {

class Desk;
class FormProblemModel;

/// Right half of the Call tab. The widgets belong to the page's form.
class ResultPane : public QObject {
    Q_OBJECT
public:
    ResultPane(Ui::ToolsPage &ui, Desk &desk, QObject *parent);

    void clear();
    void show(const ActionResult &result);
    /// Markdown of the shown result; empty where none is shown.
    QString report() const;

Q_SIGNALS:
    void recordWanted(quint64 frame);
    /// A failure of the output was chosen: the place in the schema.
    void schemaPlaceWanted(const QString &schemaPath);
    void said(const QString &words);
    void compareWanted(); ///< with the call before
    void readWanted(const QString &uri); ///< of a resource link

private:
    void showContent();
    void showVerdict();
    void showFailures();
    void showBlock(int row);
    void chooseFailure(int row);
    void showPlaces(const OutputVerdict::Failure &failure);
    bool eventFilter(QObject *watched, QEvent *event) override;
    void save();
    QString faultWords() const;
    QString statusLine() const;
    QString verdictLine() const;

    Ui::ToolsPage &m_ui;
    Desk &m_desk;
    ContentBlockModel *m_blocks;
    FormProblemModel *m_failures;
    ActionResult m_result;
    bool m_shown = false;
};

} // namespace assayer
