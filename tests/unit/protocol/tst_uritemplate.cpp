// RFC 6570: the examples of its section 3.2, all levels, and what cannot be a template or an expansion.
#include "protocol/uritemplate.h"

#include <QTest>

using namespace assayer;

class UriTemplates : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void rfcExample_data();
    void rfcExample();
    void reportedCase_data();
    void reportedCase();
    void malformed_data();
    void malformed();
    void needs();
    void partial();
    void problems();
};

namespace {

UriTemplate::Values rfcValues()
{
    using List = UriTemplate::List;
    using Pairs = UriTemplate::Pairs;
    UriTemplate::Values values;
    values["count"] = List { "one", "two", "three" };
    values["dom"] = List { "example", "com" };
    values["dub"] = std::string("me/too");
    values["hello"] = std::string("Hello World!");
    values["half"] = std::string("50%");
    values["var"] = std::string("value");
    values["who"] = std::string("fred");
    values["base"] = std::string("http://example.com/home/");
    values["path"] = std::string("/foo/bar");
    values["list"] = List { "red", "green", "blue" };
    values["keys"] = Pairs { { "semi", ";" }, { "dot", "." }, { "comma", "," } };
    values["v"] = std::string("6");
    values["x"] = std::string("1024");
    values["y"] = std::string("768");
    values["empty"] = std::string();
    values["empty_keys"] = Pairs {};
    values["undef"] = std::monostate();
    return values;
}

void row(const char *text, const char *uri)
{
    QTest::newRow(text) << QString::fromUtf8(text) << QString::fromUtf8(uri);
}

} // namespace

