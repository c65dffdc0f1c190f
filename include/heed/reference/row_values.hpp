// SPDX-License-Identifier: BSL-1.0
// Reductions and softmax of a row: numbers by their definitions, enclosures by their own functions.
#pragma once

#include <heed/reference/enclosed_rows.hpp>
#include <heed/reference/functions.hpp>
#include <heed/scalar/normalisation.hpp>
#include <heed/scalar/reduction.hpp>

#include <cmath>
#include <cstddef>
#include <limits>

namespace heed::detail::reference {

/// n numbers, with the operations by which reductions are defined (scalar/reduction.hpp).
template <class T>
class row_of_values {
public:
    using number = T;
    constexpr row_of_values(const T* x, std::size_t n) : x_(x), n_(n) {}

    constexpr T count() const { return T(static_cast<int>(n_)); }
    template <class F>
    constexpr T sum(const char*, const F& value) const {
        T sum = T(0);
        for (std::size_t i = 0; i < n_; ++i) sum = T(sum + value(x_[i]));
        return sum;
    }
    /// begin combined with all elements, one after the other
    template <class F>
    constexpr T fold(const char*, int begin, const F& combine) const {
        T result = T(begin);
        for (std::size_t i = 0; i < n_; ++i) result = T(combine(result, x_[i]));
        return result;
    }
    constexpr T largest() const { return extreme(function::max); }
    constexpr T smallest() const { return extreme(function::min); }

private:
    constexpr T extreme(function f) const {
        T most = x_[0];
        for (std::size_t i = 1; i < n_; ++i) most = evaluate_function(f, most, x_[i]);
        return most;
    }

    const T* x_;
    std::size_t n_;
};

template <class T>
constexpr T reduced_row(reduction r, const T* x, std::size_t n) {
    if constexpr (std::numeric_limits<T>::has_infinity)
        if (n == 0) return empty_reduction<T>(r);
    return with_description(r, [&](auto described) -> T {
        if constexpr (enclosure<T> && requires { described.enclosure(x, n); })
            return described.enclosure(x, n);
        else
            return described.definition(mathematics(), row_of_values<T>(x, n));
    });
}

/// sum of exp(x - shift)
template <class T>
T sum_of_exp(const T* x, std::size_t n, const T& shift) {
    using std::exp;
    T sum = T(0);
    for (std::size_t i = 0; i < n; ++i) sum = T(sum + exp(T(x[i] - shift)));
    return sum;
}

/// Makes two passes; the result is 0 if every number is minus infinity.
template <class T>
requires(!enclosure<T>) void softmax_row(const T* x, T* y, std::size_t n) {
    using std::exp;
    const T most = row_of_values<T>(x, n).largest();
    const bool empty = most == -std::numeric_limits<T>::infinity();
    const T sum = empty ? T(1) : sum_of_exp(x, n, most);
    for (std::size_t i = 0; i < n; ++i) y[i] = empty ? T(0) : T(exp(T(x[i] - most)) / sum);
}

template <class T>
requires(!enclosure<T>) void log_softmax_row(const T* x, T* y, std::size_t n) {
    const T total = reduced_row(reduction::logsumexp, x, n);
    const bool empty = total == -std::numeric_limits<T>::infinity();
    for (std::size_t i = 0; i < n; ++i) y[i] = empty ? total : T(x[i] - total);
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
constexpr void normalised_row(normalisation how, const T* x, T* y, std::size_t n) {
    if (n == 0) return;
    if (how == normalisation::softmax)
        softmax_row(x, y, n);
    else
        log_softmax_row(x, y, n);
}

}  // namespace heed::detail::reference
