// SPDX-License-Identifier: BSL-1.0
// The error of formulas over half precision against plain arithmetic on the same numbers.
#pragma once

#include "tests/run/compare.hpp"
#include "tests/run/random_formula.hpp"

#include <heed/heed.hpp>
#include <heed/reference/evaluate.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace heed::test {

/// Computed in float, at most twice as far from the exact value as node by node in float, and one unit in the last
/// place of the largest element.
template <class F>
void expect_small_error(const F& f, const char* what) {
    static_assert(std::is_same_v<detail::value_of<F>, float>);
    const auto exact = evaluate_unfused<long double>(f);
    const double plain = distance<float>(evaluate_unfused<float>(f), exact);
    EXPECT_LE(distance<float>(evaluate(f), exact), 2 * plain + 1) << what << ", plain " << plain;
}

/// Most of the numbers are denormal.
inline matrix<float16, 40, 32> denormal_numbers() {
    auto A = random_tensor<float16, 40, 32>(1);
    for (std::size_t i = 0; i < A.size(); i += 3)
        A.data()[i] = float16::from_bits(static_cast<std::uint16_t>(i * 7 % 2048));
    return A;
}

}  // namespace heed::test
