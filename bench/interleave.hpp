// SPDX-License-Identifier: BSL-1.0
// Timing on a machine that others use: all take turns, and what is compared was measured within one turn.
//
// Google Benchmark can shuffle its repetitions, but keeps a median for each benchmark alone. Clock rate and cache of a
// shared machine drift by more than what is to be told apart; a ratio of neighbours in time, and the median of such
// ratios, does not see the drift.
#pragma once

#include <bench/contender.hpp>

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <ctime>
#include <vector>

namespace bench {

inline double seconds_on(clockid_t clock) {
    timespec t{};
    clock_gettime(clock, &t);
    return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

/// How long to measure, and by which clock: the time of this thread does not count what others get, but knows of one
/// thread only.
struct effort {
    double turn_seconds = 0.01, total_seconds = 2;
    std::size_t least_rounds = 7, most_rounds = 41;
    clockid_t clock = CLOCK_THREAD_CPUTIME_ID;
};
inline constexpr effort thorough{}, quick{0.003, 0.2, 3, 15};

inline double seconds_of(const computation& compute, std::size_t times, clockid_t clock) {
    if (compute.is_elsewhere()) {
        assert(clock == CLOCK_THREAD_CPUTIME_ID);  // another process knows its processor time only
        return compute.seconds_elsewhere(times);
    }
    const double start = seconds_on(clock);
    compute(times);
    return seconds_on(clock) - start;
}

/// How often to compute for a turn of that many seconds.
inline std::size_t times_for(const computation& compute, const effort& e) {
    for (std::size_t times = 1;; times *= 2) {
        const double measured = seconds_of(compute, times, e.clock);
        if (measured >= e.turn_seconds / 2)
            return std::max<std::size_t>(
                1, static_cast<std::size_t>(static_cast<double>(times) * e.turn_seconds / measured));
    }
}

/// Seconds of each computation in each round.
inline std::vector<std::vector<double>> interleave(const std::vector<computation>& all, const effort& e) {
    std::vector<std::size_t> times;
    double round_seconds = 0;
    for (const computation& c : all) {
        times.push_back(times_for(c, e));
        round_seconds += seconds_of(c, times.back(), e.clock);
    }
    const auto rounds =
        std::clamp(static_cast<std::size_t>(e.total_seconds / round_seconds), e.least_rounds, e.most_rounds);
    std::vector<std::vector<double>> seconds(all.size(), std::vector<double>(rounds));
    for (std::size_t r = 0; r < rounds; ++r)
        for (std::size_t turn = 0; turn < all.size(); ++turn) {
            const std::size_t c = (turn + r) % all.size();
            seconds[c][r] = seconds_of(all[c], times[c], e.clock) / static_cast<double>(times[c]);
        }
    return seconds;
}

inline double median(std::vector<double> x) {
    const auto middle = x.begin() + static_cast<std::ptrdiff_t>(x.size() / 2);
    std::nth_element(x.begin(), middle, x.end());
    return *middle;
}

/// Median of a(r) / b(r) over the rounds.
inline double median_ratio(std::vector<double> a, const std::vector<double>& b) {
    for (std::size_t r = 0; r < a.size(); ++r) a[r] /= b[r];
    return median(a);
}

}  // namespace bench
