// SPDX-License-Identifier: BSL-1.0
// Timing on a machine that others use: all take turns, and what is compared was measured within one turn.
//
// Google Benchmark can shuffle its repetitions, but keeps a median for each benchmark alone. Clock rate and cache of a
// shared machine drift by more than what is to be told apart; a ratio of neighbours in time, and the median of such
// ratios, does not see the drift.
#pragma once

#include <bench/tasks.hpp>

#include <algorithm>
#include <cstddef>
#include <ctime>
#include <vector>

namespace bench {

/// Seconds that this thread has run: time that others get does not count.
inline double thread_seconds() {
    timespec t{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

inline double seconds_of(const computation& compute, std::size_t times) {
    const double start = thread_seconds();
    compute(times);
    return thread_seconds() - start;
}

/// How often to compute for a turn of that many seconds.
inline std::size_t times_for(const computation& compute, double seconds) {
    for (std::size_t times = 1;; times *= 2) {
        const double measured = seconds_of(compute, times);
        if (measured >= seconds / 2)
            return std::max<std::size_t>(1, static_cast<std::size_t>(static_cast<double>(times) * seconds / measured));
    }
}

/// Seconds of each computation in each round.
inline std::vector<std::vector<double>> interleave(const std::vector<computation>& all) {
    constexpr double turn_seconds = 0.01, total_seconds = 2;
    constexpr std::size_t least_rounds = 7, most_rounds = 41;
    std::vector<std::size_t> times;
    double round_seconds = 0;
    for (const computation& c : all) {
        times.push_back(times_for(c, turn_seconds));
        round_seconds += seconds_of(c, times.back());
    }
    const auto rounds = std::clamp(static_cast<std::size_t>(total_seconds / round_seconds), least_rounds, most_rounds);
    std::vector<std::vector<double>> seconds(all.size(), std::vector<double>(rounds));
    for (std::size_t r = 0; r < rounds; ++r)
        for (std::size_t turn = 0; turn < all.size(); ++turn) {
            const std::size_t c = (turn + r) % all.size();
            seconds[c][r] = seconds_of(all[c], times[c]) / static_cast<double>(times[c]);
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
