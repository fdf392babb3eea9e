#include "inspection/eradifferences.h"

#include "json/equality.h"
#include "json/pointer.h"
#include "trace/tracediff.h"

#include <algorithm>
#include <map>
#include <unordered_map>

namespace assayer {

namespace {

using Cell = EraDifference::Cell;
using Cells = std::array<std::optional<Cell>, eraRuns>;
using Nodes = std::array<json::Node, eraRuns>;

Cell words(std::string text)
{
    return { std::move(text), false };
}

Cell exact(std::string_view json)
{
    return { std::string(json), true };
}

/// "/execution/taskSupport" -> "/execution/taskSupport" with its escapes undone: `where` is read by people.
std::string readable(std::string_view pointer)
{
    std::string out;
    for (std::size_t i = 0; i < pointer.size(); ++i) {
        const bool escape = pointer[i] == '~' && i + 1 < pointer.size();
        out += !escape ? pointer[i] : pointer[i + 1] == '1' ? '/' : '~';
        i += escape ? 1 : 0;
    }
    return out;
}

class Comparison {
public:
    explicit Comparison(const EraRuns &runs)
        : m_runs(runs)
    {
    }

    std::vector<EraDifference> take()
    {
        opening();
        for (const ListKind kind : allListKinds)
            list(kind);
        metadata();
        findings();
        call();
        return std::move(m_rows);
    }

private:
    bool connected(std::size_t run) const { return m_runs[run].connected(); }

    void add(std::string where, Cells cells, bool evenIfEqual)
    {
        const std::optional<Cell> *first = nullptr;
        bool differs = false;
        for (std::size_t run = 0; run < eraRuns; ++run) {
            if (!connected(run))
                continue;
            if (!first)
                first = &cells[run];
            differs = differs || first->has_value() != cells[run].has_value() || (*first && (*first)->text != cells[run]->text);
        }
        if (first && (differs || evenIfEqual))
            m_rows.push_back({ std::move(where), std::move(cells), differs });
    }

    /// A value that each run may have.
    void value(const std::string &where, const Nodes &nodes, bool evenIfEqual)
    {
        Cells cells;
        std::size_t first = eraRuns;
        bool equal = true;
        for (std::size_t run = 0; run < eraRuns; ++run) {
            if (nodes[run])
                cells[run] = exact(nodes[run].raw());
            if (!connected(run))
                continue;
            first = std::min(first, run);
            const bool both = nodes[first] && nodes[run];
            equal = equal && (both ? json::equal(*nodes[first].document, *nodes[first].value, *nodes[run].document, *nodes[run].value) : !nodes[first] && !nodes[run]);
        }
        // 1 and 1.0, or another order of members, are no difference; what is shown is what each sent.
        if (equal && evenIfEqual && first < eraRuns && nodes[first])
            m_rows.push_back({ where, std::move(cells), false });
        else if (!equal)
            add(where, std::move(cells), true);
    }

    /// Member by member, down to the places that differ.
    void places(const std::string &where, const Nodes &nodes)
    {
        std::vector<QByteArray> pointers;
        for (std::size_t a = 0; a < eraRuns; ++a) {
            for (std::size_t b = a + 1; b < eraRuns; ++b) {
                if (!connected(a) || !connected(b) || !nodes[a] || !nodes[b])
                    continue;
                for (QByteArray &pointer : differingPaths(nodes[a], nodes[b])) {
                    if (std::find(pointers.begin(), pointers.end(), pointer) == pointers.end())
                        pointers.push_back(std::move(pointer));
                }
            }
        }
        for (const QByteArray &pointer : pointers) {
            Nodes at;
            for (std::size_t run = 0; run < eraRuns; ++run) {
                if (nodes[run])
                    at[run] = { nodes[run].document, json::resolve(*nodes[run].value, pointer.toStdString()) };
            }
            value(where + readable(pointer.toStdString()), at, false);
        }
    }

    void opening()
    {
        Cells eras;
        Cells versions;
        for (std::size_t run = 0; run < eraRuns; ++run) {
            if (!connected(run))
                continue;
            eras[run] = words(std::string(eraName(eraOf(m_runs[run].subject.facts->revision))));
            versions[run] = words(m_runs[run].subject.facts->protocolVersion);
        }
        add("era", eras, true);
        add("protocolVersion", versions, true);
        members("serverInfo", [](const SessionFacts &facts) { return facts.serverInfo; });
        members("capabilities", [](const SessionFacts &facts) { return facts.capabilities; });
        Nodes instructions;
        for (std::size_t run = 0; run < eraRuns; ++run) {
            if (connected(run) && m_runs[run].subject.facts->opening)
                instructions[run] = { m_runs[run].subject.facts->opening.document, m_runs[run].subject.facts->opening.value->find("instructions") };
        }
        value("instructions", instructions, true);
    }

