// SPDX-License-Identifier: BSL-1.0
// Gradients of masked attention, and how many steps of their plans skip columns.
#pragma once

#include <heed/heed.hpp>

#include <cstddef>

namespace heed::test {

template <class Mask, class Q, class K, class V, class D>
constexpr auto gradients(const Mask& mask, const Q& q, const K& k, const V& v, const D& d) {
    return vjp(
        d, [&](auto a, auto b, auto c) { return attention(a, b, c, mask); }, q, k, v);
}

/// How many steps of the plan of a formula take a part of the columns.
template <class F, class Policy = sequential_policy>
constexpr std::size_t steps_with_parts() {
    const detail::plan_view plan(detail::plan_for<F, double, Policy>::value);
    std::size_t steps = 0;
    for (std::size_t s = 0; s < plan.steps.size(); ++s)
        steps += detail::kept_part_of(plan, s).axis != detail::kept_axis::none;
    return steps;
}

/// Both products of rows, the softmax, its sums, the scores' gradients and all three results.
inline constexpr std::size_t steps_of_backward = 8;

}  // namespace heed::test
