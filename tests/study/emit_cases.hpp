// SPDX-License-Identifier: BSL-1.0
// Formulas whose emitted C is compared with the library, bit for bit: tests/study/emit.sh compiles and runs it.
#pragma once

#include "tests/run/random_formula.hpp"
#include "tests/run/random_shapes_formula.hpp"

#include <heed/heed.hpp>
#include <heed/study/emit.hpp>

#include <bit>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <string>
#include <vector>

namespace heed::test {

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
/// Fills the tensors of a formula as the main of its emitted program does.
template <class F>
void fill_leaves(const F& f) {
    detail::emitted::leaf_list<detail::value_of<F>> list;
    list.add(detail::operand_of(f));
    unsigned seed = 0;
    for (const detail::emitted::parameter& p : list.parameters) {
        void* const data = const_cast<void*>(p.data);  // of tensors that are not const
        ++seed;
        if (p.type == detail::emitted::c_type<float>()) fill(static_cast<float*>(data), p.span(), seed);
        if (p.type == detail::emitted::c_type<double>()) fill(static_cast<double*>(data), p.span(), seed);
        if (p.type == detail::emitted::c_type<int>()) fill(static_cast<int*>(data), p.span(), seed);
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

inline void write_file(const std::string& path, const std::string& text) { std::ofstream(path) << text; }

/// FOLDER/NAME.c and the bits that the library computes, FOLDER/NAME.bits.
class case_writer {
public:
    explicit case_writer(std::string folder) : folder_(std::move(folder)) {}

    template <class F>
    void add(const std::string& name, const F& f, const std::vector<std::string>& leaves = {}) {
        fill_leaves(f);
        const std::string bits = bits_of(evaluate(f));
        write_file(folder_ + '/' + name + ".c", study::emit(f, {.name = name, .leaves = leaves}));
        write_file(folder_ + '/' + name + ".bits", bits);
        if (!also_in_registers(name)) return;
        const study::emit_options in_registers{.name = name, .leaves = leaves, .form = study::form::vector};
        write_file(folder_ + '/' + name + "_vector.c", study::emit(f, in_registers));
        write_file(folder_ + '/' + name + "_vector.bits", bits);
    }

    /// With a main that has the numbers of the leaves in it: they need not be ours to fill.
    template <class F>
    void add_with_its_numbers(const std::string& name, const F& f) {
        const auto value = evaluate(f);
        detail::emitted::leaf_list<detail::value_of<F>> list;
        list.add(detail::operand_of(f));
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
        for (const char* of_double : {"attend", "attend_blocks", "causal", "strange", "heads", "two_layers",
                                      "reductions", "log_softmax", "functions", "slabs", "values_of_lanes", "mixed"})
            if (name == of_double + std::string("_double")) return true;
        return false;
    }

    static std::string main_with(const std::vector<detail::emitted::parameter>& parameters, const std::string& name,
                                 std::size_t results, bool is_float) {
        const std::string type = is_float ? "float" : "double", word = is_float ? "unsigned" : "unsigned long long";
        std::string text = "#include <stdio.h>\n", call = name + '(';
        for (const detail::emitted::parameter& p : parameters) {
            const std::string array = "input_" + std::to_string(&p - parameters.data());
            text += std::string("static const ") + p.type + ' ' + array + "[] = {\n";
            for (std::size_t i = 0; i < p.span(); ++i) {
                const bool single = p.type == detail::emitted::c_type<float>();
                const double x =
                    single ? double(static_cast<const float*>(p.data)[i]) : static_cast<const double*>(p.data)[i];
                text += detail::emitted::hex(x) + (single ? "f,\n" : ",\n");
            }
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

inline constexpr axis query{"query"}, key{"key"}, d_k{"d_k"}, tokens{"tokens"}, d_model{"d_model"},
    features{"features"};

template <class T>
void add_attention(case_writer& to, const std::string& type) {
    {
        auto Q = tensor<T, query[12], d_k[3]>();
        auto K = tensor<T, key[12], d_k[3]>(), V = tensor<T, key[12], d_k[3]>();
        to.add("attend_" + type, softmax(Q * transpose(K) / sqrt(dim<1>(K))) * V, {"Q", "K", "V"});
        to.add("kept_weights_" + type, softmax(Q * transpose(K) / sqrt(dim<1>(K))), {"Q", "K"});
        to.add("unscaled_" + type, softmax(Q * transpose(K)) * V + Q * 0.1, {"query", "key", "weight"});
    }
    {
        auto Q = tensor<T, 7, 16>();
        auto K = tensor<T, 19, 16>();
        auto V = tensor<T, 19, 5>();
        to.add("attend_16_" + type, attention(Q, K, V));
        to.add("one_query_" + type, attention(rows<2, 3>(Q), K, V));
        to.add("one_key_" + type, softmax(Q * transpose(rows<3, 4>(K))) * rows<3, 4>(V));
    }
    {
        auto Q = tensor<T, query[70], d_k[64]>();
        auto K = tensor<T, key[150], d_k[64]>();
        auto V = tensor<T, key[150], d_k[64]>();
        to.add("attend_blocks_" + type, attention(Q, K, V), {"Q", "K", "V"});
        to.add("causal_" + type, attention(Q, K, V, causal_upper_left), {"Q", "K", "V"});
        to.add("causal_late_" + type, attention(Q, K, V, causal_lower_right), {"Q", "K", "V"});
        to.add("no_key_" + type, attention(Q, K, V, index::k < index::q - 5), {"Q", "K", "V"});
        using namespace index;
        const auto S = softcap(Q * transpose(K) / sqrt(dim<1>(K)), 5);
        to.add("window_" + type, softmax(where(k <= q && q - k < 31, S + 0.01 * (k - q))) * V, {"Q", "K", "V"});
        to.add("strange_" + type, softmax(where(q % 3 == 1 || !(k / 16 == 1), S)) * V + 1, {"Q", "K", "V"});
    }
    {  // one name for two axes: tokens attend to tokens
        auto X = tensor<T, tokens[9], d_model[6]>();
        to.add("self_attention_" + type, attention(X, X, X, causal) + X, {"X"});
    }
    {
        auto Q = tensor<T, 2, 3, 9, 8>(), K = tensor<T, 2, 3, 11, 8>(), V = tensor<T, 2, 3, 11, 4>();
        auto L = tensor<int, 2>();
        to.add("batched_" + type, attention(Q, K, V), {"Q", "K", "V"});
        to.add("padded_" + type, attention(Q, K, V, padding(L)), {"Q", "K", "V"});
        to.add("weights_twice_" + type, hadamard(softmax(Q * transpose(K)), log_softmax(Q * transpose(K))));
    }
    {
        auto Q = tensor<T, 6, 4>(), K = tensor<T, 8, 4>(), V = tensor<T, 8, 4>();
        auto M = tensor<int, 6, 8>();
        auto B = tensor<T, 6, 8>();
        to.add("mask_tensor_" + type, softmax(where(M, Q * transpose(K))) * V, {"Q", "K", "V", "mask"});
        to.add("bias_" + type, softmax(Q * transpose(K) + B) * V, {"Q", "K", "V", "bias"});
        to.add("given_scores_" + type, softmax(B) * K, {"scores", "V"});
    }
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
    to.add("linear_gelu_" + type, gelu(X * W + b), {"X", "W", "b"});
    to.add("two_layers_" + type, relu(X * W + b) * transpose(W), {"X", "W", "b"});
    to.add("vector_product_" + type, W * b, {"W", "b"});
    to.add("norm_" + type, (X - mean<0>(X) * 0.5) / 3, {"X"});
    to.add("logsumexp_" + type, logsumexp<1>(X), {"X"});
    to.add("reductions_" + type,
           sum<0>(X) + mean<0>(X) - max<0>(X) * 2 + min<0>(X) + hadamard(logsumexp<0>(X), max<0>(exp(X))), {"X"});
    to.add("total_" + type, sum<0>(sum<0>(X)) + 1, {"X"});
    to.add("log_softmax_" + type, log_softmax<0>(X) * 2 + 1, {"X"});
    to.add("softmax_along_rows_" + type, transpose(softmax<0>(X)), {"X"});
}

template <class T>
void add_elementwise(case_writer& to, const std::string& type) {
    auto A = tensor<T, 5, 7>();
    auto B = tensor<T, 7>();
    to.add("functions_" + type,
           concat(exp(A), log(abs(A) + 1), sqrt(abs(A)), rsqrt(abs(A) + 1), tanh(A), erf(A), sigmoid(A), relu(A),
                  gelu(A), gelu_tanh(A), silu(A), pow(abs(A), B), min(A, B), max(A, B)),
           {"A", "B"});
    to.add("chain_" + type, A - (B - (A - 0.25)) / (2 - hadamard(A, -B)) / (constant<3>{} / constant<7>{}), {"A", "B"});
    to.add("conditions_" + type,
           where(A, A, B) + where(index::q < 3 && !(index::k == 2), 1 / (A - 3), exp(A)) + index::q * index::k % 4,
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
    to.add("permuted_" + type, permute<2, 0, 1>(A) * 2 + 1, {"unused_name"});
    to.add("inverse_" + type, inverse(M), {"M"});
    to.add("solve_" + type, solve(M * transpose(M) + 1, M) + M, {"M"});
}

/// Shapes that tiles, slabs of panels and registers do not divide.
template <class T>
void add_tiles(case_writer& to, const std::string& type) {
    auto A = tensor<T, 303, 300>();
    auto B = tensor<T, 150, 300>();
    auto C = tensor<T, 300, 77>();
    auto b = tensor<T, 150>();
    to.add("slabs_" + type, A * transpose(B) / 7 + b, {"A", "B", "b"});
    to.add("rows_of_tiles_" + type, exp(A * C / 100), {"A", "C"});
    to.add("transposed_result_" + type, transpose(cols<0, 9>(A) * rows<0, 9>(C) + 1), {"A", "C"});
    auto Q = tensor<T, 2, 37, 3>();
    auto K = tensor<T, 2, 100, 3>();
    auto V = tensor<T, 2, 100, 45>();
    to.add("narrow_keys_" + type, attention(Q, K, V), {"Q", "K", "V"});
    to.add("mask_of_heads_" + type,
           softmax(where(index::k < 70 * index::h + index::q, Q * transpose(K) * 0.5 - index::h)) * V, {"Q", "K", "V"});
    auto M = tensor<T, 2, 21, 100>();
    to.add("values_of_lanes_" + type, attention(Q, K, transpose(M)) * 2, {"Q", "K", "M"});
}

template <class T>
void add_mixed(case_writer& to, const std::string& type) {
    using other = std::conditional_t<std::same_as<T, float>, double, float>;
    auto A = tensor<T, 5, 6>();
    auto B = tensor<other, 6, 9>();
    to.add("mixed_" + type, A * B + 0.1, {"A", "B"});
    to.add("names_" + type, softmax(A * transpose(A)) * A, {"weight"});
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

inline void add_all(case_writer& to) {
    const auto add = [&]<class T>(T, const std::string& type) {
        add_attention<T>(to, type);
        add_heads<T>(to, type);
        add_layers<T>(to, type);
        add_elementwise<T>(to, type);
        add_places<T>(to, type);
        add_tiles<T>(to, type);
        add_mixed<T>(to, type);
    };
    add(float(), "float");
    add(double(), "double");
    add_random(to, std::make_integer_sequence<std::uint64_t, 16>());
    add_random_shapes(to, std::make_integer_sequence<std::uint64_t, 12>());
}

}  // namespace heed::test
