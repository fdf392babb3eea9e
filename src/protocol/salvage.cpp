#include "protocol/salvage.h"

#include "json/write.h"
#include "protocol/headerannotation.h"
#include "protocol/judge.h"
#include "protocol/rules/flaws.h"
#include "protocol/rules/judge.h"
#include "protocol/rules/tables.h"

#include <array>
#include <functional>

namespace assayer {
namespace {

constexpr const char *invalidResult = "invalid-result";
constexpr const char *invalidMessage = "invalid-message";
constexpr const char *unsupportedResultType = "unsupported-result-type";

std::optional<std::string> labelOf(const json::Value &entry)
{
    constexpr std::array<std::string_view, 4> members { "name", "uriTemplate", "uri", "title" };
    for (const std::string_view member : members) {
        const auto text = entry.stringAt(member);
        if (text && !text->empty())
            return std::string(*text);
    }
    return std::nullopt;
}

/// Judges the entries of one page into its lists.
class PageReader {
public:
    PageReader(const json::DocumentPtr &document, const json::Value &result, const SalvageContext &context)
        : m_document(document)
        , m_result(result)
        , m_context(context)
        , m_list(result.find(listMember(context.kind)))
    {
    }

    SalvagedPage read()
    {
        if (refuseMessage() || refuseResultType() || refuseMembers())
            keepRefused();
        else
            readEntries();
        return std::move(m_page);
    }

private:
    void refuse(const char *kind, json::Path path, std::string message)
    {
        Error error(kind, std::move(message));
        error.data.path = json::toPointer(path);
        m_page.error = std::move(error);
        m_page.errorPath = std::move(path);
    }
    void refuseType(const char *kind, const char *member, std::string_view expected, const json::Value *given)
    {
        std::string message = *member ? std::string(member) + ": " : std::string();
        message.append("Invalid input: expected ").append(expected).append(", received ").append(given ? typeName(*given) : "undefined");
        refuse(kind, *member ? json::Path { std::string(member) } : json::Path {}, std::move(message));
    }

    bool refuseMessage()
    {
        const json::Value *meta = m_result.find("_meta");
        if (!m_result.isObject())
            refuseType(invalidMessage, "", "object", &m_result);
        else if (meta && !meta->isObject())
            refuseType(invalidMessage, "_meta", "object", meta);
        return m_page.error.has_value();
    }

    bool refuseResultType()
    {
        if (eraOf(m_context.revision) == Era::Legacy)
            return false;
        const json::Value *type = m_result.find("resultType");
        if (!type || !type->isString())
            refuseType(invalidResult, "resultType", "string", type);
        else if (type->string() == "input_required" && !m_result.find("inputRequests") && !m_result.find("requestState"))
            refuse(invalidResult, { std::string("resultType") }, "resultType: Invalid input: input_required carries neither inputRequests nor requestState");
        else if (type->string() != "complete")
            refuse(unsupportedResultType, { std::string("resultType") }, "Unsupported result type '" + std::string(type->string()) + "' for " + std::string(listMethod(m_context.kind)));
        return m_page.error.has_value();
    }

    bool refuseMembers()
    {
        rules::Judge judge(*m_document, m_context.revision);
        judge.object(rules::pageShape, m_result);
        Faults faults = judge.takeFaults();
        if (!faults.empty() && faults.front().level == Fault::Refused) {
            const std::string reason = faults.front().reason();
            refuse(invalidResult, std::move(faults.front().path), reason);
        } else if (!m_list || !m_list->isArray()) {
            refuseType(invalidResult, std::string(listMember(m_context.kind)).c_str(), "array", m_list);
        }
        for (const Fault &fault : faults) {
            if (fault.level != Fault::Refused)
                m_page.findings.push_back(toFinding(fault, m_context.frame, "/result"));
        }
        return m_page.error.has_value();
    }

    /// The entries of a refused page can still be looked at.
    void keepRefused()
    {
        if (m_page.error->kind != invalidResult || !m_list || !m_list->isArray())
            return;
        std::size_t index = m_context.firstIndex;
        for (const json::Value &entry : m_list->items()) {
            m_page.raw.push_back({ m_document, &entry });
            EntryVerdict verdict = judgeEntry(m_context.kind, m_context.revision, *m_document, entry);
            m_page.malformed.push_back({ m_context.kind, { m_document, &entry }, index++, labelOf(entry), std::move(verdict.faults), m_context.frame, true });
        }
        m_page.entries = m_list->size();
    }

    void readEntries()
    {
        m_page.entries = m_list->size();
        m_page.items.reserve(m_list->size());
        m_page.raw.reserve(m_list->size());
        std::size_t index = m_context.firstIndex;
        for (const json::Value &entry : m_list->items())
            readEntry(entry, index++);
        if (const json::Value *cursor = m_result.find("nextCursor")) {
            m_page.nextCursor = std::string(cursor->string());
            m_page.nextCursorJson = std::string(m_document->raw(*cursor));
        }
        if (const json::Value *ttl = m_result.find("ttlMs"); ttl && eraOf(m_context.revision) == Era::Modern)
            m_page.ttlMs = ttl->integer();
        readFlaws();
    }

    void readEntry(const json::Value &entry, std::size_t index)
    {
        m_page.raw.push_back({ m_document, &entry });
        EntryVerdict verdict = judgeEntry(m_context.kind, m_context.revision, *m_document, entry);
        if (verdict.isRefused()) {
            m_page.malformed.push_back({ m_context.kind, { m_document, &entry }, index, labelOf(entry), std::move(verdict.faults), m_context.frame, false });
        } else if (m_context.headerRule && verdict.headerFault) {
            m_page.excluded.push_back({ { m_document, &entry }, index, labelOf(entry).value_or(std::string()), std::move(*verdict.headerFault), m_context.frame });
        } else {
            const std::string_view identity = entry.stringAt(identityMember(m_context.kind)).value_or(std::string_view());
            m_page.items.push_back({ { m_document, &entry }, index, m_context.frame, std::move(verdict.faults), std::hash<std::string_view>()(identity) });
        }
    }

    void readFlaws()
    {
        if (m_document->flaws().empty())
            return;
        Faults faults;
        rules::appendFlawsOutside(faults, *m_document, m_result, m_list);
        for (const Fault &fault : faults)
            m_page.findings.push_back(toFinding(fault, m_context.frame, "/result"));
    }

    const json::DocumentPtr &m_document;
    const json::Value &m_result;
    const SalvageContext &m_context;
    const json::Value *m_list;
    SalvagedPage m_page;
};

} // namespace

SalvagedPage salvagePage(const json::DocumentPtr &document, const json::Value &result, const SalvageContext &context)
{
    return PageReader(document, result, context).read();
}

std::optional<std::string> salvageSummary(const std::vector<MalformedEntry> &malformed)
{
    if (malformed.empty())
        return std::nullopt;
    const MalformedEntry &first = malformed.front();
    const std::size_t count = malformed.size();
    std::string text = "Dropped " + std::to_string(count) + (count == 1 ? " malformed entry" : " malformed entries") + " \u2014 ";
    text += first.label ? *first.label : "index " + std::to_string(first.index);
    text += ": " + first.reason();
    if (count > 1)
        text += " (+" + std::to_string(count - 1) + " more)";
    return text;
}

} // namespace assayer
