// Secrets planted everywhere never leave; names, schemas and ids stay.
#include "tracebuilder.h"

#include "trace/exporter.h"
#include "trace/findingformat.h"
#include "trace/redactor.h"
#include "trace/requestcopy.h"
#include "trace/secretwatch.h"
#include "trace/tracejudge.h"
#include "trace/tracereader.h"
#include "trace/tracewriter.h"

#include <QTest>

#include <atomic>
#include <thread>

#include <zlib.h>

using namespace assayer;

namespace {

QByteArray exported(const TraceAnalyzer &facts, ExportFormat format, const SecretSources &sources = {}, ExportSummary *summary = nullptr)
{
    QByteArray out;
    ExportOptions options;
    options.format = format;
    options.secrets = sources;
    const auto result = exportTrace(facts, std::nullopt, options, [&](const QByteArray &piece) { out += piece; return true; });
    if (summary && result)
        *summary = *result;
    return result ? out : QByteArray();
}

/// The spellings a secret could hide in.
QList<QByteArray> spellings(const QByteArray &secret)
{
    QList<QByteArray> all { secret, secret.toPercentEncoding(), secret.toPercentEncoding().toLower(), secret.toHex() };
    for (int before = 0; before < 3; ++before) {
        const QByteArray base64 = (QByteArray(before, 'x') + secret).toBase64(QByteArray::OmitTrailingEquals);
        all << base64.mid(before == 0 ? 0 : before + 1, (before + secret.size()) * 8 / 6 - (before == 0 ? 0 : before + 1));
    }
    return all;
}

QByteArray gzipped(const QByteArray &plain)
{
    z_stream stream {};
    deflateInit2(&stream, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
    QByteArray out(plain.size() + 100, '\0');
    stream.next_in = reinterpret_cast<Bytef *>(const_cast<char *>(plain.constData()));
    stream.avail_in = uInt(plain.size());
    stream.next_out = reinterpret_cast<Bytef *>(out.data());
    stream.avail_out = uInt(out.size());
    deflate(&stream, Z_FINISH);
    out.truncate(out.size() - qsizetype(stream.avail_out));
    deflateEnd(&stream);
    return out;
}

QByteArray secret(int number)
{
    return "S3cr/t+" + QByteArray::number(number) + "=zq" + QByteArray::number(number * 7919);
}

/// Every place of the contract, one secret each.
struct Planted {
    TraceBuilder trace;
    QList<QByteArray> secrets;
    QByteArray header;
    SecretSources sources;

    QByteArray plant()
    {
        secrets.append(secret(int(secrets.size())));
        return secrets.back();
    }
    QByteArray percent() { return plant().toPercentEncoding(); }
    QByteArray json() { return QByteArray::fromStdString("\"" + plant().replace('/', "\\/").toStdString() + "\""); }
};

void plantHeads(Planted &p)
{
    QByteArray out = "POST /mcp?access_token=" + p.percent() + "&cursor=keepcursor HTTP/1.1\r\nHost: u:" + "x@localhost\r\n";
    out += "Authorization: Bearer " + p.plant() + "\r\nproxy-authorization: Basic " + ("user:" + p.plant()).toBase64() + "\r\n";
    out += "Cookie: a=" + p.plant() + "; b=" + p.plant() + "\r\nMCP-Session-Id: " + p.plant() + "\r\nX-API-Key: " + p.plant() + "\r\n";
    out += "DPoP: " + p.plant() + "\r\nX-Mine: " + p.plant() + "\r\nReferer: http://localhost/?api-key=" + p.percent() + "\r\nMcp-Method: tools/call\r\n\r\n";
    p.sources.headerNames << "X-Mine";
    p.trace.head(Direction::Out, 1, out);
    p.trace.body(Direction::Out, 1, R"({"jsonrpc":"2.0","id":77,"method":"tools/call","params":{"name":"login","arguments":{"password":)" + p.json()
        + R"(,"Client_Secret":)" + p.json() + R"(,"pass":"keeppass"},"_meta":{"progressToken":"keeptoken","com.example/api_key":)" + p.json()
        + R"(,"auth.token":)" + p.json() + R"(},"requestState":)" + p.json() + "}}");
    p.trace.head(Direction::In, 1, "HTTP/1.1 302 Found\r\nSet-Cookie: s=" + p.plant() + "; Path=/\r\nLocation: http://localhost/cb?code=" + p.percent()
        + "&iss=x\r\nContent-Type: application/json\r\n\r\n");
}

void plantBodies(Planted &p)
{
    p.trace.head(Direction::Out, 2, "POST /token HTTP/1.1\r\nHost: a\r\nContent-Type: application/x-www-form-urlencoded\r\n\r\n");
    p.trace.body(Direction::Out, 2, "grant_type=authorization_code&code=" + p.percent() + "&code_verifier=" + p.percent() + "&client_id=keepclient&refresh_token=" + p.percent());
    p.trace.head(Direction::In, 2, "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n");
    const QByteArray oauth = R"({"access_token":)" + p.json() + R"(,"id_token":)" + p.json() + R"(,"token_type":"Bearer","expires_in":3600})";
    p.trace.body(Direction::In, 2, oauth.left(22)); // the border cuts a secret
    p.trace.body(Direction::In, 2, oauth.mid(22));
    p.trace.head(Direction::In, 3, "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Encoding: gzip\r\n\r\n");
    const QByteArray packed = gzipped(R"({"jsonrpc":"2.0","id":5,"result":{"privateKey":)" + p.json() + "}}");
    p.trace.body(Direction::In, 3, packed.left(30));
    p.trace.body(Direction::In, 3, packed.mid(30));
    p.trace.head(Direction::In, 4, "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n");
    p.trace.event(4, R"(data: {"jsonrpc":"2.0","id":6,"result":{"action":"accept","content":{"passwd":)" + p.json() + "}}}\n\n");
    const QByteArray inner = R"({\"registration_access_token\":\")" + p.plant() + R"(\"})";
    p.trace.event(4, R"(data: {"jsonrpc":"2.0","id":7,"result":{"content":[{"type":"text","text":"see )" + inner + R"("}]}})" "\n\n");
    p.trace.in(R"({"jsonrpc":"2.0","id":9,"result":{"url":"https://user:)" + p.percent() + R"(@host/x?token=)" + p.percent() + R"("}})");
}

void plantOthers(Planted &p)
{
    p.trace.stderrPiece("start --api-key=" + p.plant() + " --token " + p.plant() + "\n");
    const QByteArray env = p.plant();
    p.sources.values << env;
    p.trace.stderrPiece("MINE is " + env.left(5));
    p.trace.stderrPiece(env.mid(5) + " and in base64 " + ("..." + env).toBase64() + '\n');
    p.header = R"({"format":"mcptrace","version":1,"program":"t","started":"2026-11-30T00:00:00Z","target":{"transport":"stdio","command":["node","s.js","--secret",")"
        + p.plant() + R"(","--password=)" + p.plant() + R"("],"env":{"ANY":")" + p.plant() + R"("},"url":"http://me:)" + p.percent() + R"(@h/"}})";
}

