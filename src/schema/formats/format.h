// `format`: what strings of a format look like.
#pragma once

#include "schema/dialects.h"

#include <string_view>

namespace assayer::schema {

struct Format {
    std::string_view name;
    bool (*holds)(std::string_view text);
    Dialect since = Dialect::Draft4;
};

/// Null for a name that the dialect does not define.
const Format *findFormat(std::string_view name, Dialect dialect);

} // namespace assayer::schema
