// Times, sizes and counts as they are printed, with the borders between their forms.
#include "platform/formattext.h"

#include <QTest>

using namespace assayer;

class TestFormatText : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void durations_data();
    void durations();
    void sizes_data();
    void sizes();
    void times();
    void counters();
};

void TestFormatText::durations_data()
{
    QTest::addColumn<qint64>("ns");
    QTest::addColumn<QString>("text");
    QTest::newRow("not known") << qint64(-1) << QString();
    QTest::newRow("zero") << qint64(0) << "0.0 ms";
    QTest::newRow("tenths") << qint64(400'000) << "0.4 ms";
    QTest::newRow("rounds to two digits") << qint64(9'960'000) << "10 ms";
    QTest::newRow("milliseconds") << qint64(42'000'000) << "42 ms";
    QTest::newRow("rounds to a second") << qint64(999'700'000) << "1.00 s";
    QTest::newRow("seconds") << qint64(3'210'000'000) << "3.21 s";
    QTest::newRow("rounds to a minute") << qint64(59'996'000'000) << "1 min 00 s";
    QTest::newRow("minutes") << qint64(125'000'000'000) << "2 min 05 s";
    QTest::newRow("hours") << qint64(3'780'000'000'000) << "1 h 03 min";
}

void TestFormatText::durations()
{
    QFETCH(qint64, ns);
    QFETCH(QString, text);
    QCOMPARE(duration(ns), text);
}

void TestFormatText::sizes_data()
{
    QTest::addColumn<qint64>("bytes");
    QTest::addColumn<QString>("text");
    QTest::newRow("not known") << qint64(-1) << QString();
    QTest::newRow("bytes") << qint64(512) << "512 B";
    QTest::newRow("last of bytes") << qint64(1023) << "1023 B";
    QTest::newRow("whole") << qint64(1024) << "1 KiB";
    QTest::newRow("tenths") << qint64(1229) << "1.2 KiB";
    QTest::newRow("rounds to the next unit") << qint64(1024 * 1024 - 1) << "1 MiB";
    QTest::newRow("limit") << qint64(64) * 1024 * 1024 << "64 MiB";
}

void TestFormatText::sizes()
{
    QFETCH(qint64, bytes);
    QFETCH(QString, text);
    QCOMPARE(byteSize(bytes), text);
}

void TestFormatText::times()
{
    const qint64 wall = qint64(1'796'040'127) * 1'000'000'000 + 412'000'123; // 2026-11-30 12:02:07.412000123 UTC
    QCOMPARE(timeOfDay(wall).mid(2), QStringLiteral(":02:07.412"));
    QCOMPARE(clockTime(wall).mid(2), QStringLiteral(":02:07"));
    QVERIFY(isoTime(wall).startsWith(QStringLiteral("2026-11-30T")));
    QVERIFY(isoTime(wall).contains(QStringLiteral(".412000123")));
    QVERIFY(isoTime(wall).at(29) == u'+' || isoTime(wall).at(29) == u'-');
}

void TestFormatText::counters()
{
    QCOMPARE(relativeTime(7'412'000'000), QStringLiteral("+7.412 s"));
    QCOMPARE(relativeTime(-20'000'000), QStringLiteral("-0.020 s"));
    QCOMPARE(age(42'900'000'000), QStringLiteral("42 s"));
    QCOMPARE(stopwatch(42'000'000'000), QStringLiteral("0:42"));
    QCOMPARE(stopwatch(3'725'000'000'000), QStringLiteral("1:02:05"));
    QCOMPARE(count(999), QStringLiteral("999"));
}

QTEST_APPLESS_MAIN(TestFormatText)
#include "tst_formattext.moc"
