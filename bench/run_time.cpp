// SPDX-License-Identifier: BSL-1.0
// Run time on one thread: heed and its peers, against each other and against the machine's limits measured beside them.
//
//   bench.run_time [--quick] JSON
#include <bench/fma_peak.hpp>
#include <bench/measure.hpp>
#include <bench/options.hpp>
#include <bench/read_loop.hpp>

#include <cstdio>
#include <fstream>
#include <nlohmann/json.hpp>

namespace bench {

using nlohmann::json;

static json to_json(const shape& s, const task_figures& t) {
    json list = json::array();
    for (const figure& f : t.figures)
        list.push_back({{"who", f.who},
                        {"seconds", f.seconds},
                        {"gflops", f.gflops},
                        {"peak_fraction", f.peak_fraction},
                        {"times_heed", f.times_heed},
                        {"error", f.error}});
    json work{{"work", name_of(s)},
              {"kind", s.kind == work::attention ? "attention"
                       : s.kind == work::product ? "product"
                                                 : "multi-head"},
              {"queries", s.queries},
              {"tokens", s.tokens},
              {"width", s.width},
              {"masked", s.seen != keys::all},
              {"flops", s.flops()},
              {"bytes", s.bytes()},
              {"workspace_bytes", t.plan.workspace_bytes},
              {"figures", list}};
    if (s.seen != keys::all) {
        work["tiles"] = {
            {"skipped", t.plan.skipped_tiles}, {"partial", t.plan.partial_tiles}, {"full", t.plan.full_tiles}};
        work["times_unmasked"] = t.times_unmasked;
    }
    if (s.queries == 1) work["times_reading"] = t.times_reading;
    return work;
}

/// What reads from each cache, and from memory, in GB/s. Sizes are those of common machines: half a cache or less.
static json bandwidths(const effort& e) {
    json list = json::array();
    for (const auto& [where, bytes] :
         {std::pair{"L1", 16 << 10}, {"L2", 256 << 10}, {"L3", 4 << 20}, {"memory", 256 << 20}}) {
        const double taken = median(interleave({read_loop(static_cast<std::size_t>(bytes))}, e)[0]);
        list.push_back({{"where", where}, {"bytes", bytes}, {"gbytes_per_second", 1e-9 * bytes / taken}});
    }
    return list;
}

static json missing_peers() {
    json missing = json::array();
    for (const char* peer : {"Eigen", "OpenBLAS", "oneDNN", "xtensor", "ONNX Runtime", "ggml"})
        if (std::none_of(contenders().begin(), contenders().end(), [&](const contender& c) { return c.name == peer; }))
            missing.push_back(peer);
    return missing;
}

static json run(const options& o) {
    json document{{"compiler", HEED_BENCH_COMPILER},
                  {"register_bits", 8 * sizeof(peak_register)},
                  {"missing", missing_peers()},
                  {"peers", json::array()},
                  {"peak_gflops", 1e-9 * peak_flops / median(interleave({fma_peak}, o.how)[0])},
                  {"bandwidth", bandwidths(o.how)},
                  {"work", json::array()}};
    for (const contender& c : contenders())
        if (!c.version.empty()) document["peers"].push_back(c.version);
    for (std::size_t task = 0; task < shapes.size(); ++task) {
        const shape& s = shapes[task];
        if (!o.only.empty() && name_of(s).find(o.only) == std::string::npos) continue;
        if (o.is_quick && s.flops() > quick_flops) continue;
        std::fprintf(stderr, "%s\n", name_of(s).c_str());
        const task_figures t = measure(task, o.how);
        if (!t.figures.empty()) document["work"].push_back(to_json(s, t));
    }
    return document;
}

}  // namespace bench

int main(int count, char** arguments) {
    const bench::options o = bench::read_options(count, arguments);
    std::ofstream(o.file) << bench::run(o).dump(1) << '\n';
}
