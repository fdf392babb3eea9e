#include "ui/dialogs/importdialog.h"

#include "platform/visibletext.h"

#include <QDir>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QVBoxLayout>

namespace assayer {
namespace {

struct Known {
    const char *program;
    const char *path; ///< below the home folder
};

constexpr Known known[] = {
    { "Claude Desktop", ".config/Claude/claude_desktop_config.json" },
    { "Claude Code", ".claude.json" },
    { "Cursor", ".cursor/mcp.json" },
    { "VS Code", ".config/Code/User/mcp.json" },
    { "Windsurf", ".codeium/windsurf/mcp_config.json" },
    { "Gemini CLI", ".gemini/settings.json" },
    { "MCP Inspector", ".mcp-inspector/mcp.json" },
};

} // namespace

QList<FoundProfiles> findOtherProfiles(const QString &home)
{
    QList<FoundProfiles> found;
    for (const Known &place : known) {
        const QString path = home + u'/' + QLatin1String(place.path);
        if (QFileInfo(path).isFile())
            found.append({ QString::fromLatin1(place.program), path });
    }
    return found;
}

ImportDialog::ImportDialog(QWidget *parent)
    : QDialog(parent)
    , m_list(new QListWidget(this))
    , m_words(new QLabel(this))
    , m_open(new QPushButton(QStringLiteral("Open"), this))
{
    setObjectName(QStringLiteral("importDialog"));
    setWindowTitle(QStringLiteral("Profiles of other programs"));
    m_list->setObjectName(QStringLiteral("importView"));
    m_list->setAccessibleName(QStringLiteral("Profile files found"));
    m_open->setObjectName(QStringLiteral("importOpenButton"));
    m_words->setTextFormat(Qt::PlainText);
    m_words->setWordWrap(true);
    auto *close = new QPushButton(QStringLiteral("Close"), this);
    auto *column = new QVBoxLayout(this);
    auto *buttons = new QHBoxLayout;
    column->addWidget(m_words);
    column->addWidget(m_list, 1);
    column->addLayout(buttons);
    buttons->addStretch(1);
    buttons->addWidget(m_open);
    buttons->addWidget(close);
    for (const FoundProfiles &file : findOtherProfiles(QDir::homePath())) {
        auto *item = new QListWidgetItem(file.program + QStringLiteral("   ") + visible(file.path), m_list);
        item->setData(Qt::UserRole, file.path);
    }
    m_words->setText(m_list->count() > 0
            ? QStringLiteral("Opening a file lists its servers; nothing is started, and the file is not changed. The first connect of "
                             "each command shows it whole and asks.")
            : QStringLiteral("No profile file of Claude, Cursor, VS Code, Windsurf, Gemini or MCP Inspector was found in your home folder."));
    m_list->setCurrentRow(0);
    m_list->setVisible(m_list->count() > 0);
    m_open->setEnabled(m_list->count() > 0);
    connect(m_open, &QPushButton::clicked, this, &ImportDialog::choose);
    connect(m_list, &QListWidget::itemActivated, this, &ImportDialog::choose);
    connect(close, &QPushButton::clicked, this, &QDialog::close);
    resize(fontMetrics().averageCharWidth() * 90, fontMetrics().lineSpacing() * 14);
}

void ImportDialog::choose()
{
    if (const QListWidgetItem *item = m_list->currentItem()) {
        Q_EMIT fileChosen(item->data(Qt::UserRole).toString());
        close();
    }
}

} // namespace assayer
