#include "ui/dialogs/profiledialog.h"

#include "ui_profiledialog.h"

#include "inspection/errortext.h"
#include "platform/paths.h"
#include "platform/visibletext.h"
#include "profiles/expansion.h"
#include "ui/dialogs/profilepages.h"
#include "ui/dialogs/secrettablemodel.h"
#include "ui/filedialogs.h"
#include "ui/pages/formlook.h"
#include "ui/widgets/placeholder.h"
#include "ui/workspace.h"

#include <QFileInfo>
#include <QHeaderView>
#include <QStringListModel>

namespace assayer {
namespace {

QString optionalText(const QComboBox &box)
{
    return box.currentData().toString();
}

std::optional<qint64> optionalNumber(const QSpinBox &box)
{
    return box.value() > 0 ? std::optional<qint64>(box.value()) : std::nullopt;
}

} // namespace

ProfileDialog::ProfileDialog(Workspace &workspace, const QString &path, const QString &name, QWidget *parent)
    : QDialog(parent)
    , m_ui(std::make_unique<Ui::ProfileDialog>())
    , m_workspace(workspace)
    , m_path(path.isEmpty() ? cataloguePath() : path)
    , m_name(name)
    , m_arguments(new QStringListModel(this))
    , m_headers(new SecretTableModel(this))
    , m_environment(new SecretTableModel(this))
    , m_problems(new QStringListModel(this))
{
    m_ui->setupUi(this);
    setObjectName(QStringLiteral("profileDialog"));
    const Result<ProfileStore *> store = workspace.store(m_path);
    if (const ServerProfile *found = store ? (*store)->find(name) : nullptr)
        m_profile = *found;
    else
        m_name.clear();
    dress();
    wire();
    fill(m_profile);
    if (!store)
        m_ui->profileStatus->setText(errorText(store.error()).title);
    setWindowTitle(QStringLiteral("Profile: %1   (%2)").arg(m_name.isEmpty() ? QStringLiteral("new") : visible(m_name), visible(QFileInfo(m_path).fileName())));
    const int letter = fontMetrics().averageCharWidth();
    resize(letter * 110, fontMetrics().lineSpacing() * 28);
}

ProfileDialog::~ProfileDialog() = default;

void ProfileDialog::dress()
{
    m_ui->profileSections->addItems({ QStringLiteral("Target"), QStringLiteral("Headers"), QStringLiteral("Environment"),
        QStringLiteral("Negotiation"), QStringLiteral("Timeouts") });
    m_further = new ProfilePages(this);
    for (const auto &[title, page] : m_further->pages()) {
        m_ui->profileSections->addItem(title);
        m_ui->profileStack->insertWidget(m_ui->profileStack->count() - 1, page); // Raw JSON stays last
    }
    m_ui->profileSections->addItem(QStringLiteral("Raw JSON"));
    connect(m_further, &ProfilePages::changed, this, &ProfileDialog::changed);
    m_ui->profileSections->setAccessibleName(QStringLiteral("Sections"));
    m_ui->profileSections->setMaximumWidth(fontMetrics().averageCharWidth() * 18);
    m_ui->profileArguments->setModel(m_arguments);
    m_ui->profileHeaders->setModel(m_headers);
    m_ui->profileEnvironment->setModel(m_environment);
    for (QTableView *view : { m_ui->profileArguments, m_ui->profileHeaders, m_ui->profileEnvironment }) {
        view->horizontalHeader()->setStretchLastSection(true);
        view->verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 6);
        view->setFont(formlook::fixed());
        view->setTabKeyNavigation(false);
    }
    const std::pair<QTableView *, const char *> empty[] = { { m_ui->profileArguments, "No arguments. + adds one." },
        { m_ui->profileHeaders, "No headers but those of the protocol. + adds one." }, { m_ui->profileEnvironment, "No variables but those of your environment. + adds one." } };
    for (const auto &[view, words] : empty) {
        auto *nothing = new Placeholder(view);
        nothing->setObjectName(view->objectName() + QStringLiteral("Placeholder"));
        nothing->setWords(QLatin1String(words));
    }
    m_ui->profileArguments->horizontalHeader()->hide();
    m_ui->profileProblems->setModel(m_problems);
    m_ui->profileProblems->setAccessibleName(QStringLiteral("Problems of the profile"));
    m_ui->profileProblems->setMaximumHeight(3 * (fontMetrics().height() + 6));
    const std::pair<const char *, const char *> eras[] = { { "automatic", "" }, { "legacy", "legacy" }, { "modern, no fallback", "modern" } };
    for (const auto &[text, value] : eras)
        m_ui->profileEra->addItem(QString::fromLatin1(text), QString::fromLatin1(value));
    const std::pair<const char *, const char *> policies[] = { { "Assayer", "" }, { "TypeScript SDK with pull request 2571", "sdk-2571" }, { "TypeScript SDK 2.4.0", "sdk-2.4.0" } };
    for (const auto &[text, value] : policies)
        m_ui->profilePolicy->addItem(QString::fromLatin1(text), QString::fromLatin1(value));
    for (QSpinBox *box : { m_ui->profileProbeTimeout, m_ui->profileRequestTimeout, m_ui->profileConnectTimeout })
        box->setSpecialValueText(QStringLiteral("default"));
    m_ui->profileRaw->setEmptyAllowed(false);
    connect(m_ui->profileRaw, &JsonEdit::jsonChanged, this, &ProfileDialog::changed);
    formlook::fixedFont(m_ui->profileRunsAs);
    m_ui->profileSections->setCurrentRow(0);
}

