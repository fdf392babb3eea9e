#include "session/idkey.h"

#include <cmath>
#include <cstdint>
#include <cstdlib>

namespace assayer {

std::string idKey(const RequestId &id)
{
    constexpr double exact = 9007199254740992.0; // 2^53: above, a double is no id of ours
    if (id.kind != RequestId::Integer || id.text.find_first_of(".eE") == std::string::npos)
        return id.text;
    const double value = std::strtod(id.text.c_str(), nullptr);
    return std::abs(value) < exact ? std::to_string(static_cast<std::int64_t>(value)) : id.text;
}

} // namespace assayer
