// Further sections of the profile editor: authorization, TLS and proxy, what is declared, roots, metadata.
#pragma once

#include "profiles/serverprofile.h"

#include <QObject>
#include <QStringList>

class QCheckBox;
class QComboBox;
class QFormLayout;
class QLineEdit;
class QPlainTextEdit;
class QSpinBox;
class QStandardItemModel;
class QWidget;

namespace assayer {

class JsonEdit;

/// Makes the pages; the dialog puts them into its stack. Children: `profileClientId profileClientSecret profileScopes
/// profileAuthorizationUrl profileTokenUrl profileCaFile profileCertificateFile profileKeyFile profileFingerprints profileProxy
/// profileElicit profileSamplingHint profileDeclared profileExtensions profileRoots profileRootAdd profileRootRemove
/// profileMetadata profileLogLevel profileAutoRefresh profileMaxMessage`.
class ProfilePages : public QObject {
    Q_OBJECT
public:
    explicit ProfilePages(QWidget *parent);

    /// Title and page, in the order of the list.
    QList<std::pair<QString, QWidget *>> pages() const { return m_pages; }
    void fill(const ServerProfile &profile);
    void take(ServerProfile &profile) const;
    QStringList problems() const;

Q_SIGNALS:
    void changed();

private:
    QFormLayout *addPage(const QString &title, const QString &hint);
    QLineEdit *addLine(QFormLayout *form, const QString &label, const char *name, const QString &sample = {});
    JsonEdit *addJson(QFormLayout *form, const QString &label, const char *name, const QString &sample);
    void makeAuthorization();
    void makeTls();
    void makeDeclared();
    void makeRoots();
    void makeMetadata();
    QList<ProfileRoot> roots() const;

    QWidget *m_parent;
    QList<std::pair<QString, QWidget *>> m_pages;
    QLineEdit *m_clientId = nullptr;
    QLineEdit *m_clientSecret = nullptr;
    QLineEdit *m_scopes = nullptr;
    QLineEdit *m_authorizationUrl = nullptr;
    QLineEdit *m_tokenUrl = nullptr;
    QLineEdit *m_caFile = nullptr;
    QLineEdit *m_certificateFile = nullptr;
    QLineEdit *m_keyFile = nullptr;
    QPlainTextEdit *m_fingerprints = nullptr;
    QLineEdit *m_proxy = nullptr;
    QComboBox *m_elicit = nullptr;
    JsonEdit *m_declared = nullptr;
    JsonEdit *m_extensions = nullptr;
    QStandardItemModel *m_roots = nullptr;
    JsonEdit *m_metadata = nullptr;
    QComboBox *m_logLevel = nullptr;
    QCheckBox *m_autoRefresh = nullptr;
    QSpinBox *m_maxMessage = nullptr;
    bool m_filling = false;
};

} // namespace assayer
