// SPDX-License-Identifier: BSL-1.0
// Formulas and files whose results are printed bit by bit: compiled for several processors, without contraction of
// products and sums, all of them print the same lines.
//
//   program FOLDER       the folder gets a few files
#include <heed/heed.hpp>
#include <heed/io.hpp>
#include <heed/io/npy.hpp>
#if __BYTE_ORDER__ == \
    __ORDER_LITTLE_ENDIAN__  // safetensors are views of files of that order, and refused in words elsewhere
#include <heed/io/safetensors.hpp>
#include <heed/io/save_safetensors.hpp>
#endif

#include <bit>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <string>
#include <type_traits>
#include <vector>

using namespace heed;
using namespace heed::index;

namespace {

inline constexpr axis tokens{"tokens"}, d_k{"d_k"}, d_model{"d_model"}, head{"head"};

/// Numbers between -1 and 1 that every machine makes alike.
template <class Tensor>
void fill(Tensor& t, std::uint32_t seed) {
    for (auto& x : t) {
        seed = seed * 1664525U + 1013904223U;
        x = static_cast<typename Tensor::value_type>(static_cast<float>(static_cast<int>(seed >> 16) - 32768) / 32768);
    }
}
template <class T, extent... E, class... Size>
tensor<T, E...> filled(std::uint32_t seed, Size... sizes) {
    tensor<T, E...> t(sizes...);
    fill(t, seed);
    return t;
}

/// FNV-1a of the bits of all numbers, the same in either order of bytes, and the first number.
template <class Tensor>
void print_bits(const char* name, const Tensor& t) {
    std::uint64_t hash = 14695981039346656037U, first = 0;
    std::size_t count = 0;
    for (const auto x : t) {
        using T = std::remove_cvref_t<decltype(x)>;
        std::uint64_t bits = 0;
        if constexpr (sizeof(T) == 8)
            bits = std::bit_cast<std::uint64_t>(x);
        else if constexpr (sizeof(T) == 4)
            bits = std::bit_cast<std::uint32_t>(x);
        else if constexpr (sizeof(T) == 2)
            bits = std::bit_cast<std::uint16_t>(x);
        else
            bits = static_cast<std::uint64_t>(x);
        if (count++ == 0) first = bits;
        for (int byte = 0; byte < 8; ++byte) hash = (hash ^ (bits >> 8 * byte & 255)) * 1099511628211U;
    }
    std::printf("%s: %zu numbers, %016llx, the first %llx\n", name, count, static_cast<unsigned long long>(hash),
                static_cast<unsigned long long>(first));
}

template <class T>
void print_attention(const std::string& name) {
    const auto Q = filled<T, tokens[37], d_k[24]>(1), K = filled<T, tokens[37], d_k[24]>(2),
               V = filled<T, tokens[37], d_k[24]>(3);
    print_bits((name + " attention").c_str(), evaluate(attention(Q, K, V)));
    print_bits((name + " causal").c_str(), evaluate(attention(Q, K, V, causal)));
    print_bits((name + " window").c_str(), evaluate(softmax(where(k <= q && q - k < 9, Q * transpose(K) / 4)) * V));
    print_bits((name + " weights").c_str(), evaluate(softmax(Q * transpose(K))));
    for (const std::size_t n : {1U, 3U, 70U}) {
        const auto queries = filled<T, tokens[dyn], d_k[24]>(4, n), keys = filled<T, tokens[dyn], d_k[24]>(5, n + 64);
        print_bits((name + " of lengths").c_str(), evaluate(softmax(queries * transpose(keys) / 5) * keys));
    }
}

void print_layer() {
    const auto X = filled<float, tokens[12], d_model[16]>(6);
    const auto up = filled<float, d_model[16], 40>(7);
    const auto down = filled<float, 40, d_model[16]>(8);
    const auto gain = filled<float, d_model[16]>(9), bias = filled<float, d_model[16]>(10);
    const auto positions = rope_tables<float>(12, 16);
    print_bits("layer", evaluate(let(layer_norm(X + attention(rope(X, positions, pairs::halves), X, X), gain, bias),
                                     [&](auto y) { return rms_norm(y + gelu(y * up) * down, gain); })));
    print_bits("functions", evaluate(tanh(X) + sigmoid(X) + log(abs(X) + 1) + erf(X) + silu(X) + sqrt(abs(X))));
    print_bits("reductions", evaluate(var<1>(X, keep) + logsumexp<1>(X, keep)));
    print_bits("argmax", evaluate(argmax<1>(X)));
}

template <class T>
void print_half(const char* name) {
    const auto W = filled<T, tokens[33], d_k[24]>(11);
    const auto X = filled<float, tokens[5], d_k[24]>(12);
    const tensor<T, tokens[5], 33> stored = X * transpose(W);
    print_bits(name, stored);
    print_bits(name, evaluate(X * transpose(W)));
}

/// A file of NumPy in the given order of bytes: "<f4" or ">f4".
std::string npy_file(const std::string& path, bool is_big, const std::vector<float>& numbers,
                     const std::string& shape) {
    std::string header =
        std::string("{'descr': '") + (is_big ? ">" : "<") + "f4', 'fortran_order': False, 'shape': " + shape + ", }";
    header.resize((header.size() + 11 + 63) / 64 * 64 - 11, ' ');
    header += '\n';
    std::ofstream out(path, std::ios::binary);
    out << "\x93NUMPY" << '\1' << '\0' << static_cast<char>(header.size() % 256)
        << static_cast<char>(header.size() / 256) << header;
    for (const float x : numbers) {
        const auto bits = std::bit_cast<std::uint32_t>(x);
        for (int byte = 0; byte < 4; ++byte) out << static_cast<char>(bits >> 8 * (is_big ? 3 - byte : byte) & 255);
    }
    return path;
}

void print_files(const std::string& folder) {
    const auto numbers = filled<float, 6, 7>(13);
    const std::vector<float> all(numbers.begin(), numbers.end());
    for (const bool is_big : {false, true})
        print_bits("npy", load_npy<tensor<float, 6, 7>>(npy_file(folder + "/given.npy", is_big, all, "(6, 7)")));
    save_npy(folder + "/saved.npy", numbers);
    print_bits("saved npy", load_npy<tensor<float, 6, 7>>(folder + "/saved.npy"));
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    save_safetensors(folder + "/saved.safetensors", {{"x", numbers}});
    const safetensors file(folder + "/saved.safetensors");
    print_bits("safetensors", file.get<tensor<float, 6, 7>>("x"));
    std::ifstream again(folder + "/saved.safetensors", std::ios::binary);
    const std::vector<unsigned char> saved((std::istreambuf_iterator<char>(again)), {});
    print_bits("bytes of safetensors", saved);
#endif
}

}  // namespace

int main(int, char** arguments) {
    print_attention<float>("float");
    print_attention<double>("double");
    print_layer();
    print_half<float16>("float16");
    print_half<bfloat16>("bfloat16");
    print_files(arguments[1]);
}
