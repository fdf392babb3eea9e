// Public bug reports re-made on the wire: assayer-cli meets each of them, and says what its user needs to see.
#include "suites/reports/reportserver.h"

#include "json/equality.h"
#include "json/write.h"

#include <QFile>
#include <QMap>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

using namespace assayer;
using namespace assayer::test;

namespace {

QByteArray text(std::string_view view)
{
    return QByteArray(view.data(), static_cast<qsizetype>(view.size()));
}

json::DocumentPtr corpus()
{
    static const json::DocumentPtr document = [] {
        QFile file(QStringLiteral(ASSAYER_TEST_DATA "/reports/corpus.json"));
        if (!file.open(QIODevice::ReadOnly))
            return json::DocumentPtr();
        const auto parsed = json::Document::parse(file.readAll().toStdString());
        return parsed ? *parsed : json::DocumentPtr();
    }();
    return document;
}

/// The operations of `assayer-cli script` for what the user of a report does.
QByteArrayList operations(const json::Value &entry)
{
    QByteArrayList lines { R"({"op":"connect"})" };
    const json::Value *caps = entry.find("caps");
    const auto advertised = [caps](const char *name) { return caps ? caps->find(name) != nullptr : QByteArray(name) == "tools"; };
    if (advertised("tools"))
        lines << R"({"op":"list","kind":"tools"})";
    if (advertised("resources"))
        lines << R"({"op":"list","kind":"resources"})" << R"({"op":"list","kind":"templates"})";
    if (advertised("prompts"))
        lines << R"({"op":"list","kind":"prompts"})";
    const json::Value *acts = entry.find("act");
    int begun = 0;
    for (const json::Value &act : acts ? acts->items() : std::span<const json::Value>()) {
        const QList<QByteArray> words = text(act.string()).split(' ');
        if (words[0] == "call" && words.value(3) == "async")
            lines << R"({"op":"call","name":")" + words[1] + R"(","args":)" + words[2] + R"(,"progress":true,"begin":"a)" + QByteArray::number(++begun) + "\"}";
        else if (words[0] == "call")
            lines << R"({"op":"call","name":")" + words[1] + R"(","args":)" + words[2] + R"(,"progress":true})";
        else if (words[0] == "cancel")
            lines << R"({"op":"cancel","id":"a)" + QByteArray::number(begun) + "\"}" << R"({"op":"finish","id":"a)" + QByteArray::number(begun) + "\"}";
        else if (act.string() == "await call")
            lines << R"({"op":"finish","id":"a)" + QByteArray::number(begun) + "\"}";
        else if (words[0] == "read")
            lines << R"({"op":"read","uri":")" + words[1] + "\"}";
        else if (words[0] == "ping")
            lines << R"({"op":"ping"})";
        else if (words[0] == "refresh")
            lines << R"({"op":"list","kind":")" + words[1] + "\"}";
        else if (words[0] == "disconnect")
            lines << R"({"op":"close"})";
    }
    // What the server does by itself takes its time: its `retry:` is 700 ms.
    if (entry.stringAt("area") == "sse-resume")
        lines << R"({"op":"wait","ms":1500})";
    return lines;
}

struct Played {
    std::vector<json::DocumentPtr> answers;
    QByteArray out, err;
    qint64 ms = 0;

    const json::Value *answer(std::string_view op, std::size_t nth = 0) const
    {
        for (const json::DocumentPtr &document : answers) {
            if (document->root().stringAt("op") == op && !document->root().find("begun") && nth-- == 0)
                return &document->root();
        }
        return nullptr;
    }
    std::vector<const json::Value *> all(std::string_view op) const
    {
        std::vector<const json::Value *> found;
        for (const json::DocumentPtr &document : answers) {
            if (document->root().stringAt("op") == op && !document->root().find("begun"))
                found.push_back(&document->root());
        }
        return found;
    }
};

const json::Value *listOf(const Played &played, std::string_view member)
{
    const std::string kind = member == "resourceTemplates" ? "templates" : std::string(member);
    for (const json::Value *answer : played.all("list")) {
        if (answer->stringAt("kind").value_or("") == kind)
            return answer->find("list");
    }
    return nullptr;
}

} // namespace

class TestReports : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void reports_data();
    void reports();
    void templates_data();
    void templates();
    void forms_data();
    void forms();

