// SPDX-License-Identifier: BSL-1.0
// How far several results are from those that were expected.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <tuple>
#include <utility>

namespace heed::test {

/// Of all elements of all results; NaN is the worst.
template <class... Result, class... Expected>
double largest_difference(const std::tuple<Result...>& got, const std::tuple<Expected...>& expected) {
    double worst = 0;
    const auto compare = [&](const auto& a, const auto& b) {
        EXPECT_EQ(a.size(), b.size());
        for (std::size_t i = 0; i < a.size(); ++i) {
            const double off = std::abs(static_cast<double>(a.data()[i]) - static_cast<double>(b.data()[i]));
            worst = off <= worst ? worst : off;  // NaN is worst
        }
    };
    [&]<std::size_t... I>(std::index_sequence<I...>) { (compare(std::get<I>(got), std::get<I>(expected)), ...); }
    (std::index_sequence_for<Result...>());
    return worst;
}

}  // namespace heed::test
