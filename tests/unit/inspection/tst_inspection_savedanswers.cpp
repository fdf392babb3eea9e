// Answers that the user kept: which questions they fit, what is left out of the file, and that the file is never ruined.
#include "inspection/answerbook.h"
#include "inspection/elicitationanswer.h"
#include "inspection/elicitationdefaults.h"
#include "inspection/savedanswers.h"
#include "protocol/message.h"

#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

using namespace assayer;

namespace {

ServerRequest form(const char *schema, const char *method = "elicitation/create")
{
    const auto params = parseJson("{\"message\":\"?\",\"requestedSchema\":" + QByteArray(schema) + '}');
    ServerRequest request;
    request.number = 1;
    request.method = method;
    request.params = { *params, &(*params)->root() };
    return request;
}

constexpr const char *nameSchema = R"({"type":"object","properties":{"name":{"type":"string"},"password":{"type":"string"}},"required":["name"]})";

} // namespace

class SavedAnswersTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void keepsAndOffers();
    void secretsStayOut();
    void ruleAnswers();
    void urlIsNeverAnswered();
    void brokenFileIsLeftAlone();
    void unknownEntriesStay();
    void answersAreChecked_data();
    void answersAreChecked();
    void defaultsFitTheirSchema_data();
    void defaultsFitTheirSchema();

private:
    QTemporaryDir m_folder;
};

void SavedAnswersTest::keepsAndOffers()
{
    const QString path = m_folder.filePath(QStringLiteral("a/answers.json"));
    SavedAnswers book(path);
    QVERIFY(book.load());
    const auto id = book.add(QStringLiteral("notes"), form(nameSchema), R"({"action":"accept","content":{"name":"Ada"}})", QStringLiteral("Ada"), true);
    QVERIFY(id);
    QCOMPARE(QFileInfo(path).permissions() & (QFile::ReadGroup | QFile::ReadOther | QFile::WriteOther), QFile::Permissions());
    SavedAnswers again(path);
    QVERIFY(again.load());
    // The same schema, written otherwise, is the same question; another one is not.
    const ServerRequest same = form(R"({ "required":["name"], "type":"object", "properties":{"password":{"type":"string"},"name":{"type":"string"}} })");
    QCOMPARE(again.fitting(QStringLiteral("notes"), same).size(), 1);
    QVERIFY(again.fitting(QStringLiteral("other"), same).isEmpty());
    QVERIFY(again.fitting(QStringLiteral("notes"), form(R"({"type":"object"})")).isEmpty());
    QCOMPARE(again.automatic(QStringLiteral("notes")).size(), 1);
    QVERIFY(again.setAutomatic(*id, false));
    QVERIFY(again.automatic(QStringLiteral("notes")).isEmpty());
    QVERIFY(again.remove(*id));
    QVERIFY(again.all().isEmpty());
}

void SavedAnswersTest::secretsStayOut()
{
    const QString path = m_folder.filePath(QStringLiteral("secrets.json"));
    SavedAnswers book(path);
    QVERIFY(book.add({}, form(nameSchema), R"({"action":"accept","content":{"name":"Ada","password":"hunter2"}})", {}, true));
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QVERIFY(!file.readAll().contains("hunter2"));
    QVERIFY(!book.all().front().complete);
    QVERIFY(!book.all().front().automatic);
    QCOMPARE(book.all().front().result, QByteArray(R"({"action":"accept","content":{"name":"Ada"}})"));
}

void SavedAnswersTest::ruleAnswers()
{
    SavedAnswers book(m_folder.filePath(QStringLiteral("rule.json")));
    QVERIFY(book.add(QStringLiteral("s"), form(nameSchema), R"({"action":"decline"})", {}, true));
    AnswerRules rules;
    rules.elicitation = AnswerMode::Ask;
    rules.saved = book.automatic(QStringLiteral("s"));
    AnswerBook answers(rules);
    const auto answer = answers.answer(form(nameSchema));
    QVERIFY(answer);
    QCOMPARE(answer->result, QByteArray(R"({"action":"decline"})"));
    QVERIFY(!answers.answer(form(R"({"type":"object"})")));
}

