// SPDX-License-Identifier: BSL-1.0
// Formulas whose emitted C is compared with the library, bit for bit: tests/study/emit.sh compiles and runs it.
#pragma once

#include "tests/run/random_formula.hpp"
#include "tests/run/random_shapes_formula.hpp"

#include <heed/heed.hpp>
#include <heed/study/emit.hpp>
#include <heed/study/emit/emit_leaves.hpp>
#include <heed/study/emit/emit_text.hpp>

#include <bit>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#ifndef HEED_TEST_SEEDS
#define HEED_TEST_SEEDS 8
#endif

namespace heed::test {

#ifdef HEED_TEST_NIGHT
inline constexpr bool at_night = true;
#else
inline constexpr bool at_night = false;
#endif
/// Whether there are all cases of T: by day double has those of each loop and of each function that it has.
template <class T>
inline constexpr bool has_all_cases = at_night || std::same_as<T, float>;

/// The numbers with which emitted programs fill parameter number `seed`, counted from 1.
template <class T>
void fill(T* x, std::size_t n, unsigned seed) {
    unsigned state = seed * 2654435761U + 12345U;
    for (std::size_t i = 0; i < n; ++i) {
        state = state * 1664525U + 1013904223U;
        if constexpr (std::floating_point<T>)
            x[i] = static_cast<T>(static_cast<int>(state >> 12) % 4001 - 2000) / T(1000);
        else
            x[i] = static_cast<T>((state >> 12) % 4);
    }
}
/// Fills the tensors of a formula as the main of its emitted program does. Packed matrices have their numbers, in
/// panels.
template <class F>
void fill_leaves(const F& f) {
    std::set<const void*> packed;
    detail::for_each_leaf(detail::operand_of(f), [&]<class Leaf>(const Leaf& leaf) {
        if constexpr (detail::panel_columns<Leaf> != 0) packed.insert(detail::elements_of(leaf).panels());
    });
    const detail::emitted::leaf_list list(
        detail::emitted::source_of<detail::value_of<F>>(detail::operand_of(f)).leaves);
    unsigned seed = 0;
    for (const detail::emitted::parameter& p : list.parameters) {
        void* const data = const_cast<void*>(p.identity);  // of tensors that are not const
        ++seed;
        if (packed.contains(p.identity)) continue;
        if (p.holds<float>()) fill(static_cast<float*>(data), p.span(), seed);
        if (p.holds<double>()) fill(static_cast<double*>(data), p.span(), seed);
        if (p.holds<int>()) fill(static_cast<int*>(data), p.span(), seed);
    }
}

/// The bits of the elements, one a line, as emitted programs print them.
template <class Tensor>
std::string bits_of(const Tensor& t) {
    std::string text;
    for (const auto& x : t) {
        char line[24];
        if constexpr (sizeof(x) == 4)
            std::snprintf(line, sizeof(line), "%08x\n", std::bit_cast<std::uint32_t>(x));
        else
            std::snprintf(line, sizeof(line), "%016llx\n",
                          static_cast<unsigned long long>(std::bit_cast<std::uint64_t>(x)));
        text += line;
    }
    return text;
}

/// Results one after the other.
template <class... Tensor>
std::string bits_of(const std::tuple<Tensor...>& results) {
    return std::apply([](const auto&... result) { return (bits_of(result) + ...); }, results);
}

inline void write_file(const std::string& path, const std::string& text) { std::ofstream(path) << text; }

/// FOLDER/NAME.c and the bits that the library computes, FOLDER/NAME.bits; of many cases also the vector form,
/// NAME_vector.c, and both forms in C++.
class case_writer {
public:
    explicit case_writer(std::string folder) : folder_(std::move(folder)) {}

    template <class F>
    void add(const std::string& name, const F& f, const std::vector<std::string>& leaves = {}) {
        fill_leaves(f);
        const std::string bits = bits_of(evaluate(f)), file = folder_ + '/' + name;
        study::emit_options options{.name = name, .leaves = leaves};
        write_file(file + ".c", study::emit(f, options));
        write_file(file + ".bits", bits);
        if (!also_in_registers(name)) return;
        options.language = study::language::cpp;
        write_file(file + ".cpp", study::emit(f, options));
        options.form = study::form::vector;
        write_file(file + "_vector.cpp", study::emit(f, options));
        options.language = study::language::c;
        write_file(file + "_vector.c", study::emit(f, options));
        write_file(file + "_vector.bits", bits);
    }

    /// With a main that has the numbers of the leaves in it: they need not be ours to fill.
    template <class F>
    void add_with_its_numbers(const std::string& name, const F& f) {
        const auto value = evaluate(f);
        const detail::emitted::leaf_list list(
            detail::emitted::source_of<detail::value_of<F>>(detail::operand_of(f)).leaves);
        study::emit_options options{.name = name, .leaves = {}, .main = false};
        const std::string main = main_with(list.parameters, name, value.size(), sizeof(*value.begin()) == 4),
                          bits = bits_of(value);
        write_file(folder_ + '/' + name + ".c", study::emit(f, options) + main);
        write_file(folder_ + '/' + name + ".bits", bits);
        options.form = study::form::vector;
        write_file(folder_ + '/' + name + "_vector.c", study::emit(f, options) + main);
        write_file(folder_ + '/' + name + "_vector.bits", bits);
    }

private:
    /// The vector form is compared too: every loop with float, some with double.
    static bool also_in_registers(const std::string& name) {
        if (!name.ends_with("_double")) return true;
        for (const char* of_double :
             {"attend",          "attend_blocks", "causal",        "strange",      "heads",
              "two_layers",      "reductions",    "log_softmax",   "functions",    "slabs",
              "values_of_lanes", "mixed",         "packed_layers", "softcap",      "gelu_product",
              "silu_product",    "tails",         "angles",        "with_weights", "with_log_sum_blocks",
              "post_norm"})
            if (name == of_double + std::string("_double")) return true;
        return false;
    }

