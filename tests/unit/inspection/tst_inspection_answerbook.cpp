#include "inspection/answerbook.h"
#include "protocol/message.h"

#include <QtTest>

using namespace assayer;

namespace {

ServerRequest question(const char *method, const QByteArray &params = "{}", bool inputRequired = false)
{
    ServerRequest request;
    request.method = method;
    const auto parsed = parseJson(params);
    request.params = { *parsed, &(*parsed)->root() };
    request.inputRequired = inputRequired;
    return request;
}

QByteArray answerTo(AnswerBook &book, const ServerRequest &request)
{
    const auto answer = book.answer(request);
    return answer ? answer->result : QByteArray("none");
}

} // namespace

class AnswerBookTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void declaresWhatItAnswers_data();
    void declaresWhatItAnswers();
    void fillsDefaults_data();
    void fillsDefaults();
    void declines();
    void fixedAnswersComeInOrder();
    void samplingIsRefusedPerEra();
    void rootsAnswerThemselves();
    void standingResultsWin();
};

void AnswerBookTest::declaresWhatItAnswers_data()
{
    QTest::addColumn<int>("elicitation");
    QTest::addColumn<int>("sampling");
    QTest::addColumn<bool>("roots");
    QTest::addColumn<QByteArray>("extra");
    QTest::addColumn<QByteArray>("wanted");
    const int no = int(AnswerMode::NotDeclared);
    QTest::newRow("nothing") << no << no << false << QByteArray() << QByteArray("{}");
    QTest::newRow("ask") << int(AnswerMode::Ask) << no << false << QByteArray() << QByteArray("{\"elicitation\":{\"form\":{},\"url\":{}}}");
    QTest::newRow("defaults open no URL") << int(AnswerMode::Defaults) << no << false << QByteArray() << QByteArray("{\"elicitation\":{\"form\":{}}}");
    QTest::newRow("sampling") << no << int(AnswerMode::Decline) << false << QByteArray() << QByteArray("{\"sampling\":{\"tools\":{}}}");
    QTest::newRow("roots") << no << no << true << QByteArray() << QByteArray("{\"roots\":{\"listChanged\":true}}");
    QTest::newRow("given by hand") << int(AnswerMode::Ask) << no << false << QByteArray("{\"elicitation\":{},\"experimental\":{\"x\":1e400}}")
                                   << QByteArray("{\"elicitation\":{},\"experimental\":{\"x\":1e400}}");
}

void AnswerBookTest::declaresWhatItAnswers()
{
    QFETCH(int, elicitation);
    QFETCH(int, sampling);
    QFETCH(bool, roots);
    QFETCH(QByteArray, extra);
    QFETCH(QByteArray, wanted);
    AnswerRules rules;
    rules.elicitation = AnswerMode(elicitation);
    rules.sampling = AnswerMode(sampling);
    rules.declareRoots = roots;
    rules.extraCapabilities = extra;
    QCOMPARE(AnswerBook(rules).capabilities(), wanted);
}

void AnswerBookTest::fillsDefaults_data()
{
    QTest::addColumn<QByteArray>("properties");
    QTest::addColumn<QByteArray>("required");
    QTest::addColumn<QByteArray>("content");
    QTest::newRow("defaults of every type") << QByteArray(R"({"name":{"type":"string","default":"John Doe"},"age":{"type":"integer","default":30},"score":{"type":"number","default":95.5},
        "status":{"type":"string","enum":["a","active"],"default":"active"},"verified":{"type":"boolean","default":true}})")
                                            << QByteArray("[]") << QByteArray("{\"name\":\"John Doe\",\"age\":30,\"score\":95.5,\"status\":\"active\",\"verified\":true}");
    QTest::newRow("optional without default") << QByteArray("{\"a\":{\"type\":\"string\"}}") << QByteArray("[]") << QByteArray("{}");
    QTest::newRow("required without default") << QByteArray("{\"s\":{\"type\":\"string\",\"minLength\":2},\"n\":{\"type\":\"integer\",\"minimum\":3},\"b\":{\"type\":\"boolean\"},\"e\":{\"enum\":[\"x\",\"y\"]},\"o\":{\"oneOf\":[{\"const\":\"p\"}]}}")
                                              << QByteArray("[\"s\",\"n\",\"b\",\"e\",\"o\"]") << QByteArray("{\"s\":\"xx\",\"n\":3,\"b\":true,\"e\":\"x\",\"o\":\"p\"}");
    QTest::newRow("exact numbers") << QByteArray("{\"n\":{\"type\":\"number\",\"default\":12345678901234567890.10}}") << QByteArray("[]") << QByteArray("{\"n\":12345678901234567890.10}");
}

