#include "ui/uistate.h"

#include "ui/widgets/columnfit.h"

#include <QHeaderView>
#include <QMainWindow>
#include <QSplitter>

namespace assayer {
namespace {

constexpr int maxRecent = 12;

QString splitterKey(const QSplitter &splitter)
{
    return QStringLiteral("splitters/") + splitter.objectName();
}

QString headerKey(const QHeaderView &header)
{
    return QStringLiteral("headers/") + header.parentWidget()->objectName();
}

/// Whether the columns still share the room by themselves: sizes that were kept are not the user's then.
QString fitKey(const QHeaderView &header)
{
    return QStringLiteral("fits/") + header.parentWidget()->objectName();
}

/// Names our own widgets carry; those inside Qt's start with "qt_".
bool isNamed(const QString &name)
{
    return !name.isEmpty() && !name.startsWith(QLatin1String("qt_"));
}

} // namespace

UiState::UiState(QSettings &settings)
    : m_settings(settings)
{
    if (m_settings.value(QStringLiteral("layout/version")).toInt() != Version)
        forget();
}

void UiState::saveWindow(const QMainWindow &window)
{
    m_settings.setValue(QStringLiteral("layout/version"), Version);
    m_settings.setValue(QStringLiteral("layout/geometry"), window.saveGeometry());
    m_settings.setValue(QStringLiteral("layout/state"), window.saveState(Version));
}

bool UiState::restoreWindow(QMainWindow &window) const
{
    const QByteArray geometry = m_settings.value(QStringLiteral("layout/geometry")).toByteArray();
    const QByteArray state = m_settings.value(QStringLiteral("layout/state")).toByteArray();
    return !geometry.isEmpty() && window.restoreGeometry(geometry) && window.restoreState(state, Version);
}

void UiState::savePanes(const QWidget &root)
{
    m_settings.beginGroup(QStringLiteral("layout"));
    for (const QSplitter *splitter : root.findChildren<QSplitter *>()) {
        if (isNamed(splitter->objectName()))
            m_settings.setValue(splitterKey(*splitter), splitter->saveState());
    }
    for (const QHeaderView *header : root.findChildren<QHeaderView *>()) {
        if (header->orientation() == Qt::Horizontal && header->count() > 0 && isNamed(header->parentWidget()->objectName()))
            keepHeader(*header);
    }
    m_settings.endGroup();
}

void UiState::keepHeader(const QHeaderView &header)
{
    m_settings.setValue(headerKey(header), header.saveState());
    m_settings.setValue(fitKey(header), header.property(fitsRoomProperty).toBool());
}

void UiState::restorePanes(QWidget &root) const
{
    m_settings.beginGroup(QStringLiteral("layout"));
    for (QSplitter *splitter : root.findChildren<QSplitter *>()) {
        const QByteArray state = m_settings.value(splitterKey(*splitter)).toByteArray();
        if (!state.isEmpty())
            splitter->restoreState(state);
    }
    for (QHeaderView *header : root.findChildren<QHeaderView *>()) {
        const QByteArray state = m_settings.value(headerKey(*header)).toByteArray();
        if (state.isEmpty() || header->count() == 0)
            continue;
        if (header->property(fitsRoomProperty).toBool())
            header->setProperty(fitsRoomProperty, m_settings.value(fitKey(*header), false).toBool());
        header->restoreState(state);
    }
    m_settings.endGroup();
}

void UiState::forget()
{
    m_settings.remove(QStringLiteral("layout"));
}

QStringList UiState::recent(const char *list) const
{
    return m_settings.value(QStringLiteral("recent/") + QLatin1String(list)).toStringList();
}

void UiState::addRecent(const char *list, const QString &entry)
{
    QStringList entries = recent(list);
    entries.removeAll(entry);
    entries.prepend(entry);
    m_settings.setValue(QStringLiteral("recent/") + QLatin1String(list), QStringList(entries.mid(0, maxRecent)));
}

} // namespace assayer