    /// A literal of the type that the parameter has among T.
    template <class... T>
    static std::string element_text(const detail::emitted::parameter& p, std::size_t i) {
        std::string text;
        const auto write = [&]<class U>(const U& x) {
            if constexpr (std::floating_point<U>)
                text = detail::emitted::hex(x) + (std::same_as<U, float> ? "f" : "");
            else
                text = std::to_string(x) + (std::unsigned_integral<U> ? "U" : "") + (sizeof(U) == 8 ? "L" : "");
        };
        ((p.holds<T>() ? write(static_cast<const T*>(p.identity)[i]) : void()), ...);
        return text;
    }
    static std::string main_with(const std::vector<detail::emitted::parameter>& parameters, const std::string& name,
                                 std::size_t results, bool is_float) {
        const std::string type = is_float ? "float" : "double", word = is_float ? "unsigned" : "unsigned long long";
        std::string text = "#include <stdio.h>\n", call = name + '(';
        for (const detail::emitted::parameter& p : parameters) {
            const std::string array = "input_" + std::to_string(&p - parameters.data());
            text += std::string("static const ") + p.type + ' ' + array + "[] = {\n";
            for (std::size_t i = 0; i < p.span(); ++i)
                text += element_text<float, double, short, int, unsigned, long, unsigned long>(p, i) + ",\n";
            text += "};\n";
            call += array + ",\n        ";
        }
        const std::string count = std::to_string(results);
        return text + "int main(int argc, char** argv) {\n    static " + type + " out[" + count +
               "];\n    (void)argv;\n    " + call + "out);\n    for (int i = 0; i < " + count +
               " && argc > 1; ++i) {\n        " + word +
               " bits;\n        memcpy(&bits, &out[i], sizeof bits);\n        printf(\"" +
               (is_float ? "%08x" : "%016llx") + "\\n\", bits);\n    }\n    return 0;\n}\n";
    }

