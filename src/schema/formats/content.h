// contentEncoding and contentMediaType as assertions, which draft-07 allows.
#pragma once

#include <string_view>

namespace assayer::schema {

/// Whether the text decodes by `encoding` ("base64"; empty: plain) and is of `mediaType` ("application/json"; empty: any).
/// Unknown encodings and types hold.
bool contentHolds(std::string_view text, std::string_view encoding, std::string_view mediaType);

} // namespace assayer::schema
