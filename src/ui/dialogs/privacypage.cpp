#include "ui/dialogs/privacypage.h"

#include "inspection/savedanswers.h"
#include "platform/visibletext.h"
#include "ui/desk.h"
#include "ui/pastcalls.h"
#include "ui/widgets/noticebar.h"

#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace assayer {

namespace {

QString counted(qsizetype number, const char *one, const char *many)
{
    return QString::number(number) + u' ' + QLatin1String(number == 1 ? one : many);
}

qsizetype answersOf(const QString &server)
{
    SavedAnswers answers;
    return answers.load() ? answers.count(server) : 0;
}

} // namespace

PrivacyPage::PrivacyPage(QWidget *parent)
    : QWidget(parent)
    , m_kept(new QLabel(this))
    , m_button(new QPushButton(QStringLiteral("&Forget everything of this server..."), this))
    , m_bar(new NoticeBar(this))
    , m_status(new QLabel(this))
{
    auto *what = new QLabel(QStringLiteral("Of each server Assayer keeps the last forms, past calls and kept answers, in files that only you can read. Secrets are left out. "
                                           "Recordings are kept apart: see Recording."),
        this);
    const std::pair<QWidget *, const char *> names[] = { { m_kept, "prefServerKept" }, { m_button, "prefForgetServer" }, { m_bar, "prefForgetBar" }, { m_status, "prefForgetStatus" } };
    for (const auto &[widget, name] : names)
        widget->setObjectName(QLatin1String(name));
    for (QLabel *label : { what, m_kept, m_status }) {
        label->setTextFormat(Qt::PlainText);
        label->setWordWrap(true);
    }
    m_button->setAutoDefault(false);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    for (QWidget *widget : { static_cast<QWidget *>(what), static_cast<QWidget *>(m_kept) })
        column->addWidget(widget);
    column->addWidget(m_button, 0, Qt::AlignLeft);
    column->addWidget(m_bar);
    column->addWidget(m_status);
    column->addStretch(1);
    connect(m_button, &QPushButton::clicked, this, &PrivacyPage::ask);
    connect(m_bar, &NoticeBar::triggered, this, [this](const QString &id) {
        m_bar->clear();
        if (id == QLatin1String("forget"))
            forget();
    });
    setDesk(nullptr);
}

void PrivacyPage::setDesk(Desk *desk)
{
    if (desk && desk->isTrace())
        desk = nullptr;
    if (desk && m_desk == desk)
        return refresh();
    if (m_desk && m_desk != desk)
        m_desk->pastCalls().disconnect(this);
    m_desk = desk;
    m_bar->clear();
    m_status->clear();
    if (desk)
        connect(&desk->pastCalls(), &PastCalls::loaded, this, &PrivacyPage::refresh, Qt::UniqueConnection);
    refresh();
}

QString PrivacyPage::keptWords(qsizetype answers) const
{
    const qsizetype calls = m_desk->pastCalls().count();
    const bool forms = calls == 0 && !m_desk->pastCalls().isEmpty();
    return QStringLiteral("%1, %2").arg(forms ? QStringLiteral("last forms") : counted(calls, "past call", "past calls"), counted(answers, "kept answer", "kept answers"));
}

void PrivacyPage::refresh()
{
    const qsizetype answers = m_desk ? answersOf(m_desk->source().name) : 0; // read from its file
    const bool any = m_desk && (!m_desk->pastCalls().isEmpty() || answers > 0);
    m_button->setEnabled(any);
    m_kept->setText(m_desk ? QStringLiteral("Kept of %1: %2.").arg(visible(m_desk->source().name), any ? keptWords(answers) : QStringLiteral("nothing"))
                           : QStringLiteral("No server is shown. Choose one in the list of servers."));
}

/// In place, and not on the first click: there is no way back.
void PrivacyPage::ask()
{
    refresh();
    if (m_button->isEnabled())
        m_bar->setNotice(Tone::Warning, QStringLiteral("Forget %1 of %2? There is no way back.").arg(keptWords(answersOf(m_desk->source().name)), visible(m_desk->source().name)),
            { { QStringLiteral("forget"), QStringLiteral("Forget") }, { QStringLiteral("keep"), QStringLiteral("Keep") } }, false);
}

void PrivacyPage::forget()
{
    if (!m_desk)
        return;
    const QString words = keptWords(answersOf(m_desk->source().name));
    m_desk->pastCalls().forget();
    SavedAnswers answers;
    Result<void> done = answers.load();
    if (done)
        done = answers.forget(m_desk->source().name);
    m_status->setText(done ? QStringLiteral("Forgotten: %1.").arg(words) : QStringLiteral("The kept answers are still there: %1").arg(visible(std::string_view(done.error().message))));
    refresh();
    Q_EMIT forgotten();
}

} // namespace assayer
