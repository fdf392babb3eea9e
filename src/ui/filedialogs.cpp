#include "ui/filedialogs.h"

#include "platform/files.h"
#include "platform/formattext.h"

#include <QFileDialog>
#include <QHash>

namespace assayer {
namespace {

QFileDialog *newDialog(QWidget *parent, const QString &title, const QString &filters)
{
    auto *dialog = new QFileDialog(parent, title);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setNameFilters(filters.split(QStringLiteral(";;"), Qt::SkipEmptyParts));
    return dialog;
}

void openFor(QFileDialog *dialog, PathTaker take)
{
    QObject::connect(dialog, &QFileDialog::fileSelected, dialog, [take = std::move(take)](const QString &path) { take(path); });
    dialog->open();
}

} // namespace

void askOpenPath(QWidget *parent, const QString &title, const QString &filters, PathTaker take)
{
    QFileDialog *dialog = newDialog(parent, title, filters);
    dialog->setFileMode(QFileDialog::ExistingFile);
    openFor(dialog, std::move(take));
}

void askSavePath(QWidget *parent, const QString &title, const QString &suggested, const QString &filters, PathTaker take)
{
    QFileDialog *dialog = newDialog(parent, title, filters);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->selectFile(suggested);
    openFor(dialog, std::move(take));
}

void askFolder(QWidget *parent, const QString &title, PathTaker take)
{
    QFileDialog *dialog = newDialog(parent, title, {});
    dialog->setFileMode(QFileDialog::Directory);
    openFor(dialog, std::move(take));
}

void saveBytes(QWidget *parent, const QString &suggested, const QByteArray &bytes, std::function<void(const QString &)> done, PathTaker saved)
{
    askSavePath(parent, QStringLiteral("Save"), suggested, {}, [bytes, done = std::move(done), saved = std::move(saved)](const QString &path) {
        const Result<void> written = writeFileAtomically(path, bytes);
        done(written ? QStringLiteral("Saved %1 to %2").arg(byteSize(bytes.size()), path)
                     : QString::fromStdString(written.error().message));
        if (written && saved)
            saved(path);
    });
}

QString fileNameFor(const QString &stem, const QString &mimeType)
{
    static const QHash<QString, QString> extensions {
        { QStringLiteral("image/png"), QStringLiteral(".png") },
        { QStringLiteral("image/jpeg"), QStringLiteral(".jpg") },
        { QStringLiteral("image/gif"), QStringLiteral(".gif") },
        { QStringLiteral("audio/wav"), QStringLiteral(".wav") },
        { QStringLiteral("audio/mpeg"), QStringLiteral(".mp3") },
        { QStringLiteral("application/json"), QStringLiteral(".json") },
        { QStringLiteral("text/markdown"), QStringLiteral(".md") },
        { QStringLiteral("text/csv"), QStringLiteral(".csv") },
        { QStringLiteral("text/plain"), QStringLiteral(".txt") },
    };
    QString name;
    for (const QChar c : stem) {
        const bool plain = c.unicode() < 128 && (c.isLetterOrNumber() || c == u'-' || c == u'_');
        name.append(plain ? c : u'-');
        if (name.size() >= 40)
            break;
    }
    const QString type = mimeType.section(u';', 0, 0).trimmed().toLower();
    const QString fallback = type.startsWith(QLatin1String("text/")) ? QStringLiteral(".txt") : QStringLiteral(".bin");
    return (name.isEmpty() ? QStringLiteral("content") : name) + extensions.value(type, fallback);
}

} // namespace assayer
