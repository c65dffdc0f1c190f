// SPDX-License-Identifier: BSL-1.0
// Formulas in turns with what they are measured against and with other libraries: medians of ratios.
#include <bench/fma_peak.hpp>
#include <bench/interleave.hpp>
#include <bench/layers/comparison.hpp>
#include <bench/layers/measured_comparisons.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>

namespace bench {

using nlohmann::json;

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

/// How many times as long each peer takes that computes this; null where its numbers are others.
static json times_of_peers(const comparison& c, const effort& how) {
    const computation formula = c.prepare().first;
    json list = json::array();
    for (const layer_peer& peer : layer_peers()) {
        if (peer.name != c.name) continue;
        const computation theirs = peer.prepare();
        json times;
        if (is_same_result(peer, theirs, formula)) {
            const auto seconds = interleave({theirs, formula}, how);
            times = median_ratio(seconds[0], seconds[1]);
        }
        list.push_back({{"who", peer.who}, {"times_heed", times}});
    }
    return list;
}

static json measure(const comparison& c, const effort& how) {
    const auto [formula, other] = c.prepare();
    const auto seconds = interleave({formula, other, fma_peak}, how);
    json of_peak;
    if (c.flops > 0) of_peak = median_ratio(seconds[2], seconds[0]) * c.flops / peak_flops;
    const double speed = median_ratio(seconds[1], seconds[0]);
    std::fprintf(stderr, "%s: %.2f of %.2f\n", c.name.c_str(), speed, c.reach);
    return {{"work", c.name},
            {"seconds", median(seconds[0])},
            {"peak_fraction", of_peak},
            {"against", c.against},
            {"speed", speed},
            {"reach", c.reach},
            {"peers", times_of_peers(c, how)}};
}

json measured_comparisons(const options& o) {
    json list = json::array();
    for (const comparison& c : comparisons())
        if (c.name.find(o.only) != std::string::npos) list.push_back(measure(c, o.how));
    return list;
}

}  // namespace bench
