// Finding bytes in long texts; ASCII letters match in both cases.
#pragma once

#include <QByteArray>

#include <optional>
#include <string_view>

namespace assayer {

/// From `from` on, wrapping to the start. Nullopt for none or an empty needle.
std::optional<std::size_t> findBytes(std::string_view text, const QByteArray &needle, std::size_t from);
/// Before `from`, wrapping to the end.
std::optional<std::size_t> findBytesBackward(std::string_view text, const QByteArray &needle, std::size_t from);

} // namespace assayer
