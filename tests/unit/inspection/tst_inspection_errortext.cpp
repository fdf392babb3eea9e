#include "inspection/errortext.h"

#include <QtTest>

using namespace assayer;

Q_DECLARE_METATYPE(assayer::ErrorContext::Phase)

class ErrorTextTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void texts_data();
    void texts();
    void everyKindHasItsOwnWords_data();
    void everyKindHasItsOwnWords();
    void textOfServersIsEscapedAndCut();
    void findings();
    void legacyThenFailedInitialize();
    void processThatEnded();
    void probeThatFailedInTls_data();
    void probeThatFailedInTls();
};

namespace {

Error error(const char *kind, const char *cause, const char *message)
{
    return { kind, message, cause };
}

ErrorContext http(ErrorContext::Phase phase = ErrorContext::Connecting)
{
    ErrorContext context;
    context.phase = phase;
    Target target;
    target.url = QUrl(QStringLiteral("http://localhost:3000/mcp"));
    context.target = target;
    return context;
}

} // namespace

void ErrorTextTest::texts_data()
{
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QString>("cause");
    QTest::addColumn<ErrorContext::Phase>("phase");
    QTest::addColumn<QString>("title");
    const auto row = [](const char *kind, const char *cause, const char *title, ErrorContext::Phase phase = ErrorContext::Connecting) {
        QTest::newRow(title) << QString::fromLatin1(kind) << QString::fromLatin1(cause) << phase << QString::fromLatin1(title);
    };
    row("era-negotiation-failed", "pin-not-offered", "The server does not offer the pinned revision");
    row("modern-refused", "-32020", "The server is modern and refused the request's headers");
    row("unsupported-protocol-version", "", "The server and Assayer share no revision");
    row("initialize-version-unsupported", "", "The server speaks a revision that Assayer does not know");
    row("timeout", "", "No answer to the probe within 10 s");
    row("network", "refused", "Nothing listens on localhost:3000");
    row("network", "cut", "The connection was cut in the middle of the answer");
    row("connection-closed", "", "The connection broke before the server answered the call", ErrorContext::Acting);
    row("spawn-failed", "", "The command was not found or could not be started");
    row("connection-closed", "", "The server's process ended while starting");
    row("network", "tls", "The certificate is not trusted");
    row("auth-required", "auth-401", "The server wants authorization");
    row("insufficient-scope", "auth-scope", "The token lacks a scope");
    row("proxy-authentication-required", "", "The proxy wants a password");
    row("invalid-result", "", "The server's list cannot be used", ErrorContext::Listing);
    row("pagination-exceeded", "", "The server's pages do not end", ErrorContext::Listing);
    row("output-mismatch", "invalid", "The tool's output breaks its own schema", ErrorContext::Acting);
    row("message-too-large", "", "The message is larger than the limit", ErrorContext::Acting);
    row("unset-variable", "X", "A variable of this profile is not set");
    row("unreadable-file", "not-json", "This file is not a profile file");
}

void ErrorTextTest::texts()
{
    QFETCH(QString, kind);
    QFETCH(QString, cause);
    QFETCH(ErrorContext::Phase, phase);
    QFETCH(QString, title);
    Error given(kind.toStdString(), "the fact", cause.toStdString());
    given.data.timeoutMs = 10'000;
    const ErrorText text = errorText(given, http(phase));
    QCOMPARE(text.title, title);
    QVERIFY(!text.next.isEmpty());
    QVERIFY(text.tag.startsWith(kind));
    QVERIFY(plainText(text).endsWith(QStringLiteral("[%1]").arg(text.tag)));
}

void ErrorTextTest::everyKindHasItsOwnWords_data()
{
    QTest::addColumn<QString>("kind");
    for (const char *kind : { "era-negotiation-failed", "modern-refused", "unsupported-protocol-version", "initialize-version-unsupported", "timeout", "cancelled", "auth-required",
             "unauthorized", "forbidden", "insufficient-scope", "proxy-authentication-required", "http-error", "rpc-error", "network", "connection-closed", "spawn-failed",
             "message-too-large", "invalid-result", "unsupported-result-type", "invalid-message", "pagination-exceeded", "rounds-exceeded", "schema-does-not-compile",
             "output-mismatch", "unreadable-file", "unset-variable", "usage" })
        QTest::newRow(kind) << QString::fromLatin1(kind);
}

