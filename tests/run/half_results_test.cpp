// SPDX-License-Identifier: BSL-1.0
// In which numbers formulas over half precision are computed, and what is stored in half precision: it is rounded once.
#include "tests/run/compare.hpp"
#include "tests/run/random_formula.hpp"

#include <heed/heed.hpp>
#include <heed/reference/evaluate.hpp>

#include <gtest/gtest.h>

#include <tuple>
#include <type_traits>

namespace heed::test {

template <class H>
class half_results_of : public testing::Test {};
using halves = testing::Types<float16, bfloat16>;
TYPED_TEST_SUITE(half_results_of, halves);

TYPED_TEST(half_results_of, type_of_a_formula) {
    const tensor<TypeParam, 2, 3> h{{1, 2, 3}, {4, 5, 6}};
    const tensor<float, 2, 3> f{{1, 2, 3}, {4, 5, 6}};
    const tensor<double, 2, 3> d{{1, 2, 3}, {4, 5, 6}};
    static_assert(std::is_same_v<detail::value_of<decltype(h + h)>, float>);
    static_assert(std::is_same_v<detail::value_of<decltype(2.0 * h)>, float>);
    static_assert(std::is_same_v<detail::value_of<decltype(transpose(h))>, float>);
    static_assert(std::is_same_v<detail::value_of<decltype(h + f)>, float>);
    static_assert(std::is_same_v<detail::value_of<decltype(h + d)>, double>);
    static_assert(std::is_same_v<detail::value_of<decltype(f * transpose(d))>, double>);
    const tensor mixed = h * transpose(d);
    EXPECT_EQ(mixed(1, 1), 77.0);
    const tensor sum_of_both = h + tensor<bfloat16, 2, 3>{{1, 2, 3}, {4, 5, 6}};
    EXPECT_EQ(sum_of_both(1, 2), 12.0F);
    const tensor copy = view<const TypeParam, 2, 3>(h);
    static_assert(std::is_same_v<typename decltype(copy)::value_type, TypeParam>);
    EXPECT_TRUE(copy == h && h == f && f == h && h == d);
}

/// Whether each element is the nearest to one that was computed in float.
template <class Half, class Float>
void expect_rounded(const Half& half, const Float& exact) {
    auto x = exact.begin();
    for (const auto& h : half) {
        EXPECT_EQ(h.bits(), (typename Half::value_type(*x)).bits()) << *x;
        ++x;
    }
}

TYPED_TEST(half_results_of, results_are_rounded_once) {
    const auto A = random_tensor<TypeParam, 33, 37>(1);
    const auto B = random_tensor<TypeParam, 37, 35>(2);
    const auto f = 3 * (A * B);
    const tensor exact = f;
    tensor<TypeParam, 33, 35> y = f;
    expect_rounded(y, exact);
    y = f + f;
    expect_rounded(y, tensor(exact + exact));
    noalias(y) = f;
    expect_rounded(y, exact);
    expect_rounded(evaluate_as<TypeParam>(f), exact);
    tensor<TypeParam, 35, 33> turned;
    strided_view<TypeParam, 33, 35>(turned.data(), {1, 33}) = f;
    expect_rounded(turned, tensor(transpose(exact)));
    const tensor<bfloat16, 33, 37> other = A;
    expect_rounded(other, evaluate_as<float>(A));
}

TYPED_TEST(half_results_of, assignment_to_what_is_read) {
    auto A = random_tensor<TypeParam, 6, 6>(1);
    const tensor exact = A * transpose(A);
    A = A * transpose(A);
    expect_rounded(A, exact);
    view<TypeParam, 6>(A.data()) = A[1] + A[0];
    EXPECT_EQ(A(0, 2).bits(), TypeParam(TypeParam(exact(1, 2)) + TypeParam(exact(0, 2))).bits());
}

TYPED_TEST(half_results_of, constant_expressions) {
    constexpr tensor<TypeParam, 3, 2> Q{{1, 0}, {0, 1}, {1, 1}}, K = Q, V = Q;
    constexpr tensor Y = softmax(Q * transpose(K) / sqrt(dim<1>(K))) * V;
    static_assert(Y(0, 0) > 0.8022F && Y(0, 0) < 0.8023F);
    constexpr tensor<TypeParam, 3, 2> stored = Y;
    static_assert(stored(0, 0) > 0.79 && stored(0, 0) < 0.81);
    constexpr tensor<TypeParam, 3, 2> doubled = Q + V;
    static_assert(doubled(2, 1) == 2);
    const tensor now = softmax(Q * transpose(K) / sqrt(dim<1>(K))) * V;
    EXPECT_LE(distance<float>(now, Y), 2);
}

TYPED_TEST(half_results_of, several_results_and_shared_values) {
    const auto A = random_tensor<TypeParam, 6, 5>(1);
    const auto several = let(A, [](auto a) { return results(exp(a), a + a); });
    static_assert(std::is_same_v<typename decltype(several)::value_type, float>);
    const auto [powers, sums] = evaluate(several);
    EXPECT_TRUE(powers == tensor(exp(A)) && sums == tensor(A + A));
    tensor<TypeParam, 6, 5> stored;
    tensor<float, 6, 5> wide;
    evaluate_into(std::tie(stored, wide), several);
    expect_rounded(stored, powers);
    EXPECT_TRUE(wide == sums);
    const auto rounded = evaluate_as<TypeParam>(several);
    EXPECT_TRUE(std::get<0>(rounded) == stored);
}

TYPED_TEST(half_results_of, other_number_types) {
    const auto A = random_tensor<TypeParam, 20, 18>(1);
    const auto f = attention(A, A, A);
    const auto exact = evaluate_unfused<long double>(f);
    EXPECT_LE(distance<double>(evaluate_as<double>(f), exact), 8);
    EXPECT_LE(distance<long double>(evaluate_as<long double>(f), exact), 16);
}

}  // namespace heed::test
