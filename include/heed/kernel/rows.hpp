// SPDX-License-Identifier: BSL-1.0
// Loops that need a whole row before they can write an element of it: softmax, norms and reductions.
#pragma once

#include <heed/kernel/row_folds.hpp>
#include <heed/kernel/shift.hpp>
#include <heed/lower/loop_part.hpp>
#include <heed/scalar/reduction.hpp>

#include <type_traits>

namespace heed::detail {

/// Copies a row of the formula to where it is computed.
template <class M, class Index, class Memory>
HEED_INLINE constexpr void read_row(const M& m, const Index& i, const Memory& row) {
    m.template part<loop_part::read>([&]() HEED_INLINE_LAMBDA {
        m.along_prologue([&]<class V>(auto j) HEED_INLINE_LAMBDA { m.store(row, j, m.template prologue<V>(i, j)); });
    });
}

/// Replaces a row by exp(x - shift) and returns the sum. No x exceeds the shift. beside(j) runs in the same loop.
template <class M, class Memory, class T, class Beside>
HEED_INLINE constexpr T exponentiate_row(const M& m, const Memory& row, const T& shift, const Beside& beside) {
    return sum_of_made_row(m, row, m.row_length(), [&]<class V>(auto j) HEED_INLINE_LAMBDA {
        beside(j);
        m.store(row, j, V(exp_of_non_positive(below_shift<V>(m.template load<V>(row, j), shift))));
    });
}

/// The maximum of a row, and the shift that is subtracted before exp. With a NaN in the row they may be any of its
/// numbers: the sum of the exponentials is NaN anyway.
template <class T>
struct row_shift {
    T maximum;
    T shift;
};
template <class M, class Memory>
HEED_INLINE constexpr auto shift_of_row(const M& m, const Memory& row) {
    using T = typename M::number;
    const T maximum = known_as("maximum", T(folded_row<raised_to>(m, row, m.row_length())));
    return row_shift<T>{maximum, known_as("shift", finite_shift(maximum))};
}

/// The log-sum-exp of a row; minus infinity if all of its numbers are.
template <class M, class T>
HEED_INLINE constexpr T log_sum_of_row(const M& m, const T& total, const row_shift<T>& of) {
    return log_of_sum(m, total, of.maximum, [&]() HEED_INLINE_LAMBDA { return of.shift; });
}

/// softmax of row i, in place; also its log-sum-exp if the plan asks for it.
template <class M, class Index, class Memory>
HEED_INLINE constexpr void softmax_of_row(const M& m, const Index& i, const Memory& row) {
    using T = typename M::number;
    const auto of = shift_of_row(m, row);
    const auto fetch = [&](auto j) HEED_INLINE_LAMBDA { m.fetch_next_result(i, j); };
    const T total = known_as("total", T(exponentiate_row(m, row, of.shift, fetch)));
    m.keep_log_sum(i, [&]() HEED_INLINE_LAMBDA { return log_sum_of_row(m, total, of); });
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
    m.along_row([&]<class V>(auto j) HEED_INLINE_LAMBDA {
        m.store(row, j, V(below_shift<V>(m.template load<V>(row, j), shift) - log_total));
    });
}

template <class M, class T>
HEED_INLINE constexpr T mean_of_row(const M& m, const T& sum) {
    return T(sum / m.count_as_number(m.row_length()));
}

/// Subtracts the mean of a row, twice: the second time removes the rounding error that a large mean leaves.
template <class M, class Memory>
HEED_INLINE constexpr void centre_row(const M& m, const Memory& row) {
    using T = typename M::number;
    const auto subtract_mean = [&](const char* name_of_sum, const char* name) HEED_INLINE_LAMBDA {
        const T mean = known_as(name, mean_of_row(m, known_as(name_of_sum, T(sum_of_row(m, row, m.row_length())))));
        m.along_row([&]<class V>(auto j) HEED_INLINE_LAMBDA { m.store(row, j, V(m.template load<V>(row, j) - mean)); });
    };
    subtract_mean("total", "mean");
    subtract_mean("rest", "rest_of_mean");
}

/// Divides a row by the root of the mean of its squares, in place.
template <class M, class Index, class Memory>
HEED_INLINE constexpr void scale_row(const M& m, const Index& i, const Memory& row) {
    using T = typename M::number;
    const T squares = known_as("squares", T(sum_of_squares(m, row, m.row_length())));
    const T scale = known_as("one_over_root", T(T(1) / sqrt(T(mean_of_row(m, squares) + m.epsilon(i)))));
    m.along_row([&]<class V>(auto j) HEED_INLINE_LAMBDA { m.store(row, j, V(m.template load<V>(row, j) * scale)); });
}

constexpr const char* note_on(normalisation n) {
    switch (n) {
        case normalisation::softmax:
            return "softmax of a row: the largest score is subtracted first, so that exp cannot overflow";
        case normalisation::log_softmax: return "log softmax of a row: x - max - log(sum of exp(x - max))";
        case normalisation::layer_norm:
            return "layer norm in one pass over the rows: d = x - mean, d / sqrt(mean of d^2 + epsilon)";
        case normalisation::rms_norm:
            return "root mean square norm in one pass over the rows: x / sqrt(mean of x^2 + epsilon)";
    }
    return "";
}

/// softmax, log_softmax and norms whose rows are written out. A contiguous result row is computed in place, any other
/// in scratch memory.
template <normalisation N, class M>
HEED_INLINE constexpr void rows_kernel(const M& m) {
    m.rows([&](auto i) HEED_INLINE_LAMBDA {
        m.note(note_on(N));
        const auto row = m.row_to_compute(i);
        read_row(m, i, row);
        m.template part<loop_part::fold>([&]() HEED_INLINE_LAMBDA {
            if constexpr (N == normalisation::softmax) softmax_of_row(m, i, row);
            if constexpr (N == normalisation::log_softmax) log_softmax_of_row(m, row);
            if constexpr (N == normalisation::layer_norm) centre_row(m, row);
            if constexpr (has_epsilon(N)) scale_row(m, i, row);
        });
        m.finish_row(i, row);
    });
}

/// A row in memory, which may be overwritten, with the operations by which reductions are described
/// (scalar/reduction.hpp). IsFinite: no element is NaN or infinite.
template <bool IsFinite, class M, class Memory>
struct row_in_memory {
    using number = typename M::number;
    static constexpr bool is_finite = IsFinite;
    const M& m;
    const Memory& memory;

