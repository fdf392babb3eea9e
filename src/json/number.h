// Exact decimal arithmetic on number lexemes: 30-digit integers, 1e400 and 0.1 are themselves here, not doubles.
#pragma once

#include "json/document.h"

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>

namespace assayer::json {

/// sign * digits * 10^exponent, digits without leading and trailing zeros ("" is zero).
class Number {
public:
    static Number parse(std::string_view lexeme);
    static Number of(const Document &document, const Value &value) { return parse(document.raw(value)); }

    bool isZero() const { return m_digits.empty(); }
    bool isNegative() const { return m_negative; }
    bool isInteger() const { return m_exponent >= 0 || isZero(); }
    std::strong_ordering operator<=>(const Number &other) const;
    bool operator==(const Number &other) const { return (*this <=> other) == 0; }
    /// Whether this is a whole multiple of `divisor`. False for a zero divisor. Exact; bounded: exponents beyond 10^5 apart
    /// are decided by factors of two and five.
    bool isMultipleOf(const Number &divisor) const;
    /// Canonical text: digits and an exponent; equal numbers have equal texts.
    std::string canonical() const;

private:
    bool m_negative = false;
    std::string m_digits;
    std::int64_t m_exponent = 0;
};

/// The order of two number values by their exact value; fast where both fit 64 bits or a double. Other kinds count as 0.
std::strong_ordering compare(const Document &documentA, const Value &a, const Document &documentB, const Value &b);
/// Whether a is a whole multiple of b, exactly; fast for short numbers. False for b = 0.
bool isMultipleOf(const Document &documentA, const Value &a, const Document &documentB, const Value &b);

} // namespace assayer::json
