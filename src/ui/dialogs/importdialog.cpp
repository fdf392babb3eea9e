#include "ui/dialogs/importdialog.h"

#include "platform/visibletext.h"
#include "profiles/profilestore.h"

#include <QComboBox>
#include <QDir>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>
#include <QStandardItemModel>
#include <QTreeView>
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

constexpr int pathRole = Qt::UserRole;
constexpr int numberRole = Qt::UserRole + 1;

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
    , m_model(new QStandardItemModel(this))
    , m_view(new QTreeView(this))
    , m_words(new QLabel(this))
    , m_conflicts(new QComboBox(this))
    , m_import(new QPushButton(QStringLiteral("&Import ticked"), this))
    , m_open(new QPushButton(QStringLiteral("&Open file"), this))
{
    setObjectName(QStringLiteral("importDialog"));
    setWindowTitle(QStringLiteral("Profiles of other programs"));
    m_view->setObjectName(QStringLiteral("importView"));
    m_view->setAccessibleName(QStringLiteral("Profile files found, and their servers"));
    m_view->setModel(m_model);
    m_view->setUniformRowHeights(true);
    m_view->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_conflicts->setObjectName(QStringLiteral("importConflictCombo"));
    m_conflicts->setAccessibleName(QStringLiteral("Where a name is taken"));
    m_conflicts->addItems({ QStringLiteral("Where a name is taken: skip"), QStringLiteral("Where a name is taken: rename") });
    m_import->setObjectName(QStringLiteral("importButton"));
    m_open->setObjectName(QStringLiteral("importOpenButton"));
    m_open->setToolTip(QStringLiteral("Lists its servers from where it lies; the file is not changed"));
    m_words->setTextFormat(Qt::PlainText);
    m_words->setWordWrap(true);
    auto *close = new QPushButton(QStringLiteral("Close"), this);
    for (QPushButton *button : { m_import, m_open, close })
        button->setAutoDefault(false);
    auto *column = new QVBoxLayout(this);
    auto *buttons = new QHBoxLayout;
    column->addWidget(m_words);
    column->addWidget(m_view, 1);
    column->addLayout(buttons);
    buttons->addWidget(m_conflicts);
    buttons->addStretch(1);
    buttons->addWidget(m_import);
    buttons->addWidget(m_open);
    buttons->addWidget(close);
    connect(m_import, &QPushButton::clicked, this, [this] {
        Q_EMIT importWanted(chosen());
        QDialog::close();
    });
    connect(m_open, &QPushButton::clicked, this, [this] {
        const QModelIndex index = m_view->currentIndex().siblingAtColumn(0);
        const QModelIndex file = index.parent().isValid() ? index.parent() : index;
        Q_EMIT fileChosen(file.data(pathRole).toString());
        QDialog::close();
    });
    connect(m_model, &QStandardItemModel::itemChanged, this, &ImportDialog::refresh);
    connect(m_conflicts, &QComboBox::currentIndexChanged, this, &ImportDialog::refresh);
    connect(m_view->selectionModel(), &QItemSelectionModel::currentChanged, this, &ImportDialog::refresh);
    connect(close, &QPushButton::clicked, this, &QDialog::close);
    fill();
    resize(fontMetrics().averageCharWidth() * 110, fontMetrics().lineSpacing() * 22);
}

void ImportDialog::fill()
{
    m_model->clear();
    m_profiles.clear();
    m_model->setHorizontalHeaderLabels({ QStringLiteral("Server"), QStringLiteral("Command or address"), QStringLiteral("Note") });
    for (const FoundProfiles &found : findOtherProfiles(QDir::homePath())) {
        auto *file = new QStandardItem(found.program);
        file->setData(found.path, pathRole);
        auto *where = new QStandardItem(visible(found.path));
        auto *note = new QStandardItem;
        m_model->appendRow({ file, where, note });
        const Result<ProfileStore> store = ProfileStore::open(found.path);
        if (!store)
            note->setText(QStringLiteral("not readable: %1").arg(visible(std::string_view(store.error().message))));
        for (const ServerProfile &profile : store ? store->profiles() : QList<ServerProfile>()) {
            auto *server = new QStandardItem(visible(profile.name));
            server->setCheckable(true);
            server->setData(static_cast<int>(m_profiles.size()), numberRole);
            const QString target = profile.isStdio() ? (QStringList(profile.command) + profile.args).join(u' ') : profile.url;
            file->appendRow({ server, new QStandardItem(visible(target)), new QStandardItem });
            m_profiles.append(profile);
        }
    }
    m_view->expandAll();
    m_view->resizeColumnToContents(0);
    m_view->setColumnWidth(1, fontMetrics().averageCharWidth() * 60);
    const bool any = m_model->rowCount() > 0;
    m_words->setText(any ? QStringLiteral("Ticked servers are copied into your own catalogue; nothing is started, and these files are not changed. The first "
                                          "connect of each command shows it whole and asks.")
                         : QStringLiteral("No profile file of Claude, Cursor, VS Code, Windsurf, Gemini or MCP Inspector was found in your home folder."));
    m_view->setVisible(any);
    m_conflicts->setVisible(any);
    m_view->setCurrentIndex(m_model->index(0, 0));
    refresh();
}

void ImportDialog::setTaken(const QStringList &names)
{
    m_taken = names;
    refresh();
}

QList<ServerProfile> ImportDialog::chosen() const
{
    QList<ServerProfile> out;
    QStringList taken = m_taken;
    const bool renames = m_conflicts->currentIndex() == 1;
    for (int row = 0; row < m_model->rowCount(); ++row) {
        const QStandardItem *file = m_model->item(row);
        for (int child = 0; child < file->rowCount(); ++child) {
            const QStandardItem *server = file->child(child);
            if (server->checkState() != Qt::Checked)
                continue;
            ServerProfile profile = m_profiles[server->data(numberRole).toInt()];
            if (taken.contains(profile.name) && !renames)
                continue;
            const QString stem = profile.name;
            for (int i = 2; taken.contains(profile.name); ++i)
                profile.name = stem + u'-' + QString::number(i);
            taken.append(profile.name);
            out.append(profile);
        }
    }
    return out;
}

void ImportDialog::refresh()
{
    const QSignalBlocker quiet(m_model);
    const bool renames = m_conflicts->currentIndex() == 1;
    for (int row = 0; row < m_model->rowCount(); ++row) {
        const QStandardItem *file = m_model->item(row);
        for (int child = 0; child < file->rowCount(); ++child) {
            const bool taken = m_taken.contains(m_profiles[file->child(child)->data(numberRole).toInt()].name);
            file->child(child, 2)->setText(!taken ? QString() : renames ? QStringLiteral("name taken: gets a number") : QStringLiteral("name taken: skipped"));
        }
    }
    m_view->viewport()->update();
    const qsizetype count = chosen().size();
    m_import->setEnabled(count > 0);
    m_import->setText(count > 0 ? QStringLiteral("&Import %1").arg(count) : QStringLiteral("&Import ticked"));
    m_open->setEnabled(m_view->currentIndex().isValid());
}

} // namespace assayer
