// SPDX-License-Identifier: BSL-1.0
// Loops that need a whole row before they can write an element of it: softmax and reductions.
#pragma once

#include <heed/run/map.hpp>
#include <heed/run/row_sums.hpp>

namespace heed::detail {

/// A row of numbers side by side.
template <class T>
struct dense_row {
    T* data;

    template <class V>
    HEED_INLINE constexpr V at(std::size_t j) const {
        return lanes<V>::load(data + j);
    }
    template <class V>
    HEED_INLINE constexpr void set(std::size_t j, const V& x) const {
        lanes<V>::store(data + j, x);
    }
};

template <class T>
HEED_INLINE constexpr void exponentiate_row(dense_row<T> row, std::size_t n, const T& shift) {
    for_row<T>(
        n, [&]<class V>(std::size_t j) HEED_INLINE_LAMBDA { row.set(j, V(exp(V(row.template at<V>(j) - shift)))); });
}

/// softmax or log_softmax of a row, in place.
template <normalisation N, class T>
constexpr void normalise_row(dense_row<T> row, std::size_t n) {
    const auto value = [&]<class V>(std::size_t j) HEED_INLINE_LAMBDA { return row.template at<V>(j); };
    const T shift = finite_shift(max_of_row<T>(n, value));
    if constexpr (N == normalisation::softmax) {
        exponentiate_row(row, n, shift);
        const T sum = sum_of_row<T>(n, value);
        const T scale = sum == T(0) ? T(0) : T(T(1) / sum);
        for_row<T>(n, [&]<class V>(std::size_t j) HEED_INLINE_LAMBDA { row.set(j, V(row.template at<V>(j) * scale)); });
    } else {
        const T sum = sum_of_row<T>(
            n, [&]<class V>(std::size_t j) HEED_INLINE_LAMBDA { return V(exp(V(row.template at<V>(j) - shift))); });
        const T log_sum = sum == T(0) ? T(0) : log(sum);
        for_row<T>(n, [&]<class V>(std::size_t j)
                          HEED_INLINE_LAMBDA { row.set(j, V(V(row.template at<V>(j) - shift) - log_sum)); });
    }
}

/// softmax and log_softmax of rows that are kept. Where a row is written side by side its own place is the memory in
/// which it is computed, else that is the scratch.
template <class Plan, std::size_t K, class T, class Count, class Cursors>
constexpr void run_rows(Count rows, const Cursors& cursors, T* scratch) {
    constexpr kernel k = Plan::value.kernels[K];
    const auto& out = boost::hana::at_c<0>(cursors);
    constexpr bool in_place = has_dense_rows<std::remove_cvref_t<decltype(out)>>();
    for (std::size_t i = 0; i < rows; ++i) {
        const dense_row<T> row{in_place ? &out.at(i, 0) : scratch};
        in_loop<K, loop_part::read>(
            [&]() HEED_INLINE_LAMBDA { compute_row<Plan, K, k.prologue>(cursors, i, row.data, k.inner); });
        in_loop<K, loop_part::fold>([&]() HEED_INLINE_LAMBDA { normalise_row<k.weights>(row, k.inner); });
        if constexpr (!in_place || k.epilogue != no_term)
            in_loop<K, loop_part::write>([&]() HEED_INLINE_LAMBDA {
                for (std::size_t j = 0; j < k.inner; ++j)
                    out.at(i, j) = finished<Plan, K, T>(cursors, i, j, row.data[j]);
            });
    }
}

/// One number of a row, which may be overwritten.
template <reduction R, class T>
constexpr T reduce_row(dense_row<T> row, std::size_t n) {
    const auto value = [&]<class V>(std::size_t j) HEED_INLINE_LAMBDA { return row.template at<V>(j); };
    if constexpr (R == reduction::sum) return sum_of_row<T>(n, value);
    if constexpr (R == reduction::mean) return sum_of_row<T>(n, value) / T(static_cast<long long>(n));
    if constexpr (R == reduction::max) return max_of_row<T>(n, value);
    if constexpr (R == reduction::min) return min_of_row<T>(n, value);
    if constexpr (R == reduction::logsumexp) {
        const T maximum = max_of_row<T>(n, value);
        const T shift = finite_shift(maximum);
        exponentiate_row(row, n, shift);
        const T sum = sum_of_row<T>(n, value);
        return sum == T(0) ? maximum : T(log(sum) + shift);
    }
}

/// One number a row.
template <class Plan, std::size_t K, class T, class Count, class Cursors>
constexpr void run_reduce(Count rows, const Cursors& cursors, T* scratch) {
    constexpr kernel k = Plan::value.kernels[K];
    const auto& out = boost::hana::at_c<0>(cursors);
    for (std::size_t i = 0; i < rows; ++i) {
        in_loop<K, loop_part::read>(
            [&]() HEED_INLINE_LAMBDA { compute_row<Plan, K, k.prologue>(cursors, i, scratch, k.inner); });
        in_loop<K, loop_part::fold>([&]() HEED_INLINE_LAMBDA {
            out.at(i, 0) = finished<Plan, K, T>(cursors, i, 0, reduce_row<k.reduce>(dense_row<T>{scratch}, k.inner));
        });
    }
}

}  // namespace heed::detail