void AnswerBookTest::fillsDefaults()
{
    QFETCH(QByteArray, properties);
    QFETCH(QByteArray, required);
    QFETCH(QByteArray, content);
    AnswerRules rules;
    rules.elicitation = AnswerMode::Defaults;
    AnswerBook book(rules);
    const QByteArray params = "{\"requestedSchema\":{\"type\":\"object\",\"properties\":" + properties + ",\"required\":" + required + "}}";
    QCOMPARE(answerTo(book, question("elicitation/create", params)), QByteArray("{\"action\":\"accept\",\"content\":") + content + '}');
}

void AnswerBookTest::declines()
{
    AnswerRules rules;
    rules.elicitation = AnswerMode::Decline;
    AnswerBook book(rules);
    QCOMPARE(answerTo(book, question("elicitation/create")), QByteArray("{\"action\":\"decline\"}"));
    rules.elicitation = AnswerMode::Ask;
    AnswerBook asking(rules);
    QVERIFY(!asking.answer(question("elicitation/create")));
}

void AnswerBookTest::fixedAnswersComeInOrder()
{
    AnswerRules rules;
    rules.elicitation = AnswerMode::Fixed;
    rules.elicitationResult = "[{\"a\":1},{\"action\":\"cancel\"}]";
    AnswerBook book(rules);
    const ServerRequest request = question("elicitation/create");
    QCOMPARE(answerTo(book, request), QByteArray("{\"action\":\"accept\",\"content\":{\"a\":1}}"));
    QCOMPARE(answerTo(book, request), QByteArray("{\"action\":\"cancel\"}"));
    QCOMPARE(answerTo(book, request), QByteArray("{\"action\":\"cancel\"}"));
}

void AnswerBookTest::samplingIsRefusedPerEra()
{
    AnswerRules rules;
    rules.sampling = AnswerMode::Decline;
    AnswerBook book(rules);
    const auto legacy = book.answer(question("sampling/createMessage"));
    QVERIFY(legacy && legacy->result.isEmpty());
    QCOMPARE(legacy->errorCode, -1);
    QVERIFY(!legacy->abandon);
    const auto modern = book.answer(question("sampling/createMessage", "{}", true));
    QVERIFY(modern && modern->abandon);
}

void AnswerBookTest::rootsAnswerThemselves()
{
    AnswerRules rules;
    rules.roots = { { QStringLiteral("file:///a"), QStringLiteral("A") }, { QStringLiteral("file:///b"), {} } };
    AnswerBook book(rules);
    QCOMPARE(answerTo(book, question("roots/list")), QByteArray("{\"roots\":[{\"uri\":\"file:///a\",\"name\":\"A\"},{\"uri\":\"file:///b\"}]}"));
    AnswerBook none;
    QVERIFY(!none.answer(question("roots/list")));
    rules.askRoots = true; // those of the profile need nobody
    QVERIFY(AnswerBook(rules).answer(question("roots/list")));
    AnswerRules declared;
    declared.declareRoots = true;
    AnswerBook empty(declared);
    QCOMPARE(answerTo(empty, question("roots/list")), QByteArray("{\"roots\":[]}"));
    declared.askRoots = true;
    QVERIFY2(!AnswerBook(declared).answer(question("roots/list")), "a person is asked");
}

void AnswerBookTest::standingResultsWin()
{
    AnswerBook book;
    book.setResult("elicitation/create", "{\"action\":\"accept\",\"content\":{}}");
    QCOMPARE(answerTo(book, question("elicitation/create")), QByteArray("{\"action\":\"accept\",\"content\":{}}"));
    QVERIFY(book.capabilities().contains("elicitation"));
}

QTEST_GUILESS_MAIN(AnswerBookTest)
#include "tst_inspection_answerbook.moc"
