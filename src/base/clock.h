// The two clocks of a trace: wall time to tell people, monotonic time to measure.
#pragma once

#include <chrono>
#include <cstdint>

namespace assayer {

/// Nanoseconds since 1970-01-01T00:00:00Z.
inline std::int64_t wallNs()
{
    using namespace std::chrono;
    return duration_cast<nanoseconds>(system_clock::now().time_since_epoch()).count();
}

/// Nanoseconds of a clock that never falls; its zero means nothing.
inline std::int64_t monotonicNs()
{
    using namespace std::chrono;
    return duration_cast<nanoseconds>(steady_clock::now().time_since_epoch()).count();
}

} // namespace assayer
