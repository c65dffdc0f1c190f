// SPDX-License-Identifier: BSL-1.0
// Learns to write, character by character, from the licenses that every Debian has, or from a text that you name:
//
//   train [--steps N] [--text FILE] [--checkpoint FILE] [--every N]
//
// Every so many steps it prints what it would write, and keeps all numbers in the checkpoint, from which the next run
// goes on: to the same numbers, bit by bit, as a run without a break, with any number of threads.
// train_ranks, which is built where there is MPI, does the same on up to 8 ranks: mpirun -np 4 train_ranks.
#include "replicas.hpp"

#include <heed/io/safetensors.hpp>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace {

struct options {
    long long steps = 2000, every = 100;
    std::string text, checkpoint = "train.safetensors";
};

options options_of(int count, char** words) {
    options o;
    for (int i = 1; i < count; i += 2) {
        const std::string_view name = words[i];
        if (i + 1 == count) throw std::runtime_error(std::string(name) + " needs a value");
        const std::string value = words[i + 1];
        if (name == "--text" || name == "--checkpoint") {
            (name == "--text" ? o.text : o.checkpoint) = value;
        } else if (name == "--steps" || name == "--every") {
            std::size_t used = 0;
            const long long n =
                value.find_first_not_of("0123456789") == value.npos && value.size() < 10 ? std::stoll(value, &used) : 0;
            if (n < 1) throw std::runtime_error(std::string(name) + " needs a whole number from 1 on, not " + value);
            (name == "--steps" ? o.steps : o.every) = n;
        } else {
            throw std::runtime_error("no option " + std::string(name) +
                                     "; there are --steps, --text, --checkpoint, --every");
        }
    }
    return o;
}

/// The same numbers on every machine: a mixture of bits (splitmix64).
std::uint64_t mixed(std::uint64_t x) {
    x += 0x9e3779b97f4a7c15;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
    x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
    return x ^ (x >> 31);
}
/// At least 0 and less than 1.
float fraction(std::uint64_t seed) { return float(mixed(seed) >> 40) / float(1 << 24); }

/// The numbers of characters: the printable ones of ASCII and the end of a line; all others are a space.
std::int32_t number_of(char c) { return c == '\n' ? 95 : c > ' ' && c <= '~' ? c - ' ' : 0; }
char character(std::size_t number) { return number == 95 ? '\n' : char(' ' + number); }

std::string read(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) throw std::runtime_error("cannot read " + path);
    return {std::istreambuf_iterator<char>(file), {}};
}
/// The text to learn.
std::string read_text(const options& o) {
    std::string all;
    if (!o.text.empty()) {
        all = read(o.text);
    } else {
        std::vector<std::string> files;
        for (const auto& entry : std::filesystem::directory_iterator("/usr/share/common-licenses"))
            if (entry.is_regular_file() && !entry.is_symlink()) files.push_back(entry.path());
        std::sort(files.begin(), files.end());
        for (const std::string& file : files) all += read(file);
    }
    if (all.size() < 2 * T)
        throw std::runtime_error("the text has fewer than " + std::to_string(2 * T) + " characters");
    return all;
}

/// Weights of products are small, gains are 1: the same for the same seed.
void begin(model& m) {
    std::uint64_t seed = 0;
    for_each_parameter(m, [&](const std::string&, auto& p) {
        const bool is_gain = p.w.rank() == 1;
        for (float& w : p.w) w = is_gain ? 1 : 0.1F * (2 * fraction(++seed) - 1);
    });
}