/// All secrets again, where nothing says that they are some.
void echoEverything(Planted &p)
{
    QByteArray raw = "echo";
    for (const QByteArray &one : p.secrets)
        raw += ' ' + one + ' ' + one.toPercentEncoding() + ' ' + ("pad" + one).toBase64() + ' ' + ("pa" + one + "ding").toBase64();
    p.trace.stderrPiece(raw + '\n');
    p.trace.in(R"({"jsonrpc":"2.0","id":12,"result":{"content":[{"type":"text","text":")" + QByteArray(raw).replace('/', "\\u002f") + R"("}]}})");
    p.trace.in("noise " + raw);
    for (const QByteArray &one : p.secrets) {
        p.trace.head(Direction::In, 50, "HTTP/1.1 200 OK\r\nX-Echo: " + one + "\r\nContent-Type: text/plain\r\n\r\n");
        p.trace.body(Direction::In, 50, "a" + one.left(6));
        p.trace.body(Direction::In, 50, one.mid(6) + "b");
    }
}

std::unique_ptr<Planted> planted()
{
    auto p = std::make_unique<Planted>();
    plantHeads(*p);
    plantBodies(*p);
    plantOthers(*p);
    echoEverything(*p);
    return p;
}

} // namespace

class tst_Redactor : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void plantedSecretsNeverLeave_data();
    void plantedSecretsNeverLeave();
    void formatsSayWhatTheRedactedTraceSays_data();
    void formatsSayWhatTheRedactedTraceSays();
    void tracesMayGrowWhileTheyAreExported();
    void plantedSecretsLeaveNoCopyAndNoFinding();
    void whatIsNoSecretStays();
    void placesAreNamed();
    void schemasStay();
    void shortSecretsGoWhereTheyStand();
    void numbersAndObjectsStayJson();
    void objectsStayJsonBesideEscapes();
    void givenValuesThatComeBackAreLearned();
    void keepIsTheSameBytes();
    void namesOfSecrets_data();
    void namesOfSecrets();
};

