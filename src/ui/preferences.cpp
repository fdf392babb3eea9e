#include "ui/preferences.h"

#include <QStandardPaths>

namespace assayer {
namespace {

struct Row {
    QString path;
    QVariant fallback;
};

const Row &row(Preferences::Key key)
{
    static const Row rows[] = {
        { QStringLiteral("look/theme"), QStringLiteral("system") },
        { QStringLiteral("look/text"), 100 },
        { QStringLiteral("look/density"), QStringLiteral("compact") },
        { QStringLiteral("look/reduceMotion"), false },
        { QStringLiteral("recording/on"), true },
        { QStringLiteral("recording/budgetMiB"), 512 },
        { QStringLiteral("recording/days"), 14 },
        { QStringLiteral("calls/confirmDestructive"), true },
        { QStringLiteral("lists/refreshOnListChanged"), false },
        { QStringLiteral("privacy/keepCalls"), true },
        { QStringLiteral("redaction/names"), QString() },
    };
    return rows[key];
}

} // namespace

Preferences::Preferences(const QString &file, QObject *parent)
    : QObject(parent)
    , m_settings(file, QSettings::IniFormat)
{
}

QVariant Preferences::value(Key key) const
{
    return m_settings.value(row(key).path, row(key).fallback);
}

void Preferences::set(Key key, const QVariant &value)
{
    if (this->value(key) == value)
        return;
    m_settings.setValue(row(key).path, value);
    Q_EMIT changed(key);
}

QString Preferences::defaultFile()
{
    return QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation) + QStringLiteral("/assayer/assayer.ini");
}

} // namespace assayer
