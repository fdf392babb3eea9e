// The one engine that evaluates the tables over parsed values. Copies nothing; recurses only as deep as the tables nest,
// never as deep as a value does.
#pragma once

#include "protocol/fault.h"
#include "protocol/rules/place.h"
#include "protocol/rules/rule.h"

#include <string_view>
#include <vector>

namespace assayer::rules {

/// One evaluation. Faults are collected in schema order, depth first: a member's own, then those inside it.
class Judge {
public:
    /// Faults kept of each level: a value with a million wrong members does not become a million reports.
    static constexpr std::size_t faultLimit = 100;

    Judge(const json::Document &document, Revision revision)
        : m_document(document)
        , m_revision(revision)
        , m_bit(only(revision))
    {
    }

    /// Judges a value as an object of that shape.
    void object(const Shape &shape, const json::Value &value, const Place &place = {});
    /// Judges a value that is there.
    void value(const Rule &rule, const json::Value &value, const Place &place);

    const json::Document &document() const { return m_document; }
    Revision revision() const { return m_revision; }
    bool isLegacy() const { return eraOf(m_revision) == Era::Legacy; }

    /// Adds a fault of the given level and rule at a value. `where` is null for something missing.
    void report(Fault::Level level, Fault::Type type, std::string rule, const Place &place, const json::Value *where,
        std::string expected, std::string received, std::string message, std::string_view spec = {});
    /// Something missing is reported where this value begins.
    void standIn(const json::Value &parent) { m_parentBegin = parent.begin(); }
    /// A fault whose message is "Invalid input: expected T, received G".
    void wrongType(const Rule &rule, const Place &place, const json::Value *where, std::string_view expected);
    /// An off-spec value that is kept; rule id is the shape's, the member's and `suffix`.
    void warn(const Rule &rule, std::string_view suffix, const Place &place, const json::Value &where, std::string message);
    /// For a rule about a whole object.
    void blame(Fault::Level level, std::string_view suffix, const Place &place, const json::Value &where, std::string message);
    std::string ruleId(const Rule &rule, std::string_view suffix = {}) const;

    Faults takeFaults();
    std::vector<json::Path> takeDropped() { return std::move(m_dropped); }

private:
    void rows(const Shape &shape, const json::Value &value, const Place &place);
    void member(const Rule &rule, const json::Value *found, const json::Value &object, const Place &place);
    void unknown(const Shape &shape, const json::Member &member, const Place &place);
    void variant(const Shape &shape, const json::Value &value, const Place &place);
    void string(const Rule &rule, const json::Value *value, const Place &place);
    void number(const Rule &rule, const json::Value &value, const Place &place);
    void roundedAway(const Rule &rule, const json::Value &value, const Place &place);
    void elements(const Rule &rule, const json::Value &value, const Place &place);
    void mapValues(const Rule &rule, const json::Value &value, const Place &place);
    void inner(const Rule &rule, const json::Value &value, const Place &place);
    std::string receivedText(const json::Value *value) const;
    std::string specText(std::string_view spec) const;

    const json::Document &m_document;
    const Revision m_revision;
    const Revisions m_bit;
    const Shape *m_shape = nullptr; ///< the innermost shape being judged: names the rules
    Faults m_refused;
    Faults m_remarks; ///< warnings and notes
    std::vector<json::Path> m_dropped;
    std::uint32_t m_parentBegin = 0; ///< of the object a member is missing from
};

} // namespace assayer::rules
