#include "ui/dialogs/profilepages.h"

#include "json/document.h"
#include "ui/widgets/jsonedit.h"
#include "ui/widgets/placeholder.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QStandardItemModel>
#include <QTreeView>
#include <QUrl>

namespace assayer {

namespace {

const char *const levels[] = { "debug", "info", "notice", "warning", "error", "critical", "alert", "emergency" };
constexpr int mostMiB = 2047;
constexpr qint64 mebi = 1024 * 1024;

bool isJsonObject(const JsonEdit &edit)
{
    if (edit.isAbsent())
        return true;
    const auto parsed = json::Document::parse(edit.json().toStdString());
    return parsed && (*parsed)->root().isObject();
}

QByteArray textOf(const JsonEdit &edit)
{
    return edit.isAbsent() ? QByteArray() : edit.json().trimmed();
}

} // namespace

ProfilePages::ProfilePages(QWidget *parent)
    : QObject(parent)
    , m_parent(parent)
{
    makeAuthorization();
    makeTls();
    makeDeclared();
    makeRoots();
    makeMetadata();
}

QFormLayout *ProfilePages::addPage(const QString &title, const QString &hint)
{
    auto *page = new QWidget(m_parent);
    auto *form = new QFormLayout(page);
    form->setContentsMargins(0, 0, 0, 0);
    auto *words = new QLabel(hint, page);
    words->setTextFormat(Qt::PlainText);
    words->setWordWrap(true);
    words->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum); // the room that is left belongs to the fields
    form->addRow(words);
    m_pages.append({ title, page });
    return form;
}

QLineEdit *ProfilePages::addLine(QFormLayout *form, const QString &label, const char *name, const QString &sample)
{
    auto *edit = new QLineEdit(form->parentWidget());
    edit->setObjectName(QLatin1String(name));
    edit->setPlaceholderText(sample);
    form->addRow(label, edit);
    connect(edit, &QLineEdit::textChanged, this, [this] {
        if (!m_filling)
            Q_EMIT changed();
    });
    return edit;
}

JsonEdit *ProfilePages::addJson(QFormLayout *form, const QString &label, const char *name, const QString &sample)
{
    auto *edit = new JsonEdit(form->parentWidget());
    edit->setObjectName(QLatin1String(name));
    edit->setPlaceholderText(sample);
    edit->setFixedHeight(edit->fontMetrics().lineSpacing() * 4 + 12);
    form->addRow(label, edit);
    connect(edit, &JsonEdit::jsonChanged, this, [this] {
        if (!m_filling)
            Q_EMIT changed();
    });
    return edit;
}

void ProfilePages::makeAuthorization()
{
    QFormLayout *form = addPage(QStringLiteral("Authorization"), QStringLiteral("OAuth: what is known of this client beforehand. Empty fields are found out from the server."));
    m_clientId = addLine(form, QStringLiteral("Client &id"), "profileClientId");
    m_clientSecret = addLine(form, QStringLiteral("Client secr&et"), "profileClientSecret", QStringLiteral("kept as a reference, not in the file"));
    m_clientSecret->setEchoMode(QLineEdit::Password);
    m_scopes = addLine(form, QStringLiteral("&Scopes"), "profileScopes", QStringLiteral("separated by blanks"));
    m_authorizationUrl = addLine(form, QStringLiteral("Au&thorization address"), "profileAuthorizationUrl");
    m_tokenUrl = addLine(form, QStringLiteral("To&ken address"), "profileTokenUrl");
}

void ProfilePages::makeTls()
{
    QFormLayout *form = addPage(QStringLiteral("TLS and proxy"), QStringLiteral("Files in PEM. A certificate that is trusted by its fingerprint is trusted in this profile only, and said at every connect."));
    m_caFile = addLine(form, QStringLiteral("&Authorities"), "profileCaFile", QStringLiteral("file with further authorities"));
    m_certificateFile = addLine(form, QStringLiteral("Client &certificate"), "profileCertificateFile");
    m_keyFile = addLine(form, QStringLiteral("Client &key"), "profileKeyFile");
    m_fingerprints = new QPlainTextEdit(form->parentWidget());
    m_fingerprints->setObjectName(QStringLiteral("profileFingerprints"));
    m_fingerprints->setPlaceholderText(QStringLiteral("SHA-256, one a line"));
    m_fingerprints->setTabChangesFocus(true);
    m_fingerprints->setFixedHeight(m_fingerprints->fontMetrics().lineSpacing() * 3 + 12);
    form->addRow(QStringLiteral("&Trusted fingerprints"), m_fingerprints);
    connect(m_fingerprints, &QPlainTextEdit::textChanged, this, [this] {
        if (!m_filling)
            Q_EMIT changed();
    });
    m_proxy = addLine(form, QStringLiteral("Pro&xy"), "profileProxy", QStringLiteral("http://host:port; empty: the system's"));
}

