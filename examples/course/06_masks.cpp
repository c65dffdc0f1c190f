// SPDX-License-Identifier: BSL-1.0
// Chapter 6 of docs/course: masks.
#include <heed/heed.hpp>
#include <heed/io.hpp>
#include <heed/run/mask_tiles.hpp>

#include <iostream>

using namespace heed;
using namespace heed::index;  // q and k: the places of the query and of the key

inline constexpr axis query{"query"}, key{"key"};

constexpr tensor<double, query[5], key[5]> S{};  // all scores are 0
constexpr tensor causal_weights = softmax(where(k <= q, S));
constexpr tensor window_weights = softmax(where(k <= q && q - k < 2, S));

// How many tiles of 64 x 64 scores are left of 4096 words.
static tensor<float, 4096, 64> Q, K, V;
constexpr auto windowed = attention(Q, K, V, k <= q && q - k < 512);
constexpr tile_counts tiles = mask_tiles<64, 64>(windowed);

// Exercises.
static_assert(causal_weights(0, 0) == 1 && causal_weights(3, 0) == 0.25);  // 6.1
static_assert(window_weights(0, 0) == 1 && window_weights(4, 3) == 0.5);   // 6.2
constexpr tensor nobody = softmax(where(k < q, S));
static_assert(nobody(0, 0) == 0 && nobody(1, 0) == 1);  // 6.3: the first query has no key
static_assert(tiles.skipped + tiles.partial + tiles.full == 64 * 64);

int main() {
    std::cout << "causal\n" << heat_map(causal_weights) << "\na window of two\n" << heat_map(window_weights) << '\n';
    std::cout << tiles.skipped << " tiles are skipped, " << tiles.partial << " need the mask, " << tiles.full
              << " do not\n";
    std::cout << "\nscores =\n" << S << '\n';
}