void save(model& m, const std::string& path, long long steps) {
    std::vector<named_tensor> all;
    const tensor<std::int64_t, 1> done{steps};
    for_each_parameter(m, [&](const std::string& name, auto& p) {
        all.emplace_back(name, p.w), all.emplace_back(name + ".mean", p.mean),
            all.emplace_back(name + ".square", p.square);
    });
    all.emplace_back("steps", done);
    save_safetensors(path, all);
}
/// The number of steps that led to it. A file with another model leaves this one as it is.
long long load(model& m, const std::string& path) {
    const safetensors file(path);
    const auto found = std::make_unique<model>();
    for_each_parameter(*found, [&](const std::string& name, auto& p) {
        using numbers = decltype(p.w);
        p = {file.get<numbers>(name), file.get<numbers>(name + ".mean"), file.get<numbers>(name + ".square")};
    });
    const auto steps = file.get<tensor<std::int64_t, 1>>("steps")(0);
    if (steps < 0) throw std::runtime_error(path + ": a negative number of steps");
    m = *found;
    return steps;
}

/// The texts of a step, and what comes next after each of their characters.
void choose(const std::string& all, long long step, text<B>& ids, text<B>& next) {
    for (std::size_t b = 0; b < B; ++b) {
        const std::size_t first = mixed(std::uint64_t(step) * B + b) % (all.size() - T);
        for (std::size_t t = 0; t < T; ++t)
            ids(b, t) = number_of(all[first + t]), next(b, t) = number_of(all[first + t + 1]);
    }
}

/// What the model writes after a beginning: the next character is drawn from its distribution.
std::string written(model& m, std::string so_far, std::size_t count, std::uint64_t seed) {
    passed<1> p;
    hidden<1> x;
    for (std::size_t n = 0; n < count; ++n) {
        const std::size_t known = std::min(so_far.size(), T), begin = so_far.size() - known;
        text<1> ids;
        for (std::size_t t = 0; t < known; ++t) ids(0, t) = number_of(so_far[begin + t]);
        evaluate_into(x, embedded(ids)(m.table.w, m.positions.w));
        for (const block& b : m.blocks) {
            std::swap(p.x, x);
            pass_through<1>(b, p, x);
        }
        const view<const float, 1, D> last(x.data() + (known - 1) * D);
        const tensor chances = softmax(logits(last, m.last.w, m.table.w) / 0.8F);
        float rest = fraction(seed + n);
        std::size_t c = 0;
        while (c + 1 < V && (rest -= chances(0, c)) >= 0) ++c;
        so_far += character(c);
    }
    return so_far;
}

void run(const options& o, const replicas& all_ranks) {
    const std::string all = read_text(o);
    const auto m = std::make_unique<model>();
    begin(*m);
    long long done = std::filesystem::exists(o.checkpoint) ? load(*m, o.checkpoint) : 0;
    if (done > 0 && all_ranks.is_first()) std::printf("%s: goes on after step %lld\n", o.checkpoint.c_str(), done);
    const auto ids = std::make_unique<text<B>>(), next = std::make_unique<text<B>>();
    auto since = std::chrono::steady_clock::now();
    float mean = 0;
    for (long long step = done + 1, counted = 1; step <= o.steps; ++step, ++counted) {
        choose(all, step, *ids, *next);
        const float rate = 1e-3F * std::min(1.0F, float(step) / 100);
        mean += (all_ranks.train(*m, *ids, *next, rate, int(step)) - mean) / float(counted);
        if (!all_ranks.is_first()) continue;
        const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - since).count();
        const int bar = int(30 * step / o.steps);
        std::printf("\r[%.*s%.*s] step %lld, loss %.3f, %.0f tokens/s ", bar, "##############################",
                    30 - bar, "                              ", step, double(mean), double(counted) * B * T / seconds);
        std::fflush(stdout);
        if (step % o.every != 0 && step != o.steps) continue;
        save(*m, o.checkpoint, step);
        std::printf("\n%s\n", written(*m, "The ", 200, std::uint64_t(step)).c_str());
        since = std::chrono::steady_clock::now(), mean = 0, counted = 0;
    }
}

}  // namespace

int main(int count, char** words) {
    const replicas all_ranks(count, words);
    try {
        run(options_of(count, words), all_ranks);
    } catch (const std::exception& e) {
        std::fprintf(stderr, "train: %s\n", e.what());
        return all_ranks.failed();
    }
}