void ErrorTextTest::everyKindHasItsOwnWords()
{
    QFETCH(QString, kind);
    for (const auto phase : { ErrorContext::Connecting, ErrorContext::Listing, ErrorContext::Acting, ErrorContext::Reading }) {
        const ErrorText text = errorText(Error(kind.toStdString(), std::string(900, 'x')), http(phase));
        QVERIFY(text.title != QStringLiteral("Something went wrong"));
        QVERIFY2(text.title.size() <= 70, qPrintable(text.title));
        QVERIFY(text.seen.size() <= 200);
        for (const QString &line : { text.title, text.seen, text.next }) {
            QVERIFY2(!line.contains(u'!') && !line.contains(QStringLiteral("please"), Qt::CaseInsensitive), qPrintable(line));
        }
        for (const ErrorAction action : text.actions)
            QVERIFY(!actionLabel(action).isEmpty());
    }
}

void ErrorTextTest::textOfServersIsEscapedAndCut()
{
    Error given = error("http-error", "", "x");
    given.data.status = 500;
    given.data.statusText = "Inter\x1bnal";
    given.data.text = std::string("bad\xE2\x80\xAE") + std::string(500, 'y') + "\nsecond line";
    const ErrorText text = errorText(given, http(ErrorContext::Acting));
    QVERIFY2(text.seen.contains(QStringLiteral("\\u202E")) && text.seen.contains(QStringLiteral("500")), qPrintable(text.seen));
    QVERIFY(!text.seen.contains(QChar(0x1b)) && !text.seen.contains(QStringLiteral("second line")));
    QVERIFY(text.seen.size() <= 200);
}

void ErrorTextTest::findings()
{
    Finding noise;
    noise.rule = "stdio.noise";
    noise.message = "6 lines, first: \"Listening on port 3000\"";
    QCOMPARE(findingText(noise)->title, QStringLiteral("The server writes text that is not MCP to its stdout"));
    noise.rule = "tool.annotations";
    QVERIFY(!findingText(noise));
}

void ErrorTextTest::legacyThenFailedInitialize()
{
    NegotiationReport report;
    NegotiationStep probe;
    probe.step = "probe";
    probe.httpStatus = 503;
    probe.evidence = "<html>down";
    NegotiationStep initialize = probe;
    initialize.step = "initialize";
    report.steps = { probe, initialize };
    ErrorContext context = http();
    context.negotiation = &report;
    const ErrorText text = errorText(error("http-error", "", "x"), context);
    QCOMPARE(text.title, QStringLiteral("Judged legacy, but initialize failed too"));
    QCOMPARE(text.seen, QStringLiteral("Probe: 503, \"<html>down\". initialize: 503, \"<html>down\"."));
}

void ErrorTextTest::processThatEnded()
{
    SessionEnd end;
    end.exitCode = 1;
    end.stderrTail = "starting\nmissing NOTES_TOKEN\n";
    ErrorContext context = http();
    context.end = &end;
    const ErrorText text = errorText(error("connection-closed", "", "x"), context);
    QCOMPARE(text.seen, QStringLiteral("Exit code 1; last line of stderr: \"missing NOTES_TOKEN\"."));
}

void ErrorTextTest::probeThatFailedInTls_data()
{
    QTest::addColumn<QString>("fact");
    QTest::addColumn<QString>("title");
    QTest::newRow("unknown authority") << QStringLiteral("The TLS connection to localhost:1 failed: The certificate is self-signed, and untrusted") << QStringLiteral("The certificate is not trusted");
    QTest::newRow("other name") << QStringLiteral("The TLS connection to localhost:1 failed: The host name did not match any of the valid hosts for this certificate")
                                << QStringLiteral("The certificate is for another name");
}

void ErrorTextTest::probeThatFailedInTls()
{
    QFETCH(QString, fact);
    QFETCH(QString, title);
    const std::string message = "The probe did not reach an answer: " + fact.toStdString();
    const ErrorText text = errorText(error("era-negotiation-failed", "network", message.c_str()), http());
    QCOMPARE(text.title, title);
    QVERIFY2(text.next.contains(QStringLiteral("certificate")), qPrintable(text.next));
    QCOMPARE(text.tag, QStringLiteral("era-negotiation-failed network"));
}

QTEST_GUILESS_MAIN(ErrorTextTest)
#include "tst_inspection_errortext.moc"
