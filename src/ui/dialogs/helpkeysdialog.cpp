#include "ui/dialogs/helpkeysdialog.h"

#include "ui/actions.h"
#include "ui/pages/formlook.h"
#include "ui/widgets/filteredit.h"

#include <QHeaderView>
#include <QTableWidget>
#include <QVBoxLayout>

namespace assayer {
namespace {

enum Column { Keys, Does, Menu, Where, ColumnCount };

QString keysOf(const QAction &action)
{
    QStringList keys;
    for (const QKeySequence &key : action.shortcuts())
        keys.append(key.toString(QKeySequence::NativeText));
    return keys.join(QStringLiteral(", "));
}

QString withoutMnemonic(QString text)
{
    return text.remove(u'&').remove(QStringLiteral("..."));
}

} // namespace

HelpKeysDialog::HelpKeysDialog(const Actions &actions, QWidget *parent)
    : QDialog(parent)
    , m_filter(new FilterEdit(this))
    , m_table(new QTableWidget(this))
{
    setObjectName(QStringLiteral("helpKeysDialog"));
    setWindowTitle(QStringLiteral("Keys"));
    auto *column = new QVBoxLayout(this);
    column->addWidget(m_filter);
    column->addWidget(m_table);
    m_filter->setObjectName(QStringLiteral("helpKeysFilter"));
    m_filter->setPlaceholderText(QStringLiteral("Filter keys"));
    m_filter->setAccessibleName(QStringLiteral("Filter keys"));
    m_table->setObjectName(QStringLiteral("helpKeysView"));
    m_table->setAccessibleName(QStringLiteral("Keys"));
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setShowGrid(false);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setDefaultSectionSize(m_table->fontMetrics().height() + 6);
    m_table->setTabKeyNavigation(false);
    fill(actions);
    connect(m_filter, &FilterEdit::filterChanged, this, &HelpKeysDialog::filter);
    connect(m_filter, &FilterEdit::leaveRequested, m_table, qOverload<>(&QWidget::setFocus));
    const int letter = fontMetrics().averageCharWidth();
    resize(letter * 110, fontMetrics().lineSpacing() * 30);
}

void HelpKeysDialog::fill(const Actions &actions)
{
    m_table->setColumnCount(ColumnCount);
    m_table->setHorizontalHeaderLabels({ QStringLiteral("Keys"), QStringLiteral("Does"), QStringLiteral("Menu"), QStringLiteral("Where") });
    for (const QAction *action : actions.all()) {
        if (action->shortcuts().isEmpty())
            continue;
        const int row = m_table->rowCount();
        m_table->insertRow(row);
        m_table->setItem(row, Keys, new QTableWidgetItem(keysOf(*action)));
        m_table->setItem(row, Does, new QTableWidgetItem(withoutMnemonic(action->text())));
        m_table->setItem(row, Menu, new QTableWidgetItem(actions.menuOf(action)));
        m_table->setItem(row, Where, new QTableWidgetItem(actionScopeName(actions.scope(action))));
        m_table->item(row, Keys)->setFont(formlook::fixed());
    }
    const int letter = m_table->fontMetrics().averageCharWidth();
    m_table->setColumnWidth(Keys, 30 * letter);
    m_table->setColumnWidth(Does, 42 * letter);
    m_table->setColumnWidth(Menu, 10 * letter);
    m_table->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    m_table->horizontalHeader()->setStretchLastSection(true);
}

void HelpKeysDialog::filter(const QString &text)
{
    for (int row = 0; row < m_table->rowCount(); ++row) {
        bool matches = false;
        for (int column = 0; column < ColumnCount; ++column)
            matches = matches || m_table->item(row, column)->text().contains(text, Qt::CaseInsensitive);
        m_table->setRowHidden(row, !matches);
    }
}

} // namespace assayer
