#include "ui/workspace.h"

#include "platform/paths.h"
#include "trace/tracelog.h"
#include "trace/tracereader.h"
#include "ui/preferences.h"
#include "ui/recordings.h"
#include "ui/targettext.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QPointer>
#include <QStandardPaths>
#include <QThreadPool>
#include <QTimer>

#include <algorithm>

namespace assayer {
namespace {

constexpr const char *demoServer = "assayer-demo-server";

using State = InspectionClient::State;

constexpr int quitLimitMs = 3000;
constexpr int firstTidyMs = 10'000;
constexpr int tidyMs = 10 * 60 * 1000;
constexpr int changedTidyMs = 2'000; ///< a number is still being typed
constexpr qint64 mebibyte = qint64(1) << 20;
constexpr qint64 largeFile = 2 << 20; ///< smaller ones are read within a frame

bool isOver(const Desk &desk)
{
    const State state = desk.client().state();
    return state == State::Idle || state == State::Failed || state == State::Closed;
}

DeskSource profileSource(const QString &path, const ServerProfile &profile)
{
    DeskSource source;
    source.id = path + u'#' + profile.name;
    source.name = profile.name;
    source.kind = profile.isStdio() ? ProfileRow::Command : ProfileRow::Http;
    source.target = profile.isStdio() ? (QStringList(profile.command) + profile.args).join(u' ') : profile.url;
    source.origin = path;
    source.profile = profile;
    return source;
}

} // namespace

Workspace::Workspace(Preferences &preferences, CommandConsent &consent, QObject *parent)
    : QObject(parent)
    , m_preferences(preferences)
    , m_consent(consent)
{
    QTimer::singleShot(firstTidyMs, this, &Workspace::tidyRecordings);
    m_tidyTime.setInterval(tidyMs);
    m_tidyTime.start();
    m_changedTime.setSingleShot(true);
    m_changedTime.setInterval(changedTidyMs);
    connect(&m_tidyTime, &QTimer::timeout, this, &Workspace::tidyRecordings);
    connect(&m_changedTime, &QTimer::timeout, this, &Workspace::tidyRecordings);
    connect(&preferences, &Preferences::changed, this, [this](Preferences::Key key) {
        if (key == Preferences::Budget || key == Preferences::Days)
            m_changedTime.start();
    });
}

/// Budget and age limit hold while the program runs, not only at its start.
void Workspace::tidyRecordings()
{
    const qint64 budget = qint64(m_preferences.number(Preferences::Budget)) * mebibyte;
    const int days = m_preferences.number(Preferences::Days);
    QThreadPool::globalInstance()->start([budget, days] { recordings::enforce(budget, days); });
}

Workspace::~Workspace() = default;

std::vector<Desk *> Workspace::desks() const
{
    std::vector<Desk *> desks;
    for (const std::unique_ptr<Desk> &desk : m_desks)
        desks.push_back(desk.get());
    return desks;
}

Desk *Workspace::find(const QString &id) const
{
    const auto found = std::find_if(m_desks.begin(), m_desks.end(), [&id](const auto &desk) { return desk->source().id == id; });
    return found == m_desks.end() ? nullptr : found->get();
}

QString Workspace::freshId(const QString &stem)
{
    return stem + u'@' + QString::number(++m_counter);
}

Desk *Workspace::add(DeskSource source, std::shared_ptr<TraceLog> trace)
{
    if (Desk *there = find(source.id))
        return there;
    m_desks.push_back(trace ? std::make_unique<Desk>(std::move(source), std::move(trace), m_preferences, m_consent)
                            : std::make_unique<Desk>(std::move(source), m_preferences, m_consent));
    Desk *desk = m_desks.back().get();
    connect(desk, &Desk::changed, this, [this, desk] { Q_EMIT changed(desk); });
    connect(desk, &Desk::stateChanged, this, &Workspace::checkEnded);
    Q_EMIT added(desk);
    return desk;
}

DeskSource Workspace::typedSource(const Target &target, InspectionOptions options) const
{
    DeskSource source;
    source.kind = target.kind == TransportKind::Stdio ? ProfileRow::Command : ProfileRow::Http;
    source.name = targetName(target);
    source.target = targetForPeople(target);
    source.trusted = true;
    options.session.target = target;
    source.options = std::move(options);
    return source;
}

Result<Desk *> Workspace::openTarget(const QString &text, InspectionOptions options)
{
    if (text.trimmed() == QLatin1String(demoServer) && QStandardPaths::findExecutable(QLatin1String(demoServer)).isEmpty())
        return openDemo(std::move(options));
    Target target = options.session.target;
    if (const Result<void> read = readTarget(text, target); !read)
        return tl::unexpected(read.error());
    DeskSource source = typedSource(target, std::move(options));
    for (const std::unique_ptr<Desk> &desk : m_desks) {
        if (desk->source().target == source.target && !desk->source().profile && !desk->isTrace())
            return desk.get();
    }
    source.id = freshId(source.target);
    return add(std::move(source));
}

Desk *Workspace::openCommand(const QStringList &command, InspectionOptions options)
{
    Target target = options.session.target;
    target.kind = TransportKind::Stdio;
    target.command = command.value(0);
    target.arguments = command.mid(1);
    DeskSource source = typedSource(target, std::move(options));
    source.id = freshId(source.target);
    return add(std::move(source));
}

QString Workspace::demoServerPath()
{
    const QString folder = qEnvironmentVariable("ASSAYER_BIN", QCoreApplication::applicationDirPath());
    return folder + u'/' + QLatin1String(demoServer);
}

Result<Desk *> Workspace::openDemo(InspectionOptions options)
{
    const QString path = demoServerPath();
    if (!QFileInfo(path).isExecutable())
        return fail("spawn-failed", "The demo server is not where the program is: " + path.toStdString());
    Target target = options.session.target;
    target.kind = TransportKind::Stdio;
    target.command = path;
    DeskSource source = typedSource(target, std::move(options));
    source.id = QStringLiteral("demo");
    source.target = QLatin1String(demoServer); // where it lies is nobody's concern: it comes with the program
    source.name = QStringLiteral("demo");
    return add(std::move(source));
}

Result<ProfileStore *> Workspace::store(const QString &path)
{
    const QString absolute = QFileInfo(path).absoluteFilePath();
    for (const std::unique_ptr<ProfileStore> &store : m_stores) {
        if (store->path() == absolute)
            return store.get();
    }
    Result<ProfileStore> opened = absolute == cataloguePath() ? ProfileStore::openCatalogue() : ProfileStore::open(absolute);
    if (!opened)
        return tl::unexpected(opened.error());
    m_stores.push_back(std::make_unique<ProfileStore>(std::move(*opened)));
    return m_stores.back().get();
}

Result<Desk *> Workspace::openProfiles(const QString &path)
{
    const Result<ProfileStore *> opened = store(path);
    if (!opened)
        return tl::unexpected(opened.error());
    Desk *first = nullptr;
    for (const ServerProfile &profile : (*opened)->profiles()) {
        Desk *desk = add(profileSource((*opened)->path(), profile));
        first = first ? first : desk;
    }
    return first;
}

Desk *Workspace::addTrace(const QString &path, std::shared_ptr<TraceLog> log, bool shownLater)
{
    DeskSource source;
    source.origin = QFileInfo(path).absoluteFilePath();
    source.id = source.origin;
    source.name = QFileInfo(path).fileName();
    source.kind = ProfileRow::Trace;
    source.target = source.origin;
    source.shownLater = shownLater;
    return add(std::move(source), std::move(log));
}

Result<Desk *> Workspace::openTrace(const QString &path)
{
    Result<std::shared_ptr<TraceLog>> log = TraceReader::open(path);
    if (!log)
        return tl::unexpected(log.error());
    return addTrace(path, *log);
}

/// A JSON file may be a profile file or an export of another program: what holds servers is the one, else the other is tried.
Result<Desk *> Workspace::openFile(const QString &path)
{
    if (!path.endsWith(QLatin1String(".json"), Qt::CaseInsensitive))
        return openTrace(path);
    const Result<Desk *> profiles = openProfiles(path);
    if (profiles && *profiles)
        return profiles;
    const Result<Desk *> trace = openTrace(path);
    return trace && (*trace)->trace()->count() > 0 ? trace : profiles;
}

void Workspace::openFileLater(const QString &path, std::function<void(const Result<Desk *> &)> take)
{
    if (QFileInfo(path).size() < largeFile || find(QFileInfo(path).absoluteFilePath())) {
        take(openFile(path));
        return;
    }
    const QPointer<Workspace> self(this);
    QThreadPool::globalInstance()->start([self, path, home = thread(), take = std::move(take)] {
        const Result<std::shared_ptr<TraceLog>> log = TraceReader::open(path);
        if (log)
            (*log)->moveToThread(home);
        QMetaObject::invokeMethod(qApp, [self, path, log, take] {
            if (!self)
                return;
            if (log)
                take(self->addTrace(path, *log, true));
            else if (path.endsWith(QLatin1String(".json"), Qt::CaseInsensitive)) // as large as profiles never are; what is wrong with it is said
                take(self->openProfiles(path));
            else
                take(tl::unexpected(log.error()));
        });
    });
}

QString Workspace::fileFilters()
{
    return QStringLiteral("All that can be opened (*.json *.mcptrace *.zst *.har *.jsonl *.ndjson *.log *.txt);;"
                          "Profiles (*.json);;Traces (*.mcptrace *.mcptrace.zst);;HAR (*.har);;JSON-RPC lines and logs (*.jsonl *.ndjson *.log *.txt);;All files (*)");
}

void Workspace::openCatalogue()
{
    if (QFileInfo::exists(cataloguePath()))
        static_cast<void>(openProfiles(cataloguePath()));
}

ProfileStore *Workspace::storeOf(const Desk &desk)
{
    if (!desk.source().profile)
        return nullptr;
    const Result<ProfileStore *> found = store(desk.source().origin);
    return found ? *found : nullptr;
}

std::vector<ProfileStore *> Workspace::modifiedStores()
{
    std::vector<ProfileStore *> stores;
    for (const std::unique_ptr<ProfileStore> &store : m_stores) {
        if (store->isModified())
            stores.push_back(store.get());
    }
    return stores;
}

Desk *Workspace::takeProfile(const QString &path, const QString &oldName, const ServerProfile &profile)
{
    if (Desk *desk = oldName.isEmpty() ? nullptr : find(path + u'#' + oldName)) {
        desk->setProfile(profile);
        return desk;
    }
    return add(profileSource(path, profile));
}

void Workspace::remove(Desk *desk)
{
    const auto found = std::find_if(m_desks.begin(), m_desks.end(), [desk](const auto &item) { return item.get() == desk; });
    if (found == m_desks.end())
        return;
    m_lastRemoved = desk->source();
    desk->client().disconnectFromServer();
    m_leaving.push_back(std::move(*found));
    m_desks.erase(found);
    Q_EMIT removed(m_leaving.back()->source().id);
    QTimer::singleShot(0, this, &Workspace::checkEnded);
}

void Workspace::undoRemove()
{
    if (!m_lastRemoved)
        return;
    const DeskSource source = *m_lastRemoved;
    m_lastRemoved.reset();
    if (source.kind == ProfileRow::Trace)
        static_cast<void>(openTrace(source.origin));
    else
        add(source);
}

void Workspace::endAll()
{
    m_ending = true;
    for (const std::unique_ptr<Desk> &desk : m_desks)
        desk->client().disconnectFromServer();
    QTimer::singleShot(quitLimitMs, this, &Workspace::allEnded);
    checkEnded();
}

/// Desks whose row is gone are deleted when their connection is over: deleting earlier would wait.
void Workspace::checkEnded()
{
    QTimer::singleShot(0, this, [this] {
        std::erase_if(m_leaving, [](const std::unique_ptr<Desk> &desk) { return isOver(*desk); });
    });
    const auto over = [](const std::unique_ptr<Desk> &desk) { return isOver(*desk); };
    if (m_ending && std::all_of(m_desks.begin(), m_desks.end(), over) && std::all_of(m_leaving.begin(), m_leaving.end(), over))
        QTimer::singleShot(0, this, &Workspace::allEnded);
}

} // namespace assayer
