#include "schema/formats/dates.h"

#include "schema/formats/scanner.h"

#include <array>

namespace assayer::schema {
namespace {

bool isLeap(int year)
{
    return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
}

int daysIn(int month, int year)
{
    constexpr std::array<int, 12> days { 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 };
    return month == 2 && isLeap(year) ? 29 : days[static_cast<std::size_t>(month) - 1];
}

bool scanDate(Scanner &scanner)
{
    const int year = scanner.digits(4);
    const bool first = year >= 0 && scanner.take("-");
    const int month = first ? scanner.digits(2) : -1;
    const bool second = month >= 1 && month <= 12 && scanner.take("-");
    const int day = second ? scanner.digits(2) : -1;
    return day >= 1 && day <= daysIn(month, year);
}

/// Minutes east of UTC; false where there is no offset.
bool scanOffset(Scanner &scanner, int &minutes)
{
    minutes = 0;
    if (scanner.take("Zz"))
        return true;
    const bool west = scanner.peek() == '-';
    if (!scanner.take("+-"))
        return false;
    const int hour = scanner.digits(2);
    if (hour < 0 || hour > 23 || !scanner.take(":"))
        return false;
    const int minute = scanner.digits(2);
    minutes = (hour * 60 + minute) * (west ? -1 : 1);
    return minute >= 0 && minute <= 59;
}

bool scanTime(Scanner &scanner)
{
    const int hour = scanner.digits(2);
    if (hour < 0 || hour > 23 || !scanner.take(":"))
        return false;
    const int minute = scanner.digits(2);
    if (minute < 0 || minute > 59 || !scanner.take(":"))
        return false;
    const int second = scanner.digits(2);
    if (second < 0 || second > 60)
        return false;
    if (scanner.take(".") && scanner.skipDigits() == 0)
        return false;
    int offset = 0;
    if (!scanOffset(scanner, offset))
        return false;
    constexpr int day = 24 * 60;
    const int utc = ((hour * 60 + minute - offset) % day + day) % day;
    return second < 60 || utc == day - 1;
}

/// One or more components in the order of `units`, none left out between two that are there.
bool scanUnits(Scanner &scanner, std::string_view units)
{
    std::size_t next = std::string_view::npos;
    while (isAsciiDigit(scanner.peek())) {
        scanner.skipDigits();
        const std::size_t unit = units.find(scanner.peek());
        if (scanner.atEnd() || unit == std::string_view::npos || (next != std::string_view::npos && unit != next))
            return false;
        next = unit + 1;
        scanner.skip(1);
    }
    return next != std::string_view::npos;
}

} // namespace

bool isDate(std::string_view text)
{
    Scanner scanner(text);
    return scanDate(scanner) && scanner.atEnd();
}

bool isTime(std::string_view text)
{
    Scanner scanner(text);
    return scanTime(scanner) && scanner.atEnd();
}

bool isDateTime(std::string_view text)
{
    Scanner scanner(text);
    return scanDate(scanner) && scanner.take("Tt") && scanTime(scanner) && scanner.atEnd();
}

bool isDuration(std::string_view text)
{
    Scanner scanner(text);
    if (!scanner.take("P"))
        return false;
    Scanner weeks = scanner;
    if (scanUnits(weeks, "W") && weeks.atEnd())
        return true;
    if (scanner.peek() != 'T' && !scanUnits(scanner, "YMD"))
        return false;
    if (scanner.take("T") && !scanUnits(scanner, "HMS"))
        return false;
    return scanner.atEnd();
}

} // namespace assayer::schema
