// Failures as people read them: where, which keyword, and one sentence.
#include "schemafixture.h"

using namespace assayer;

class TestSchemaFailures : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void sentences_data();
    void sentences();
    void allFailuresInOrder();
    void firstFailureOnly();
    void closestAlternativeFirst();
    void closestByTag();
    void propertyNamesTellWhy();
    void pathsBeginAtTheInstance();
    void pathsThroughReferences();
    void exclusiveFlagsOfDraft4();
    void longTextsAreShortened();
    void statesHowFormatsWereTreated();
};

void TestSchemaFailures::sentences_data()
{
    QTest::addColumn<QByteArray>("schema");
    QTest::addColumn<QByteArray>("instance");
    QTest::addColumn<QByteArray>("instancePath");
    QTest::addColumn<QByteArray>("schemaPath");
    QTest::addColumn<QByteArray>("message");
    const auto row = [](const char *name, const char *schema, const char *instance, const char *instancePath, const char *schemaPath, const char *message) {
        QTest::newRow(name) << QByteArray(schema) << QByteArray(instance) << QByteArray(instancePath) << QByteArray(schemaPath) << QByteArray(message);
    };
    row("type", R"({"type":["string","null"]})", "[1]", "", "#/type", "the value must be a string or null, but is an array");
    row("integer", R"({"properties":{"n":{"type":"integer"}}})", R"({"n":1.5})", "/n", "#/properties/n/type", "/n must be an integer, but is 1.5");
    row("minimum", R"({"items":{"minimum":0}})", "[1,-1]", "/1", "#/items/minimum", "/1 must be at least 0, but is -1");
    row("exclusiveMaximum", R"({"exclusiveMaximum":10})", "10", "", "#/exclusiveMaximum", "the value must be less than 10, but is 10");
    row("multipleOf", R"({"multipleOf":0.5})", "0.7", "", "#/multipleOf", "the value must be a multiple of 0.5, but is 0.7");
    row("maxLength", R"({"maxLength":1})", "\"ab\"", "", "#/maxLength", "the value must have at most 1 character, but has 2");
    row("minItems", R"({"minItems":2})", "[1]", "", "#/minItems", "the value must have at least 2 items, but has 1");
    row("required", R"({"required":["id"]})", "{}", "", "#/required", "the value must have the property \"id\"");
    row("additionalProperties", R"({"properties":{"a":{}},"additionalProperties":false})", R"({"b":1})", "/b", "#/additionalProperties",
        "/b is not allowed: the schema knows no property \"b\"");
    row("enum", R"({"enum":["a",2]})", "\"b\"", "", "#/enum", "the value must be one of \"a\" or 2, but is \"b\"");
    row("const", R"({"const":{"a":1}})", "1", "", "#/const", "the value must be {\"a\":1}, but is 1");
    row("pattern", R"({"pattern":"^a"})", "\"b\"", "", "#/pattern", "the value must match the pattern \"^a\", but is \"b\"");
    row("uniqueItems", R"({"uniqueItems":true})", "[1,2,1.0]", "/2", "#/uniqueItems", "/2 is the same as item 0, but all items must differ");
    row("contains", R"({"contains":{"type":"string"}})", "[1]", "", "#/contains", "the value must have an item that matches {\"type\":\"string\"}, but has none");
    row("not", R"({"not":{"type":"string"}})", "\"a\"", "", "#/not", "the value must not match {\"type\":\"string\"}, but does");
    row("false", R"({"properties":{"a":false}})", R"({"a":1})", "/a", "#/properties/a", "/a is not allowed: its schema is false");
    row("oneOf, two match", R"({"oneOf":[{},{"type":"integer"}]})", "1", "", "#/oneOf", "the value must match exactly one alternative of oneOf, but matches 2: the first and the second");
    row("unevaluatedProperties", R"({"allOf":[{"properties":{"a":true}}],"unevaluatedProperties":false})", R"({"a":1,"b":2})", "/b",
        "#/unevaluatedProperties", "/b is not allowed: no part of the schema knows the property \"b\"");
    row("dependentRequired", R"({"dependentRequired":{"a":["b"]}})", R"({"a":1})", "", "#/dependentRequired",
        "the value must have the property \"b\", because it has \"a\"");
    row("type of a text", R"({"properties":{"n":{"type":"number"}}})", R"({"n":"12.50"})", "/n", "#/properties/n/type", "/n must be a number, but is the string \"12.50\"");
    row("const of an object", R"({"const":{"a":[1,2]}})", R"({"a":[1]})", "", "#/const", "the value must be {\"a\":[1,2]}, but is {\"a\":[1]}");
    row("minContains", R"({"contains":{"type":"integer"},"minContains":2})", "[1]", "", "#/minContains",
        "the value must have at least 2 items that match {\"type\":\"integer\"}, but has 1");
    row("propertyNames", R"({"properties":{"t":{"propertyNames":{"pattern":"^[a-z]+$"}}}})", R"({"t":{"Bad":1}})", "/t/Bad", "#/properties/t/propertyNames",
        "the property name \"Bad\" in /t must match the pattern \"^[a-z]+$\"");
    row("propertyNames, false", R"({"propertyNames":false})", R"({"a":1})", "/a", "#/propertyNames", "the property name \"a\" is not allowed");
    // What generators make of an optional text: the types of all alternatives are one answer.
    row("anyOf of types", R"({"properties":{"q":{"anyOf":[{"type":"string"},{"type":"null"}]}}})", R"({"q":5})", "/q", "#/properties/q/anyOf",
        "/q must be a string or null, but is 5");
    row("oneOf by a tag", R"({"oneOf":[{"properties":{"kind":{"const":"card"}}},{"properties":{"kind":{"const":"cash"}}},{"properties":{"kind":{"enum":["bank"]}}}]})",
        R"({"kind":"cheque"})", "", "#/oneOf",
        "the value matches none of the 3 alternatives of oneOf: /kind must be \"card\", \"cash\" or \"bank\", but is \"cheque\"");
    row("alternative by its title", R"({"oneOf":[{"type":"null"},{"title":"Dog","type":"object","required":["bark"]}]})", "{}", "", "#/oneOf",
        "the value matches none of the 2 alternatives of oneOf; the closest is the second, \"Dog\": the value must have the property \"bark\"");
    row("alternative by its reference", R"({"$defs":{"cat":{"type":"object","required":["meow"]}},"anyOf":[{"$ref":"#/$defs/cat"},{"type":"null"}]})", "{}", "",
        "#/anyOf", "the value matches none of the 2 alternatives of anyOf; the closest is the first, \"cat\": the value must have the property \"meow\"");
    row("many values", R"({"enum":[1,2,3,"a long value that goes on and on and on","and another long value that goes on and on"]})", "7", "", "#/enum",
        "the value must be one of 1, 2, 3, \"a long value that goes on and on and on\" … (5 values), but is 7");
    row("names with slashes", R"({"properties":{"a/b":{"type":"null"}}})", R"({"a/b":1})", "/a~1b", "#/properties/a~1b/type",
        "/a~1b must be null, but is 1");
}

