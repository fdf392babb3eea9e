// The Schema tab of a tool: its two schemas as a tree, and what the lint says of them.
#pragma once

#include "base/finding.h"
#include "json/document.h"

#include <QObject>

namespace Ui {
class ToolsPage;
}

namespace assayer {

class SchemaFindingModel;
class SchemaTreeModel;

/// The widgets belong to the page's form.
class SchemaPane : public QObject {
    Q_OBJECT
public:
    SchemaPane(Ui::ToolsPage &ui, QObject *parent);

    /// The whole entry: its input and output schema are two branches.
    void setTool(const json::Node &entry);
    /// Selects a place: "/inputSchema/..." or "/outputSchema/..." of the entry, "#/..." of the output schema.
    void showPlace(const QString &path);

private:
    void openFirstLevels();
    void showFindings(const Findings &findings);

    Ui::ToolsPage &m_ui;
    SchemaTreeModel *m_schema;
    SchemaFindingModel *m_findings;
    json::Node m_entry;
};

} // namespace assayer
