// Where the bytes of records lie: positions hold, before and after blocks leave memory, and for readers meanwhile.
#include "trace/payloadstore.h"

#include <QtTest>

#include <cstring>
#include <thread>
#include <vector>

using namespace assayer;

class PayloadStoreTest : public QObject {
    Q_OBJECT

private:
    static QByteArray sample(int number) { return QByteArray(number % 5000 + 1, char('a' + number % 26)) + QByteArray::number(number); }
    static quint64 put(PayloadStore &store, const QByteArray &bytes)
    {
        const auto [position, data] = store.append(std::size_t(bytes.size()));
        std::memcpy(data, bytes.constData(), std::size_t(bytes.size()));
        return position;
    }
    static bool holds(const PayloadStore &store, quint64 position, const QByteArray &bytes)
    {
        return std::memcmp(store.at(position), bytes.constData(), std::size_t(bytes.size())) == 0;
    }

private Q_SLOTS:
    void smallStaysInMemory()
    {
        PayloadStore store;
        const quint64 position = put(store, "hello");
        store.waitForSpill();
        QCOMPARE(store.spilledBytes(), quint64(0));
        QVERIFY(holds(store, position, "hello"));
    }
    void longPayloadIsShared()
    {
        PayloadStore store;
        const QByteArray bytes(3'000'000, 'x');
        const quint64 before = put(store, "before");
        const quint64 position = store.append(bytes);
        const quint64 after = put(store, "after");
        QVERIFY(store.at(position) == bytes.constData());
        QVERIFY(holds(store, before, "before") && holds(store, after, "after"));
    }
    /// A payload larger than a block has a block of its own.
    void largerThanABlock()
    {
        PayloadStore store;
        const QByteArray large(9'000'001, 'y');
        const quint64 first = put(store, "small");
        const quint64 second = put(store, large);
        const quint64 third = put(store, "small again");
        QVERIFY(holds(store, first, "small") && holds(store, second, large) && holds(store, third, "small again"));
    }
    void spills()
    {
        PayloadStore store;
        store.setMemoryBytes(8 << 20);
        std::vector<quint64> positions;
        quint64 stored = 0;
        for (int i = 0; stored < (40u << 20); ++i) {
            positions.push_back(put(store, sample(i)));
            stored += quint64(sample(i).size());
        }
        store.waitForSpill();
        QVERIFY2(store.spilledBytes() >= (30u << 20), qPrintable(QString::number(store.spilledBytes())));
        for (std::size_t i = 0; i < positions.size(); ++i)
            QVERIFY(holds(store, positions[i], sample(int(i))));
    }
    /// A reader sees the same bytes while their block is exchanged beneath it.
    void readWhileSpilling()
    {
        PayloadStore store;
        store.setMemoryBytes(1);
        const QByteArray bytes(100'000, 'z');
        const quint64 watched = put(store, bytes);
        std::atomic<bool> stop { false };
        std::atomic<int> wrong { 0 };
        std::thread reader([&] {
            while (!stop)
                wrong += holds(store, watched, bytes) ? 0 : 1;
        });
        for (int i = 0; i < 400; ++i)
            put(store, bytes);
        store.waitForSpill();
        stop = true;
        reader.join();
        QVERIFY(store.spilledBytes() > 0);
        QCOMPARE(wrong.load(), 0);
    }
    /// Nowhere to put a file: everything stays, nothing is lost.
    void noFile()
    {
        PayloadStore store;
        store.setFolders({ QStringLiteral("/dev/null/nowhere") });
        store.setMemoryBytes(1);
        std::vector<quint64> positions;
        for (int i = 0; i < 5000; ++i)
            positions.push_back(put(store, sample(i)));
        store.waitForSpill();
        QCOMPARE(store.spilledBytes(), quint64(0));
        for (std::size_t i = 0; i < positions.size(); ++i)
            QVERIFY(holds(store, positions[i], sample(int(i))));
    }
};

QTEST_GUILESS_MAIN(PayloadStoreTest)
#include "tst_payloadstore.moc"
