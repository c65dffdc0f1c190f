// SPDX-License-Identifier: BSL-1.0
// Loops that need a whole row before they can write an element of it: softmax and reductions.
#pragma once

#include <heed/run/element.hpp>
#include <heed/run/row_sums.hpp>

namespace heed::detail {

/// softmax and log_softmax of rows that are kept. What is written serves as the memory of the row.
template <class Plan, std::size_t K, class T, class Count, class Cursors>
constexpr void run_rows(Count rows, const Cursors& cursors) {
    constexpr kernel k = Plan::value.kernels[K];
    const auto& out = boost::hana::at_c<0>(cursors);
    for (std::size_t i = 0; i < rows; ++i) {
        for (std::size_t j = 0; j < k.inner; ++j) out.at(i, j) = element<Plan, K, k.prologue, T>(cursors, i, j, T(0));
        const auto written = [&](std::size_t j) -> const T& { return out.at(i, j); };
        const T shift = finite_shift(max_of_row<T>(k.inner, written));
        if constexpr (k.weights == normalisation::softmax) {
            for (std::size_t j = 0; j < k.inner; ++j) out.at(i, j) = exp(T(out.at(i, j) - shift));
            const T sum = sum_of_row<T>(k.inner, written);
            const T scale = sum == T(0) ? T(0) : T(T(1) / sum);
            for (std::size_t j = 0; j < k.inner; ++j)
                out.at(i, j) = finished<Plan, K, T>(cursors, i, j, T(out.at(i, j) * scale));
        } else {
            const T sum = sum_of_row<T>(k.inner, [&](std::size_t j) { return exp(T(out.at(i, j) - shift)); });
            const T log_sum = sum == T(0) ? T(0) : log(sum);
            for (std::size_t j = 0; j < k.inner; ++j)
                out.at(i, j) = finished<Plan, K, T>(cursors, i, j, T((out.at(i, j) - shift) - log_sum));
        }
    }
}

template <reduction R, class T>
constexpr T reduce_row(const T* row, std::size_t n) {
    const auto value = [row](std::size_t j) -> const T& { return row[j]; };
    if constexpr (R == reduction::sum) return sum_of_row<T>(n, value);
    if constexpr (R == reduction::mean) return sum_of_row<T>(n, value) / T(static_cast<long long>(n));
    if constexpr (R == reduction::max) return max_of_row<T>(n, value);
    if constexpr (R == reduction::min) return min_of_row<T>(n, value);
    if constexpr (R == reduction::logsumexp) {
        const T maximum = max_of_row<T>(n, value);
        const T shift = finite_shift(maximum);
        const T sum = sum_of_row<T>(n, [&](std::size_t j) { return exp(T(row[j] - shift)); });
        return sum == T(0) ? maximum : T(log(sum) + shift);
    }
}

/// One number a row.
template <class Plan, std::size_t K, class T, class Count, class Cursors>
constexpr void run_reduce(Count rows, const Cursors& cursors, T* scratch) {
    constexpr kernel k = Plan::value.kernels[K];
    const auto& out = boost::hana::at_c<0>(cursors);
    for (std::size_t i = 0; i < rows; ++i) {
        for (std::size_t j = 0; j < k.inner; ++j) scratch[j] = element<Plan, K, k.prologue, T>(cursors, i, j, T(0));
        out.at(i, 0) = finished<Plan, K, T>(cursors, i, 0, reduce_row<k.reduce>(scratch, k.inner));
    }
}

}  // namespace heed::detail
