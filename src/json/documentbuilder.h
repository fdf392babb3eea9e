// Turns RapidJSON's token events into the nodes of a Document.
#pragma once

#include "json/document.h"

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace assayer::json {

/// Memory of a document: chunks that only grow and are freed together.
struct Document::Arena {
    void *allocate(std::size_t bytes);

    std::vector<std::unique_ptr<std::byte[]>> chunks;
    std::byte *free = nullptr;
    std::size_t left = 0;
    std::size_t nextChunk = 4096;
};

/// A SAX handler (the names are RapidJSON's). The reader does not tell offsets inside its callbacks, so they are found by
/// skipping what may stand between tokens; the reader may therefore read a repaired copy of the same length.
class DocumentBuilder {
public:
    DocumentBuilder(std::string_view text, const ParseLimits &limits);

    /// Strings at these escape offsets hold lone surrogates and are decoded from the original.
    void setRepairs(std::vector<std::uint32_t> offsets) { m_repairs = std::move(offsets); }
    std::shared_ptr<Document> take(std::shared_ptr<const void> owner);
    bool tooDeep() const { return m_tooDeep; }
    /// Where the first token may stand (behind a byte order mark).
    void skipTo(std::uint32_t offset) { m_last = offset; }

    bool Null();
    bool Bool(bool value);
    bool Int(int) { return false; }
    bool Uint(unsigned) { return false; }
    bool Int64(std::int64_t) { return false; }
    bool Uint64(std::uint64_t) { return false; }
    bool Double(double) { return false; }
    bool RawNumber(const char *text, unsigned length, bool copy);
    bool String(const char *text, unsigned length, bool copy);
    bool StartObject();
    bool Key(const char *text, unsigned length, bool copy);
    bool EndObject(unsigned count);
    bool StartArray();
    bool EndArray(unsigned count);

private:
    struct Open {
        std::size_t firstValue;
        std::size_t firstName;
        std::uint32_t begin;
    };
    struct Name {
        const char *text;
        std::uint32_t length;
        std::uint32_t begin;
        bool copied; ///< Member::Header stands in front of the text
    };

    std::uint32_t tokenBegin() const;
    std::uint32_t stringEnd(std::uint32_t begin, std::size_t decodedLength) const;
    Value &push(Kind kind, std::uint32_t length);
    const char *keep(const char *decoded, std::uint32_t &length, std::uint32_t begin, std::uint32_t end, bool &lone);
    bool hasRepair(std::uint32_t begin, std::uint32_t end) const;
    bool open(Kind kind);
    void note(Flaw::Kind kind, std::uint32_t offset);
    void readNumber(Value &value, std::string_view lexeme);
    bool findDuplicates(const Member *members, const Name *names, std::size_t count);
    Name copyOf(const Name &name);

    std::string_view m_text;
    ParseLimits m_limits;
    std::uint32_t m_last = 0; ///< offset behind the last token
    std::vector<Value> m_values;
    std::vector<Name> m_names;
    std::vector<Open> m_open;
    std::vector<std::uint32_t> m_repairs;
    std::vector<Flaw> m_flaws;
    std::unique_ptr<Document::Arena> m_arena;
    bool m_tooDeep = false;
};

} // namespace assayer::json