void ProfileDialog::wire()
{
    connect(m_ui->profileSections, &QListWidget::currentRowChanged, m_ui->profileStack, &QStackedWidget::setCurrentIndex);
    for (QLineEdit *edit : { m_ui->profileName, m_ui->profileUrl, m_ui->profileCommand, m_ui->profileDirectory, m_ui->profilePin })
        connect(edit, &QLineEdit::textChanged, this, &ProfileDialog::changed);
    for (QRadioButton *button : { m_ui->profileStdio, m_ui->profileHttp, m_ui->profileSse })
        connect(button, &QRadioButton::toggled, this, &ProfileDialog::changed);
    connect(m_arguments, &QAbstractItemModel::dataChanged, this, &ProfileDialog::changed);
    connect(m_ui->profileArgumentAdd, &QToolButton::clicked, this, [this] {
        const int row = m_arguments->rowCount();
        m_arguments->insertRow(row);
        m_ui->profileArguments->setCurrentIndex(m_arguments->index(row));
        m_ui->profileArguments->edit(m_arguments->index(row));
        changed();
    });
    connect(m_ui->profileArgumentRemove, &QToolButton::clicked, this, [this] {
        m_arguments->removeRow(m_ui->profileArguments->currentIndex().row());
        changed();
    });
    connect(m_ui->profileArgumentUp, &QToolButton::clicked, this, [this] {
        const int row = m_ui->profileArguments->currentIndex().row();
        QStringList arguments = m_arguments->stringList();
        if (row < 1)
            return;
        arguments.swapItemsAt(row, row - 1);
        m_arguments->setStringList(arguments);
        m_ui->profileArguments->setCurrentIndex(m_arguments->index(row - 1));
        changed();
    });
    connect(m_ui->profileDirectoryButton, &QPushButton::clicked, this, [this] {
        askFolder(this, QStringLiteral("Folder to start the command in"), [this](const QString &path) { m_ui->profileDirectory->setText(path); });
    });
    wireSecrets(m_ui->profileHeaders, m_headers, m_ui->profileHeaderAdd, m_ui->profileHeaderRemove, m_ui->profileHeaderReveal);
    wireSecrets(m_ui->profileEnvironment, m_environment, m_ui->profileEnvironmentAdd, m_ui->profileEnvironmentRemove, m_ui->profileEnvironmentReveal);
    connect(m_ui->profileSaveButton, &QPushButton::clicked, this, &ProfileDialog::save);
    connect(m_ui->profileRevertButton, &QPushButton::clicked, this, [this] { fill(m_profile); });
    connect(m_ui->profileConnectButton, &QPushButton::clicked, this, [this] {
        if (Desk *desk = save())
            Q_EMIT connectRequested(desk);
    });
    connect(m_ui->profileCloseButton, &QPushButton::clicked, this, &QDialog::close);
}

void ProfileDialog::wireSecrets(QTableView *view, SecretTableModel *model, QToolButton *add, QToolButton *remove, QToolButton *reveal)
{
    connect(add, &QToolButton::clicked, this, [view, model] {
        model->add();
        view->edit(model->index(model->rowCount() - 1, 0));
    });
    connect(remove, &QToolButton::clicked, this, [this, view, model] {
        model->removeAt(view->currentIndex().row());
        changed();
    });
    connect(reveal, &QToolButton::pressed, this, [model] { model->setRevealed(true); });
    connect(reveal, &QToolButton::released, this, [model] { model->setRevealed(false); });
    connect(model, &QAbstractItemModel::dataChanged, this, &ProfileDialog::changed);
}

