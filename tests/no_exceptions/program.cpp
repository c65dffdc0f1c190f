// SPDX-License-Identifier: BSL-1.0
// A program without exceptions and RTTI: formulas, and errors by name. tests/no_exceptions/run says what each prints.
#include <heed/heed.hpp>
#include <heed/io.hpp>
#if !defined(__wasi__)  // which maps no files
#include <heed/io/npy.hpp>
#include <heed/io/safetensors.hpp>
#endif

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <span>
#include <vector>

#if defined(__cpp_exceptions) || defined(__cpp_rtti)
#error "compile with -fno-exceptions -fno-rtti"
#endif

using namespace heed;

namespace {

inline constexpr axis tokens{"tokens"}, d_k{"d_k"}, d_model{"d_model"}, words{"words"};

/// Numbers between -1 and 1 that every machine makes alike.
template <class Tensor>
constexpr void fill(Tensor& t, std::uint32_t seed) {
    for (auto& x : t) {
        seed = seed * 1664525U + 1013904223U;
        x = static_cast<typename Tensor::value_type>(static_cast<int>(seed >> 16) - 32768) / 32768;
    }
}
template <class T, extent... E>
constexpr tensor<T, E...> filled(std::uint32_t seed) {
    tensor<T, E...> t;
    fill(t, seed);
    return t;
}

template <class Tensor>
void print_bits(const char* name, const Tensor& t) {
    std::printf("%s", name);
    for (const auto x : t) {
        unsigned char bytes[sizeof x];
        std::memcpy(bytes, &x, sizeof x);
        std::printf(" ");
        for (std::size_t i = sizeof x; i-- > 0;) std::printf("%02x", static_cast<unsigned>(bytes[i]));
    }
    std::printf("\n");
}

constexpr auto Q = filled<double, tokens[12], d_k[3]>(1), K = filled<double, tokens[12], d_k[3]>(2),
               V = filled<double, tokens[12], d_k[3]>(3);
constexpr tensor while_compiling = attention(Q, K, V, causal);

/// Attention, an encoder layer over words of a table, and what needs memory from the heap.
int print_formulas() {
    const tensor attended = attention(Q, K, V, causal);
    print_bits("attention", attended);
    print_bits("while compiling", while_compiling);

    const auto table = filled<float, words[50], d_model[16]>(4);
    tensor<int, tokens[12]> ids;
    for (std::size_t i = 0; i < 12; ++i) ids(i) = static_cast<int>(7 * i % 50);
    const auto query = filled<float, 2, d_model[16], d_k[8]>(5), key = filled<float, 2, d_model[16], d_k[8]>(6),
               value = filled<float, 2, d_model[16], d_k[8]>(7);
    const auto output = filled<float, 16, d_model[16]>(8);
    const auto up = filled<float, d_model[16], 40>(9);
    const auto down = filled<float, 40, d_model[16]>(10);
    const auto gain = filled<float, d_model[16]>(11), bias = filled<float, d_model[16]>(12);
    const auto positions = rope_tables<float>(12, 8);
    const auto heads_of = [&](auto s) {
        return concat(heads<2>([&](auto i) {
                   return attention(rope(s * query[i], positions, pairs::halves),
                                    rope(s * key[i], positions, pairs::halves), s * value[i]);
               })) *
               output;
    };
    const tensor layer = let(layer_norm(let(rows(table, ids), [&](auto s) { return s + heads_of(s); }), gain, bias),
                             [&](auto y) { return layer_norm(y + gelu(y * up) * down, gain, bias); });
    print_bits("layer", layer);

    const auto long_keys = filled<float, 200, 64>(13);  // on the heap
    print_bits("long", evaluate(sum(softmax(long_keys * transpose(long_keys)) * long_keys)));
    return 0;
}

[[noreturn]] void exit_with_words(const char* text) {
    std::fprintf(stderr, "handled: %s\n", text);
    std::exit(3);
}
void only_print_words(const char* text) { std::fprintf(stderr, "returns: %s\n", text); }

void make_from_seven() {
    const std::vector<float> seven(7, 1.0F);
    const matrix<float, 2, 3> t(seven);
    print_bits("not reached", t);
}

/// Number that is no row of a table.
void look_up(int number) {
    const auto table = filled<float, words[50], d_model[16]>(4);
    const tensor<int, tokens[2]> ids{3, number};
    print_bits("not reached", evaluate(rows(table, ids)));
}

bool is(const char* name, const char* what) { return std::strcmp(name, what) == 0; }

}  // namespace

int main(int count, char** arguments) {
    const char* const what = count > 1 ? arguments[1] : "formulas";
    if (is(what, "formulas")) return print_formulas();
    if (is(what, "heat_map")) {
        std::cout << heat_map(while_compiling);
        return 0;
    }
    if (is(what, "handler")) {
        if (set_error_handler(exit_with_words) != nullptr) return 1;
        make_from_seven();
    }
    if (is(what, "handler_that_returns")) {
        set_error_handler(only_print_words);
        make_from_seven();
    }
    if (is(what, "default_again")) {
        set_error_handler(exit_with_words);
        if (set_error_handler(nullptr) != exit_with_words) return 1;
        make_from_seven();
    }
    if (is(what, "assigned")) {
        tensor<float, tokens[3]> t;
        const std::vector<float> two(2);
        t = std::span<const float>(two);
    }
#if !defined(__wasi__)
    if (is(what, "npy")) return static_cast<int>(load_npy<scalar<float>>("/"));
    if (is(what, "safetensors")) {
        std::FILE* const out = std::fopen("bad", "wb");
        std::fwrite("\2\0\0\0\0\0\0\0{]", 1, 10, out);
        std::fclose(out);
        return static_cast<int>(safetensors("bad").names().size());
    }
#endif
    if (is(what, "view")) {
        const std::vector<float> five(5);
        const view<const float, 2, 3> window(five);
        std::printf("%p", static_cast<const void*>(window.data()));
    }
    if (is(what, "row")) look_up(50);
    if (is(what, "formula_of_indices")) {
        const auto biases = filled<double, 9>(1);
        const int shift = count;  // 2
        print_bits("not reached", evaluate(softmax(Q * transpose(K) + at(biases, max(index::q - shift, 0_c)))));
    }
    if (is(what, "rope")) {
        const auto positions = rope_tables<double>(11, 2);
        print_bits("not reached", evaluate(rope(filled<double, 12, 2>(1), positions, pairs::halves)));
    }
    if (is(what, "memory") || is(what, "more_than_addresses")) {
        const std::size_t numbers = static_cast<std::size_t>(-1) / (is(what, "memory") ? 32 : 1);
        const auto positions = rope_tables<float>(numbers / 64, 128);
        std::printf("%p", static_cast<const void*>(positions.sines()));
    }
    if (is(what, "index")) {
        const tensor<float, 3> t;
        std::printf("%f", static_cast<double>(t(static_cast<std::size_t>(count) + 1)));
    }
    std::fprintf(stderr, "went on after: %s\n", what);
    return 1;
}
