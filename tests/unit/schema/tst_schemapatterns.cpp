// Plain patterns are run by a matcher of our own: it must agree with PCRE2 on every one that it takes.
#include "schema/ecmaregex.h"
#include "schema/pattern.h"
#include "schema/plainpattern.h"

#include <QTest>

#include <random>
#include <string>

using namespace assayer::schema;

class TestSchemaPatterns : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void kinds_data();
    void kinds();
    void agreesWithPcre();
};

void TestSchemaPatterns::kinds_data()
{
    QTest::addColumn<QByteArray>("source");
    QTest::addColumn<bool>("plain");
    const auto rows = [](bool plain, std::initializer_list<const char *> sources) {
        for (const char *source : sources)
            QTest::newRow(source) << QByteArray(source) << plain;
    };
    rows(true, { "^$", "^", "^[A-Z]{3}$", "^[A-Z]{3}-[0-9]{4}$", "^[a-z0-9_-]+$", "^x-", "^\\d{4}-\\d{2}-\\d{2}$", "^[\\w.-]+@[a-z]+\\.com$", "^a?b*c{2,}$", "^/api/v[0-9]+/",
                  "^[ -~]*$", "^[+-]?[0-9]+$", "^[\\-\\]]$" });
    // What one step takes may depend on the next, or it is another language altogether.
    rows(false, { "a", "[a-z]$", "^[a-z]+a$", "^a*a$", "^a?b?a$", "^(a|b)$", "^a.b$", "^[^a]$", "^\\s$", "^\\p{L}+$", "^a+?$", "^a++$", "^\xc3\xa9$", "^[\xc3\xa9]$", "^a\\b$",
                   "^]$", "^{$", "^a{2,1}$", "^a{,2}$", "^a{99999}$", "^[z-a]$", "^[\\d-z]$", "^[]$", "^[a", "^a$b", "^\\-$", "^\\a$", "^*", "^a$|b" });
}

void TestSchemaPatterns::kinds()
{
    QFETCH(QByteArray, source);
    QFETCH(bool, plain);
    QCOMPARE(PlainPattern::parse(source.toStdString()).has_value(), plain);
}

void TestSchemaPatterns::agreesWithPcre()
{
    std::mt19937 random(20261130);
    const auto pick = [&](const auto &from) { return from[random() % std::size(from)]; };
    const std::string atoms[] = { "a", "b", "-", "\\.", "[ab]", "[a-c]", "[0-9]", "\\d", "\\w", "[b-]", "[\\w.]", "x", "/", " " };
    const std::string quantifiers[] = { "", "", "", "?", "*", "+", "{2}", "{1,2}", "{0}", "{2,}" };
    const std::string letters[] = { "a", "b", "c", "-", ".", "0", "7", "x", "/", " ", "_", "\n", "\xc3\xa9" };
    int plain = 0;
    for (int i = 0; i < 3'000; ++i) {
        std::string source = "^";
        for (std::size_t steps = random() % 5; steps > 0; --steps)
            source += pick(atoms) + pick(quantifiers);
        source += random() % 3 ? "$" : "";
        const auto ours = PlainPattern::parse(source);
        const auto theirs = Pattern::compileNative(translateEcmaRegex(source).pcre);
        QVERIFY2(theirs.has_value(), source.c_str());
        if (!ours)
            continue;
        ++plain;
        for (int texts = 0; texts < 60; ++texts) {
            std::string text;
            for (std::size_t length = random() % 7; length > 0; --length)
                text += pick(letters);
            const bool same = ours->matches(text) == ((*theirs)->match(text) == Pattern::Outcome::Yes);
            QVERIFY2(same, (source + "  <-  " + text).c_str());
        }
    }
    QVERIFY(plain > 500);
}

QTEST_GUILESS_MAIN(TestSchemaPatterns)
#include "tst_schemapatterns.moc"