    std::string folder_;
};

inline constexpr axis sum_axis{"sum"}, kind_axis{"kind"};
inline constexpr axis query{"query"}, key{"key"}, d_k{"d_k"}, tokens{"tokens"}, d_model{"d_model"},
    features{"features"};

/// Axes that are split and merged, and heads that share keys.
template <class T>
void add_reshapes(case_writer& to, const std::string& type) {
    auto X = tensor<T, tokens[19], d_model[16]>();
    auto W = tensor<T, d_model[16], 32>();
    auto O = tensor<T, 16, d_model[6]>();
    const auto heads = [&]<std::size_t begin, std::size_t end>() {
        constexpr std::size_t count = (end - begin) / 4;
        return permute<1, 0, 2>(reshape<tokens[19], count, 4>(cols<begin, end>(X * W)));
    };
    const auto q = heads.template operator()<0, 16>();
    const auto k = group<4>(heads.template operator()<16, 24>());
    const auto v = group<4>(heads.template operator()<24, 32>());
    to.add("grouped_layer_" + type, merge<1, 2>(permute<1, 0, 2>(attention(q, k, v, causal))) * O, {"X", "W", "O"});
    if constexpr (at_night) to.add("merged_product_" + type, reshape<76, 8>(X * W) + 1);
    auto B = tensor<T, 7, tokens[3], d_model[16]>();
    auto bias = tensor<T, 32>();
    to.add("merged_rows_" + type, relu(B * W + bias), {"B", "W", "bias"});
    auto S = tensor<T, 9, 40>();
    const strided_view<const T, 9, 12> s(S.data(), {40, 3});
    to.add("split_view_" + type, exp(permute<1, 0, 2>(reshape<9, 3, 4>(s))));
    to.add("merged_view_" + type, softmax(reshape<27, 4>(s)));
}

template <class T>
void add_more_attention(case_writer& to, const std::string& type) {
    {
        auto Q = tensor<T, query[12], d_k[3]>();
        auto K = tensor<T, key[12], d_k[3]>(), V = tensor<T, key[12], d_k[3]>();
        to.add("kept_weights_" + type, softmax(Q * transpose(K) / sqrt(dim<1>(K))), {"Q", "K"});
        to.add("unscaled_" + type, softmax(Q * transpose(K)) * V + Q * 0.1, {"query", "key", "weight"});
    }
    {
        auto Q = tensor<T, 7, 16>();
        auto K = tensor<T, 19, 16>();
        auto V = tensor<T, 19, 5>();
        if constexpr (at_night) to.add("attend_16_" + type, attention(Q, K, V));
        to.add("one_query_" + type, attention(rows<2, 3>(Q), K, V));
        to.add("one_key_" + type, softmax(Q * transpose(rows<3, 4>(K))) * rows<3, 4>(V));
    }
    {
        auto Q = tensor<T, query[70], d_k[64]>();
        auto K = tensor<T, key[150], d_k[64]>();
        auto V = tensor<T, key[150], d_k[64]>();
        if constexpr (at_night) to.add("causal_late_" + type, attention(Q, K, V, causal_lower_right), {"Q", "K", "V"});
        if constexpr (at_night) to.add("no_key_" + type, attention(Q, K, V, index::k < index::q - 5), {"Q", "K", "V"});
        using namespace index;
        const auto S = softcap(Q * transpose(K) / sqrt(dim<1>(K)), 5);
        to.add("window_" + type, softmax(where(k <= q && q - k < 31, S + 0.01 * (k - q))) * V, {"Q", "K", "V"});
    }
    {  // one name for two axes: tokens attend to tokens
        auto X = tensor<T, tokens[9], d_model[6]>();
        to.add("self_attention_" + type, attention(X, X, X, causal) + X, {"X"});
    }
    {
        auto Q = tensor<T, 2, 3, 9, 8>();
        auto K = tensor<T, 2, 3, 11, 8>();
        auto V = tensor<T, 2, 3, 11, 4>();
        auto L = tensor<int, 2>();
        if constexpr (at_night) to.add("batched_" + type, attention(Q, K, V), {"Q", "K", "V"});
        to.add("padded_" + type, attention(Q, K, V, padding(L)), {"lengths", "Q", "K", "V"});
        auto S = tensor<T, axes::head[3], axes::batch[2], 4, 9>();
        auto U = tensor<T, axes::batch[2], 4, 9>();
        to.add("by_name_" + type, softmax(where(padding(L), S + index::h * 2 - at(L, index::b))), {"lengths", "S"});
        to.add("texts_" + type, softmax(where(padding(L) || index::q == index::b, U)), {"lengths", "S"});
        to.add("weights_twice_" + type, hadamard(softmax(Q * transpose(K)), log_softmax(Q * transpose(K))));
    }
    {
        auto Q = tensor<T, 6, 4>();
        auto K = tensor<T, 8, 4>(), V = tensor<T, 8, 4>();
        auto M = tensor<int, 6, 8>();
        auto B = tensor<T, 6, 8>();
        to.add("mask_tensor_" + type, softmax(where(M, Q * transpose(K))) * V, {"mask", "Q", "K", "V"});
        to.add("bias_" + type, softmax(Q * transpose(K) + B) * V, {"Q", "K", "bias", "V"});
        to.add("given_scores_" + type, softmax(B) * K, {"scores", "V"});
    }
}

template <class T>
void add_attention(case_writer& to, const std::string& type) {
    {
        auto Q = tensor<T, query[12], d_k[3]>();
        auto K = tensor<T, key[12], d_k[3]>(), V = tensor<T, key[12], d_k[3]>();
        to.add("attend_" + type, softmax(Q * transpose(K) / sqrt(dim<1>(K))) * V, {"Q", "K", "V"});
    }
    {
        auto Q = tensor<T, query[70], d_k[64]>();
        auto K = tensor<T, key[150], d_k[64]>();
        auto V = tensor<T, key[150], d_k[64]>();
        to.add("attend_blocks_" + type, attention(Q, K, V), {"Q", "K", "V"});
        to.add("causal_" + type, attention(Q, K, V, causal_upper_left), {"Q", "K", "V"});
        using namespace index;
        const auto S = softcap(Q * transpose(K) / sqrt(dim<1>(K)), 5);
        const auto dY = tensor<T, query[70], d_k[64]>();
        to.add("attend_back_" + type,
               vjp(
                   dY, [](const auto&... x) { return attention(x..., causal_upper_left); }, Q, K, V));
        to.add("window_back_" + type,
               vjp(
                   dY, [](const auto&... x) { return attention(x..., index::k <= q + 90 && q + 70 <= index::k); }, Q, K,
                   V));
        const auto kept = [&] {  // weights whose log-sum-exp is known
            return detail::make_elementwise<detail::function::keep>(index::k <= q + 20, exp(Q * transpose(K) / 8 - 2));
        };
        to.add("known_sums_back_" + type, let(kept(), [&](const auto& p) {
                   return let(hadamard(p, dY * transpose(V) - 0.5), [&](const auto& ds) {
                       return results(ds * K / 8, transpose(ds) * Q / 8, transpose(p) * dY);
                   });
               }));
        to.add("both_ways_" + type, let(softmax(Q * transpose(K)), [&](const auto& weights) {
                   return results(weights * V, transpose(weights) * Q / 3 + V);
               }));
        to.add("strange_" + type, softmax(where(q % 3 == 1 || !(k / 16 == 1), S)) * V + 1, {"Q", "K", "V"});
    }
    if constexpr (has_all_cases<T>) add_more_attention<T>(to, type);
}

template <class T>
void add_heads(case_writer& to, const std::string& type) {
    auto X = tensor<T, tokens[10], d_model[8]>();
    auto W = tensor<T, 8, 12>();
    auto Wo = tensor<T, 8, 8>();
    to.add("heads_" + type,
           concat(heads<2>([&](auto) { return attention(X * cols<0, 4>(W), X * cols<4, 8>(W), X * cols<8, 12>(W)); })) *
                   Wo +
               X,
           {"X", "W", "Wo"});
    to.add("parts_" + type, concat(X, exp(X), X * cols<0, 3>(W)), {"X", "W"});
    to.add("rows_beside_" + type, concat<0>(rows<2, 5>(X), X * Wo), {});
}

template <class T>
void add_layers(case_writer& to, const std::string& type) {
    auto X = tensor<T, tokens[13], features[10]>();
    auto W = tensor<T, features[10], 21>();
    auto b = tensor<T, 21>();
    if constexpr (at_night) to.add("linear_gelu_" + type, gelu(X * W + b), {"X", "W", "b"});
    to.add("two_layers_" + type, relu(X * W + b) * transpose(W), {"X", "W", "b"});
    to.add("vector_product_" + type, W * b, {"W", "b"});
    to.add("norm_" + type, (X - mean<0>(X) * 0.5) / 3, {"X"});
    to.add("logsumexp_" + type, logsumexp<1>(X), {"X"});
    to.add("reductions_" + type,
           sum<0>(X) + mean<0>(X) - max<0>(X) * 2 + min<0>(X) + hadamard(logsumexp<0>(X), max<0>(exp(X))), {"X"});
    to.add("total_" + type, sum<0>(sum<0>(X)) + 1, {"X"});
    to.add("kept_axes_" + type, (X - mean(X, keep)) / stddev(X, keep) + max<0, 1>(X), {"X"});
    to.add("argmax_" + type, argmax(X) - argmax<0>(transpose(X)) * 2, {"X"});
    to.add("log_softmax_" + type, log_softmax<0>(X) * 2 + 1, {"X"});
    to.add("softmax_along_rows_" + type, transpose(softmax<0>(X)), {"X"});
}

template <class T>
void add_elementwise(case_writer& to, const std::string& type) {
    auto A = tensor<T, 5, 7>();
    auto B = tensor<T, 7>();
    to.add("functions_" + type,
           concat(exp(A), log(abs(A) + 1), sqrt(abs(A)), rsqrt(abs(A) + 1), tanh(A), erf(A), sigmoid(A), relu(A),
                  gelu(A), gelu_tanh(A), silu(A), softplus(A), pow(abs(A), B), min(A, B), max(A, B)),
           {"A", "B"});
    to.add("chain_" + type, A - (B - (A - 0.25)) / (2 - hadamard(A, -B)) / (constant<3>{} / constant<7>{}), {"A", "B"});
    to.add("conditions_" + type,
           where(A, A, B) + where(index::q < 3 && !(index::k == 2), 1 / (A - 3), exp(A)) + index::q * index::k % 4,
           {"A", "B"});
    to.add("own_functions_" + type,
           apply([](auto x, auto b) { return where(x > b && !(x >= 1), x * x, x / 8_c) + clamp(x, -1_c, b); },
                 exp(A) - 1, B) +
               (A <= B),
           {"A", "B"});
}

template <class T>
void add_places(case_writer& to, const std::string& type) {
    std::vector<T> memory(23);
    const strided_view<const T, 5, 4> S(memory.data(), {1, 6});  // column-major, part of more rows
    auto A = tensor<T, 4, 5, 6>();
    auto W = tensor<T, 6, 5>();
    auto M = tensor<T, 5, 5>();
    to.add("strided_" + type, transpose(S) * transpose(W), {"S", "W"});
    to.add("strided_attention_" + type, attention(S, S, transpose(W)), {"S", "W"});
    std::vector<T> padded(9 * 50), turned(40 * 9);
    const strided_view<const T, 9, 40> rows(padded.data(), {50, 1}), columns(turned.data(), {1, 9});
    if constexpr (at_night)
        to.add("one_query_of_views_" + type, attention(tensor<T, 1, 40>(), rows, columns), {"Q", "K", "V"});
    to.add("two_queries_of_columns_" + type, attention(tensor<T, 2, 40>(), columns, rows), {"Q", "K", "V"});
    auto X = tensor<T, 9, 3, 40>(), Y = tensor<T, 9, 3, 40>();
    to.add("one_query_of_parts_" + type, attention(tensor<T, 1, 40>(), X(all, 1), Y(all, 2)), {"Q", "K", "V"});
    to.add("permuted_" + type, permute<2, 0, 1>(A) * 2 + 1, {"unused_name"});
    const auto tables = rope_tables<T>(4, 6);
    to.add("rope_" + type, rope(permute<1, 0, 2>(A), tables, pairs::halves) + 1, {"A", "cosines", "sines"});
    to.add("neighbours_" + type, rope(permute<1, 0, 2>(A), tables, pairs::neighbours) + 1, {"A", "cosines", "sines"});
    to.add("einsum_" + type, einsum<"abc,cd->dba">(A, W) + 1, {"A", "W"});
    to.add("at_index_" + type, (A * W)(all, 2_c, all), {"A", "W"});
    to.add("inverse_" + type, inverse(M), {"M"});
    to.add("solve_" + type, solve(M * transpose(M) + 1, M) + M, {"M"});
}

template <class T>
void add_more_tiles(case_writer& to, const std::string& type) {
    auto A = tensor<T, 303, 300>();
    auto C = tensor<T, 300, 77>();
    to.add("rows_of_tiles_" + type, exp(A * C / 100), {"A", "C"});
    to.add("transposed_result_" + type, transpose(cols<0, 9>(A) * rows<0, 9>(C) + 1), {"A", "C"});
    auto Q = tensor<T, 2, 37, 3>();
    auto K = tensor<T, 2, 100, 3>();
    auto V = tensor<T, 2, 100, 45>();
    if constexpr (at_night) to.add("narrow_keys_" + type, attention(Q, K, V), {"Q", "K", "V"});
    to.add("mask_of_heads_" + type,
           softmax(where(index::k < 70 * index::h + index::q, Q * transpose(K) * 0.5 - index::h)) * V, {"Q", "K", "V"});
    auto S = tensor<T, 70, 3>();
    auto N = tensor<T, sum_axis[100], 3>();
    auto P = tensor<T, kind_axis[130], 3>();
    to.add("axis_named_sum_" + type, attention(S, N, N), {"maximum", "total"});
    to.add("axis_named_kind_" + type, attention(S, P, P, causal_upper_left), {"weight", "largest"});
    auto One = tensor<T, 1, 8>();
    to.add("nodes_without_loops_" + type, softmax(One) + softmax(One * 2), {"expected"});
    auto L = tensor<T, 2, 50, 3>();
    auto W = tensor<T, 2, 50, 45>();
    if constexpr (at_night) to.add("queries_without_a_key_" + type, attention(Q, L, W, index::q < 5), {"Q", "K", "V"});
    to.add("no_key_at_all_" + type, attention(Q, L, W, index::q < index::h * 9), {"Q", "K", "V"});
}

/// Shapes that tiles, slabs of panels and registers do not divide.
template <class T>
void add_tiles(case_writer& to, const std::string& type) {
    auto A = tensor<T, 303, 300>();
    auto B = tensor<T, 150, 300>();
    auto b = tensor<T, 150>();
    to.add("slabs_" + type, A * transpose(B) / 7 + b, {"A", "B", "b"});
    auto Q = tensor<T, 2, 37, 3>();
    auto K = tensor<T, 2, 100, 3>();
    auto V = tensor<T, 2, 100, 45>();
    to.add("scales_in_order_" + type, softmax(T(0.1) * (T(0.1) * (T(0.9) * (Q * transpose(K)))) * sqrt(dim<2>(Q))) * V,
           {"Q", "K", "V"});
    // A scale beyond 1 is in the weights; of a negative one the sign is in the queries.
    to.add("steep_" + type, softmax(T(9) * (Q * transpose(K))) * V, {"Q", "K", "V"});
    to.add("steep_and_negative_" + type, softmax(T(-3) * (slice<1, 0, 2>(Q) * transpose(K))) * V, {"Q", "K", "V"});
    auto few = tensor<T, 3, 64>();
    auto deep = tensor<T, 150, 64>();
    to.add("few_steep_and_negative_" + type, softmax(T(-3) * (few * transpose(deep))) * deep, {"Q", "K"});
    auto M = tensor<T, 2, 21, 100>();
    to.add("values_of_lanes_" + type, attention(Q, K, transpose(M)) * 2, {"Q", "K", "M"});
    if constexpr (has_all_cases<T>) add_more_tiles<T>(to, type);
}

/// Weights that are packed ahead. Their panels are copied when they are packed: weights have their numbers before.
template <class T>
void add_packed(case_writer& to, const std::string& type) {
    auto X = tensor<T, tokens[13], features[40]>();
    auto W = tensor<T, features[40], 37>(), U = tensor<T, features[40], 37>();
    auto V = tensor<T, features[40], 9>();
    auto Back = tensor<T, 37, features[40]>();
    auto b = tensor<T, 37>();
    fill(W.data(), W.size(), 2);
    const auto P = packed(W);
    to.add("packed_" + type, X * P, {"X", "W"});
    fill(Back.data(), Back.size(), 4);
    to.add("packed_layers_" + type, gelu(X * P + b) * packed(Back) / 7 + X, {"X", "W", "b", "back"});
    fill(U.data(), U.size(), 3);
    fill(V.data(), V.size(), 4);
    to.add("packed_heads_" + type, attention(X * P, X * packed(U), X * packed(V), causal), {"X", "W_q", "W_k", "W_v"});
    auto A = tensor<T, 303, 300>();
    auto C = tensor<T, 300, 150>();
    fill(C.data(), C.size(), 2);
    to.add("packed_slabs_" + type, A * packed(C) / 7, {"A", "C"});
}

template <class T>
void add_mixed(case_writer& to, const std::string& type) {
    using other = std::conditional_t<std::same_as<T, float>, double, float>;
    auto A = tensor<T, 5, 6>();
    auto B = tensor<other, 6, 9>();
    to.add("mixed_" + type, A * B + 0.1, {"A", "B"});
    to.add("names_" + type, softmax(A * transpose(A)) * A, {"weight"});
}

/// Functions that registers compute, in the loops that have registers: scores, epilogues of products, rows.
template <class T>
void add_functions_in_registers(case_writer& to, const std::string& type) {
    {
        auto Q = tensor<T, query[37], d_k[16]>();
        auto K = tensor<T, key[70], d_k[16]>(), V = tensor<T, key[70], d_k[16]>();
        to.add("softcap_" + type, softmax(softcap(Q * transpose(K) / sqrt(dim<1>(K)), 30)) * V, {"Q", "K", "V"});
        if constexpr (has_all_cases<T>)
            to.add("sigmoid_scores_" + type, sigmoid(Q * transpose(K) / sqrt(dim<1>(K))) * V, {"Q", "K", "V"});
    }
    {
        auto X = tensor<T, tokens[21], features[40]>();
        auto W = tensor<T, features[40], 53>();
        auto b = tensor<T, 53>();
        to.add("gelu_product_" + type, gelu(X * W / 8 + b), {"X", "W", "b"});
        if constexpr (at_night) to.add("gelu_tanh_product_" + type, gelu_tanh(X * W / 8 + b), {"X", "W", "b"});
        to.add("silu_product_" + type, silu(X * W / 8) - sigmoid(X * W / 4), {"X", "W"});
        if constexpr (at_night) to.add("softplus_product_" + type, softplus(X * W / 8 + b), {"X", "W", "b"});
    }
    auto A = tensor<T, 6, 45>();
    to.add("tails_" + type,
           concat(tanh(5 * A), erf(3 * A), sigmoid(60 * A), log(exp(30 * A)), log(abs(A) + 0.001), sqrt(abs(A)),
                  rsqrt(exp(A)), gelu(4 * A), gelu_tanh(4 * A), silu(60 * A), softplus(60 * A), relu(tanh(A)),
                  floor(7 * A) + 10 * ceil(9 * A) + 100 * trunc(8 * A) + 1000 * sign(A)),
           {"A"});
    // Scaled by powers of 2: the file checks itself in double, where the angles have to be the same.
    to.add("angles_" + type,
           concat(sin(A), cos(A), sin(1024 * A), cos(2048 * A), sin(0x1p22 * A), cos(0x1p40 * A), sin(0x1p100 * A)),
           {"A"});
}

/// One query: depth in lanes where it is at least as long as there are partial sums.
template <class T>
void add_single_queries(case_writer& to, const std::string& type) {
    auto Q = tensor<T, 1, d_k[64]>();
    auto K = tensor<T, key[150], d_k[64]>();
    auto V = tensor<T, key[150], 43>();
    if constexpr (at_night) to.add("single_query_" + type, attention(Q, K, V), {"Q", "K", "V"});
    if constexpr (at_night)
        to.add("single_query_few_keys_" + type, attention(Q, rows<0, 21>(K), rows<0, 21>(V)), {"Q", "K", "V"});
    to.add("single_query_window_" + type, attention(Q, K, V, 40 <= index::k && index::k < 131), {"Q", "K", "V"});
    const auto S = softcap(Q * transpose(K) / sqrt(dim<1>(K)), 5);
    to.add("single_query_formula_" + type, softmax(where(!(index::k % 3 == 1), S)) * V + 1, {"Q", "K", "V"});
    to.add("single_query_slices_" + type, attention(cols<0, 24>(Q), cols<8, 32>(K), cols<3, 12>(V)), {"Q", "K", "V"});
    auto B = tensor<T, 2, 3, 1, 32>();
    auto C = tensor<T, 2, 3, 70, 32>();
    auto D = tensor<T, 2, 3, 20, 70>();
    auto L = tensor<int, 2>();
    to.add("single_query_heads_" + type, attention(B, C, transpose(D)), {"Q", "K", "V"});
    auto few = tensor<T, query[3], d_k[64]>();
    to.add("few_queries_" + type, attention(few, K, V, causal_lower_right), {"Q", "K", "V"});
    const auto with_log_sums = [&to, &type](const char* name, const auto& q, const auto& k, const auto& v) {
        to.add(name + type, let(q * transpose(k), [&](auto s) { return results(softmax(s) * v, logsumexp(s)); }));
    };
    with_log_sums("single_query_log_sums_", Q, K, V);
    if constexpr (at_night) with_log_sums("few_queries_log_sums_", few, K, V);
    auto short_keys = tensor<T, key[20], d_k[64]>();
    with_log_sums("few_queries_log_sums_few_keys_", few, short_keys, short_keys);
    to.add("single_query_padded_" + type, attention(B, C, C, padding(L)), {"lengths", "Q", "K"});
    auto X = tensor<T, 1, 70>();
    auto W = tensor<T, 70, 301>();
    auto b = tensor<T, 301>();
    to.add("single_row_" + type, gelu(X * W / 9 + b), {"X", "W", "b"});
    to.add("single_row_of_parts_" + type, concat(X, X) * concat<0>(cols<0, 35>(W), cols<70, 105>(W)), {"X", "W"});
}

/// Products of few rows with matrices that have a row of memory for each result.
template <class T>
void add_few_rows(case_writer& to, const std::string& type) {
    auto W = tensor<T, 45, 70>();
    auto x = tensor<T, 70>();
    auto X = tensor<T, 2, 70>();
    auto b = tensor<T, 45>();
    auto deep = tensor<T, 70, 3>();
    to.add("matrix_by_column_" + type, W * x, {"W", "x"});
    to.add("few_rows_" + type, relu(rms_norm(X) * transpose(W) / 9 + b), {"X", "W", "b"});
    if constexpr (at_night) to.add("few_rows_swept_" + type, X * transpose(W) * tensor<T, 45, 140>(), {"X", "W", "V"});
    to.add("rows_fetched_" + type, tensor<T, 35, 270>() * tensor<T, 270, 130>(), {"X", "W"});
    auto far = tensor<T, 300, 140>();  // is fetched ahead
    to.add("few_rows_fetched_" + type, tensor<T, 2, 140>() * transpose(far) * far, {"X", "W"});
    to.add("few_rows_of_parts_" + type, concat(cols<0, 20>(X), cols<3, 53>(X)) * transpose(W), {"X", "W"});
    to.add("few_rows_copied_" + type, transpose(deep) * transpose(W), {"X", "W"});
    to.add("few_rows_of_rows_" + type, pow(rows<0, 1>(X) * transpose(rows<1, 9>(W)), 2), {"X", "W"});
}

/// Sums of more terms than a block has, in each loop that forms them.
template <class T>
void add_long_sums(case_writer& to, const std::string& type) {
    auto W = tensor<T, 530, 20>();
    auto wide = tensor<T, 530, 141>();
    auto deep = tensor<T, 3, 4100>();
    to.add("long_product_" + type, gelu(tensor<T, 9, 530>() * W), {"X", "W"});
    to.add("long_copied_" + type, tensor<T, 9, 513>() * transpose(tensor<T, 7, 513>()), {"X", "W"});
    to.add("long_far_" + type, tensor<T, 33, 530>() * tensor<T, 530, 290>() + 1, {"X", "W"});
    to.add("long_swept_" + type, relu(tensor<T, 2, 530>() * wide), {"X", "W"});
    to.add("long_parts_" + type, concat(tensor<T, 2, 300>(), tensor<T, 2, 530>()) * concat<0>(rows<0, 300>(wide), wide),
           {"X", "Y", "W"});
    to.add("long_depth_in_lanes_" + type, deep * transpose(tensor<T, 5, 4100>()), {"X", "W"});
    to.add("long_scores_" + type, attention(tensor<T, 6, 270>(), tensor<T, 9, 270>(), tensor<T, 9, 4>()),
           {"Q", "K", "V"});
    to.add("long_rows_" + type, results(mean(deep), softmax(deep), logsumexp(deep), rms_norm(deep)), {"X"});
    to.add("long_variance_" + type, results(var(deep), stddev<0>(W)), {"X", "W"});
}

template <class T>
void add_shared(case_writer& to, const std::string& type) {
    auto X = tensor<T, tokens[37], features[10]>(), K = X, V = X;
    auto W = tensor<T, features[10], features[10]>(), U = W;
    to.add("gated_" + type, let(X * W, [&](auto s) { return s + hadamard(silu(s * U), s * W); }), {"X", "W", "U"});
    to.add("with_weights_" + type,
           let(X * transpose(K) / sqrt(dim<1>(K)),
               [&](auto s) { return let(softmax(s), [&](auto w) { return results(w * V, w, logsumexp(s)); }); }),
           {"X", "K", "V"});
    if constexpr (at_night)
        to.add("with_log_sum_" + type,
               let(X * transpose(K) / sqrt(dim<1>(K)), [&](auto s) { return results(softmax(s) * V, logsumexp(s)); }),
               {"X", "K", "V"});
    auto few = tensor<T, tokens[3], features[10]>();
    auto long_keys = tensor<T, tokens[150], features[10]>(), long_values = long_keys;
    to.add("with_log_sum_blocks_" + type,
           let(where(index::k <= index::q + 100, X * transpose(long_keys)),
               [&](auto s) { return results(softmax(s) * long_values, logsumexp(s)); }),
           {"X", "K", "V"});
    to.add("with_log_sum_of_few_" + type,
           let(few * transpose(long_keys) / 3,
               [&](auto s) { return results(softmax(s) * long_values + 1, logsumexp(s)); }),
           {"X", "K", "V"});
    to.add("exchanged_" + type, let(X * W, [&](auto s) { return results(gelu(s), transpose(s), s, X); }), {"X", "W"});
}

template <class T>
void add_norms(case_writer& to, const std::string& type) {
    auto X = tensor<T, tokens[37], features[45]>();
    auto W = tensor<T, features[45], features[45]>();
    auto g = tensor<T, features[45]>(), b = tensor<T, features[45]>();
    auto c = tensor<T, tokens[37]>();
    if constexpr (at_night) to.add("layer_norm_" + type, layer_norm(X), {"X"});
    to.add("rms_norm_" + type, rms_norm(X, g, {.epsilon = 1e-6}), {"X", "gain"});
    to.add("post_norm_" + type, layer_norm(X + gelu(X * W / 9), g, b), {"X", "W", "gain", "bias"});
    to.add("pre_norm_" + type, let(rms_norm(X, g), [&](auto s) { return X + hadamard(silu(s * W), s); }),
           {"X", "gain", "W"});
    to.add("norm_of_columns_" + type, layer_norm<0>(exp(X), c, {.epsilon = 0.5}), {"X", "gain"});
    auto blocks = tensor<T, 5, 3, features[45]>();
    auto of_blocks = tensor<T, 3, features[45]>();
    to.add("norm_over_axes_" + type, layer_norm<1, 2>(blocks, of_blocks) + 1, {"X", "gain"});
    to.add("norm_of_three_" + type, rms_norm(cols<0, 3>(X)) + 1, {"X"});
}

/// Whole numbers are filled with 0 to 3, indices of the scores go further.
template <class T>
void add_looked_up(case_writer& to, const std::string& type) {
    using namespace index;
    const tensor<T, 9, features[10]> E;
    const tensor<int, 2, tokens[37]> ids;
    const vector<int, tokens[37]> kind;
    const tensor<T, features[10], features[10]> W;
    const tensor<T, 3, tokens[37], features[10]> Q, K, V;
    const tensor<T, 3, 73> rel;
    const tensor<T, 5, 4, 3> by_kind;
    const vector<int, 73> bucket;
    to.add("rows_" + type, rows(E, ids), {"E", "ids"});
    const tensor<T, 2, tokens[37], features[10]> dY;
    to.add("rows_back_" + type, vjp(
                                    dY, [&](const auto& e) { return exp(rows(2 * e, ids)); }, E));
    to.add("linear_back_" + type, vjp(
                                      dY, [&](const auto& e) { return rows(e, ids); }, E));
    to.add("rows_times_" + type, exp(rows(E, ids) / 2) * W, {"E", "ids", "W"});
    to.add("rows_of_part_" + type, rows(transpose(cols<2, 6>(W)), ids[0]) + rows(W * W, kind) * cols<0, 10>(W),
           {"W", "ids", "kind"});
    to.add("distances_" + type,
           attention(Q, K, V, q - k < 20) + exp(softmax(Q * transpose(K) + at(rel, h, q - k + 36)) * V),
           {"Q", "K", "V", "rel"});
    to.add("buckets_" + type, softmax(Q * transpose(K) + at(by_kind, at(kind, k), at(bucket, q - k + 36), h)) * V,
           {"Q", "K", "B", "kind", "bucket", "V"});
    to.add("one_query_looked_up_" + type,
           softmax(rows<3, 4>(Q) * transpose(K) + at(rel, h, abs(k - 36) + max(k - 20, 1))) * V,
           {"Q", "K", "rel", "V"});
}

/// Whole numbers of two types, of which T does not have all: neighbours from `a` and from `b` on.
template <class T, class A, class B>
void add_whole_numbers(case_writer& to, const std::string& name, A a, B b) {
    using namespace index;
    const tensor<T, 7, 13> S;
    const tensor<T, 13, 4> V;
    tensor<A, 7> ids;
    tensor<B, 13> texts;
    for (std::size_t i = 0; i < 7; ++i) ids(i) = static_cast<A>(a + static_cast<A>(i / 2));
    for (std::size_t j = 0; j < 13; ++j) texts(j) = static_cast<B>(b + static_cast<B>(j / 3));
    to.add_with_its_numbers("same_" + name, softmax(where(at(ids, q) == at(texts, k), S)) * V);
    to.add_with_its_numbers("before_" + name,
                            softmax(where(at(ids, q) < at(texts, k) || at(texts, k) <= at(ids, 6 - q), S)) * V);
}
inline void add_whole_numbers(case_writer& to) {
    constexpr std::int64_t far = std::int64_t{1} << 53;
    add_whole_numbers<float, std::int32_t, std::int64_t>(to, "int_long", (1 << 26) + 1, (1 << 26) - 1);
    add_whole_numbers<float, std::int32_t, std::uint32_t>(to, "int_unsigned", -3, 0xFFFF'FFFBU);
    add_whole_numbers<float, std::uint32_t, std::int64_t>(to, "unsigned_long", 0xFFFF'FFFCU, -2);
    add_whole_numbers<double, std::int64_t, std::uint64_t>(to, "long_unsigned_long", far - 1, std::uint64_t(far) + 1);
    add_whole_numbers<double, std::uint64_t, std::int16_t>(to, "unsigned_long_short", 0, -2);
    add_whole_numbers<float, double, double>(to, "doubles", 1e9, 1e9);
    add_whole_numbers<float, double, std::int32_t>(to, "double_int", 16777217, 16777216);
    using namespace index;
    const tensor<double, 13> mask{1e-60, 0, 3, 0, 1e-50, 1, 1, 0, 1e-300, 1, 0, 0, 7};
    const tensor<float, 7, 13> S;
    const tensor<float, 13, 4> V;
    to.add_with_its_numbers("double_mask", softmax(where(mask, S)) * V);
    to.add_with_its_numbers("double_choice", where(mask, S, 2 * S) + where(at(mask, k) < 3, S, 0.0F));
}

template <std::uint64_t... Seed>
void add_random(case_writer& to, std::integer_sequence<std::uint64_t, Seed...>) {
    const auto add = [&]<std::uint64_t S>() {
        using T = std::conditional_t<S % 4 == 0, float, double>;
        to.add_with_its_numbers("random_" + std::to_string(S),
                                random_formula<T, S, 3, drawn(S * 11 + 5, 1, 12), drawn(S * 13 + 7, 1, 12)>());
    };
    (add.template operator()<500 + Seed>(), ...);
}

/// Formulas of 0 to 5 axes, of float, double and both.
template <std::uint64_t Seed>
void add_random_shape(case_writer& to) {
    using T = std::conditional_t<Seed % 3 == 0, float, std::conditional_t<Seed % 3 == 1, float_and_double, double>>;
    constexpr shape dims = random_shape(Seed);
    to.add_with_its_numbers("shapes_" + std::to_string(Seed), random_formula_of_shape<T, Seed, 3, dims>());
}
template <std::uint64_t... Seed>
void add_random_shapes(case_writer& to, std::integer_sequence<std::uint64_t, Seed...>) {
    (add_random_shape<700 + Seed>(to), ...);
}

/// Cases that are compiled together, each part in an object of its own: all of them in one take a compiler minutes.
enum class part {
    attention,
    heads,
    layers,
    elementwise,
    places,
    tiles,
    packed,
    mixed,
    functions_in_registers,
    single_queries,
    few_rows,
    long_sums,
    shared,
    norms,
    looked_up,
    random,
    random_shapes
};
template <part P>
void add_part(case_writer& to);

template <part p, class T>
void add_part_in(case_writer& to, const std::string& type) {
    if constexpr (p == part::attention) add_attention<T>(to, type);
    if constexpr (p == part::heads) add_heads<T>(to, type);
    if constexpr (p == part::layers) add_layers<T>(to, type);
    if constexpr (p == part::elementwise) add_elementwise<T>(to, type);
    if constexpr (p == part::places) add_places<T>(to, type);
    if constexpr (p == part::places) add_reshapes<T>(to, type);
    if constexpr (p == part::tiles) add_tiles<T>(to, type);
    if constexpr (p == part::packed) add_packed<T>(to, type);
    if constexpr (p == part::mixed) add_mixed<T>(to, type);
    if constexpr (p == part::functions_in_registers) add_functions_in_registers<T>(to, type);
    if constexpr (p == part::single_queries) add_single_queries<T>(to, type);
    if constexpr (p == part::few_rows) add_few_rows<T>(to, type);
    if constexpr (p == part::long_sums) add_long_sums<T>(to, type);
    if constexpr (p == part::shared) add_shared<T>(to, type);
    if constexpr (p == part::norms) add_norms<T>(to, type);
    if constexpr (p == part::looked_up) add_looked_up<T>(to, type);
    if constexpr (p == part::looked_up && std::same_as<T, float>) add_whole_numbers(to);
}

}  // namespace heed::test
