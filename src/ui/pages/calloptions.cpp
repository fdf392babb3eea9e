#include "ui/pages/calloptions.h"

#include "json/document.h"
#include "protocol/metadatasummary.h"
#include "ui/widgets/jsonedit.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFormLayout>
#include <QLabel>
#include <QSpinBox>

namespace assayer {

namespace {

const char *const levels[] = { "debug", "info", "notice", "warning", "error", "critical", "alert", "emergency" };
constexpr int longestSeconds = 24 * 3600;

bool isObject(const JsonEdit &edit)
{
    if (edit.isAbsent())
        return true;
    const auto parsed = json::Document::parse(edit.json().toStdString());
    return parsed && (*parsed)->root().isObject();
}

} // namespace

CallOptionsPanel::CallOptionsPanel(QWidget *parent)
    : QWidget(parent)
    , m_progress(new QCheckBox(tr("Ask for &progress"), this))
    , m_task(new QCheckBox(tr("Call as a &task"), this))
    , m_follow(new QCheckBox(tr("&Wait for the task's result"), this))
    , m_context(new QCheckBox(tr("Add a trace conte&xt (traceparent)"), this))
    , m_answer(new QCheckBox(tr("Answer what it asks (input_required)"), this))
    , m_timeout(new QSpinBox(this))
    , m_level(new QComboBox(this))
    , m_meta(new JsonEdit(this))
    , m_capabilities(new JsonEdit(this))
    , m_problem(new QLabel(this))
{
    const std::pair<QWidget *, const char *> names[] = { { m_progress, "callProgressCheck" }, { m_task, "callTaskCheck" }, { m_follow, "callFollowCheck" }, { m_context, "callTraceContextCheck" },
        { m_answer, "callAnswerCheck" },
        { m_timeout, "callTimeoutSpin" }, { m_level, "callLogLevelCombo" }, { m_meta, "callMeta" }, { m_capabilities, "callCapabilities" },
        { m_problem, "callOptionsProblem" } };
    for (const auto &[widget, name] : names)
        widget->setObjectName(QLatin1String(name));
    m_progress->setChecked(true);
    m_follow->setChecked(true);
    m_answer->setChecked(true);
    m_timeout->setRange(0, longestSeconds);
    m_timeout->setSuffix(tr(" s"));
    m_timeout->setSpecialValueText(tr("of the profile"));
    m_level->addItem(tr("as set for the server"), QByteArray());
    for (const char *level : levels)
        m_level->addItem(QLatin1String(level), QByteArray(level));
    m_problem->setTextFormat(Qt::PlainText);
    for (JsonEdit *edit : { m_meta, m_capabilities })
        edit->setFixedHeight(edit->fontMetrics().lineSpacing() * 2 + 12);
    m_meta->setPlaceholderText(tr("{ } members to add to params._meta"));
    m_capabilities->setPlaceholderText(tr("{ } in place of the profile's"));
    m_meta->setAccessibleName(tr("Metadata of the call"));
    m_capabilities->setAccessibleName(tr("Client capabilities of the call"));
    auto *form = new QFormLayout(this);
    form->addRow(m_progress);
    form->addRow(m_task);
    form->addRow(m_follow);
    form->addRow(m_answer);
    form->addRow(m_context);
    form->addRow(tr("Time &limit"), m_timeout);
    form->addRow(tr("Lo&g level"), m_level);
    form->addRow(QStringLiteral("&_meta"), m_meta);
    form->addRow(tr("&Capabilities"), m_capabilities);
    form->addRow(m_problem);
    for (QCheckBox *box : { m_progress, m_task, m_follow, m_context, m_answer })
        connect(box, &QCheckBox::toggled, this, &CallOptionsPanel::told);
    connect(m_timeout, &QSpinBox::valueChanged, this, &CallOptionsPanel::told);
    connect(m_level, &QComboBox::currentIndexChanged, this, &CallOptionsPanel::told);
    for (JsonEdit *edit : { m_meta, m_capabilities })
        connect(edit, &JsonEdit::jsonChanged, this, &CallOptionsPanel::told);
    told();
}

void CallOptionsPanel::told()
{
    m_problem->setText(problem());
    m_problem->setVisible(!problem().isEmpty());
    Q_EMIT changed();
}

QString CallOptionsPanel::problem() const
{
    if (!isObject(*m_meta))
        return tr("_meta is no JSON object");
    return isObject(*m_capabilities) ? QString() : tr("the capabilities are no JSON object");
}

CallOptions CallOptionsPanel::options() const
{
    CallOptions options;
    options.timeoutMs = m_timeout->value() > 0 ? m_timeout->value() * 1000 : -1;
    options.progress = m_progress->isChecked();
    options.asTask = m_task->isChecked();
    options.followTask = m_follow->isChecked();
    options.traceContext = m_context->isChecked();
    options.answerInput = m_answer->isChecked();
    options.logLevel = m_level->isEnabled() ? m_level->currentData().toByteArray() : QByteArray();
    if (!m_meta->isAbsent() && isObject(*m_meta))
        options.meta = m_meta->json();
    if (m_capabilities->isEnabled() && !m_capabilities->isAbsent() && isObject(*m_capabilities))
        options.capabilities = m_capabilities->json();
    return options;
}

void CallOptionsPanel::setTaskSupport(int support)
{
    m_support = support;
    m_task->setChecked(support == static_cast<int>(TaskSupport::Required));
    m_task->setToolTip(support == static_cast<int>(TaskSupport::Forbidden) ? tr("The tool does not say that it can be called as a task: the server should refuse.")
            : support == static_cast<int>(TaskSupport::Required)           ? tr("The tool can only be called as a task.")
                                                                           : tr("The tool may be called as a task."));
}

void CallOptionsPanel::setModern(bool modern)
{
    const QString why = tr("Modern era only: older revisions say it once, when connecting or by logging/setLevel.");
    for (QWidget *widget : { static_cast<QWidget *>(m_level), static_cast<QWidget *>(m_capabilities), static_cast<QWidget *>(m_answer) }) {
        widget->setEnabled(modern);
        widget->setToolTip(modern ? QString() : why);
    }
}

int CallOptionsPanel::changes() const
{
    return int(!m_progress->isChecked()) + int(m_task->isChecked() != (m_support == static_cast<int>(TaskSupport::Required)))
        + int(!m_follow->isChecked()) + int(m_context->isChecked()) + int(!m_answer->isChecked()) + int(m_timeout->value() > 0) + int(m_level->currentIndex() > 0 && m_level->isEnabled()) + int(!m_meta->isAbsent())
        + int(!m_capabilities->isAbsent() && m_capabilities->isEnabled());
}

} // namespace assayer
