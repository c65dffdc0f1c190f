// SPDX-License-Identifier: BSL-1.0
// inverse and solve: residuals against high precision, plans, memory, singular matrices.
#include "tests/run/compare.hpp"

#include <heed/heed.hpp>
#include <heed/reference/evaluate.hpp>

#include <boost/multiprecision/cpp_bin_float.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace heed::test {

using fifty_digits =
    boost::multiprecision::number<boost::multiprecision::cpp_bin_float<50>, boost::multiprecision::et_off>;

template <class Tensor>
void fill(Tensor& t, unsigned seed) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> uniform(-1, 1);
    for (auto& x : t) x = static_cast<typename Tensor::value_type>(uniform(random));
}

/// A plus 3 on the diagonal: condition below 10 for these seeds.
template <class T, extent N>
tensor<T, N, N> well_conditioned(unsigned seed) {
    tensor<T, N, N> a;
    fill(a, seed);
    for (std::size_t i = 0; i < N.size; ++i) a(i, i) += T(3);
    return a;
}

template <class T, extent N>
double worst_error() {
    double worst = 0;
    for (unsigned seed = 0; seed < 50; ++seed) {
        const auto a = well_conditioned<T, N>(seed);
        worst = std::max(worst, distance<T>(tensor(inverse(a)), evaluate_unfused<fifty_digits>(inverse(a))));
    }
    return worst;
}

TEST(inverse, agrees_with_fifty_digits) {
    EXPECT_LT((worst_error<double, 1>()), 1);
    EXPECT_LT((worst_error<double, 3>()), 8);
    EXPECT_LT((worst_error<float, 7>()), 16);
    EXPECT_LT((worst_error<double, 16>()), 32);
}

TEST(inverse, undoes_a_projection) {
    tensor<double, 12, 3> x;
    fill(x, 1);
    const auto w = well_conditioned<double, 3>(2);
    const tensor k = x * w;
    EXPECT_LT(distance<double>(tensor(k * inverse(w)), x), 8);
    EXPECT_LT(distance<double>(tensor(solve(transpose(w), transpose(k))), tensor(transpose(x))), 8);
}

TEST(inverse, of_a_batch_is_that_of_each) {
    tensor<double, 4, 2, 3, 3> a;
    fill(a, 3);
    const tensor all = inverse(a);
    for (std::size_t i = 0; i < 4; ++i)
        for (std::size_t j = 0; j < 2; ++j) {
            const tensor one = inverse(a[i][j]);
            for (std::size_t k = 0; k < 9; ++k) EXPECT_EQ(all[i][j].data()[k], one.data()[k]);
        }
}

TEST(inverse, inside_other_formulas) {
    const auto a = well_conditioned<double, 4>(4), b = well_conditioned<double, 4>(5);
    const auto check = [](const auto& f) {
        EXPECT_LT(distance<double>(tensor(f), evaluate_unfused<fifty_digits>(f), 1), 64);
    };
    check(transpose(inverse(transpose(a))) * b);
    check(inverse(a * b) - inverse(b) * inverse(a));
    check(softmax(inverse(a + b) * transpose(a) / sqrt(4_c)) * inverse(b));
    check(concat(inverse(a), inverse(b)) * concat<0>(a, b));
    check(concat<0>(inverse(a), b));
    check(inverse(softmax(a)) * 2.0);
    check(inverse(inverse(a)));
    check(sum(inverse(a)) + rows<1, 2>(inverse(b)) * a);
}

TEST(inverse, may_write_what_it_reads) {
    auto a = well_conditioned<double, 5>(6);
    const tensor expected = inverse(a);
    a = inverse(a);
    EXPECT_TRUE(a == expected);
}

TEST(inverse, is_one_loop_that_waits_for_all_rows) {
    using M = tensor<float, 6, 6>;
    using plan = detail::plan_for<decltype(inverse(std::declval<const M&>())), float>;
    static_assert(plan::value.steps.size() == 1 && plan::value.kernels[0].loop == detail::skeleton::inverse);
    static_assert(plan::value.nests[0].tile_rows == 6 && plan::value.buffers.empty());
    static_assert(detail::cost_of(plan::value).multiply_adds == 2 * 6 * 6 * 5);
}

TEST(inverse, of_a_singular_matrix_is_not_finite) {
    const tensor<double, 2, 2> a{{1, 2}, {2, 4}};
    const tensor b = inverse(a);
    bool finite = true;
    for (const double x : b) finite = finite && std::isfinite(x);
    EXPECT_FALSE(finite);
}

constexpr bool inverts_while_compiling() {
    constexpr tensor<double, 2, 2> a{{4, 8}, {2, 2}};
    const tensor b = inverse(a);
    return b(0, 0) == -0.25 && b(0, 1) == 1 && b(1, 0) == 0.25 && b(1, 1) == -0.5;
}
static_assert(inverts_while_compiling());

TEST(inverse, is_the_same_at_run_time) { EXPECT_TRUE(inverts_while_compiling()); }

constexpr axis from{"from"}, to{"to"};
static_assert([] {
    constexpr tensor<double, from[2], to[2]> a{{1, 2}, {3, 5}};
    const auto f = inverse(a);
    return decltype(f)::shape_value[0].name == &to && decltype(f)::shape_value[1].name == &from;
}());

}  // namespace heed::test