void UriTemplates::rfcExample_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("uri");
    // 3.2.1 variables
    row("{count}", "one,two,three");
    row("{count*}", "one,two,three");
    row("{/count}", "/one,two,three");
    row("{/count*}", "/one/two/three");
    row("{;count}", ";count=one,two,three");
    row("{;count*}", ";count=one;count=two;count=three");
    row("{?count}", "?count=one,two,three");
    row("{?count*}", "?count=one&count=two&count=three");
    row("{&count*}", "&count=one&count=two&count=three");
    // 3.2.2 simple
    row("{var}", "value");
    row("{hello}", "Hello%20World%21");
    row("{half}", "50%25");
    row("O{empty}X", "OX");
    row("O{undef}X", "OX");
    row("{x,y}", "1024,768");
    row("{x,hello,y}", "1024,Hello%20World%21,768");
    row("?{x,empty}", "?1024,");
    row("?{x,undef}", "?1024");
    row("?{undef,y}", "?768");
    row("{var:3}", "val");
    row("{var:30}", "value");
    row("{list}", "red,green,blue");
    row("{list*}", "red,green,blue");
    row("{keys}", "semi,%3B,dot,.,comma,%2C");
    row("{keys*}", "semi=%3B,dot=.,comma=%2C");
    // 3.2.3 reserved
    row("{+var}", "value");
    row("{+hello}", "Hello%20World!");
    row("{+half}", "50%25");
    row("{base}index", "http%3A%2F%2Fexample.com%2Fhome%2Findex");
    row("{+base}index", "http://example.com/home/index");
    row("O{+empty}X", "OX");
    row("O{+undef}X", "OX");
    row("{+path}/here", "/foo/bar/here");
    row("here?ref={+path}", "here?ref=/foo/bar");
    row("up{+path}{var}/here", "up/foo/barvalue/here");
    row("{+x,hello,y}", "1024,Hello%20World!,768");
    row("{+path,x}/here", "/foo/bar,1024/here");
    row("{+path:6}/here", "/foo/b/here");
    row("{+list}", "red,green,blue");
    row("{+list*}", "red,green,blue");
    row("{+keys}", "semi,;,dot,.,comma,,");
    row("{+keys*}", "semi=;,dot=.,comma=,");
    // 3.2.4 fragment
    row("{#var}", "#value");
    row("{#hello}", "#Hello%20World!");
    row("{#half}", "#50%25");
    row("foo{#empty}", "foo#");
    row("foo{#undef}", "foo");
    row("{#x,hello,y}", "#1024,Hello%20World!,768");
    row("{#path,x}/here", "#/foo/bar,1024/here");
    row("{#path:6}/here", "#/foo/b/here");
    row("{#list}", "#red,green,blue");
    row("{#list*}", "#red,green,blue");
    row("{#keys}", "#semi,;,dot,.,comma,,");
    row("{#keys*}", "#semi=;,dot=.,comma=,");
    // 3.2.5 label
    row("{.who}", ".fred");
    row("{.who,who}", ".fred.fred");
    row("{.half,who}", ".50%25.fred");
    row("www{.dom*}", "www.example.com");
    row("X{.var}", "X.value");
    row("X{.empty}", "X.");
    row("X{.undef}", "X");
    row("X{.var:3}", "X.val");
    row("X{.list}", "X.red,green,blue");
    row("X{.list*}", "X.red.green.blue");
    row("X{.keys}", "X.semi,%3B,dot,.,comma,%2C");
    row("X{.keys*}", "X.semi=%3B.dot=..comma=%2C");
    row("X{.empty_keys}", "X");
    row("X{.empty_keys*}", "X");
    // 3.2.6 path
    row("{/who}", "/fred");
    row("{/who,who}", "/fred/fred");
    row("{/half,who}", "/50%25/fred");
    row("{/who,dub}", "/fred/me%2Ftoo");
    row("{/var}", "/value");
    row("{/var,empty}", "/value/");
    row("{/var,undef}", "/value");
    row("{/var,x}/here", "/value/1024/here");
    row("{/var:1,var}", "/v/value");
    row("{/list}", "/red,green,blue");
    row("{/list*}", "/red/green/blue");
    row("{/list*,path:4}", "/red/green/blue/%2Ffoo");
    row("{/keys}", "/semi,%3B,dot,.,comma,%2C");
    row("{/keys*}", "/semi=%3B/dot=./comma=%2C");
    // 3.2.7 path-style parameters
    row("{;who}", ";who=fred");
    row("{;half}", ";half=50%25");
    row("{;empty}", ";empty");
    row("{;v,empty,who}", ";v=6;empty;who=fred");
    row("{;v,bar,who}", ";v=6;who=fred");
    row("{;x,y}", ";x=1024;y=768");
    row("{;x,y,empty}", ";x=1024;y=768;empty");
    row("{;x,y,undef}", ";x=1024;y=768");
    row("{;hello:5}", ";hello=Hello");
    row("{;list}", ";list=red,green,blue");
    row("{;list*}", ";list=red;list=green;list=blue");
    row("{;keys}", ";keys=semi,%3B,dot,.,comma,%2C");
    row("{;keys*}", ";semi=%3B;dot=.;comma=%2C");
    // 3.2.8 query
    row("{?who}", "?who=fred");
    row("{?half}", "?half=50%25");
    row("{?x,y}", "?x=1024&y=768");
    row("{?x,y,empty}", "?x=1024&y=768&empty=");
    row("{?x,y,undef}", "?x=1024&y=768");
    row("{?var:3}", "?var=val");
    row("{?list}", "?list=red,green,blue");
    row("{?list*}", "?list=red&list=green&list=blue");
    row("{?keys}", "?keys=semi,%3B,dot,.,comma,%2C");
    row("{?keys*}", "?semi=%3B&dot=.&comma=%2C");
    // 3.2.9 query continuation
    row("{&who}", "&who=fred");
    row("{&half}", "&half=50%25");
    row("?fixed=yes{&x}", "?fixed=yes&x=1024");
    row("{&x,y,empty}", "&x=1024&y=768&empty=");
    row("{&x,y,undef}", "&x=1024&y=768");
    row("{&var:3}", "&var=val");
    row("{&list}", "&list=red,green,blue");
    row("{&list*}", "&list=red&list=green&list=blue");
    row("{&keys}", "&keys=semi,%3B,dot,.,comma,%2C");
    row("{&keys*}", "&semi=%3B&dot=.&comma=%2C");
}

void UriTemplates::rfcExample()
{
    QFETCH(QString, text);
    QFETCH(QString, uri);
    QVERIFY(!UriTemplate::problem(text.toStdString()));
    const auto parsed = UriTemplate::parse(text.toStdString());
    QVERIFY(parsed);
    QCOMPARE(QString::fromStdString(parsed->expand(rfcValues()).text), uri);
}

void UriTemplates::reportedCase_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QStringList>("values");
    QTest::addColumn<QString>("uri");
    QTest::newRow("optional query unset") << QStringLiteral("mcp://machine/{id}{?state,limit}") << QStringList { QStringLiteral("id=0xc0e60") } << QStringLiteral("mcp://machine/0xc0e60");
    QTest::newRow("optional query half set") << QStringLiteral("mcp://machine/{id}{?state,limit}") << QStringList { QStringLiteral("id=1"), QStringLiteral("limit=5") } << QStringLiteral("mcp://machine/1?limit=5");
    QTest::newRow("slash in a simple value") << QStringLiteral("x://{a,b}") << QStringList { QStringLiteral("a=foo/bar"), QStringLiteral("b=q") } << QStringLiteral("x://foo%2Fbar,q");
    QTest::newRow("path operator") << QStringLiteral("x://a{/p,q}") << QStringList { QStringLiteral("p=x y"), QStringLiteral("q=z") } << QStringLiteral("x://a/x%20y/z");
    QTest::newRow("literal question mark") << QStringLiteral("file://name/search?q={q}") << QStringList { QStringLiteral("q=a&b") } << QStringLiteral("file://name/search?q=a%26b");
    QTest::newRow("non-ASCII value and literal") << QStringLiteral("x://ü/{a}") << QStringList { QStringLiteral("a=日") } << QStringLiteral("x://%C3%BC/%E6%97%A5");
    QTest::newRow("prefix counts characters") << QStringLiteral("x://{a:1}") << QStringList { QStringLiteral("a=日本") } << QStringLiteral("x://%E6%97%A5");
}

