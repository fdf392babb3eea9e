#include "ui/panes/recordcopy.h"

#include "platform/visibletext.h"
#include "trace/requestcopy.h"
#include "trace/tracelog.h"
#include "ui/desk.h"
#include "ui/preferences.h"

#include <QClipboard>
#include <QCoreApplication>
#include <QGuiApplication>
#include <QPointer>
#include <QThreadPool>

namespace assayer {
namespace {

struct Copied {
    QByteArray text;
    QString words;
};

Copied asCommand(const std::optional<CopiedCommand> &command, const QString &what, const QString &none)
{
    if (!command)
        return { {}, none };
    QStringList variables;
    for (const QByteArray &name : command->variables)
        variables.append(u'$' + QString::fromUtf8(name));
    if (variables.isEmpty())
        return { command->text, QStringLiteral("Copied as %1.").arg(what) };
    return { command->text, QStringLiteral("Copied as %1; set %2 before running it.").arg(what, visible(variables.join(QStringLiteral(", ")))) };
}

Copied make(const TraceAnalyzer &analyzer, quint64 row, CopyForm form, const SecretSources &sources)
{
    const Redactor redactor(analyzer, sources);
    switch (form) {
    case CopyForm::Curl:
        return asCommand(copyAsCurl(analyzer, row, &redactor), QStringLiteral("a curl command"), QStringLiteral("This record belongs to no HTTP request."));
    case CopyForm::Cli:
        return asCommand(copyAsCli(analyzer, row, &redactor), QStringLiteral("an assayer-cli command"), QStringLiteral("This record belongs to no request of ours."));
    case CopyForm::Json:
        break;
    }
    const QByteArray text = copyAsJson(analyzer, row, &redactor);
    return { text, text.isEmpty() ? QStringLiteral("This record completes no message.") : QStringLiteral("Copied as JSON, secrets masked.") };
}

} // namespace

SecretSources secretSources(const Desk &desk)
{
    SecretSources sources;
    const InspectionOptions &planned = desk.planned();
    for (const QString &name : planned.secretHeaders)
        sources.headerNames.append(name.toUtf8());
    for (const QString &name : planned.secretVariables)
        sources.variableNames.append(name.toUtf8());
    for (const QString &value : planned.secretValues)
        sources.values.append(value.toUtf8());
    for (const QString &name : desk.preferences().word(Preferences::SecretNames).split(u',', Qt::SkipEmptyParts)) {
        sources.headerNames.append(name.trimmed().toUtf8());
        sources.variableNames.append(name.trimmed().toUtf8());
    }
    sources.addFromHeaderLine(desk.trace()->headerLine());
    return sources;
}

void copyRecord(QObject *context, const Desk &desk, std::shared_ptr<const TraceAnalyzer> analyzer, quint64 logRow, CopyForm form,
    std::function<void(const QString &)> say)
{
    const QPointer<QObject> self(context);
    QThreadPool::globalInstance()->start([self, log = desk.trace(), analyzer = std::move(analyzer), logRow, form, sources = secretSources(desk), say = std::move(say)] {
        const Copied copied = logRow < analyzer->count() ? make(*analyzer, logRow, form, sources) : Copied { {}, QStringLiteral("This record is still being read.") };
        QMetaObject::invokeMethod(qApp, [self, copied, say] {
            if (!self)
                return;
            if (!copied.text.isEmpty())
                QGuiApplication::clipboard()->setText(QString::fromUtf8(copied.text));
            say(copied.words);
        });
    });
}

} // namespace assayer
