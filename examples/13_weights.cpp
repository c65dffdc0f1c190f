// SPDX-License-Identifier: BSL-1.0
// Trained weights: a safetensors file as views, arrays of NumPy as tensors. Needs nlohmann-json (nlohmann-json3-dev).
#include <heed/heed.hpp>
#include <heed/io/npy.hpp>
#include <heed/io/safetensors.hpp>
#include <heed/quantised.hpp>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <iostream>

using namespace heed;

inline constexpr axis tokens{"tokens"}, d_model{"d_model"}, d_k{"d_k"}, hidden{"hidden"};

/// Files as a program for training leaves them.
void write_files() {
    tensor<float, d_model[4], d_k[2]> Wq{{1, 0}, {0, 1}, {1, 0}, {0, 1}}, Wk = Wq;
    tensor<bfloat16, d_model[4], d_k[2]> Wv = Wq;
    tensor<std::int64_t, 3> ids{2, 0, 1};
    tensor<float, 5, d_model[4]> table;
    table = table + 1;

    save_safetensors("weights.safetensors", {{"wq", Wq}, {"wk", Wk}, {"wv", Wv}, {"ids", ids}}, {{"format", "pt"}});
    save_npy("table.npy", table);  // a tensor or view; numpy.load reads it
}

bool read_files() {
    const safetensors file("weights.safetensors");  // mapped: nothing is copied
    const auto Wq = file.view<float, d_model[4], d_k[2]>("wq");
    const auto Wk = file.view<float, d_model[dyn], d_k[2]>("wk");  // as many rows as the file has
    const auto Wv = file.get<tensor<float, d_model[4], d_k[2]>>("wv", conversion::to_nearest);  // a copy, of BF16
    const auto ids = file.get<tensor<int, tokens[dyn]>>("ids", conversion::to_nearest);         // of I64
    const auto table = load_npy<tensor<float, dyn, d_model[4]>>("table.npy");
    const tensor X = rows(table, ids);
    const tensor Y = attention(X * Wq, X * Wk, X * Wv);

    for (const std::string_view name : file.names()) std::cout << name << " of " << file[name].dtype << '\n';
    return Y(2, 1) == 2;
}

/// A model owns its packed weights: the file may be closed once they are read.
struct feed_forward {
    packed_matrix<float, d_model[4], hidden[6]> up;
    packed_matrix<float, hidden[6], d_model[4]> down;

    explicit feed_forward(const safetensors& file)
        : up(transpose(file.view<bfloat16, hidden[6], d_model[4]>("up.weight"))),
          down(transpose(file.view<bfloat16, d_model[4], hidden[6]>("down.weight"))) {}

    auto operator()(const auto& x) const { return relu(linear(x, up)) * down; }
};

/// The same in a quarter of the memory, where that is what bounds it.
struct small_feed_forward {
    quantised_matrix<std::int8_t, 32, float, d_model[4], hidden[6]> up;
    quantised_matrix<std::int8_t, 32, float, hidden[6], d_model[4]> down;

    explicit small_feed_forward(const safetensors& file)
        : up(transpose(file.view<bfloat16, hidden[6], d_model[4]>("up.weight"))),
          down(transpose(file.view<bfloat16, d_model[4], hidden[6]>("down.weight"))) {}

    auto operator()(const auto& x) const { return relu(linear(x, up)) * down; }
};

bool packed_weights() {
    tensor<bfloat16, hidden[6], d_model[4]> up;  // [out x in], as PyTorch has them
    tensor<bfloat16, d_model[4], hidden[6]> down;
    up = up + 1;
    down = down + 0.5F;
    save_safetensors("layer.safetensors", {{"up.weight", up}, {"down.weight", down}});

    const feed_forward layer(safetensors("layer.safetensors"));
    tensor<float, tokens[3], d_model[4]> X;
    X = X + 1;
    const tensor Y = layer(X);
    const small_feed_forward small(safetensors("layer.safetensors"));
    const tensor near = small(X);
    return Y(2, 3) == 12 && std::abs(near(2, 3) - 12) < 12 / 127.0;
}

bool errors() {
    const safetensors file("weights.safetensors");
    try {
        const auto Wv = file.view<float, d_model[8], d_k[2]>("wv");
        return Wv.size() == 0;
    } catch (const io_error& e) {
        // heed: weights.safetensors: "wv" is [4 x 2] of BF16, asked for [d_model[8] x d_k[2]] of float
        return std::string_view(e.what()).ends_with("of BF16, asked for [d_model[8] x d_k[2]] of float");
    }
}

int main() {
    write_files();
    const bool all = read_files() && packed_weights() && errors();
    std::remove("weights.safetensors");
    std::remove("layer.safetensors");
    std::remove("table.npy");
    return all ? 0 : 1;
}