private:
    Played play(const json::Value &entry, const QStringList &target);
    void check(const json::Value &entry, const Played &played, const QList<ReportServer::Seen> &seen);
    void checkSent(const json::Value &checks, const QList<ReportServer::Seen> &seen);
    void checkSentMembers(const json::Value &checks, const QList<ReportServer::Seen> &seen);
    void checkBlocks(const json::Value &wanted, const json::Value &call);
    void checkFlags(const json::Value &checks, const Played &played);
    void checkLists(const json::Value &checks, const Played &played);
    void checkCalls(const json::Value &checks, const Played &played);
};

void TestReports::reports_data()
{
    QTest::addColumn<int>("index");
    QVERIFY(corpus());
    // Areas of forms, files, schemas and OAuth have tests of their own where they are built.
    static const QByteArrayList elsewhere { "oauth", "profiles", "json-schema" };
    const auto entries = corpus()->root().find("entries")->items();
    for (std::size_t i = 0; i < entries.size(); ++i) {
        if (entries[i].find("script") && !elsewhere.contains(text(*entries[i].stringAt("area"))))
            QTest::newRow(text(*entries[i].stringAt("id")).constData()) << int(i);
    }
}

void TestReports::templates_data()
{
    QTest::addColumn<QByteArray>("uriTemplate");
    QTest::addColumn<QStringList>("values");
    QTest::addColumn<QByteArray>("uri");
    for (const json::Value &entry : corpus()->root().find("entries")->items()) {
        const json::Value *cases = entry.stringAt("area") == "uri-template" ? entry.find("cases") : nullptr;
        int number = 0;
        for (const json::Value &one : cases ? cases->items() : std::span<const json::Value>()) {
            QStringList values;
            for (const json::Member &value : one.find("values")->members())
                values << QStringLiteral("--arg") << QString::fromUtf8(text(value.name()) + '=' + text(value.value().string()));
            QTest::addRow("%s %d", text(*entry.stringAt("id")).constData(), ++number) << text(*one.stringAt("template")) << values << text(*one.stringAt("uri"));
        }
    }
}

/// What `read` asks the server for.
void TestReports::templates()
{
    QFETCH(QByteArray, uriTemplate);
    QFETCH(QStringList, values);
    QFETCH(QByteArray, uri);
    const auto nothing = json::Document::parse(R"({"transport":"http","defaults":"legacy-2025-11-25","caps":{"resources":{}},"script":[]})");
    ReportServer server({ *nothing, &(*nothing)->root() });
    QProcess cli;
    cli.start(qEnvironmentVariable("ASSAYER_BIN") + QStringLiteral("/assayer-cli"), QStringList { QStringLiteral("read"), QString::fromUtf8(uriTemplate) } + values + QStringList { server.url(QStringLiteral("/mcp")) });
    QVERIFY(QTest::qWaitFor([&cli] { return cli.state() == QProcess::NotRunning; }, 20000));
    QByteArrayList asked;
    for (const ReportServer::Seen &request : server.seen()) {
        const auto parsed = json::Document::parse(request.body.toStdString());
        if (request.method == "resources/read" && parsed)
            asked << text((*parsed)->root().find("params")->stringAt("uri").value_or(""));
    }
    QCOMPARE(asked, QByteArrayList { uri });
}

void TestReports::forms_data()
{
    QTest::addColumn<int>("index");
    const auto entries = corpus()->root().find("entries")->items();
    for (std::size_t i = 0; i < entries.size(); ++i) {
        if (entries[i].stringAt("area") == "form-arguments")
            QTest::newRow(text(*entries[i].stringAt("id")).constData()) << int(i);
    }
}

