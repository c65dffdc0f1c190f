// SPDX-License-Identifier: BSL-1.0
// Two threads against one, by wall time: evaluate_into(par, Y, f) against evaluate_into(seq, Y, f), beside the FMA peak
// of two threads against that of one. Other programs on the machine take from two threads more than from one: the
// second ratio says how much there was to be had.
//
//   bench.threads [--quick] [--only PART] JSON
#include <bench/contenders/heed.hpp>
#include <bench/exact.hpp>
#include <bench/fma_peak.hpp>
#include <bench/interleave.hpp>
#include <bench/options.hpp>

#include <omp.h>
#include <array>
#include <cstdio>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>

namespace bench {

using nlohmann::json;
inline constexpr int thread_count = 2;

static const float* fma_peak_of_threads(std::size_t times) {
#pragma omp parallel num_threads(thread_count)
    fma_peak(times);
    return nullptr;
}

/// {seq, par}
template <shape S>
static std::array<computation, 2> prepare(const inputs& in) {
    const auto operands = std::make_shared<formula_for<S>>(in);
    return {repeated(operands->Y.data(), [operands] { evaluate_into(seq, operands->Y, operands->formula()); }),
            repeated(operands->Y.data(), [operands] { evaluate_into(par, operands->Y, operands->formula()); })};
}

/// So many in one turn that a turn is long against the time in which the system lets another program run.
static computation in_turns(const computation& c, std::size_t times) {
    return [=](std::size_t turns) { return c(turns * times); };
}

template <shape S>
static void measure(json& list, const options& o) {
    if (name_of(S).find(o.only) == std::string::npos) return;
    std::fprintf(stderr, "%s\n", name_of(S).c_str());
    const auto [alone, together] = prepare<S>(random_inputs(S));
    effort wall = o.how;
    wall.clock = CLOCK_MONOTONIC;
    wall.turn_seconds *= 10;
    const std::size_t times = times_for(alone, wall), peak_times = times_for(fma_peak, wall);
    const auto seconds = interleave({in_turns(alone, times), in_turns(together, times), in_turns(fma_peak, peak_times),
                                     in_turns(fma_peak_of_threads, peak_times)},
                                    wall);
    const double n = static_cast<double>(times);
    list.push_back({{"work", name_of(S)},
                    {"tokens", S.tokens},
                    {"seconds_alone", median(seconds[0]) / n},
                    {"seconds_together", median(seconds[1]) / n},
                    {"speedup", median_ratio(seconds[0], seconds[1])},
                    {"peak_speedup", thread_count * median_ratio(seconds[2], seconds[3])}});
}

static json run(const options& o) {
    omp_set_num_threads(thread_count);
    json list = json::array();
    measure<attention_of(512, 64)>(list, o);
    measure<attention_of(1024, 64)>(list, o);
    measure<attention_of(4096, 64)>(list, o);
    measure<shape{work::multi_head, 128, 128, 768, 12}>(list, o);
    return {{"threads", list}, {"thread_count", thread_count}};
}

}  // namespace bench

int main(int count, char** arguments) {
    const bench::options o = bench::read_options(count, arguments);
    std::ofstream(o.file) << bench::run(o).dump(1) << '\n';
}
