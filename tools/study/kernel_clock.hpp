// SPDX-License-Identifier: BSL-1.0
// Seconds by the clock of a thread.
#pragma once

#include <ctime>

namespace heed_study {

/// Seconds that this thread has run: time that others get does not count.
inline double thread_seconds() {
    timespec t{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

}  // namespace heed_study
