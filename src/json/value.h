// A parsed JSON value: an immutable node that knows where in the source text it stands.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string_view>

namespace assayer::json {

enum class Kind : std::uint8_t { Null, False, True, Number, String, Array, Object };

class Member;
class Document;

/// Trivially copyable view-like node; valid as long as its Document lives. Accessors are total: a wrong kind gives an
/// empty answer, never undefined behaviour.
class Value {
public:
    Kind kind() const { return m_kind; }
    bool isNull() const { return m_kind == Kind::Null; }
    bool isBool() const { return m_kind == Kind::True || m_kind == Kind::False; }
    bool isTrue() const { return m_kind == Kind::True; }
    bool isFalse() const { return m_kind == Kind::False; }
    bool isNumber() const { return m_kind == Kind::Number; }
    bool isString() const { return m_kind == Kind::String; }
    bool isArray() const { return m_kind == Kind::Array; }
    bool isObject() const { return m_kind == Kind::Object; }

    /// Decoded text in UTF-8; a lone surrogate escape is kept as its three WTF-8 bytes. Empty for other kinds.
    std::string_view string() const { return isString() ? std::string_view(m_text, m_count) : std::string_view(); }
    /// Elements of an array, members of an object (duplicates counted), bytes of a string; else 0.
    std::size_t size() const { return m_kind >= Kind::String ? m_count : 0; }
    std::span<const Value> items() const;
    /// In wire order, duplicates included.
    std::span<const Member> members() const;
    /// The member in force: of duplicates the last. Null where there is none or this is no object. Linear.
    const Value *find(std::string_view name) const;
    /// find() down a chain of names.
    template<class... Names>
    const Value *find(std::string_view name, Names... names) const
    {
        const Value *value = find(name);
        return value ? value->find(names...) : nullptr;
    }
    /// The string member of that name, or nullopt.
    std::optional<std::string_view> stringAt(std::string_view name) const;
    /// Whether an object names a member twice.
    bool hasDuplicates() const { return (m_flags & Duplicates) != 0; }
    /// Whether a string holds a lone surrogate escape.
    bool hasLoneSurrogate() const { return (m_flags & LoneSurrogate) != 0; }

    /// Whether the number is a whole number by value: 3, 3.0 and 1e3 are.
    bool isInteger() const { return isNumber() && (m_flags & (Int64 | WholeDouble | BigInteger)) != 0; }
    /// The value where it is whole and fits 64 bits signed.
    std::optional<std::int64_t> integer() const;
    /// Whether the lexeme was an integer that fits 64 bits: integer() is then a plain read.
    bool isInt64() const { return isNumber() && (m_flags & Int64) != 0; }
    /// Nearest double; infinite beyond its range. 0 for other kinds.
    double number() const { return !isNumber() ? 0 : m_flags & Int64 ? static_cast<double>(m_int) : m_double; }
    /// False where int64/double lose digits: compare by json::Number from the lexeme then.
    bool isExact() const { return (m_flags & (Int64 | ExactDouble)) != 0; }
    /// Whether the magnitude is beyond a double (1e400).
    bool isOverflow() const { return (m_flags & Overflow) != 0; }

    /// Byte offsets of the value in Document::text(), quotes and brackets included.
    std::uint32_t begin() const { return m_begin; }
    std::uint32_t end() const { return m_end; }

private:
    friend class Document;
    friend class DocumentBuilder;
    friend class Member;
    enum Flag : std::uint8_t { Int64 = 1, WholeDouble = 2, BigInteger = 4, ExactDouble = 8, Overflow = 16, Duplicates = 32, LoneSurrogate = 64 };

    union {
        const char *m_text = nullptr;
        const Value *m_items;
        const Member *m_members;
        std::int64_t m_int;
        double m_double;
    };
    std::uint32_t m_begin = 0;
    std::uint32_t m_end = 0;
    std::uint32_t m_count = 0;
    Kind m_kind = Kind::Null;
    std::uint8_t m_flags = 0;
    std::uint16_t m_nameLength = 0; ///< of the member this is the value of: the room is there
};
static_assert(sizeof(Value) == 24);

/// A member of an object: its name and its value. Where the name stands, its document knows.
class Member {
public:
    std::string_view name() const
    {
        const std::uint16_t length = m_value.m_nameLength;
        return { m_name, length < Copied ? length : header().length };
    }
    const Value &value() const { return m_value; }

private:
    friend class Document;
    friend class DocumentBuilder;
    /// In front of the text of a name that does not stand in the source as it reads, or is long.
    struct Header {
        std::uint32_t begin;
        std::uint32_t length;
    };
    static constexpr std::uint16_t Copied = 0x8000;
    Header header() const
    {
        Header header {};
        std::memcpy(&header, m_name - sizeof header, sizeof header);
        return header;
    }

    const char *m_name = nullptr;
    Value m_value;
};
static_assert(sizeof(Member) == 32);

inline std::optional<std::int64_t> Value::integer() const
{
    if (!isNumber())
        return std::nullopt;
    if (m_flags & Int64)
        return m_int;
    // 2^63 itself is representable as a double, but not as int64.
    if ((m_flags & WholeDouble) && m_double >= -9223372036854775808.0 && m_double < 9223372036854775808.0)
        return static_cast<std::int64_t>(m_double);
    return std::nullopt;
}

inline std::span<const Value> Value::items() const
{
    return isArray() ? std::span<const Value>(m_items, m_count) : std::span<const Value>();
}

inline std::span<const Member> Value::members() const
{
    return isObject() ? std::span<const Member>(m_members, m_count) : std::span<const Member>();
}

/// "null", "boolean", "number", "string", "array", "object": the words of findings.
std::string_view typeName(const Value &value);

} // namespace assayer::json
