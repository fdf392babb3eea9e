#include "ui/pages/schemapane.h"

#include "ui_toolspage.h"

#include "models/schemafindingmodel.h"
#include "models/schematreemodel.h"
#include "ui/pages/formlook.h"
#include "ui/pages/schemalint.h"
#include "ui/presentation/schemafindingpresentation.h"
#include "ui/presentation/schematreepresentation.h"
#include "ui/widgets/delegates.h"
#include "ui/widgets/listview.h"

#include <algorithm>

namespace assayer {
namespace {

constexpr int findingRows = 6;
constexpr int mostOpened = 200; ///< rows of the second level that are opened at once

QString counted(const Findings &findings, Severity severity, const QString &one, const QString &many)
{
    const auto count = std::count_if(findings.begin(), findings.end(), [&](const Finding &finding) { return finding.severity == severity; });
    return count == 0 ? QString() : count == 1 ? QStringLiteral("1 ") + one : QString::number(count) + u' ' + many;
}

QString lintTitle(const Findings &findings)
{
    QStringList parts { counted(findings, Severity::Error, QStringLiteral("error"), QStringLiteral("errors")),
        counted(findings, Severity::Warning, QStringLiteral("warning"), QStringLiteral("warnings")),
        counted(findings, Severity::Note, QStringLiteral("note"), QStringLiteral("notes")) };
    parts.removeAll(QString());
    return QStringLiteral("Lint: ") + (parts.isEmpty() ? QStringLiteral("nothing to say") : parts.join(QStringLiteral(", ")));
}

} // namespace

SchemaPane::SchemaPane(Ui::ToolsPage &ui, QObject *parent)
    : QObject(parent)
    , m_ui(ui)
    , m_schema(new SchemaTreeModel(this))
    , m_findings(new SchemaFindingModel(this))
{
    auto *tree = new SchemaTreePresentation(this);
    tree->setSourceModel(m_schema);
    ui.schemaTree->setModel(tree);
    ui.schemaTree->setItemDelegate(new EscapedDelegate(this));
    ui.schemaTree->setAccessibleName(QStringLiteral("Schemas of the tool"));
    copyExactOnCopyKey(ui.schemaTree);
    auto *findings = new SchemaFindingPresentation(this);
    findings->setSourceModel(m_findings);
    ui.schemaFindings->setModel(findings);
    ui.schemaFindings->setItemDelegate(new EscapedDelegate(this));
    ui.schemaFindings->setAccessibleName(QStringLiteral("Lint of the schemas"));
    formlook::columns(ui.schemaFindings, { "/inputSchema/properties/a", "exclusiveMinimum is a flag in draft-04 only; here it must be", "type: [\"...\", \"null\"]", "rule" }, { SchemaFindingModel::Place, SchemaFindingModel::What, SchemaFindingModel::Fix });
    const auto choose = [this](const QModelIndex &index) { showPlace(index.data(SchemaFindingModel::PointerRole).toString()); };
    connect(ui.schemaFindings, &QTreeView::clicked, this, choose);
    connect(ui.schemaFindings, &QTreeView::activated, this, choose);
    showFindings({});
}

void SchemaPane::setTool(const json::Node &entry)
{
    if (entry.value == m_entry.value && entry.document == m_entry.document)
        return;
    m_entry = entry;
    m_schema->setMembers(entry, { "inputSchema", "outputSchema" });
    openFirstLevels();
    showFindings({});
    m_ui.schemaLintTitle->setText(QStringLiteral("Lint: at work..."));
    judgeSchemasAside(entry, this, [this, entry](const Findings &findings) {
        if (entry.value == m_entry.value)
            showFindings(findings);
    });
}

void SchemaPane::openFirstLevels()
{
    const QAbstractItemModel *model = m_ui.schemaTree->model();
    for (int row = 0; row < model->rowCount(); ++row) {
        const QModelIndex index = model->index(row, 0);
        m_ui.schemaTree->expand(index);
        for (int child = 0; child < std::min(model->rowCount(index), mostOpened); ++child)
            m_ui.schemaTree->expand(model->index(child, 0, index));
    }
}

void SchemaPane::showFindings(const Findings &findings)
{
    m_findings->setRows(findings);
    m_ui.schemaLintTitle->setText(lintTitle(findings));
    m_ui.schemaFindings->setVisible(!findings.empty());
    const int rows = std::min(static_cast<int>(findings.size()), findingRows) + 1; // and the header
    m_ui.schemaFindings->setMaximumHeight(rows * EscapedDelegate::rowHeight(m_ui.schemaFindings->fontMetrics()) + 12);
}

void SchemaPane::showPlace(const QString &path)
{
    const bool ofEntry = path.startsWith(QLatin1String("/inputSchema")) || path.startsWith(QLatin1String("/outputSchema"));
    const QString whole = ofEntry ? path : QStringLiteral("/outputSchema") + path.mid(path.indexOf(u'#') + 1);
    auto *dressed = static_cast<QAbstractProxyModel *>(m_ui.schemaTree->model());
    const QModelIndex index = dressed->mapFromSource(m_schema->indexOf(whole));
    m_ui.schemaTree->setCurrentIndex(index);
    m_ui.schemaTree->scrollTo(index);
}

} // namespace assayer