    HEED_INLINE constexpr auto sum() const { return sum_of_row(m, memory, m.row_length()); }
    HEED_INLINE constexpr auto count() const { return m.count_as_number(m.row_length()); }
    template <class Fold>
    HEED_INLINE constexpr auto fold() const {
        return folded_row<Fold>(m, memory, m.row_length());
    }
    HEED_INLINE constexpr auto shift() const { return shift_of_row(m, memory); }
    /// The sum of exp(x - shift).
    HEED_INLINE constexpr number exponentiated(const number& shift) const {
        return known_as("total", number(exponentiate_row(m, memory, shift, [](auto) HEED_INLINE_LAMBDA {})));
    }
    HEED_INLINE constexpr number log_sum(const number& total, const row_shift<number>& of) const {
        return log_sum_of_row(m, total, of);
    }
    HEED_INLINE constexpr void note(const char* words) const { m.note(words); }
};

template <reduction R, bool IsFinite = false, class M>
HEED_INLINE constexpr void reduce_kernel(const M& m) {
    using T = typename M::number;
    m.rows([&](auto i) HEED_INLINE_LAMBDA {
        const auto row = m.scratch_row("x");
        read_row(m, i, row);
        m.template part<loop_part::fold>([&]() HEED_INLINE_LAMBDA {
            const row_in_memory<IsFinite, M, std::remove_cvref_t<decltype(row)>> x{m, row};
            m.template finish_result<T>(i, 0, T(described_reduction<R>::value(x)));
        });
    });
}

}  // namespace heed::detail
