#include "schema/formats/format.h"

#include "schema/formats/dates.h"
#include "schema/formats/idn.h"
#include "schema/formats/network.h"
#include "schema/formats/texts.h"
#include "schema/formats/uris.h"

#include <array>

namespace assayer::schema {
namespace {

constexpr std::array<Format, 20> formats { {
    { "date-time", isDateTime, Dialect::Draft4 },
    { "date", isDate, Dialect::Draft7 },
    { "time", isTime, Dialect::Draft7 },
    { "duration", isDuration, Dialect::Draft201909 },
    { "email", isEmail, Dialect::Draft4 },
    { "idn-email", isIdnEmail, Dialect::Draft7 },
    { "hostname", isHostname, Dialect::Draft7 },
    { "hostname", isPlainHostname, Dialect::Draft4 },
    { "idn-hostname", isIdnHostname, Dialect::Draft7 },
    { "ipv4", isIpv4, Dialect::Draft4 },
    { "ipv6", isIpv6, Dialect::Draft4 },
    { "uri", isUri, Dialect::Draft4 },
    { "uri-reference", isUriReference, Dialect::Draft6 },
    { "iri", isIri, Dialect::Draft7 },
    { "iri-reference", isIriReference, Dialect::Draft7 },
    { "uri-template", isUriTemplate, Dialect::Draft6 },
    { "uuid", isUuid, Dialect::Draft201909 },
    { "json-pointer", isJsonPointer, Dialect::Draft6 },
    { "relative-json-pointer", isRelativeJsonPointer, Dialect::Draft7 },
    { "regex", isRegex, Dialect::Draft4 },
} };

} // namespace

const Format *findFormat(std::string_view name, Dialect dialect)
{
    for (const Format &format : formats) {
        if (format.name == name && format.since <= dialect)
            return &format;
    }
    return nullptr;
}

} // namespace assayer::schema
