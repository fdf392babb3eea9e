#include "trace/tracediff.h"

#include "json/write.h"
#include "trace/jsondiff.h"

#include <algorithm>
#include <map>
#include <optional>

namespace assayer {
namespace {

struct Page {
    std::vector<json::Node> entries;
    bool first = false; ///< its request named no cursor
    bool last = false; ///< names no next cursor
};

/// A walk in progress and the last one that came to its end.
struct Walk {
    std::vector<json::Node> open;
    std::vector<json::Node> complete;
    bool any = false;
};

bool requestHasCursor(const TraceAnalyzer &trace, quint64 row)
{
    for (const Message &message : trace.messages(row)) {
        if (message.isRequest())
            return message.params && message.params->find("cursor");
    }
    return false;
}

void takePage(Walk &walk, Page page)
{
    if (page.first)
        walk.open.clear();
    walk.open.insert(walk.open.end(), page.entries.begin(), page.entries.end());
    if (page.last || !walk.any)
        walk.complete = walk.open; // before the first whole walk, what there is
    walk.any = walk.any || page.last;
}

std::optional<Page> pageOf(const Message &message, ListKind kind)
{
    const json::Value *list = message.result ? message.result->find(listMember(kind)) : nullptr;
    if (!list || !list->isArray())
        return std::nullopt;
    Page page;
    for (const json::Value &entry : list->items())
        page.entries.push_back({ message.document, &entry });
    page.last = !message.result->find("nextCursor");
    return page;
}

/// Entries by name; a name that comes again is told apart by its number.
std::map<QByteArray, json::Node> byName(const std::vector<json::Node> &entries, ListKind kind)
{
    std::map<QByteArray, json::Node> named;
    for (const json::Node &entry : entries) {
        const QByteArray name = bytes(entry.value->stringAt(identityMember(kind)).value_or("(without name)"));
        QByteArray unique = name;
        for (int number = 2; named.contains(unique); ++number)
            unique = name + " (" + QByteArray::number(number) + ')';
        named.emplace(unique, entry);
    }
    return named;
}

ListDiff diffLists(const std::vector<json::Node> &a, const std::vector<json::Node> &b, ListKind kind)
{
    ListDiff diff;
    const auto ours = byName(a, kind);
    const auto theirs = byName(b, kind);
    for (const auto &[name, entry] : ours) {
        const auto other = theirs.find(name);
        if (other == theirs.end()) {
            diff.removed.append(name);
            continue;
        }
        std::vector<QByteArray> paths = differingPaths(entry, other->second);
        if (!paths.empty())
            diff.changed.push_back({ name, std::move(paths) });
    }
    for (const auto &[name, entry] : theirs) {
        if (!ours.contains(name))
            diff.added.append(name);
    }
    return diff;
}

void writeNames(json::Writer &writer, std::string_view key, const QByteArrayList &names)
{
    writer.key(key).beginArray();
    for (const QByteArray &name : names)
        writer.string(view(name));
    writer.endArray();
}

void writeList(json::Writer &writer, const ListDiff &list)
{
    writer.beginObject();
    writeNames(writer, "added", list.added);
    writeNames(writer, "removed", list.removed);
    writer.key("changed").beginArray();
    for (const ListDiff::Change &change : list.changed) {
        writer.beginObject().member("name", view(change.name)).key("paths").beginArray();
        for (const QByteArray &path : change.paths)
            writer.string(view(path));
        writer.endArray().endObject();
    }
    writer.endArray().endObject();
}

} // namespace

bool CatalogueDiff::isEmpty() const
{
    return std::all_of(lists.begin(), lists.end(), [](const ListDiff &list) { return list.isEmpty(); });
}

QByteArray CatalogueDiff::json() const
{
    json::Writer writer;
    writer.beginObject().key("catalogue").beginObject();
    for (const ListKind kind : allListKinds) {
        writer.key(listMember(kind));
        writeList(writer, lists[static_cast<std::size_t>(kind)]);
    }
    writer.endObject().endObject();
    return QByteArray::fromStdString(writer.take());
}

QByteArray CatalogueDiff::text() const
{
    QByteArray out;
    for (const ListKind kind : allListKinds) {
        const ListDiff &list = lists[static_cast<std::size_t>(kind)];
        const QByteArray title = bytes(listWord(kind)) + ' ';
        for (const QByteArray &name : list.removed)
            out += "- " + title + name + '\n';
        for (const QByteArray &name : list.added)
            out += "+ " + title + name + '\n';
        for (const ListDiff::Change &change : list.changed) {
            out += "~ " + title + change.name + ':';
            for (const QByteArray &path : change.paths)
                out += ' ' + path;
            out += '\n';
        }
    }
    return out.isEmpty() ? QByteArray("no differences\n") : out;
}

std::array<std::vector<json::Node>, 4> catalogueOf(const TraceAnalyzer &trace)
{
    std::array<Walk, 4> walks;
    for (quint64 row = 0; row < trace.count(); ++row) {
        if (!trace.completesMessage(row))
            continue;
        const RecordFacts facts = trace.facts(row);
        std::vector<Message> messages;
        for (std::size_t i = 0; i < facts.messages.size(); ++i) {
            const auto kind = listKindFromMethod(view(facts.messages[i].method));
            if (!kind || facts.messages[i].kind != MessageKind::Response)
                continue;
            if (messages.empty())
                messages = trace.messages(row);
            std::optional<Page> page = i < messages.size() ? pageOf(messages[i], *kind) : std::nullopt;
            if (!page)
                continue;
            page->first = !facts.messages[i].requestRow || !requestHasCursor(trace, *facts.messages[i].requestRow);
            takePage(walks[static_cast<std::size_t>(*kind)], std::move(*page));
        }
    }
    std::array<std::vector<json::Node>, 4> catalogue;
    for (std::size_t i = 0; i < walks.size(); ++i)
        catalogue[i] = std::move(walks[i].complete);
    return catalogue;
}

CatalogueDiff diffCatalogues(const TraceAnalyzer &a, const TraceAnalyzer &b)
{
    const auto ours = catalogueOf(a);
    const auto theirs = catalogueOf(b);
    CatalogueDiff diff;
    for (const ListKind kind : allListKinds) {
        const auto i = static_cast<std::size_t>(kind);
        diff.lists[i] = diffLists(ours[i], theirs[i], kind);
    }
    return diff;
}

std::vector<QByteArray> differingPaths(const json::Node &a, const json::Node &b)
{
    std::vector<QByteArray> paths;
    for (JsonDifference &difference : jsonDifferences(a, b))
        paths.push_back(std::move(difference.pointer));
    return paths;
}

} // namespace assayer