void ProfilePages::makeDeclared()
{
    QFormLayout *form = addPage(QStringLiteral("Capabilities"),
        QStringLiteral("What the server is told that it may ask for. Declared here: forms, pages to visit, sampling and roots, all answered by you "
                       "(the last two are deprecated as of 2026-07-28). "
                       "An object of your own is declared exactly as it stands, also to provoke -32021."));
    m_elicit = new QComboBox(form->parentWidget());
    m_elicit->setObjectName(QStringLiteral("profileElicit"));
    const std::pair<const char *, const char *> modes[] = { { "forms and pages to visit", "" }, { "forms only", "form" }, { "pages only", "url" }, { "none", "none" } };
    for (const auto &[words, value] : modes)
        m_elicit->addItem(QLatin1String(words), QLatin1String(value));
    form->addRow(QStringLiteral("&Questions"), m_elicit);
    connect(m_elicit, &QComboBox::currentIndexChanged, this, [this] {
        if (!m_filling)
            Q_EMIT changed();
    });
    m_extensions = addJson(form, QStringLiteral("E&xtensions"), "profileExtensions", QStringLiteral("{ \"io.modelcontextprotocol/tasks\": true }"));
    m_declared = addJson(form, QStringLiteral("E&xactly"), "profileDeclared", QStringLiteral("{ \"roots\": {} }   in place of everything above"));
}

void ProfilePages::makeRoots()
{
    QFormLayout *form = addPage(QStringLiteral("Roots"), QStringLiteral("The folders that roots/list is answered with, without asking. Where there are none, you are asked. Roots are deprecated as of 2026-07-28."));
    m_roots = new QStandardItemModel(0, 2, this);
    m_roots->setHorizontalHeaderLabels({ QStringLiteral("URI"), QStringLiteral("Name") });
    auto *view = new QTreeView(form->parentWidget());
    view->setObjectName(QStringLiteral("profileRoots"));
    view->setAccessibleName(QStringLiteral("Roots"));
    view->setRootIsDecorated(false);
    view->setModel(m_roots);
    auto *nothing = new Placeholder(view);
    nothing->setObjectName(QStringLiteral("profileRootsPlaceholder"));
    nothing->setWords(QStringLiteral("No roots. + root adds one."));
    form->addRow(view);
    auto *add = new QPushButton(QStringLiteral("+ &root"), form->parentWidget());
    add->setObjectName(QStringLiteral("profileRootAdd"));
    auto *remove = new QPushButton(QStringLiteral("Re&move"), form->parentWidget());
    remove->setObjectName(QStringLiteral("profileRootRemove"));
    auto *row = new QHBoxLayout;
    for (QPushButton *button : { add, remove }) {
        button->setAutoDefault(false);
        row->addWidget(button);
    }
    row->addStretch(1);
    form->addRow(row);
    connect(add, &QPushButton::clicked, this, [this, view] {
        m_roots->appendRow({ new QStandardItem(QStringLiteral("file:///")), new QStandardItem });
        view->setCurrentIndex(m_roots->index(m_roots->rowCount() - 1, 0));
        view->edit(view->currentIndex());
        Q_EMIT changed();
    });
    connect(remove, &QPushButton::clicked, this, [this, view] {
        if (view->currentIndex().isValid())
            m_roots->removeRow(view->currentIndex().row());
        Q_EMIT changed();
    });
    connect(m_roots, &QAbstractItemModel::dataChanged, this, [this] {
        if (!m_filling)
            Q_EMIT changed();
    });
}

void ProfilePages::makeMetadata()
{
    QFormLayout *form = addPage(QStringLiteral("Metadata"), QStringLiteral("What every request carries, and limits."));
    m_metadata = addJson(form, QStringLiteral("&_meta"), "profileMetadata", QStringLiteral("{ } members of params._meta of every request"));
    m_logLevel = new QComboBox(form->parentWidget());
    m_logLevel->setObjectName(QStringLiteral("profileLogLevel"));
    m_logLevel->addItem(QStringLiteral("not asked for"), QString());
    for (const char *level : levels)
        m_logLevel->addItem(QLatin1String(level), QLatin1String(level));
    form->addRow(QStringLiteral("&Log level (modern)"), m_logLevel);
    m_autoRefresh = new QCheckBox(QStringLiteral("Re&fresh lists when the server says that they changed"), form->parentWidget());
    m_autoRefresh->setObjectName(QStringLiteral("profileAutoRefresh"));
    form->addRow(m_autoRefresh);
    m_maxMessage = new QSpinBox(form->parentWidget());
    m_maxMessage->setObjectName(QStringLiteral("profileMaxMessage"));
    m_maxMessage->setRange(0, mostMiB);
    m_maxMessage->setSuffix(QStringLiteral(" MiB"));
    m_maxMessage->setSpecialValueText(QStringLiteral("default (64 MiB)"));
    form->addRow(QStringLiteral("Largest messa&ge"), m_maxMessage);
    const auto told = [this] {
        if (!m_filling)
            Q_EMIT changed();
    };
    connect(m_logLevel, &QComboBox::currentIndexChanged, this, told);
    connect(m_autoRefresh, &QCheckBox::toggled, this, told);
    connect(m_maxMessage, &QSpinBox::valueChanged, this, told);
}

