// SPDX-License-Identifier: BSL-1.0
// The table of leaves points at the elements of a formula, and memory ranges tell which formulas read them.
#include <heed/expr/elementwise.hpp>
#include <heed/expr/matrix_product.hpp>
#include <heed/expr/structure.hpp>
#include <heed/trace/leaves.hpp>

#include <gtest/gtest.h>

#include <concepts>
#include <type_traits>

namespace {

using heed::constant;
using heed::matrix;
using heed::strided_view;
using heed::tensor;
using heed::vector;
using heed::detail::element_types;
using heed::detail::leaf_count;
using heed::detail::leaf_table_for;
using heed::detail::memory_range;
using heed::detail::type_list;

template <class T, class F>
leaf_table_for<F, T> table_of(const F& f) {
    leaf_table_for<F, T> table;
    table.add(f);
    return table;
}

TEST(leaves, are_listed_in_the_order_of_the_formula) {
    matrix<float, 2, 3> a, b;
    const auto f = hadamard(a + 2.5, b[0]) - strided_view<float, 2, 3>(b.data(), {1, 2});
    static_assert(leaf_count<std::remove_const_t<decltype(f)>> == 4);
    const auto table = table_of<float>(f);
    EXPECT_EQ(table.filled, 4U);
    EXPECT_EQ(table.pointer<float>(0), a.data());
    EXPECT_EQ(table.numbers[1], 2.5F);
    EXPECT_EQ(table.pointer<float>(1), nullptr);
    EXPECT_EQ(table.pointer<float>(2), b.data());
    EXPECT_EQ(table.pointer<float>(3), b.data());
    EXPECT_EQ(table.steps[3][0], 1U);
    EXPECT_EQ(table.steps[3][1], 2U);
    EXPECT_EQ(table.steps[0], heed::detail::strides{});  // in the plan
}

TEST(leaves, include_tensors_that_the_formula_owns) {
    const auto f = vector<double, 3>{1, 2, 3} * 2;
    const auto table = table_of<double>(f);
    EXPECT_EQ(table.pointer<double>(0)[2], 3);
}

TEST(leaves, do_not_include_exact_scalars) {
    const matrix<float, 2, 3> a;
    const auto f = a / sqrt(constant<3>{});
    static_assert(leaf_count<std::remove_const_t<decltype(f)>> == 1);
    EXPECT_EQ(table_of<float>(f).filled, 1U);
}

TEST(leaves, keep_element_types_apart) {
    const matrix<float, 2, 3> a;
    const matrix<double, 2, 3> b;
    const tensor<long double> number(0.5L);
    const auto f = (a + b) * number + a;
    static_assert(
        std::same_as<typename element_types<std::remove_const_t<decltype(f)>>::type, type_list<float, double>>);
    const auto table = table_of<double>(f);
    EXPECT_EQ(table.pointer<float>(0), a.data());
    EXPECT_EQ(table.pointer<double>(0), nullptr);
    EXPECT_EQ(table.pointer<double>(1), b.data());
    EXPECT_EQ(table.numbers[2], 0.5);
    EXPECT_EQ(table.pointer<float>(3), a.data());

    const auto& types = heed::detail::leaf_types<std::remove_const_t<decltype(f)>>;
    EXPECT_EQ(types.items[0], 0U);
    EXPECT_EQ(types.items[1], 1U);
    EXPECT_EQ(types.items[2], 2U);  // beyond the list: a number
    EXPECT_EQ(types.items[3], 0U);
}

template <class A>
memory_range range_of(const A& a) {
    return {a.data(), a.data() + a.size()};
}

TEST(memory_range, is_read_by_the_formulas_that_name_its_tensor) {
    const matrix<float, 4, 4> a, b;
    EXPECT_TRUE(reads(a + b, range_of(a)));
    EXPECT_TRUE(reads(exp(a * transpose(b)) / 2, range_of(b)));
    EXPECT_FALSE(reads(a * transpose(a) + 1, range_of(b)));
    EXPECT_FALSE(reads(matrix<float, 4, 4>(a) * 2, range_of(a)));
}

TEST(memory_range, is_read_by_views_that_overlap_it) {
    matrix<float, 4, 4> a;
    const memory_range second_row{a.data() + 4, a.data() + 8};
    EXPECT_FALSE(reads(a[0] + 1, second_row));
    EXPECT_TRUE(reads(a[1] + 1, second_row));
    EXPECT_FALSE(reads(a[2] + 1, second_row));
    EXPECT_TRUE(reads(a + 1, second_row));
}

/// From the first element to the last one: the first column of rows 0 to 2 ends in row 2.
TEST(memory_range, is_read_by_strided_views_up_to_their_last_element) {
    matrix<float, 4, 4> a;
    const strided_view<float, 3, 1> column(a.data(), {4, 1});
    EXPECT_TRUE((reads(column + 1, memory_range{a.data() + 8, a.data() + 9})));
    EXPECT_FALSE((reads(column + 1, memory_range{a.data() + 9, a.data() + 16})));
}

}  // namespace
