// All cases of the negotiation vectors, over real sockets and child processes, many at once.
#include "casecheck.h"

#include <QFile>
#include <QJsonDocument>
#include <QTest>

#include <map>

using namespace assayer;
using namespace assayer::test;

namespace {

constexpr int atOnce = 16;

/// The measured cases, or variants of ours.
QJsonArray casesOf(const char *name)
{
    QFile file(QStringLiteral(ASSAYER_TEST_DATA "/negotiation/") + QLatin1String(name));
    if (!file.open(QIODevice::ReadOnly))
        return {};
    return QJsonDocument::fromJson(file.readAll()).object().value(u"cases").toArray();
}

/// Plays cases side by side, as many as may run at once.
class Players : public QObject {
public:
    explicit Players(int most, ProbePolicy policy = ProbePolicy::Assayer)
        : m_most(most)
        , m_policy(policy)
    {
    }

    std::map<QString, CaseResult> play(const QJsonArray &cases)
    {
        m_waiting = cases;
        fill();
        while (m_running > 0)
            QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
        return m_results;
    }

private:
    void fill()
    {
        while (m_running < m_most && !m_waiting.isEmpty()) {
            auto *run = new CaseRun(m_waiting.takeAt(0).toObject(), m_policy);
            run->setParent(this);
            ++m_running;
            connect(run, &CaseRun::finished, this, [this, run] {
                m_results[run->definition().value(u"id").toString()] = run->result();
                run->deleteLater();
                --m_running;
                fill();
            }, Qt::QueuedConnection);
            run->start();
        }
    }

    QJsonArray m_waiting;
    std::map<QString, CaseResult> m_results;
    const int m_most;
    const ProbePolicy m_policy;
    int m_running = 0;
};

} // namespace

class tst_Negotiation : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void cases_data() { rows(); }
    void cases();
    void policies_data() { rows(); }
    void policies();
    void livePolicies_data();
    void livePolicies();

private:
    void rows();

    QJsonArray m_cases; ///< as they were played
    QHash<QString, QJsonObject> m_original;
    std::map<QString, CaseResult> m_results;
};

void tst_Negotiation::initTestCase()
{
    m_cases = casesOf("cases.json");
    QCOMPARE(m_cases.size(), 257);
    for (const QJsonValue &variant : casesOf("further.json"))
        m_cases.append(variant);
    QVERIFY(m_cases.size() > 257);
    if (const QString only = qEnvironmentVariable("NEGOTIATION_CASE"); !only.isEmpty()) {
        QJsonArray chosen;
        for (const QJsonValue &one : std::as_const(m_cases)) {
            if (one.toObject().value(u"id").toString().startsWith(only))
                chosen.append(one);
        }
        m_cases = chosen;
    }
    for (const QJsonValue &one : std::as_const(m_cases))
        m_original.insert(one.toObject().value(u"id").toString(), one.toObject());
    QElapsedTimer clock;
    clock.start();
    m_results = Players(atOnce).play(m_cases);
    const qint64 took = clock.elapsed();
    // The cases bring times of a second. On a machine that is busy with other things a case may come too late for them: what
    // fails is played again, fewer at once and with all times longer. A fault that is none of the machine's stays one.
    qsizetype again = 0;
    for (const auto &[times, most] : { std::pair(3, 8), std::pair(8, 4) }) {
        QJsonArray late;
        for (qsizetype i = 0; i < m_cases.size(); ++i) {
            const QJsonObject one = m_cases.at(i).toObject();
            if (differences(one, m_results[one.value(u"id").toString()]).isEmpty())
                continue;
            m_cases[i] = slowed(m_original.value(one.value(u"id").toString()), times);
            late.append(m_cases.at(i));
        }
        again += late.size();
        for (auto &[id, result] : Players(most).play(late))
            m_results[id] = result;
    }
    qInfo("%lld cases in %lld ms, %lld played again", qint64(m_cases.size()), took, qint64(again));
}

void tst_Negotiation::rows()
{
    QTest::addColumn<QJsonObject>("definition");
    for (const QJsonValue &one : std::as_const(m_cases))
        QTest::newRow(one.toObject().value(u"id").toString().toUtf8().constData()) << one.toObject();
}

void tst_Negotiation::cases()
{
    QFETCH(QJsonObject, definition);
    const QStringList faults = differences(definition, m_results[definition.value(u"id").toString()]);
    QVERIFY2(faults.isEmpty(), qPrintable(faults.join(u'\n')));
}

void tst_Negotiation::policies()
{
    QFETCH(QJsonObject, definition);
    const QStringList faults = policyDifferences(definition, m_results[definition.value(u"id").toString()]);
    QVERIFY2(faults.isEmpty(), qPrintable(faults.join(u'\n')));
}

void tst_Negotiation::livePolicies_data()
{
    QTest::addColumn<QString>("column");
    QTest::addColumn<int>("policy");
    QTest::newRow("sdk-2571") << QStringLiteral("sdk2571") << int(ProbePolicy::Sdk2571);
    QTest::newRow("sdk-2.4.0") << QStringLiteral("sdk240") << int(ProbePolicy::Sdk240);
}

/// --policy: the same scripts, judged by another table from the first answer on.
void tst_Negotiation::livePolicies()
{
    QFETCH(QString, column);
    QFETCH(int, policy);
    const QByteArray name = column.toLatin1();
    QStringList faults;
    for (const auto &[times, most] : { std::pair(1, atOnce), std::pair(4, 6) }) {
        QJsonArray cases;
        for (const QJsonObject &one : std::as_const(m_original)) {
            const QString id = one.value(u"id").toString();
            const bool again = std::any_of(faults.begin(), faults.end(), [&id](const QString &fault) { return fault.startsWith(id + u':'); });
            if (playsAsPolicy(one, name.constData()) && (times == 1 || again))
                cases.append(slowed(one, times));
        }
        faults.clear();
        const auto results = Players(most, static_cast<ProbePolicy>(policy)).play(cases);
        for (const QJsonValue &one : std::as_const(cases)) {
            const QString id = one.toObject().value(u"id").toString();
            const QStringList differ = columnDifferences(one.toObject(), name.constData(), results.at(id));
            if (!differ.isEmpty())
                faults += id + QStringLiteral(": ") + differ.join(QStringLiteral("; "));
        }
        qInfo("%lld cases, %lld differ", qint64(cases.size()), qint64(faults.size()));
    }
    QVERIFY2(faults.isEmpty(), qPrintable(faults.join(u'\n')));
}

QTEST_GUILESS_MAIN(tst_Negotiation)
#include "tst_negotiation.moc"
