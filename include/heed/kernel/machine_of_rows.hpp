// SPDX-License-Identifier: BSL-1.0
// What the kernels of rows ask of a machine: a concept for each kernel, and those that they share.
#pragma once

#include <heed/lower/loop_part.hpp>
#include <heed/lower/tiles.hpp>
#include <heed/scalar/lanes.hpp>

#include <concepts>

namespace heed::detail {

/// What concepts give to loops in place of a body, and to conditional values in place of a value.
struct some_body {
    constexpr void operator()() const {}
    template <class I>
    constexpr void operator()(const I&) const {}
    template <class V, class I>
    constexpr void operator()(const I&) const {}
};
template <class T>
struct some_value {
    T operator()() const;
};

/// For every kernel.
template <class M>
concept machine_of_kernel = requires(const M& m, const some_body& body) {
    typename M::number;                      // a number that the kernel computes
    typename M::loop_index;                  // what counts the iterations of a loop
    m.template part<loop_part::fold>(body);  // body() is this part of the kernel
};
template <machine_of_kernel M>
using number_of_machine = typename M::number;
template <machine_of_kernel M>
using index_of_machine = typename M::loop_index;

/// For formulas along rows.
template <class M>
concept reads_formulas = machine_of_kernel<M> && requires(const M& m, const index_of_machine<M>& i) {
    m.template prologue<number_of_machine<M>>(i, i);  // the formula that the kernel reads, at row i and column j
};

/// For map_kernel.
template <class M>
concept machine_of_maps = reads_formulas<M> &&
    requires(const M& m, const some_body& body, const index_of_machine<M>& i, const number_of_machine<M>& x) {
    m.rows(body);           // body(i) for each row
    m.along_result(body);   // body<V>(j) along a row of the result, V a number or a register
    m.set_result(i, i, x);  // writes x from row i and column j on
};

/// For inverse_kernel.
template <class M>
concept machine_of_inverses = reads_formulas<M> &&
    requires(const M& m, const some_body& body, const index_of_machine<M>& i, const number_of_machine<M>& x) {
    m.row_length();                                       // the number of rows and columns
    m.square("left", 0);                                  // memory for a matrix, one of two
    m.lines(body);                                        // body(i) for each row of the matrix
    m.along_prologue(body);                               // body<V>(j) along a row that is read
    m.along_numbers(body);                                // body<number>(j) along a row
    m.store(m.square("left", 0), i, x);                   // writes to memory
    m.invert(m.square("left", 0), m.square("right", 1));  // the inverse of the first matrix, which is destroyed
    m.set_result(i, i, x);
};

/// For folds of rows (kernel/row_folds.hpp), in lanes.
template <class M>
concept machine_of_folds = machine_of_kernel<M> &&
    requires(const M& m, const some_body& body, const index_of_machine<M>& i) {
    typename M::template array<row_lanes>;                  // memory for a number in each lane
    m.loop("l", 0, row_lanes, 1, body);                     // body(l) for each lane
    m.template in_registers<row_lanes>(body);               // body<V>() if there are registers V, up to so many numbers
    m.template groups<row_lanes>("j", i, i, body);          // body(j, so many) for each group of numbers
    m.template along_groups<row_lanes>(i, i, body);         // body<V>(j) for each group, before it is folded
    m.template loop_rest<row_lanes>("j", i, body);          // body(j) for what is left of n numbers
    m.template along_rest<row_lanes>(i, body);              // body<V>(j) for what is left, before it is folded
    { M::folds_pieces } -> std::convertible_to<bool>;       // whether pieces of a row are folded while they are made
    { M::sums_in_blocks } -> std::convertible_to<bool>;     // whether long sums are sums of blocks
    { M::folds_side_by_side } -> std::convertible_to<int>;  // chains of a fold that may be reordered
};

/// For kernels that read a row before they write an element of it.
template <class M>
concept machine_of_rows = reads_formulas<M> && machine_of_folds<M> &&
    requires(const M& m, const some_body& body, const index_of_machine<M>& i, const number_of_machine<M>& x) {
    m.note("");                         // a comment of files and outlines
    m.rows(body);                       // body(i) for each row
    m.row_length();                     // its length
    m.count_as_number(m.row_length());  // the same as a number
    m.scratch_row("x");                 // memory for a row
    m.along_prologue(body);             // body<V>(j) along a row that is read
    m.along_row(body);                  // body<V>(j) along a row in memory
    m.store(m.scratch_row("x"), i, x);  // writes to memory
    { m.template load<number_of_machine<M>>(m.scratch_row("x"), i) } -> std::convertible_to<number_of_machine<M>>;
    m.zero_where(x == x, some_value<number_of_machine<M>>());  // 0 where the condition holds, else the value
    m.either(x == x, x, some_value<number_of_machine<M>>());   // x where it holds, else the value
};

/// For rows_kernel.
template <class M>
concept machine_of_normalisations = machine_of_rows<M> && requires(const M& m, const index_of_machine<M>& i) {
    m.row_to_compute(i);                                    // memory for row i: the result, if it is contiguous
    m.finish_row(i, m.row_to_compute(i));                   // writes the row to the result, unless it is there
    m.fetch_next_result(i, i);                              // may prefetch the next row of the result
    m.keep_log_sum(i, some_value<number_of_machine<M>>());  // writes the value if the plan asks for it
};
/// For norms, which add an epsilon.
template <class M>
concept has_norm_epsilon = machine_of_kernel<M> && requires(const M& m, const index_of_machine<M>& i) {
    m.epsilon(i);  // what row i adds to the mean of its squares
};

/// For reduce_kernel.
template <class M>
concept machine_of_reductions = machine_of_rows<M> &&
    requires(const M& m, const index_of_machine<M>& i, const number_of_machine<M>& x) {
    m.template finish_result<number_of_machine<M>>(i, 0,
                                                   x);  // applies the epilogue to the result of row i, and writes it
};

}  // namespace heed::detail
