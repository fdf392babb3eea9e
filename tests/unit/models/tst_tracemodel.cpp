// The trace as a table: cells, filters, what stays while records arrive, and a million rows.
#include "modeltools.h"

#include "models/tracefollower.h"
#include "models/tracemodel.h"

#include <QElapsedTimer>
#include <QPersistentModelIndex>
#include <QSignalSpy>
#include <QTest>

using namespace assayer;
using namespace assayer::test;

namespace {

Frame line(Direction direction, const QByteArray &text)
{
    return Frame::now(FrameType::Line, direction, direction == Direction::Out ? Channel::Stdin : Channel::Stdout, text + '\n');
}

/// A request and its answer, then noise.
void recordCall(TraceLog &log, int id)
{
    const QByteArray number = QByteArray::number(id);
    log.record(line(Direction::Out, R"({"jsonrpc":"2.0","id":)" + number + R"(,"method":"tools/call","params":{"name":"search_notes"}})"));
    log.record(line(Direction::In, R"({"jsonrpc":"2.0","id":)" + number + R"(,"result":{"content":[],"isError":true}})"));
    log.record(line(Direction::In, "Listening on port 3000"));
}

std::shared_ptr<const Filter> filter(const char *text)
{
    const auto parsed = Filter::parse(text);
    if (!parsed)
        qFatal("no filter: %s", text);
    return std::make_shared<const Filter>(*parsed);
}

struct Traced {
    std::shared_ptr<TraceLog> log = std::make_shared<TraceLog>();
    std::shared_ptr<TraceAnalyzer> analyzer = std::make_shared<TraceAnalyzer>(*log);
    TraceModel model;

    Traced() { model.setTrace(log, analyzer); }
    void advance()
    {
        analyzer->update();
        model.advance();
    }
};

} // namespace

class TestTraceModel : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void cells();
    void factsComeLater();
    void filterKeepsOldRowsAndFollows();
    void onlyAnExchange();
    void clearedIsHidden();
    void marksAndReference();
    void firstColourRuleThatHoldsDecides();
    void notesOfAnOpenedTrace();
    void findings();
    void placesOfRecords();
    void followerCatchesUp();
    void destroyedWhileFiltering();
    void aMillionRows();
};

void TestTraceModel::cells()
{
    Traced traced;
    const Contract contract(traced.model);
    recordCall(*traced.log, 7);
    traced.advance();
    QCOMPARE(traced.model.rowCount(), 3);
    const auto cell = [&](int row, int column) { return traced.model.index(row, column).data().toString(); };
    QCOMPARE(cell(0, TraceModel::Seq), QStringLiteral("1"));
    QCOMPARE(cell(0, TraceModel::Method), QStringLiteral("tools/call"));
    QCOMPARE(cell(1, TraceModel::Method), QStringLiteral("tools/call"));
    QCOMPARE(cell(1, TraceModel::Target), QStringLiteral("search_notes"));
    QCOMPARE(cell(1, TraceModel::Id), QStringLiteral("7"));
    QCOMPARE(cell(1, TraceModel::Status), QStringLiteral("tool-error"));
    QCOMPARE(cell(1, TraceModel::ChannelColumn), QStringLiteral("stdout"));
    const QModelIndex answer = traced.model.index(1, 0);
    QCOMPARE(answer.data(TraceModel::KindRole).toInt(), int(MessageKind::Response));
    QCOMPARE(answer.data(TraceModel::DirectionRole).toInt(), int(Direction::In));
    QVERIFY(answer.data(TraceModel::DurationRole).isValid());
    QCOMPARE(answer.data(TraceModel::RequestFrameRole).toULongLong(), 1u);
    QVERIFY(!answer.data(TraceModel::MalformedRole).toBool());
    QVERIFY(traced.model.index(2, 0).data(TraceModel::MalformedRole).toBool());
    QCOMPARE(traced.model.index(2, 0).data(TraceModel::SizeRole).toLongLong(), 23);
}

void TestTraceModel::factsComeLater()
{
    Traced traced;
    const Contract contract(traced.model);
    recordCall(*traced.log, 1);
    traced.model.advance(); // the analyzer has seen nothing yet
    QCOMPARE(traced.model.rowCount(), 3);
    QVERIFY(traced.model.index(0, TraceModel::Method).data().toString().isEmpty());
    QSignalSpy changed(&traced.model, &QAbstractItemModel::dataChanged);
    traced.advance();
    QCOMPARE(changed.count(), 1);
    QCOMPARE(changed.first().at(1).toModelIndex().row(), 2);
    QCOMPARE(traced.model.index(0, TraceModel::Method).data().toString(), QStringLiteral("tools/call"));
}

