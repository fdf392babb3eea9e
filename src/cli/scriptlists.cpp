// Operations about lists and the metadata of tools.
#include "cli/scriptoperations.h"
#include "cli/scriptverb.h"
#include "inspection/reportparts.h"

namespace assayer {

namespace {

void writeListAndMetadata(json::Writer &out, const ListSnapshot *snapshot, const MetadataSummary *metadata)
{
    if (snapshot)
        out.member("kind", listWord(snapshot->kind));
    out.key("list");
    report::writeList(out, snapshot);
    out.key("metadata");
    report::writeMetadata(out, metadata ? *metadata : MetadataSummary(), true);
}

} // namespace

void ListOperation::start()
{
    const std::optional<ListKind> kind = listKindFromWord(view(text("kind")));
    if (!kind)
        return finish(Error("usage", "\"" + text("kind").toStdString() + "\" is no kind of list"));
    m_kind = *kind;
    Inspection &inspection = script().inspection();
    m_snapshot = inspection.snapshot(m_kind);
    m_metadata = inspection.metadata();
    if (!requireConnection())
        return;
    followWriting();
    const QByteArray cursor = raw("cursor");
    if (!cursor.isEmpty()) {
        const QPointer<ListOperation> self(this);
        inspection.listPage(m_kind, text("cursor"), [self](const ListSnapshotPtr &page) {
            if (self)
                self->take(page, page->error);
        });
    } else {
        m_walk = inspection.refresh(m_kind);
        connect(&inspection, &Inspection::listFinished, this, [this](ListKind, quint64 walk, const std::optional<Error> &error) {
            if (walk == m_walk)
                take(script().inspection().snapshot(m_kind), error);
        });
        connect(&inspection, &Inspection::closed, this, [this](const SessionEnd &end) {
            if (!isFinished())
                finish(end.error ? *end.error : ScriptVerb::noConnection());
        });
    }
    // From here on new pages belong to somebody else, or to later pages of this walk.
    disconnect(inspection.session(), &Session::exchangeStarted, this, nullptr);
}

/// The first request of a walk is made before refresh() returns, and written later.
void ListOperation::followWriting()
{
    connect(script().inspection().session(), &Session::exchangeStarted, this, [this](Exchange *exchange) {
        m_exchange = exchange;
        connect(exchange, &Exchange::written, this, [this] { tellBegun(); });
    });
}

void ListOperation::take(const ListSnapshotPtr &snapshot, const std::optional<Error> &error)
{
    m_snapshot = snapshot;
    m_metadata = script().inspection().metadata();
    finish(error);
}

void ListOperation::cancel()
{
    if (m_walk)
        script().inspection().cancelWalk(m_walk);
    else if (m_exchange)
        m_exchange->cancel();
}

void ListOperation::write(json::Writer &out) const
{
    writeListAndMetadata(out, m_snapshot.get(), m_metadata.get());
}

void ShowOperation::start()
{
    const std::optional<ListKind> kind = listKindFromWord(view(text("kind")));
    if (!kind)
        return finish(Error("usage", "\"" + text("kind").toStdString() + "\" is no kind of list"));
    m_snapshot = script().inspection().snapshot(*kind);
    m_metadata = script().inspection().metadata();
    if (requireConnection())
        finish();
}

void ShowOperation::write(json::Writer &out) const
{
    writeListAndMetadata(out, m_snapshot.get(), m_metadata.get());
}

void ToolOperation::start()
{
    m_inForce = script().inspection().metadata()->inForce;
    if (requireConnection())
        finish();
}

void ToolOperation::write(json::Writer &out) const
{
    const ToolRecord *known = m_inForce ? m_inForce->find(view(text("name"))) : nullptr;
    const ToolRecord record = known ? *known : ToolRecord();
    out.member("known", known != nullptr).member("task", taskSupportName(record.task)).key("headers").beginObject();
    if (record.headers) {
        for (const HeaderMap::Entry &entry : record.headers->entries)
            out.member(entry.header(), entry.pointer());
    }
    out.endObject().member("output", outputCheckName(record.output));
}

} // namespace assayer
