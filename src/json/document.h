// One JSON text, parsed once and shared: the exact bytes, the values in them, and what was odd about them.
#pragma once

#include "base/error.h"
#include "json/value.h"

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace assayer::json {

/// Something the text may hold that other readers lose or refuse.
struct Flaw {
    enum Kind { DuplicateMember, LoneSurrogate, NumberOutOfRange, NumberLosesDigits, InvalidUtf8, ByteOrderMark };
    Kind kind;
    std::uint32_t offset; ///< in Document::text()
};

struct ParseLimits {
    std::size_t depth = 100'000; ///< nesting of arrays and objects; beyond it the text is refused
    std::size_t flaws = 1'000; ///< recorded at most
};

class Document;
using DocumentPtr = std::shared_ptr<const Document>;

/// Immutable after parse(); any thread may read. Values and members live as long as the document.
class Document {
public:
    /// Parses a copy of nothing: `owner` keeps `text` alive, which must be followed by a NUL byte.
    /// Fails with kind "invalid-message", cause "not-json", message with line and column, data.position = byte offset.
    /// Duplicate members, lone surrogates, numbers out of range, invalid UTF-8 (read as U+FFFD) and a BOM are flaws, no failure.
    static Result<DocumentPtr> parse(std::string_view text, std::shared_ptr<const void> owner, const ParseLimits &limits = {});
    static Result<DocumentPtr> parse(std::string text, const ParseLimits &limits = {});

    const Value &root() const { return *m_root; }
    std::string_view text() const { return m_text; }
    /// Exact text of a value of this document.
    std::string_view raw(const Value &value) const { return m_text.substr(value.begin(), value.end() - value.begin()); }
    const std::vector<Flaw> &flaws() const { return m_flaws; }
    /// Offset of the opening quote of a member's name.
    std::uint32_t nameBegin(const Member &member) const;
    /// The name as a string value of its own (begin() is right, end() only where the name holds no escape).
    Value nameValue(const Member &member) const;
    /// JSON Pointer of the innermost value that covers that byte.
    std::string pointerAt(std::uint32_t offset) const;

    Document(const Document &) = delete;
    Document &operator=(const Document &) = delete;
    ~Document();

private:
    friend class DocumentBuilder;
    Document();
    struct Arena;

    std::shared_ptr<const void> m_owner;
    std::string_view m_text;
    const Value *m_root = nullptr;
    std::unique_ptr<Arena> m_arena;
    std::vector<Flaw> m_flaws;
};

/// A value together with the document that keeps it alive.
struct Node {
    DocumentPtr document;
    const Value *value = nullptr;

    explicit operator bool() const { return value != nullptr; }
    std::string_view raw() const { return value ? document->raw(*value) : std::string_view(); }
};

} // namespace assayer::json