void UriTemplates::reportedCase()
{
    QFETCH(QString, text);
    QFETCH(QStringList, values);
    QFETCH(QString, uri);
    UriTemplate::Values map;
    for (const QString &pair : values)
        map[pair.section(u'=', 0, 0).toStdString()] = pair.section(u'=', 1).toStdString();
    const auto parsed = UriTemplate::parse(text.toStdString());
    QVERIFY(parsed);
    QCOMPARE(QString::fromStdString(parsed->expand(map).text), uri);
}

void UriTemplates::malformed_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<qint64>("offset");
    const auto bad = [](const char *text, qint64 offset) { QTest::newRow(text) << QString::fromUtf8(text) << offset; };
    bad("x://{", 4);
    bad("x://{id", 4);
    bad("x://id}", 6);
    bad("x://{}", 5);
    bad("x://{a,}", 7);
    bad("x://{a b}", 6);
    bad("x://{=a}", 5);
    bad("x://{!a}", 5);
    bad("x://{a:}", 7);
    bad("x://{a:0}", 7);
    bad("x://{a:10000}", 11);
    bad("x://{a:3*}", 8);
    bad("x://{a**}", 7);
    bad("x://{a.}", 6);
    bad("x://{.a..b}", 7);
    bad("x://a b", 5);
    bad("x://%zz", 4);
    bad("x://{%zz}", 5);
    bad("x://<a>", 4);
}

void UriTemplates::malformed()
{
    QFETCH(QString, text);
    QFETCH(qint64, offset);
    const auto problem = UriTemplate::problem(text.toStdString());
    QVERIFY(problem);
    QVERIFY(!problem->message.empty());
    QCOMPARE(qint64(problem->offset), offset);
    const auto parsed = UriTemplate::parse(text.toStdString());
    QVERIFY(!parsed);
    QCOMPARE(QString::fromStdString(parsed.error().kind), QStringLiteral("invalid-template"));
    QCOMPARE(qint64(parsed.error().data.position.value_or(-1)), offset);
}

void UriTemplates::needs()
{
    const auto parsed = UriTemplate::parse("x://{b}/{a:3}{?b,c*}");
    QVERIFY(parsed);
    const auto needs = parsed->needs();
    QCOMPARE(needs.size(), std::size_t(3));
    QCOMPARE(needs[0].name, std::string("b"));
    QCOMPARE(needs[0].expressions, (std::vector<std::size_t> { 0, 2 }));
    QCOMPARE(needs[1].name, std::string("a"));
    QVERIFY(needs[1].textOnly && !needs[1].takesList);
    QCOMPARE(needs[2].name, std::string("c"));
    QVERIFY(needs[2].takesList && !needs[2].textOnly);
    QCOMPARE(parsed->expressions()[2].op, '?');
}

void UriTemplates::partial()
{
    const auto parsed = UriTemplate::parse("x://{a}/{b}{?c,d}");
    QVERIFY(parsed);
    const auto expansion = parsed->expand({ { "a", std::string("1") }, { "c", std::string("2") } });
    QCOMPARE(QString::fromStdString(expansion.text), QStringLiteral("x://1/?c=2"));
    QCOMPARE(QString::fromStdString(expansion.partial), QStringLiteral("x://1/{b}{?c,d}"));
    QCOMPARE(expansion.undefined, (std::vector<std::string> { "b", "d" }));
    // {?c,d} says by itself that its variables may be absent.
    QCOMPARE(expansion.problems, (std::vector<std::string> { "{b} has no value" }));
    QVERIFY(!expansion.impossible);
}

void UriTemplates::problems()
{
    const auto parsed = UriTemplate::parse("x://{a:3}");
    QVERIFY(parsed);
    const auto expansion = parsed->expand({ { "a", UriTemplate::List { "red" } } });
    QCOMPARE(QString::fromStdString(expansion.text), QStringLiteral("x://"));
    QCOMPARE(expansion.problems.size(), std::size_t(1));
    QVERIFY(expansion.impossible);
    QVERIFY(expansion.undefined.empty());
}

QTEST_GUILESS_MAIN(UriTemplates)
#include "tst_uritemplate.moc"
