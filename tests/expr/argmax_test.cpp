// SPDX-License-Identifier: BSL-1.0
// Places of largest elements: ties, NaN, minus infinity, every axis, integers, long axes.
#include <heed/heed.hpp>
#include <heed/reference/evaluate.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <tuple>
#include <utility>

namespace heed::test {

inline constexpr axis batch{"batch"}, tokens{"tokens"}, d_k{"d_k"};

inline constexpr double lowest = -std::numeric_limits<double>::infinity(),
                        unknown = std::numeric_limits<double>::quiet_NaN();

TEST(argmax, is_that_of_loops_along_every_axis) {
    tensor<float, batch[3], tokens[4], d_k[37]> X;
    int i = 0;
    for (float& x : X) x = static_cast<float>(std::floor(5 * std::sin(0.37 * ++i)));  // with ties
    const tensor<std::int64_t, tokens[4], d_k[37]> first = argmax<0>(X);
    const tensor<std::int64_t, batch[3], tokens[1], d_k[37]> second = argmax<tokens>(X, keep);
    const tensor<std::int64_t, batch[3], tokens[4]> last = argmax(X);
    EXPECT_EQ(last, evaluate(argmax<-1>(X)));
    const auto place = [](std::size_t n, const auto& element) {
        std::size_t found = 0;
        for (std::size_t k = 1; k < n; ++k)
            if (element(k) > element(found)) found = k;
        return static_cast<std::int64_t>(found);
    };
    for (std::size_t b = 0; b < 3; ++b)
        for (std::size_t t = 0; t < 4; ++t)
            for (std::size_t d = 0; d < 37; ++d) {
                EXPECT_EQ(first(t, d), place(3, [&](std::size_t k) { return X(k, t, d); }));
                EXPECT_EQ(second(b, 0, d), place(4, [&](std::size_t k) { return X(b, k, d); }));
                EXPECT_EQ(last(b, t), place(37, [&](std::size_t k) { return X(b, t, k); }));
            }
    EXPECT_EQ(evaluate_as<float>(1 * argmax<1>(X)), evaluate_unfused<float>(argmax<1>(X)));
    EXPECT_EQ(evaluate_as<float>(1 * argmax(X * 2 + X)), evaluate_unfused<float>(argmax(X * 2 + X)));
}

constexpr bool holds_while_compiling() {
    constexpr tensor<double, tokens[3], d_k[4]> X{
        {1, 3, 3, 2}, {lowest, lowest, lowest, lowest}, {2, unknown, unknown, 9}};
    constexpr matrix<int, 2, 3> I{{1, 7, 7}, {-4, -5, -9}};
    constexpr matrix<unsigned, 2, 3> U{{1, 7, 7}, {5, 5, 0}};
    constexpr vector<double, 1> one{5};
    using place = std::int64_t;
    return evaluate(argmax(X)) == tensor<place, tokens[3]>{1, 0, 1} &&
           evaluate(argmax<tokens>(X)) == tensor<place, d_k[4]>{2, 2, 2, 2} &&
           evaluate(argmax(X, keep)) == tensor<place, tokens[3], d_k[1]>{{1}, {0}, {1}} &&
           evaluate(argmax(I)) == vector<place, 2>{1, 0} && evaluate(argmax(U)) == vector<place, 2>{1, 0} &&
           evaluate(argmax<0>(U)) == vector<place, 3>{1, 0, 0} &&
           evaluate(argmax<0>(I, keep)) == matrix<place, 1, 3>{{0, 0, 0}} && evaluate(argmax(one))() == 0;
}
static_assert(holds_while_compiling());
TEST(argmax, of_no_elements_is_no_index) {
    const tensor<float, 2, dyn> none(0);
    const tensor<int, 2, dyn> no_numbers(0);
    for (const std::int64_t x : evaluate(argmax(none))) EXPECT_EQ(x, -1);
    for (const std::int64_t x : evaluate(argmax(no_numbers))) EXPECT_EQ(x, -1);
    EXPECT_EQ(evaluate(argmax(tensor<float, dyn, 3>(0))).size(), 0U);
}

template <class F>
using element_of_result = typename decltype(tensor(std::declval<F>()))::value_type;
template <class T>
constexpr bool are_whole_numbers() {
    using X = tensor<T, tokens[3], d_k[4]>;
    using L = tensor<T, tokens[dyn], d_k[dyn]>;
    using place = std::int64_t;
    return std::same_as<element_of_result<decltype(argmax(X()))>, place> &&
           std::same_as<element_of_result<decltype(argmax<tokens>(L(2, 3), keep))>, place> &&
           std::same_as<element_of_result<decltype(transpose(argmax(X(), keep)))>, place> &&
           std::same_as<element_of_result<decltype(reshape<3>(argmax(X(), keep)))>, place> &&
           std::same_as<element_of_result<decltype(rows<0, 2>(argmax(X(), keep)))>, place> &&
           std::same_as<typename decltype(evaluate_as<double>(argmax(X())))::value_type, place>;
}
static_assert(are_whole_numbers<float>() && are_whole_numbers<double>() && are_whole_numbers<int>() &&
              are_whole_numbers<std::int8_t>() && are_whole_numbers<float16>());

TEST(argmax, into_tensors_and_views) {
    tensor<float, tokens[3], d_k[5]> X{{1, 2, 9, 3, 4}, {5, 1, 1, 5, 2}, {0, 0, 0, 0, 1}};
    const tensor<std::int64_t, tokens[3]> wanted{2, 0, 4};
    tensor<std::int64_t, tokens[dyn]> resized;
    resized = argmax(X);
    EXPECT_EQ(resized, wanted);
    noalias(resized) = argmax(X);
    EXPECT_EQ(resized, wanted);
    std::int64_t all[6] = {7, 7, 7, 7, 7, 7};
    strided_view<std::int64_t, tokens[3]> every_other(all, {2});
    every_other = argmax(X);
    EXPECT_TRUE(all[0] == 2 && all[1] == 7 && all[2] == 0 && all[3] == 7 && all[4] == 4 && all[5] == 7);
    tensor<std::int64_t, dyn> ids(3);
    ids(0) = 2, ids(1) = 0, ids(2) = 2;
    ids = argmax(rows(X, ids));  // reads what it writes
    EXPECT_EQ(ids, (tensor<std::int64_t, 3>{4, 2, 4}));
    const tensor<float, tokens[3]> as_elements = argmax(X);
    EXPECT_EQ(as_elements, (tensor<float, tokens[3]>{2, 0, 4}));
    tensor<float, tokens[3]> largest;
    tensor<std::int64_t, tokens[3]> places;
    evaluate_into(std::tie(places, largest), results(argmax(X), max(X)));
    EXPECT_EQ(places, wanted);
    EXPECT_EQ(largest, (tensor<float, tokens[3]>{9, 5, 1}));
}

/// Whether counting in T is exact along an axis of N elements, beside shorter ones.
template <class T, std::size_t N>
constexpr bool is_counted_in() {
    const auto of_rows = [](const auto& x) { return argmax(x); };
    using F = std::remove_cvref_t<decltype(of_rows(std::declval<const tensor<float, 3, N>&>()))>;
    return std::same_as<detail::counting_type<F, float>, T>;
}
static_assert(is_counted_in<float, 5>() && is_counted_in<float, (1 << 24)>() && is_counted_in<double, (1 << 24) + 1>());

TEST(argmax, means_the_same_while_compiling) { EXPECT_TRUE(holds_while_compiling()); }

TEST(argmax, of_no_elements_is_minus_one_in_each_type) {
    const tensor<unsigned, dyn, dyn> U(2, 0);
    const tensor<double, dyn, dyn> D(2, 0);
    EXPECT_EQ(evaluate(argmax(U)), (tensor<std::int64_t, dyn>{-1, -1}));
    EXPECT_EQ(evaluate(argmax(D)), (tensor<std::int64_t, dyn>{-1, -1}));
}

}  // namespace heed::test
