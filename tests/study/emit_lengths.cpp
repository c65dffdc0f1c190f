// SPDX-License-Identifier: BSL-1.0
// Writes emitted C and C++ of formulas with lengths that are known at run time only, each with a main that calls it
// with several lengths, and the bits that the library computes, for tests/study/emit.sh. With HEED_TEST_FEW_ROWS one of
// each loop that is another for one row and for a few, else all others: by day these have no plans for few rows, in
// which such loops are again.
#include <heed/heed.hpp>
#include <heed/study.hpp>

#include <bit>
#include <fstream>
#include <string>
#include <type_traits>

namespace heed::test {

inline constexpr axis query{"query"}, key{"key"}, tokens{"tokens"}, batch{"batch"}, d_k{"d_k"}, head{"head"},
    kv_head{"kv_head"};

/// Numbers that depend on where they are in memory, and not on lengths.
template <class Tensor>
void fill(Tensor& t, std::size_t seed) {
    using T = typename Tensor::value_type;
    std::size_t i = 0;
    for (T& x : t) x = T(0.03125) * static_cast<T>((i++ * 37 + seed * 11) % 101) - T(1.5);
}
/// Appends the bytes of the numbers, as emitted programs write them: text takes ten times as long.
template <class Tensor>
void add_bits(std::string& out, const Tensor& t) {
    for (const auto& x : t) {
        using T = std::remove_cvref_t<decltype(x)>;
        using bits_of_number = std::conditional_t<sizeof(T) == 4, unsigned, unsigned long long>;
        const auto bits = x == x ? std::bit_cast<bits_of_number>(x) : ~bits_of_number(0);  // a NaN whatever its sign
        out.append(reinterpret_cast<const char*>(&bits), sizeof(bits));
    }
}

struct pair_of_lengths {
    std::size_t q, k;
};
/// None, one, two, around registers, blocks of rows, tiles of queries and blocks of keys, and some hundreds.
inline constexpr pair_of_lengths lengths_to_try[] = {
    {0, 0},    {0, 3},     {1, 1},    {3, 0},     {1, 5},     {2, 70},  {3, 130}, {2, 2},   {4, 9},
    {5, 64},   {6, 6},     {7, 7},    {8, 8},     {9, 15},    {12, 16}, {13, 17}, {15, 31}, {16, 65},
    {17, 63},  {23, 33},   {24, 24},  {25, 25},   {31, 48},   {32, 32}, {33, 67}, {48, 70}, {49, 71},
    {63, 128}, {64, 127},  {65, 129}, {70, 257},  {95, 62},   {96, 12}, {97, 96}, {127, 4}, {128, 1},
    {129, 2},  {192, 191}, {193, 60}, {300, 192}, {257, 300}, {2, 300}};

/// f(name, size) for arguments such as A_192: as A, with so many numbers. C++ asks for arrays of the size of a tensor
/// where that is known.
template <class F>
void for_arrays_of_size(const std::string& call, const F& f) {
    for (std::size_t at = call.find('_'); at != std::string::npos; at = call.find('_', at + 1)) {
        const std::size_t begin = call.find_last_of(", ", at) + 1, end = call.find_first_of(",)", at);
        if (call.find('(', begin) == std::string::npos)
            f(call.substr(begin, end - begin), call.substr(at + 1, end - at - 1));
    }
}
inline std::string arrays_of_size(const std::string& call) {
    std::string text;
    for_arrays_of_size(call, [&](const std::string& name, const std::string& size) {
        text += "static float " + name + '[' + size + "];\n";
    });
    return text;
}
inline std::string fills_of_size(const std::string& call) {
    std::string text;
    for_arrays_of_size(call, [&](const std::string& name, const std::string& size) {
        const char* const seed = name[0] == 'A' ? "1" : name[0] == 'B' ? "2" : name[0] == 'C' ? "3" : "4";
        if (name[0] != 'o') text += "    fill(" + name + ", " + size + ", " + seed + ");\n";
    });
    return text;
}

/// The main of a file: `call` is a call of its function, `printed` says how many numbers of each result there are.
inline std::string main_text(const std::string& name, const std::string& call, const std::string& printed,
                             bool is_double) {
    std::string text =
        "\n#include <stdio.h>\n#include <string.h>\n\n"
        "static float A[180000], B[180000], C[180000], out[180000], out1[180000], out2[180000];\n" +
        arrays_of_size(call) +
        "\n"
        "static void fill(float* x, int n, int seed) {\n"
        "    float numbers[101];\n"
        "    float number = -1.5f;\n"
        "    for (int i = 0; i < 101; ++i) {\n"
        "        numbers[i] = number;\n"
        "        number += 0.03125f;\n"
        "    }\n"
        "    for (int i = 0; i < n; ++i)\n"
        "        x[i] = numbers[(i * 37 + seed * 11) % 101];\n"
        "}\n"
        "static void print(const float* x, int n) {\n"
        "    for (int i = 0; i < n; ++i) {\n"
        "        unsigned bits;\n"
        "        memcpy(&bits, &x[i], sizeof bits);\n"
        "        if (x[i] != x[i]) bits = ~(bits & 0);\n"
        "        fwrite(&bits, sizeof bits, 1, stdout);\n"
        "    }\n"
        "}\n"
        "static void at(unsigned q, unsigned k) {\n"
        "    const int n = (int)q, m = (int)k;\n"
        "    (void)k;\n"
        "    (void)n;\n"
        "    (void)m;\n"
        "    (void)out;\n"
        "    (void)out1;\n"
        "    (void)out2;\n"
        "    " +
        name + '(' + call + ");\n    " + printed +
        ";\n}\n\n"
        "int main(int argc, char** argv) {\n"
        "    (void)argv;\n"
        "    if (argc == 1) return 0;\n"
        "    fill(A, 180000, 1);\n    fill(B, 180000, 2);\n    fill(C, 180000, 3);\n" +
        fills_of_size(call);
    for (const pair_of_lengths& l : lengths_to_try)
        text += "    at(" + std::to_string(l.q) + ", " + std::to_string(l.k) + ");\n";
    text += "    return 0;\n}\n";
    if (!is_double) return text;
    for (const auto& [from, to] : {std::pair<std::string, std::string>{"float", "double"},
                                   {"unsigned bits", "unsigned long long bits"},
                                   {"1.5f", "1.5"},
                                   {"0.03125f", "0.03125"}})
        for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
            text.replace(at, from.size(), to);
    return text;
}
/// The same in C++, without casts of C.
inline std::string in_cpp(std::string text) {
    for (const auto& [from, to] : {std::pair<std::string, std::string>{"(int)q", "static_cast<int>(q)"},
                                   {"(int)k", "static_cast<int>(k)"},
                                   {"char** argv", "char**"},
                                   {"    (void)argv;\n", ""}})
        text.replace(text.find(from), from.size(), to);
    return text;
}

class case_writer {
public:
    explicit case_writer(std::string folder) : folder_(std::move(folder)) {}

