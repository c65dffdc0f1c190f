// SPDX-License-Identifier: BSL-1.0
// Writes emitted C and C++ of formulas with lengths that are known at run time only, each with a main that calls it
// with several lengths, and the bits that the library computes, for tests/study/emit.sh.
#include <heed/heed.hpp>
#include <heed/study.hpp>

#include <cstdio>
#include <cstring>
#include <fstream>
#include <string>

namespace heed::test {

inline constexpr axis query{"query"}, key{"key"}, tokens{"tokens"}, d_k{"d_k"}, head{"head"};

/// Numbers that depend on where they are in memory, and not on lengths.
template <class Tensor>
void fill(Tensor& t, std::size_t seed) {
    std::size_t i = 0;
    for (auto& x : t) x = 0.03125F * static_cast<float>((i++ * 37 + seed * 11) % 101) - 1.5F;
}
template <class Tensor>
void print_bits(std::ofstream& out, const Tensor& t) {
    for (const float x : t) {
        unsigned bits = 0;
        std::memcpy(&bits, &x, sizeof(bits));
        char line[16];
        std::snprintf(line, sizeof(line), "%08x\n", bits);
        out << line;
    }
}

struct pair_of_lengths {
    std::size_t q, k;
};
/// None, one, around registers and blocks of keys.
inline constexpr pair_of_lengths lengths_to_try[] = {{0, 0},  {0, 3},   {1, 1},   {3, 0},    {1, 5},   {4, 9},
                                                     {5, 64}, {16, 65}, {17, 63}, {33, 130}, {70, 257}};

/// The main of a file: `call` is a call of its function, `printed` says how many numbers of each result there are.
inline std::string main_text(const std::string& call, const std::string& printed) {
    std::string text =
        "\n#include <stdio.h>\n#include <string.h>\n\n"
        "static float A[70000], B[70000], C[70000], W[128], out[70000], out1[70000], out2[70000], sums[256];\n\n"
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
        "        printf(\"%08x\\n\", bits);\n"
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
        "    (void)sums;\n"
        "    " +
        call + ";\n    " + printed +
        ";\n}\n\n"
        "int main(int argc, char** argv) {\n"
        "    (void)argv;\n"
        "    if (argc == 1) return 0;\n"
        "    fill(A, 70000, 1);\n    fill(B, 70000, 2);\n    fill(C, 70000, 3);\n    fill(W, 128, 2);\n";
    for (const pair_of_lengths& l : lengths_to_try)
        text += "    at(" + std::to_string(l.q) + ", " + std::to_string(l.k) + ");\n";
    return text + "    return 0;\n}\n";
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
        const std::string main = main_text(name + '(' + call + ')', printed), path = folder_ + '/' + name;
        make(std::size_t{3}, std::size_t{5}, [&](const auto& f) {
            std::ofstream(path + ".c") << study::emit(f, {.name = name}) << main;
            std::ofstream(path + ".cpp") << study::emit(f, {.name = name, .language = study::language::cpp})
                                         << in_cpp(main);
        });
        std::ofstream bits(path + ".bits");
        for (const pair_of_lengths& l : lengths_to_try) make(l.q, l.k, [&](const auto& f) { print(bits, f); });
    }

private:
    template <class F>
    static void print(std::ofstream& out, const F& f) {
        if constexpr (requires { evaluate(f).begin(); }) {
            print_bits(out, evaluate(f));
        } else {
            const auto& [first, second] = evaluate(f);
            print_bits(out, first);
            print_bits(out, second);
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

void add_all(case_writer& to) {
    tensor<float, 16, 8> W;
    fill(W, 2);
    to.add("attend", "q, k, A, B, C, out", "print(out, n * 16)",
           of_queries([](const auto& Q, const auto& K, const auto& V) {
               return softmax(Q * transpose(K) / sqrt(dim<1>(K))) * V;
           }));
    to.add(
        "attend_late", "q, k, A, B, C, out", "print(out, 3 * n * 8)",
        of_heads([](const auto& Q, const auto& K, const auto& V) { return attention(Q, K, V, causal_lower_right); }));
    to.add("attend_itself", "q, A, out", "print(out, n * 16)",
           of_tokens([](const auto& X) { return attention(X, X, X, causal); }));
    to.add("attend_twice", "q, A, W, out", "print(out, n * 8)", of_tokens([&W](const auto& X) {
               return attention(X * W, X * W, X * W) + 2 * attention(X * W, X * W, X * W);
           }));
    to.add("weigh", "q, k, A, B, out", "print(out, n * m)",
           of_queries([](const auto& Q, const auto& K, const auto&) { return softmax(Q * transpose(K)) * 2 - 1; }));
    to.add("mix", "q, k, A, B, out", "print(out, n * 16)", of_queries([](const auto& Q, const auto& K, const auto&) {
               return (softmax(Q * transpose(K)) + 1.0) * (K + mean<0>(K));
           }));
    to.add("largest", "q, k, A, B, out", "print(out, n)",
           of_queries([](const auto& Q, const auto& K, const auto&) { return max(Q * transpose(K)) * 2; }));
    to.add("logarithms", "q, k, A, B, out", "print(out, n)",
           of_queries([](const auto& Q, const auto& K, const auto&) { return logsumexp(Q * transpose(K)); }));
    to.add("several", "q, k, A, B, C, out1, out2", "print(out1, n * 16), print(out2, n)",
           of_queries([](const auto& Q, const auto& K, const auto& V) {
               return let(Q * transpose(K), [&](auto s) { return results(softmax(s) * V, logsumexp(s)); });
           }));
    to.add("normalise", "q, A, out", "print(out, n * 16)",
           of_tokens([](const auto& X) { return rms_norm(X) + gelu(layer_norm(X)); }));
    to.add("gram", "q, A, sums", "print(sums, 256)", of_tokens([](const auto& X) { return transpose(X) * X + 1; }));
    to.add("split", "q, A, out", "print(out, 4 * n)", of_tokens([](const auto& X) { return sum(reshape<dyn, 4>(X)); }));
}

}  // namespace heed::test

int main(int argc, char** argv) {
    if (argc != 2) return 2;
    heed::test::case_writer to(argv[1]);
    heed::test::add_all(to);
}