/// What `call` sends for what was typed, and nothing else.
void TestReports::forms()
{
    QFETCH(int, index);
    const json::Value &entry = corpus()->root().find("entries")->items()[std::size_t(index)];
    const QByteArray tools = R"({"jsonrpc":"2.0","id":{{id}},"result":{"tools":[{"name":"t","inputSchema":)" + text(corpus()->raw(*entry.find("schema"))) + "}]}}";
    json::Writer script;
    script.beginObject().member("transport", "http").member("defaults", "legacy-2025-11-25").key("script").beginArray().beginObject();
    script.key("on").beginObject().member("http", "POST").member("rpc", "tools/list").endObject();
    script.key("reply").beginObject().member("status", 200).rawMember("headers", R"({"Content-Type":"application/json"})").member("bodyText", std::string_view(tools.constData(), std::size_t(tools.size()))).endObject();
    script.endObject().endArray().endObject();
    const auto played = json::Document::parse(script.take());
    ReportServer server({ *played, &(*played)->root() });
    QStringList words { QStringLiteral("call"), QStringLiteral("t") };
    for (const json::Member &typed : entry.find("touch")->members())
        words << QStringLiteral("--arg") << QString::fromUtf8(text(typed.name()) + '=' + text(typed.value().string()));
    QProcess cli;
    cli.start(qEnvironmentVariable("ASSAYER_BIN") + QStringLiteral("/assayer-cli"), words + QStringList { server.url(QStringLiteral("/mcp")) });
    QVERIFY(QTest::qWaitFor([&cli] { return cli.state() == QProcess::NotRunning; }, 20000));
    QByteArrayList sent;
    for (const ReportServer::Seen &request : server.seen()) {
        const auto parsed = json::Document::parse(request.body.toStdString());
        const json::Value *arguments = request.method == "tools/call" && parsed ? (*parsed)->root().find("params", "arguments") : nullptr;
        if (arguments)
            sent << text(json::compact((*parsed)->raw(*arguments)));
    }
    QCOMPARE(sent, QByteArrayList { text(json::compact(corpus()->raw(*entry.find("sentArguments")))) });
}

Played TestReports::play(const json::Value &entry, const QStringList &target)
{
    Played played;
    QProcess cli;
    QStringList arguments { QStringLiteral("--probe-timeout"), QStringLiteral("1500") };
    const json::Value *acts = entry.find("act");
    for (const json::Value &act : acts ? acts->items() : std::span<const json::Value>()) {
        if (act.string() == "set timeout 1500ms")
            arguments << QStringLiteral("--timeout") << QStringLiteral("1500") << QStringLiteral("--max-total-timeout") << QStringLiteral("30000");
        if (act.string() == "accept defaults")
            arguments << QStringLiteral("--elicit") << QStringLiteral("defaults");
        if (act.string() == "close form")
            arguments << QStringLiteral("--elicit") << QStringLiteral("cancel");
    }
    QElapsedTimer clock;
    clock.start();
    cli.start(qEnvironmentVariable("ASSAYER_BIN") + QStringLiteral("/assayer-cli"), arguments + QStringList { QStringLiteral("script") } + target);
    cli.write(operations(entry).join('\n') + '\n');
    cli.closeWriteChannel();
    if (!QTest::qWaitFor([&cli] { return cli.state() == QProcess::NotRunning; }, 30000))
        cli.kill();
    played.ms = clock.elapsed();
    played.out = cli.readAllStandardOutput();
    played.err = cli.readAllStandardError();
    for (const QByteArray &line : played.out.split('\n')) {
        if (const auto parsed = json::Document::parse(line.toStdString()))
            played.answers.push_back(*parsed);
    }
    return played;
}

void TestReports::reports()
{
    QFETCH(int, index);
    const json::Value &entry = corpus()->root().find("entries")->items()[std::size_t(index)];
    const QByteArray transport = text(*entry.stringAt("transport"));
    if (transport == "stdio") {
        QTemporaryDir folder;
        const QString log = folder.filePath(QStringLiteral("log"));
        const Played played = play(entry, { QStringLiteral("--"), QStringLiteral(ASSAYER_REPORTS_CHILD), QStringLiteral(ASSAYER_TEST_DATA "/reports/corpus.json"), QString::fromUtf8(text(*entry.stringAt("id"))), log });
        check(entry, played, {});
        const json::Value *last = entry.find("checks", "sentOnLastProcess");
        QFile file(log);
        if (!last || !file.open(QIODevice::ReadOnly))
            return;
        const QList<QByteArray> lines = file.readAll().trimmed().split('\n');
        const QByteArray process = lines.last().split(' ').first();
        for (const json::Value &method : last->items()) {
            const bool sent = std::any_of(lines.begin(), lines.end(), [&](const QByteArray &line) { return line.startsWith(process + ' ') && line.contains('"' + text(method.string()) + '"'); });
            QVERIFY2(sent, text(method.string()).constData());
        }
        return;
    }
    ReportServer server({ corpus(), &entry });
    const bool isSse = transport == "sse";
    QStringList target { server.url(isSse ? QStringLiteral("/sse") : QStringLiteral("/mcp")) };
    if (isSse)
        target = QStringList { QStringLiteral("--transport"), QStringLiteral("sse") } + target;
    const Played played = play(entry, target);
    check(entry, played, server.seen());
}