void ProfilePages::fill(const ServerProfile &profile)
{
    m_filling = true;
    m_clientId->setText(profile.oauth.clientId);
    m_clientSecret->setText(profile.oauth.clientSecret);
    m_scopes->setText(profile.oauth.scopes);
    m_authorizationUrl->setText(profile.oauth.authorizationUrl);
    m_tokenUrl->setText(profile.oauth.tokenUrl);
    m_caFile->setText(profile.tls.caFile);
    m_certificateFile->setText(profile.tls.certificateFile);
    m_keyFile->setText(profile.tls.keyFile);
    m_fingerprints->setPlainText(profile.tls.trustedFingerprints.join(u'\n'));
    m_proxy->setText(profile.proxy);
    m_elicit->setCurrentIndex(qMax(0, m_elicit->findData(profile.elicitCapability)));
    m_extensions->setJson(profile.advertisedExtensions);
    m_declared->setJson(profile.capabilities);
    m_roots->removeRows(0, m_roots->rowCount());
    for (const ProfileRoot &root : profile.roots)
        m_roots->appendRow({ new QStandardItem(root.uri), new QStandardItem(root.name) });
    m_metadata->setJson(profile.metadata);
    m_logLevel->setCurrentIndex(qMax(0, m_logLevel->findData(profile.modernLogLevel)));
    m_autoRefresh->setChecked(profile.autoRefreshOnListChanged);
    m_maxMessage->setValue(static_cast<int>(profile.maxMessage.value_or(0) / mebi));
    m_filling = false;
}

QList<ProfileRoot> ProfilePages::roots() const
{
    QList<ProfileRoot> out;
    for (int row = 0; row < m_roots->rowCount(); ++row) {
        const QString uri = m_roots->item(row, 0)->text().trimmed();
        if (!uri.isEmpty())
            out.append({ uri, m_roots->item(row, 1) ? m_roots->item(row, 1)->text() : QString() });
    }
    return out;
}

/// What a field cannot hold exactly stays as it was: a limit in bytes, "both" for the usual questions.
void ProfilePages::take(ServerProfile &profile) const
{
    profile.oauth.clientId = m_clientId->text();
    profile.oauth.clientSecret = m_clientSecret->text();
    profile.oauth.scopes = m_scopes->text();
    profile.oauth.authorizationUrl = m_authorizationUrl->text();
    profile.oauth.tokenUrl = m_tokenUrl->text();
    profile.tls.caFile = m_caFile->text();
    profile.tls.certificateFile = m_certificateFile->text();
    profile.tls.keyFile = m_keyFile->text();
    profile.tls.trustedFingerprints = m_fingerprints->toPlainText().split(u'\n', Qt::SkipEmptyParts);
    profile.proxy = m_proxy->text();
    const QString elicit = m_elicit->currentData().toString();
    if (!(elicit.isEmpty() && profile.elicitCapability == QLatin1String("both")))
        profile.elicitCapability = elicit;
    profile.advertisedExtensions = textOf(*m_extensions);
    profile.capabilities = textOf(*m_declared);
    profile.roots = roots();
    profile.metadata = textOf(*m_metadata);
    profile.modernLogLevel = m_logLevel->currentData().toString();
    profile.autoRefreshOnListChanged = m_autoRefresh->isChecked();
    if (m_maxMessage->value() != static_cast<int>(profile.maxMessage.value_or(0) / mebi))
        profile.maxMessage = m_maxMessage->value() > 0 ? std::optional<qint64>(m_maxMessage->value() * mebi) : std::nullopt;
}

QStringList ProfilePages::problems() const
{
    QStringList words;
    const std::pair<const JsonEdit *, const char *> texts[] = { { m_extensions, "Capabilities, extensions" }, { m_declared, "Capabilities, exactly" } };
    for (const auto &[edit, where] : texts) {
        if (!isJsonObject(*edit))
            words.append(QStringLiteral("%1: this is no JSON object.").arg(QLatin1String(where)));
    }
    if (m_metadata->problem())
        words.append(QStringLiteral("Metadata: this is no JSON."));
    for (const ProfileRoot &root : roots()) {
        if (!root.uri.startsWith(QLatin1String("file://")))
            words.append(QStringLiteral("Roots: %1 does not begin with file://.").arg(root.uri));
    }
    return words;
}

} // namespace assayer
