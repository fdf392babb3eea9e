#include "ui/panes/askkeptbar.h"

#include "platform/visibletext.h"
#include "protocol/message.h"

#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QPushButton>

#include <algorithm>

namespace assayer {

AskKeptBar::AskKeptBar(QWidget *parent)
    : QWidget(parent)
    , m_combo(new QComboBox(this))
    , m_keep(new QPushButton(QStringLiteral("&Keep answer"), this))
    , m_rule(new QCheckBox(QStringLiteral("Al&ways"), this))
{
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    m_combo->setObjectName(QStringLiteral("askSavedCombo"));
    m_combo->setAccessibleName(QStringLiteral("Saved answers"));
    m_combo->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_combo->setMinimumContentsLength(10);
    m_keep->setObjectName(QStringLiteral("askSaveButton"));
    m_keep->setAutoDefault(false);
    m_keep->setToolTip(QStringLiteral("Keeps what stands above for later questions of this server"));
    m_rule->setObjectName(QStringLiteral("askRuleCheck"));
    m_rule->setAccessibleName(QStringLiteral("Always use this answer"));
    m_rule->setToolTip(QStringLiteral("Always use this one: questions of this kind from this server are answered by it, without asking"));
    row->addWidget(m_combo, 1);
    row->addWidget(m_keep);
    row->addWidget(m_rule);
    connect(m_combo, &QComboBox::activated, this, &AskKeptBar::take);
    connect(m_keep, &QPushButton::clicked, this, &AskKeptBar::keepWanted);
    connect(m_rule, &QCheckBox::clicked, this, &AskKeptBar::setRule);
    reload();
}

void AskKeptBar::reload()
{
    (void)m_saved.load(); // a file that cannot be read is left alone and offers nothing
    offer();
}

void AskKeptBar::setQuestion(const QString &server, const std::optional<ServerRequest> &request)
{
    m_server = server;
    m_request = request;
    offer();
}

void AskKeptBar::offer()
{
    m_combo->clear();
    m_combo->addItem(QStringLiteral("Saved: none"));
    for (const SavedAnswer &answer : m_request ? m_saved.fitting(m_server, *m_request) : QList<SavedAnswer>()) {
        const QString name = answer.name.isEmpty() ? visible(view(answer.result), Lines::One, 60) : visible(answer.name);
        m_combo->addItem(name + (answer.automatic ? QStringLiteral(" (always)") : QString()), answer.id);
    }
    m_rule->setChecked(false);
    m_rule->setEnabled(false);
}

void AskKeptBar::take(int index)
{
    m_rule->setEnabled(index > 0);
    m_rule->setChecked(false);
    const QString id = m_combo->itemData(index).toString();
    const QList<SavedAnswer> &all = m_saved.all();
    const auto found = std::find_if(all.begin(), all.end(), [&](const SavedAnswer &answer) { return answer.id == id; });
    if (index < 1 || found == all.end())
        return;
    m_rule->setChecked(found->automatic);
    Q_EMIT chosen(found->result);
}

Result<void> AskKeptBar::keep(const QByteArray &resultJson)
{
    if (!m_request)
        return fail("usage", "No question waits");
    const Result<QString> id = m_saved.add(m_server, *m_request, resultJson, {}, false);
    if (!id)
        return fail(id.error());
    offer();
    m_combo->setCurrentIndex(m_combo->findData(*id));
    m_rule->setEnabled(true);
    return {};
}

/// What answers by itself does so for this connection at once; the question that stands is still the user's.
void AskKeptBar::setRule(bool on)
{
    const QString id = m_combo->currentData().toString();
    if (id.isEmpty())
        return;
    const Result<void> done = m_saved.setAutomatic(id, on);
    const QList<SavedAnswer> automatic = m_saved.automatic(m_server);
    const bool holds = done && on && std::any_of(automatic.begin(), automatic.end(), [&](const SavedAnswer &answer) { return answer.id == id; });
    m_rule->setChecked(holds);
    if (!done)
        Q_EMIT failed(QStringLiteral("Not possible: %1").arg(visible(std::string_view(done.error().message))));
    else if (on && !holds)
        Q_EMIT failed(QStringLiteral("This answer lacks members whose names are names of secrets: they were not kept, so it cannot answer by itself."));
    Q_EMIT ruleChanged();
}

} // namespace assayer
