// SPDX-License-Identifier: BSL-1.0
// Places of largest elements: ties, NaN, minus infinity, every axis, integers.
#include <heed/heed.hpp>
#include <heed/reference/evaluate.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <limits>

namespace heed::test {

inline constexpr axis batch{"batch"}, tokens{"tokens"}, d_k{"d_k"};

inline constexpr double lowest = -std::numeric_limits<double>::infinity(),
                        unknown = std::numeric_limits<double>::quiet_NaN();

TEST(argmax, is_that_of_loops_along_every_axis) {
    tensor<float, batch[3], tokens[4], d_k[37]> X;
    int i = 0;
    for (float& x : X) x = static_cast<float>(std::floor(5 * std::sin(0.37 * ++i)));  // with ties
    const tensor<float, tokens[4], d_k[37]> first = argmax<0>(X);
    const tensor<float, batch[3], tokens[1], d_k[37]> second = argmax<tokens>(X, keep);
    const tensor<float, batch[3], tokens[4]> last = argmax(X);
    EXPECT_EQ(last, evaluate(argmax<-1>(X)));
    const auto place = [](std::size_t n, const auto& element) {
        std::size_t found = 0;
        for (std::size_t k = 1; k < n; ++k)
            if (element(k) > element(found)) found = k;
        return static_cast<float>(found);
    };
    for (std::size_t b = 0; b < 3; ++b)
        for (std::size_t t = 0; t < 4; ++t)
            for (std::size_t d = 0; d < 37; ++d) {
                EXPECT_EQ(first(t, d), place(3, [&](std::size_t k) { return X(k, t, d); }));
                EXPECT_EQ(second(b, 0, d), place(4, [&](std::size_t k) { return X(b, k, d); }));
                EXPECT_EQ(last(b, t), place(37, [&](std::size_t k) { return X(b, t, k); }));
            }
    EXPECT_EQ(evaluate(argmax<1>(X)), evaluate_unfused<float>(argmax<1>(X)));
    EXPECT_EQ(evaluate(argmax(X * 2 + X)), evaluate_unfused<float>(argmax(X * 2 + X)));
}

constexpr bool holds_while_compiling() {
    constexpr tensor<double, tokens[3], d_k[4]> X{
        {1, 3, 3, 2}, {lowest, lowest, lowest, lowest}, {2, unknown, unknown, 9}};
    constexpr matrix<int, 2, 3> I{{1, 7, 7}, {-4, -5, -9}};
    constexpr matrix<unsigned, 2, 3> U{{1, 7, 7}, {5, 5, 0}};
    constexpr vector<double, 1> one{5};
    return evaluate(argmax(X)) == tensor<double, tokens[3]>{1, 0, 1} &&
           evaluate(argmax<tokens>(X)) == tensor<double, d_k[4]>{2, 2, 2, 2} &&
           evaluate(argmax(X, keep)) == tensor<double, tokens[3], d_k[1]>{{1.0}, {0.0}, {1.0}} &&
           evaluate(argmax(I)) == vector<int, 2>{1, 0} && evaluate(argmax(U)) == vector<unsigned, 2>{1, 0} &&
           evaluate(argmax<0>(U)) == vector<unsigned, 3>{1, 0, 0} &&
           evaluate(argmax<0>(I, keep)) == matrix<int, 1, 3>{{0, 0, 0}} && evaluate(argmax(one))() == 0;
}
static_assert(holds_while_compiling());
TEST(argmax, of_no_elements_is_no_index) {
    const tensor<float, 2, dyn> none(0);
    const tensor<int, 2, dyn> no_numbers(0);
    for (const float x : evaluate(argmax(none))) EXPECT_EQ(x, std::numeric_limits<float>::infinity());
    for (const int x : evaluate(argmax(no_numbers))) EXPECT_EQ(x, -1);
}

TEST(argmax, means_the_same_while_compiling) { EXPECT_TRUE(holds_while_compiling()); }

}  // namespace heed::test
