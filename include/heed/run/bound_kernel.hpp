// SPDX-License-Identifier: BSL-1.0
// The machine that runs a kernel of a plan: it binds what the loops of kernel/ read and write to operands.
#pragma once

#include <heed/machine/executing.hpp>
#include <heed/run/element.hpp>
#include <heed/run/in_loop.hpp>
#include <heed/scalar/elimination.hpp>

#include <cstddef>
#include <limits>
#include <type_traits>

namespace heed::detail {

/// Compilers unroll loops over so many numbers before they vectorise, and then copy number by number. A load of a
/// register has to wait for all of these stores.
#if defined(__clang__)
inline constexpr std::size_t most_unrolled_numbers = 79;
#else
inline constexpr std::size_t most_unrolled_numbers = 16;
#endif

/// Kernel K of a plan over `row_count` rows of its operands.
template <class Plan, std::size_t K, class T, class Count, class Cursors>
struct bound_kernel : executing<T> {
    static constexpr kernel k = Plan::value.kernels[K];
    using result_cursor = cursor_in<Cursors, result_slot>;
    static constexpr bool has_dense_result = has_dense_rows<result_cursor>();
    /// Whether a mask leaves a part of the columns (run/kept_operands.hpp).
    static constexpr bool has_kept_columns = requires(const Cursors& c) { c.kept_columns; };
    static constexpr bool has_fixed_row = is_fixed_size<Plan, k.row.length> && !has_kept_columns;
    static constexpr bool has_fixed_columns = is_fixed_size<Plan, k.cols> && !has_kept_columns;
    static constexpr bool is_short_row = has_fixed_row && k.row.length <= most_unrolled_numbers;

    Count row_count;
    const Cursors& cursors;
    T* scratch;

    constexpr bound_kernel(Count rows_of_tile, const Cursors& c, T* memory)
        : row_count(rows_of_tile), cursors(c), scratch(memory) {}

    template <loop_part Part, class F>
    HEED_INLINE constexpr void part(const F& f) const {
        in_loop<Plan::first_kernel + K, Part>(f);
    }
    template <class F>
    HEED_INLINE constexpr void rows(const F& f) const {
        if constexpr (!has_fixed_row)
            if (row_length() == 0) return empty_rows();
        for (std::size_t i = 0; i < row_count; ++i) f(i);
    }
    HEED_INLINE constexpr auto row_length() const {
        if constexpr (has_kept_columns)
            return cursors.kept_columns;
        else
            return size_in<Plan, k.row.length>(cursors);
    }
    HEED_INLINE constexpr auto columns() const {
        if constexpr (has_kept_columns && k.loop != skeleton::reduce)
            return cursors.kept_columns;
        else
            return size_in<Plan, k.cols>(cursors);
    }

    /// f<V>(j) along a row of numbers, in registers and then for the remainder.
    template <class F>
    HEED_INLINE constexpr void along_row(const F& f) const {
        for_row<T>(row_length(), f);
    }
    /// The same, in registers if the formula that the kernel reads benefits from them.
    template <class F>
    HEED_INLINE constexpr void along_prologue(const F& f) const {
        if constexpr (is_short_row && packable<T> &&
                      runs_in_registers<Plan, K, k.prologue, T, detail::along_row, Cursors>())
            for_row<T>(row_length(), f);
        else
            along_formula<true>(row_length(), f);
    }
    template <class F>
    HEED_INLINE constexpr void along_result(const F& f) const {
        along_formula<has_dense_result>(columns(), f);
    }

    /// The formula that the kernel reads, at row i from column j on.
    template <class V>
    HEED_INLINE constexpr V prologue(std::size_t i, std::size_t j) const {
        return element<Plan, K, k.prologue, V, along_row_of<V>>(cursors, i, j, lanes<V>::broadcast(T(0)));
    }
    template <class V>
    HEED_INLINE constexpr void set_result(std::size_t i, std::size_t j, const V& x) const {
        lanes<V>::store(&cursor_at<result_slot>(cursors).at(i, j), x);
    }
    /// Applies the epilogue to what the kernel computed, and writes it.
    template <class V>
    HEED_INLINE constexpr void finish_result(std::size_t i, std::size_t j, const V& core) const {
        set_result(i, j, finished<Plan, K, V, along_row_of<V>>(cursors, i, j, core));
    }

