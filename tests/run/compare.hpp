// SPDX-License-Identifier: BSL-1.0
// How far a value is from a more exact one.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

namespace heed::test {

/// The largest distance, in units in the last place (of T) of the largest element, and of no less than `scale`.
/// NaN where one side is NaN and the other is not counts as infinitely far, and so do different numbers of elements.
template <class T, class A, class B>
double distance(const A& a, const B& exact, long double scale = 0) {
    long double worst = 0, largest = scale;
    auto y = exact.begin();
    for (const auto& x : a) {
        if (y == exact.end()) return std::numeric_limits<double>::infinity();
        const auto wanted = static_cast<long double>(*y++);
        const auto got = static_cast<long double>(x);
        if (std::isnan(wanted) != std::isnan(got)) return std::numeric_limits<double>::infinity();
        if (std::isnan(wanted) || wanted == got) continue;
        worst = std::max(worst, std::abs(got - wanted));
        largest = std::max(largest, std::abs(wanted));
    }
    if (y != exact.end()) return std::numeric_limits<double>::infinity();
    if (worst == 0) return 0;
    return static_cast<double>(worst / largest / static_cast<long double>(std::numeric_limits<T>::epsilon()));
}

}  // namespace heed::test
