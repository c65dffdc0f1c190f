// SPDX-License-Identifier: BSL-1.0
// Loops that need a whole row before they can write an element of it: softmax and reductions.
#pragma once

#include <heed/kernel/row_folds.hpp>
#include <heed/kernel/shift.hpp>
#include <heed/lower/loop_part.hpp>
#include <heed/scalar/reduction.hpp>

namespace heed::detail {

/// Reads a row of the formula to where it is computed.
template <class M, class Index, class Memory>
HEED_INLINE constexpr void read_row(const M& m, const Index& i, const Memory& row) {
    m.template part<loop_part::read>([&]() HEED_INLINE_LAMBDA {
        m.along_prologue([&]<class V>(auto j) HEED_INLINE_LAMBDA { m.store(row, j, m.template prologue<V>(i, j)); });
    });
}

template <class M, class Memory, class T>
HEED_INLINE constexpr void exponentiate_row(const M& m, const Memory& row, const T& shift) {
    m.along_row([&]<class V>(auto j)
                    HEED_INLINE_LAMBDA { m.store(row, j, V(exp(V(m.template load<V>(row, j) - shift)))); });
}

/// The largest number of a row, and what is subtracted before exp.
template <class T>
struct row_shift {
    T maximum;
    T shift;
};
template <class M, class Memory>
HEED_INLINE constexpr auto shift_of_row(const M& m, const Memory& row) {
    using T = typename M::number;
    const T maximum = known_as("maximum", T(max_of_row(m, row, m.row_length())));
    return row_shift<T>{maximum, known_as("shift", finite_shift(maximum))};
}

/// The logarithm of a sum of exp(x - shift), and shift: of a row of minus infinities minus infinity, its maximum.
template <class M, class T>
HEED_INLINE constexpr T log_of_total(const M& m, const T& total, const row_shift<T>& of) {
    return m.either(total == T(0), of.maximum, [&]() HEED_INLINE_LAMBDA { return T(log(total) + of.shift); });
}

/// softmax of row i, in place; the logarithm of its sum where that is asked for.
template <class M, class Index, class Memory>
HEED_INLINE constexpr void softmax_of_row(const M& m, const Index& i, const Memory& row) {
    using T = typename M::number;
    const auto of = shift_of_row(m, row);
    exponentiate_row(m, row, of.shift);
    const T total = known_as("total", T(sum_of_row(m, row, m.row_length())));
    m.keep_log_sum(i, [&]() HEED_INLINE_LAMBDA { return log_of_total(m, total, of); });
    const T scale =
        known_as("one_over_total", m.zero_where(total == T(0), [&]() HEED_INLINE_LAMBDA { return T(T(1) / total); }));
    m.along_row([&]<class V>(auto j) HEED_INLINE_LAMBDA { m.store(row, j, V(m.template load<V>(row, j) * scale)); });
}

/// log_softmax of a row, in place.
template <class M, class Memory>
HEED_INLINE constexpr void log_softmax_of_row(const M& m, const Memory& row) {
    using T = typename M::number;
    const T shift = shift_of_row(m, row).shift;
    const T total = known_as("total", T(sum_of_powers(m, row, m.row_length(), shift)));
    const T log_total =
        known_as("log_total", m.zero_where(total == T(0), [&]() HEED_INLINE_LAMBDA { return T(log(total)); }));
    m.along_row([&]<class V>(auto j)
                    HEED_INLINE_LAMBDA { m.store(row, j, V(V(m.template load<V>(row, j) - shift) - log_total)); });
}

/// softmax and log_softmax of rows that are kept. A result row that is contiguous is computed where it is written, any
/// other in scratch memory.
template <normalisation N, class M>
HEED_INLINE constexpr void rows_kernel(const M& m) {
    m.rows([&](auto i) HEED_INLINE_LAMBDA {
        m.note(N == normalisation::softmax
                   ? "softmax of a row: the largest score is subtracted first, so that exp cannot overflow"
                   : "log softmax of a row: x - max - log(sum of exp(x - max))");
        const auto row = m.row_to_compute(i);
        read_row(m, i, row);
        m.template part<loop_part::fold>([&]() HEED_INLINE_LAMBDA {
            if constexpr (N == normalisation::softmax)
                softmax_of_row(m, i, row);
            else
                log_softmax_of_row(m, row);
        });
        m.finish_row(i, row);
    });
}

/// One number of a row, which may be overwritten.
template <reduction R, class M, class Memory>
HEED_INLINE constexpr auto reduced_row(const M& m, const Memory& row) {
    using T = typename M::number;
    const auto n = m.row_length();
    if constexpr (R == reduction::sum) {
        return sum_of_row(m, row, n);
    } else if constexpr (R == reduction::mean) {
        return T(sum_of_row(m, row, n) / m.count_as_number(n));
    } else if constexpr (R == reduction::max) {
        return max_of_row(m, row, n);
    } else if constexpr (R == reduction::min) {
        return min_of_row(m, row, n);
    } else {
        m.note("the maximum is taken out, so that exp cannot overflow");
        const auto of = shift_of_row(m, row);
        exponentiate_row(m, row, of.shift);
        const T total = known_as("total", T(sum_of_row(m, row, n)));
        return log_of_total(m, total, of);
    }
}

/// One number a row.
template <reduction R, class M>
HEED_INLINE constexpr void reduce_kernel(const M& m) {
    using T = typename M::number;
    m.rows([&](auto i) HEED_INLINE_LAMBDA {
        const auto row = m.scratch_row("x");
        read_row(m, i, row);
        m.template part<loop_part::fold>(
            [&]() HEED_INLINE_LAMBDA { m.template finish_result<T>(i, 0, T(reduced_row<R>(m, row))); });
    });
}

}  // namespace heed::detail
