#include "inspection/profileoptions.h"

#include <QtTest>

using namespace assayer;

class ProfileOptionsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void httpProfile();
    void stdioProfile();
    void inspectorWords();
    void refuses_data();
    void refuses();
};

void ProfileOptionsTest::httpProfile()
{
    ServerProfile profile;
    profile.name = QStringLiteral("notes");
    profile.url = QStringLiteral("https://h/mcp");
    profile.headers = { { QStringLiteral("X-Key"), QStringLiteral("k") } };
    profile.pin = QStringLiteral("2026-07-28");
    profile.proxy = QStringLiteral("none");
    profile.tls.trustedFingerprints = QStringList { QStringLiteral("ab") };
    const auto options = optionsFromProfile(profile);
    QVERIFY(options);
    QVERIFY(options->session.sseFallback);
    QCOMPARE(options->session.mode, EraMode::Pin);
    QCOMPARE(options->session.target.headers.value(0).first, QByteArray("X-Key"));
    QCOMPARE(options->session.target.tls.trustedFingerprints.size(), 1);
    QCOMPARE(options->secretHeaders, QStringList { QStringLiteral("X-Key") });
    QCOMPARE(options->secretValues, QStringList { QStringLiteral("k") });
    profile.type = QStringLiteral("http");
    QVERIFY(!optionsFromProfile(profile)->session.sseFallback);
}

void ProfileOptionsTest::stdioProfile()
{
    ServerProfile profile;
    profile.command = QStringLiteral("node");
    profile.args = QStringList { QStringLiteral("x") };
    profile.env = { { QStringLiteral("A"), QStringLiteral("1") }, { QStringLiteral("A"), QStringLiteral("2") } };
    profile.cwd = QStringLiteral("/tmp");
    const auto options = optionsFromProfile(profile);
    QVERIFY(options);
    QCOMPARE(options->session.target.kind, TransportKind::Stdio);
    QCOMPARE(options->session.target.environment.value(QStringLiteral("A")), QStringLiteral("2"));
    QCOMPARE(options->session.target.directory, QStringLiteral("/tmp"));
}

void ProfileOptionsTest::inspectorWords()
{
    ServerProfile profile;
    profile.url = QStringLiteral("http://h");
    profile.protocolEra = QStringLiteral("legacy");
    profile.requestTimeout = 0;
    profile.connectionTimeout = 5;
    profile.modernLogLevel = QStringLiteral("off");
    profile.metadata = R"([{"key":"a","value":"b"}])";
    profile.advertisedExtensions = R"({"x/y":true,"x/z":false})";
    profile.elicitCapability = QStringLiteral("form");
    profile.roots = { { QStringLiteral("file:///r"), {} } };
    profile.autoRefreshOnListChanged = true;
    const auto options = optionsFromProfile(profile);
    QVERIFY(options);
    QCOMPARE(options->session.mode, EraMode::Legacy);
    QCOMPARE(options->session.requestTimeoutMs, 60'000);
    QCOMPARE(options->session.connectTimeoutMs, 5);
    QVERIFY(options->session.modernLogLevel.isEmpty());
    QCOMPARE(options->requestMeta, QByteArray(R"({"a":"b"})"));
    QCOMPARE(options->answers.extraCapabilities, QByteArray(R"({"extensions":{"x/y":{}}})"));
    QVERIFY(!options->answers.elicitationUrl);
    QCOMPARE(options->answers.roots.size(), 1);
    QVERIFY(options->refreshOnListChanged);
}

void ProfileOptionsTest::refuses_data()
{
    QTest::addColumn<QString>("member");
    QTest::newRow("nothing") << QString();
    QTest::newRow("era") << QStringLiteral("era");
    QTest::newRow("url") << QStringLiteral("url");
    QTest::newRow("policy") << QStringLiteral("policy");
}

void ProfileOptionsTest::refuses()
{
    QFETCH(QString, member);
    ServerProfile profile;
    profile.name = QStringLiteral("notes");
    if (!member.isEmpty())
        profile.url = member == QLatin1String("url") ? QStringLiteral("localhost:3000") : QStringLiteral("http://h");
    if (member == QLatin1String("era"))
        profile.protocolEra = QStringLiteral("newest");
    if (member == QLatin1String("policy"))
        profile.policy = QStringLiteral("strict");
    const auto options = optionsFromProfile(profile);
    QVERIFY(!options);
    QCOMPARE(options.error().kind, std::string("usage"));
    QVERIFY(options.error().message.find("notes") != std::string::npos);
}

QTEST_GUILESS_MAIN(ProfileOptionsTest)
#include "tst_inspection_profileoptions.moc"