void TestReports::check(const json::Value &entry, const Played &played, const QList<ReportServer::Seen> &seen)
{
    const json::Value *checks = entry.find("checks");
    QVERIFY2(!played.answers.empty(), played.err.constData());
    if (!checks)
        return;
    const json::Value *connected = played.answer("connect");
    QVERIFY2(connected, played.out.constData());
    if (const json::Value *wanted = checks->find("connected"))
        QVERIFY2(connected->find("ok")->isTrue() == wanted->isTrue(), played.out.constData());
    if (const auto era = checks->stringAt("era"))
        QCOMPARE(text(connected->stringAt("era").value_or("")), text(*era));
    if (const auto version = checks->stringAt("protocolVersion"))
        QCOMPARE(text(connected->stringAt("protocolVersion").value_or("")), text(*version));
    if (const auto strength = checks->stringAt("strength"))
        QCOMPARE(text(connected->find("negotiation")->stringAt("strength").value_or("")), text(*strength));
    if (const json::Value *limit = checks->find("withinMs"))
        QVERIFY2(played.ms < *limit->integer() + 1500, QByteArray::number(played.ms).constData());
    if (const json::Value *clean = checks->find("closeClean")) {
        const json::Value *closed = played.answer("close");
        QVERIFY(closed);
        QCOMPARE(closed->find("ok")->isTrue(), clean->isTrue());
    }
    QByteArray errors;
    for (const json::DocumentPtr &answer : played.answers) {
        if (const json::Value *error = answer->root().find("error"))
            errors += text(answer->raw(*error)) + '\n';
        if (const json::Value *error = answer->root().find("list", "error"))
            errors += text(answer->raw(*error)) + '\n';
    }
    const json::Value *contains = checks->find("errorContains");
    for (const json::Value &part : contains ? contains->items() : std::span<const json::Value>()) {
        const QRegularExpression any(QString::fromUtf8(text(part.string())).replace(QLatin1Char('.'), QLatin1String("\\.")), QRegularExpression::CaseInsensitiveOption);
        QVERIFY2(QString::fromUtf8(errors + played.err).contains(any), (text(part.string()) + " in " + errors + played.err).constData());
    }
    const json::Value *without = checks->find("errorNotContains");
    for (const json::Value &part : without ? without->items() : std::span<const json::Value>())
        QVERIFY(!errors.contains(text(part.string())));
    checkSent(*checks, seen);
    checkLists(*checks, played);
    checkCalls(*checks, played);
    checkFlags(*checks, played);
}

