#include "ui/dialogs/keptanswerspage.h"

#include "platform/visibletext.h"
#include "protocol/message.h"
#include "ui/widgets/placeholder.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QStandardItemModel>
#include <QTreeView>

namespace assayer {

namespace {

QString questionWords(const SavedAnswer &answer)
{
    if (answer.method == "elicitation/create")
        return QStringLiteral("form");
    return answer.method == "sampling/createMessage" ? QStringLiteral("sampling") : visible(QString::fromUtf8(answer.method));
}

QStandardItem *cell(const QString &text, const QString &tip = {})
{
    auto *item = new QStandardItem(text);
    item->setEditable(false);
    item->setToolTip(tip);
    return item;
}

} // namespace

KeptAnswersPage::KeptAnswersPage(QWidget *parent)
    : QWidget(parent)
    , m_model(new QStandardItemModel(0, ColumnCount, this))
    , m_view(new QTreeView(this))
    , m_remove(new QPushButton(QStringLiteral("&Remove"), this))
    , m_status(new QLabel(this))
{
    m_view->setObjectName(QStringLiteral("prefAnswersView"));
    m_view->setAccessibleName(QStringLiteral("Kept answers"));
    m_view->setRootIsDecorated(false);
    m_view->setUniformRowHeights(true);
    m_view->setModel(m_model);
    m_model->setHorizontalHeaderLabels({ QStringLiteral("Server"), QStringLiteral("Question"), QStringLiteral("Answer"), QStringLiteral("By itself") });
    const QFontMetrics metrics = fontMetrics();
    m_view->header()->setStretchLastSection(false);
    m_view->header()->setSectionResizeMode(Answer, QHeaderView::Stretch);
    m_view->setColumnWidth(Server, metrics.horizontalAdvance(QStringLiteral("notes server__")));
    m_view->setColumnWidth(Question, metrics.horizontalAdvance(QStringLiteral("sampling____")));
    m_view->setColumnWidth(ByItself, metrics.horizontalAdvance(QStringLiteral("By itself____")));
    (new Placeholder(m_view))->setWords(QStringLiteral("No kept answers. Keep answer, beside a question, adds one."));
    m_remove->setObjectName(QStringLiteral("prefAnswerRemove"));
    m_remove->setAutoDefault(false);
    m_status->setObjectName(QStringLiteral("prefAnswersStatus"));
    m_status->setTextFormat(Qt::PlainText);
    m_status->setWordWrap(true);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_view, 1);
    auto *row = new QHBoxLayout;
    row->addWidget(m_remove);
    row->addWidget(m_status, 1);
    column->addLayout(row);
    connect(m_remove, &QPushButton::clicked, this, &KeptAnswersPage::removeCurrent);
    connect(m_model, &QStandardItemModel::itemChanged, this, &KeptAnswersPage::tick);
    connect(m_view->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this](const QModelIndex &index) { m_remove->setEnabled(index.isValid()); });
    reload();
}

void KeptAnswersPage::reload()
{
    tell(m_answers.load());
    fill();
}

void KeptAnswersPage::fill()
{
    m_filling = true;
    m_model->removeRows(0, m_model->rowCount());
    for (const SavedAnswer &answer : m_answers.all()) {
        const QString text = answer.name.isEmpty() ? visible(view(answer.result), Lines::One, 200) : visible(answer.name);
        const QString whole = toolTipText(QString::fromUtf8(answer.result), QStringLiteral("more in the file"));
        auto *automatic = cell({}, answer.complete ? QStringLiteral("Given by itself, without asking, to questions of this kind")
                                                   : QStringLiteral("Members whose names are names of secrets were left out: it cannot be given by itself"));
        automatic->setCheckable(answer.complete);
        if (answer.complete)
            automatic->setCheckState(answer.automatic ? Qt::Checked : Qt::Unchecked);
        automatic->setData(answer.id);
        m_model->appendRow({ cell(answer.server.isEmpty() ? QStringLiteral("any") : visible(answer.server)), cell(questionWords(answer)), cell(text, whole), automatic });
    }
    m_filling = false;
    m_remove->setEnabled(m_view->currentIndex().isValid());
}

void KeptAnswersPage::tick(QStandardItem *item)
{
    if (m_filling || item->column() != ByItself)
        return;
    tell(m_answers.setAutomatic(item->data().toString(), item->checkState() == Qt::Checked));
    Q_EMIT changed();
}

void KeptAnswersPage::removeCurrent()
{
    const QStandardItem *item = m_model->item(m_view->currentIndex().row(), ByItself);
    if (!item)
        return;
    tell(m_answers.remove(item->data().toString()));
    fill();
    Q_EMIT changed();
}

void KeptAnswersPage::tell(const Result<void> &done)
{
    m_status->setText(done ? QString() : visible(std::string_view(done.error().message)));
}

} // namespace assayer
