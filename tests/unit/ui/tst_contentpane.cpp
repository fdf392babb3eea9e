// Contents by their kind: text, Markdown on demand and dead, JSON, tables, bytes, links, and what is of no known kind.
#include "models/contentblockmodel.h"
#include "ui/widgets/contentpane.h"
#include "ui/widgets/csvmodel.h"
#include "ui/widgets/escapedtext.h"
#include "ui/widgets/exacttextview.h"
#include "ui/widgets/hexview.h"
#include "ui/widgets/inertbrowser.h"

#include <QBuffer>
#include <QImage>
#include <QLabel>
#include <QSignalSpy>
#include <QStackedWidget>
#include <QTableView>
#include <QTest>
#include <QTextDocument>
#include <QToolButton>

using namespace assayer;

namespace {

ContentBlock block(const std::string &text, Faults faults = {})
{
    const auto parsed = json::Document::parse(text);
    if (!parsed)
        qFatal("no JSON: %s", text.c_str());
    return ContentBlockModel::read({ *parsed, &(*parsed)->root() }, 0, std::move(faults));
}

struct Pane {
    ContentPane pane;
    Pane()
    {
        pane.setPrefix(QStringLiteral("content"));
        pane.resize(400, 300);
        pane.show();
    }
    template<class Widget>
    Widget *child(const char *name) { return pane.findChild<Widget *>(QLatin1String(name)); }
    QString shown() { return child<QStackedWidget>("contentStack")->currentWidget()->objectName(); }
};

} // namespace

class TestContentPane : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void kinds_data();
    void kinds();
    void markdownIsDrawnOnDemandAndDead();
    void imagesAreDecoded();
    void hugeImagesAreRefused();
    void linksAreRead();
    void audioIsSavedNotPlayed();
    void hintsAreSaid();
    void csv_data();
    void csv();
};

void TestContentPane::kinds_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("page");
    QTest::newRow("text") << QStringLiteral("{\"type\":\"text\",\"text\":\"a\"}") << QStringLiteral("contentText");
    QTest::newRow("JSON") << QStringLiteral("{\"uri\":\"u\",\"mimeType\":\"application/json\",\"text\":\"{\\\"a\\\":1}\"}") << QStringLiteral("contentJson");
    QTest::newRow("JSON that is none") << QStringLiteral("{\"uri\":\"u\",\"mimeType\":\"application/json\",\"text\":\"{\"}") << QStringLiteral("contentText");
    QTest::newRow("JSON in a blob") << QStringLiteral("{\"uri\":\"u\",\"mimeType\":\"application/vnd.x+json\",\"blob\":\"eyJhIjoxfQ==\"}") << QStringLiteral("contentJson");
    QTest::newRow("CSV") << QStringLiteral("{\"uri\":\"u\",\"mimeType\":\"text/csv; charset=utf-8\",\"text\":\"a,b\\n1,2\\n\"}") << QStringLiteral("contentTable");
    QTest::newRow("text in a blob") << QStringLiteral("{\"uri\":\"u\",\"mimeType\":\"text/plain\",\"blob\":\"YQ==\"}") << QStringLiteral("contentText");
    QTest::newRow("bytes") << QStringLiteral("{\"uri\":\"u\",\"mimeType\":\"application/zip\",\"blob\":\"UEsD\"}") << QStringLiteral("contentHex");
    QTest::newRow("bytes without a type") << QStringLiteral("{\"uri\":\"u\",\"blob\":\"UEsD\"}") << QStringLiteral("contentHex");
    QTest::newRow("audio") << QStringLiteral("{\"type\":\"audio\",\"mimeType\":\"audio/wav\",\"data\":\"UklG\"}") << QStringLiteral("contentPlaceholder");
    QTest::newRow("link") << QStringLiteral("{\"type\":\"resource_link\",\"uri\":\"notes://1\",\"name\":\"n\"}") << QStringLiteral("contentJson");
    QTest::newRow("embedded") << QStringLiteral("{\"type\":\"resource\",\"resource\":{\"uri\":\"u\",\"text\":\"t\"}}") << QStringLiteral("contentText");
    QTest::newRow("unknown kind") << QStringLiteral("{\"type\":\"hologram\",\"x\":1}") << QStringLiteral("contentLarge");
}

void TestContentPane::kinds()
{
    QFETCH(QString, text);
    QFETCH(QString, page);
    Pane pane;
    pane.pane.showBlock(block(text.toStdString()));
    QCOMPARE(pane.shown(), page);
}

void TestContentPane::markdownIsDrawnOnDemandAndDead()
{
    Pane pane;
    pane.pane.showBlock(block("{\"type\":\"text\",\"text\":\"# Head\\n\\n[x](javascript:alert) <b>bold</b> ![i](file:///etc/passwd)\"}"));
    QCOMPARE(pane.shown(), QStringLiteral("contentText")); // never by itself
    auto *button = pane.child<QToolButton>("contentMarkdownButton");
    QVERIFY(button->isVisible());
    QTest::mouseClick(button, Qt::LeftButton);
    QCOMPARE(pane.shown(), QStringLiteral("contentMarkdown"));
    auto *browser = pane.child<InertBrowser>("contentMarkdown");
    const QString html = browser->document()->toHtml();
    QVERIFY2(!html.contains(QLatin1String("href")), qPrintable(html));
    QVERIFY(browser->toPlainText().contains(QLatin1String("<b>bold</b>")));
    QVERIFY(browser->toPlainText().contains(QLatin1String("<javascript:alert>"))); // where a link leads is said
    QVERIFY(!browser->loadResource(QTextDocument::ImageResource, QUrl(QStringLiteral("file:///etc/passwd"))).isValid());
    QTest::mouseClick(button, Qt::LeftButton);
    QCOMPARE(pane.shown(), QStringLiteral("contentText"));
}

