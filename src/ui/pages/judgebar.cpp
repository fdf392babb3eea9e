#include "ui/pages/judgebar.h"

#include "inspection/recordednegotiation.h"
#include "platform/visibletext.h"
#include "trace/tracejudge.h"
#include "trace/tracelog.h"
#include "ui/desk.h"
#include "ui/pages/page.h"

#include <QComboBox>
#include <QCoreApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QPointer>
#include <QPushButton>
#include <QThreadPool>
#include <QVBoxLayout>

namespace assayer {
namespace {

constexpr std::pair<ProbePolicy, const char *> policies[] = { { ProbePolicy::Assayer, "Assayer" }, { ProbePolicy::Sdk2571, "TypeScript SDK with pull request 2571" },
    { ProbePolicy::Sdk240, "TypeScript SDK 2.4.0" } };

/// What the policy concludes about the era, in a sentence, and whether our own says otherwise.
QString eraWords(const TraceAnalyzer &trace, ProbePolicy policy)
{
    const std::optional<NegotiationReport> report = judgeRecordedNegotiation(trace, policy);
    if (!report)
        return QStringLiteral("The trace holds no probe: the era is not judged again.");
    const std::string verdict = eraVerdict(*report);
    const QString words = QStringLiteral("Era: %1; %2.").arg(shown(verdict), shown(report->steps.back().sentence));
    if (policy == ProbePolicy::Assayer)
        return words;
    const std::string ours = eraVerdict(judgeRecordedNegotiation(trace).value_or(NegotiationReport()));
    return words + (ours == verdict ? QStringLiteral(" Assayer concludes the same.") : QStringLiteral(" Assayer concludes otherwise: %1.").arg(shown(ours)));
}

} // namespace

JudgeBar::JudgeBar(Desk &desk, QWidget *parent)
    : QFrame(parent)
    , m_desk(desk)
    , m_revision(new QComboBox)
    , m_policy(new QComboBox)
    , m_judge(new QPushButton(QStringLiteral("&Judge")))
    , m_words(new QLabel)
{
    setObjectName(QStringLiteral("judgeBar"));
    setFrameShape(QFrame::StyledPanel);
    m_revision->setObjectName(QStringLiteral("judgeRevision"));
    m_revision->setAccessibleName(QStringLiteral("Revision to judge by"));
    m_policy->setObjectName(QStringLiteral("judgePolicy"));
    m_policy->setAccessibleName(QStringLiteral("Policy of the negotiation"));
    m_judge->setObjectName(QStringLiteral("judgeButton"));
    m_judge->setAutoDefault(false);
    m_words->setObjectName(QStringLiteral("judgeWords"));
    m_words->setTextFormat(Qt::PlainText);
    m_words->setWordWrap(true);
    m_revision->addItem(QStringLiteral("as negotiated"), QString());
    for (const Revision revision : allRevisions) {
        const std::string_view name = revisionName(revision);
        const QString text = QString::fromLatin1(name.data(), static_cast<qsizetype>(name.size()));
        m_revision->addItem(text, text);
    }
    for (const auto &[policy, name] : policies)
        m_policy->addItem(QLatin1String(name), static_cast<int>(policy));
    auto *revision = new QLabel(QStringLiteral("Judge again by revision"));
    auto *policy = new QLabel(QStringLiteral("and policy"));
    revision->setBuddy(m_revision);
    policy->setBuddy(m_policy);
    auto *close = new QPushButton(QStringLiteral("As before"));
    close->setObjectName(QStringLiteral("judgeCloseButton"));
    close->setAutoDefault(false);
    auto *row = new QHBoxLayout;
    for (QWidget *widget : { static_cast<QWidget *>(revision), static_cast<QWidget *>(m_revision), static_cast<QWidget *>(policy), static_cast<QWidget *>(m_policy),
             static_cast<QWidget *>(m_judge), static_cast<QWidget *>(close) })
        row->addWidget(widget);
    row->addStretch(1);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(6, 4, 6, 4);
    column->setSpacing(4);
    column->addLayout(row);
    column->addWidget(m_words);
    m_words->hide();
    hide();
    connect(m_judge, &QPushButton::clicked, this, &JudgeBar::judge);
    connect(close, &QPushButton::clicked, this, &JudgeBar::leave);
}

void JudgeBar::open()
{
    show();
    m_revision->setFocus(Qt::ShortcutFocusReason);
}

void JudgeBar::judge()
{
    const quint64 run = ++m_run;
    m_judge->setEnabled(false);
    m_words->setText(QStringLiteral("Judging..."));
    m_words->show();
    const std::optional<Revision> revision = revisionFromName(m_revision->currentData().toString().toStdString());
    const auto policy = static_cast<ProbePolicy>(m_policy->currentData().toInt());
    const QPointer<JudgeBar> self(this);
    QThreadPool::globalInstance()->start([self, run, revision, policy, log = std::shared_ptr<const TraceLog>(m_desk.trace())] {
        TraceAnalyzer analyzer(*log);
        analyzer.update();
        const TraceVerdict verdict = judgeTrace(analyzer, revision);
        const QString words = QStringLiteral("Messages judged by %1. ").arg(verdict.revision.isEmpty() ? QStringLiteral("no revision") : shown(verdict.revision.toStdString()))
            + eraWords(analyzer, policy);
        QMetaObject::invokeMethod(qApp, [self, run, findings = verdict.findings, words] {
            if (self)
                self->take(run, findings, words);
        });
    });
}

void JudgeBar::take(quint64 run, const Findings &findings, const QString &words)
{
    if (run != m_run)
        return;
    m_judge->setEnabled(true);
    m_words->setText(words);
    Q_EMIT judged(findings);
}

void JudgeBar::leave()
{
    ++m_run;
    m_judge->setEnabled(true);
    m_words->hide();
    hide();
    Q_EMIT left();
}

} // namespace assayer