void tst_Redactor::plantedSecretsNeverLeave_data()
{
    QTest::addColumn<int>("format");
    for (int format = 0; format <= int(ExportFormat::Markdown); ++format)
        QTest::newRow(exportFormatName(ExportFormat(format)).data()) << format;
}

void tst_Redactor::plantedSecretsNeverLeave()
{
    QFETCH(int, format);
    const auto p = planted();
    QVERIFY(p->secrets.size() >= 30);
    const auto log = TraceReader::read(p->trace.file(p->header));
    QVERIFY(log);
    TraceAnalyzer facts(**log);
    facts.update();
    QByteArray out = exported(facts, ExportFormat(format), p->sources);
    QVERIFY(!out.isEmpty());
    QByteArray readable = out; // bytes that are no UTF-8, and packed bodies, are looked at too
    if (format == int(ExportFormat::Jsonl)) {
        const auto again = TraceReader::read(out);
        QVERIFY(again);
        QVERIFY((*again)->damage().empty());
        QCOMPARE((*again)->count(), (*log)->count());
        TraceAnalyzer redone(**again);
        redone.update();
        QByteArray streams;
        for (quint64 row = 0; row < (*again)->count(); ++row) {
            streams += (*again)->bytes(row);
            readable += redone.messageText(row);
        }
        readable += streams;
    }
    readable += QByteArray(readable).replace("\\/", "/").replace("\\u002f", "/");
    for (const QByteArray &one : p->secrets) {
        for (const QByteArray &spelled : spellings(one))
            QVERIFY2(!readable.contains(spelled), QByteArray(one + " as " + spelled).constData());
    }
}

/// What goes to the clipboard as a command or JSON, and what a judgement says, of every record.
void tst_Redactor::formatsSayWhatTheRedactedTraceSays_data()
{
    QTest::addColumn<int>("format");
    QTest::addColumn<bool>("reopened");
    QTest::addColumn<QByteArray>("further"); // a line more in the file
    const QByteArray unknown = R"({"seq":9000,"wall":1796043799000000000,"mono":99000000000,"type":"weather","password":"Un/known=1secret"})" "\n";
    for (int format = 0; format <= int(ExportFormat::Markdown); ++format) {
        const QByteArray name(exportFormatName(ExportFormat(format)).data());
        QTest::newRow((name + ", as recorded").constData()) << format << false << QByteArray();
        QTest::newRow((name + ", opened from a file").constData()) << format << true << QByteArray();
        QTest::newRow((name + ", with a record of a later version").constData()) << format << true << unknown;
    }
}

