// What the user prefers: one row per key, kept in the INI file, told to everyone when it changes.
#pragma once

#include <QObject>
#include <QSettings>
#include <QVariant>

namespace assayer {

/// Lives in the window's thread. Nothing of a server is ever stored here.
class Preferences : public QObject {
    Q_OBJECT
public:
    enum Key {
        Theme, ///< "system", "light", "dark"
        Text, ///< percent, 80 to 200
        Density, ///< "compact", "roomy"
        ReduceMotion,
        Record, ///< record every connection to disk
        Budget, ///< MiB of recordings kept
        Days, ///< age limit of recordings
        ConfirmDestructive,
        RefreshOnListChanged,
        KeepCalls, ///< past calls and last forms on disk
        SecretNames, ///< further names of headers and members whose values leave no export, one after the other with commas
    };
    Q_ENUM(Key)

    /// `file`: the INI file; it is made when something is first stored.
    explicit Preferences(const QString &file, QObject *parent = nullptr);

    QVariant value(Key key) const;
    bool isOn(Key key) const { return value(key).toBool(); }
    int number(Key key) const { return value(key).toInt(); }
    QString word(Key key) const { return value(key).toString(); }
    void set(Key key, const QVariant &value);

    /// The same file, for layout and recent files.
    QSettings &settings() { return m_settings; }

    static QString defaultFile();

Q_SIGNALS:
    void changed(assayer::Preferences::Key key);

private:
    QSettings m_settings;
};

} // namespace assayer
