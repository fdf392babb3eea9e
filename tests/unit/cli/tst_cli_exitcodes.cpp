#include "cli/exitcodes.h"

#include <QtTest>

using namespace assayer;

class ExitCodesTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void connections_data();
    void connections();
    void requests_data();
    void requests();
    void actions();
    void theMostSpecificWins();
};

void ExitCodesTest::connections_data()
{
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QString>("cause");
    QTest::addColumn<int>("code");
    const auto row = [](const char *kind, const char *cause, int code) {
        QTest::newRow(qPrintable(QStringLiteral("%1 %2").arg(QLatin1String(kind), QLatin1String(cause)))) << QString::fromLatin1(kind) << QString::fromLatin1(cause) << code;
    };
    row("era-negotiation-failed", "pin-not-offered", 6);
    row("era-negotiation-failed", "no-legacy-version", 6);
    row("era-negotiation-failed", "network", 4);
    row("era-negotiation-failed", "closed", 4);
    row("modern-refused", "-32020", 6);
    row("unsupported-protocol-version", "", 6);
    row("initialize-version-unsupported", "", 6);
    row("auth-required", "auth-401", 3);
    row("forbidden", "auth-403", 3);
    row("proxy-authentication-required", "", 3);
    row("timeout", "", 7);
    row("network", "refused", 4);
    row("connection-closed", "", 4);
    row("spawn-failed", "", 4);
    row("rpc-error", "", 6);
    row("usage", "", 2);
    row("unset-variable", "X", 2);
}

void ExitCodesTest::connections()
{
    QFETCH(QString, kind);
    QFETCH(QString, cause);
    QFETCH(int, code);
    QCOMPARE(connectionExitCode(Error(kind.toStdString(), "", cause.toStdString())), code);
}

void ExitCodesTest::requests_data()
{
    QTest::addColumn<QString>("kind");
    QTest::addColumn<int>("code");
    QTest::newRow("rpc") << QStringLiteral("rpc-error") << 8;
    QTest::newRow("timeout") << QStringLiteral("timeout") << 7;
    QTest::newRow("closed") << QStringLiteral("connection-closed") << 4;
    QTest::newRow("http") << QStringLiteral("http-error") << 4;
    QTest::newRow("auth") << QStringLiteral("insufficient-scope") << 3;
    QTest::newRow("refused list") << QStringLiteral("invalid-result") << 1;
    QTest::newRow("pages") << QStringLiteral("pagination-exceeded") << 1;
}

void ExitCodesTest::requests()
{
    QFETCH(QString, kind);
    QFETCH(int, code);
    QCOMPARE(requestExitCode(Error(kind.toStdString(), "")), code);
}

void ExitCodesTest::actions()
{
    ActionResult result;
    QCOMPARE(actionExitCode(result), 0);
    result.output.state = OutputVerdict::Missing;
    QCOMPARE(actionExitCode(result), 1);
    result.isError = true;
    result.output.advisory = true;
    QCOMPARE(actionExitCode(result), 5);
    result.result.error = Error("rpc-error", "");
    QCOMPARE(actionExitCode(result), 8);
}

void ExitCodesTest::theMostSpecificWins()
{
    QCOMPARE(worseExitCode(0, 1), 1);
    QCOMPARE(worseExitCode(1, 5), 5);
    QCOMPARE(worseExitCode(8, 1), 8);
    QCOMPARE(worseExitCode(4, 8), 4);
    QCOMPARE(worseExitCode(3, 4), 3);
}

QTEST_GUILESS_MAIN(ExitCodesTest)
#include "tst_cli_exitcodes.moc"
