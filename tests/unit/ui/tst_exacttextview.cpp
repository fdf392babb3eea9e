// Exact text and bytes: what is painted, marked, found and copied, and that a line of 50 MB costs no time.
#include "platform/visibletext.h"
#include "ui/widgets/bytesearch.h"
#include "ui/widgets/exacttextview.h"
#include "ui/widgets/hexview.h"
#include "ui/widgets/textgrid.h"

#include <QAccessible>
#include <QClipboard>
#include <QElapsedTimer>
#include <QGuiApplication>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>

using namespace assayer;

namespace {

QStringList rowsOf(const ExactTextView &view)
{
    QStringList rows;
    for (qint64 row = 0; row < view.rowCount(); ++row)
        rows += view.rowText(row);
    return rows;
}

QString clipboard()
{
    return QGuiApplication::clipboard()->text();
}

} // namespace

class TestExactTextView : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void gridRows_data();
    void gridRows();
    void columnsAndBytes();
    void wrapping();
    void everyCutStartsACharacter();
    void copyIsExact_data();
    void copyIsExact();
    void marksSayWordsWhereTheyEnd();
    void missingPlaces();
    void wordsWithoutRoomStandBelow_data();
    void wordsWithoutRoomStandBelow();
    void findsAndWraps_data();
    void findsAndWraps();
    void keysMoveAndSelect();
    void tabLeaves();
    void aLineOfFiftyMegabytes();
    void isHeard();
    void hexRows();
    void hexSelection();
};

void TestExactTextView::gridRows_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("columns");
    QTest::newRow("ASCII") << QByteArray("abc") << "abc" << 3;
    QTest::newRow("two bytes") << QByteArray("\xc3\xa4x") << QStringLiteral("\u00e4x") << 2;
    QTest::newRow("wide") << QByteArray("\xe6\x97\xa5") << QStringLiteral("\u65e5") << 2;
    QTest::newRow("override is an escape") << QByteArray("a\xe2\x80\xae") << "a\\u202E" << 7;
    QTest::newRow("ESC") << QByteArray("\x1b") << "\\u001B" << 6;
    QTest::newRow("invalid byte") << QByteArray("\xff") << "\\xff" << 4;
    QTest::newRow("cut sequence") << QByteArray("\xe2\x82") << "\\xe2\\x82" << 8;
    QTest::newRow("encoded surrogate") << QByteArray("\xed\xa0\x80") << "\\xed\\xa0\\x80" << 12;
    QTest::newRow("marks join their base") << QByteArray("e\xcc\x81x") << QStringLiteral("e\u0301x") << 2;
    QTest::newRow("carriage return") << QByteArray("a\r") << "a\\r" << 3;
    QTest::newRow("tab") << QByteArray("\t") << "    " << 4;
    QTest::newRow("empty") << QByteArray() << "" << 0;
}

void TestExactTextView::gridRows()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QString, text);
    QFETCH(int, columns);
    const GridRow row = layOutRow({ bytes.constData(), static_cast<std::size_t>(bytes.size()) });
    QCOMPARE(row.text, text);
    QCOMPARE(row.columns, columns);
    quint32 covered = 0;
    for (const GridCell &cell : row.cells) {
        QCOMPARE(cell.byte, covered); // every byte stands in one cell
        covered += cell.bytes;
    }
    QCOMPARE(covered, static_cast<quint32>(bytes.size()));
}

void TestExactTextView::columnsAndBytes()
{
    const GridRow row = layOutRow("a\xe2\x80\xaez");
    QCOMPARE(row.columnOf(0), 0);
    QCOMPARE(row.columnOf(1), 1);
    QCOMPARE(row.columnOf(2), 1); // inside the escape
    QCOMPARE(row.columnOf(4), 7);
    QCOMPARE(row.columnOf(5), 8);
    QCOMPARE(row.cellAt(3), 1);
    QCOMPARE(row.cellAt(7), 2);
    QCOMPARE(row.cellAt(8), -1);
}

void TestExactTextView::wrapping()
{
    QCOMPARE(rowStarts("abcdef", 4), (std::vector<quint32> { 0, 4 }));
    QCOMPARE(rowStarts("ab\ncd\n", 4), (std::vector<quint32> { 0, 3 }));
    QCOMPARE(rowStarts("a\n\nb", 4), (std::vector<quint32> { 0, 2, 3 }));
    QCOMPARE(rowStarts("", 4), std::vector<quint32>());
    QCOMPARE(rowStarts("ab\x1b", 4), (std::vector<quint32> { 0, 2 })); // an escape is never cut
}

