#include "ui/pages/commandreview.h"

#include "ui_serverpage.h"

#include "ui/commandconsent.h"
#include "ui/desk.h"
#include "ui/pages/formlook.h"
#include "ui/pages/page.h"
#include "ui/pages/reviewmodel.h"
#include "ui/widgets/listview.h"

#include <QFileInfo>
#include <QSet>

namespace assayer {
namespace {

const QSet<QString> &shells()
{
    static const QSet<QString> names { QStringLiteral("sh"), QStringLiteral("bash"), QStringLiteral("zsh"), QStringLiteral("dash"),
        QStringLiteral("fish"), QStringLiteral("cmd"), QStringLiteral("cmd.exe"), QStringLiteral("powershell"), QStringLiteral("pwsh") };
    return names;
}

const QSet<QString> &downloaders()
{
    static const QSet<QString> names { QStringLiteral("npx"), QStringLiteral("uvx"), QStringLiteral("bunx"), QStringLiteral("pnpx"),
        QStringLiteral("pipx"), QStringLiteral("docker"), QStringLiteral("podman"), QStringLiteral("deno") };
    return names;
}

QList<ReviewRow> rowsOf(const Target &target)
{
    QList<ReviewRow> rows;
    const QString program = CommandConsent::resolvedProgram(target);
    rows.append({ QStringLiteral("command"), target.command });
    rows.append({ QStringLiteral("program"), program.isEmpty() ? QStringLiteral("(not found in PATH)") : program });
    for (qsizetype i = 0; i < target.arguments.size(); ++i)
        rows.append({ QStringLiteral("argument %1").arg(i + 1), target.arguments[i] });
    rows.append({ QStringLiteral("folder"), target.directory.isEmpty() ? QStringLiteral("(Assayer's own)") : target.directory });
    for (auto variable = target.environment.cbegin(); variable != target.environment.cend(); ++variable)
        rows.append({ QStringLiteral("variable"), variable.key() + QStringLiteral("  (set by the profile)") });
    rows.append({ QStringLiteral("variables"), QStringLiteral("all others: from your environment") });
    return rows;
}

} // namespace

QString commandWarning(const Target &target)
{
    const QString name = QFileInfo(target.command).fileName();
    if (shells().contains(name))
        return QStringLiteral("%1 is a shell: it runs whatever its arguments say, with your rights.").arg(shown(name));
    if (downloaders().contains(name))
        return QStringLiteral("%1 may download a program from the network and run it at once, with your rights.").arg(shown(name));
    return {};
}

CommandReview::CommandReview(Ui::ServerPage &ui, Desk &desk, QObject *parent)
    : QObject(parent)
    , m_ui(ui)
    , m_desk(desk)
    , m_rows(new ReviewModel(this))
{
    ui.reviewView->setModel(m_rows);
    dressList(ui.reviewView);
    formlook::columns(ui.reviewView, { "argument 12", "text" }, { 1 });
    ui.reviewView->setAccessibleName(QStringLiteral("What would be run"));
    formlook::heading(ui.reviewTitle);
    connect(ui.reviewRunButton, &QPushButton::clicked, &desk, &Desk::confirmReview);
    connect(ui.reviewCancelButton, &QPushButton::clicked, &desk, &Desk::declineReview);
}

void CommandReview::show()
{
    const Target &target = m_desk.planned().session.target;
    m_ui.reviewTitle->setText(QStringLiteral("%1 starts a program on this computer").arg(shown(m_desk.source().name)));
    m_ui.reviewOrigin->setText(QStringLiteral("The command comes from %1. Nothing has been started.")
                                   .arg(m_desk.source().origin.isEmpty() ? QStringLiteral("a profile") : shown(m_desk.source().origin)));
    m_ui.reviewWarning->setText(commandWarning(target));
    m_ui.reviewWarning->setVisible(!m_ui.reviewWarning->text().isEmpty());
    m_rows->setRows(rowsOf(target));
    m_ui.reviewCancelButton->setFocus(Qt::OtherFocusReason);
}

} // namespace assayer