    /// `make(q, k, emit_and_print)` makes tensors of those lengths and calls the last with a formula over them.
    template <class Make>
    void add(const std::string& name, const std::string& call, const std::string& printed, const Make& make) {
        write<study::form::plain, study::form::vector>(name, call, printed, make, false);
    }
    /// Of one that says nothing new of the plain form.
    template <class Make>
    void add_vector(const std::string& name, const std::string& call, const std::string& printed, const Make& make,
                    bool is_double = false) {
        write<study::form::vector>(name, call, printed, make, is_double);
    }

private:
    template <study::form... Form, class Make>
    void write(const std::string& name, const std::string& call, const std::string& printed, const Make& make,
               bool is_double) {
        const std::string main = main_text(name, call, printed, is_double);
        std::string bits;
        for (const pair_of_lengths& l : lengths_to_try) make(l.q, l.k, [&](const auto& f) { add_bits_of(bits, f); });
        for (const study::form form : {Form...}) {
            const std::string path = folder_ + '/' + name + (form == study::form::vector ? "_vector" : "");
            make(std::size_t{3}, std::size_t{5}, [&](const auto& f) {
                std::ofstream(path + ".c") << study::emit(f, {.name = name, .form = form}) << main;
                std::ofstream(path + ".cpp")
                    << study::emit(f, {.name = name, .form = form, .language = study::language::cpp}) << in_cpp(main);
            });
            std::ofstream(path + ".bits") << bits;
        }
    }

    template <class F>
    static void add_bits_of(std::string& out, const F& f) {
        if constexpr (requires { evaluate(f).begin(); }) {
            add_bits(out, evaluate(f));
        } else {
            const auto& [first, second] = evaluate(f);
            add_bits(out, first);
            add_bits(out, second);
        }
    }