void ProfileDialog::fill(const ServerProfile &profile)
{
    m_filling = true;
    m_ui->profileName->setText(profile.name);
    const ProfileTransport transport = profile.transport();
    const bool fresh = profile.command.isEmpty() && profile.url.isEmpty();
    (transport == ProfileTransport::Stdio && !fresh ? m_ui->profileStdio
            : transport == ProfileTransport::Sse    ? m_ui->profileSse
            : fresh                                 ? m_ui->profileStdio
                                                    : m_ui->profileHttp)
        ->setChecked(true);
    m_ui->profileUrl->setText(profile.url);
    m_ui->profileCommand->setText(profile.command);
    m_arguments->setStringList(profile.args);
    m_ui->profileDirectory->setText(profile.cwd);
    m_headers->setValues(profile.headers);
    m_environment->setValues(profile.env);
    m_ui->profileEra->setCurrentIndex(qMax(0, m_ui->profileEra->findData(profile.protocolEra)));
    m_ui->profilePolicy->setCurrentIndex(qMax(0, m_ui->profilePolicy->findData(profile.policy)));
    m_ui->profilePin->setText(profile.pin);
    m_ui->profileProbeTimeout->setValue(static_cast<int>(profile.probeTimeout.value_or(0)));
    m_ui->profileRequestTimeout->setValue(static_cast<int>(profile.requestTimeout.value_or(0)));
    m_ui->profileConnectTimeout->setValue(static_cast<int>(profile.connectionTimeout.value_or(0)));
    m_further->fill(profile);
    fillRaw();
    m_filling = false;
    changed();
}

void ProfileDialog::fillRaw()
{
    const Result<ProfileStore *> store = m_workspace.store(m_path);
    m_rawText = store ? (*store)->text() : QByteArray();
    m_ui->profileRaw->setJson(m_rawText);
}

ServerProfile ProfileDialog::edited() const
{
    ServerProfile profile = m_profile;
    const bool stdio = m_ui->profileStdio->isChecked();
    profile.name = m_ui->profileName->text().trimmed();
    if (stdio != m_profile.isStdio() || m_ui->profileSse->isChecked() != (m_profile.transport() == ProfileTransport::Sse) || m_name.isEmpty())
        profile.type = stdio ? QStringLiteral("stdio") : m_ui->profileSse->isChecked() ? QStringLiteral("sse") : QStringLiteral("streamable-http");
    profile.command = stdio ? m_ui->profileCommand->text() : QString();
    profile.args = stdio ? m_arguments->stringList() : QStringList();
    profile.cwd = stdio ? m_ui->profileDirectory->text() : QString();
    profile.env = stdio ? m_environment->values() : NamedValues();
    profile.url = stdio ? QString() : m_ui->profileUrl->text().trimmed();
    profile.headers = stdio ? NamedValues() : m_headers->values();
    if (!m_profile.protocolEra.isEmpty() || m_ui->profileEra->currentIndex() > 0)
        profile.protocolEra = optionalText(*m_ui->profileEra);
    profile.policy = optionalText(*m_ui->profilePolicy);
    profile.pin = m_ui->profilePin->text().trimmed();
    profile.probeTimeout = optionalNumber(*m_ui->profileProbeTimeout);
    profile.requestTimeout = optionalNumber(*m_ui->profileRequestTimeout);
    profile.connectionTimeout = optionalNumber(*m_ui->profileConnectTimeout);
    m_further->take(profile);
    return profile;
}

QStringList ProfileDialog::problems() const
{
    const ServerProfile profile = edited();
    QStringList words;
    if (profile.name.isEmpty())
        words.append(QStringLiteral("Name: a profile needs a name."));
    if (profile.isStdio() && profile.command.isEmpty())
        words.append(QStringLiteral("Command: nothing to start."));
    if (!profile.isStdio() && !QUrl(profile.url).isValid())
        words.append(QStringLiteral("Address: this is no address."));
    words += m_further->problems();
    if (m_ui->profileRaw->problem() && m_ui->profileRaw->json() != m_rawText)
        words.append(QStringLiteral("Raw JSON: line %1, column %2: %3").arg(m_ui->profileRaw->problem()->line).arg(m_ui->profileRaw->problem()->column).arg(m_ui->profileRaw->problem()->words));
    const Expansion expansion = expandProfile(profile, VariableContext::ofProcess(QFileInfo(m_path).absolutePath()));
    for (const UnsetVariable &variable : expansion.unset)
        words.append(QStringLiteral("%1 is not set (%2): an error at connect.").arg(visible(variable.name), visible(variable.where)));
    return words;
}

