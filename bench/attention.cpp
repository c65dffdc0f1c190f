// SPDX-License-Identifier: BSL-1.0
// Run time of attention: heed and its peers, against each other and against the FMA peak measured beside them.
//
//   bench.attention [--json FILE]
#include <bench/contenders/plain.hpp>
#include <bench/fma_peak.hpp>
#include <bench/interleave.hpp>

#include <cmath>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>
#include <random>
#include <string_view>

namespace bench {

static inputs random_inputs(const shape& s) {
    std::mt19937 generator(1);
    std::normal_distribution<float> normal;
    const auto matrix = [&](std::size_t rows, double scale) {
        std::vector<float> x(rows * s.width);
        for (float& e : x) e = static_cast<float>(scale) * normal(generator);
        return x;
    };
    inputs in{matrix(s.tokens, 1)};
    if (s.kind == work::multi_head)
        for (int i = 0; i < 4; ++i) in.push_back(matrix(s.width, 1 / std::sqrt(static_cast<double>(s.width))));
    else
        for (int i = 0; i < 2; ++i) in.push_back(matrix(s.tokens, 1));
    return in;
}

static std::vector<double> exact_result(std::size_t task, const inputs& in) {
    const std::vector<std::vector<double>> wide = [&] {
        std::vector<std::vector<double>> w;
        for (const auto& x : in) w.emplace_back(x.begin(), x.end());
        return w;
    }();
    std::vector<double> out(shapes[task].tokens * shapes[task].width);
    with_shape(task, [&]<shape S>() {
        plain::compute<S>(wide, out);
        return computation{};
    });
    return out;
}

/// The largest error, relative to the largest number of the result.
static double error_of(const float* result, const std::vector<double>& exact) {
    double error = 0, largest = 0;
    for (std::size_t i = 0; i < exact.size(); ++i) {
        error = std::max(error, std::abs(result[i] - exact[i]));
        largest = std::max(largest, std::abs(exact[i]));
    }
    return error / largest;
}

struct figure {
    std::string who;
    double seconds, gflops;
    double peak_fraction;  ///< of the FMA peak of the same round
    double heed_ratio;     ///< how many times as long as heed in the same round
    double error;
};

/// heed first.
static std::vector<figure> measure(std::size_t task) {
    const inputs in = random_inputs(shapes[task]);
    const std::vector<double> exact = exact_result(task, in);
    std::vector<computation> all;
    for (const contender& c : contenders()) all.push_back(c.prepare(task, in));
    all.push_back(fma_peak);
    const auto seconds = interleave(all);
    std::vector<figure> figures;
    for (std::size_t c = 0; c < contenders().size(); ++c) {
        const double median_seconds = median(seconds[c]), flops = shapes[task].flops();
        figures.push_back({contenders()[c].name, median_seconds, 1e-9 * flops / median_seconds,
                           median_ratio(seconds.back(), seconds[c]) * flops / peak_flops,
                           median_ratio(seconds[c], seconds[0]), error_of(all[c](1), exact)});
    }
    return figures;
}

static std::string text_of_seconds(double seconds) {
    char text[32];
    if (seconds < 1e-6)
        std::snprintf(text, sizeof(text), "%.1f ns", 1e9 * seconds);
    else if (seconds < 1e-3)
        std::snprintf(text, sizeof(text), "%.2f us", 1e6 * seconds);
    else
        std::snprintf(text, sizeof(text), "%.2f ms", 1e3 * seconds);
    return text;
}

static void print_figures(const shape& s, const std::vector<figure>& figures) {
    for (const figure& f : figures)
        std::printf("| %-31s | %-11s | %10s | %7.2f | %7.3f | %10.2f | %7.1e |\n", name_of(s).c_str(), f.who.c_str(),
                    text_of_seconds(f.seconds).c_str(), f.gflops, f.peak_fraction, f.heed_ratio, f.error);
    std::fflush(stdout);
}

/// "0.61 (0.92: no)", or the figure alone where nothing was promised.
static std::string beside_target(const char* format, double measured, double target, bool met) {
    char text[32], limit[32];
    std::snprintf(text, sizeof(text), format, measured);
    if (target == 0) return text;
    std::snprintf(limit, sizeof(limit), format, target);
    return std::string(text) + " (" + limit + (met ? ": yes)" : ": no)");
}

static void print_targets(const shape& s, const std::vector<figure>& figures) {
    const figure& heed = figures.front();
    const auto best = std::min_element(figures.begin() + 1, figures.end(),
                                       [](const figure& a, const figure& b) { return a.heed_ratio < b.heed_ratio; });
    std::printf(
        "| %-31s | %-18s | %-18s | %-11s | %-22s |\n", name_of(s).c_str(),
        beside_target("%.2f", heed.peak_fraction, s.peak_fraction, heed.peak_fraction >= s.peak_fraction).c_str(),
        beside_target("%.2f", best->heed_ratio, s.speed_ratio, best->heed_ratio >= s.speed_ratio).c_str(),
        best->who.c_str(), beside_target("%.1e", heed.error, s.error, heed.error <= s.error).c_str());
}

static nlohmann::json to_json(const shape& s, const std::vector<figure>& figures) {
    nlohmann::json list;
    for (const figure& f : figures)
        list.push_back({{"who", f.who},
                        {"seconds", f.seconds},
                        {"gflops", f.gflops},
                        {"peak_fraction", f.peak_fraction},
                        {"times_heed", f.heed_ratio},
                        {"error", f.error}});
    return {{"work", name_of(s)},
            {"flops", s.flops()},
            {"targets", {{"peak_fraction", s.peak_fraction}, {"speed_ratio", s.speed_ratio}, {"error", s.error}}},
            {"figures", list}};
}

static void run(const char* json_file) {
    std::partition(contenders().begin(), contenders().end(), [](const contender& c) { return c.name == "heed"; });
    const double peak = 1e-9 * peak_flops / median(interleave({fma_peak})[0]);
    std::printf("%s, registers of %zu bits, one thread, float. FMA peak %.0f GFLOP/s.\n", HEED_BENCH_COMPILER,
                8 * sizeof(peak_register), peak);
    for (const contender& c : contenders())
        if (!c.version.empty()) std::printf("%s. ", c.version.c_str());
    for (const char* peer : {"Eigen", "OpenBLAS"})
        if (std::none_of(contenders().begin(), contenders().end(), [&](const contender& c) { return c.name == peer; }))
            std::printf("%s is not here, and left out. ", peer);
    std::printf(
        "\n\n| work | who | time | GFLOP/s | of FMA peak | times heed's time | error |\n"
        "|---|---|---:|---:|---:|---:|---:|\n");
    nlohmann::json document{{"compiler", HEED_BENCH_COMPILER}, {"peak_gflops", peak}};
    std::vector<std::vector<figure>> all;
    for (std::size_t task = 0; task < shapes.size(); ++task) {
        all.push_back(measure(task));
        print_figures(shapes[task], all.back());
        document["work"].push_back(to_json(shapes[task], all.back()));
    }
    std::printf(
        "\nheed, in brackets what is to be reached:\n\n"
        "| work | of FMA peak | times as fast as the best peer | which is | error |\n|---|---|---|---|---|\n");
    for (std::size_t task = 0; task < shapes.size(); ++task) print_targets(shapes[task], all[task]);
    if (json_file != nullptr) std::ofstream(json_file) << document.dump(2) << '\n';
}

}  // namespace bench

int main(int count, char** arguments) {
    const bool json = count == 3 && std::string_view(arguments[1]) == "--json";
    if (count != 1 && !json) {
        std::cerr << "usage: " << arguments[0] << " [--json FILE]\n";
        return 2;
    }
    bench::run(json ? arguments[2] : nullptr);
}