    std::string folder_;
};

template <class Formula>
auto of_queries(const Formula& formula) {
    return [formula](std::size_t q, std::size_t k, const auto& use) {
        tensor<float, query[dyn], d_k[16]> Q(q);
        tensor<float, key[dyn], d_k[16]> K(k), V(k);
        fill(Q, 1), fill(K, 2), fill(V, 3);
        use(formula(Q, K, V));
    };
}
template <class Formula>
auto of_wide(const Formula& formula) {
    return [formula](std::size_t, std::size_t k, const auto& use) {
        tensor<float, key[dyn], d_k[160]> K(k);
        fill(K, 1);
        use(formula(K));
    };
}
template <class Formula>
auto of_tokens(const Formula& formula) {
    return [formula](std::size_t q, std::size_t, const auto& use) {
        tensor<float, tokens[dyn], d_k[16]> X(q);
        fill(X, 1);
        use(formula(X));
    };
}
template <class Formula>
auto of_heads(const Formula& formula) {
    return [formula](std::size_t q, std::size_t k, const auto& use) {
        tensor<float, head[3], query[dyn], d_k[8]> Q(q);
        tensor<float, head[3], key[dyn], d_k[8]> K(k), V(k);
        fill(Q, 1), fill(K, 2), fill(V, 3);
        use(formula(Q, K, V));
    };
}
/// Two heads of keys, each for three heads of queries.
template <class Formula>
auto of_groups(const Formula& formula) {
    return [formula](std::size_t q, std::size_t k, const auto& use) {
        tensor<float, head[dyn], query[dyn], d_k[8]> Q(6, q);
        tensor<float, kv_head[dyn], key[dyn], d_k[8]> K(2, k), V(2, k);
        fill(Q, 1), fill(K, 2), fill(V, 3);
        use(formula(Q, K, V));
    };
}

template <class T, std::size_t Depth, std::size_t Columns, class Formula>
auto of_sizes(const Formula& formula) {
    return [formula](std::size_t q, std::size_t k, const auto& use) {
        tensor<T, query[dyn], d_k[Depth]> Q(q);
        tensor<T, key[dyn], d_k[Depth]> K(k);
        tensor<T, key[dyn], Columns> V(k);
        fill(Q, 1), fill(K, 2), fill(V, 3);
        use(formula(Q, K, V));
    };
}
template <std::size_t Queries, std::size_t Depth, class Formula>
auto of_few_queries(const Formula& formula) {
    return [formula](std::size_t, std::size_t k, const auto& use) {
        tensor<float, query[Queries], d_k[Depth]> Q;
        tensor<float, key[dyn], d_k[Depth]> K(k), V(k);
        fill(Q, 1), fill(K, 2), fill(V, 3);
        use(formula(Q, K, V));
    };
}
/// As many keys as the first length says, of as many numbers as the second.
template <std::size_t Queries, class Formula>
auto of_any_depth(const Formula& formula) {
    return [formula](std::size_t q, std::size_t k, const auto& use) {
        tensor<float, query[Queries], d_k[dyn]> Q(k);
        tensor<float, key[dyn], d_k[dyn]> K(q, k), V(q, k);
        fill(Q, 1), fill(K, 2), fill(V, 3);
        use(formula(Q, K, V));
    };
}
/// Any number of rows of 64 numbers, and a matrix.
template <std::size_t Rows, std::size_t Columns, class Formula>
auto of_rows_times(const Formula& formula) {
    return [formula](std::size_t q, std::size_t, const auto& use) {
        tensor<float, query[dyn], 64> X(q);
        tensor<float, Rows, Columns> W;
        fill(X, 1), fill(W, 2);
        use(formula(X, W));
    };
}
/// Up to six rows in each of any number of texts, and a matrix.
template <class Formula>
auto of_batch_times(const Formula& formula) {
    return [formula](std::size_t q, std::size_t k, const auto& use) {
        tensor<float, batch[dyn], tokens[dyn], 64> X(q, k % 7);
        tensor<float, 20, 64> W;
        fill(X, 1), fill(W, 2);
        use(formula(X, W));
    };
}
/// A and B of which both sizes are lengths.
template <class Formula>
auto of_matrices(const Formula& formula) {
    return [formula](std::size_t q, std::size_t k, const auto& use) {
        tensor<float, query[dyn], key[dyn]> A(q, k);
        tensor<float, key[dyn], dyn> B(k, k);
        fill(A, 1), fill(B, 2);
        use(formula(A, B));
    };
}
template <std::size_t Columns, class Formula>
auto of_rows(const Formula& formula) {
    return [formula](std::size_t q, std::size_t, const auto& use) {
        tensor<float, tokens[dyn], Columns> X(q);
        fill(X, 1);
        use(formula(X));
    };
}
inline constexpr auto attend_scaled = [](const auto& Q, const auto& K, const auto& V) {
    return softmax(Q * transpose(K) / sqrt(dim<1>(K))) * V;
};
template <class Mask>
auto attend_masked(const Mask& mask) {
    return [mask](const auto& Q, const auto& K, const auto& V) { return attention(Q, K, V, mask); };
}

#ifdef HEED_TEST_FEW_ROWS

/// One of each loop that is another for one row and for a few.
void add_all(case_writer& to) {
    tensor<float, 16, 8> W;
    fill(W, 4);
    to.add("attend_by_keys", "q, k, A, B, C, out", "print(out, n * 16)",
           of_queries([](const auto& Q, const auto& K, const auto& V) {
               return softmax(Q * transpose(K) / sqrt(dim<key>(K))) * V;
           }));
    to.add_vector("attend_padded", "q, k, A, B, C, out", "print(out, n * 16)",
                  of_sizes<float, 16, 16>(attend_masked(padding(70) && !(index::k == index::q))));
    to.add("mix", "q, k, A, B, out", "print(out, n * 16)", of_queries([](const auto& Q, const auto& K, const auto&) {
               return (softmax(Q * transpose(K)) + 1.0) * (K + mean<0>(K));
           }));
    to.add("several", "q, k, A, B, C, out1, out2", "print(out1, n * 16), print(out2, n)",
           of_queries([](const auto& Q, const auto& K, const auto& V) {
               return let(Q * transpose(K), [&](auto s) { return results(softmax(s) * V, logsumexp(s)); });
           }));
    to.add("decode", "q, k, A, W_128, B, C, out", "print(out, n * 16)",
           of_queries([&W](const auto& Q, const auto& K, const auto& V) {
               return attention(Q * W * transpose(W), K, V, causal_lower_right);
           }));
    to.add_vector("multiply_twice", "q, k, A, B, out", "print(out, n * m)",
                  of_matrices([](const auto& A, const auto& B) { return relu(A * B) * B; }));
    to.add_vector("one_row_by_columns", "q, A, B_1280, out", "print(out, n * 20)",
                  of_rows_times<20, 64>([](const auto& X, const auto& W) { return gelu(X * transpose(W)); }));
    to.add("rows_of_batch", "q, k % 7, A, B_1280, out", "print(out, n * (m % 7) * 20)",
           of_batch_times([](const auto& X, const auto& W) { return gelu(X * transpose(W)); }));
    tensor<float, 8, d_k[16]> turned;
    fill(turned, 4);
    const auto squared = of_queries([&turned](const auto& Q, const auto& K, const auto&) {
        return let(concat<0>(Q * transpose(turned), cols<0, 8>(K)), [](const auto& c) { return transpose(c) * c; });
    });
    to.add("total_of_rows", "q, k, A, U_128, B, out_64", "print(out_64, 64)", squared);
}

#else

void add_both_forms(case_writer& to) {
    tensor<float, 16, 8> W;
    fill(W, 4);
    to.add("weigh", "q, k, A, B, out", "print(out, n * m)",
           of_queries([](const auto& Q, const auto& K, const auto&) { return softmax(Q * transpose(K)) * 2 - 1; }));
    to.add(
        "attend_late", "q, k, A, B, C, out", "print(out, 3 * n * 8)",
        of_heads([](const auto& Q, const auto& K, const auto& V) { return attention(Q, K, V, causal_lower_right); }));
    to.add("attend_grouped", "q, 2, k, 3, A, B, C, out", "print(out, 6 * n * 8)",
           of_groups([](const auto& Q, const auto& K, const auto& V) {
               return attention(Q, group<head>(K, Q), group<head>(V, Q));
           }));
    to.add("attend_itself", "q, A, out", "print(out, n * 16)",
           of_tokens([](const auto& X) { return attention(X, X, X, causal); }));
    to.add("attend_twice", "q, A, W_128, out", "print(out, n * 8)", of_tokens([&W](const auto& X) {
               return attention(X * W, X * W, X * W) + 2 * attention(X * W, X * W, X * W);
           }));
    to.add("attend_both", "q, k, k, A, B, C, out", "print(out, n * 16)",
           of_queries([](const auto& Q, const auto& K, const auto& V) {
               return softmax(Q * transpose(concat<key>(K, V))) * concat<key>(V, 2 * K);
           }));
    to.add("join", "q, W_128, A, out", "print(out, (n + 19) * 8)",
           of_tokens([&W](const auto& X) { return concat<0>(rows<0, 3>(W), 2 * cols<0, 8>(X), W); }));
    to.add("join_both_ways", "q, k, A, B, out", "print(out, 32 * (n + m))",
           of_queries([](const auto& Q, const auto& K, const auto&) {
               return concat<0>(concat(transpose(Q), 2 * transpose(K)), concat(transpose(K), 3 * transpose(Q)));
           }));
    to.add_vector("join_parts", "k, k, C, B, out", "print(out, 4 * m * 16)",
                  of_queries([](const auto&, const auto& K, const auto& V) {
                      return concat<key>(V, concat<key>(2 * K, concat<key>(softmax(V), layer_norm(K))));
                  }));
    to.add_vector(
        "rows_of_both", "k, k, B, C, out", "print(out, 2 * m * 16)",
        of_queries([](const auto&, const auto& K, const auto& V) { return attention(concat<key>(K, V), K, K); }));
    to.add("part_of_heads", "q + 2, A, out_16", "print(out_16, 16)", [](std::size_t q, std::size_t, const auto& use) {
        tensor<float, 3, query[dyn], d_k[8]> Q(q + 2);
        fill(Q, 1);
        use(gelu(slice<1, 1, 2>(slice<0, 1, 3>(Q))) + 1.0);
    });
    to.add("part", "q, q / 3, q / 2 - q / 3, A, W_128, out", "print(out, (n / 2 - n / 3) * 8)",
           of_tokens([&W](const auto& X) { return slice<tokens>(X * W, X.extent(0) / 3, X.extent(0) / 2); }));
    to.add("attend_part", "q, k, k / 3, k - k / 3, k / 3, A, B, C, out", "print(out, n * 16)",
           of_queries([](const auto& Q, const auto& K, const auto& V) {
               return attention(Q, slice<key>(K + V, K.extent(0) / 3, K.extent(0)),
                                slice<key>(2 * V, K.extent(0) / 3, K.extent(0)));
           }));
    to.add("row_of_scores", "k, W_128, B, out", "print(out, m)",
           of_queries([&W](const auto&, const auto& K, const auto&) {
               return gelu(rows<0, 1>(transpose(W)) * transpose(K)) + 1;
           }));
    to.add("rows_of_sums", "k, B, C, out_32", "print(out_32, 32)",
           of_queries([](const auto&, const auto& K, const auto& V) { return transpose(cols<1, 3>(K)) * V; }));
    to.add("wide_row", "k, A, out_160", "print(out_160, 160)",
           of_wide([](const auto& K) { return softmax(transpose(cols<1, 2>(K)) * K); }));
    to.add("largest", "q, k, A, B, out", "print(out, n)",
           of_queries([](const auto& Q, const auto& K, const auto&) { return max(Q * transpose(K)) * 2; }));
    to.add("logarithms", "q, k, A, B, out", "print(out, n)",
           of_queries([](const auto& Q, const auto& K, const auto&) { return logsumexp(Q * transpose(K)); }));
    to.add("normalise", "q, A, out", "print(out, n * 16)",
           of_tokens([](const auto& X) { return rms_norm(X) + gelu(layer_norm(X)); }));
    to.add("gram", "q, A, out_256", "print(out_256, 256)",
           of_tokens([](const auto& X) { return transpose(X) * X + 1; }));
    to.add("split", "q, A, out", "print(out, 4 * n)", of_tokens([](const auto& X) { return sum(reshape<dyn, 4>(X)); }));
}

/// Attention in registers: widths of values, formulas of scores, masks.
void add_attention(case_writer& to) {
    to.add_vector("attend_double", "q, k, A, B, C, out", "print(out, n * 32)", of_sizes<double, 16, 32>(attend_scaled),
                  true);
    to.add_vector("attend_biased", "q, k, A, B, C, out", "print(out, n * 16)",
                  [](std::size_t q, std::size_t k, const auto& use) {
                      tensor<float, query[dyn], d_k[16]> Q(q);
                      tensor<float, key[dyn], d_k[16]> K(k);
                      tensor<float, query[dyn], key[dyn]> bias(q, k);
                      fill(Q, 1), fill(K, 2), fill(bias, 3);
                      use(softmax(Q * transpose(K) + bias) * K);
                  });
    to.add_vector("attend_wide", "q, k, k, A, B, C, out", "print(out, n * m)",
                  [](std::size_t q, std::size_t k, const auto& use) {
                      tensor<float, query[dyn], d_k[16]> Q(q);
                      tensor<float, key[dyn], d_k[16]> K(k);
                      tensor<float, key[dyn], dyn> V(k, k);
                      fill(Q, 1), fill(K, 2), fill(V, 3);
                      use(softmax(Q * transpose(K)) * V);
                  });
    to.add_vector("attend_odd", "q, k, A, B, C, out", "print(out, n * 37)", of_sizes<float, 13, 37>(attend_scaled));
    to.add_vector("attend_capped", "q, k, A, B, C, out", "print(out, n * 16)",
                  of_sizes<float, 16, 16>([](const auto& Q, const auto& K, const auto& V) {
                      return softmax(softcap(Q * transpose(K), 3)) * V + Q;
                  }));
    to.add_vector("attend_deep", "q, k, k, A, B, C, out", "print(out, n * 16)",
                  [](std::size_t q, std::size_t k, const auto& use) {
                      tensor<float, query[dyn], d_k[dyn]> Q(q, k);
                      tensor<float, key[dyn], d_k[dyn]> K(k, k);
                      tensor<float, key[dyn], 16> V(k);
                      fill(Q, 1), fill(K, 2), fill(V, 3);
                      use(softmax(Q * transpose(K)) * V);
                  });
    to.add_vector("attend_prefix", "q, k, A, B, C, out", "print(out, n * 16)",
                  of_sizes<float, 16, 16>(attend_masked(prefix<10> || global_tokens<3>)));
    to.add_vector("attend_dilated", "q, k, A, B, C, out", "print(out, n * 16)",
                  of_sizes<float, 16, 16>(attend_masked(dilated<4>)));
    to.add_vector("attend_few_keys", "q, A, B_640, C_640, out", "print(out, n * 16)",
                  [](std::size_t q, std::size_t, const auto& use) {
                      tensor<float, query[dyn], d_k[16]> Q(q);
                      tensor<float, key[40], d_k[16]> K, V;
                      fill(Q, 1), fill(K, 2), fill(V, 3);
                      use(attention(Q, K, V, causal_upper_left));
                  });
    to.add_vector("attend_batch", "q, A, B, C, out", "print(out, n * 48)",
                  [](std::size_t q, std::size_t, const auto& use) {
                      tensor<float, tokens[dyn], query[6], d_k[8]> Q(q);
                      tensor<float, tokens[dyn], key[70], d_k[8]> K(q), V(q);
                      fill(Q, 1), fill(K, 2), fill(V, 3);
                      use(attention(Q, K, V, causal_lower_right));
                  });
    to.add_vector("one_query", "k, A_16, B, C, out_16", "print(out_16, 16)", of_few_queries<1, 16>(attend_scaled));
    to.add_vector("two_queries_masked", "k, A_64, B, C, out_64", "print(out_64, 64)",
                  of_few_queries<2, 32>(attend_masked(causal_lower_right && index::k < 200)));
    to.add_vector("few_queries_wide", "k, k, A_32, B, C, out", "print(out, 2 * m)",
                  [](std::size_t, std::size_t k, const auto& use) {
                      tensor<float, query[2], d_k[16]> Q;
                      tensor<float, key[dyn], d_k[16]> K(k);
                      tensor<float, key[dyn], dyn> V(k, k);
                      fill(Q, 1), fill(K, 2), fill(V, 3);
                      use(softmax(softcap(Q * transpose(K), 3)) * V);
                  });
    to.add("one_query_of_any_depth", "k, q, k, A, B, C, out", "print(out, m)", of_any_depth<1>(attend_scaled));
    to.add_vector("two_queries_of_any_depth", "k, q, k, A, B, C, out", "print(out, 2 * m)",
                  of_any_depth<2>([](const auto& Q, const auto& K, const auto& V) {
                      return softmax(softcap(Q * transpose(K), 3)) * V;
                  }));
}

void add_loops(case_writer& to) {
    tensor<float, 16, 300> wide;
    tensor<float, 40, 16> turned;
    tensor<float, 600, 24> deep;
    fill(wide, 4), fill(turned, 4), fill(deep, 4);
    to.add_vector("project_gelu", "q, A, W_4800, out", "print(out, n * 300)",
                  of_rows<16>([&](const auto& X) { return gelu(X * wide + 0.5); }));
    to.add_vector("project_turned", "q, A, W_640, out", "print(out, n * 40)",
                  of_rows<16>([&](const auto& X) { return 2 * (X * transpose(turned)) - 1; }));
    to.add_vector("project_deep", "q, A, W_14400, out", "print(out, n * 24)",
                  of_rows<600>([&](const auto& X) { return X * deep; }));
    tensor<float, 16, 8> narrow;
    tensor<float, 16, 16> square;
    fill(narrow, 4), fill(square, 4);
    to.add_vector("layer", "q, A, W_128, V_256, out", "print(out, n * 16)", of_rows<16>([&](const auto& X) {
                      const auto head = [&](const auto& mask) {
                          return attention(X * narrow, X * narrow, X * narrow, mask);
                      };
                      return let(X + concat(head(causal), head(sliding_window<20>)) * square,
                                 [&](auto y) { return y + gelu(layer_norm(y) * square) * square; });
                  }));
    to.add_vector("gram_wide", "q, A, out_90000", "print(out_90000, 90000)",
                  of_rows<300>([](const auto& X) { return transpose(X) * X + 1; }));
    to.add_vector("multiply", "q, k, k, A, B, out", "print(out, n * m)",
                  of_matrices([](const auto& A, const auto& B) { return A * B + 1; }));
    to.add_vector("elements", "q, k, A, out", "print(out, n * m)",
                  of_matrices([](const auto& A, const auto&) { return gelu(A) + exp(A / 2) - tanh(A); }));
    to.add_vector("weights_of_columns", "q, k, A, out", "print(out, n * m)",
                  of_matrices([](const auto& A, const auto&) { return 2 * softmax<0>(A); }));
    to.add("sized_heads", "q, k, k, 1, A, B, out", "print(out, n * m)", of_matrices([](const auto& A, const auto& B) {
               const auto heads = reshape<query[dyn], head[dyn], d_k[dyn]>(A * B, A.extent(0), B.extent(1), 1);
               return permute<1, 0, 2>(heads) * 2;
           }));
    to.add("scaled_by_lengths", "q, k, A, out", "print(out, n * m)", of_matrices([](const auto& A, const auto&) {
               return A / dim<0>(A) + A * dim<0>(A) * dim<1>(A) - exp(A * sqrt(dim<1>(A)) / 12) * 3 / dim<1>(A);
           }));
    to.add_vector(
        "scaled_by_roots", "q, k, A, out", "print(out, n * m)",
        [](std::size_t q, std::size_t k, const auto& use) {
            tensor<double, query[dyn], key[dyn]> A(q, k);
            tensor<double, 23, 1> W;
            fill(A, 1);
            const auto n = dim<0>(A);
            const auto m = dim<1>(A);
            const auto c = dim<0>(W);
            use(A * (sqrt(n) / c) + A * (n / m * sqrt(m)) - A / sqrt(n) * (c / (n * m) * sqrt(c)) +
                where(index::k < 2 * n, A, -A));
        },
        true);
    to.add("norms", "q, k, A, out", "print(out, n * m)",
           of_matrices([](const auto& A, const auto&) { return layer_norm(A) + rms_norm(A); }));
    to.add("moments", "q, k, A, out", "print(out, n)",
           of_matrices([](const auto& A, const auto&) { return mean(A) + 2 * var(A) - stddev(A); }));
    to.add_vector("moments_of_all", "q, k, A, out_1", "print(out_1, 1)",
                  of_matrices([](const auto& A, const auto&) { return mean<0, 1>(A) + stddev<0, 1>(A); }));
    to.add_vector("reduced", "q, k, A, out", "print(out, n)",
                  of_matrices([](const auto& A, const auto&) { return sum(A) + max(exp(A)) - min(A) + logsumexp(A); }));
}

#ifdef HEED_TEST_NIGHT
/// Other sizes of loops that the rest has too.
void add_at_night(case_writer& to) {
    tensor<float, 16, 40> W;
    tensor<float, 40, 16> turned;
    fill(W, 4), fill(turned, 4);
    to.add("attend", "q, k, A, B, C, out", "print(out, n * 16)",
           of_queries([](const auto& Q, const auto& K, const auto& V) {
               return softmax(Q * transpose(K) / sqrt(dim<1>(K))) * V;
           }));
    to.add_vector("attend_far", "q, k, A, B, C, out", "print(out, n * 80)", of_sizes<float, 80, 80>(attend_scaled));
    to.add_vector("attend_narrow", "q, k, A, B, C, out", "print(out, n * 3)", of_sizes<float, 3, 3>(attend_scaled));
    to.add_vector("attend_window", "q, k, A, B, C, out", "print(out, n * 16)",
                  of_sizes<float, 16, 16>(attend_masked(sliding_window<20, 9>)));
    to.add_vector("attend_groups", "q, k, A, B, C, out", "print(out, 4 * n * 8)",
                  [](std::size_t q, std::size_t k, const auto& use) {
                      tensor<float, 4, query[dyn], d_k[8]> Q(q);
                      tensor<float, 2, key[dyn], d_k[8]> K(k), V(k);
                      fill(Q, 1), fill(K, 2), fill(V, 3);
                      use(attention(Q, group<4>(K), group<4>(V), causal_upper_left));
                  });
    to.add_vector("three_queries", "k, A_192, B, C, out_192", "print(out_192, 192)",
                  of_few_queries<3, 64>(attend_scaled));
    to.add_vector("multiply_row", "k, k, A, B, out", "print(out, m)", [](std::size_t, std::size_t k, const auto& use) {
        tensor<float, 1, key[dyn]> A(k);
        tensor<float, key[dyn], dyn> B(k, k);
        fill(A, 1), fill(B, 2);
        use(A * B);
    });
    to.add_vector("one_row_by_rows", "q, A, B_10240, out", "print(out, n * 160)",
                  of_rows_times<64, 160>([](const auto& X, const auto& W) { return X * W; }));
    to.add_vector("project", "q, A, W_640, out", "print(out, n * 40)",
                  of_rows<16>([&](const auto& X) { return X * W; }));
    to.add_vector("layers", "q, A, W_640, V_640, out", "print(out, n * 16)",
                  of_rows<16>([&](const auto& X) { return X + relu(X * W) * turned; }));
    to.add_vector("multiply_turned", "q, k, k, A, B, out", "print(out, n * m)",
                  of_matrices([](const auto& A, const auto& B) { return A * transpose(B); }));
    to.add_vector("log_weights", "q, k, A, out", "print(out, n * m)",
                  of_matrices([](const auto& A, const auto&) { return log_softmax(A); }));
    to.add_vector("moments_of_columns", "q, k, A, out", "print(out, m)",
                  of_matrices([](const auto& A, const auto&) { return var<0>(A, unbiased) + stddev<0>(A); }));
    to.add_vector("reduced_columns", "q, k, A, out", "print(out, m)",
                  of_matrices([](const auto& A, const auto&) { return sum<0>(A); }));
}
#endif

void add_all(case_writer& to) {
    to.add("weighed_both_ways", "q, k, A, B, C, out1, out2", "print(out1, n * 16), print(out2, m * 16)",
           of_queries([](const auto& Q, const auto& K, const auto& V) {
               return let(softmax(Q * transpose(K) / 4),
                          [&](auto weights) { return results(weights * V, transpose(weights) * Q / 3); });
           }));
    to.add("window_back", "q, k, A, B, C, out1, out2", "print(out1, n * 16), print(out2, m * 16)",
           of_queries([](const auto& Q, const auto& K, const auto& V) {
               using namespace index;
               return vjp(
                   Q, [&](auto a, auto b) { return attention(a, b, V, q - index::k <= 20 && index::k <= q); }, Q, K);
           }));
    add_both_forms(to);
    add_attention(to);
    add_loops(to);
#ifdef HEED_TEST_NIGHT
    add_at_night(to);
#endif
}

#endif

}  // namespace heed::test

int main(int argc, char** argv) {
    if (argc != 2) return 2;
    heed::test::case_writer to(argv[1]);
    heed::test::add_all(to);
}
