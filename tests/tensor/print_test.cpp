// SPDX-License-Identifier: BSL-1.0
// Printed tensors: nested brackets, with the width and the precision of the stream.
#include <heed/tensor/print.hpp>

#include <gtest/gtest.h>

#include <iomanip>
#include <sstream>
#include <string>

namespace {

using heed::matrix;
using heed::scalar;
using heed::strided_view;
using heed::tensor;
using heed::vector;

template <class A>
std::string printed(const A& a) {
    std::ostringstream text;
    text << a;
    return text.str();
}

TEST(print, nests_a_bracket_for_each_axis) {
    EXPECT_EQ(printed(scalar<int>(7)), "7");
    EXPECT_EQ(printed(vector<int, 3>{1, 2, 3}), "[1, 2, 3]");
    EXPECT_EQ(printed(matrix<int, 2, 2>{{1, 2}, {3, 4}}), "[[1, 2],\n [3, 4]]");
    EXPECT_EQ(printed(tensor<int, 2, 2, 1>{{{1}, {2}}, {{3}, {4}}}), "[[[1],\n  [2]],\n\n [[3],\n  [4]]]");
}

TEST(print, uses_the_width_for_every_element) {
    std::ostringstream text;
    text << std::setw(4) << matrix<int, 2, 2>{{1, -2}, {30, 4}} << std::setw(3) << 5;
    EXPECT_EQ(text.str(), "[[   1,   -2],\n [  30,    4]]  5");
}

TEST(print, uses_the_precision_and_keeps_it) {
    std::ostringstream text;
    text << std::fixed << std::setprecision(2) << vector<double, 2>{1.0 / 3, 2} << ' ' << 0.125;
    EXPECT_EQ(text.str(), "[0.33, 2.00] 0.12");
}

TEST(print, shows_views_as_what_they_view) {
    const matrix<int, 2, 2> m{{1, 2}, {3, 4}};
    EXPECT_EQ(printed(m[1]), "[3, 4]");
    EXPECT_EQ(printed(strided_view<const int, 2, 2>(m.data(), {1, 2})), "[[1, 3],\n [2, 4]]");
}

TEST(print, returns_the_stream) {
    std::ostringstream text;
    EXPECT_EQ(&(text << vector<int, 1>(1)), &text);
}

}  // namespace
