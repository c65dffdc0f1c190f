// SPDX-License-Identifier: BSL-1.0
// Local, sparse and structurally constrained attention: masks as formulas of indices, the tiles of scores that they
// leave, and what that saves; biases that are looked up by distance, words that are looked up by number.
#include <heed/heed.hpp>
#include <heed/run/mask_tiles.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <iomanip>
#include <iostream>

using namespace heed;
using namespace heed::index;  // q k h b: the indices of the query, the key, the head, the batch

using namespace heed::axes;  // head tokens head_dim

inline constexpr axis words{"words"};
constexpr std::size_t length = 2048;
static tensor<float, tokens[length], head_dim[64]> Q, K, V;

// Local: the last 256 keys. Sparse: a window, and a few tokens that see all and are seen by all; or every fourth key of
// a wider window. Structure: sentences of 128 tokens, each sees its own, and maybe the first token of every other.
constexpr auto local = sliding_window<255>;
constexpr auto with_global_tokens = sliding_window<255, 255> || global_tokens<16>;
constexpr auto with_gaps = sliding_window<511> && dilated<4>;
constexpr auto in_sentences = q / 128_c == k / 128_c;
constexpr auto by_first_tokens = in_sentences || k % 128_c == 0;

static_assert(mask_tiles<64, 64>(attention(Q, K, V, local)) == tile_counts{.skipped = 874, .partial = 60, .full = 90});
static_assert(mask_tiles<64, 64>(attention(Q, K, V, in_sentences)) == tile_counts{.skipped = 960, .full = 64});

void fill(auto& t, float step) {
    float x = 0;
    for (auto& y : t) y = std::sin(x += step);
}

/// What a mask leaves of each tile of 128 x 128 scores: nothing, some, all.
template <class Mask>
void draw(const Mask& mask) {
    constexpr std::size_t side = 128;
    static tensor<float, tokens[length], tokens[length]> none, seen;
    seen = where(mask, none + 1, 0);
    for (std::size_t row = 0; row < length; row += side) {
        std::cout << "    ";
        for (std::size_t col = 0; col < length; col += side) {
            float count = 0;
            for (std::size_t i = 0; i < side; ++i)
                for (std::size_t j = 0; j < side; ++j) count += seen(row + i, col + j);
            std::cout << (count == 0 ? ". " : count == side * side ? "# " : "+ ");
        }
        std::cout << '\n';
    }
}

/// Seconds of one run.
template <class F>
double seconds(const F& f) {
    static tensor<float, tokens[length], head_dim[64]> Y;
    const auto start = std::chrono::steady_clock::now();
    Y = f;
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

template <class Mask>
void show(const char* name, const Mask& mask) {
    const auto masked = attention(Q, K, V, mask);
    const tile_counts tiles = mask_tiles<64, 64>(masked);
    const double left = 1 - static_cast<double>(tiles.skipped) / static_cast<double>(tiles.all());
    double with = 1e9, without = 1e9;
    for (int round = 0; round < 5; ++round) {
        with = std::min(with, seconds(masked));
        without = std::min(without, seconds(attention(Q, K, V)));
    }
    std::cout << '\n' << name << '\n';
    draw(mask);
    std::cout << std::fixed << std::setprecision(2) << "    tiles of 64 x 64 that are left: " << left
              << ", time beside no mask: " << with / without << '\n';
}

/// Biases by distance (T5, relative positions), of each head: one number for every distance, or for every bucket of
/// them.
void learn_biases() {
    tensor<float, head[2], tokens[6], head_dim[4]> Qs, Ks, Vs;
    tensor<float, head[2], 11> by_distance;
    tensor<float, head[2], 4> by_bucket;
    fill(Qs, 0.3F);
    fill(Ks, 0.5F);
    fill(Vs, 0.2F);
    fill(by_distance, 0.4F);
    fill(by_bucket, 0.6F);
    const vector<int, 6> bucket{0, 1, 2, 2, 3, 3};

    tensor relative = softmax(Qs * transpose(Ks) + at(by_distance, h, q - k + 5_c)) * Vs;
    tensor in_buckets = softmax(Qs * transpose(Ks) + at(by_bucket, h, at(bucket, abs(q - k)))) * Vs;
    std::cout << "\nbiases by distance " << relative(1, 5, 0) << ", by bucket of distances " << in_buckets(1, 5, 0)
              << '\n';
}

/// The words of a text become vectors: rows of a table, checked before any is read.
void look_words_up() {
    tensor<float, words[50], head_dim[4]> table;
    fill(table, 0.1F);
    tensor<int, tokens[3]> ids{7, 0, 49};
    tensor X = rows(table, ids);
    std::cout << "\nword 49 begins with " << X(2, 0) << '\n';
    ids(1) = 50;
    try {
        X = rows(table, ids);
    } catch (const index_error& e) {
        std::cout << e.what() << '\n';
    }
}

int main() {
    fill(Q, 0.3F);
    fill(K, 0.7F);
    fill(V, 0.1F);
    std::cout << length << " tokens; of tiles . is left out, + computed with the mask, # without it\n";
    show("local: the last 256 keys", local);
    show("sparse: 255 keys on both sides, and 16 tokens for all", with_global_tokens);
    show("sparse: every fourth of the last 512 keys", with_gaps);
    show("structure: sentences of 128 and the first token of each", by_first_tokens);
    show("structure: sentences of 128 alone", in_sentences);
    learn_biases();
    look_words_up();
}