void TestContentPane::imagesAreDecoded()
{
    QImage image(20, 10, QImage::Format_RGB32);
    image.fill(Qt::red);
    QByteArray png;
    QBuffer buffer(&png);
    QVERIFY(buffer.open(QIODevice::WriteOnly) && image.save(&buffer, "PNG"));
    Pane pane;
    pane.pane.showBlock(block("{\"type\":\"image\",\"mimeType\":\"image/png\",\"data\":\"" + png.toBase64().toStdString() + "\"}"));
    QCOMPARE(pane.shown(), QStringLiteral("contentImageScroll"));
    QTRY_VERIFY(!pane.child<QLabel>("contentImage")->pixmap(Qt::ReturnByValue).isNull());
    QVERIFY(pane.child<QLabel>("contentFacts")->text().contains(QLatin1String("20 x 10")));
    pane.pane.showBlock(block("{\"type\":\"image\",\"mimeType\":\"image/png\",\"data\":\"AAAA\"}"));
    QTRY_VERIFY(pane.child<QLabel>("contentImage")->text().contains(QLatin1String("no image")));
}

/// A header that promises 30,000 by 30,000 pixels is enough.
void TestContentPane::hugeImagesAreRefused()
{
    const QByteArray header = QByteArrayLiteral("P6 30000 30000 255\n");
    Pane pane;
    pane.pane.showBlock(block("{\"type\":\"image\",\"mimeType\":\"image/x-portable-pixmap\",\"data\":\"" + header.toBase64().toStdString() + "\"}"));
    QTRY_VERIFY2(pane.child<QLabel>("contentImage")->text().contains(QLatin1String("30000 x 30000")), qPrintable(pane.child<QLabel>("contentImage")->text()));
}

void TestContentPane::linksAreRead()
{
    Pane pane;
    pane.pane.showBlock(block("{\"type\":\"resource_link\",\"uri\":\"notes://ada/1\",\"name\":\"n\"}"));
    QSignalSpy wanted(&pane.pane, &ContentPane::readWanted);
    QTest::mouseClick(pane.child<QToolButton>("contentReadButton"), Qt::LeftButton);
    QCOMPARE(wanted.value(0), QVariantList { QStringLiteral("notes://ada/1") });
}

void TestContentPane::audioIsSavedNotPlayed()
{
    Pane pane;
    pane.pane.showBlock(block("{\"type\":\"audio\",\"mimeType\":\"audio/wav\",\"data\":\"UklG\"}"));
    QVERIFY(pane.child<QLabel>("contentPlaceholder")->text().contains(QLatin1String("not played")));
    QSignalSpy wanted(&pane.pane, &ContentPane::saveWanted);
    QTest::mouseClick(pane.child<QToolButton>("contentOpenButton"), Qt::LeftButton);
    QCOMPARE(wanted.size(), 1);
    QCOMPARE(pane.pane.bytes(), QByteArray("RIF"));
    pane.pane.setSaved(QStringLiteral("/nowhere/x.wav"));
    QVERIFY(pane.child<QToolButton>("contentOpenButton")->text().startsWith(QLatin1String("Open"))); // at the next click
}

void TestContentPane::hintsAreSaid()
{
    Pane pane;
    pane.pane.showBlock(block("{\"type\":\"text\",\"text\":\"a\",\"annotations\":{\"audience\":[\"user\"],\"priority\":0.8}}"));
    QVERIFY2(pane.child<QLabel>("contentFacts")->text().contains(QLatin1String("hints: audience user; priority 0.8")), qPrintable(pane.child<QLabel>("contentFacts")->text()));
}

void TestContentPane::csv_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QStringList>("cells"); // of the first row below the headings
    QTest::newRow("plain") << QStringLiteral("a,b\n1,2\n") << QStringList { QStringLiteral("1"), QStringLiteral("2") };
    QTest::newRow("CR LF, no end") << QStringLiteral("a,b\r\n1,2") << QStringList { QStringLiteral("1"), QStringLiteral("2") };
    QTest::newRow("quotes") << QStringLiteral("a,b\n\"x, \"\"y\"\"\",\"l1\nl2\"\n") << QStringList { QStringLiteral("x, \"y\""), QStringLiteral("l1\nl2") };
    QTest::newRow("fewer fields") << QStringLiteral("a,b,c\n1\n") << QStringList { QStringLiteral("1"), QString(), QString() };
    QTest::newRow("open quote") << QStringLiteral("a,b\n\"1,2\n") << QStringList { QStringLiteral("1,2\n"), QString() };
}

void TestContentPane::csv()
{
    QFETCH(QString, text);
    QFETCH(QStringList, cells);
    CsvModel model;
    model.setText(text, u',');
    QCOMPARE(model.columnCount(), static_cast<int>(cells.size()));
    QStringList found;
    for (int column = 0; column < model.columnCount(); ++column)
        found << model.index(0, column).data(ExactTextRole).toString();
    QCOMPARE(found, cells);
}

QTEST_MAIN(TestContentPane)
#include "tst_contentpane.moc"
