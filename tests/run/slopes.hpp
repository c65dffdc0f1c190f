// SPDX-License-Identifier: BSL-1.0
// Gradients beside differences of values.
#pragma once

#include <heed/heed.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>
#include <utility>

namespace heed::test {

/// Numbers of both signs, none of them twice, and none near 0.
template <class Tensor>
void fill_with_sines(Tensor& x, double seed) {
    for (auto& e : x) {
        seed += 1.7;
        e = static_cast<typename Tensor::value_type>(0.6 * std::sin(seed) + (std::sin(seed) < 0 ? -0.05 : 0.05));
    }
}

/// sum_i dy(i) y(i) of a function of tensors.
template <class Function, class DY, class... X>
double weighted_value(const Function& f, const DY& dy, const X&... x) {
    const tensor y = f(x...);
    double sum = 0;
    auto weight = dy.begin();
    for (const auto& e : y) sum += e * *weight++;
    return sum;
}

/// The largest distance between a gradient and central differences of values: 1e-9 where all is right, because the
/// differences are not closer.
template <class Function, class... X>
double worst_slope(const Function& f, X... x) {
    const tensor y = f(x...);
    auto dy = y;
    fill_with_sines(dy, 0.3);
    const auto slopes = evaluate(vjp(dy, f, x...));
    double worst = 0;
    const auto compare = [&](auto& of, const auto& slope) {
        auto s = slope.begin();
        for (auto& e : of) {
            const double h = 1e-5, before = e;
            e = before + h;
            const double above = weighted_value(f, dy, x...);
            e = before - h;
            const double below = weighted_value(f, dy, x...);
            e = before;
            const double distance = std::abs((above - below) / (2 * h) - *s++);
            worst = distance <= worst ? worst : distance;
        }
    };
    [&]<std::size_t... K>(std::index_sequence<K...>) { (compare(x, std::get<K>(slopes)), ...); }
    (std::index_sequence_for<X...>{});
    return worst;
}

}  // namespace heed::test
