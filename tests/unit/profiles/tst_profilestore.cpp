#include "profiles/expansion.h"
#include "profiles/profilestore.h"

#include <QDir>
#include <QTemporaryDir>
#include <QtTest>

using namespace assayer;

namespace {

QByteArray fileBytes(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void writeFile(const QString &path, const QByteArray &bytes)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(bytes);
}

/// The Inspector's own catalogue, with every member it writes, and some of others.
const QByteArray inspectorFile = fileBytes(QStringLiteral(ASSAYER_TEST_DATA "/profiles/inspector.json"));

} // namespace

class ProfileStoreTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void readsTheInspectorsFile();
    void readsVisualStudioServers();
    void infersTransport_data();
    void infersTransport();
    void openingAndSavingChangeNothing();
    void anUpdateTouchesOnlyItsMember();
    void addRenameRemove();
    void secretsAreNotWritten();
    void bomIsKeptAndTold();
    void badFiles_data();
    void badFiles();
    void badMembersAreTold();
    void reportedVariables();
    void savingIsPrivateAndAtomic();
};

void ProfileStoreTest::readsTheInspectorsFile()
{
    const auto store = ProfileStore::fromText(inspectorFile, QStringLiteral("/x/mcp.json"));
    QVERIFY(store);
    QCOMPARE(store->profiles().size(), 2);
    const ServerProfile &notes = *store->find(QStringLiteral("notes"));
    QCOMPARE(notes.transport(), ProfileTransport::StreamableHttp);
    QCOMPARE(notes.url, QStringLiteral("http://localhost:3000/mcp"));
    QCOMPARE(notes.headers.value(0).second, QStringLiteral("${KEY}"));
    QCOMPARE(notes.metadata, QByteArray("{\"a\":  1e400}"));
    QCOMPARE(notes.requestTimeout.value(), 5000);
    QCOMPARE(notes.protocolEra, QStringLiteral("auto"));
    QVERIFY(notes.autoRefreshOnListChanged && notes.paginatedLists && notes.suppressNotificationStream);
    QCOMPARE(notes.maxFetchRequests.value(), 0);
    QCOMPARE(notes.roots.size(), 2);
    QCOMPARE(notes.roots[0].name, QStringLiteral("tmp"));
    QVERIFY(!notes.oauth.requestRefreshToken);
    QCOMPARE(notes.elicitCapability, QStringLiteral("form"));
    const ServerProfile &files = *store->find(QStringLiteral("files"));
    QVERIFY(files.isStdio());
    QCOMPARE(files.args, QStringList({ QStringLiteral("-y"), QStringLiteral("@scope/server") }));
    QVERIFY(store->findings().empty());
}

void ProfileStoreTest::readsVisualStudioServers()
{
    const auto store = ProfileStore::fromText(R"({"inputs":[{"id":"k","type":"promptString","description":"Key","password":true}],
        "servers":{"a":{"type":"http","url":"https://h/mcp","headers":{"Authorization":"Bearer ${input:k}"}}}})", {});
    QVERIFY(store);
    QCOMPARE(store->rootMember(), QStringLiteral("servers"));
    QCOMPARE(store->profiles().size(), 1);
    QCOMPARE(store->inputs().size(), 1);
    QVERIFY(store->inputs()[0].password);
}

