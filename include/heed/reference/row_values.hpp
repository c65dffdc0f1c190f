// SPDX-License-Identifier: BSL-1.0
// Reductions and softmax of a row: numbers by their definitions, enclosures by their own functions.
#pragma once

#include <heed/reference/enclosed_rows.hpp>
#include <heed/reference/functions.hpp>
#include <heed/scalar/reduction.hpp>

#include <cmath>
#include <cstddef>
#include <limits>

namespace heed::detail::reference {

template <class T>
constexpr T sum_of_row(const T* x, std::size_t n) {
    T sum = T(0);
    for (std::size_t i = 0; i < n; ++i) sum = T(sum + x[i]);
    return sum;
}

/// The largest or the smallest of a row.
template <class T>
constexpr T extreme_of_row(function f, const T* x, std::size_t n) {
    T most = x[0];
    for (std::size_t i = 1; i < n; ++i) most = evaluate_function(f, most, x[i]);
    return most;
}

/// sum of exp(x - shift)
template <class T>
T sum_of_exp(const T* x, std::size_t n, const T& shift) {
    using std::exp;
    T sum = T(0);
    for (std::size_t i = 0; i < n; ++i) sum = T(sum + exp(T(x[i] - shift)));
    return sum;
}

template <class T>
requires(!enclosure<T>) T logsumexp_row(const T* x, std::size_t n) {
    using std::log;
    const T most = extreme_of_row(function::max, x, n);
    if (most == -std::numeric_limits<T>::infinity()) return most;
    return T(log(sum_of_exp(x, n, most)) + most);
}

/// Makes two passes; the result is 0 if every number is minus infinity.
template <class T>
requires(!enclosure<T>) void softmax_row(const T* x, T* y, std::size_t n) {
    using std::exp;
    const T most = extreme_of_row(function::max, x, n);
    const bool empty = most == -std::numeric_limits<T>::infinity();
    const T sum = empty ? T(1) : sum_of_exp(x, n, most);
    for (std::size_t i = 0; i < n; ++i) y[i] = empty ? T(0) : T(exp(T(x[i] - most)) / sum);
}

template <class T>
requires(!enclosure<T>) void log_softmax_row(const T* x, T* y, std::size_t n) {
    const T total = logsumexp_row(x, n);
    const bool empty = total == -std::numeric_limits<T>::infinity();
    for (std::size_t i = 0; i < n; ++i) y[i] = empty ? total : T(x[i] - total);
}

template <enclosure E>
constexpr E logsumexp_row(const E* x, std::size_t n) {
    return heed::logsumexp_row(x, n, 1);
}
template <enclosure E>
constexpr void softmax_row(const E* x, E* y, std::size_t n) {
    heed::softmax_row(x, y, n, 1);
}
template <enclosure E>
constexpr void log_softmax_row(const E* x, E* y, std::size_t n) {
    heed::log_softmax_row(x, y, n, 1);
}

template <class T>
constexpr T reduced_row(reduction r, const T* x, std::size_t n) {
    if constexpr (std::numeric_limits<T>::has_infinity)
        if (n == 0) return empty_reduction<T>(r);
    switch (r) {
        case reduction::sum: return sum_of_row(x, n);
        case reduction::mean: return T(sum_of_row(x, n) / T(static_cast<int>(n)));
        case reduction::max: return extreme_of_row(function::max, x, n);
        case reduction::min: return extreme_of_row(function::min, x, n);
        case reduction::logsumexp: return logsumexp_row(x, n);
    }
    return T(0);
}

template <class T>
constexpr void normalised_row(normalisation how, const T* x, T* y, std::size_t n) {
    if (n == 0) return;
    if (how == normalisation::softmax)
        softmax_row(x, y, n);
    else
        log_softmax_row(x, y, n);
}

}  // namespace heed::detail::reference