/// A format that is written from a redacted trace in memory is the same as one that is written from the redacted file.
void tst_Redactor::formatsSayWhatTheRedactedTraceSays()
{
    QFETCH(int, format);
    QFETCH(bool, reopened);
    QFETCH(QByteArray, further);
    const auto p = planted();
    for (int i = 0; i < 700; ++i) // several pieces
        p->trace.post(quint64(1000 + i), R"({"jsonrpc":"2.0","id":)" + QByteArray::number(i) + R"(,"method":"ping"})", R"({"jsonrpc":"2.0","id":)" + QByteArray::number(i) + R"(,"result":{}})");
    const QByteArray file = p->trace.file(p->header) + further;
    const auto read = TraceReader::read(file);
    QVERIFY(read);
    QVERIFY((*read)->damage().empty());
    TraceAnalyzer opened(**read);
    opened.update();
    TraceAnalyzer live(p->trace.log());
    p->trace.log().setHeaderLine(p->header);
    live.update();
    const TraceAnalyzer &facts = reopened ? opened : live;
    const auto clean = TraceReader::read(exported(facts, ExportFormat::Jsonl, p->sources));
    QVERIFY(clean);
    TraceAnalyzer cleanFacts(**clean);
    cleanFacts.update();
    QByteArray expected;
    ExportOptions keep;
    keep.format = ExportFormat(format);
    keep.keepSecrets = true;
    QVERIFY(exportTrace(cleanFacts, std::nullopt, keep, [&](const QByteArray &piece) { expected += piece; return true; }));
    if (format == int(ExportFormat::Markdown))
        expected.replace(".\n\n### 1.", ". Secrets are redacted.\n\n### 1.");
    QCOMPARE(exported(facts, ExportFormat(format), p->sources), expected);
}

void tst_Redactor::tracesMayGrowWhileTheyAreExported()
{
    TraceLog log;
    TraceAnalyzer facts(log);
    std::atomic<bool> over = false;
    std::thread server([&] {
        for (int i = 0; i < 1'500; ++i) {
            const QByteArray id = QByteArray::number(i);
            log.record(Frame::now(FrameType::Line, Direction::Out, Channel::Stdin, R"({"jsonrpc":"2.0","id":)" + id + R"(,"method":"tools/call","params":{"name":"t","arguments":{"password":"hunter2-)" + id + "\"}}}\n"));
            log.record(Frame::now(FrameType::Stderr, Direction::In, Channel::Stderr, "token=hunter2-" + id + '\n'));
            if (i % 8 == 0)
                facts.update();
        }
        facts.update();
        over = true;
    });
    int exports = 0;
    bool failed = false;
    while (!over || exports < 5) {
        const QByteArray out = exported(facts, ExportFormat(exports++ % 5));
        failed = failed || out.isEmpty() || out.contains("hunter2");
    }
    server.join();
    QVERIFY2(!failed, "an export of a growing trace failed, or held a secret");
    QCOMPARE(facts.count(), quint64(3'000));
}

void tst_Redactor::plantedSecretsLeaveNoCopyAndNoFinding()
{
    const auto p = planted();
    p->trace.in(R"({"jsonrpc":"2.0","id":13,"result":{},"error":{"message":")" + p->secrets.join(' ').replace('/', "\\/") + R"("}})");
    const auto log = TraceReader::read(p->trace.file(p->header));
    QVERIFY(log);
    TraceAnalyzer facts(**log);
    facts.update();
    const Redactor redactor(facts, p->sources);
    QByteArray out;
    int commands = 0;
    for (quint64 row = 0; row < facts.count(); ++row) {
        for (const auto &command : { copyAsCurl(facts, row, &redactor), copyAsCli(facts, row, &redactor) }) {
            commands += command ? 1 : 0;
            out += command ? command->text + '\n' : QByteArray();
        }
        out += copyAsJson(facts, row, &redactor) + '\n';
    }
    QVERIFY(commands >= 3);
    const Findings findings = judgeTrace(facts).findings;
    QVERIFY(!findings.empty());
    for (const FindingFormat format : { FindingFormat::Text, FindingFormat::Json, FindingFormat::Sarif, FindingFormat::Junit })
        out += formatFindings({ redactor.redactedFindings(findings), "2025-11-25", "a", {} }, format);
    out += QByteArray(out).replace("\\/", "/").replace("\\u002f", "/");
    for (const QByteArray &one : p->secrets) {
        for (const QByteArray &spelled : spellings(one))
            QVERIFY2(!out.contains(spelled), QByteArray(one + " as " + spelled).constData());
    }
}

void tst_Redactor::whatIsNoSecretStays()
{
    const auto p = planted();
    const QByteArray out = exported(p->trace.facts(), ExportFormat::Jsonl, p->sources);
    for (const char *kept : { "keepcursor", "keeppass", "keeptoken", "keepclient", "Mcp-Method: tools/call", "Authorization: ", "\\\"password\\\":", "token_type", "expires_in", "\\\"id\\\":77" })
        QVERIFY2(out.contains(kept), kept);
}

void tst_Redactor::placesAreNamed()
{
    const auto p = planted();
    const auto log = TraceReader::read(p->trace.file(p->header));
    TraceAnalyzer facts(**log);
    facts.update();
    ExportSummary summary;
    exported(facts, ExportFormat::Jsonl, p->sources, &summary);
    const auto names = [&](quint64 record, const char *where) {
        return std::find(summary.redacted.begin(), summary.redacted.end(), Redaction { record, where }) != summary.redacted.end();
    };
    QVERIFY(names(1, "query access_token"));
    QVERIFY(names(1, "header Authorization"));
    QVERIFY(names(1, "header proxy-authorization"));
    QVERIFY(names(1, "header Cookie"));
    QVERIFY(names(1, "header X-Mine"));
    QVERIFY(names(2, "/params/arguments/password"));
    QVERIFY(names(2, "/params/_meta/com.example~1api_key"));
    QVERIFY(names(2, "/params/requestState"));
    QVERIFY(names(3, "header Set-Cookie"));
    QVERIFY(names(5, "form code"));
    QVERIFY(names(5, "form code_verifier"));
    QVERIFY(names(8, "/access_token"));
    QVERIFY(names(0, "argument 3"));
    QVERIFY(names(0, "argument 4"));
    QVERIFY(names(0, "env ANY"));
    QVERIFY(names(0, "userinfo"));
}

void tst_Redactor::schemasStay()
{
    TraceBuilder trace;
    const QByteArray schema = R"({"type":"object","properties":{"token":{"type":"string","default":"none"},"password":{"type":"string"}},"required":["token"]})";
    trace.in(R"({"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"t","inputSchema":)" + schema + R"(,"outputSchema":)" + schema + "}]}}");
    trace.in(R"({"jsonrpc":"2.0","id":2,"method":"elicitation/create","params":{"message":"?","requestedSchema":)" + schema + "}}");
    trace.out(R"({"jsonrpc":"2.0","id":3,"method":"tools/list","params":{"cursor":"c-token-12345","_meta":{"progressToken":"token-1"}}})");
    const QByteArray before = trace.file();
    QByteArray out = exported(trace.facts(), ExportFormat::Jsonl);
    QCOMPARE(out.mid(out.indexOf('\n')), before.mid(before.indexOf('\n')));
    TraceBuilder http;
    http.post(1, R"({"jsonrpc":"2.0","id":1,"method":"tools/list"})", R"({"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"t","inputSchema":)" + schema + "}]}}");
    out = exported(http.facts(), ExportFormat::Har);
    QVERIFY(out.contains(QByteArray(schema).replace('"', "\\\"")));
}

