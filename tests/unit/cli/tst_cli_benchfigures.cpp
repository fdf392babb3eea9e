#include "cli/benchfigures.h"

#include <QtTest>

using namespace assayer;

class BenchFiguresTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void quantiles();
    void nothingMeasured();
    void memory();
};

void BenchFiguresTest::quantiles()
{
    BenchFigures figures;
    for (const int ms : { 40, 10, 30, 20 })
        figures.add(ms * 1'000'000LL);
    QCOMPARE(figures.firstMs(), 40.0);
    QCOMPARE(figures.minMs(), 10.0);
    QCOMPARE(figures.medianMs(), 25.0);
    QCOMPARE(figures.p99Ms(), 40.0);
    figures.add(50'000'000);
    QCOMPARE(figures.medianMs(), 30.0);
}

void BenchFiguresTest::nothingMeasured()
{
    QCOMPARE(BenchFigures().medianMs(), 0.0);
    QCOMPARE(BenchFigures().minMs(), 0.0);
}

void BenchFiguresTest::memory()
{
    QVERIFY(peakRssKiB() > 1000);
}

QTEST_GUILESS_MAIN(BenchFiguresTest)
#include "tst_cli_benchfigures.moc"
