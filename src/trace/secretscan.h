// Tells at memory speed that a JSON text holds nothing that could be secret, so that most texts need no closer look.
#pragma once

#include <QByteArrayList>

#include <string_view>

namespace assayer {

/// False only where SecretFinder would learn nothing from the text: no member with a secret's name (or one of `names`), no URL with
/// a query or user, no text in a string that could hold members of its own.
bool mayHoldSecrets(std::string_view json, const QByteArrayList &names);

} // namespace assayer
