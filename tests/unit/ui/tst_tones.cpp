// Colours: readable on every palette, told apart in every theme; icons that show something in every state.
#include "ui/presentation/badgewords.h"
#include "ui/presentation/framedstyle.h"
#include "ui/presentation/toneicon.h"
#include "ui/presentation/tones.h"

#include <QPainter>
#include <QSet>
#include <QStyleOption>
#include <QTest>

using namespace assayer;

namespace {

constexpr std::array allTones { Tone::Error, Tone::Warning, Tone::Note, Tone::Ok, Tone::Muted, Tone::ByYou };

QPalette withBase(const QColor &base, const QColor &text)
{
    QPalette palette;
    palette.setColor(QPalette::Base, base);
    palette.setColor(QPalette::Text, text);
    return palette;
}

int inkedPixels(const QImage &image)
{
    int count = 0;
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x)
            count += qAlpha(image.pixel(x, y)) > 0;
    }
    return count;
}

} // namespace

class TestTones : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void contrast_data();
    void contrast();
    void textOnTints();
    void highlightIsDarkened();
    void ourPalettes_data();
    void ourPalettes();
    void iconsShowSomething_data();
    void iconsShowSomething();
    void iconsFollowTheMode();
    void shapesDiffer();
    void badgesHaveWords();
    void whatHasTheFocusIsSeen();
    void whatIsSwitchedOnIsSeen_data();
    void whatIsSwitchedOnIsSeen();

private:
    /// The most that any pixel there stands out from the window.
    static double standsOut(QStyle::PrimitiveElement element, QStyle::State state, const QPalette &palette, const QRect &where);
};

double TestTones::standsOut(QStyle::PrimitiveElement element, QStyle::State state, const QPalette &palette, const QRect &where)
{
    const QColor window = palette.color(QPalette::Window);
    QImage image(80, 24, QImage::Format_RGB32);
    image.fill(window);
    const FramedStyle style;
    QStyleOptionFrame option;
    option.rect = image.rect();
    option.state = QStyle::State_Enabled | state;
    option.palette = palette;
    option.lineWidth = 1;
    {
        QPainter painter(&image);
        style.drawPrimitive(element, &option, &painter, nullptr);
    }
    double most = 0;
    for (int y = where.top(); y <= where.bottom(); ++y) {
        for (int x = where.left(); x <= where.right(); ++x)
            most = std::max(most, tones::contrast(image.pixelColor(x, y), window));
    }
    return most;
}

void TestTones::whatHasTheFocusIsSeen()
{
    const QPalette dark = tones::darkPalette();
    const QRect edge(0, 10, 3, 1);
    for (const auto element : { QStyle::PE_FrameLineEdit, QStyle::PE_Frame, QStyle::PE_FrameFocusRect })
        QVERIFY2(standsOut(element, QStyle::State_HasFocus, dark, edge) >= 4.5, qPrintable(QString::number(element)));
    QVERIFY(standsOut(QStyle::PE_FrameLineEdit, {}, dark, edge) < standsOut(QStyle::PE_FrameLineEdit, QStyle::State_HasFocus, dark, edge));
}

void TestTones::whatIsSwitchedOnIsSeen_data()
{
    QTest::addColumn<QPalette>("palette");
    QTest::newRow("light") << tones::lightPalette();
    QTest::newRow("dark") << tones::darkPalette();
}

void TestTones::whatIsSwitchedOnIsSeen()
{
    QFETCH(QPalette, palette);
    const QRect lowerEdge(20, 20, 30, 3);
    QVERIFY(standsOut(QStyle::PE_PanelButtonTool, QStyle::State_On, palette, lowerEdge) >= 3.0);
}

void TestTones::contrast_data()
{
    QTest::addColumn<QColor>("base");
    QTest::newRow("white") << QColor(Qt::white);
    QTest::newRow("light grey") << QColor(0xef, 0xef, 0xef);
    QTest::newRow("cream") << QColor(0xff, 0xf8, 0xe0);
    QTest::newRow("our dark") << QColor(0x1e, 0x1f, 0x22);
    QTest::newRow("black") << QColor(Qt::black);
    QTest::newRow("dark blue") << QColor(0x00, 0x20, 0x50);
    QTest::newRow("just below half") << QColor(0x70, 0x70, 0x70);
}

void TestTones::contrast()
{
    QFETCH(QColor, base);
    const QPalette palette = withBase(base, base.lightnessF() < 0.5f ? Qt::white : Qt::black);
    // Nothing reaches 4.5 on a middle grey; there the tone must be as good as white is.
    const double reachable = std::min(4.5, std::max(tones::contrast(base, Qt::white), tones::contrast(base, Qt::black)));
    for (const Tone tone : allTones)
        QVERIFY2(tones::contrast(tones::color(tone, palette), base) >= reachable - 0.1, qPrintable(tones::color(tone, palette).name()));
}

