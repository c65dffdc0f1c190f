// SPDX-License-Identifier: BSL-1.0
// How fast a thread reads from each cache, and from memory: sums over an array, all loads independent of each other.
#pragma once

#include "kernel_clock.hpp"
#include "kernel_registers.hpp"

#include <heed/meta/config.hpp>
#include <heed/simd/target.hpp>

#include <cstddef>
#include <cstdio>
#include <cstdlib>

namespace heed_study {

struct read_array {
    const char* where;
    std::size_t bytes;
};

/// Sizes are those of common machines, half a cache or less, and those of bench/run_time.cpp. Where the last cache is
/// larger than the last array, that array may be in it.
inline constexpr read_array read_arrays[] = {
    {"L1", 16 << 10}, {"L2", 256 << 10}, {"L3", 4 << 20}, {"memory", 256 << 20}};

typedef float read_lanes __attribute__((vector_size(heed::detail::vector_bytes)));

HEED_STUDY_WHOLE_REGISTERS inline void read_once(const read_lanes* from, std::size_t n, read_lanes& result) {
    constexpr std::size_t side_by_side = 8;
    read_lanes sums[side_by_side] = {};
    for (std::size_t i = 0; i < n; i += side_by_side)
        HEED_UNROLL for (std::size_t r = 0; r < side_by_side; ++r) sums[r] += from[i + r];
    result += ((sums[0] + sums[1]) + (sums[2] + sums[3])) + ((sums[4] + sums[5]) + (sums[6] + sums[7]));
    asm volatile("" : : "r"(&result), "r"(from) : "memory");  // each pass reads anew
}

/// Bytes a second, the best of some turns: what others take from a shared machine is no limit of it. 0 without memory.
HEED_STUDY_WHOLE_REGISTERS inline double read_rate(std::size_t bytes) {
    constexpr int turns = 7;
    constexpr std::size_t least_bytes = 64 << 20;  // a few milliseconds
    const std::size_t n = bytes / sizeof(read_lanes), times = bytes < least_bytes ? least_bytes / bytes : 1;
    auto* const numbers = static_cast<read_lanes*>(std::aligned_alloc(64, bytes));
    if (numbers == nullptr) return 0;
    for (std::size_t i = 0; i < n; ++i) numbers[i] = read_lanes{} + 1.0F;  // pages that nobody wrote are all one page
    alignas(64) static read_lanes result;
    double best = 0;
    for (int turn = 0; turn < turns; ++turn) {
        const double start = thread_seconds();
        for (std::size_t i = 0; i < times; ++i) read_once(numbers, n, result);
        const double rate = static_cast<double>(times * bytes) / (thread_seconds() - start);
        best = rate > best ? rate : best;
    }
    std::free(numbers);
    return best;
}

/// , "reads": [{"where": "L1", "bytes": 16384, "rate": 3.9e+11}, ...]
inline void print_reads() {
    std::printf(", \"reads\": [");
    const char* between = "";
    for (const read_array& array : read_arrays) {
        const double rate = read_rate(array.bytes);
        if (rate == 0) continue;
        std::printf("%s{\"where\": \"%s\", \"bytes\": %zu, \"rate\": %.6g}", between, array.where, array.bytes, rate);
        between = ", ";
    }
    std::printf("]");
}

}  // namespace heed_study
