// Window geometry, docks, splitters and columns, remembered across starts under one version number.
#pragma once

#include <QSettings>
#include <QString>
#include <QStringList>

class QHeaderView;
class QMainWindow;
class QSplitter;
class QWidget;

namespace assayer {

/// An older version number drops what was stored: a new layout starts from its own defaults.
class UiState {
public:
    static constexpr int Version = 2;

    explicit UiState(QSettings &settings);

    void saveWindow(const QMainWindow &window);
    /// False where nothing fitting was stored.
    bool restoreWindow(QMainWindow &window) const;
    /// All splitters and headers below `root`, by object name (a view's header goes by the view's name).
    void savePanes(const QWidget &root);
    void restorePanes(QWidget &root) const;
    void forget();

    QStringList recent(const char *list) const;
    /// Puts it first; at most twelve are kept.
    void addRecent(const char *list, const QString &entry);

private:
    void keepHeader(const QHeaderView &header);

    QSettings &m_settings;
};

} // namespace assayer
