// SPDX-License-Identifier: BSL-1.0
// The walk meets tensors, views and numbers in the order in which they are written, and nothing else.
#include <heed/heed.hpp>
#include <heed/trace/for_each_leaf.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <type_traits>

namespace {

using namespace heed;

/// What a walk met: where elements are, or the value of a number.
struct met {
    const float* data[8]{};
    double number[8]{};
    std::size_t stride[8]{};
    std::size_t count = 0;
};

template <class F>
constexpr met leaves_of(const F& f) {
    met m;
    detail::for_each_leaf(f, [&]<class Leaf>(const Leaf& leaf) {
        if constexpr (detail::is_literal<Leaf>) {
            m.number[m.count] = static_cast<double>(leaf.value);
        } else {
            m.data[m.count] = detail::elements_of(leaf).data();
            m.stride[m.count] = detail::strides_of(detail::elements_of(leaf))[0];
        }
        ++m.count;
    });
    return m;
}

template <class F>
constexpr std::size_t types_of() {
    std::size_t ranks = 0;
    detail::for_each_leaf_type<F>([&]<class Leaf>(const Leaf*) { ranks = ranks * 10 + Leaf::shape_value.rank; });
    return ranks;
}

TEST(for_each_leaf, keeps_the_order_and_leaves_out_exact_scalars_and_indices) {
    const tensor<float, 4, 3> A, B;
    const strided_view<const float, 3, 3> C(A.data(), {1, 4});
    const auto f = softmax(where(index::k <= index::q, A * transpose(B) / sqrt(dim<1>(A)))) * B + A * C * 0.5;
    const met m = leaves_of(f);
    ASSERT_EQ(m.count, 6U);
    const float* const expected[] = {A.data(), B.data(), B.data(), A.data(), A.data(), nullptr};
    for (std::size_t i = 0; i < 6; ++i) EXPECT_EQ(m.data[i], expected[i]) << i;
    EXPECT_EQ(m.number[5], 0.5);
    EXPECT_EQ(m.stride[0], 3U);
    EXPECT_EQ(m.stride[4], 1U);
    EXPECT_EQ(types_of<std::remove_const_t<decltype(f)>>(), 222220U);
}

TEST(for_each_leaf, a_leaf_alone_is_met_once) {
    const tensor<float, 4, 3> A;
    EXPECT_EQ(leaves_of(detail::operand_of(A)).count, 1U);
    EXPECT_EQ(leaves_of(detail::operand_of(sqrt(dim<1>(A)))).count, 0U);
}

constexpr std::size_t count_in_constant_expression() {
    const tensor<float, 2, 2> A{{1, 2}, {3, 4}};
    return leaves_of(A * A + 1).count;
}
static_assert(count_in_constant_expression() == 3);

TEST(for_each_leaf, temporaries_lie_in_the_formula) {
    const auto f = tensor<float, 2, 2>{{1, 2}, {3, 4}} + 1;
    const met m = leaves_of(f);
    ASSERT_EQ(m.count, 2U);
    EXPECT_EQ(m.data[0][3], 4.0F);
    EXPECT_EQ(m.number[1], 1.0);
}

}  // namespace