void SavedAnswersTest::urlIsNeverAnswered()
{
    SavedAnswer any;
    any.method = "elicitation/create";
    any.result = R"({"action":"accept"})";
    any.automatic = true;
    const auto params = parseJson(R"({"mode":"url","message":"?","url":"x:y"})");
    ServerRequest request;
    request.method = any.method;
    request.params = { *params, &(*params)->root() };
    QVERIFY(!fits(any, request));
}

void SavedAnswersTest::brokenFileIsLeftAlone()
{
    const QString path = m_folder.filePath(QStringLiteral("broken.json"));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("{\"answers\":");
    file.close();
    SavedAnswers book(path);
    QVERIFY(!book.load());
    QVERIFY(!book.add({}, form(nameSchema), R"({"action":"decline"})", {}, false));
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll(), QByteArray("{\"answers\":"));
}

void SavedAnswersTest::unknownEntriesStay()
{
    const QString path = m_folder.filePath(QStringLiteral("newer.json"));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(R"({"version":2,"answers":[{"kind":"from later"}]})");
    file.close();
    SavedAnswers book(path);
    QVERIFY(book.load());
    QVERIFY(book.add({}, form(nameSchema), R"({"action":"decline"})", {}, false));
    QVERIFY(file.open(QIODevice::ReadOnly));
    QVERIFY(file.readAll().contains("from later"));
}

void SavedAnswersTest::answersAreChecked_data()
{
    QTest::addColumn<QByteArray>("result");
    QTest::addColumn<int>("failures");
    QTest::newRow("fits") << QByteArray(R"({"action":"accept","content":{"name":"Ada"}})") << 0;
    QTest::newRow("decline") << QByteArray(R"({"action":"decline"})") << 0;
    QTest::newRow("lacks the required member") << QByteArray(R"({"action":"accept","content":{}})") << 1;
    QTest::newRow("wrong type") << QByteArray(R"({"action":"accept","content":{"name":7}})") << 1;
    QTest::newRow("no content") << QByteArray(R"({"action":"accept"})") << 1;
}

void SavedAnswersTest::answersAreChecked()
{
    QFETCH(QByteArray, result);
    QFETCH(int, failures);
    QCOMPARE(int(elicitationFailures(form(nameSchema).params, result).size()), failures);
}

void SavedAnswersTest::defaultsFitTheirSchema_data()
{
    QTest::addColumn<QByteArray>("property");
    QTest::newRow("string") << QByteArray(R"({"type":"string","minLength":3})");
    QTest::newRow("email") << QByteArray(R"({"type":"string","format":"email"})");
    QTest::newRow("uri") << QByteArray(R"({"type":"string","format":"uri"})");
    QTest::newRow("date") << QByteArray(R"({"type":"string","format":"date"})");
    QTest::newRow("date-time") << QByteArray(R"({"type":"string","format":"date-time"})");
    QTest::newRow("integer above") << QByteArray(R"({"type":"integer","minimum":2.5})");
    QTest::newRow("number below") << QByteArray(R"({"type":"number","maximum":-3})");
    QTest::newRow("boolean") << QByteArray(R"({"type":"boolean"})");
    QTest::newRow("enum") << QByteArray(R"({"type":"string","enum":["a","b"],"enumNames":["A","B"]})");
    QTest::newRow("titled") << QByteArray(R"({"type":"string","oneOf":[{"const":"x","title":"X"}]})");
    QTest::newRow("several") << QByteArray(R"({"type":"array","minItems":2,"items":{"type":"string","enum":["a","b","c"]}})");
    QTest::newRow("several titled") << QByteArray(R"({"type":"array","minItems":1,"items":{"anyOf":[{"const":"x","title":"X"}]}})");
}

/// What "defaults" sends for a required field without a default is an answer that the form takes.
void SavedAnswersTest::defaultsFitTheirSchema()
{
    QFETCH(QByteArray, property);
    const ServerRequest request = form(("{\"type\":\"object\",\"properties\":{\"v\":" + property + "},\"required\":[\"v\"]}").constData());
    const QByteArray content = elicitationDefaults(request.params);
    const auto failures = elicitationFailures(request.params, "{\"action\":\"accept\",\"content\":" + content + '}');
    QVERIFY2(failures.empty(), (content + ' ' + QByteArray::fromStdString(failures.empty() ? "" : failures.front().message)).constData());
}

QTEST_GUILESS_MAIN(SavedAnswersTest)
#include "tst_inspection_savedanswers.moc"