void TestReports::checkSent(const json::Value &checks, const QList<ReportServer::Seen> &seen)
{
    QByteArrayList methods;
    for (const ReportServer::Seen &request : seen)
        methods << request.method;
    const json::Value *sent = checks.find("sent");
    for (const json::Value &method : sent ? sent->items() : std::span<const json::Value>())
        QVERIFY2(methods.contains(text(method.string())), text(method.string()).constData());
    const json::Value *most = checks.find("sentMax");
    for (const json::Member &limit : most ? most->members() : std::span<const json::Member>())
        QVERIFY(methods.count(text(limit.name())) <= *limit.value().integer());
    const json::Value *headers = checks.find("sentHeaders");
    for (const json::Member &method : headers ? headers->members() : std::span<const json::Member>()) {
        const qsizetype at = methods.indexOf(text(method.name()));
        QVERIFY2(at >= 0, text(method.name()).constData());
        for (const json::Member &header : method.value().members())
            QCOMPARE(seen[at].headers.value(text(header.name()).toLower()), text(header.value().string()));
    }
    checkSentMembers(checks, seen);
    const json::Value *answered = checks.find("answered");
    for (const json::Member &id : answered ? answered->members() : std::span<const json::Member>()) {
        bool found = false;
        for (const ReportServer::Seen &request : seen) {
            const auto parsed = json::Document::parse(request.body.toStdString());
            const json::Value *result = parsed && (*parsed)->root().stringAt("id") == id.name() ? (*parsed)->root().find("result") : nullptr;
            found = found || (result && json::equal(**parsed, *result, *corpus(), id.value()));
        }
        QVERIFY2(found, text(id.name()).constData());
    }
    for (const json::Value &id : answered ? answered->items() : std::span<const json::Value>()) {
        const bool found = std::any_of(seen.begin(), seen.end(), [&](const ReportServer::Seen &request) {
            return request.method.isEmpty() && request.body.contains(text(id.string()));
        });
        QVERIFY2(found, text(id.string()).constData());
    }
    const json::Value *never = checks.find("notRequests");
    for (const json::Value &request : never ? never->items() : std::span<const json::Value>()) {
        const json::Member &line = request.members()[0];
        for (const ReportServer::Seen &one : seen)
            QVERIFY(one.verb != text(line.name()) || one.path != text(line.value().string()));
    }
    const json::Value *requests = checks.find("requests");
    qsizetype from = 0;
    qint64 lastMs = 0;
    for (const json::Value &request : requests ? requests->items() : std::span<const json::Value>()) {
        const json::Member &line = request.members()[0];
        while (from < seen.size() && (seen[from].verb != text(line.name()) || seen[from].path != text(line.value().string())))
            ++from;
        QVERIFY2(from < seen.size(), (text(line.name()) + ' ' + text(line.value().string())).constData());
        const json::Value *header = request.find("header");
        for (const json::Member &field : header ? header->members() : std::span<const json::Member>())
            QCOMPARE(seen[from].headers.value(text(field.name()).toLower()), text(field.value().string()));
        if (const json::Value *wait = request.find("notBeforeMs"))
            QVERIFY2(seen[from].ms - lastMs >= *wait->integer() - 20, QByteArray::number(seen[from].ms - lastMs).constData());
        lastMs = seen[from].ms;
        ++from;
    }
}

/// Members of params._meta and of params that a request must have.
void TestReports::checkSentMembers(const json::Value &checks, const QList<ReportServer::Seen> &seen)
{
    for (const char *kind : { "sentMeta", "sentParamPresent" }) {
        const json::Value *wanted = checks.find(kind);
        for (const json::Member &method : wanted ? wanted->members() : std::span<const json::Member>()) {
            for (const json::Value &member : method.value().items()) {
                bool found = false;
                for (const ReportServer::Seen &request : seen) {
                    const auto parsed = json::Document::parse(request.body.toStdString());
                    const json::Value *params = parsed && request.method == text(method.name()) ? (*parsed)->root().find("params") : nullptr;
                    const json::Value *owner = params && QByteArray(kind) == "sentMeta" ? params->find("_meta") : params;
                    found = found || (owner && owner->find(member.string()));
                }
                QVERIFY2(found, text(member.string()).constData());
            }
        }
    }
}

void TestReports::checkLists(const json::Value &checks, const Played &played)
{
    const json::Value *listed = checks.find("listed");
    for (const json::Member &wanted : listed ? listed->members() : std::span<const json::Member>()) {
        const json::Value *list = listOf(played, wanted.name());
        QVERIFY2(list, played.out.constData());
        QByteArrayList names, expected;
        for (const json::Value &item : list->find("items")->items())
            names << text(item.stringAt("name").value_or(""));
        for (const json::Value &name : wanted.value().items())
            expected << text(name.string());
        QCOMPARE(names, expected);
    }
    const json::Value *rows = checks.find("rows");
    for (const json::Member &wanted : rows ? rows->members() : std::span<const json::Member>()) {
        const json::Value *list = listOf(played, wanted.name());
        QVERIFY(list);
        QCOMPARE(qint64(list->find("items")->size()), *wanted.value().integer());
    }
    const json::Value *errors = checks.find("listError");
    for (const json::Member &wanted : errors ? errors->members() : std::span<const json::Member>()) {
        const json::Value *list = listOf(played, wanted.name());
        QVERIFY(list);
        QCOMPARE(text(list->find("error")->stringAt("kind").value_or("")), text(*wanted.value().stringAt("kind")));
    }
    const json::Value *refused = checks.find("refused");
    for (const json::Member &wanted : refused ? refused->members() : std::span<const json::Member>()) {
        const json::Value *list = listOf(played, wanted.name());
        QVERIFY(list);
        QCOMPARE(list->find("refused")->size(), wanted.value().size());
    }
    const json::Value *malformed = checks.find("malformed");
    for (const json::Value &wanted : malformed ? malformed->items() : std::span<const json::Value>()) {
        bool found = false;
        for (const json::Value *answer : played.all("list")) {
            const json::Value *entries = answer->find("list", "malformed");
            for (const json::Value &entry : entries ? entries->items() : std::span<const json::Value>()) {
                found = found || (entry.stringAt("method") == wanted.stringAt("list") && entry.find("index")->integer() == wanted.find("index")->integer()
                    && text(entry.stringAt("reason").value_or("")).startsWith(text(wanted.stringAt("path").value_or("")) + ':')
                    && (!wanted.find("label") || entry.stringAt("label") == wanted.stringAt("label")));
            }
        }
        QVERIFY2(found, played.out.constData());
    }
}