    template<class Part>
    void members(const std::string &name, Part part)
    {
        Nodes nodes;
        std::vector<std::string> names;
        for (std::size_t run = 0; run < eraRuns; ++run) {
            if (!connected(run))
                continue;
            nodes[run] = part(*m_runs[run].subject.facts);
            for (const json::Member &member : nodes[run] ? nodes[run].value->members() : std::span<const json::Member>()) {
                if (std::find(names.begin(), names.end(), member.name()) == names.end())
                    names.emplace_back(member.name());
            }
        }
        for (const std::string &member : names) {
            Nodes at;
            for (std::size_t run = 0; run < eraRuns; ++run) {
                if (nodes[run])
                    at[run] = { nodes[run].document, nodes[run].value->find(member) };
            }
            value(name + '/' + member, at, true);
        }
    }

    struct Entry {
        std::string name;
        Cells cells;
        Nodes nodes; ///< where it is listed
    };

    /// Entries of all runs by name, in the order they first appear; one that comes again is told apart by its number.
    class Entries {
    public:
        Entry &at(std::string name, std::size_t run)
        {
            const int number = ++m_seen[run][name];
            if (number > 1)
                name += " #" + std::to_string(number);
            const auto [found, fresh] = m_index.try_emplace(name, m_entries.size());
            if (fresh)
                m_entries.push_back({ name, {}, {} });
            return m_entries[found->second];
        }
        const std::vector<Entry> &all() const { return m_entries; }

    private:
        std::vector<Entry> m_entries;
        std::unordered_map<std::string, std::size_t> m_index;
        std::array<std::unordered_map<std::string, int>, eraRuns> m_seen;
    };

    static void collect(Entries &entries, const ListSnapshot &list, std::size_t run)
    {
        for (const ListEntry &item : list.items) {
            Entry &entry = entries.at(std::string(item.text(identityMember(list.kind))), run);
            entry.cells[run] = words("listed");
            entry.nodes[run] = item.node;
        }
        for (const ExcludedEntry &item : list.excluded)
            entries.at(item.label, run).cells[run] = words("excluded: " + item.reason);
        for (const MalformedEntry &item : list.malformed)
            entries.at(item.label.value_or("entry " + std::to_string(item.index)), run).cells[run] = words("malformed: " + item.reason());
    }

    void list(ListKind kind)
    {
        const std::string name(listMember(kind));
        Cells errors;
        Entries entries;
        bool asked = false;
        for (std::size_t run = 0; run < eraRuns; ++run) {
            const ListSnapshot *list = connected(run) ? m_runs[run].subject.list(kind) : nullptr;
            if (!list)
                continue;
            if (list->error)
                errors[run] = words("failed: " + list->error->message);
            else if (list->everListed)
                errors[run] = words(std::to_string(list->items.size()) + " listed, " + std::to_string(list->malformed.size()) + " malformed, " + std::to_string(list->excluded.size()) + " excluded");
            asked = asked || errors[run];
            collect(entries, *list, run);
        }
        if (!asked)
            return;
        add(name, errors, true);
        for (const Entry &entry : entries.all()) {
            add(name + '/' + entry.name, entry.cells, true);
            places(name + '/' + entry.name, entry.nodes);
        }
    }

    void metadata()
    {
        Cells cells;
        for (std::size_t run = 0; run < eraRuns; ++run) {
            const MetadataSummary &metadata = *m_runs[run].subject.metadata;
            if (connected(run) && metadata.refused)
                cells[run] = words("refused: " + metadata.refused->tool + " " + metadata.refused->path + ": " + metadata.refused->message);
        }
        add("metadata", cells, false);
    }

    void findings()
    {
        Cells totals;
        std::map<std::string, std::array<int, eraRuns>> byRule;
        for (std::size_t run = 0; run < eraRuns; ++run) {
            if (!connected(run))
                continue;
            totals[run] = words(std::to_string(m_runs[run].subject.findings.size()));
            for (const Finding &finding : m_runs[run].subject.findings)
                ++byRule[finding.rule][run];
        }
        add("findings", totals, true);
        for (const auto &[rule, counts] : byRule) {
            Cells cells;
            for (std::size_t run = 0; run < eraRuns; ++run) {
                if (counts[run] > 0)
                    cells[run] = words(std::to_string(counts[run]));
            }
            add("findings/" + rule, cells, false);
        }
    }

    void call()
    {
        Cells outcomes;
        Nodes results;
        std::string name;
        for (std::size_t run = 0; run < eraRuns; ++run) {
            const std::optional<ActionResult> &call = m_runs[run].call;
            if (!call)
                continue;
            name = call->name.toStdString();
            outcomes[run] = words(call->result.error ? call->result.error->kind + ": " + call->result.error->message : call->isError ? "the tool reports an error" : "ok");
            results[run] = call->result.result;
        }
        if (name.empty())
            return;
        add("call/" + name, outcomes, true);
        places("call/" + name, results);
    }

    const EraRuns &m_runs;
    std::vector<EraDifference> m_rows;
};

} // namespace

const char *eraRunName(EraRunKind kind)
{
    return kind == EraRunKind::Legacy ? "legacy" : kind == EraRunKind::Auto ? "auto" : "modern";
}

std::vector<EraDifference> eraDifferences(const EraRuns &runs)
{
    return Comparison(runs).take();
}

} // namespace assayer
