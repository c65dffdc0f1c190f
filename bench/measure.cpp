// SPDX-License-Identifier: BSL-1.0
#include <bench/exact.hpp>
#include <bench/fma_peak.hpp>
#include <bench/measure.hpp>
#include <bench/read_loop.hpp>

#include <algorithm>
#include <utility>

namespace bench {

/// Contenders that do this task, heed before all others; none where heed does not.
static std::vector<contender> who_takes_part(std::size_t task, const inputs& in, std::vector<computation>& all) {
    std::vector<contender> candidates = contenders(), taking_part;
    std::sort(candidates.begin(), candidates.end(), [](const contender& a, const contender& b) {
        return std::pair(a.name != "heed", a.name) < std::pair(b.name != "heed", b.name);
    });
    for (const contender& c : candidates) {
        const computation compute = c.prepare(task, in);
        if (!compute && c.name == "heed") break;
        if (!compute) continue;
        taking_part.push_back(c);
        all.push_back(compute);
    }
    return taking_part;
}

static std::size_t index_of(const shape& s) {
    return static_cast<std::size_t>(std::find(shapes.begin(), shapes.end(), s) - shapes.begin());
}

/// heed on the same operands without the mask.
static computation without_mask(const shape& s, const inputs& in) {
    shape unmasked = s;
    unmasked.seen = keys::all;
    const auto heed =
        std::find_if(contenders().begin(), contenders().end(), [](const contender& c) { return c.name == "heed"; });
    return heed->prepare(index_of(unmasked), in);
}

task_figures measure(std::size_t task, const effort& e) {
    const shape& s = shapes[task];
    const inputs in = random_inputs(s);
    std::vector<computation> all;
    const std::vector<contender> who = who_takes_part(task, in, all);
    if (who.empty()) return {};

    all.push_back(fma_peak);
    const bool is_masked = s.seen != keys::all, only_reads = s.queries == 1;
    if (is_masked) all.push_back(without_mask(s, in));
    if (only_reads) all.push_back(read_loop(2 * sizeof(float) * s.tokens * s.width));
    const auto seconds = interleave(all, e);
    const auto &heed = seconds[0], &peak = seconds[who.size()];

    task_figures result;
    result.plan = plan_facts_of(task, in);
    if (is_masked) result.times_unmasked = median_ratio(heed, seconds.back());
    if (only_reads) result.times_reading = median_ratio(heed, seconds.back());
    const exact_rows exact = exact_result(s, in);
    for (std::size_t c = 0; c < who.size(); ++c) {
        const double taken = median(seconds[c]), flops = s.flops();
        result.figures.push_back({who[c].name, taken, 1e-9 * flops / taken,
                                  median_ratio(peak, seconds[c]) * flops / peak_flops, median_ratio(seconds[c], heed),
                                  error_of(all[c](1), s, exact)});
    }
    return result;
}

}  // namespace bench
