// Tools: list, and for the current one its call, definition, schema, exact bytes and past calls.
#pragma once

#include "json/document.h"
#include "ui/pages/listpage.h"

#include <memory>

namespace Ui {
class ToolsPage;
}

namespace assayer {

class CallPane;
class SchemaPane;
class ToolModel;

class ToolsPage : public ListPage {
    Q_OBJECT
public:
    explicit ToolsPage(Desk &desk, QWidget *parent = nullptr);
    ~ToolsPage() override;

    void act(bool anyway) override;
    /// Makes a call of the shown tool once more, with its own arguments. False where it is not remembered.
    bool again(quint64 call);
    bool cancel() override;
    void toggleForm() override;
    void showPastCalls() override;
    QString report() const override;
    QString help() const override;

protected:
    void entryChanged(const QModelIndex &index, bool again) override;
    void stateChanged() override;
    void entryActivated() override;
    void fit(int width, int height) override;

private:
    void showMetadata();
    void showTool(const QModelIndex &index, bool again);
    void metadataPressed(const QString &id);
    void shareHeight();

    std::unique_ptr<Ui::ToolsPage> m_ui;
    ToolModel *m_tools;
    SchemaPane *m_schema;
    CallPane *m_call = nullptr;
    bool m_sharedByUser = false; ///< the user moved the line between form and result
    struct Shown {
        json::Node entry;
        QString reason;
        int task = 0;
    } m_shown; ///< in the detail
};

} // namespace assayer
