// SPDX-License-Identifier: BSL-1.0
// Times a kernel of a study beside multiply-adds that never leave the registers, turn by turn: clock rate and load of a
// shared machine drift by more than what is to be told, and the median of ratios within a turn does not see it.
#pragma once

#include "kernel_clock.hpp"
#include "kernel_reads.hpp"
#include "kernel_registers.hpp"
#include "kernel_samples.hpp"

#include <heed/meta/config.hpp>
#include <heed/simd/target.hpp>

#include <cstddef>
#include <cstdio>

namespace heed_study {

/// 12 sums that do not wait for each other hide the latency of two units and fit 16 registers; 16 that of four units.
#if defined(__AVX512F__) || defined(__aarch64__)
inline constexpr int peak_sums = 16;
#else
inline constexpr int peak_sums = 12;
#endif
inline constexpr std::size_t peak_rounds = 1000;

template <class T>
struct peak {
    typedef T lanes __attribute__((vector_size(heed::detail::vector_bytes)));
    static constexpr double flops = 2.0 * peak_rounds * peak_sums * (sizeof(lanes) / sizeof(T));

    HEED_STUDY_WHOLE_REGISTERS static void run(void* result) {
        static volatile T factor = T(0.999), summand = T(0.001);
        const lanes x = factor - lanes{}, y = summand - lanes{};
        lanes sums[peak_sums];
        HEED_UNROLL for (lanes& s : sums) s = summand - lanes{};  // read anew: else one sum would do for all
        for (std::size_t i = 0; i < peak_rounds; ++i) HEED_UNROLL for (lanes& s : sums) s = s * x + y;
        for (const lanes& s : sums) *static_cast<lanes*>(result) += s;
    }
};

inline double seconds_of(kernel_function f, void* result, std::size_t times) {
    const double start = thread_seconds();
    for (std::size_t i = 0; i < times; ++i) f(result);
    return (thread_seconds() - start) / static_cast<double>(times);
}

/// The clock, in cycles a second: rotations by one bit that wait for each other take a cycle each.
inline double clock_rate() {
    constexpr std::size_t rounds = 20000, chain = 32;
    double best = 0;
    for (int turn = 0; turn < 9; ++turn) {
        unsigned long long x = 1;
        const double start = thread_seconds();
        for (std::size_t i = 0; i < rounds; ++i) HEED_UNROLL for (std::size_t j = 0; j < chain; ++j) {
#if defined(__x86_64__)
                asm volatile("rorq $1, %0" : "+r"(x));
#elif defined(__aarch64__)
                asm volatile("ror %0, %0, #1" : "+r"(x));
#endif
            }
        const double rate = rounds * chain / (thread_seconds() - start);
        best = rate > best ? rate : best;
    }
#if defined(__x86_64__) || defined(__aarch64__)
    return best;
#else
    return 0 * best;
#endif
}

/// How often to run for a turn of 5 milliseconds.
inline std::size_t times_for(kernel_function f, void* result) {
    constexpr double turn = 5e-3;
    for (std::size_t times = 1;; times *= 2) {
        const double total = seconds_of(f, result, times) * static_cast<double>(times);
        if (total >= turn / 2)
            return total >= turn ? times : static_cast<std::size_t>(double(times) * turn / total) + 1;
    }
}

inline double median(double* x, int n) {
    for (int i = 1; i < n; ++i)
        for (int j = i; j > 0 && x[j] < x[j - 1]; --j) {
            const double smaller = x[j];
            x[j] = x[j - 1];
            x[j - 1] = smaller;
        }
    return x[n / 2];
}

/// Prints JSON: medians of the nanoseconds of the kernel, and of how many flops the peak does while the kernel runs
/// once; the clock, 0 where it is not known; how fast it reads from each cache; samples of where the kernel is.
template <class T>
int measure(kernel_function kernel, void* result) {
    constexpr int most_rounds = 31, least_rounds = 5;
    constexpr double enough_seconds = 0.25;
    alignas(64) static typename peak<T>::lanes total;
    const std::size_t times = times_for(kernel, result), peak_times = times_for(&peak<T>::run, &total);
    double seconds[most_rounds], possible[most_rounds];
    int rounds = 0;
    for (const double start = thread_seconds();
         rounds < most_rounds && (rounds < least_rounds || thread_seconds() - start < enough_seconds); ++rounds) {
        const bool kernel_first = rounds % 2 == 0;
        if (kernel_first) seconds[rounds] = seconds_of(kernel, result, times);
        const double rate = peak<T>::flops / seconds_of(&peak<T>::run, &total, peak_times);
        if (!kernel_first) seconds[rounds] = seconds_of(kernel, result, times);
        possible[rounds] = rate * seconds[rounds];
    }
    std::printf("{\"nanoseconds\": %.6g, \"possible\": %.6g, \"clock\": %.6g", 1e9 * median(seconds, rounds),
                median(possible, rounds), clock_rate());
    print_reads();
    print_samples(kernel, result, times, 0.6);
    std::printf("}\n");
    return 0;
}

}  // namespace heed_study