void ProfileDialog::changed()
{
    if (m_filling)
        return;
    const ServerProfile profile = edited();
    const bool stdio = m_ui->profileStdio->isChecked();
    for (QWidget *widget : { static_cast<QWidget *>(m_ui->profileCommand), static_cast<QWidget *>(m_ui->profileArguments),
             static_cast<QWidget *>(m_ui->profileDirectory), static_cast<QWidget *>(m_ui->profileDirectoryButton),
             static_cast<QWidget *>(m_ui->profileArgumentAdd), static_cast<QWidget *>(m_ui->profileArgumentRemove),
             static_cast<QWidget *>(m_ui->profileArgumentUp), static_cast<QWidget *>(m_ui->profileCommandLabel),
             static_cast<QWidget *>(m_ui->profileArgumentsLabel), static_cast<QWidget *>(m_ui->profileDirectoryLabel) })
        widget->setVisible(stdio);
    for (QWidget *widget : { static_cast<QWidget *>(m_ui->profileUrl), static_cast<QWidget *>(m_ui->profileUrlLabel) })
        widget->setVisible(!stdio);
    m_ui->profileRunsAsTitle->setText(stdio ? QStringLiteral("Runs as") : QStringLiteral("Contacts"));
    m_ui->profileRunsAs->setText(visible(stdio ? (QStringList(profile.command) + profile.args).join(u' ') : profile.url));
    const QStringList words = problems();
    m_problems->setStringList(words);
    m_ui->profileProblems->setVisible(!words.isEmpty());
    const bool raw = m_ui->profileRaw->json() != m_rawText;
    m_ui->profileSaveButton->setEnabled((!profile.name.isEmpty() && (profile != m_profile || m_name.isEmpty())) || raw);
    m_ui->profileRevertButton->setEnabled(profile != m_profile || raw);
}

/// The whole file as it was typed; what the fields say is not mixed into it.
Desk *ProfileDialog::saveRaw()
{
    const Result<ProfileStore *> store = m_workspace.store(m_path);
    Result<void> done = store ? (*store)->setText(m_ui->profileRaw->json()) : Result<void>(tl::unexpected(store.error()));
    if (done)
        done = (*store)->save();
    if (!done) {
        const ErrorText text = errorText(done.error());
        m_ui->profileStatus->setText(text.title + QStringLiteral(". ") + text.seen);
        return nullptr;
    }
    Desk *own = nullptr;
    for (const ServerProfile &profile : (*store)->profiles()) {
        Desk *desk = m_workspace.takeProfile((*store)->path(), profile.name, profile);
        if (profile.name != m_name)
            continue;
        own = desk;
        m_profile = profile;
    }
    fill(m_profile);
    m_ui->profileStatus->setText(QStringLiteral("The file is saved. Changes apply at the next connect."));
    return own;
}

Desk *ProfileDialog::save()
{
    if (m_ui->profileRaw->json() != m_rawText)
        return saveRaw();
    const ServerProfile profile = edited();
    const Result<ProfileStore *> store = m_workspace.store(m_path);
    Result<void> done = store ? Result<void>() : Result<void>(tl::unexpected(store.error()));
    if (done && profile != m_profile)
        done = m_name.isEmpty() ? (*store)->add(profile) : (*store)->update(m_name, profile);
    if (done && (*store)->isModified()) {
        makePrivateFolder(QFileInfo(m_path).absolutePath());
        done = (*store)->save();
    }
    if (!done) {
        const ErrorText text = errorText(done.error());
        m_ui->profileStatus->setText(text.title + QStringLiteral(". ") + text.seen);
        return nullptr;
    }
    Desk *desk = m_workspace.takeProfile((*store)->path(), m_name, profile);
    const QStringList dropped = (*store)->droppedSecrets();
    m_name = profile.name;
    m_profile = profile;
    m_ui->profileStatus->setText(dropped.isEmpty() ? QStringLiteral("Saved. Changes apply at the next connect.")
                                                   : QStringLiteral("Saved without the secrets %1: there is no keychain to keep them in.").arg(dropped.join(QStringLiteral(", "))));
    fill(m_profile);
    return desk;
}

} // namespace assayer
