// Parts of the window that need no server: words of lists, targets, consent, waits, places, masks.
#include "ui/commandconsent.h"
#include "ui/dialogs/secrettablemodel.h"
#include "ui/pages/commandreview.h"
#include "ui/pages/connectprogress.h"
#include "ui/pages/liststate.h"
#include "ui/placetext.h"
#include "ui/targettext.h"

#include <QTemporaryDir>
#include <QTest>

using namespace assayer;
using State = InspectionClient::State;

class TestWindowParts : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void listStates_data();
    void listStates();
    void salvagedListNamesCountAndFirstFault();
    void targets_data();
    void targets();
    void controlCharactersLeaveTheTarget();
    void peopleSeeNoSecretOfATarget();
    void consentAsksAgainAfterAnyChange();
    void shellsAndDownloadersAreNamed();
    void waitSaysUntilWhen();
    void places_data();
    void places();
    void valuesAreMasked();
};

void TestWindowParts::listStates_data()
{
    QTest::addColumn<int>("state");
    QTest::addColumn<bool>("advertised");
    QTest::addColumn<bool>("listing");
    QTest::addColumn<bool>("listed");
    QTest::addColumn<QString>("words");
    QTest::addColumn<bool>("inPlace");
    QTest::newRow("not connected") << int(State::Idle) << false << false << false << QStringLiteral("Not connected. Tools appear here") << true;
    QTest::newRow("not advertised") << int(State::Ready) << false << false << false << QStringLiteral("does not advertise tools") << true;
    QTest::newRow("busy, none before") << int(State::Ready) << true << true << false << QStringLiteral("Listing tools") << true;
    QTest::newRow("busy, old list stays") << int(State::Ready) << true << true << true << QStringLiteral("Listing tools") << false;
    QTest::newRow("empty") << int(State::Ready) << true << false << true << QStringLiteral("The server offers no tools") << true;
    QTest::newRow("ended") << int(State::Closed) << true << false << true << QStringLiteral("What you see is the last that arrived") << false;
}

void TestWindowParts::listStates()
{
    QFETCH(int, state);
    QFETCH(bool, advertised);
    QFETCH(bool, listing);
    QFETCH(bool, listed);
    QFETCH(QString, words);
    QFETCH(bool, inPlace);
    auto list = std::make_shared<ListSnapshot>();
    list->everListed = listed;
    ListFacts facts;
    facts.kind = ListKind::Tools;
    facts.state = static_cast<State>(state);
    facts.advertised = advertised;
    facts.listing = listing;
    facts.snapshot = list;
    const ListWords result = listWords(facts);
    QVERIFY2(result.words.contains(words), qPrintable(result.words));
    QCOMPARE(result.inPlaceOfList, inPlace);
}

void TestWindowParts::salvagedListNamesCountAndFirstFault()
{
    auto list = std::make_shared<ListSnapshot>();
    list->everListed = true;
    list->items.resize(14);
    MalformedEntry entry;
    entry.label = "echo";
    entry.index = 2;
    Fault fault;
    fault.path = { json::Step(std::string("annotations")) };
    fault.expected = "object";
    fault.received = "array";
    entry.faults = { fault };
    list->malformed = { entry, entry, entry };
    ListFacts facts;
    facts.kind = ListKind::Tools;
    facts.state = State::Ready;
    facts.advertised = true;
    facts.snapshot = list;
    facts.total = 14;
    facts.shownRows = 14;
    const ListWords words = listWords(facts);
    QCOMPARE(words.tone, Tone::Warning);
    QVERIFY2(words.words.startsWith(QLatin1String("3 of 17 tools dropped")), qPrintable(words.words));
    QVERIFY(words.words.contains(QLatin1String("\"echo\" (index 2), annotations: expected object, received array")));
    QCOMPARE(words.buttons.first().second, QStringLiteral("Show 3"));
}

void TestWindowParts::targets_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<bool>("ok");
    QTest::addColumn<int>("kind");
    QTest::addColumn<QString>("first");
    QTest::newRow("address") << QStringLiteral(" http://localhost:3000/mcp\n") << true << int(TransportKind::StreamableHttp) << QStringLiteral("http://localhost:3000/mcp");
    QTest::newRow("host and port") << QStringLiteral("localhost:3000/mcp") << true << int(TransportKind::StreamableHttp) << QStringLiteral("http://localhost:3000/mcp");
    QTest::newRow("command") << QStringLiteral("npx -y \"@scope/a b\"") << true << int(TransportKind::Stdio) << QStringLiteral("npx");
    QTest::newRow("other scheme") << QStringLiteral("ftp://host/x") << false << 0 << QString();
    QTest::newRow("no host") << QStringLiteral("http:///x") << false << 0 << QString();
    QTest::newRow("nothing") << QStringLiteral("  ") << false << 0 << QString();
}

void TestWindowParts::targets()
{
    QFETCH(QString, text);
    QFETCH(bool, ok);
    QFETCH(int, kind);
    QFETCH(QString, first);
    Target target;
    const Result<void> read = readTarget(text, target);
    QCOMPARE(read.has_value(), ok);
    if (!ok) {
        QCOMPARE(read.error().kind, std::string("usage"));
        return;
    }
    QCOMPARE(int(target.kind), kind);
    QCOMPARE(target.kind == TransportKind::Stdio ? target.command : target.url.toString(), first);
}