void ProfileStoreTest::infersTransport_data()
{
    QTest::addColumn<QByteArray>("entry");
    QTest::addColumn<ProfileTransport>("transport");
    QTest::newRow("command") << QByteArray(R"({"command":"x"})") << ProfileTransport::Stdio;
    QTest::newRow("type stdio") << QByteArray(R"({"type":"stdio","command":"x"})") << ProfileTransport::Stdio;
    QTest::newRow("http") << QByteArray(R"({"type":"http","url":"http://h"})") << ProfileTransport::StreamableHttp;
    QTest::newRow("streamable-http") << QByteArray(R"({"type":"streamable-http","url":"http://h"})") << ProfileTransport::StreamableHttp;
    QTest::newRow("streamableHttp") << QByteArray(R"({"type":"streamableHttp","url":"http://h"})") << ProfileTransport::StreamableHttp;
    QTest::newRow("sse") << QByteArray(R"({"type":"sse","url":"http://h"})") << ProfileTransport::Sse;
    QTest::newRow("url alone") << QByteArray(R"({"url":"http://h"})") << ProfileTransport::HttpThenSse;
    QTest::newRow("httpUrl") << QByteArray(R"({"httpUrl":"http://h"})") << ProfileTransport::StreamableHttp;
    QTest::newRow("serverUrl") << QByteArray(R"({"serverUrl":"http://h"})") << ProfileTransport::StreamableHttp;
}

void ProfileStoreTest::infersTransport()
{
    QFETCH(QByteArray, entry);
    QFETCH(ProfileTransport, transport);
    const auto store = ProfileStore::fromText("{\"mcpServers\":{\"a\":" + entry + "}}", {});
    QVERIFY(store);
    QCOMPARE(store->profiles().value(0).transport(), transport);
}

void ProfileStoreTest::openingAndSavingChangeNothing()
{
    QTemporaryDir dir;
    const QString path = dir.filePath(QStringLiteral("mcp.json"));
    writeFile(path, inspectorFile);
    const QDateTime before = QFileInfo(path).lastModified();
    auto store = ProfileStore::open(path);
    QVERIFY(store);
    QCOMPARE(QFileInfo(path).lastModified(), before);
    QVERIFY(store->update(QStringLiteral("notes"), *store->find(QStringLiteral("notes"))));
    QCOMPARE(store->text(), inspectorFile);
    QVERIFY(store->save());
    QCOMPARE(fileBytes(path), inspectorFile);
}

void ProfileStoreTest::anUpdateTouchesOnlyItsMember()
{
    auto store = ProfileStore::fromText(inspectorFile, {});
    QVERIFY(store);
    ServerProfile notes = *store->find(QStringLiteral("notes"));
    notes.requestTimeout = 7;
    notes.oauth.clientId = QStringLiteral("d");
    QVERIFY(store->update(QStringLiteral("notes"), notes));
    QByteArray wanted = inspectorFile;
    wanted.replace("\"requestTimeout\": 5000", "\"requestTimeout\": 7").replace("\"clientId\": \"c\"", "\"clientId\": \"d\"");
    QCOMPARE(store->text(), wanted);
    QCOMPARE(*store->find(QStringLiteral("notes")), notes);
}

void ProfileStoreTest::addRenameRemove()
{
    auto store = ProfileStore::fromText(inspectorFile, {});
    QVERIFY(store);
    ServerProfile added;
    added.name = QStringLiteral("new");
    added.url = QStringLiteral("http://h/mcp");
    added.pin = QStringLiteral("2026-07-28");
    QVERIFY(store->add(added));
    QVERIFY(!store->add(added));
    QCOMPARE(*store->find(QStringLiteral("new")), added);
    ServerProfile renamed = added;
    renamed.name = QStringLiteral("newer");
    QVERIFY(store->update(QStringLiteral("new"), renamed));
    QVERIFY(!store->find(QStringLiteral("new")));
    QCOMPARE(store->profiles().last().name, QStringLiteral("newer"));
    QVERIFY(store->remove(QStringLiteral("newer")));
    QCOMPARE(store->text(), inspectorFile);
}

void ProfileStoreTest::secretsAreNotWritten()
{
    auto store = ProfileStore::fromText("{\"mcpServers\":{}}", {});
    QVERIFY(store);
    ServerProfile profile;
    profile.name = QStringLiteral("a");
    profile.url = QStringLiteral("http://h");
    profile.headers = { { QStringLiteral("X-Token"), QStringLiteral("hunter2") }, { QStringLiteral("X-Ref"), QStringLiteral("${T}") } };
    profile.secretHeaders = { QStringLiteral("x-token"), QStringLiteral("X-Ref") };
    profile.oauth.clientSecret = QStringLiteral("hunter3");
    QMap<QString, QString> kept;
    store->setSecretKeeper([&](const QString &key, const QString &value) {
        kept.insert(key, value);
        return !key.contains(QLatin1String("oauth"));
    });
    QVERIFY(store->add(profile));
    QVERIFY2(!store->text().contains("hunter"), store->text().constData());
    QVERIFY(store->text().contains("${T}"));
    QCOMPARE(kept.value(QStringLiteral("a/header/X-Token")), QStringLiteral("hunter2"));
    QCOMPARE(store->droppedSecrets(), QStringList { QStringLiteral("a/oauth/clientSecret") });
    QCOMPARE(store->profiles().value(0).headers.value(0).second, QStringLiteral("${secret:a/header/X-Token}"));
}

void ProfileStoreTest::bomIsKeptAndTold()
{
    const QByteArray text = "\xEF\xBB\xBF{\"mcpServers\":{\"tv\":{\"command\":\"node\",\"args\":[\"C:\\\\tv\\\\index.js\"]}}}";
    auto store = ProfileStore::fromText(text, {});
    QVERIFY(store);
    QCOMPARE(store->profiles().value(0).name, QStringLiteral("tv"));
    QCOMPARE(store->profiles().value(0).args.value(0), QStringLiteral("C:\\tv\\index.js"));
    QCOMPARE(store->findings().size(), std::size_t(1));
    QCOMPARE(store->findings()[0].rule, std::string("profile.bom"));
    ServerProfile tv = store->profiles()[0];
    tv.cwd = QStringLiteral("C:\\tv");
    QVERIFY(store->update(QStringLiteral("tv"), tv));
    QVERIFY(store->text().startsWith("\xEF\xBB\xBF{"));
}

void ProfileStoreTest::badFiles_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("cause");
    QTest::newRow("cut") << QByteArray("{\"mcpServers\":{") << QStringLiteral("not-json");
    QTest::newRow("array") << QByteArray("[]") << QStringLiteral("not-a-profile");
    QTest::newRow("html") << QByteArray("<html>") << QStringLiteral("not-json");
}

void ProfileStoreTest::badFiles()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, cause);
    const auto store = ProfileStore::fromText(text, QStringLiteral("f"));
    QVERIFY(!store);
    QCOMPARE(store.error().kind, std::string("unreadable-file"));
    QCOMPARE(QString::fromStdString(store.error().cause), cause);
}

void ProfileStoreTest::badMembersAreTold()
{
    const auto store = ProfileStore::fromText(R"({"mcpServers":{"a":{"command":"x","args":"y"},"b":5,"c":{"command":"1"},"c":{"command":"2"}}})", {});
    QVERIFY(store);
    QStringList rules;
    for (const Finding &finding : store->findings())
        rules << QString::fromStdString(finding.rule + ' ' + finding.where);
    QCOMPARE(rules, QStringList({ QStringLiteral("profile.member /mcpServers/a/args"), QStringLiteral("profile.entry /mcpServers/b"),
                        QStringLiteral("profile.duplicate /mcpServers/c") }));
    QCOMPARE(store->find(QStringLiteral("c"))->command, QStringLiteral("2"));
}

void ProfileStoreTest::reportedVariables()
{
    const QByteArray text = R"({"mcpServers":{"a":{"type":"http","url":"https://api.example/${TENANT:-public}/mcp","headers":{"X-Key":"${KEY_SET}","X-Other":"${KEY_UNSET}"}}}})";
    const auto store = ProfileStore::fromText(text, {});
    QVERIFY(store);
    VariableContext context;
    context.environment.insert(QStringLiteral("KEY_SET"), QStringLiteral("k1"));
    const Expansion expansion = expandProfile(store->profiles().value(0), context);
    QCOMPARE(expansion.profile.url, QStringLiteral("https://api.example/public/mcp"));
    QCOMPARE(expansion.profile.headers.value(0).second, QStringLiteral("k1"));
    QCOMPARE(expansion.unset.size(), 1);
    QCOMPARE(expansion.unset[0].name, QStringLiteral("KEY_UNSET"));
    QCOMPARE(store->text(), text);
}

void ProfileStoreTest::savingIsPrivateAndAtomic()
{
    QTemporaryDir dir;
    const QString path = dir.filePath(QStringLiteral("new/mcp.json"));
    auto store = ProfileStore::fromText("{}", path);
    QVERIFY(store);
    QVERIFY(store->save());
    QCOMPARE(QFile::permissions(path) & (QFile::ReadGroup | QFile::ReadOther | QFile::WriteOther), QFile::Permissions());
    QVERIFY(!store->saveAs(QStringLiteral("/proc/none/mcp.json")));
    QCOMPARE(store->path(), path);
    QCOMPARE(QDir(dir.filePath(QStringLiteral("new"))).entryList(QDir::Files), QStringList { QStringLiteral("mcp.json") });
}

QTEST_GUILESS_MAIN(ProfileStoreTest)
#include "tst_profilestore.moc"
