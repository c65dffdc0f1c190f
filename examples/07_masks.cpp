// SPDX-License-Identifier: BSL-1.0
// Masks as formulas of indices: what they allow, and which tiles of scores they leave to compute.
#include <heed/heed.hpp>
#include <heed/io.hpp>
#include <heed/run/mask_tiles.hpp>

#include <cmath>
#include <iostream>

using namespace heed;
using namespace heed::index;  // q k h b: the indices of the query, the key, the head, the batch

using namespace heed::axes;  // batch head tokens head_dim

static tensor<float, tokens[4096], head_dim[64]> Q, K, V;
constexpr auto windowed = attention(Q, K, V, k <= q && q - k < 512);
static_assert(mask_tiles<64, 64>(windowed) == tile_counts{.skipped = 3556, .partial = 120, .full = 420});

constexpr auto causally = attention(Q, K, V, causal);
static_assert(mask_tiles<64, 64>(causally) == tile_counts{.skipped = 2016, .partial = 64, .full = 2016});

void print(const char* name, const tile_counts& t) {
    std::cout << name << t.skipped << " skipped, " << t.partial << " with the mask, " << t.full << " without it\n";
}

void fill(auto& t, float step) {
    float x = 0;
    for (auto& y : t) y = std::sin(x += step);
}

/// Weights that one sees at a glance: 8 queries, 8 keys.
void show_weights() {
    tensor<float, tokens[8], tokens[8]> S;
    fill(S, 0.7F);

    tensor causal_weights = softmax(where(k <= q, S));               // elsewhere minus infinity: weight 0
    tensor window_weights = softmax(where(k <= q && q - k < 3, S));  // the last three keys

    std::cout << "causal\n" << heat_map(causal_weights) << "\na window of three\n" << heat_map(window_weights);
    tensor first_row = rows<0, 1>(window_weights);
    if (first_row(0, 0) != 1) std::cout << "wrong: the first query sees the first key alone\n";
}

/// Two texts of different lengths, four heads.
void attend_in_batches() {
    tensor<float, batch[2], head[4], tokens[12], head_dim[8]> Qs, Ks, Vs;
    fill(Qs, 0.3F);
    fill(Ks, 0.5F);
    fill(Vs, 0.2F);
    const vector<int, batch[2]> lengths{12, 7};
    const vector<int, tokens[12]> ids{0, 0, 0, 0, 1, 1, 1, 1, 1, 2, 2, 2};

    tensor padded = attention(Qs, Ks, Vs, causal && padding(lengths));
    tensor own_text = attention(Qs, Ks, Vs, causal && at(ids, q) == at(ids, k));  // same_document(ids)
    tensor far_is_less =
        softmax(where(causal, softcap(Qs * transpose(Ks) / sqrt(dim<head_dim>(Ks)), 30) + alibi<4>)) * Vs;

    std::cout << "\nlast query of the shorter text, first head:\n"
              << "padding        " << padded(1, 0, 11, 0) << "\nits own text   " << own_text(1, 0, 11, 0)
              << "\nALiBi          " << far_is_less(1, 0, 11, 0) << '\n';
}

int main() {
    show_weights();
    attend_in_batches();
    std::cout << "\ntiles of 64 x 64 among 4096 x 4096 scores\n";
    print("causal          ", mask_tiles<64, 64>(causally));
    print("window of 512   ", mask_tiles<64, 64>(windowed));
    print("padding of 3000 ", mask_tiles<64, 64>(attention(Q, K, V, padding(3000))));
    print("in the loops here, causal: ", mask_tiles(causally));
}
