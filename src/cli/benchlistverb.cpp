#include "cli/benchlistverb.h"

#include "json/write.h"

#include <QTimer>

namespace assayer {

namespace {

InspectionOptions withoutLists(InspectionOptions options)
{
    options.listWhenReady = false;
    options.refreshOnListChanged = false;
    return options;
}

} // namespace

BenchListVerb::BenchListVerb(InspectionOptions options, Console console, ListKind kind, int repeat, QObject *parent)
    : ConnectedVerb(withoutLists(std::move(options)), console, parent)
    , m_kind(kind)
    , m_repeat(repeat)
{
    connect(&inspection(), &Inspection::listChanged, this, [this](ListKind changed) {
        if (changed == m_kind)
            m_publishedNs = monotonicNs();
    });
    connect(&inspection(), &Inspection::metadataChanged, this, [this] { m_metadataNs = monotonicNs(); });
    connect(&inspection(), &Inspection::listFinished, this, [this](ListKind finished) {
        // The metadata of a walk may be published behind its snapshot: it belongs to this walk.
        if (finished == m_kind && !isDone())
            QTimer::singleShot(0, this, &BenchListVerb::walked);
    });
}

void BenchListVerb::start()
{
    m_connectNs = monotonicNs();
    ConnectedVerb::start();
}

void BenchListVerb::work()
{
    m_connectNs = monotonicNs() - m_connectNs;
    if (!inspection().advertises(m_kind)) {
        const Error error("usage", "the server does not advertise " + std::string(listWord(m_kind)));
        console().error(error);
        if (console().json)
            console().out(errorObject(error) + '\n');
        return done(UsageError);
    }
    m_firstNs = monotonicNs();
    walk();
}

void BenchListVerb::walk()
{
    m_metadataNs = 0;
    m_beginNs = monotonicNs();
    inspection().refresh(m_kind);
}

void BenchListVerb::walked()
{
    const ListSnapshotPtr snapshot = inspection().snapshot(m_kind);
    m_walks.add(m_publishedNs - m_beginNs);
    m_metadata.add(std::max<qint64>(0, m_metadataNs - m_publishedNs));
    if (snapshot->error) {
        console().error(*snapshot->error, context(ErrorContext::Listing, QString::fromUtf8(listMethod(m_kind).data())));
        if (console().json)
            console().out(errorObject(*snapshot->error) + '\n');
        return done(listExitCode(*snapshot));
    }
    if (static_cast<int>(m_walks.count()) < m_repeat)
        return walk();
    print();
    done(listExitCode(*snapshot));
}

void BenchListVerb::print()
{
    const qint64 totalNs = std::max(m_publishedNs, m_metadataNs) - m_firstNs;
    const ListSnapshotPtr snapshot = inspection().snapshot(m_kind);
    if (!console().json) {
        console().outLine(QStringLiteral("%1 %2: %3 walks of %4 items (%5 malformed, %6 pages): median %7 ms, first %8 ms, min %9 ms")
                              .arg(QStringLiteral("bench list"), QString::fromUtf8(listWord(m_kind).data()))
                              .arg(m_repeat).arg(snapshot->items.size()).arg(snapshot->malformed.size()).arg(snapshot->pages)
                              .arg(m_walks.medianMs(), 0, 'f', 3).arg(m_walks.firstMs(), 0, 'f', 3).arg(m_walks.minMs(), 0, 'f', 3));
        return;
    }
    json::Writer out;
    out.beginObject().member("bench", "list").member("repeat", m_repeat).member("items", static_cast<std::int64_t>(snapshot->items.size()));
    out.member("malformed", static_cast<std::int64_t>(snapshot->malformed.size())).member("pages", snapshot->pages);
    out.key("connectMs").real(toMs(m_connectNs)).key("firstMs").real(m_walks.firstMs()).key("minMs").real(m_walks.minMs());
    out.key("medianMs").real(m_walks.medianMs()).key("p99Ms").real(m_walks.p99Ms()).key("metadataMs").real(m_metadata.medianMs());
    out.key("totalMs").real(toMs(totalNs)).member("peakRssKiB", static_cast<std::int64_t>(peakRssKiB())).endObject();
    console().out(QByteArray::fromStdString(out.take()) + '\n');
}

} // namespace assayer