void TestSchemaFailures::sentences()
{
    QFETCH(QByteArray, schema);
    QFETCH(QByteArray, instance);
    QFETCH(QByteArray, instancePath);
    QFETCH(QByteArray, schemaPath);
    QFETCH(QByteArray, message);
    const auto evaluation = judged(schema, instance);
    QVERIFY(evaluation.outcome == schema::Evaluation::Outcome::Invalid);
    QCOMPARE(evaluation.failures.size(), std::size_t(1));
    const schema::Failure &failure = evaluation.failures.front();
    QCOMPARE(QByteArray::fromStdString(failure.instancePath), instancePath);
    QCOMPARE(QByteArray::fromStdString(failure.schemaPath), schemaPath);
    QCOMPARE(QByteArray::fromStdString(failure.message), message);
    QVERIFY(!failure.expected.empty());
    QVERIFY(!failure.actual.empty());
}

void TestSchemaFailures::allFailuresInOrder()
{
    const auto evaluation = judged(R"({"properties":{"a":{"type":"string","minLength":3},"b":{"minimum":1,"multipleOf":2}},"required":["c","d"]})",
        R"({"b":-3,"a":"x"})");
    QByteArrayList seen;
    for (const schema::Failure &failure : evaluation.failures)
        seen << QByteArray::fromStdString(failure.instancePath + " " + failure.keyword);
    QCOMPARE(seen, QByteArrayList({ "/b minimum", "/b multipleOf", "/a minLength", " required", " required" }));
}

void TestSchemaFailures::firstFailureOnly()
{
    schema::EvaluateOptions options;
    options.maxFailures = 1;
    const auto evaluation = judged(R"({"items":{"type":"string"}})", "[1,2,3]", {}, options);
    QCOMPARE(evaluation.failures.size(), std::size_t(1));
    QVERIFY(evaluation.truncated);
    QVERIFY(evaluation.outcome == schema::Evaluation::Outcome::Invalid);
}

