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
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <tuple>

namespace bench {

using nlohmann::json;
inline constexpr int thread_count = 2;

static const float* fma_peak_of_threads(std::size_t times) {
#pragma omp parallel num_threads(thread_count)
    fma_peak(times);
    return nullptr;
}

/// {seq, par}
template <class Operands>
static std::array<computation, 2> prepare(const std::shared_ptr<Operands>& operands) {
    return {repeated(operands->Y.data(), [operands] { evaluate_into(seq, operands->Y, operands->formula()); }),
            repeated(operands->Y.data(), [operands] { evaluate_into(par, operands->Y, operands->formula()); })};
}

/// Numbers in [-1, 1).
static void fill(auto& numbers, std::uint32_t seed) {
    for (float& x : numbers) {
        seed = seed * 1664525U + 1013904223U;
        x = static_cast<float>(seed >> 8) * 0x1p-23F - 1;
    }
}

/// A few rows times weights: threads share columns.
template <std::size_t Rows>
struct few_rows {
    static constexpr std::size_t rows = Rows;
    tensor<float, Rows, 768> X, Y;
    tensor<float, 768, 768> W;

    few_rows() { fill(X, 1), fill(W, 2); }
    static std::string name() { return "product " + std::to_string(Rows) + " x 768 x 768"; }
    auto formula() const { return X * W; }
};

/// Heads along an axis: threads share heads.
struct twelve_heads {
    static constexpr std::size_t rows = 128;
    tensor<float, 12, rows, 64> Q, K, V, Y;

    twelve_heads() { fill(Q, 1), fill(K, 2), fill(V, 3); }
    static std::string name() { return "attention [12, 128, 64]"; }
    auto formula() const { return attention(Q, K, V); }
};

/// The gradients of one long head: threads share parts of its queries.
template <bool Causal>
struct gradients {
    static constexpr std::size_t rows = 1024;
    tensor<float, rows, 64> Q, K, V, dY, dQ, dK, dV;

    gradients() { fill(Q, 1), fill(K, 2), fill(V, 3), fill(dY, 4); }
    static std::string name() { return std::string(Causal ? "causal" : "attention") + " 1024 x 64, backward"; }
    auto formula() const {
        const auto attended = [](const auto& q, const auto& k, const auto& v) {
            if constexpr (Causal)
                return attention(q, k, v, causal);
            else
                return attention(q, k, v);
        };
        return vjp(dY, attended, Q, K, V);
    }
    template <class Policy>
    void run(const Policy& policy) {
        evaluate_into(policy, std::tie(dQ, dK, dV), formula());
    }
};
template <bool Causal>
static std::array<computation, 2> prepare(const std::shared_ptr<gradients<Causal>>& operands) {
    return {repeated(operands->dQ.data(), [operands] { operands->run(seq); }),
            repeated(operands->dQ.data(), [operands] { operands->run(par); })};
}

/// So many in one turn that a turn is long against the time in which the system lets another program run.
static computation in_turns(const computation& c, std::size_t times) {
    return [=](std::size_t turns) { return c(turns * times); };
}

static void measure(json& list, const options& o, const std::string& name, std::size_t rows,
                    const std::array<computation, 2>& computations) {
    std::fprintf(stderr, "%s\n", name.c_str());
    const auto& [alone, together] = computations;
    effort wall = o.how;
    wall.clock = CLOCK_MONOTONIC;
    wall.turn_seconds *= 10;
    const std::size_t times = times_for(alone, wall), peak_times = times_for(fma_peak, wall);
    const auto seconds = interleave({in_turns(alone, times), in_turns(together, times), in_turns(fma_peak, peak_times),
                                     in_turns(fma_peak_of_threads, peak_times)},
                                    wall);
    const double n = static_cast<double>(times);
    list.push_back({{"work", name},
                    {"tokens", rows},
                    {"seconds_alone", median(seconds[0]) / n},
                    {"seconds_together", median(seconds[1]) / n},
                    {"speedup", median_ratio(seconds[0], seconds[1])},
                    {"peak_speedup", thread_count * median_ratio(seconds[2], seconds[3])}});
}

template <shape S>
static void measure(json& list, const options& o) {
    if (name_of(S).find(o.only) == std::string::npos) return;
    measure(list, o, name_of(S), S.tokens, prepare(std::make_shared<formula_for<S>>(random_inputs(S))));
}
template <class Operands>
static void measure(json& list, const options& o) {
    if (Operands::name().find(o.only) == std::string::npos) return;
    measure(list, o, Operands::name(), Operands::rows, prepare(std::make_shared<Operands>()));
}

static json run(const options& o) {
    omp_set_num_threads(thread_count);
    json list = json::array();
    measure<attention_of(512, 64)>(list, o);
    measure<attention_of(1024, 64)>(list, o);
    measure<attention_of(4096, 64)>(list, o);
    measure<shape{work::multi_head, 128, 128, 768, 12}>(list, o);
    measure<twelve_heads>(list, o);
    measure<gradients<false>>(list, o);
    measure<gradients<true>>(list, o);
    measure<few_rows<1>>(list, o);
    measure<few_rows<4>>(list, o);
    measure<few_rows<16>>(list, o);
    measure<few_rows<64>>(list, o);
    measure<few_rows<128>>(list, o);
    return {{"threads", list}, {"thread_count", thread_count}};
}

}  // namespace bench

int main(int count, char** arguments) {
    const bench::options o = bench::read_options(count, arguments);
    std::ofstream(o.file) << bench::run(o).dump(1) << '\n';
}
