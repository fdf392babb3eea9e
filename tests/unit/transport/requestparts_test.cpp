// The pure parts: heads of requests, merged headers, program search.
#include "transport/http/requesthead.h"
#include "transport/programsearch.h"
#include "transport/requestheaders.h"

#include <QDir>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QtTest>

using namespace assayer;

class RequestPartsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void heads_data()
    {
        QTest::addColumn<QString>("url");
        QTest::addColumn<QByteArray>("start");
        const auto row = [](const char *url, const char *target, const char *host) {
            QTest::newRow(url) << QString::fromUtf8(url)
                               << "GET " + QByteArray(target) + " HTTP/1.1\r\nHost: " + host + "\r\n";
        };
        row("http://a", "/", "a");
        row("http://a/", "/", "a");
        row("http://a:80/x", "/x", "a:80");
        row("http://a/x?", "/x?", "a");
        row("http://a/x?y=%20z#f", "/x?y=%20z", "a");
        row("http://a/ä b", "/%C3%A4%20b", "a");
        row("http://[::1]:8080/x", "/x", "[::1]:8080");
        row("http://bücher.example/x", "/x", "xn--bcher-kva.example");
    }
    void heads()
    {
        QFETCH(QString, url);
        QFETCH(QByteArray, start);
        const Result<QByteArray> head = writeRequestHead({ "GET", QUrl(url), 0 }, {});
        QVERIFY(head.has_value());
        QCOMPARE(*head, start + "Accept-Encoding: gzip, deflate\r\n\r\n");
    }

    void lengths()
    {
        const auto head = [](const char *method, qint64 bytes) {
            return *writeRequestHead({ method, QUrl(QStringLiteral("http://a/")), bytes }, {});
        };
        QVERIFY(head("POST", 0).contains("Content-Length: 0\r\n"));
        QVERIFY(head("POST", 7).contains("Content-Length: 7\r\n"));
        QVERIFY(!head("DELETE", 0).contains("Content-Length"));
        QVERIFY(head("DELETE", 2).contains("Content-Length: 2\r\n"));
    }

    void refusals_data()
    {
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<QByteArray>("value");
        QTest::newRow("line break") << QByteArray("X") << QByteArray("a\r\nEvil: 1");
        QTest::newRow("lf") << QByteArray("X") << QByteArray("a\nb");
        QTest::newRow("cr") << QByteArray("X") << QByteArray("a\rb");
        QTest::newRow("nul") << QByteArray("X") << QByteArray("a\0b", 3);
        QTest::newRow("name with colon") << QByteArray("X:") << QByteArray("1");
        QTest::newRow("name with space") << QByteArray("X Y") << QByteArray("1");
        QTest::newRow("empty name") << QByteArray("") << QByteArray("1");
        QTest::newRow("name with umlaut") << QByteArray("\xC3\xA4") << QByteArray("1");
        QTest::newRow("coding") << QByteArray("transfer-encoding") << QByteArray("chunked");
        QTest::newRow("length") << QByteArray("Content-Length") << QByteArray("9");
    }
    void refusals()
    {
        QFETCH(QByteArray, name);
        QFETCH(QByteArray, value);
        const Result<QByteArray> head
            = writeRequestHead({ "POST", QUrl(QStringLiteral("http://a/")), 2 }, { { "Ok", "1" }, { name, value } });
        QVERIFY(!head.has_value());
        QCOMPARE(head.error().kind, std::string("usage"));
        QVERIFY(head.error().message.find('\n') == std::string::npos);
    }

    void valuesAreBytes()
    {
        const Result<QByteArray> head = writeRequestHead(
            { "GET", QUrl(QStringLiteral("http://a/")), 0 }, { { "X", "\xC3\xA4\t z" }, { "Y", "" } });
        QVERIFY(head->contains("X: \xC3\xA4\t z\r\nY: \r\n"));
    }

    void mergedHeaders()
    {
        const HeaderFields merged
            = mergeHeaders({ { "Accept", "a" } }, { { "ACCEPT", "b" }, { "x-Y", "1" }, { "X-y", "2" } }, QUrl());
        QCOMPARE(merged, HeaderFields({ { "Accept", "a" }, { "x-Y", "1" }, { "X-y", "2" } }));
        const QUrl url(QStringLiteral("http://u:p@a/"));
        QVERIFY(hasField(mergeHeaders({}, {}, url), "authorization"));
        QCOMPARE(mergeHeaders({ { "authorization", "Bearer x" } }, {}, url).size(), 1);
    }

    void programs()
    {
        QTemporaryDir folder;
        QFile file(folder.filePath(QStringLiteral("tool")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.setPermissions(QFile::ReadOwner | QFile::ExeOwner);
        file.close();
        const QString path = QStringLiteral("/nowhere:") + folder.path();
        QCOMPARE(findProgram(QStringLiteral("tool"), path, {}).path, file.fileName());
        QVERIFY(findProgram(QStringLiteral("tool"), QStringLiteral("/nowhere"), {}).path.isEmpty());
        QCOMPARE(findProgram(QStringLiteral("tool"), path, {}).searched.size(), 2);
        QCOMPARE(QFileInfo(findProgram(QStringLiteral("./tool"), {}, folder.path()).path).canonicalFilePath(),
            QFileInfo(file.fileName()).canonicalFilePath());
        QVERIFY(findProgram(folder.path(), path, {}).path.isEmpty()); // a folder is no program
        QVERIFY(findProgram(QString(), path, {}).path.isEmpty());
    }
};

QTEST_GUILESS_MAIN(RequestPartsTest)
#include "requestparts_test.moc"
