// SPDX-License-Identifier: BSL-1.0
// heed alone, for bench/sweep, which compiles it with other sizes of tiles: a line a work, its name and its time by
// that of the FMA peak beside it.
#include <bench/contenders/heed.hpp>
#include <bench/exact.hpp>
#include <bench/fma_peak.hpp>
#include <bench/interleave.hpp>

#include <cstdio>
#include <memory>

namespace bench {

template <shape S>
static void measure() {
    const auto operands = std::make_shared<formula_for<S>>(random_inputs(S));
    const computation compute =
        repeated(operands->Y.data(), [operands] { noalias(operands->Y) = operands->formula(); });
    constexpr effort short_one{0.01, 0.1, 3, 5};  // bench/sweep repeats it
    const auto seconds = interleave({compute, fma_peak}, short_one);
    std::printf("%s\t%.9g\n", name_of(S).c_str(), median_ratio(seconds[0], seconds[1]) * peak_flops / S.flops());
}

static void run() {
    measure<attention_of(16, 64)>();
    measure<attention_of(128, 64)>();
    measure<attention_of(1024, 64)>();
    measure<attention_of(1024, 128)>();
    measure<attention_of(4096, 64)>();
    measure<attention_of(4096, 64, keys::causal)>();
    measure<shape{work::multi_head, 128, 128, 768, 12}>();
    measure<shape{work::product, 512, 512, 512}>();
}

}  // namespace bench

int main() { bench::run(); }
