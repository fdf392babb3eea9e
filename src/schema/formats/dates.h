// Times and durations, RFC 3339.
#pragma once

#include <string_view>

namespace assayer::schema {

bool isDate(std::string_view text); ///< full-date, of the Gregorian calendar
bool isTime(std::string_view text); ///< full-time; a leap second only where UTC has one: 23:59:60
bool isDateTime(std::string_view text); ///< date-time
bool isDuration(std::string_view text); ///< appendix A

} // namespace assayer::schema
