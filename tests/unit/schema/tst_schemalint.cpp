// Schemas that compile, or nearly, and do not mean what they seem to.
#include "schemafixture.h"

#include "schema/lint.h"

using namespace assayer;

class TestSchemaLint : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void rules_data();
    void rules();
    void eachFindingSaysHowToFix();
    void fixesAreConcrete();
};

static schema::Dialect dialectNamed(const QByteArray &name)
{
    return *schema::dialectFromName(name.toStdString());
}

void TestSchemaLint::rules_data()
{
    QTest::addColumn<QByteArray>("dialect");
    QTest::addColumn<QByteArray>("schema");
    QTest::addColumn<QByteArrayList>("findings");
    const auto row = [](const char *name, const char *dialect, const char *schema, const QByteArrayList &findings) {
        QTest::newRow(name) << QByteArray(dialect) << QByteArray(schema) << findings;
    };
    const char *now = "draft2020-12";
    row("nothing to say", now, R"({"$defs":{"a":{"type":"string","format":"date"}},"properties":{"x":{"$ref":"#/$defs/a"}},"x-mcp-header":"X"})", {});
    row("exclusive flag", now, R"({"properties":{"n":{"minimum":1,"exclusiveMinimum":true}}})", { "exclusive-flag /properties/n/exclusiveMinimum" });
    row("exclusive flag in draft-04", "draft4", R"({"minimum":1,"exclusiveMinimum":true})", {});
    row("required in a property", now, R"({"properties":{"a":{"type":"string","required":true}}})", { "required-in-property /properties/a/required" });
    row("unknown keyword", now, R"({"propertes":{}})", { "unknown-keyword /propertes" });
    row("$ref siblings in draft-07", "draft7", R"({"definitions":{"a":{}},"properties":{"x":{"$ref":"#/definitions/a","maxLength":3,"title":"t"}}})",
        { "ref-siblings /properties/x/maxLength" });
    row("$ref siblings later", now, R"({"$defs":{"a":{}},"properties":{"x":{"$ref":"#/$defs/a","maxLength":3}}})", {});
    row("nullable", now, R"({"items":{"type":"string","nullable":true}})", { "nullable /items/nullable" });
    row("unused definition", now, R"({"$defs":{"a":{"$ref":"#/$defs/b"},"b":{},"c":{"$anchor":"c"}}})", { "unused-definition /$defs/a" });
    row("type and enum", now, R"({"type":"string","enum":[1,2]})", { "unsatisfiable-type /type" });
    row("type and allOf", now, R"({"type":"string","allOf":[{"type":["number","null"]}]})", { "unsatisfiable-type /type" });
    row("unknown formats once", now, R"({"properties":{"a":{"format":"int32"},"b":{"format":"int32"}}})", { "unknown-format /properties/a/format" });
    row("pattern of another language", now, R"({"pattern":"\\Afoo\\Z"})", { "pattern-not-ecma /pattern" });
    row("then without if", now, R"({"then":{"type":"string"}})", { "misplaced-keyword /then" });
    row("keyword of another draft", "draft7", R"({"prefixItems":[{}]})", { "keyword-of-another-draft /prefixItems" });
    row("keyword of another type", now, R"({"type":"string","minimum":1})", { "keyword-of-another-type /minimum" });
    row("exclusive limit", now, R"({"exclusiveMinimum":1})", {});
    row("required as a list", now, R"({"required":["a"],"properties":{"a":{}}})", {});
    row("a property named required", now, R"({"properties":{"required":{"type":"boolean"},"nullable":{},"minimum":{}}})", {});
    row("keywords of others, marked as such", now, R"({"x-order":1,"title":"t","$comment":"c","deprecated":true})", {});
    row("not nullable", now, R"({"type":"string","nullable":false})", {});
    row("definition used from within another", now, R"({"$ref":"#/$defs/a","$defs":{"a":{"$ref":"#/$defs/b/items"},"b":{"items":{}}}})", {});
    row("definition used by its anchor", now, R"({"$ref":"#q","$defs":{"a":{"$anchor":"q"}}})", {});
    row("definitions of draft-07, unused", "draft7", R"({"definitions":{"a":{}}})", { "unused-definition /definitions/a" });
    row("type and enum agree", now, R"({"type":["string","integer"],"enum":["a",1.0]})", {});
    row("type and alternatives", now, R"({"type":"string","anyOf":[{"type":"integer"},{"const":null}]})", { "unsatisfiable-type /type" });
    row("type and alternatives agree", now, R"({"type":"string","oneOf":[{"type":"integer"},{"maxLength":3}]})", {});
    row("known formats", now, R"({"properties":{"a":{"format":"date-time"},"b":{"format":"uuid"}}})", {});
    row("pattern of ECMA-262", now, R"({"pattern":"^(?:[a-z]\\d{2,}|(?<year>\\p{L}+))$"})", {});
    row("patternProperties of another language", now, R"({"patternProperties":{"^(?i)x":{}}})", { "pattern-not-ecma /patternProperties/^(?i)x" });
    row("then with if", now, R"({"if":{"type":"string"},"then":{"minLength":1},"else":{}})", {});
    row("keyword of this draft", now, R"({"prefixItems":[{}],"items":false})", {});
    row("keyword of a possible type", now, R"({"type":["string","number"],"minimum":1})", {});
    row("no contradiction", now, R"({"minimum":9.5,"maximum":9.5})", {});
    row("contradiction", now, R"({"minimum":10,"maximum":9.5})", { "contradictory-limits /minimum" });
}

void TestSchemaLint::rules()
{
    QFETCH(QByteArray, dialect);
    QFETCH(QByteArray, schema);
    QFETCH(QByteArrayList, findings);
    const auto document = parsedJson(schema);
    QVERIFY(document);
    QByteArrayList seen;
    for (const Finding &finding : schema::lint(*document, document->root(), dialectNamed(dialect)))
        seen << QByteArray::fromStdString(finding.rule + " " + finding.where).replace("schema.lint.", "");
    QCOMPARE(seen, findings);
}

void TestSchemaLint::eachFindingSaysHowToFix()
{
    const auto document = parsedJson(R"({"type":"string","minimum":true,"exclusiveMinimum":true,"required":true,"nullable":true,"patern":"x","then":{}})");
    const Findings findings = schema::lint(*document, document->root());
    QVERIFY(findings.size() >= 5);
    for (const Finding &finding : findings) {
        QVERIFY2(!finding.expected.empty(), finding.rule.c_str());
        QVERIFY2(!finding.message.empty(), finding.rule.c_str());
    }
}

void TestSchemaLint::fixesAreConcrete()
{
    const auto document = parsedJson(R"({"properties":{"a":{"minimum":1.50,"exclusiveMinimum":true},"b":{"type":"string","nullable":true},"c":{"minlength":3}}})");
    QByteArrayList fixes;
    for (const Finding &finding : schema::lint(*document, document->root()))
        fixes << QByteArray::fromStdString(finding.expected);
    QCOMPARE(fixes, QByteArrayList({ "exclusiveMinimum: 1.50, without minimum", "type: [\"string\", \"null\"]", "minLength" }));
}

QTEST_GUILESS_MAIN(TestSchemaLint)
#include "tst_schemalint.moc"