void TestReports::checkCalls(const json::Value &checks, const Played &played)
{
    const json::Value *calls = checks.find("calls");
    auto done = played.all("call");
    const auto reads = played.all("read");
    done.insert(done.end(), reads.begin(), reads.end());
    std::size_t i = 0;
    for (const json::Value &wanted : calls ? calls->items() : std::span<const json::Value>()) {
        QVERIFY2(i < done.size(), played.out.constData());
        const json::Value &call = *done[i++];
        const json::Value *content = call.find("result", "content");
        QByteArray words;
        for (const json::Value &block : content ? content->items() : std::span<const json::Value>())
            words += text(block.stringAt("text").value_or(""));
        if (const auto expected = wanted.stringAt("text"))
            QCOMPARE(words, text(*expected));
        checkBlocks(wanted, call);
        const json::Value *contains = wanted.find("errorContains");
        for (const json::Value &part : contains ? contains->items() : std::span<const json::Value>()) {
            const QRegularExpression any(QString::fromUtf8(text(part.string())), QRegularExpression::CaseInsensitiveOption);
            const json::Value *message = call.find("error", "message");
            QVERIFY2(message && QString::fromUtf8(text(message->string())).contains(any), played.out.constData());
        }
        if (const json::Value *length = wanted.find("textLength"))
            QCOMPARE(qint64(words.size()), *length->integer());
        if (const json::Value *progress = wanted.find("progressRows"))
            QCOMPARE(qint64(call.find("progress")->size()), *progress->integer());
        if (wanted.find("cancelled"))
            QCOMPARE(text(call.find("error")->stringAt("kind").value_or("")), QByteArray("cancelled"));
        if (const auto verdict = wanted.stringAt("outputVerdict"))
            QCOMPARE(text(call.stringAt("output").value_or("")), *verdict == "not-applicable" ? QByteArray("none") : text(*verdict));
    }
}

/// Broken blocks are told one by one, by their place; the others stay as they came.
void TestReports::checkBlocks(const json::Value &wanted, const json::Value &call)
{
    const json::Value *broken = wanted.find("malformedBlocks");
    for (const json::Value &index : broken ? broken->items() : std::span<const json::Value>()) {
        const QByteArray place = "/result/content/" + QByteArray::number(qint64(*index.integer()));
        const json::Value *findings = call.find("findings");
        bool found = false;
        for (const json::Value &finding : findings ? findings->items() : std::span<const json::Value>())
            found = found || text(finding.stringAt("where").value_or("")).contains(place);
        QVERIFY2(found, place.constData());
    }
}

/// What must be visible in some wording: a finding, or the words of an error.
void TestReports::checkFlags(const json::Value &checks, const Played &played)
{
    static const QMap<QByteArray, QByteArray> words { { "late-response", "rpc.late-response" }, { "base64url", "URL-safe" } };
    const json::Value *flags = checks.find("flags");
    for (const json::Value &flag : flags ? flags->items() : std::span<const json::Value>()) {
        const QByteArray known = words.value(text(flag.string()));
        QVERIFY2(known.isEmpty() || played.out.contains(known), (known + " in " + played.out).constData());
    }
}

QTEST_GUILESS_MAIN(TestReports)
#include "tst_reports.moc"