    /// Written beside the result, if the plan asks for it.
    template <class F>
    HEED_INLINE constexpr void keep_log_sum(std::size_t i, const F& f) const {
        if constexpr (k.log_sums != no_slot) cursor_at<k.log_sums>(cursors).at(i, 0) = f();
    }

    HEED_INLINE constexpr T epsilon(std::size_t i) const {
        return static_cast<T>(cursor_at<row_slot::epsilon>(cursors).at(i, 0));
    }

    constexpr T* row_to_compute(std::size_t i) const {
        if constexpr (has_dense_result)
            return &cursor_at<result_slot>(cursors).at(i, 0);
        else
            return scratch;
    }
    constexpr T* scratch_row(const char*) const { return scratch; }
    /// Prefetches the place that the next row is written to, otherwise the store would wait for it. Nothing is
    /// prefetched after the last row.
    HEED_INLINE constexpr void fetch_next_result(std::size_t i, std::size_t j) const {
        if constexpr (has_dense_result && packable<T>) {
            if (HEED_CONSTANT_EVALUATED) return;
            __builtin_prefetch(&cursor_at<result_slot>(cursors).at(i + 1 < row_count ? i + 1 : i, j), 1);
        }
    }
    /// Writes a row that was computed in scratch memory, or applies the epilogue to it. If the row is in place already,
    /// one pointer both reads and writes, so that compilers see that both are the same memory.
    HEED_INLINE constexpr void finish_row(std::size_t i, T* row) const {
        if constexpr (!has_dense_result || k.epilogue != no_term)
            part<loop_part::write>([&]() HEED_INLINE_LAMBDA {
                for (std::size_t j = 0; j < row_length(); ++j) {
                    T& to = has_dense_result ? row[j] : cursor_at<result_slot>(cursors).at(i, j);
                    to = finished<Plan, K, T>(cursors, i, j, row[j]);
                }
            });
    }

    // For the inverse.

    constexpr T* square(const char*, std::size_t which) const { return scratch + which * row_length() * row_length(); }
    template <class F>
    HEED_INLINE constexpr void lines(const F& f) const {
        for (std::size_t i = 0; i < row_length(); ++i) f(i);
    }
    template <class F>
    HEED_INLINE constexpr void along_numbers(const F& f) const {
        for (std::size_t j = 0; j < row_length(); ++j) f.template operator()<T>(j);
    }
    constexpr void invert(T* left, T* right) const {
        const auto is_smaller = [](const T& a, const T& b) {
            return apply<function::abs>(a) < apply<function::abs>(b);
        };
        elimination(left, right, row_length(), is_smaller).run();
    }

private:
    /// Rows without elements. A softmax writes only the logarithms of their sums.
    constexpr void empty_rows() const {
        for (std::size_t i = 0; i < row_count; ++i) {
            if constexpr (k.loop == skeleton::reduce) finish_result(i, 0, empty_reduction<T>(k.row.reduce));
            keep_log_sum(i, [] { return -std::numeric_limits<T>::infinity(); });
        }
    }

    /// A single number has no neighbours.
    template <class V>
    using along_row_of = std::conditional_t<(lanes<V>::count > 1), detail::along_row, along_rows>;

    template <bool IsDense, class F>
    HEED_INLINE constexpr void along_formula(std::size_t n, const F& f) const {
        if constexpr (IsDense && packable<T> && wants_registers<Plan, K, T, Cursors>())
            for_row<T>(n, f);
        else
            for (std::size_t j = 0; j < n; ++j) f.template operator()<T>(j);
    }
};

}  // namespace heed::detail
