#include "ui/panes/askrootspanel.h"

#include "json/write.h"
#include "platform/visibletext.h"
#include "ui/widgets/placeholder.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <QStandardItemModel>
#include <QTreeView>

namespace assayer {

AskRootsPanel::AskRootsPanel(QWidget *parent)
    : QFrame(parent)
    , m_roots(new QStandardItemModel(0, 2, this))
{
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    m_roots->setHorizontalHeaderLabels({ QStringLiteral("URI"), QStringLiteral("Name") });
    auto *view = new QTreeView(this);
    view->setObjectName(QStringLiteral("askRootsView"));
    view->setAccessibleName(QStringLiteral("Roots to answer with"));
    view->setRootIsDecorated(false);
    view->setModel(m_roots);
    auto *nothing = new Placeholder(view);
    nothing->setObjectName(QStringLiteral("askRootsPlaceholder"));
    nothing->setWords(QStringLiteral("No roots. Accept answers with an empty list; + root adds a folder."));
    column->addWidget(view, 1);
    auto *row = new QHBoxLayout;
    const auto button = [&](const QString &text, const char *name) {
        auto *made = new QPushButton(text, this);
        made->setObjectName(QLatin1String(name));
        made->setAutoDefault(false);
        row->addWidget(made);
        return made;
    };
    auto *add = button(QStringLiteral("+ root"), "askRootAddButton");
    auto *remove = button(QStringLiteral("Remove"), "askRootRemoveButton");
    row->addStretch(1);
    column->addLayout(row);
    connect(add, &QPushButton::clicked, this, [this, view] {
        m_roots->appendRow({ new QStandardItem(QStringLiteral("file:///")), new QStandardItem });
        view->setCurrentIndex(m_roots->index(m_roots->rowCount() - 1, 0));
        view->edit(view->currentIndex());
    });
    connect(remove, &QPushButton::clicked, this, [this, view] { m_roots->removeRow(view->currentIndex().row()); });
    for (const auto signal : { &QAbstractItemModel::rowsInserted, &QAbstractItemModel::rowsRemoved })
        connect(m_roots, signal, this, &AskRootsPanel::changed);
    connect(m_roots, &QAbstractItemModel::dataChanged, this, &AskRootsPanel::changed);
}

void AskRootsPanel::setRoots(const QList<RootEntry> &roots)
{
    m_roots->removeRows(0, m_roots->rowCount());
    for (const RootEntry &root : roots)
        m_roots->appendRow({ new QStandardItem(root.uri), new QStandardItem(root.name) });
}

QByteArray AskRootsPanel::result() const
{
    json::Writer out;
    out.beginObject().key("roots").beginArray();
    for (int row = 0; row < m_roots->rowCount(); ++row) {
        const auto text = [&](int column) { return toWire(m_roots->item(row, column) ? m_roots->item(row, column)->text() : QString()).toStdString(); };
        out.beginObject().member("uri", text(0));
        if (!text(1).empty())
            out.member("name", text(1));
        out.endObject();
    }
    return QByteArray::fromStdString(out.endArray().endObject().take());
}

} // namespace assayer
