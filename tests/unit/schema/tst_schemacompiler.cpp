// What does not compile, and where and why it says so.
#include "schemafixture.h"

using namespace assayer;

class TestSchemaCompiler : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void refuses_data();
    void refuses();
    void findsAllErrors();
    void pathsBeginAtTheSchema();
    void unknownDialectIsAnError();
    void unknownDialectLeniently();
    void dialectOfTheSchemaWins();
    void referencesAreNeverFetched();
    void documentsAreUsedWhenHandedIn();
    void requiredVocabularyMustBeKnown();
    void deepSchemasCompile();
};

void TestSchemaCompiler::refuses_data()
{
    QTest::addColumn<QByteArray>("schema");
    QTest::addColumn<QByteArray>("path");
    QTest::addColumn<QByteArray>("word");
    const auto row = [](const char *name, const char *schema, const char *path, const char *word) {
        QTest::newRow(name) << QByteArray(schema) << QByteArray(path) << QByteArray(word);
    };
    row("nested type", R"({"properties":{"x":{"type":"not-a-json-schema-type"}}})", "/properties/x/type", "not-a-json-schema-type");
    row("type in a list", R"({"type":["string","text"]})", "/type/1", "text");
    row("type of a wrong kind", R"({"type":5})", "/type", "5");
    row("no type", R"({"type":[]})", "/type", "at least one");
    row("schema is a number", R"({"items":3})", "/items", "object or a boolean");
    row("schema is null", "null", "", "object or a boolean");
    row("pattern", "{\"properties\":{\"v\":{\"pattern\":\"(\"}}}", "/properties/v/pattern", "regular expression");
    row("pattern of a name", "{\"patternProperties\":{\"[\":{}}}", "/patternProperties/[", "regular expression");
    row("dangling pointer", R"({"properties":{"s":{"$ref":"#/$defs/Screen"}}})", "/properties/s/$ref", "#/$defs/Screen");
    row("dangling anchor", R"({"$ref":"#here"})", "/$ref", "here");
    row("required is a flag", R"({"required":true})", "/required", "list");
    row("required holds a number", R"({"required":["a",1]})", "/required/1", "number");
    row("negative length", R"({"minLength":-1})", "/minLength", "whole number");
    row("half an item", R"({"maxItems":1.5})", "/maxItems", "whole number");
    row("exclusiveMinimum is a flag", R"({"minimum":1,"exclusiveMinimum":true})", "/exclusiveMinimum", "number");
    row("multipleOf zero", R"({"multipleOf":0})", "/multipleOf", "greater than 0");
    row("items as a list", R"({"items":[{}]})", "/items", "prefixItems");
    row("empty allOf", R"({"allOf":[]})", "/allOf", "not empty");
    row("anyOf is an object", R"({"anyOf":{}})", "/anyOf", "list of schemas");
    row("properties is a list", R"({"properties":[]})", "/properties", "object");
    row("enum is no list", R"({"enum":"a"})", "/enum", "list");
    row("fault in an unused definition", R"({"$defs":{"a":{"type":"x"}}})", "/$defs/a/type", "no type");
    row("fault behind a reference to an unknown place", R"({"$ref":"#/x-parts/0","x-parts":[{"type":"x"}]})", "/x-parts/0/type", "no type");
}

void TestSchemaCompiler::refuses()
{
    QFETCH(QByteArray, schema);
    QFETCH(QByteArray, path);
    QFETCH(QByteArray, word);
    const auto program = compiled(schema);
    QVERIFY(!program);
    QCOMPARE(program.error().size(), std::size_t(1));
    QCOMPARE(QByteArray::fromStdString(program.error().front().path), path);
    const QByteArray message = QByteArray::fromStdString(program.error().front().message);
    QVERIFY2(message.contains(word), message.constData());
}

void TestSchemaCompiler::findsAllErrors()
{
    const auto program = compiled(R"({"properties":{"b":{"type":"x"},"a":{"minLength":"y"}},"required":"z"})");
    QVERIFY(!program);
    QCOMPARE(program.error().size(), std::size_t(3));
    QCOMPARE(program.error()[0].path, std::string("/properties/a/minLength"));
    QCOMPARE(program.error()[2].path, std::string("/required"));
}

void TestSchemaCompiler::pathsBeginAtTheSchema()
{
    const auto document = parsedJson(R"({"tools":[{"outputSchema":{"properties":{"x":{"type":"y"}}}}]})");
    const json::Value &root = *document->root().find("tools")->items()[0].find("outputSchema");
    const auto program = schema::compile(document, root);
    QVERIFY(!program);
    QCOMPARE(program.error().front().path, std::string("/properties/x/type"));
}

void TestSchemaCompiler::unknownDialectIsAnError()
{
    const auto program = compiled(R"({"$schema":"https://example.com/my-dialect"})");
    QVERIFY(!program);
    QCOMPARE(program.error().front().path, std::string("/$schema"));
    QVERIFY(program.error().front().message.find("https://example.com/my-dialect") != std::string::npos);
}

void TestSchemaCompiler::unknownDialectLeniently()
{
    schema::CompileOptions options;
    options.lenientUnknownDialect = true;
    const auto program = compiled(R"({"$schema":"https://example.com/my-dialect","type":"string"})", options);
    QVERIFY(program);
    QCOMPARE(int((*program)->dialect()), int(schema::Dialect::Draft202012));
}

void TestSchemaCompiler::dialectOfTheSchemaWins()
{
    schema::CompileOptions options;
    options.dialect = schema::Dialect::Draft4;
    const auto program = compiled(R"({"$schema":"http://json-schema.org/draft-07/schema"})", options);
    QVERIFY(program);
    QCOMPARE(int((*program)->dialect()), int(schema::Dialect::Draft7));
}

void TestSchemaCompiler::referencesAreNeverFetched()
{
    const auto program = compiled(R"({"properties":{"a":{"$ref":"http://localhost:1/evil.json#/x"}}})");
    QVERIFY(!program);
    QCOMPARE(program.error().front().path, std::string("/properties/a/$ref"));
    QVERIFY(program.error().front().message.find("http://localhost:1/evil.json") != std::string::npos);
}

void TestSchemaCompiler::documentsAreUsedWhenHandedIn()
{
    auto documents = std::make_shared<schema::DocumentMap>();
    documents->emplace("http://example.com/part", parsedJson(R"({"$defs":{"n":{"type":"integer"},"bad":{"type":"x"}}})"));
    schema::CompileOptions options;
    options.documents = documents;
    const auto program = compiled(R"({"$ref":"http://example.com/part#/$defs/n"})", options);
    QVERIFY(program);
    const auto fault = compiled(R"({"$ref":"http://example.com/part#/$defs/bad"})", options);
    QVERIFY(!fault);
    QCOMPARE(fault.error().front().path, std::string("http://example.com/part#/$defs/bad/type"));
}

void TestSchemaCompiler::requiredVocabularyMustBeKnown()
{
    auto documents = std::make_shared<schema::DocumentMap>();
    documents->emplace("http://example.com/meta",
        parsedJson(R"({"$schema":"https://json-schema.org/draft/2020-12/schema","$vocabulary":{"http://example.com/vocab":true}})"));
    schema::CompileOptions options;
    options.documents = documents;
    const auto program = compiled(R"({"$schema":"http://example.com/meta"})", options);
    QVERIFY(!program);
    QVERIFY(program.error().front().message.find("http://example.com/vocab") != std::string::npos);
}

void TestSchemaCompiler::deepSchemasCompile()
{
    QByteArray schema;
    const int levels = 20'000;
    for (int i = 0; i < levels; ++i)
        schema += "{\"not\":";
    schema += "{}" + QByteArray(levels, '}');
    QVERIFY(compiled(schema));
}

QTEST_GUILESS_MAIN(TestSchemaCompiler)
#include "tst_schemacompiler.moc"
