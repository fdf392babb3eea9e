#include "session/listwalk.h"

#include "json/write.h"
#include "session/requestexchange.h"

#include <bit>
#include <utility>
#include <vector>

namespace assayer {

ListWalk::ListWalk(SessionCore &core, ListKind kind, std::uint64_t number, QByteArray firstCursor, bool single)
    : QObject(&core)
    , m_core(core)
    , m_cursor(std::move(firstCursor))
    , m_single(single)
{
    m_snapshot.kind = kind;
    m_snapshot.walk = number;
}

void ListWalk::start()
{
    m_startNs = assayer::monotonicNs();
    request(m_cursor);
}

void ListWalk::request(const QByteArray &cursorJson)
{
    m_cursor = cursorJson;
    const QByteArray params = cursorJson.isEmpty() ? QByteArray() : "{\"cursor\":" + cursorJson + '}';
    auto *exchange = new RequestExchange(m_core, bytes(listMethod(m_snapshot.kind)), params, {});
    m_exchange = exchange;
    connect(exchange, &Exchange::finished, this, &ListWalk::takePage);
    Q_EMIT m_core.session().exchangeStarted(exchange);
    exchange->start();
}

void ListWalk::cancel()
{
    if (m_exchange)
        m_exchange->cancel();
}

void ListWalk::takePage(const ExchangeResult &result)
{
    // resultType is a rule of the page; everything else that failed before ends the walk as it is.
    if (result.error && !result.result)
        return fail(*result.error);
    m_snapshot.frames.push_back(result.answerFrame);
    SalvageContext context;
    context.kind = m_snapshot.kind;
    context.revision = m_core.revision();
    context.headerRule = m_snapshot.kind == ListKind::Tools && m_core.metadataContext().headerRule;
    context.firstIndex = m_entries;
    context.frame = result.answerFrame;
    SalvagedPage page = salvagePage(result.result.document, *result.result.value, context);
    for (Finding finding : page.findings)
        m_core.report(std::move(finding));
    if (page.error)
        return refuse(page, result.answerFrame);
    if (!m_cursor.isEmpty() && page.nextCursorJson == view(m_cursor) && repeatsLastPage(page)) {
        m_core.report("pagination.repeated", Severity::Warning,
            "The server answered the cursor " + m_cursor.toStdString() + " with the same page again; the walk ended there", result.answerFrame);
        return conclude();
    }
    const std::string next = page.nextCursorJson;
    append(std::move(page));
    Q_EMIT m_core.session().listProgress(m_snapshot.kind, m_snapshot.pages, static_cast<qsizetype>(m_entries));
    if (next.empty() || m_single)
        return conclude();
    if (m_snapshot.pages >= m_core.options().maxPages) {
        const Error error("pagination-exceeded",
            std::to_string(m_snapshot.pages) + " pages were read and another one is announced; the list was not used, it would be cut");
        tellRefused(error, result.answerFrame);
        return fail(error);
    }
    request(QByteArray::fromStdString(next));
}

bool ListWalk::repeatsLastPage(const SalvagedPage &page) const
{
    if (page.raw.size() != m_lastPage.size())
        return false;
    for (std::size_t i = 0; i < page.raw.size(); ++i) {
        if (page.raw[i].raw() != m_lastPage[i])
            return false;
    }
    return true;
}

void ListWalk::append(SalvagedPage page)
{
    ++m_snapshot.pages;
    m_entries += page.entries;
    if (!page.nextCursorJson.empty()) {
        m_lastPage.clear();
        for (const json::Node &entry : page.raw)
            m_lastPage.emplace_back(entry.raw());
    }
    if (m_snapshot.pages == 1)
        m_snapshot.ttlMs = page.ttlMs;
    const auto move = [](auto &from, auto &to) {
        if (to.empty())
            to = std::move(from);
        else
            to.insert(to.end(), std::make_move_iterator(from.begin()), std::make_move_iterator(from.end()));
    };
    move(page.items, m_snapshot.items);
    move(page.malformed, m_snapshot.malformed);
    move(page.excluded, m_snapshot.excluded);
}

void ListWalk::refuse(const SalvagedPage &page, quint64 frame)
{
    m_snapshot.error = page.error;
    if (page.error->kind == "invalid-result") {
        m_snapshot.refused = page.raw;
        // What can be said of the refused page's entries is said there, never in the list.
        m_snapshot.refusedFaults = page.malformed;
        for (MalformedEntry &entry : m_snapshot.refusedFaults)
            entry.refusedPage = true;
    }
    tellRefused(*page.error, frame);
    Q_EMIT finished();
    deleteLater();
}

void ListWalk::tellRefused(const Error &error, quint64 frame)
{
    json::Writer details;
    details.beginObject().member("rule", "list.refused").member("severity", "error").member("message", error.message).endObject();
    m_core.sink().decide({ "rejected", { frame }, QByteArray::fromStdString(details.take()) });
    Finding finding;
    finding.rule = "list.refused";
    finding.severity = Severity::Error;
    finding.message = std::string(listMethod(m_snapshot.kind)) + " was refused: " + error.message;
    finding.where = "frame:" + std::to_string(frame) + "/result" + error.data.path.value_or("");
    m_core.report(std::move(finding));
}

void ListWalk::fail(const Error &error)
{
    m_snapshot.error = error;
    Q_EMIT finished();
    deleteLater();
}

void ListWalk::markFrames()
{
    // Salvage is not acceptance: each response with a bad entry is marked with the summary of its own entries.
    std::map<std::uint64_t, std::vector<MalformedEntry>> byFrame;
    for (const MalformedEntry &entry : m_snapshot.malformed)
        byFrame[entry.frame].push_back(entry);
    for (const auto &[frame, entries] : byFrame) {
        json::Writer details;
        details.beginObject().member("rule", "list.salvaged").member("severity", "error").member("message", *salvageSummary(entries)).endObject();
        m_core.sink().decide({ "salvage", { frame }, QByteArray::fromStdString(details.take()) });
    }
}

void ListWalk::reportDuplicates()
{
    const std::string_view identity = identityMember(m_snapshot.kind);
    // Open addressing over hashes the salvage made while the entries were warm: a long list is not touched again.
    struct Slot {
        const ListEntry *first;
        bool told;
    };
    std::vector<Slot> slots(std::bit_ceil(m_snapshot.items.size() * 2 + 1), Slot {});
    for (const ListEntry &entry : m_snapshot.items) {
        std::size_t at = entry.identityHash & (slots.size() - 1);
        while (slots[at].first && (slots[at].first->identityHash != entry.identityHash || slots[at].first->text(identity) != entry.text(identity)))
            at = (at + 1) & (slots.size() - 1);
        if (!slots[at].first)
            slots[at].first = &entry;
        else if (!std::exchange(slots[at].told, true))
            reportDuplicate(entry);
    }
}

void ListWalk::reportDuplicate(const ListEntry &entry)
{
    const std::string_view identity = identityMember(m_snapshot.kind);
    Finding finding;
    finding.rule = std::string(listMember(m_snapshot.kind)) + ".duplicate";
    finding.severity = Severity::Warning;
    finding.message = std::string(identity) + " used twice: " + json::quoted(entry.text(identity)) + "; the server lists two entries that cannot be told apart";
    finding.where = "frame:" + std::to_string(entry.frame);
    m_core.report(std::move(finding));
}

void ListWalk::conclude()
{
    m_snapshot.summary = salvageSummary(m_snapshot.malformed);
    m_snapshot.wallNs = assayer::wallNs();
    m_snapshot.elapsedNs = assayer::monotonicNs() - m_startNs;
    markFrames();
    reportDuplicates();
    Q_EMIT finished();
    deleteLater();
}

} // namespace assayer