void tst_Redactor::shortSecretsGoWhereTheyStand()
{
    TraceBuilder trace;
    trace.out(R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a","arguments":{"password" : "ab","x":"ab"}}})");
    trace.out(R"({"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"a","arguments":{"token":"true","y":true,"pin":"abcdef","password":"abcd","z":"abcdabcd"}}})");
    const QByteArray out = exported(trace.facts(), ExportFormat::Jsonl);
    QVERIFY(out.contains(R"(\"password\" : \"[redacted]\",\"x\":\"ab\")"));
    QVERIFY(out.contains(R"(\"token\":\"[redacted]\",\"y\":true)"));
    QVERIFY(out.contains(R"(\"password\":\"[redacted]\",\"z\":\"abcdabcd\")"));
}

void tst_Redactor::numbersAndObjectsStayJson()
{
    TraceBuilder trace;
    trace.out(R"({"jsonrpc":"2.0","id":1,"method":"a","params":{"password":12345678,"credentials":{"user":"someone-long","n":[1]},"token":null,"secret":false,"again":[12345678, "12345678"]}})");
    const auto log = TraceReader::read(exported(trace.facts(), ExportFormat::Jsonl));
    TraceAnalyzer facts(**log);
    facts.update();
    QCOMPARE(facts.messageText(0), QByteArray(R"({"jsonrpc":"2.0","id":1,"method":"a","params":{"password":"[redacted]","credentials":"[redacted]","token":null,"secret":false,"again":["[redacted]", "[redacted]"]}})"));
}