void TestTones::textOnTints()
{
    for (const QPalette &palette : { tones::lightPalette(), tones::darkPalette() }) {
        for (const Tone tone : allTones)
            QVERIFY(tones::contrast(palette.color(QPalette::Text), tones::tint(tone, palette)) >= 7.0);
    }
}

void TestTones::highlightIsDarkened()
{
    QPalette fusion;
    fusion.setColor(QPalette::Highlight, QColor(0x30, 0x8c, 0xc6));
    fusion.setColor(QPalette::HighlightedText, Qt::white);
    QVERIFY(tones::contrast(fusion.color(QPalette::Highlight), Qt::white) < 4.5);
    const QPalette guarded = tones::guarded(fusion);
    QVERIFY(tones::contrast(guarded.color(QPalette::Highlight), guarded.color(QPalette::HighlightedText)) >= 4.5);
    QCOMPARE(tones::guarded(guarded).color(QPalette::Highlight), guarded.color(QPalette::Highlight));
}

void TestTones::ourPalettes_data()
{
    QTest::addColumn<QPalette>("palette");
    QTest::addColumn<bool>("dark");
    QTest::newRow("light") << tones::lightPalette() << false;
    QTest::newRow("dark") << tones::darkPalette() << true;
}

void TestTones::ourPalettes()
{
    QFETCH(QPalette, palette);
    QFETCH(bool, dark);
    QCOMPARE(tones::isDark(palette), dark);
    const std::array pairs { std::pair(QPalette::Text, QPalette::Base), std::pair(QPalette::WindowText, QPalette::Window), std::pair(QPalette::ButtonText, QPalette::Button),
        std::pair(QPalette::HighlightedText, QPalette::Highlight), std::pair(QPalette::PlaceholderText, QPalette::Base) };
    for (const auto &[text, ground] : pairs)
        QVERIFY(tones::contrast(palette.color(text), palette.color(ground)) >= 4.5);
}

void TestTones::iconsShowSomething_data()
{
    QTest::addColumn<QString>("name");
    for (const char *name : { "document-new", "document-open", "document-save", "edit-copy", "edit-find", "edit-clear", "view-refresh", "process-stop", "media-playback-start",
             "list-add", "list-remove", "go-previous", "go-next", "go-jump", "system-run", "utilities-terminal", "document-properties", "preferences-system", "help-contents", "dialog-password" })
        QTest::newRow(name) << QString::fromLatin1(name);
}

void TestTones::iconsShowSomething()
{
    QFETCH(QString, name);
    const QIcon icon = toneIcon(name);
    QVERIFY(!icon.isNull());
    for (const int side : { 16, 20, 64 }) {
        const QImage image = icon.pixmap(side).toImage();
        QVERIFY(inkedPixels(image) > side);
    }
    QVERIFY(toneIcon(QStringLiteral("no-such-name")).isNull());
}

void TestTones::iconsFollowTheMode()
{
    const QIcon icon = severityIcon(Severity::Error);
    QVERIFY(icon.pixmap(QSize(16, 16), QIcon::Normal).toImage() != icon.pixmap(QSize(16, 16), QIcon::Selected).toImage());
    QVERIFY(icon.pixmap(QSize(16, 16), QIcon::Normal).toImage() != icon.pixmap(QSize(16, 16), QIcon::Disabled).toImage());
}

/// In grey, so that shape alone tells them apart.
void TestTones::shapesDiffer()
{
    QList<QImage> images;
    for (const Shape shape : { Shape::Octagon, Shape::Triangle, Shape::CircleI, Shape::Tick, Shape::Dots, Shape::Ring, Shape::Pencil, Shape::ArrowOut, Shape::ArrowIn }) {
        const QImage image = toneIcon(shape, Tone::Muted).pixmap(16).toImage();
        QVERIFY(!images.contains(image));
        images += image;
    }
}

void TestTones::badgesHaveWords()
{
    QSet<QString> words;
    for (int kind = Badge::ModernEra; kind <= Badge::Duplicate; ++kind) {
        const Badge badge { static_cast<Badge::Kind>(kind), QStringLiteral("7") };
        QVERIFY(!badgeText(badge).isEmpty());
        QVERIFY(!badgeToolTip(badge).isEmpty());
        QVERIFY2(!words.contains(badgeText(badge)), qPrintable(badgeText(badge)));
        words += badgeText(badge);
    }
    QVERIFY(badgeText({ Badge::Header, QStringLiteral("a\u202eb") }).contains(QStringLiteral("\\u202E")));
}

QTEST_MAIN(TestTones)
#include "tst_tones.moc"
