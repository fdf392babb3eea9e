// Words for the places that secrets were taken from (contract.md 5: "header NAME", JSON Pointer, "form NAME"...).
#pragma once

#include "trace/secretpatterns.h"

#include <QByteArray>

#include <string_view>
#include <vector>

namespace assayer {

/// Of an HTTP head in which these cuts were found: "header NAME", "query NAME", "userinfo".
std::vector<QByteArray> headPlaces(std::string_view bytes, const std::vector<SecretCut> &cuts);
/// Of a JSON text: pointers.
std::vector<QByteArray> jsonPlaces(std::string_view text, const SecretPatterns &patterns);
/// Of a form: "form NAME".
std::vector<QByteArray> formPlaces(std::string_view text, const SecretPatterns &patterns);
/// Of a header line or the members of a record: "argument N", "env NAME", "userinfo", "query NAME" or the pointer.
std::vector<QByteArray> memberPlaces(std::string_view text, const SecretPatterns &patterns);

} // namespace assayer
