// SPDX-License-Identifier: BSL-1.0
// Whole layers as formulas, in turns with what they are measured against: medians of ratios.
//
//   bench.layers [--quick] [--only PART]
#include <bench/fma_peak.hpp>
#include <bench/interleave.hpp>
#include <bench/layers/comparison.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>
#include <string_view>

namespace bench {

static std::string two_places(double x) {
    char text[32];
    std::snprintf(text, sizeof text, "%.2f", x);
    return text;
}

/// Whether a peer that has the operands of the formula gets the same numbers, but for rounding.
static bool is_same_result(const layer_peer& peer, const computation& theirs, const computation& ours) {
    constexpr float allowed = 1e-4F;
    const float *a = theirs(1), *b = ours(1);
    float largest = 0;
    for (std::size_t i = 0; i < peer.result_size; ++i) largest = std::max(largest, std::abs(b[i]));
    for (std::size_t i = 0; i < peer.result_size; ++i)
        if (!(std::abs(a[i] - b[i]) <= allowed * largest)) return false;  // NaN is not the same
    return true;
}

/// How many times as long a peer takes; "-" where it is not here or does not compute this.
static std::string times_of_peers(const comparison& c, const effort& how, const std::vector<std::string>& peers) {
    const computation formula = c.prepare().first;
    std::string cells;
    for (const std::string& who : peers) {
        const auto peer = std::find_if(layer_peers().begin(), layer_peers().end(),
                                       [&](const layer_peer& p) { return p.who == who && p.name == c.name; });
        if (peer == layer_peers().end()) {
            cells += " - |";
            continue;
        }
        const computation theirs = peer->prepare();
        if (!is_same_result(*peer, theirs, formula)) {
            cells += " another result |";
            continue;
        }
        const auto seconds = interleave({theirs, formula}, how);
        cells += ' ' + two_places(median_ratio(seconds[0], seconds[1])) + " |";
    }
    return cells;
}

static void measure(const comparison& c, const effort& how, const std::vector<std::string>& peers) {
    const auto [formula, other] = c.prepare();
    const auto seconds = interleave({formula, other, fma_peak}, how);
    const std::string of_peak =
        c.flops > 0 ? two_places(median_ratio(seconds[2], seconds[0]) * c.flops / peak_flops) : "-";
    std::printf("| %s | %.1f us | %s | %s | %.2f | %.2f |%s\n", c.name.c_str(), 1e6 * median(seconds[0]),
                of_peak.c_str(), c.against.c_str(), median_ratio(seconds[1], seconds[0]), c.reach,
                times_of_peers(c, how, peers).c_str());
    std::fflush(stdout);
}

static void run(std::string_view only, const effort& how) {
    const std::vector<std::string> peers{"Eigen", "oneDNN", "ONNX Runtime"};
    std::printf("| work | time | of the FMA peak | against | times as fast | to reach |");
    for (const std::string& who : peers) std::printf(" %s by heed |", who.c_str());
    std::printf("\n|---|---|---|---|---|---|---|---|---|\n");
    for (const comparison& c : comparisons())
        if (c.name.find(only) != std::string::npos) measure(c, how, peers);
}

}  // namespace bench

int main(int count, char** arguments) {
    std::string_view only;
    bench::effort how = bench::thorough;
    for (int i = 1; i < count; ++i) {
        if (std::string_view(arguments[i]) == "--quick") how = bench::quick;
        if (std::string_view(arguments[i]) == "--only" && i + 1 < count) only = arguments[++i];
    }
    bench::run(only, how);
}
