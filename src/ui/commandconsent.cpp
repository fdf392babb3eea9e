#include "ui/commandconsent.h"

#include "json/write.h"
#include "platform/files.h"
#include "platform/paths.h"
#include "protocol/message.h"

#include <QCryptographicHash>
#include <QFileInfo>
#include <QStandardPaths>

#include <algorithm>

namespace assayer {

CommandConsent::CommandConsent(const QString &file)
    : m_file(file)
{
    load();
}

QString CommandConsent::defaultFile()
{
    return configFolder() + QStringLiteral("/confirmed.json");
}

QString CommandConsent::resolvedProgram(const Target &target)
{
    if (target.command.contains(u'/')) {
        const QFileInfo file(target.directory.isEmpty() ? target.command : target.directory + u'/' + target.command);
        const QFileInfo direct(target.command);
        return direct.isAbsolute() ? direct.absoluteFilePath() : file.absoluteFilePath();
    }
    return QStandardPaths::findExecutable(target.command);
}

QString CommandConsent::digest(const Target &target)
{
    QCryptographicHash hash(QCryptographicHash::Sha256);
    const auto add = [&hash](const QString &text) {
        const QByteArray utf8 = text.toUtf8();
        hash.addData(QByteArray::number(utf8.size()) + ':' + utf8);
    };
    add(target.command);
    add(resolvedProgram(target));
    add(target.directory);
    add(QString::number(target.arguments.size()));
    std::for_each(target.arguments.cbegin(), target.arguments.cend(), add);
    const QStringList names = target.environment.keys();
    std::for_each(names.cbegin(), names.cend(), add);
    return QString::fromLatin1(hash.result().toHex());
}

bool CommandConsent::isConfirmed(const Target &target) const
{
    return m_confirmed.contains(digest(target));
}

void CommandConsent::confirm(const Target &target)
{
    m_confirmed.insert(digest(target));
    save();
}

void CommandConsent::load()
{
    const Result<QByteArray> text = readWholeFile(m_file, qint64(1) << 20);
    if (!text)
        return;
    const Result<json::DocumentPtr> document = parseJson(*text);
    if (!document)
        return;
    if (const json::Value *list = (*document)->root().find("commands")) {
        for (const json::Value &item : list->items())
            m_confirmed.insert(QString::fromUtf8(bytes(item.string())));
    }
}

void CommandConsent::save() const
{
    json::Writer writer;
    writer.beginObject().key("commands").beginArray();
    QStringList sorted(m_confirmed.cbegin(), m_confirmed.cend());
    sorted.sort();
    for (const QString &digest : sorted)
        writer.string(digest.toStdString());
    writer.endArray().endObject();
    if (makePrivateFolder(QFileInfo(m_file).absolutePath()).isEmpty())
        static_cast<void>(writeFileAtomically(m_file, bytes(writer.text()) + '\n'));
}

} // namespace assayer
