// Memory for what is megabytes long: one fault for two megabytes instead of five hundred.
#pragma once

#include <cstddef>
#include <cstdint>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace assayer {

inline constexpr std::size_t largePageBytes = std::size_t(2) << 20;

/// Asks the system to back the whole large pages within a range by large pages. A hint: nothing changes where it is not taken.
inline void adviseLargePages([[maybe_unused]] void *begin, [[maybe_unused]] std::size_t bytes)
{
#if defined(MADV_HUGEPAGE)
    const auto first = (reinterpret_cast<std::uintptr_t>(begin) + largePageBytes - 1) & ~(largePageBytes - 1);
    const auto last = (reinterpret_cast<std::uintptr_t>(begin) + bytes) & ~(largePageBytes - 1);
    if (first < last)
        ::madvise(reinterpret_cast<void *>(first), last - first, MADV_HUGEPAGE);
#endif
}

} // namespace assayer
