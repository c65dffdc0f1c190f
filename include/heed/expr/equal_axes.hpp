// SPDX-License-Identifier: BSL-1.0
// Laws of operations that are made of others: axes that need the same size where one of them has size 1 while compiling
// and the other a dynamic extent. The operations that such a formula is made of would repeat the 1.
#pragma once

#include <heed/expr/let.hpp>

#include <cstddef>
#include <utility>

namespace heed::detail {

/// `times` the size of an axis of one operand is the size of an axis of another.
struct axis_pair {
    std::size_t first = 0, second = 0, times = 0;
};
/// No static_vector, which every program would instantiate.
struct axis_pairs {
    axis_pair items[max_rank]{};
    std::size_t count = 0;

    constexpr bool empty() const { return count == 0; }
    constexpr const axis_pair* begin() const { return items; }
    constexpr const axis_pair* end() const { return items + count; }
    constexpr void push_back(const axis_pair& pair) { items[count++] = pair; }
};

constexpr bool is_one_beside_length(const extent& a, const extent& b) {
    return (a.size == 1 && b.is_dynamic()) || (b.size == 1 && a.is_dynamic());
}

/// Adds a pair of axes if one of them would repeat along the other, which may be longer at run time.
constexpr void add_one_beside_length(axis_pairs& pairs, const shape& a, std::size_t first, const shape& b,
                                     std::size_t second) {
    if (is_one_beside_length(a[first], b[second])) pairs.push_back({first, second, 1});
}

namespace op {

/// The unchanged first operand; the sizes of these axes are those of the second one. Words is the law.
template <const char* Words, axis_pairs Pairs>
struct equal_axes {
    static constexpr bool reads_sizes_of_second = true, is_first_operand = true;
    static constexpr shape shape_of_result(const shape& a, const shape&) { return a; }
};

}  // namespace op

/// A, whose axes in Pairs are checked against those of `like`, which is read once more: a named value or tensor.
template <const char* Words, axis_pairs Pairs, class A, class Like>
constexpr auto with_equal_axes(A&& a, const Like& like) {
    if constexpr (Pairs.empty())
        return as_operand(std::forward<A>(a));
    else
        return make_formula<op::equal_axes<Words, Pairs>>(std::forward<A>(a), like);
}

/// use(a, b), where the axes in Pairs are checked.
template <const char* Words, axis_pairs Pairs, class A, class B, class Use>
constexpr auto use_with_equal_axes(A&& a, B&& b, const Use& use) {
    if constexpr (Pairs.empty())
        return use(std::forward<A>(a), std::forward<B>(b));
    else
        return make_let(std::forward<B>(b), [&](const auto& named) {
            return use(with_equal_axes<Words, Pairs>(std::forward<A>(a), named), named);
        });
}

}  // namespace heed::detail
