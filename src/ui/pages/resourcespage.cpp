#include "ui/pages/resourcespage.h"

#include "ui_resourcespage.h"

#include "models/contentblockmodel.h"
#include "models/resourcemodel.h"
#include "platform/formattext.h"
#include "platform/visibletext.h"
#include "protocol/message.h"
#include "ui/desk.h"
#include "ui/filedialogs.h"
#include "ui/pages/errorwords.h"
#include "ui/pages/formlook.h"
#include "ui/pages/partfaults.h"
#include "ui/presentation/resourcepresentation.h"

#include <QClipboard>
#include <QGuiApplication>

namespace assayer {
ResourcesPage::ResourcesPage(Desk &desk, QWidget *parent)
    : ListPage(ListKind::Resources, desk, parent)
    , m_ui(std::make_unique<Ui::ResourcesPage>())
    , m_resources(new ResourceModel(this))
    , m_contents(new ContentBlockModel(this))
{
    m_ui->setupUi(this);
    setObjectName(QStringLiteral("resourcesPage"));
    formlook::title(m_ui->resourceTitle);
    formlook::untrusted(m_ui->resourceDescription, QStringLiteral("Description of the resource, the server's words"));
    m_ui->resourceContent->setPrefix(QStringLiteral("content"));
    m_ui->resourceContentFacts->hide(); // the content tells its own
    m_ui->resourceDescription->setMaximumLines(2);
    formlook::proportions(m_ui->resourcesSplitter, 1, 2);
    m_ui->resourcesDetailPlaceholder->setText(QStringLiteral("Select a resource to see it and to read it."));
    m_ui->resourceContentCombo->setAccessibleName(QStringLiteral("Content"));

    connect(m_ui->resourceReadButton, &QPushButton::clicked, this, &ResourcesPage::read);
    connect(m_ui->resourceSubscribeButton, &QPushButton::clicked, this, &ResourcesPage::toggleSubscription);
    connect(m_ui->resourceCopyButton, &QToolButton::clicked, this, [this] {
        QGuiApplication::clipboard()->setText(uriNow());
        Q_EMIT said(QStringLiteral("Copied the URI."));
    });
    connect(m_ui->resourceProgress, &CallProgress::cancelRequested, this, &ResourcesPage::cancel);
    connect(m_ui->resourceContentCombo, &QComboBox::currentIndexChanged, this, &ResourcesPage::showContent);
    connect(m_ui->resourceSaveButton, &QToolButton::clicked, this, &ResourcesPage::saveContent);
    connect(m_ui->resourceContent, &ContentPane::saveWanted, this, &ResourcesPage::saveContent);
    InspectionClient &client = desk.client();
    connect(&client, &InspectionClient::actionStarted, this, &ResourcesPage::started);
    connect(&client, &InspectionClient::actionFinished, this, &ResourcesPage::finished);
    connect(&client, &InspectionClient::subscriptionsChanged, this, &ResourcesPage::showSubscriptions);
    connect(&client, &InspectionClient::notified, this, [this](const Notification &notification) {
        if (notification.message.method != "notifications/resources/updated" || !notification.message.params)
            return;
        m_changed.insert(fromWire(notification.message.params->stringAt("uri").value_or(std::string_view())));
        showResult();
    });

    setUp({ m_ui->resourcesFilter, m_ui->resourcesView, m_ui->resourcesListStack, m_ui->resourcesPlaceholder,
              m_ui->resourcesPlaceholderButton, m_ui->resourcesPlaceholderSecondButton, m_ui->resourcesFooter, m_ui->resourcesNotice },
        m_resources, new ResourcePresentation(this));
    setSides(m_ui->resourcesSplitter);
    formlook::columns(m_ui->resourcesView, { "Release checklist", "text/markdown", "12.2 KiB", "notes://ada/1" }, { ResourceModel::Name, ResourceModel::Uri }, { ResourceModel::Uri, ResourceModel::Type });
}

ResourcesPage::~ResourcesPage() = default;

QString ResourcesPage::factsLine(const QModelIndex &index) const
{
    QStringList facts;
    const QVariant type = index.data(ResourceModel::MimeTypeRole);
    const QVariant size = index.data(ResourceModel::SizeRole);
    facts.append(type.isValid() ? shown(type.toString()) : QStringLiteral("no MIME type stated"));
    facts.append(size.isValid() ? byteSize(size.toLongLong()) : QStringLiteral("no size stated"));
    return facts.join(QStringLiteral("  -  "));
}

QString ResourcesPage::uriNow() const
{
    return m_unlisted.isEmpty() ? currentKey() : m_unlisted;
}

void ResourcesPage::readUri(const QString &uri)
{
    m_unlisted.clear();
    if (!showEntry(uri)) {
        m_unlisted = uri;
        m_ui->resourcesDetailStack->setCurrentIndex(1);
        m_ui->resourceTitle->setServerText(uri);
        m_ui->resourceFacts->setText(QStringLiteral("Named by a link; the server does not list it."));
        m_ui->resourceDescription->hide();
        m_ui->resourceEntry->clear();
        showSide(true);
        showResult();
    }
    read();
}

void ResourcesPage::entryChanged(const QModelIndex &index, bool again)
{
    if (again && !m_unlisted.isEmpty())
        return;
    m_unlisted.clear();
    m_ui->resourcesDetailStack->setCurrentIndex(index.isValid() ? 1 : 0);
    if (!index.isValid())
        return;
    const auto entry = index.data(NodeRole).value<json::Node>();
    m_ui->resourceTitle->setServerText(uriNow());
    m_ui->resourceFacts->setText(factsLine(index));
    const QString description = index.data(EntryModel::DescriptionRole).toString();
    m_ui->resourceDescription->setVisible(!description.isEmpty());
    m_ui->resourceDescription->setServerText(description);
    m_ui->resourceEntry->setText(bytes(entry.raw()));
    showSubscriptions();
    if (!again || !m_results.contains(uriNow()))
        showResult();
    stateChanged();
}

void ResourcesPage::stateChanged()
{
    const json::Value *capabilities = desk().facts() ? desk().facts()->capabilities.value : nullptr;
    const json::Value *subscribe = capabilities ? capabilities->find("resources", "subscribe") : nullptr;
    const QString why = whyNot();
    m_ui->resourceReadButton->setEnabled(why.isEmpty());
    m_ui->resourceReadButton->setToolTip(why.isEmpty() ? QStringLiteral("Read this resource (Ctrl+Return)") : why);
    const bool offered = subscribe && subscribe->isTrue();
    m_ui->resourceSubscribeButton->setEnabled(why.isEmpty() && offered);
    m_ui->resourceSubscribeButton->setToolTip(!why.isEmpty() ? why
            : offered                                       ? QStringLiteral("Ask the server to tell when this resource changes")
                                                            : QStringLiteral("The server does not advertise subscriptions."));
    if (!m_results.contains(uriNow()))
        showResult();
}

void ResourcesPage::entryActivated()
{
    read();
}

void ResourcesPage::act(bool)
{
    read();
}

void ResourcesPage::read()
{
    if (uriNow().isEmpty() || !canSend()) {
        Q_EMIT said(whyNot());
        return;
    }
    m_running.insert(desk().client().read(toWire(uriNow())), uriNow());
}

void ResourcesPage::started(const ActionInfo &action)
{
    if (m_running.value(action.number) == uriNow() && !uriNow().isEmpty())
        m_ui->resourceProgress->start(QStringLiteral("Reading"), action.timeoutMs);
}

void ResourcesPage::finished(const ActionResult &result)
{
    if (m_subscribing.contains(result.number))
        subscriptionAnswered(result);
    const QString uri = m_running.take(result.number);
    if (uri.isEmpty())
        return;
    m_results.insert(uri, result);
    m_changed.remove(uri);
    if (uri == uriNow()) {
        m_ui->resourceProgress->stop();
        showResult();
    }
}

void ResourcesPage::toggleSubscription()
{
    const QString uri = uriNow();
    const bool on = !m_subscribed.contains(uri);
    const quint64 number = on ? desk().client().subscribe(toWire(uri)) : desk().client().unsubscribe(toWire(uri));
    m_subscribing.insert(number, (on ? u'+' : u'-') + uri);
}

void ResourcesPage::subscriptionAnswered(const ActionResult &result)
{
    const QString what = m_subscribing.take(result.number);
    const QString uri = what.mid(1);
    if (result.result.error) {
        Q_EMIT said(actionErrorText(desk(), *result.result.error, result.method, result.name, result.result.elapsedNs).title);
        return;
    }
    showSubscriptions();
}

/// What stands is the session's to know: a stream may end by itself, and a server may grant less than was asked.
void ResourcesPage::showSubscriptions()
{
    m_subscribed.clear();
    QString own;
    for (const Subscription &subscription : desk().client().subscriptions()) {
        const QString uri = fromWire({ subscription.uri.constData(), static_cast<std::size_t>(subscription.uri.size()) });
        if (uri.isEmpty() || !subscription.accepted)
            continue;
        m_subscribed.insert(uri);
        if (uri != uriNow())
            continue;
        own = QStringLiteral("subscribed since %1, %2 %3").arg(clockTime(subscription.sinceWallNs)).arg(subscription.updates).arg(subscription.updates == 1 ? QStringLiteral("update") : QStringLiteral("updates"));
        if (!subscription.grantedJson.isEmpty() && subscription.grantedJson != "{}")
            own += QStringLiteral(", granted ") + shown(QString::fromUtf8(subscription.grantedJson));
    }
    m_resources->setSubscribed(m_subscribed);
    m_ui->resourceSubscribeButton->setText(m_subscribed.contains(uriNow()) ? QStringLiteral("Unsubscribe") : QStringLiteral("Subscribe"));
    if (m_unlisted.isEmpty() && current().isValid())
        m_ui->resourceFacts->setText(own.isEmpty() ? factsLine(current()) : factsLine(current()) + QStringLiteral("  -  ") + own);
}

void ResourcesPage::showResult()
{
    const auto found = m_results.constFind(uriNow());
    const bool there = found != m_results.constEnd();
    const ActionResult result = there ? *found : ActionResult();
    const bool ok = there && !result.result.error;
    m_contents->setResult(ok ? result.result.result : json::Node(), "contents",
        ok && desk().facts() ? partFaults(result, desk().facts()->revision, "contents") : std::vector<Faults>());
    m_ui->resourceContentCombo->clear();
    for (int row = 0; row < m_contents->rowCount(); ++row)
        m_ui->resourceContentCombo->addItem(QStringLiteral("content %1 of %2").arg(row + 1).arg(m_contents->rowCount()));
    m_ui->resourceContentCombo->setVisible(m_contents->rowCount() > 1);
    if (!there)
        m_ui->resourceStatus->clear();
    else if (result.result.error)
        m_ui->resourceStatus->setText(actionErrorText(desk(), *result.result.error, result.method, result.name, result.result.elapsedNs).title);
    else if (m_changed.contains(uriNow()))
        m_ui->resourceStatus->setText(QStringLiteral("The server says it changed after %1. Read it again.").arg(clockTime(result.finishedWallNs)));
    else
        m_ui->resourceStatus->setText(QStringLiteral("%1 %2, %3, fetched %4")
                                          .arg(m_contents->rowCount())
                                          .arg(m_contents->rowCount() == 1 ? QStringLiteral("content") : QStringLiteral("contents"),
                                              byteSize(result.result.bytes), clockTime(result.finishedWallNs)));
    showContent(m_contents->rowCount() > 0 ? 0 : -1);
    if (m_contents->rowCount() == 0) {
        const QString why = whyNot();
        m_ui->resourceContent->showNothing(there && result.result.error ? actionErrorText(desk(), *result.result.error, result.method, result.name, result.result.elapsedNs).seen
                : there                                                 ? QStringLiteral("The answer holds no contents.")
                : why.isEmpty()                                         ? QStringLiteral("Press Read to fetch this resource.")
                                                                        : why);
    }
}

void ResourcesPage::showContent(int row)
{
    m_ui->resourceSaveButton->setEnabled(row >= 0);
    if (row < 0 || row >= m_contents->rowCount()) {
        m_ui->resourceContent->showNothing({});
        m_ui->resourceText->clear();
        m_ui->resourceHex->setBytes({});
        return;
    }
    m_ui->resourceContent->showBlock(m_contents->at(row));
    m_ui->resourceText->setText(m_ui->resourceContent->bytes());
    m_ui->resourceHex->setBytes(m_ui->resourceContent->bytes());
}

void ResourcesPage::saveContent()
{
    const int row = qMax(0, m_ui->resourceContentCombo->currentIndex());
    if (row >= m_contents->rowCount())
        return;
    const ContentBlock &block = m_contents->at(row);
    const QString stem = current().data(Qt::DisplayRole).toString();
    saveBytes(window(), fileNameFor(stem, ContentBlockModel::contentType(block)), ContentBlockModel::content(block),
        [this](const QString &words) { Q_EMIT said(words); }, [this](const QString &path) { m_ui->resourceContent->setSaved(path); });
}

bool ResourcesPage::cancel()
{
    for (auto running = m_running.cbegin(); running != m_running.cend(); ++running) {
        if (running.value() != uriNow())
            continue;
        m_ui->resourceProgress->setCancelling();
        desk().client().cancelAction(running.key());
        return true;
    }
    return ListPage::cancel();
}

QString ResourcesPage::report() const
{
    return QStringLiteral("### Resource `%1`\n\n%2\n\n```json\n%3\n```\n")
        .arg(shown(uriNow()), m_ui->resourceStatus->text(), QString::fromUtf8(m_ui->resourceEntry->text()));
}

QString ResourcesPage::help() const
{
    return QStringLiteral("Resources of the server. Enter or Ctrl+Return reads the current one; View shows it by its kind, Text and "
                          "Hex exactly. Save writes the bytes under a name of Assayer's making. Nothing in a resource is a link.");
}

void ResourcesPage::fit(int, int height)
{
    m_ui->resourceDescription->setMaximumLines(height < 420 ? 1 : 2);
}

} // namespace assayer
