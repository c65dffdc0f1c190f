// SPDX-License-Identifier: BSL-1.0
// Loops that need a whole row before they can write an element of it: softmax, norms and reductions.
#pragma once

#include <heed/kernel/machine_of_rows.hpp>
#include <heed/kernel/row_folds.hpp>
#include <heed/kernel/shift.hpp>
#include <heed/lower/loop_part.hpp>
#include <heed/scalar/normalisation.hpp>
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

/// Row i in memory, which may be overwritten, with the operations by which normalisations are described
/// (scalar/normalisation.hpp).
template <class M, class Index, class Memory>
struct row_to_normalise {
    using number = typename M::number;
    const M& m;
    const Index& i;
    const Memory& memory;

    /// f of each element, in registers or numbers V.
    template <class F>
    HEED_INLINE constexpr void each(const F& f) const {
        m.along_row([&]<class V>(auto j) HEED_INLINE_LAMBDA { m.store(memory, j, f(m.template load<V>(memory, j))); });
    }
    template <class V>
    HEED_INLINE constexpr V below(const V& x, const number& shift) const {
        return below_shift<V>(x, shift);
    }
    HEED_INLINE constexpr auto shift() const { return shift_of_row(m, memory); }
    /// Replaces the row by exp(x - shift), and returns the sum.
    HEED_INLINE constexpr number exponentiated(const number& shift) const {
        const auto fetch = [&](auto j) HEED_INLINE_LAMBDA { m.fetch_next_result(i, j); };
        return known_as("total", number(exponentiate_row(m, memory, shift, fetch)));
    }
    /// The sum of exp(x - shift).
    HEED_INLINE constexpr number sum_of_exponentials(const number& shift) const {
        return known_as("total", number(sum_of_powers(m, memory, m.row_length(), shift)));
    }
    HEED_INLINE constexpr auto sum() const { return sum_of_row(m, memory, m.row_length()); }
    /// The sum of the squares.
    HEED_INLINE constexpr auto squares() const { return sum_of_squares(m, memory, m.row_length()); }
    HEED_INLINE constexpr number mean_of_sum(const number& sum) const {
        return number(sum / m.count_as_number(m.row_length()));
    }
    /// Keeps the log-sum-exp if the plan asks for it.
    HEED_INLINE constexpr void keep_log_sum(const number& total, const row_shift<number>& of) const {
        m.keep_log_sum(i, [&]() HEED_INLINE_LAMBDA { return log_sum_of_row(m, total, of); });
    }
    template <class Condition, class F>
    HEED_INLINE constexpr auto zero_where(const Condition& condition, const F& otherwise) const {
        return m.zero_where(condition, otherwise);
    }
    HEED_INLINE constexpr auto epsilon() const { return m.epsilon(i); }
};

/// softmax, log_softmax and norms whose rows are written out. A contiguous result row is computed in place, any other
/// in scratch memory.
template <normalisation N, machine_of_normalisations M>
requires(!has_epsilon(N) || has_norm_epsilon<M>) HEED_INLINE constexpr void rows_kernel(const M& m) {
    m.rows([&](auto i) HEED_INLINE_LAMBDA {
        m.note(described_normalisation<N>::traits.note);
        const auto row = m.row_to_compute(i);
        read_row(m, i, row);
        m.template part<loop_part::fold>([&]() HEED_INLINE_LAMBDA {
            const row_to_normalise<M, decltype(i), std::remove_cvref_t<decltype(row)>> x{m, i, row};
            described_normalisation<N>::value(x);
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

template <reduction R, bool IsFinite = false, machine_of_reductions M>
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
