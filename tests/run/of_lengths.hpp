// SPDX-License-Identifier: BSL-1.0
// What tests of formulas with lengths ask of them.
#pragma once

#include "tests/run/compare.hpp"
#include "tests/words_of.hpp"

#include <heed/heed.hpp>
#include <heed/reference/evaluate.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <type_traits>

namespace heed::test {

/// Of softmax and sums of some hundred products, in units in the last place of the largest element, of 1 at least.
inline constexpr double allowed_units = 12;

/// Numbers in [-1, 1] without a pattern, others in each tensor.
void fill(auto&... tensors) {
    int i = 0;
    const auto one = [&](auto& t) {
        for (auto& x : t) x = static_cast<std::remove_reference_t<decltype(x)>>(std::sin(0.91 * ++i));
    };
    (one(tensors), ...);
}

/// Near the unfused evaluation in double.
template <class F>
void expect_right(const char* what, const F& f, double units = allowed_units) {
    const auto y = evaluate(f);
    const auto exact = evaluate_unfused<double>(f);
    EXPECT_EQ(y.dims(), exact.dims()) << what;
    EXPECT_LE(distance<float>(y, exact, 1), units) << what;
}

template <class A, class B>
void expect_same_bits(const char* what, const A& a, const B& b) {
    EXPECT_EQ(a.dims(), b.dims()) << what;
    EXPECT_TRUE(std::equal(a.begin(), a.end(), b.begin(), b.end())) << what;
}

/// What is said of a formula that does not fit.
template <class Error = shape_error, class F>
std::string words_of_formula(const F& f) {
    return words_of<Error>([&] { (void)evaluate(f); });
}

}  // namespace heed::test