void TestSchemaFailures::closestAlternativeFirst()
{
    const auto evaluation = judged(R"({"anyOf":[{"type":"string"},{"type":"object","required":["a","b"]},{"type":"object","required":["a"],"properties":{"c":{"type":"null"}}}]})",
        R"({"a":1,"c":2})");
    QCOMPARE(evaluation.failures.size(), std::size_t(1));
    const schema::Failure &failure = evaluation.failures.front();
    QCOMPARE(failure.causes.size(), std::size_t(3));
    QCOMPARE(failure.causes.front().schemaPath, std::string("#/anyOf/1/required"));
    QCOMPARE(failure.causes.back().schemaPath, std::string("#/anyOf/0/type"));
    QVERIFY(failure.message.find("the closest is the second: the value must have the property \"b\"") != std::string::npos);
}

void TestSchemaFailures::closestByTag()
{
    const auto evaluation = judged(R"({"oneOf":[{"properties":{"type":{"const":"user"},"login":{"type":"string"}},"required":["type","login"]},
        {"properties":{"type":{"const":"team"},"slug":{"type":"string"},"size":{"type":"integer"}},"required":["type","slug","size"]}]})",
        R"({"type":"team","login":"x"})");
    // Nearer by count is the user; but it says that it is a team.
    QCOMPARE(evaluation.failures.front().causes.front().schemaPath, std::string("#/oneOf/1/required"));
}

void TestSchemaFailures::propertyNamesTellWhy()
{
    const auto evaluation = judged(R"({"propertyNames":{"maxLength":3}})", R"({"a":1,"long":2})");
    QCOMPARE(evaluation.failures.size(), std::size_t(1));
    QCOMPARE(evaluation.failures.front().keyword, std::string("propertyNames"));
    QCOMPARE(evaluation.failures.front().instancePath, std::string("/long"));
    QCOMPARE(evaluation.failures.front().causes.front().keyword, std::string("maxLength"));
}

void TestSchemaFailures::pathsBeginAtTheInstance()
{
    const auto program = compiled(R"({"properties":{"n":{"type":"string"}}})");
    const auto message = parsedJson(R"({"result":{"structuredContent":{"n":1}}})");
    const json::Value &content = *message->root().find("result", "structuredContent");
    const auto evaluation = schema::evaluate(**program, *message, content);
    QCOMPARE(evaluation.failures.front().instancePath, std::string("/n"));
}

void TestSchemaFailures::pathsThroughReferences()
{
    const auto evaluation = judged(R"({"properties":{"rows":{"items":{"$ref":"#/$defs/row"}}},"$defs":{"row":{"properties":{"q":{"minimum":0}}}}})",
        R"({"rows":[{"q":0},{"q":-1}]})");
    QCOMPARE(evaluation.failures.front().instancePath, std::string("/rows/1/q"));
    QCOMPARE(evaluation.failures.front().schemaPath, std::string("#/$defs/row/properties/q/minimum"));
}

void TestSchemaFailures::exclusiveFlagsOfDraft4()
{
    schema::CompileOptions options;
    options.dialect = schema::Dialect::Draft4;
    const auto evaluation = judged(R"({"minimum":3,"exclusiveMinimum":true})", "3", options);
    QCOMPARE(evaluation.failures.front().message, std::string("the value must be greater than 3, but is 3"));
}

void TestSchemaFailures::longTextsAreShortened()
{
    const auto evaluation = judged(R"({"maxLength":1})", "\"" + QByteArray("\xc3\xa9").repeated(100'000) + "\"");
    QVERIFY(evaluation.failures.front().actual.size() < 100);
    QVERIFY(QString::fromStdString(evaluation.failures.front().actual).endsWith(QChar(0x2026)));
    QVERIFY(!QString::fromStdString(evaluation.failures.front().actual).contains(QChar(0xfffd)));
}

void TestSchemaFailures::statesHowFormatsWereTreated()
{
    schema::CompileOptions options;
    QVERIFY(!judged(R"({"format":"date"})", "\"x\"", options).formatsAsserted);
    QVERIFY(judged(R"({"format":"date"})", "\"x\"", options).isValid());
    options.assertFormats = true;
    QVERIFY(judged(R"({"format":"date"})", "\"x\"", options).formatsAsserted);
    QVERIFY(!judged(R"({"format":"date"})", "\"x\"", options).isValid());
    QVERIFY(judged(R"({"format":"uint64"})", "\"x\"", options).isValid());
    QCOMPARE(judged(R"({"format":"date"})", "\"x\"", options).failures.front().message, std::string("the value must be of the format \"date\" (as 2024-05-31), but is \"x\""));
}

QTEST_GUILESS_MAIN(TestSchemaFailures)
#include "tst_schemafailures.moc"
