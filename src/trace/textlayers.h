// The same text in its spellings: JSON escapes and percent encoding undone, each with the way back to the original bytes.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace assayer {

/// A reading of a text. `origin[i]` is where byte i comes from, with one entry more for the end; empty: byte by byte.
struct TextLayer {
    std::string_view text;
    const std::vector<std::uint32_t> *origin = nullptr;

    std::size_t begin(std::size_t at) const { return origin ? (*origin)[at] : at; }
    std::size_t end(std::size_t at) const { return origin ? (*origin)[at] : at; }
};

/// Calls `visit` for the text itself and for every reading of it that differs, at most four codings deep. JSON escapes are
/// undone only where `undoJson` says that it matters: it costs.
void visitLayers(std::string_view text, bool undoJson, const std::function<void(const TextLayer &)> &visit);
std::string percentDecoded(std::string_view text, bool plusIsSpace = false);

} // namespace assayer
