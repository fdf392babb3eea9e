#include "json/number.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

namespace assayer::json {
namespace {

/// Exponents are kept within this, so that sums never overflow.
constexpr std::int64_t exponentBound = std::numeric_limits<std::int64_t>::max() / 4;

std::int64_t readExponent(std::string_view text)
{
    if (!text.empty() && text.front() == '+')
        text.remove_prefix(1);
    std::int64_t value = 0;
    const auto result = std::from_chars(text.data(), text.data() + text.size(), value);
    if (result.ec == std::errc::result_out_of_range)
        value = text.starts_with('-') ? -exponentBound : exponentBound;
    return std::clamp(value, -exponentBound, exponentBound);
}

/// digits mod divisor by long division in base 10; the divisor is given by its digits.
bool dividesEvenly(const std::string &digits, std::int64_t zeros, const std::string &divisor)
{
    // Schoolbook: the remainder is a digit string shorter than or equal to the divisor.
    std::string remainder;
    const auto less = [](const std::string &a, const std::string &b) { return a.size() != b.size() ? a.size() < b.size() : a < b; };
    const auto subtract = [](std::string &a, const std::string &b) {
        int borrow = 0;
        for (std::size_t i = 0; i < a.size(); ++i) {
            const std::size_t at = a.size() - 1 - i;
            int digit = a[at] - '0' - borrow - (i < b.size() ? b[b.size() - 1 - i] - '0' : 0);
            borrow = digit < 0 ? 1 : 0;
            a[at] = static_cast<char>('0' + digit + (borrow ? 10 : 0));
        }
        a.erase(0, std::min(a.find_first_not_of('0'), a.size()));
    };
    const auto feed = [&](char digit) {
        if (!remainder.empty() || digit != '0')
            remainder.push_back(digit);
        while (!less(remainder, divisor))
            subtract(remainder, divisor);
    };
    for (const char digit : digits)
        feed(digit);
    for (std::int64_t i = 0; i < zeros && !remainder.empty(); ++i)
        feed('0');
    return remainder.empty();
}

/// Removes factors of 2 and 5 from a digit string as long as it is even / ends in 0 or 5; enough for "divides 10^n".
bool hasOnlyFactors2And5(std::string digits)
{
    const auto divide = [](const std::string &text, int by, std::string &quotient) {
        quotient.clear();
        int rest = 0;
        for (const char c : text) {
            rest = rest * 10 + (c - '0');
            if (!quotient.empty() || rest / by)
                quotient.push_back(static_cast<char>('0' + rest / by));
            rest %= by;
        }
        return rest == 0;
    };
    std::string quotient;
    for (const int by : { 2, 5 }) {
        while (digits != "1" && divide(digits, by, quotient))
            digits = quotient;
    }
    return digits == "1";
}

constexpr double exactIntegers = 9007199254740992.0; // 2^53

/// digits * 10^exponent of a lexeme of at most 18 digits.
struct Short {
    std::int64_t digits = 0;
    int exponent = 0;
};

bool readShort(std::string_view lexeme, Short &number)
{
    constexpr std::size_t longest = 18;
    if (lexeme.size() > longest || lexeme.find_first_of("eE") != std::string_view::npos)
        return false;
    bool fraction = false;
    for (const char c : lexeme) {
        if (c == '.')
            fraction = true;
        if (c < '0' || c > '9')
            continue;
        number.digits = number.digits * 10 + (c - '0');
        number.exponent -= fraction ? 1 : 0;
    }
    return true;
}

/// False where scaling to a common exponent would overflow.
bool scale(std::int64_t &digits, int by)
{
    for (; by > 0; --by) {
        if (__builtin_mul_overflow(digits, std::int64_t(10), &digits))
            return false;
    }
    return true;
}

} // namespace

Number Number::parse(std::string_view lexeme)
{
    Number number;
    number.m_negative = lexeme.starts_with('-');
    const std::size_t mark = lexeme.find_first_of("eE");
    std::int64_t exponent = mark == std::string_view::npos ? 0 : readExponent(lexeme.substr(mark + 1));
    std::string_view mantissa = lexeme.substr(0, mark);
    bool fraction = false;
    for (const char c : mantissa) {
        if (c == '.')
            fraction = true;
        if (c < '0' || c > '9')
            continue;
        exponent -= fraction ? 1 : 0;
        if (!number.m_digits.empty() || c != '0')
            number.m_digits.push_back(c);
    }
    while (!number.m_digits.empty() && number.m_digits.back() == '0') {
        number.m_digits.pop_back();
        ++exponent;
    }
    if (number.m_digits.empty()) {
        number.m_negative = false;
        exponent = 0;
    }
    number.m_exponent = exponent;
    return number;
}

std::strong_ordering Number::operator<=>(const Number &other) const
{
    if (m_negative != other.m_negative)
        return m_negative ? std::strong_ordering::less : std::strong_ordering::greater;
    const Number &big = m_negative ? other : *this;
    const Number &small = m_negative ? *this : other;
    if (big.isZero() || small.isZero())
        return small.isZero() <=> big.isZero();
    const std::int64_t top = big.m_exponent + static_cast<std::int64_t>(big.m_digits.size());
    const std::int64_t otherTop = small.m_exponent + static_cast<std::int64_t>(small.m_digits.size());
    if (top != otherTop)
        return top <=> otherTop;
    // Same magnitude: digit strings compare like fractions.
    const int order = big.m_digits.compare(small.m_digits);
    return order <=> 0;
}

bool Number::isMultipleOf(const Number &divisor) const
{
    if (divisor.isZero())
        return false;
    if (isZero())
        return true;
    const std::int64_t zeros = m_exponent - divisor.m_exponent;
    if (zeros < 0) {
        // digits / (divisor * 10^-zeros): the last of our digits is no zero, so 10 can never divide; 2 or 5 alone may.
        if (-zeros > 100'000)
            return false;
        return dividesEvenly(m_digits, 0, divisor.m_digits + std::string(static_cast<std::size_t>(-zeros), '0'));
    }
    // Zeros only add factors of 2 and 5; beyond this many all such factors of the divisor are used up.
    const auto enough = static_cast<std::int64_t>(divisor.m_digits.size()) * 4 + 4;
    if (zeros > enough && hasOnlyFactors2And5(divisor.m_digits))
        return true;
    return dividesEvenly(m_digits, std::min(zeros, enough), divisor.m_digits);
}

std::strong_ordering compare(const Document &documentA, const Value &a, const Document &documentB, const Value &b)
{
    if (a.isInt64() && b.isInt64())
        return *a.integer() <=> *b.integer();
    const double realA = a.number();
    const double realB = b.number();
    // Decimals of few digits map to doubles one to one and in order; whole numbers do so up to 2^53.
    if (a.isExact() && b.isExact() && std::abs(realA) <= exactIntegers && std::abs(realB) <= exactIntegers)
        return realA < realB ? std::strong_ordering::less : realA > realB ? std::strong_ordering::greater : std::strong_ordering::equal;
    return Number::of(documentA, a) <=> Number::of(documentB, b);
}

bool isMultipleOf(const Document &documentA, const Value &a, const Document &documentB, const Value &b)
{
    if (a.isInt64() && b.isInt64()) {
        const std::int64_t divisor = *b.integer();
        return divisor != 0 && (divisor == -1 || *a.integer() % divisor == 0);
    }
    Short left;
    Short right;
    if (readShort(documentA.raw(a), left) && readShort(documentB.raw(b), right)) {
        const int common = std::min(left.exponent, right.exponent);
        if (scale(left.digits, left.exponent - common) && scale(right.digits, right.exponent - common))
            return right.digits != 0 && left.digits % right.digits == 0;
    }
    return Number::of(documentA, a).isMultipleOf(Number::of(documentB, b));
}

std::string Number::canonical() const
{
    if (isZero())
        return "0";
    return (m_negative ? "-" : "") + m_digits + "e" + std::to_string(m_exponent);
}

} // namespace assayer::json
