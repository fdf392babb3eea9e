#include "schema/lint.h"

#include "json/pointer.h"
#include "schema/keywords/keyword.h"
#include "schema/lintrules.h"
#include "schema/uri.h"

#include <algorithm>
#include <unordered_set>
#include <vector>

namespace assayer::schema {
namespace {

constexpr std::size_t mostFindings = 1'000;

/// Walks all subschemas, as the compiler's scan does, with a stack of its own.
class Linter {
public:
    Linter(const json::Document &document, const json::Value &root, Dialect dialect)
        : m_document(document)
        , m_root(root)
        , m_prefix(document.pointerAt(root.begin()).size())
        , m_dialect(dialect)
    {
    }

    Findings run()
    {
        visitAll();
        reportUnusedDefinitions();
        reportUnknownFormats();
        return std::move(m_findings);
    }

private:
    struct Definition {
        const json::Member *member;
        std::string pointer; ///< "#/$defs/name", as a reference writes it
    };

    void visitAll()
    {
        std::vector<const json::Value *> todo { &m_root };
        while (!todo.empty() && m_findings.size() < mostFindings) {
            const json::Value &schema = *todo.back();
            todo.pop_back();
            if (!schema.isObject())
                continue;
            visit(schema);
            pushSubschemas(schema, todo);
        }
    }

    void visit(const json::Value &schema)
    {
        if (const auto reference = schema.stringAt("$ref"))
            m_references.insert(percentDecoded(*reference));
        if (const auto reference = schema.stringAt("$dynamicRef"))
            m_references.insert(percentDecoded(*reference));
        noteFormat(schema);
        const LintContext context { m_document, schema, m_dialect };
        for (LintRule *const rule : lintRules())
            rule(context, [this](const json::Value &at, Finding finding) { add(at, std::move(finding)); });
    }

    /// In the order of the text: the stack takes them from the end.
    void pushSubschemas(const json::Value &schema, std::vector<const json::Value *> &todo)
    {
        const auto first = static_cast<std::ptrdiff_t>(todo.size());
        for (const json::Member &member : schema.members()) {
            const KeywordInfo *info = keywordInfo(member.name());
            if (!info || info->holds == Holds::Nothing || !info->existsIn(m_dialect))
                continue;
            const json::Value &value = member.value();
            const bool map = info->holds == Holds::SchemaMap || info->holds == Holds::SchemaMapOrNames;
            if (!map && value.isObject())
                todo.push_back(&value);
            for (const json::Value &item : value.items())
                todo.push_back(&item);
            for (const json::Member &entry : map ? value.members() : std::span<const json::Member>()) {
                todo.push_back(&entry.value());
                if (info->id == Keyword::Defs || info->id == Keyword::Definitions)
                    m_definitions.push_back({ &entry, "#" + pointer(entry.value()) });
            }
        }
        std::reverse(todo.begin() + first, todo.end());
    }

    void noteFormat(const json::Value &schema)
    {
        const json::Value *format = schema.find("format");
        if (!format || !format->isString() || isKnownFormat(format->string()))
            return;
        if (m_unknownFormats.empty())
            m_firstUnknownFormat = format;
        m_unknownFormats.insert(std::string(format->string()));
    }

    std::string pointer(const json::Value &value) const { return m_document.pointerAt(value.begin()).substr(m_prefix); }

    void add(const json::Value &at, Finding finding)
    {
        if (m_findings.size() >= mostFindings)
            return;
        finding.rule = "schema.lint." + finding.rule;
        finding.where = pointer(at);
        m_findings.push_back(std::move(finding));
    }

    bool isUsed(const Definition &definition) const
    {
        for (const std::string_view name : { "$id", "id", "$anchor", "$dynamicAnchor" }) {
            if (definition.member->value().find(name))
                return true; // may be meant by a name of its own
        }
        for (const std::string &reference : m_references) {
            const bool same = reference.starts_with(definition.pointer)
                && (reference.size() == definition.pointer.size() || reference[definition.pointer.size()] == '/');
            // A reference with a URI in front may mean this document too.
            if (same || (!reference.starts_with('#') && reference.ends_with(definition.pointer)))
                return true;
        }
        return false;
    }

    void reportUnusedDefinitions()
    {
        for (const Definition &definition : m_definitions) {
            if (isUsed(definition))
                continue;
            Finding finding;
            finding.rule = "unused-definition";
            finding.severity = Severity::Note;
            finding.message = "No $ref of the schema leads to the definition \"" + std::string(definition.member->name()) + "\"";
            finding.expected = "a reference to " + definition.pointer + ", or no such definition";
            add(definition.member->value(), std::move(finding));
        }
    }

    /// One advisory a schema: unknown formats are allowed, and generators write them by the dozen.
    void reportUnknownFormats()
    {
        if (m_unknownFormats.empty())
            return;
        std::string names;
        for (const std::string &name : m_unknownFormats)
            names += (names.empty() ? "\"" : ", \"") + name.substr(0, 40) + "\"";
        Finding finding;
        finding.rule = "unknown-format";
        finding.severity = Severity::Note;
        finding.message = "JSON Schema does not define the format " + names + ": nothing is checked there";
        finding.expected = "a format of JSON Schema, or a pattern or limits that say the same";
        add(*m_firstUnknownFormat, std::move(finding));
    }

    const json::Document &m_document;
    const json::Value &m_root;
    std::size_t m_prefix;
    Dialect m_dialect;
    std::unordered_set<std::string> m_references;
    std::vector<Definition> m_definitions;
    std::unordered_set<std::string> m_unknownFormats;
    const json::Value *m_firstUnknownFormat = nullptr;
    Findings m_findings;
};

} // namespace

Findings lint(const json::Document &document, const json::Value &root, Dialect dialect)
{
    return Linter(document, root, dialect).run();
}

} // namespace assayer::schema
