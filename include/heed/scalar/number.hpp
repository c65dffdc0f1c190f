// SPDX-License-Identifier: BSL-1.0
// What a type must offer to be an element of a tensor.
#pragma once

#include <concepts>

namespace heed {

/// Any arithmetic type: built-in numbers, Boost.Multiprecision numbers (use et_off), a type of your own.
template <class T>
concept number = std::copyable<T> && std::constructible_from<T, int> && requires(const T a, const T b, T c) {
    { a + b } -> std::convertible_to<T>;
    { a - b } -> std::convertible_to<T>;
    { a* b } -> std::convertible_to<T>;
    { a / b } -> std::convertible_to<T>;
    { -a } -> std::convertible_to<T>;
    { a < b } -> std::convertible_to<bool>;
    { a == b } -> std::convertible_to<bool>;
    c = a;
};

}  // namespace heed
