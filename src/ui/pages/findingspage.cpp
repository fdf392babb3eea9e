#include "ui/pages/findingspage.h"

#include "ui_findingspage.h"

#include "models/findingmodel.h"
#include "platform/formattext.h"
#include "trace/tracelog.h"
#include "ui/desk.h"
#include "ui/pages/formlook.h"
#include "ui/pages/issuecontext.h"
#include "ui/pages/judgebar.h"
#include "ui/presentation/findingpresentation.h"
#include "ui/presentation/toneicon.h"
#include "ui/widgets/delegates.h"
#include "ui/widgets/listview.h"

#include <QClipboard>
#include <QGuiApplication>

namespace assayer {
namespace {

QString asMarkdown(const Finding &finding)
{
    QString text = QStringLiteral("- **%1** `%2`: %3").arg(severityWord(finding.severity), shown(finding.rule), shown(finding.message));
    if (!finding.where.empty())
        text += QStringLiteral(" (`%1`)").arg(shown(finding.where));
    if (!finding.spec.empty())
        text += QStringLiteral("; specification: %1").arg(shown(finding.spec));
    return text + u'\n';
}

QString counted(int number, const char *one)
{
    return QString::number(number) + u' ' + QLatin1String(one) + (number == 1 ? QString() : QStringLiteral("s"));
}

} // namespace

FindingsPage::FindingsPage(Desk &desk, QWidget *parent)
    : Page(PageId::FindingList, desk, parent)
    , m_ui(std::make_unique<Ui::FindingsPage>())
    , m_model(new FindingModel(this))
    , m_dressed(new FindingPresentation(this))
    , m_judge(new JudgeBar(desk, this))
{
    m_ui->setupUi(this);
    setObjectName(QStringLiteral("findingsPage"));
    m_dressed->setSourceModel(m_model);
    m_ui->findingsView->setModel(m_dressed);
    dressList(m_ui->findingsView);
    m_ui->findingsView->setColumnHidden(FindingModel::Before, true);
    formlook::columns(m_ui->findingsView, { "(X) > warning", "resource-template.uri.x", "a sentence of about forty letters, more or", "Count", "Record", "new, was not there" }, { FindingModel::Rule, FindingModel::What });
    static_cast<QVBoxLayout *>(layout())->insertWidget(1, m_judge);
    connect(m_judge, &JudgeBar::judged, this, &FindingsPage::takeJudgement);
    connect(m_judge, &JudgeBar::left, this, &FindingsPage::leaveJudgement);
    m_ui->findingsView->setRootIsDecorated(true);
    m_ui->findingsView->setItemDelegateForColumn(FindingModel::Severity, new SeverityDelegate(this));
    m_ui->findingsView->setAccessibleName(QStringLiteral("Findings"));
    copyExactOnCopyKey(m_ui->findingsView);
    m_ui->findingsFilter->setPlaceholderText(QStringLiteral("Filter findings"));
    m_ui->findingsFilter->setAccessibleName(QStringLiteral("Filter findings"));
    formlook::untrusted(m_ui->findingDetail, QStringLiteral("The finding"));
    formlook::proportions(m_ui->findingsSplitter, 2, 1);
    m_ui->findingsGroupCombo->addItem(QStringLiteral("rule"), FindingModel::ByRule);
    m_ui->findingsGroupCombo->addItem(QStringLiteral("list"), FindingModel::ByList);
    m_ui->findingsGroupCombo->addItem(QStringLiteral("record"), FindingModel::ByRecord);
    m_ui->findingsGroupCombo->addItem(QStringLiteral("nothing"), FindingModel::Flat);

    connect(m_ui->findingsFilter, &FilterEdit::filterChanged, this, [this](const QString &text) {
        m_model->setFilter(text);
        showState();
    });
    connect(m_ui->findingsFilter, &FilterEdit::leaveRequested, m_ui->findingsView, qOverload<>(&QWidget::setFocus));
    connect(m_ui->findingsGroupCombo, &QComboBox::currentIndexChanged, this, [this](int index) {
        m_model->setGrouping(static_cast<FindingModel::Grouping>(m_ui->findingsGroupCombo->itemData(index).toInt()));
        showState();
    });
    const std::pair<QCheckBox *, Severity> checks[] = { { m_ui->findingsErrors, Severity::Error },
        { m_ui->findingsWarnings, Severity::Warning }, { m_ui->findingsNotes, Severity::Note } };
    for (const auto &[check, severity] : checks) {
        check->setIcon(severityIcon(severity));
        connect(check, &QCheckBox::toggled, this, [this, severity = severity](bool on) {
            m_model->setShown(severity, on);
            showState();
        });
    }
    connect(m_ui->findingsView->selectionModel(), &QItemSelectionModel::currentChanged, this, &FindingsPage::showCurrent);
    connect(m_ui->findingsView, &QTreeView::activated, this, [this] { m_ui->findingGoButton->click(); });
    connect(m_ui->findingGoButton, &QPushButton::clicked, this, [this] {
        if (const Finding *finding = current())
            Q_EMIT placeWanted(QString::fromStdString(finding->where));
    });
    connect(m_ui->findingCopyButton, &QPushButton::clicked, this, [this] {
        QGuiApplication::clipboard()->setText(report());
        Q_EMIT said(QStringLiteral("Copied the finding as Markdown."));
    });
    connect(m_ui->findingsCopyAllButton, &QPushButton::clicked, this, [this] {
        QGuiApplication::clipboard()->setText(allAsText());
        Q_EMIT said(QStringLiteral("Copied %1.").arg(counted(m_model->total(), "finding")));
    });
    connect(&desk, &Desk::findingsChanged, this, &FindingsPage::takeFindings);
    connect(&desk, &Desk::stateChanged, this, &FindingsPage::showState);
    takeFindings(0);
}

FindingsPage::~FindingsPage() = default;

void FindingsPage::takeFindings(qsizetype first)
{
    const Findings &all = desk().findings();
    if (m_model->isComparison())
        return; // the second judgement stays until the user leaves it
    if (first <= 0 || first != m_model->total()) {
        m_model->setFindings(all);
    } else {
        for (auto i = static_cast<std::size_t>(first); i < all.size(); ++i)
            m_model->append(all[i]);
    }
    showState();
    if (!m_ui->findingsView->currentIndex().isValid())
        m_ui->findingsView->setCurrentIndex(m_dressed->index(0, 0));
    showCurrent();
}

void FindingsPage::judgeAgain()
{
    m_judge->open();
}

void FindingsPage::takeJudgement(const Findings &findings)
{
    m_model->setComparison(desk().findings(), findings);
    m_ui->findingsView->setColumnHidden(FindingModel::Before, false);
    showState();
    m_ui->findingsView->setCurrentIndex(m_dressed->index(0, 0));
    showCurrent();
}

void FindingsPage::leaveJudgement()
{
    m_ui->findingsView->setColumnHidden(FindingModel::Before, true);
    m_model->clear();
    takeFindings(0);
}

void FindingsPage::showState()
{
    m_ui->findingsErrors->setText(counted(m_model->count(Severity::Error), "error"));
    m_ui->findingsWarnings->setText(counted(m_model->count(Severity::Warning), "warning"));
    m_ui->findingsNotes->setText(counted(m_model->count(Severity::Note), "note"));
    const bool any = m_model->rowCount() > 0;
    m_ui->findingsListStack->setCurrentIndex(any ? 0 : 1);
    m_ui->findingDetailPane->setVisible(any);
    m_ui->findingsCopyAllButton->setEnabled(m_model->total() > 0);
    const SessionFactsPtr facts = desk().facts();
    const QString records = count(static_cast<qint64>(desk().trace()->count()));
    if (m_model->total() > 0)
        m_ui->findingsPlaceholder->setText(QStringLiteral("None of %1 matches the filter.").arg(counted(m_model->total(), "finding")));
    else if (facts)
        m_ui->findingsPlaceholder->setText(QStringLiteral("No findings in %1 records judged by %2.").arg(records, shown(facts->protocolVersion)));
    else
        m_ui->findingsPlaceholder->setText(QStringLiteral("No findings yet. What is off-spec on the connection appears here."));
    m_ui->findingsFooter->setText(m_model->total() ? QStringLiteral("%1: %2, %3, %4")
                                                         .arg(counted(m_model->total(), "finding"), m_ui->findingsErrors->text(),
                                                             m_ui->findingsWarnings->text(), m_ui->findingsNotes->text())
                                                   : QString());
}

const Finding *FindingsPage::current() const
{
    return m_model->finding(m_dressed->mapToSource(m_ui->findingsView->currentIndex()));
}

void FindingsPage::showCurrent()
{
    const Finding *finding = current();
    m_ui->findingGoButton->setEnabled(finding && !finding->where.empty());
    m_ui->findingCopyButton->setEnabled(finding);
    if (!finding) {
        m_ui->findingDetail->setPlaceholder(QStringLiteral("Select a finding."));
        return;
    }
    QString text = QString::fromStdString(finding->message);
    if (!finding->expected.empty())
        text += QStringLiteral("\n\nexpected: %1\nreceived: %2")
                    .arg(QString::fromStdString(finding->expected), QString::fromStdString(finding->received));
    text += QStringLiteral("\n\n%1, rule: %2").arg(severityWord(finding->severity), QString::fromStdString(finding->rule));
    if (!finding->where.empty())
        text += QStringLiteral("\nplace: %1").arg(QString::fromStdString(finding->where));
    if (!finding->spec.empty())
        text += QStringLiteral("\nspec: %1").arg(QString::fromStdString(finding->spec));
    m_ui->findingDetail->setServerText(text);
}

bool FindingsPage::stepFault(bool backward)
{
    const QModelIndex from = m_ui->findingsView->currentIndex();
    QModelIndex next = backward ? m_ui->findingsView->indexAbove(from) : m_ui->findingsView->indexBelow(from);
    if (!next.isValid() && m_model->rowCount() > 0)
        next = m_dressed->index(backward ? m_model->rowCount() - 1 : 0, 0);
    m_ui->findingsView->setCurrentIndex(next);
    return next.isValid();
}

void FindingsPage::takeFocus()
{
    m_ui->findingsView->setFocus(Qt::OtherFocusReason);
}

void FindingsPage::find()
{
    m_ui->findingsFilter->setFocus(Qt::ShortcutFocusReason);
    m_ui->findingsFilter->selectAll();
}

bool FindingsPage::clearFilter()
{
    if (m_ui->findingsFilter->text().isEmpty())
        return false;
    m_ui->findingsFilter->clear();
    m_model->setFilter({});
    showState();
    takeFocus();
    return true;
}

QString FindingsPage::report() const
{
    const Finding *finding = current();
    return finding ? QString::fromStdString(issueReport(*finding, {}, issueContext(desk()))) : QString();
}

QString FindingsPage::allAsText() const
{
    QString text = QStringLiteral("## Findings of %1\n\n").arg(shown(desk().source().name));
    for (const Finding &finding : m_model->findings())
        text += asMarkdown(finding);
    return text;
}

QString FindingsPage::help() const
{
    return QStringLiteral("What is off-spec on this connection: each with its severity, rule and place. Enter goes to the place, "
                          "Ctrl+F3 to the next one, Ctrl+Shift+B copies it as Markdown.");
}

void FindingsPage::fit(int width, int)
{
    formlook::orient(m_ui->findingsSplitter, width < 760 ? Qt::Vertical : Qt::Horizontal);
}

} // namespace assayer
