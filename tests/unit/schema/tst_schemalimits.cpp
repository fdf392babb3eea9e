// What a hostile server may send: nothing hangs, nothing overflows, and "not checked" is never a pass.
#include "schemafixture.h"

#include <QElapsedTimer>

#include <atomic>
#include <thread>
#include <vector>

using namespace assayer;

class TestSchemaLimits : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void costlyPattern();
    void costlyPatternBehindNot();
    void manyCostlyPatterns();
    void referenceToItself();
    void deepInstance();
    void deepWithinTheLimit();
    void exponentialSchema();
    void manyItemsThatLookAlike();
    void manyDuplicates();
    void manyFailures();
    void manyDynamicReferences();
    void manyReferencesIntoOneObject();
    void manyPatternsOnALongText();
    void concurrentEvaluation();
};

static QByteArray nested(int levels)
{
    return QByteArray("{\"a\":").repeated(levels) + "1" + QByteArray(levels, '}');
}

constexpr const char *costly = R"({"properties":{"s":{"pattern":"^(a+)+$"}}})";

void TestSchemaLimits::costlyPattern()
{
    QElapsedTimer timer;
    timer.start();
    const QByteArray instance = "{\"s\":\"" + QByteArray(60, 'a') + "!\"}";
    const auto evaluation = judged(costly, instance);
    QVERIFY(evaluation.outcome == schema::Evaluation::Outcome::NotChecked);
    QCOMPARE(evaluation.notChecked.size(), std::size_t(1));
    QCOMPARE(evaluation.notChecked.front(), std::string("/s is not checked: the pattern \"^(a+)+$\" is too costly"));
    const auto program = compiled(costly);
    const auto document = parsedJson(instance);
    QVERIFY(!schema::isValid(**program, *document, document->root()));
    QVERIFY(timer.elapsed() < 5'000);
}

void TestSchemaLimits::costlyPatternBehindNot()
{
    const auto evaluation = judged(R"({"not":{"pattern":"^(a+)+$"}})", "\"" + QByteArray(60, 'a') + "!\"");
    QVERIFY(evaluation.outcome == schema::Evaluation::Outcome::NotChecked);
}

void TestSchemaLimits::manyCostlyPatterns()
{
    QElapsedTimer timer;
    timer.start();
    QByteArray instance = "[";
    for (int i = 0; i < 20'000; ++i)
        instance += (i ? ",\"" : "\"") + QByteArray(60, 'a') + "!\"";
    const auto evaluation = judged(R"({"items":{"pattern":"^(a+)+$"}})", instance + "]");
    QVERIFY(evaluation.outcome == schema::Evaluation::Outcome::NotChecked);
    QVERIFY(timer.elapsed() < 20'000);
}

void TestSchemaLimits::referenceToItself()
{
    for (const char *schema : { R"({"$ref":"#"})", R"({"allOf":[{"$ref":"#"},{"$ref":"#"}]})", R"({"$defs":{"a":{"$ref":"#/$defs/b"},"b":{"$ref":"#/$defs/a"}},"$ref":"#/$defs/a"})",
             R"({"anyOf":[{"$ref":"#"},{"type":"null"}]})" }) {
        const auto evaluation = judged(schema, "1");
        // What unwinds after the stop is no failure of the value.
        QVERIFY(evaluation.failures.empty());
        QVERIFY(evaluation.outcome == schema::Evaluation::Outcome::NotChecked);
        QVERIFY(!evaluation.notChecked.empty());
    }
}

void TestSchemaLimits::deepInstance()
{
    const auto evaluation = judged(R"({"properties":{"a":{"$ref":"#"}}})", nested(50'000));
    QVERIFY(evaluation.outcome == schema::Evaluation::Outcome::NotChecked);
    QVERIFY(evaluation.notChecked.front().find("deep") != std::string::npos);
}

void TestSchemaLimits::deepWithinTheLimit()
{
    const auto evaluation = judged(R"({"properties":{"a":{"$ref":"#"}},"not":{"type":"array"}})", nested(1'000));
    QVERIFY(evaluation.isValid());
}

void TestSchemaLimits::exponentialSchema()
{
    schema::EvaluateOptions options;
    options.maxSteps = 100'000;
    QByteArray schema = R"({"$defs":{"n0":{"type":"string"})";
    for (int i = 1; i < 40; ++i)
        schema += ",\"n" + QByteArray::number(i) + "\":{\"anyOf\":[{\"$ref\":\"#/$defs/n" + QByteArray::number(i - 1) + "\"},{\"$ref\":\"#/$defs/n"
            + QByteArray::number(i - 1) + "\"}]}";
    const auto evaluation = judged(schema + R"(},"$ref":"#/$defs/n39"})", "1", {}, options);
    QVERIFY(evaluation.outcome == schema::Evaluation::Outcome::NotChecked);
    QVERIFY(evaluation.notChecked.front().find("steps") != std::string::npos);
}

void TestSchemaLimits::manyItemsThatLookAlike()
{
    QElapsedTimer timer;
    timer.start();
    QByteArray instance = "[";
    for (int i = 0; i < 30'000; ++i)
        instance += (i ? ",[[[" : "[[[") + QByteArray::number(i) + "]]]";
    QVERIFY(judged(R"({"uniqueItems":true})", instance + "]").isValid());
    QVERIFY(timer.elapsed() < 10'000);
}

void TestSchemaLimits::manyDuplicates()
{
    QElapsedTimer timer;
    timer.start();
    QByteArray instance = "{";
    for (int i = 0; i < 100'000; ++i)
        instance += (i ? ",\"k" : "\"k") + QByteArray::number(i / 2) + "\":" + QByteArray::number(i);
    const auto evaluation = judged(R"({"additionalProperties":{"type":"integer"},"minProperties":50000,"maxProperties":50000})", instance + "}");
    QVERIFY(evaluation.isValid());
    QVERIFY(timer.elapsed() < 10'000);
}

void TestSchemaLimits::manyFailures()
{
    QByteArray instance = "[0";
    for (int i = 0; i < 50'000; ++i)
        instance += ",0";
    const auto evaluation = judged(R"({"items":{"type":"string"}})", instance + "]");
    QVERIFY(evaluation.truncated);
    QCOMPARE(evaluation.failures.size(), schema::EvaluateOptions().maxFailures);
    QVERIFY(evaluation.outcome == schema::Evaluation::Outcome::Invalid);
}

void TestSchemaLimits::manyDynamicReferences()
{
    QElapsedTimer timer;
    timer.start();
    QByteArray schema = R"({"$id":"http://a.example/","$dynamicAnchor":"n","allOf":[{})";
    for (int i = 0; i < 3'000; ++i)
        schema += ",{\"$dynamicRef\":\"#n\"}";
    schema += "],\"$defs\":{\"x\":{}";
    for (int i = 0; i < 3'000; ++i)
        schema += ",\"d" + QByteArray::number(i) + "\":{\"$id\":\"d" + QByteArray::number(i) + "\",\"$dynamicAnchor\":\"n\"}";
    QVERIFY(compiled(schema + "}}"));
    QVERIFY(timer.elapsed() < 10'000);
}

void TestSchemaLimits::manyReferencesIntoOneObject()
{
    QElapsedTimer timer;
    timer.start();
    QByteArray schema = R"({"$defs":{"x":{})";
    for (int i = 0; i < 20'000; ++i)
        schema += ",\"d" + QByteArray::number(i) + "\":{\"$ref\":\"#/$defs/d" + QByteArray::number((i * 7) % 20'000) + "\",\"title\":\"\"}";
    QVERIFY(compiled(schema + "}}"));
    QVERIFY(timer.elapsed() < 10'000);
}

void TestSchemaLimits::manyPatternsOnALongText()
{
    QElapsedTimer timer;
    timer.start();
    QByteArray schema = R"({"allOf":[{})";
    for (int i = 0; i < 1'000; ++i)
        schema += ",{\"pattern\":\"^[a-z" + QByteArray::number(i) + "]+$\"}";
    schema::EvaluateOptions options;
    options.maxSteps = 1'000'000;
    const auto evaluation = judged(schema + "]}", "\"" + QByteArray(1'000'000, 'a') + "\"", {}, options);
    QVERIFY(evaluation.outcome == schema::Evaluation::Outcome::NotChecked);
    QVERIFY(timer.elapsed() < 10'000);
}

void TestSchemaLimits::concurrentEvaluation()
{
    const auto program = compiled(R"({"items":{"properties":{"s":{"pattern":"^[a-z]+$"},"n":{"multipleOf":0.1}},"unevaluatedProperties":false}})");
    const auto good = parsedJson(R"([{"s":"abc","n":0.3},{"s":"x"}])");
    const auto bad = parsedJson(R"([{"s":"abc","n":0.3},{"s":"X","z":1}])");
    std::atomic<int> wrong = 0;
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; ++i) {
        threads.emplace_back([&] {
            for (int round = 0; round < 500; ++round) {
                wrong += schema::isValid(**program, *good, good->root()) ? 0 : 1;
                wrong += schema::evaluate(**program, *bad, bad->root()).failures.size() == 2 ? 0 : 1;
            }
        });
    }
    for (std::thread &thread : threads)
        thread.join();
    QCOMPARE(wrong.load(), 0);
}

QTEST_GUILESS_MAIN(TestSchemaLimits)
#include "tst_schemalimits.moc"
