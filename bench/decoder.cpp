// SPDX-License-Identifier: BSL-1.0
// How fast examples/tiny_llama decodes, beside plain C: a model of the size of stories15M, weights at random, 256
// tokens one by one, on one thread; as a prompt, all at once; and reading all weights once for each. In turns; medians
// of the rounds, and of their ratios.
//
//   bench.decoder [--quick] JSON
#include <bench/plain_llama.h>
#include <bench/interleave.hpp>
#include <bench/options.hpp>
#include <bench/read_loop.hpp>
#include <examples/tiny_llama/decoder.hpp>
#include <examples/tiny_llama/random_model.hpp>

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace {

using namespace tiny_llama;

constexpr model_sizes stories_15m{288, 768, 6, 6, 6, 32000, 256};

/// Seconds for all tokens, and the last logits.
struct outcome {
    double seconds;
    std::vector<float> logits;
};

int token_at(std::size_t position) { return static_cast<int>(1 + position * 7919 % 31999); }

/// So many tokens in one call.
template <class Maker>
outcome decode_by(const Maker& make, const checkpoint& weights, std::size_t at_once) {
    std::vector<int> all;
    for (std::size_t p = 0; p < stories_15m.positions; ++p) all.push_back(token_at(p));
    const auto model = make(weights, all.size());
    const double start = bench::seconds_on(CLOCK_THREAD_CPUTIME_ID);
    for (std::size_t p = 0; p + at_once < all.size(); p += at_once) model->read(std::span(all).subspan(p, at_once));
    const auto logits = model->read(std::span(all).last(at_once));
    return {bench::seconds_on(CLOCK_THREAD_CPUTIME_ID) - start, {logits.begin(), logits.end()}};
}

outcome decode_in_c(const mapped_file& file) {
    plain_llama* const model = plain_llama_new(file.data(), static_cast<int>(stories_15m.positions));
    const double start = bench::seconds_on(CLOCK_THREAD_CPUTIME_ID);
    const float* logits = nullptr;
    for (std::size_t p = 0; p < stories_15m.positions; ++p)
        logits = plain_llama_read(model, token_at(p), static_cast<int>(p));
    const double seconds = bench::seconds_on(CLOCK_THREAD_CPUTIME_ID) - start;
    outcome result{seconds, {logits, logits + stories_15m.words}};
    plain_llama_free(model);
    return result;
}

/// All bytes of the weights, as often as there are tokens.
outcome read_only(const bench::computation& read) {
    const double start = bench::seconds_on(CLOCK_THREAD_CPUTIME_ID);
    read(stories_15m.positions);
    return {bench::seconds_on(CLOCK_THREAD_CPUTIME_ID) - start, {}};
}

void expect_near(const std::vector<float>& a, const std::vector<float>& b) {
    float largest = 0;
    for (const float x : b) largest = std::max(largest, std::abs(x));
    for (std::size_t i = 0; i < a.size(); ++i)
        if (!(std::abs(a[i] - b[i]) <= 1e-4F * largest)) {  // also where one is NaN
            std::fprintf(stderr, "logit %zu is %g, not %g; the largest is %g\n", i, static_cast<double>(a[i]),
                         static_cast<double>(b[i]), static_cast<double>(largest));
            std::exit(1);
        }
}

}  // namespace

int main(int argc, char** argv) {
    const bench::options told = bench::read_options(argc, argv);
    const int rounds = told.is_quick ? 3 : 21;
    const std::string path = std::filesystem::temp_directory_path() / ("bench_decoder_" + std::to_string(::getpid()));
    write_random_model(path, stories_15m);
    const mapped_file file(path);
    const checkpoint weights(path);
    std::filesystem::remove(path);  // mapped, it stays until the end

    const bench::computation reading = bench::read_loop(file.size() / 4096 * 4096);
    const std::vector<std::pair<const char*, std::function<outcome()>>> all{
        {"plain C", [&] { return decode_in_c(file); }},
        {"heed, any sizes", [&] { return decode_by(make_decoder_of_any_sizes, weights, 1); }},
        {"heed, known sizes", [&] { return decode_by(make_decoder, weights, 1); }},
        {"heed, all at once", [&] { return decode_by(make_decoder, weights, stories_15m.positions); }},
        {"reading weights", [&] { return read_only(reading); }}};
    std::vector<std::vector<double>> seconds(all.size());
    const std::vector<float> wanted = all[0].second().logits;
    for (int r = 0; r < rounds; ++r)
        for (std::size_t turn = 0; turn < all.size(); ++turn) {
            const std::size_t c = (turn + static_cast<std::size_t>(r)) % all.size();
            const outcome o = all[c].second();
            if (!o.logits.empty()) expect_near(o.logits, wanted);
            seconds[c].push_back(o.seconds);
        }
    nlohmann::json list = nlohmann::json::array();
    for (std::size_t c = 0; c < all.size(); ++c)
        list.push_back({{"who", all[c].first},
                        {"tokens_per_second", static_cast<double>(stories_15m.positions) / bench::median(seconds[c])},
                        {"times_plain_c", bench::median_ratio(seconds[0], seconds[c])}});
    std::ofstream(told.file) << nlohmann::json{{"decoder", list}}.dump(1) << '\n';
}