void TestExactTextView::everyCutStartsACharacter()
{
    std::string text;
    while (text.size() < 20'000)
        text += "a\xe2\x82\xac";
    for (const quint32 start : rowStarts(text, 0))
        QVERIFY((static_cast<unsigned char>(text[start]) & 0xc0) != 0x80);
    QVERIFY(rowStarts(text, 0).size() >= 5);
    const std::string broken(10'000, '\x80'); // nothing but continuation bytes still ends
    QVERIFY(rowStarts(broken, 0).size() < 5);
}

void TestExactTextView::copyIsExact_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("plain") << QByteArray(R"({"a": 1.0})");
    QTest::newRow("hidden characters") << QByteArray("a\xe2\x80\xae\x1b[31m\tb");
    QTest::newRow("line ends") << QByteArray("a\r\nb\n\nc");
}

void TestExactTextView::copyIsExact()
{
    QFETCH(QByteArray, text);
    ExactTextView view;
    view.resize(400, 200);
    view.setText(text);
    view.copy();
    QCOMPARE(clipboard(), QString::fromUtf8(text));
    view.showRange(1, 3);
    view.copy();
    QCOMPARE(view.selectedBytes(), text.mid(1, 2));
    view.selectAll();
    view.copyAsShown();
    QVERIFY(!clipboard().contains(QChar(0x202e)));
}

void TestExactTextView::marksSayWordsWhereTheyEnd()
{
    ExactTextView view;
    view.resize(600, 200);
    const QByteArray text = "{\"name\":\"echo\",\n \"annotations\":[],\n \"title\":7}";
    view.setText(text);
    const auto begin = static_cast<quint32>(text.indexOf("[]"));
    view.setMarks({ { begin, begin + 2, Severity::Error, QStringLiteral("expected object, received array") } });
    QCOMPARE(rowsOf(view), (QStringList { QStringLiteral("{\"name\":\"echo\","), QStringLiteral(" \"annotations\":[],"), QStringLiteral(" \"title\":7}") }));
    QCOMPARE(view.markWords(0), QString());
    QCOMPARE(view.markWords(1), QStringLiteral("expected object, received array"));
    QVERIFY(view.nextMark());
    QCOMPARE(view.selectedBytes(), QByteArray("[]"));
    const QImage marked = view.grab().toImage();
    view.setMarks({});
    QVERIFY(!view.nextMark());
    QVERIFY(view.grab().toImage() != marked);
}

void TestExactTextView::missingPlaces()
{
    ExactTextView view;
    view.resize(600, 200);
    view.setText("{}");
    view.setMarks({ { 1, 1, Severity::Error, QStringLiteral("name: expected string, received nothing") } });
    QCOMPARE(view.markWords(0), QStringLiteral("name: expected string, received nothing"));
}

void TestExactTextView::wordsWithoutRoomStandBelow_data()
{
    QTest::addColumn<int>("columns");
    QTest::addColumn<QStringList>("rows");
    const QString text = QStringLiteral("{\"a\":[],\"b\":true}");
    QTest::newRow("behind") << 60 << QStringList { text, QStringLiteral("next") };
    QTest::newRow("below the place") << 40 << QStringList { text, QStringLiteral("^ expected object, received array"), QStringLiteral("next") };
    QTest::newRow("cut at blanks") << 26 << QStringList { text, QStringLiteral("<== expected object,"), QStringLiteral("received array"), QStringLiteral("next") };
}

void TestExactTextView::wordsWithoutRoomStandBelow()
{
    QFETCH(int, columns);
    QFETCH(QStringList, rows);
    ExactTextView view;
    const int cell = view.fontMetrics().horizontalAdvance(QLatin1Char('0'));
    view.resize(view.fontMetrics().height() + 4 + (columns + 1) * cell + 2 * view.frameWidth() + cell / 2, 200);
    view.show();
    QVERIFY(QTest::qWaitForWindowExposed(&view));
    view.setText("{\"a\":[],\"b\":true}\nnext");
    view.setMarks({ { 5, 7, Severity::Error, QStringLiteral("expected object, received array") } });
    QCOMPARE(rowsOf(view), rows);
    QCOMPARE(view.markWords(0), QStringLiteral("expected object, received array"));
    view.grab();
    QVERIFY(!view.horizontalScrollBar()->isVisible());
    // Words are no text: the cursor passes them, offsets and copies know nothing of them.
    QCOMPARE(view.rowOf(20), qint64(rows.size() - 1));
    view.showRange(2, 2);
    QTest::keyClick(&view, Qt::Key_Down);
    QCOMPARE(view.selection().first, 20u);
    QTest::keyClick(&view, Qt::Key_Up);
    QCOMPARE(view.selection().first, 2u);
    view.selectAll();
    QCOMPARE(view.selectedBytes(), QByteArray("{\"a\":[],\"b\":true}\nnext"));
    view.setMarks({ { 18, 22, Severity::Error, QStringLiteral("expected object, received array and a good many words more") } });
    QCOMPARE(view.rowOf(22), qint64(1)); // the end of the text is in its last row of text
    view.setMarks({});
    QCOMPARE(view.rowCount(), 2);
}

void TestExactTextView::findsAndWraps_data()
{
    QTest::addColumn<QString>("needle");
    QTest::addColumn<QList<int>>("places");
    QTest::newRow("both cases") << "ab" << QList<int> { 0, 3, 6, 0 };
    QTest::newRow("once") << "cd" << QList<int> { 8, 8 };
    QTest::newRow("several bytes") << QStringLiteral("\u20ac") << QList<int> { 10, 10 };
}

void TestExactTextView::findsAndWraps()
{
    QFETCH(QString, needle);
    QFETCH(QList<int>, places);
    ExactTextView view;
    view.setText("ab AB Abcd\xe2\x82\xac");
    for (const int place : places) {
        QVERIFY(view.find(needle));
        QCOMPARE(static_cast<int>(view.selection().first), place);
    }
    QVERIFY(view.find(needle, true));
    QVERIFY(!view.find(QStringLiteral("nowhere")));
}

void TestExactTextView::keysMoveAndSelect()
{
    ExactTextView view;
    view.resize(400, 200);
    view.setText("abc\ndef");
    QSignalSpy selected(&view, &ExactTextView::selectionChanged);
    QTest::keyClick(&view, Qt::Key_Right);
    QTest::keyClick(&view, Qt::Key_Right, Qt::ShiftModifier);
    QCOMPARE(view.selectedBytes(), QByteArray("b"));
    QTest::keyClick(&view, Qt::Key_Down);
    QCOMPARE(view.selection().first, 6u);
    QTest::keyClick(&view, Qt::Key_End, Qt::ControlModifier);
    QCOMPARE(view.selection().first, 7u);
    QTest::keyClick(&view, Qt::Key_Home);
    QCOMPARE(view.selection().first, 4u);
    QTest::keyClick(&view, Qt::Key_A, Qt::ControlModifier);
    QCOMPARE(view.selectedBytes(), QByteArray("abc\ndef"));
    QCOMPARE(selected.count(), 6);
    view.showRange(0, 2); // by the program: told to nobody
    QCOMPARE(selected.count(), 6);
}

void TestExactTextView::tabLeaves()
{
    QWidget window;
    ExactTextView first(&window);
    HexView second(&window);
    second.move(0, 100);
    window.show();
    QVERIFY(QTest::qWaitForWindowActive(&window));
    first.setText("text");
    first.setFocus();
    QTest::keyClick(&first, Qt::Key_Tab);
    QVERIFY(second.hasFocus());
}

void TestExactTextView::aLineOfFiftyMegabytes()
{
    QByteArray text(50 << 20, 'x');
    text.replace(30 << 20, 6, "needle");
    ExactTextView view;
    view.resize(800, 600);
    view.show();
    QVERIFY(QTest::qWaitForWindowExposed(&view));
    QElapsedTimer clock;
    clock.start();
    view.setText(text);
    const qint64 set = clock.restart();
    view.grab();
    const qint64 painted = clock.restart();
    QVERIFY(view.find(QStringLiteral("needle")));
    const qint64 found = clock.restart();
    view.grab();
    view.resize(500, 400);
    view.grab();
    const qint64 again = clock.elapsed();
    qInfo("set %lld ms, first picture %lld ms, search %lld ms, jump and resize %lld ms", set, painted, found, again);
    QCOMPARE(view.selection().first, 30u << 20);
    QCOMPARE(view.rowCount(), (50 << 20) / 4096);
    QVERIFY(view.rowText(view.rowOf(view.selection().first)).contains(QStringLiteral("needle")));
    QVERIFY2(set < 500 && painted < 1'000, "only what is visible may be laid out");
}

void TestExactTextView::isHeard()
{
    ExactTextView view;
    view.resize(400, 200);
    view.setText("one\ntwo");
    view.show();
    QVERIFY(QTest::qWaitForWindowExposed(&view));
    QAccessibleInterface *interface = QAccessible::queryAccessibleInterface(&view);
    QVERIFY(interface);
    QVERIFY(interface->textInterface());
    QCOMPARE(interface->textInterface()->text(0, 100), QStringLiteral("one\ntwo"));
}

void TestExactTextView::hexRows()
{
    HexView view;
    view.setBytes(QByteArray("{\"jsonrpc\":\"2.0\"") + QByteArray("\0\xff", 2));
    QCOMPARE(view.rowCount(), 2);
    QCOMPARE(view.rowText(0), QStringLiteral("0000  7b 22 6a 73 6f 6e 72 70 63 22 3a 22 32 2e 30 22  {\"jsonrpc\":\"2.0\""));
    QCOMPARE(view.rowText(1), QStringLiteral("0010  00 ff  .."));
}

void TestExactTextView::hexSelection()
{
    HexView view;
    view.resize(700, 200);
    view.setBytes("abcdef");
    QSignalSpy selected(&view, &HexView::selectionChanged);
    view.select(1, 3);
    QCOMPARE(selected.count(), 0);
    view.copy();
    QCOMPARE(clipboard(), QStringLiteral("62 63"));
    view.copyText();
    QCOMPARE(clipboard(), QStringLiteral("bc"));
    QTest::keyClick(&view, Qt::Key_Home);
    QTest::keyClick(&view, Qt::Key_Right, Qt::ShiftModifier);
    QCOMPARE(view.selection(), (std::pair<qsizetype, qsizetype> { 0, 1 }));
    QCOMPARE(selected.count(), 2);
    view.grab();
}

QTEST_MAIN(TestExactTextView)
#include "tst_exacttextview.moc"
