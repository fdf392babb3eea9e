#include "ui/panes/serverspane.h"

#include "ui_serverspane.h"

#include "ui/presentation/profilepresentation.h"
#include "ui/widgets/columnfit.h"
#include "ui/widgets/delegates.h"
#include "ui/widgets/listview.h"

#include <QHeaderView>

namespace assayer {

ServersPane::ServersPane(QWidget *parent)
    : QWidget(parent)
    , m_ui(std::make_unique<Ui::ServersPane>())
    , m_model(new ProfileModel(this))
    , m_dressed(new ProfilePresentation(this))
{
    m_ui->setupUi(this);
    setObjectName(QStringLiteral("serversPane"));
    m_dressed->setSourceModel(m_model);
    m_ui->serversView->setModel(m_dressed);
    dressList(m_ui->serversView);
    keepCurrentRow(m_ui->serversView);
    auto *delegate = new EscapedDelegate(this);
    delegate->setTwoLines(true);
    m_ui->serversView->setItemDelegate(delegate);
    m_ui->serversView->setColumnHidden(ProfileModel::StateColumn, true);
    new ColumnFit(m_ui->serversView, m_ui->serversView->header(), { { QStringLiteral("a server's name"), {}, QStringLiteral("modern_") }, { ProfileModel::Name }, {} });
    m_ui->serversView->setAccessibleName(QStringLiteral("Servers and traces"));
    m_ui->serversView->setContextMenuPolicy(Qt::CustomContextMenu);
    m_ui->serversFilter->setPlaceholderText(QStringLiteral("Filter servers"));
    m_ui->serversFilter->setAccessibleName(QStringLiteral("Filter servers"));
    connect(m_ui->serversFilter, &FilterEdit::filterChanged, m_model, &ProfileModel::setFilter);
    connect(m_ui->serversFilter, &FilterEdit::leaveRequested, m_ui->serversView, qOverload<>(&QWidget::setFocus));
    connect(m_ui->serversView->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this] {
        if (!current().isEmpty())
            Q_EMIT currentChanged(current());
    });
    connect(m_ui->serversView, &QTreeView::activated, this, [this] { Q_EMIT activated(current()); });
    connect(m_ui->serversView, &QWidget::customContextMenuRequested, this, [this](const QPoint &point) {
        Q_EMIT menuRequested(current(), m_ui->serversView->viewport()->mapToGlobal(point));
    });
    connect(m_ui->serversNewButton, &QPushButton::clicked, this, &ServersPane::newRequested);
    connect(m_ui->serversImportButton, &QPushButton::clicked, this, &ServersPane::importRequested);
}

ServersPane::~ServersPane() = default;

void ServersPane::put(const ProfileRow &row)
{
    m_model->put(row);
}

void ServersPane::remove(const QString &id)
{
    m_model->remove(id);
}

void ServersPane::setCurrent(const QString &id)
{
    for (int row = 0; row < m_dressed->rowCount(); ++row) {
        const QModelIndex index = m_dressed->index(row, 0);
        if (index.data(ProfileModel::IdRole).toString() == id)
            m_ui->serversView->setCurrentIndex(index);
    }
}

QString ServersPane::current() const
{
    return m_ui->serversView->currentIndex().siblingAtColumn(0).data(ProfileModel::IdRole).toString();
}

QString ServersPane::neighbour(int step) const
{
    const int rows = m_dressed->rowCount();
    if (rows == 0)
        return {};
    const int from = qMax(0, m_ui->serversView->currentIndex().row());
    return m_dressed->index((from + step + rows) % rows, 0).data(ProfileModel::IdRole).toString();
}

void ServersPane::takeFocus()
{
    m_ui->serversView->setFocus(Qt::OtherFocusReason);
}

void ServersPane::focusFilter()
{
    m_ui->serversFilter->setFocus(Qt::ShortcutFocusReason);
}

bool ServersPane::clearFilter()
{
    if (m_ui->serversFilter->text().isEmpty())
        return false;
    m_ui->serversFilter->clear();
    m_model->setFilter({});
    return true;
}

} // namespace assayer