/// Another secret that JSON must escape makes every text be read twice: as it stands and with escapes undone.
void tst_Redactor::objectsStayJsonBesideEscapes()
{
    TraceBuilder trace;
    trace.out("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"a\",\"params\":{\"password\":\"a\\\"quote\\\\and more\",\"credentials\":{\"user\":\"someone-long\"},\"secret\":12345678}}");
    const auto log = TraceReader::read(exported(trace.facts(), ExportFormat::Jsonl));
    TraceAnalyzer facts(**log);
    facts.update();
    QCOMPARE(facts.messageText(0), QByteArray(R"({"jsonrpc":"2.0","id":1,"method":"a","params":{"password":"[redacted]","credentials":"[redacted]","secret":"[redacted]"}})"));
}

/// What the process was given is known to the one who records: where the server says it, in whatever spelling, the file tells.
void tst_Redactor::givenValuesThatComeBackAreLearned()
{
    TraceBuilder trace;
    SecretWatch watch(trace.log());
    watch.expect({ { "FOO", "plain-value-1" }, { "BAR", "with \"quote\"/2" }, { "CUT", "cut-in-the-middle" }, { "NEVER", "never-said-by-it" } });
    const auto say = [&](FrameType type, Channel channel, const QByteArray &bytes) { watch.record(Frame::now(type, Direction::In, channel, bytes)); };
    say(FrameType::Stderr, Channel::Stderr, "starting with plain-value-1\n");
    say(FrameType::Line, Channel::Stdout, "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":{\"level\":\"info\",\"data\":\"with \\\"quote\\\"\\/2\"}}\n");
    say(FrameType::Stderr, Channel::Stderr, "half cut-in-");
    say(FrameType::Stderr, Channel::Stderr, "the-middle, again plain-value-1\n");
    const auto log = TraceReader::read(trace.file());
    TraceAnalyzer facts(**log);
    facts.update();
    QCOMPARE(facts.count(), quint64(4 + 3)); // a value is noted once
    for (const ExportFormat format : { ExportFormat::Jsonl, ExportFormat::Markdown, ExportFormat::Csv, ExportFormat::Otlp }) {
        const QByteArray out = exported(facts, format);
        for (const char *value : { "plain-value-1", "quote", "cut-in-", "the-middle" })
            QVERIFY2(!out.contains(value), (QByteArray(value) + " in " + out).constData());
    }
    QVERIFY(!trace.file().contains("never-said-by-it"));
    QVERIFY(trace.file().contains(R"("kind":"secret","of":[1],"name":"FOO")"));
}

void tst_Redactor::keepIsTheSameBytes()
{
    const auto p = planted();
    const auto log = TraceReader::read(p->trace.file(p->header));
    TraceAnalyzer facts(**log);
    facts.update();
    QByteArray out;
    ExportOptions options;
    options.keepSecrets = true;
    const auto summary = exportTrace(facts, std::nullopt, options, [&](const QByteArray &piece) { out += piece; return true; });
    QVERIFY(summary);
    QVERIFY(summary->redacted.empty());
    QCOMPARE(out, p->trace.file(p->header));
}

void tst_Redactor::namesOfSecrets_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<bool>("secret");
    for (const char *name : { "token", "Access-Token", "refresh_token", "ID_TOKEN", "apiToken", "subject_token", "actor_token", "registration_access_token",
             "client_secret", "client_assertion", "assertion", "code_verifier", "password", "passwd", "secret", "apiKey", "private_key", "credentials",
             "requestState", "io.example/token", "a.b.password" })
        QTest::newRow(name) << QByteArray(name) << true;
    for (const char *name : { "progressToken", "cursor", "nextCursor", "id", "taskId", "token_type", "tokens", "code", "secretary", "token.name", "keys" })
        QTest::newRow(name) << QByteArray(name) << false;
}

void tst_Redactor::namesOfSecrets()
{
    QFETCH(QByteArray, name);
    QFETCH(bool, secret);
    QCOMPARE(Redactor::isSecretName(view(name)), secret);
}

QTEST_GUILESS_MAIN(tst_Redactor)
#include "tst_redactor.moc"