void TestWindowParts::controlCharactersLeaveTheTarget()
{
    int removed = 0;
    QCOMPARE(cleanTargetText(QStringLiteral("http://a\u202e/\x1b"), &removed), QStringLiteral("http://a/"));
    QCOMPARE(removed, 2);
}

void TestWindowParts::peopleSeeNoSecretOfATarget()
{
    Target target;
    QVERIFY(readTarget(QStringLiteral("https://me:pass@host/mcp?token=abc"), target));
    const QString text = targetForPeople(target);
    QVERIFY(!text.contains(QLatin1String("pass")) && !text.contains(QLatin1String("abc")));
    QVERIFY(text.startsWith(QLatin1String("https://host/mcp")));
}

void TestWindowParts::consentAsksAgainAfterAnyChange()
{
    const QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("confirmed.json"));
    Target target;
    target.kind = TransportKind::Stdio;
    target.command = QStringLiteral("sh");
    target.arguments = { QStringLiteral("-c"), QStringLiteral("x y") };
    CommandConsent consent(file);
    QVERIFY(!consent.isConfirmed(target));
    consent.confirm(target);
    QVERIFY(CommandConsent(file).isConfirmed(target));
    Target split = target;
    split.arguments = { QStringLiteral("-c"), QStringLiteral("x"), QStringLiteral("y") };
    QVERIFY(!consent.isConfirmed(split));
    Target elsewhere = target;
    elsewhere.directory = folder.path();
    QVERIFY(!consent.isConfirmed(elsewhere));
    Target variable = target;
    variable.environment.insert(QStringLiteral("LD_PRELOAD"), QStringLiteral("x"));
    QVERIFY(!consent.isConfirmed(variable));
}

void TestWindowParts::shellsAndDownloadersAreNamed()
{
    Target target;
    target.command = QStringLiteral("/bin/sh");
    QVERIFY(commandWarning(target).contains(QLatin1String("shell")));
    target.command = QStringLiteral("npx");
    QVERIFY(commandWarning(target).contains(QLatin1String("download")));
    target.command = QStringLiteral("my-server");
    QVERIFY(commandWarning(target).isEmpty());
}

void TestWindowParts::waitSaysUntilWhen()
{
    NegotiationReport report;
    NegotiationStep step;
    step.step = "probe";
    step.startedWallNs = 1'000'000'000;
    report.steps = { step };
    SessionOptions options;
    options.probeTimeoutMs = 10'000;
    ConnectWait wait = connectWait(report, options, 0);
    QCOMPARE(wait.limitMs, 10'000);
    QVERIFY(wait.explain.contains(QLatin1String("silence over HTTP is no sign of an old server")));
    options.target.kind = TransportKind::Stdio;
    wait = connectWait(report, options, 0);
    QVERIFY(wait.explain.contains(QLatin1String("counts as legacy")));
    report.steps[0].outcome = "result";
    QCOMPARE(connectWait(report, options, 0).limitMs, 0);
}

void TestWindowParts::places_data()
{
    QTest::addColumn<QString>("where");
    QTest::addColumn<quint64>("frame");
    QTest::addColumn<QString>("pointer");
    QTest::addColumn<int>("page");
    QTest::addColumn<int>("entry");
    QTest::newRow("record") << QStringLiteral("frame:412") << quint64(412) << QString() << -1 << -1;
    QTest::newRow("place in a record") << QStringLiteral("frame:412/result/x") << quint64(412) << QStringLiteral("/result/x") << -1 << -1;
    QTest::newRow("tool") << QStringLiteral("/lists/tools/items/3/name") << quint64(0) << QString() << int(PageId::Tools) << 3;
    QTest::newRow("malformed") << QStringLiteral("/lists/prompts/malformed/0") << quint64(0) << QString() << int(PageId::Malformed) << 0;
    QTest::newRow("negotiation") << QStringLiteral("/negotiation/steps/0") << quint64(0) << QString() << int(PageId::Server) << -1;
}

void TestWindowParts::places()
{
    QFETCH(QString, where);
    QFETCH(quint64, frame);
    QFETCH(QString, pointer);
    QFETCH(int, page);
    QFETCH(int, entry);
    const Place place = readPlace(where);
    QCOMPARE(place.frame, frame);
    QCOMPARE(place.pointer, pointer);
    QCOMPARE(place.page ? int(*place.page) : -1, page);
    QCOMPARE(place.entry, entry);
}

void TestWindowParts::valuesAreMasked()
{
    SecretTableModel model;
    model.setValues({ { QStringLiteral("Authorization"), QStringLiteral("Bearer abcdefgh1234") }, { QStringLiteral("X"), QStringLiteral("${TOKEN}") } });
    QCOMPARE(model.index(0, 1).data().toString(), QStringLiteral("****1234"));
    QCOMPARE(model.index(1, 1).data().toString(), QStringLiteral("${TOKEN}"));
    for (const int role : { int(Qt::ToolTipRole), int(Qt::AccessibleTextRole), int(Qt::AccessibleDescriptionRole) })
        QVERIFY(!model.index(0, 1).data(role).toString().contains(QLatin1String("abcdefgh")));
    model.setRevealed(true);
    QCOMPARE(model.index(0, 1).data().toString(), QStringLiteral("Bearer abcdefgh1234"));
}

QTEST_GUILESS_MAIN(TestWindowParts)
#include "tst_windowparts.moc"
