// SPDX-License-Identifier: BSL-1.0
// Errors in units of the last place, and the numbers at which they are measured.
#pragma once

#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <limits>
#include <random>
#include <sstream>
#include <string>
#include <vector>

namespace heed::test {

/// What one unit in the last place of a T near x is worth; below the normal range that of the denormal numbers.
template <class T, class Wide>
Wide unit_in_last_place(const Wide& x) {
    using std::frexp, std::ldexp;
    using limits = std::numeric_limits<T>;
    int exponent = 0;
    (void)frexp(x, &exponent);
    return ldexp(Wide(1), std::max(exponent, limits::min_exponent) - limits::digits);
}

/// |computed - exact| in units of the last place of exact. An infinity stands for the first power of two beyond T.
template <std::floating_point T, class Wide>
double error_in_ulps(T computed, const Wide& exact) {
    using std::abs, std::ldexp;
    if (exact != exact || computed != computed)
        return exact != exact && computed != computed ? 0 : std::numeric_limits<double>::infinity();
    const Wide end = ldexp(Wide(1), std::numeric_limits<T>::max_exponent);
    const Wide inside = exact > end ? end : exact < -end ? Wide(-end) : exact;
    const Wide value = !std::isinf(computed) ? Wide(computed) : computed > 0 ? end : Wide(-end);
    return static_cast<double>(Wide(abs(Wide(value - inside)) / unit_in_last_place<T>(inside)));
}

template <class T>
std::string in_hex(T x) {
    std::ostringstream text;
    text << std::hexfloat << x;
    return text.str();
}

/// Of either sign and every binade, denormal ones too.
template <std::floating_point T>
std::vector<T> numbers_of_every_size(std::size_t count) {
    using limits = std::numeric_limits<T>;
    std::mt19937_64 random(1);
    std::uniform_int_distribution<int> exponent(limits::min_exponent - limits::digits, limits::max_exponent - 1);
    std::uniform_real_distribution<T> mantissa(T(0.5), T(1));
    std::vector<T> numbers(count);
    for (T& x : numbers) x = std::ldexp(mantissa(random), exponent(random)) * (random() % 2 == 0 ? T(1) : T(-1));
    return numbers;
}

template <std::floating_point T>
std::vector<T> numbers_between(T low, T high, std::size_t count) {
    std::mt19937_64 random(2);
    std::uniform_real_distribution<T> anywhere(low, high);
    std::vector<T> numbers(count);
    for (T& x : numbers) x = anywhere(random);
    return numbers;
}

/// 2 n + 1 neighbours with x in their middle, in order.
template <std::floating_point T>
std::vector<T> neighbours(T x, std::size_t n) {
    constexpr T infinity = std::numeric_limits<T>::infinity();
    std::vector<T> numbers;
    for (std::size_t i = 0; i < n; ++i) x = std::nextafter(x, -infinity);
    for (std::size_t i = 0; i < 2 * n + 1; ++i, x = std::nextafter(x, infinity)) numbers.push_back(x);
    return numbers;
}

/// Zeros, the ends of the denormal and of the normal numbers, infinities, NaN, numbers next to small integers.
template <std::floating_point T>
std::vector<T> hard_numbers() {
    using limits = std::numeric_limits<T>;
    std::vector<T> numbers{limits::quiet_NaN()};
    for (const T x : {T(0), limits::denorm_min(), limits::denorm_min() * 3, limits::min() - limits::denorm_min(),
                      limits::min(), limits::epsilon(), limits::epsilon() / 2, limits::max(), limits::infinity()})
        numbers.insert(numbers.end(), {x, -x});
    for (const T x : {T(0.5), T(1), T(2), T(3)})
        for (const T y : neighbours(x, 3)) numbers.insert(numbers.end(), {y, -y});
    return numbers;
}

template <class T, class... More>
std::vector<T> joined(std::vector<T> first, const More&... more) {
    (first.insert(first.end(), more.begin(), more.end()), ...);
    return first;
}

}  // namespace heed::test