void TestTraceModel::filterKeepsOldRowsAndFollows()
{
    Traced traced;
    const Contract contract(traced.model);
    for (int id = 0; id < 10; ++id)
        recordCall(*traced.log, id);
    traced.advance();
    QSignalSpy filtered(&traced.model, &TraceModel::filtered);
    traced.model.setFilter(filter("kind == request"));
    QCOMPARE(traced.model.rowCount(), 30); // until the new rows are known
    QVERIFY(filtered.wait(5'000));
    QCOMPARE(traced.model.rowCount(), 10);
    const QPersistentModelIndex last(traced.model.index(9, 0));
    recordCall(*traced.log, 99);
    traced.advance();
    QCOMPARE(traced.model.rowCount(), 11);
    QCOMPARE(last.row(), 9);
    QCOMPARE(traced.model.seqOf(10), 31u);
    QCOMPARE(traced.model.shownLogRows().back(), 30u);
    traced.model.setFilter(nullptr);
    QCOMPARE(traced.model.rowCount(), 33);
}

void TestTraceModel::onlyAnExchange()
{
    Traced traced;
    const Contract contract(traced.model);
    recordCall(*traced.log, 1);
    recordCall(*traced.log, 2);
    traced.advance();
    traced.model.setOnly({ 3, 4 });
    QVERIFY(traced.model.isOnly());
    QCOMPARE(traced.model.rowCount(), 2);
    QCOMPARE(traced.model.seqOf(0), 4u);
    recordCall(*traced.log, 3);
    traced.advance();
    QCOMPARE(traced.model.rowCount(), 2);
    traced.model.setOnly({});
    QCOMPARE(traced.model.rowCount(), 9);
}

void TestTraceModel::clearedIsHidden()
{
    Traced traced;
    const Contract contract(traced.model);
    recordCall(*traced.log, 1);
    traced.advance();
    traced.model.clearBefore();
    QCOMPARE(traced.model.rowCount(), 0);
    QCOMPARE(traced.model.clearedCount(), 3u);
    recordCall(*traced.log, 2);
    traced.advance();
    QCOMPARE(traced.model.rowCount(), 3);
    QCOMPARE(traced.model.seqOf(0), 4u);
    QCOMPARE(traced.model.total(), 6u);
    QVERIFY(!traced.model.rowOfSeq(1));
    traced.model.showCleared();
    QCOMPARE(traced.model.rowCount(), 6);
}

void TestTraceModel::marksAndReference()
{
    Traced traced;
    const Contract contract(traced.model);
    recordCall(*traced.log, 1);
    traced.advance();
    traced.model.setMarked(1, true);
    traced.model.setMarked(3, true);
    QVERIFY(traced.model.index(0, 0).data(TraceModel::MarkedRole).toBool());
    QCOMPARE(traced.model.nextMarked(0), 2);
    QCOMPARE(traced.model.nextMarked(2), 0);
    traced.model.setComment(2, QStringLiteral("look"));
    QCOMPARE(traced.model.index(1, 0).data(TraceModel::CommentRole).toString(), QStringLiteral("look"));
    QVERIFY(!traced.model.index(0, 0).data(TraceModel::RelativeRole).isValid());
    traced.model.setReference(2);
    QVERIFY(!traced.model.index(0, 0).data(TraceModel::RelativeRole).isValid());
    traced.model.setTimeFormat(TraceModel::Relative);
    QVERIFY(traced.model.index(0, 0).data(TraceModel::RelativeRole).toLongLong() <= 0);
    QCOMPARE(traced.model.index(1, 0).data(TraceModel::RelativeRole).toLongLong(), 0);
}

void TestTraceModel::firstColourRuleThatHoldsDecides()
{
    Traced traced;
    const Contract contract(traced.model);
    recordCall(*traced.log, 1);
    traced.advance();
    const auto colour = [&](int row) { return traced.model.index(row, 0).data(TraceModel::ColourRole); };
    QVERIFY(!colour(0).isValid());
    traced.model.setColourRules({ { filter("kind == response"), 1 }, { filter("tool"), 2 } });
    QCOMPARE(colour(0).toInt(), 2);
    QCOMPARE(colour(1).toInt(), 1);
    QVERIFY(!colour(2).isValid());
    traced.model.setColourRules({});
    QVERIFY(!colour(1).isValid());
}

void TestTraceModel::notesOfAnOpenedTrace()
{
    Traced traced;
    const Contract contract(traced.model);
    recordCall(*traced.log, 1);
    traced.advance();
    QSignalSpy changed(&traced.model, &QAbstractItemModel::dataChanged);
    traced.model.setNotes({ 2 }, { { 3, QStringLiteral("noise of the build") } });
    QCOMPARE(changed.count(), 1);
    QVERIFY(traced.model.index(1, 0).data(TraceModel::MarkedRole).toBool());
    QCOMPARE(traced.model.index(2, TraceModel::CommentColumn).data().toString(), QStringLiteral("noise of the build"));
    QVERIFY(!traced.model.index(1, TraceModel::CommentColumn).data().isValid());
}

void TestTraceModel::findings()
{
    Traced traced;
    const Contract contract(traced.model);
    recordCall(*traced.log, 1);
    traced.advance();
    Finding noise;
    noise.rule = "stdio.noise";
    noise.where = "frame:3";
    traced.model.setFindings(std::make_shared<const FindingIndex>(Findings { noise }));
    QCOMPARE(traced.model.index(2, 0).data(TraceModel::FindingCountRole).toInt(), 1);
    QCOMPARE(traced.model.index(2, 0).data(TraceModel::RuleRole).toString(), QStringLiteral("stdio.noise"));
    QCOMPARE(traced.model.index(2, 0).data(SeverityRole).toInt(), int(Severity::Warning));
    QVERIFY(!traced.model.index(0, 0).data(SeverityRole).isValid());
}

void TestTraceModel::placesOfRecords()
{
    Traced traced;
    for (int id = 0; id < 3; ++id)
        recordCall(*traced.log, id);
    traced.advance();
    QCOMPARE(traced.model.rowOfSeq(5), std::optional(4));
    QVERIFY(!traced.model.rowOfSeq(10));
    QSignalSpy filtered(&traced.model, &TraceModel::filtered);
    traced.model.setFilter(filter("kind == response"));
    QVERIFY(filtered.wait(5'000));
    QVERIFY(!traced.model.rowOfSeq(4));
    QCOMPARE(traced.model.nearestRow(4), 1); // the next one shown: record 5
    QCOMPARE(traced.model.nearestRow(9), -1);
}

void TestTraceModel::followerCatchesUp()
{
    auto log = std::make_shared<TraceLog>();
    recordCall(*log, 1);
    TraceFollower follower(log);
    QSignalSpy advanced(&follower, &TraceFollower::advanced);
    QTRY_COMPARE(follower.analyzer()->count(), 3u);
    recordCall(*log, 2);
    QTRY_COMPARE(follower.analyzer()->count(), 6u);
    QVERIFY(advanced.count() >= 2);
}

void TestTraceModel::destroyedWhileFiltering()
{
    for (int i = 0; i < 20; ++i) {
        auto traced = std::make_unique<Traced>();
        for (int id = 0; id < 200; ++id)
            recordCall(*traced->log, id);
        traced->advance();
        traced->model.setFilter(filter("text contains \"nowhere\""));
        // The job holds what it reads; the model may go at once. The analyzer refers to the log, so both are kept here.
        const auto log = traced->log;
        const auto analyzer = traced->analyzer;
        traced.reset();
        QTest::qWait(2);
    }
}

void TestTraceModel::aMillionRows()
{
    constexpr int calls = 333'334;
    Traced traced;
    QElapsedTimer clock;
    clock.start();
    for (int id = 0; id < calls; ++id)
        recordCall(*traced.log, id);
    qInfo("recorded %llu in %lld ms", traced.log->count(), clock.restart());
    traced.model.advance();
    QTRY_COMPARE(traced.model.rowCount(), 3 * calls); // a view is told of so many in turns of their own
    qInfo("taken in within %lld ms", clock.restart());
    traced.advance();
    qInfo("analyzed in %lld ms", clock.restart());
    for (int jump = 0; jump < 1'000; ++jump) {
        const int row = (jump * 7919 * 131) % traced.model.rowCount();
        QCOMPARE(traced.model.index(row, TraceModel::Seq).data().toULongLong(), quint64(row) + 1);
        QVERIFY(traced.model.rowOfSeq(quint64(row) + 1) == row);
    }
    qInfo("a thousand jumps in %lld ms", clock.restart());
    recordCall(*traced.log, 0);
    traced.advance();
    QSignalSpy filtered(&traced.model, &TraceModel::filtered);
    traced.model.setFilter(filter("kind == response and status == tool-error"));
    QCOMPARE(filtered.count(), 0); // the window never waits for a filter
    QCOMPARE(traced.model.rowCount(), 3 * calls + 3);
    QVERIFY(filtered.wait(20'000));
    QCOMPARE(traced.model.rowCount(), calls + 1);
}

QTEST_GUILESS_MAIN(TestTraceModel)
#include "tst_tracemodel.moc"
