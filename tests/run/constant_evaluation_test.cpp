// SPDX-License-Identifier: BSL-1.0
// The same formulas in a constant expression and at run time give the same bits. Built without contraction of products
// and sums.
#include <heed/heed.hpp>

#include <gtest/gtest.h>

namespace heed::test {

/// Numbers of no particular kind.
template <class T, extent... E>
constexpr tensor<T, E...> numbers(int seed) {
    tensor<T, E...> t;
    unsigned state = static_cast<unsigned>(seed) * 2654435761U + 12345;
    for (T& x : t) {
        state = state * 1664525 + 1013904223;
        x = static_cast<T>(static_cast<int>(state >> 12) % 4001 - 2000) / T(1000);
    }
    return t;
}

/// Evaluate()(inputs...) as a constant, and with inputs that the optimiser cannot see.
template <class Evaluate, class... Inputs>
void expect_same_bits(const Evaluate& evaluate_formula, const auto& constant_value, const Inputs&... inputs) {
    const auto value = [&](auto... copies) {
        const auto hidden = [](auto& copy) { asm volatile("" : : "r"(copy.data()) : "memory"); };
        (hidden(copies), ...);
        return evaluate_formula(copies...);
    }(inputs...);
    EXPECT_TRUE(value == constant_value) << value << "\nat run time, but in a constant expression\n" << constant_value;
}

template <class T>
struct attention_case {
    static constexpr auto Q = numbers<T, 12, 3>(1), K = numbers<T, 12, 3>(2), V = numbers<T, 12, 3>(3);
    static constexpr auto f = [](const auto& q, const auto& k, const auto& v) {
        return evaluate(softmax(q * transpose(k) / sqrt(dim<1>(k))) * v);
    };
    static constexpr auto value = f(Q, K, V);
};

// Loops are the same in any type: each has one here, and functions of numbers have all of them.

TEST(constant_evaluation, attention) {
    using c = attention_case<float>;
    expect_same_bits(c::f, c::value, c::Q, c::K, c::V);
}

template <class T>
struct blocks_case {  // more keys than a block holds
    static constexpr auto Q = numbers<T, 3, 2>(1), K = numbers<T, 130, 2>(2), V = numbers<T, 130, 2>(3);
    static constexpr auto f = [](const auto& q, const auto& k, const auto& v) { return evaluate(attention(q, k, v)); };
    static constexpr auto value = f(Q, K, V);
};

TEST(constant_evaluation, attention_over_blocks_of_keys) {
    using c = blocks_case<double>;
    expect_same_bits(c::f, c::value, c::Q, c::K, c::V);
}

template <class T>
struct heads_case {
    static constexpr auto X = numbers<T, 6, 4>(1), W = numbers<T, 4, 6>(2), O = numbers<T, 4, 4>(3);
    static constexpr auto f = [](const auto& x, const auto& w, const auto& o) {
        return evaluate(
            concat(heads<2>([&](auto) { return attention(x * cols<0, 2>(w), x * cols<2, 4>(w), x * cols<4, 6>(w)); })) *
            o);
    };
    static constexpr auto value = f(X, W, O);
};

TEST(constant_evaluation, multi_head) {
    using c = heads_case<long double>;
    expect_same_bits(c::f, c::value, c::X, c::W, c::O);
}

/// Tensors that a function returns for each head are part of the formula; a compiler would refuse to read them later.
static_assert([] {
    tensor<double, 2, 2, 3> parts{{{1, 2, 3}, {4, 5, 6}}, {{7, 8, 9}, {10, 11, 12}}};
    const auto side_by_side = concat(heads<2>([&](auto i) { return tensor(parts[i]); }));
    const auto second = heads<2>([&](auto i) { return tensor(parts[i]); })[1_c] + 1;
    for (double& x : parts) x = 0;
    return evaluate(side_by_side) == tensor<double, 2, 6>{{1, 2, 3, 7, 8, 9}, {4, 5, 6, 10, 11, 12}} &&
           evaluate(second) == tensor<double, 2, 3>{{8, 9, 10}, {11, 12, 13}};
}());

template <class T>
struct functions_case {
    static constexpr auto A = numbers<T, 5, 7>(1), B = numbers<T, 7>(2);
    static constexpr auto f = [](const auto& a, const auto& b) {
        return evaluate(concat(exp(a), log(abs(a) + 1), sqrt(abs(a)), rsqrt(abs(a) + 1), tanh(a), erf(a), sigmoid(a),
                               relu(a), gelu(a), gelu_tanh(a), silu(a), softplus(a), pow(abs(a), b), min(a, b),
                               max(a, b)));
    };
    static constexpr auto value = f(A, B);
};

template <class T>
class constant_evaluation_of : public testing::Test {};
using element_types = testing::Types<float, double, long double>;
TYPED_TEST_SUITE(constant_evaluation_of, element_types);

TYPED_TEST(constant_evaluation_of, elementwise_functions) {
    using c = functions_case<TypeParam>;
    expect_same_bits(c::f, c::value, c::A, c::B);
}

template <class T>
struct rows_case {
    static constexpr auto A = numbers<T, 5, 19>(1);
    static constexpr auto f = [](const auto& a) {
        return evaluate(hadamard(softmax(a), log_softmax(a)) + transpose(softmax<0>(transpose(a))) - mean<0>(a) +
                        logsumexp<0>(a) - max<0>(a) + min<0>(a) * 2);
    };
    static constexpr auto value = f(A);
};

TEST(constant_evaluation, along_axes) {
    using c = rows_case<float>;
    expect_same_bits(c::f, c::value, c::A);
}

}  // namespace heed::test
