// SPDX-License-Identifier: BSL-1.0
// Runs a plan: nests of loops over leading axes and tiles of rows, with their steps in order.
#pragma once

#include <heed/kernel/inverse.hpp>
#include <heed/kernel/map.hpp>
#include <heed/kernel/rows.hpp>
#include <heed/lower/plan.hpp>
#include <heed/lower/shared_work.hpp>
#include <heed/run/bound_kernel.hpp>
#include <heed/run/bound_product.hpp>
#include <heed/run/bound_tile_sums.hpp>
#include <heed/run/in_loop.hpp>
#include <heed/run/kept_operands.hpp>
#include <heed/run/policy.hpp>
#include <heed/run/query_tiles.hpp>
#include <heed/run/step_operands.hpp>
#include <heed/run/tiles_of_nest.hpp>
#include <heed/run/workspace.hpp>

#include <cstddef>
#include <utility>

namespace heed::detail {

template <class Plan, std::size_t K, std::size_t TileRows, class T, class Count, class Cursors>
HEED_INLINE constexpr void run_loops(Count rows, const Cursors& cursors, T* scratch) {
    constexpr skeleton loop = Plan::value.kernels[K].loop;
    if constexpr (loop == skeleton::product) {
        run_product<Plan, K>(rows, cursors, scratch);
    } else if constexpr (loop == skeleton::stream) {
        run_stream<Plan, K, TileRows>(rows, cursors, scratch);
    } else {
        const bound_kernel<Plan, K, T, Count, Cursors> bound(rows, cursors, scratch);
        if constexpr (loop == skeleton::map) map_kernel(bound);
        if constexpr (loop == skeleton::rows) rows_kernel<Plan::value.kernels[K].row.weights>(bound);
        if constexpr (loop == skeleton::reduce)
            reduce_kernel<Plan::value.kernels[K].row.reduce, Plan::value.kernels[K].row.is_finite>(bound);
        if constexpr (loop == skeleton::inverse) inverse_kernel(bound);
    }
}

/// One function for all steps that run the same kernel, as heads do. What numbers without registers compute, of
/// Boost.Multiprecision or of a program, remains calls.
template <class Plan, std::size_t K, std::size_t TileRows, class T, class Count, class Cursors>
HEED_ONE_COPY constexpr void run_kernel(Count rows, const Cursors& cursors, T* scratch) {
    run_loops<Plan, K, TileRows>(rows, cursors, scratch);
}
template <class Plan, std::size_t K, std::size_t TileRows, class T, class Count, class Cursors>
requires(packable<T>) HEED_FLATTEN HEED_ONE_COPY
    constexpr void run_kernel(Count rows, const Cursors& cursors, T* scratch) {
    run_loops<Plan, K, TileRows>(rows, cursors, scratch);
}

/// Runs Plan::value on the leaves of a formula F, in T. `results` point to the dense results of its graph, in order.
/// All threads share values that are stored whole; each thread has its own tiles and scratch memory.
template <class Plan, class F, class T>
class execution {
    using operands = step_operands<Plan, F, T>;
    using index = typename operands::index;

public:
    constexpr execution(const leaf_table_for<F, T>& leaves, T* const (&results)[Plan::value.results],
                        const sized_plan<Plan, T>& sizes, T* workspace)
        : operands_(leaves, results, sizes, workspace) {}

    /// Nests run one after another. The tiles of a nest are independent, but for those of one sum: the policy assigns
    /// them to threads, and the bits of the result do not depend on that.
    template <class Policy, class Memory>
    constexpr void run(const Policy& policy, Memory& of_threads) {
        [&]<std::size_t... N>(std::index_sequence<N...>) { (this->template run_nest<N>(policy, of_threads), ...); }
        (std::make_index_sequence<Plan::value.nests.size()>{});
    }

    /// The same execution, with the memory of another thread.
    constexpr execution with_own_memory(T* own) const {
        execution other = *this;
        other.operands_.set_own_memory(own);
        return other;
    }

private:
    template <std::size_t N, class Policy, class Memory>
    constexpr void run_nest(const Policy& policy, Memory& of_threads) {
        if constexpr (sums_tiles(Plan::value, Plan::value.nests[N])) return run_sums<N>(policy, of_threads);
        constexpr nest n = Plan::value.nests[N];
        const std::size_t tiles = tiles_of_nest<Plan, N>(operands_.lengths());
        in_loop<Plan::first_kernel + Plan::value.steps[n.first_step].kernel, loop_part::tiles>(
            [&]() HEED_INLINE_LAMBDA {
                const auto run = [](execution& e, std::size_t tile) { e.template run_tile<N>(tile); };
                if constexpr (Policy::shares_tiles && !is_worth_sharing(Plan::value, n, Policy::least_work))
                    seq.for_each_tile(tiles, *this, of_threads, run);
                else
                    policy.for_each_tile(tiles, *this, of_threads, run);
            });
    }

    /// One thread takes all tiles of a sum, in their order. The last sums come first: where a mask leaves more to later
    /// rows, threads end together then.
    template <std::size_t N, class Policy, class Memory>
    constexpr void run_sums(const Policy& policy, Memory& of_threads) {
        constexpr nest n = Plan::value.nests[N];
        const std::size_t together = tiles_of_rows<Plan, N>(operands_.lengths());
        const std::size_t sums = tiles_of_nest<Plan, N>(operands_.lengths()) / together;
        in_loop<Plan::first_kernel + Plan::value.steps[n.first_step].kernel, loop_part::tiles>(
            [&]() HEED_INLINE_LAMBDA {
                const auto run = [together, sums](execution& e, std::size_t from_last) {
                    const std::size_t sum = sums - 1 - from_last;
                    const tile_range own = tiles_of_sum<Plan, N>(sum, e.operands_.lengths());
                    for (std::size_t t = own.begin; t < own.end; ++t) e.template run_tile<N>(sum * together + t);
                };
                if constexpr (Policy::shares_tiles && !is_worth_sharing(Plan::value, n, Policy::least_work))
                    seq.for_each_tile(sums, *this, of_threads, run);
                else
                    policy.for_each_tile(sums, *this, of_threads, run);
            });
    }

    template <std::size_t Number>
    HEED_INLINE constexpr std::size_t size() const {
        return operands_.template size<Number>();
    }
    template <std::size_t N>
    constexpr std::size_t tile_rows() const {
        return tile_rows_of<Plan, N>(operands_.lengths());
    }

    template <std::size_t N>
    constexpr void run_tile(std::size_t tile) {
        constexpr nest n = Plan::value.nests[N];
        const std::size_t tiles = tiles_of_rows<Plan, N>(operands_.lengths());
        index batch{};
        std::size_t outer = tile / tiles;
        for (std::size_t a = n.batch.rank; a-- > 0;) {
            const std::size_t size = batch_size_of<Plan, N>(a, operands_.lengths());
            batch[a] = outer % size;
            outer /= size;
        }
        run_rows<N>(batch, tile % tiles);
    }

    /// Of a dynamic number of rows, whole tiles and the last one are the same code.
    template <std::size_t N>
    constexpr void run_rows(const index& batch, std::size_t tile) {
        constexpr nest n = Plan::value.nests[N];
        if constexpr (is_fixed_size<Plan, n.rows.size>) {
            constexpr std::size_t whole = n.rows.size / n.tile_rows, rest = n.rows.size % n.tile_rows;
            if constexpr (whole != 0)
                if (tile < whole) run_steps<N>(static_count<n.tile_rows>{}, batch, tile * n.tile_rows);
            if constexpr (rest != 0)
                if (tile == whole) run_steps<N>(static_count<rest>{}, batch, whole * n.tile_rows);
        } else {
            const std::size_t first = tile * tile_rows<N>();
            run_steps<N>(smaller_of(tile_rows<N>(), size<n.rows.size>() - first), batch, first);
        }
    }

    template <std::size_t N, class Count>
    constexpr void run_steps(Count rows, const index& batch, std::size_t row) {
        constexpr nest n = Plan::value.nests[N];
        [&]<std::size_t... S>(std::index_sequence<S...>) {
            (run_step<n.first_step + S, n.tile_rows>(rows, batch, row), ...);
        }
        (std::make_index_sequence<n.step_count>{});
    }

    /// The rows of views whose strides are known at run time only are mostly contiguous. A step for which all of them
    /// are reads registers instead of numbers.
    template <std::size_t S, std::size_t TileRows, class Count>
    constexpr void run_step(Count rows, const index& batch, std::size_t row) {
        in_loop<Plan::first_kernel + Plan::value.steps[S].kernel, loop_part::tiles>([&]() HEED_INLINE_LAMBDA {
            [[maybe_unused]] typename operands::lengths_of_step own_lengths;
            if constexpr (operands::template has_unknown_rows<S>())
                if (operands_.template has_contiguous_rows<S>())
                    return run_operands<S, TileRows>(rows, batch, row,
                                                     operands_.template of_step<S, true>(batch, row, own_lengths));
            run_operands<S, TileRows>(rows, batch, row, operands_.template of_step<S, false>(batch, row, own_lengths));
        });
    }
    template <std::size_t S, std::size_t TileRows, class Count, class Cursors>
    HEED_INLINE constexpr void run_operands(Count rows, const index& batch, std::size_t row, const Cursors& cursors) {
        constexpr std::size_t id = Plan::value.steps[S].kernel;
        constexpr kept_part kept = kept_part_of(Plan::value, S);
        if constexpr (kept.axis != kept_axis::none && !are_kept_operands<Cursors>)
            run_kept_part<S, TileRows>(rows, batch, row, cursors);
        else if constexpr (Plan::value.kernels[id].product.sums_tiles)
            run_tile_sums<Plan, id>(rows, place_in_sum<S>(rows, batch, row), cursors, operands_.scratch());
        else
            run_kernel<Plan, id, TileRows>(rows, cursors, operands_.scratch());
    }
    /// Which tile of its sum, or of its part of it, this is.
    template <std::size_t S>
    constexpr tile_place place_in_sum(std::size_t rows, const index& batch, std::size_t row) const {
        constexpr std::size_t number = nest_of_step(Plan::value, S);
        constexpr nest n = Plan::value.nests[number];
        const std::size_t all = size<n.rows.size>();
        if constexpr (n.sum_parts == 1) {
            return {row == 0, row + rows == all};
        } else {
            const tile_range own = tiles_of_sum<Plan, number>(batch[n.batch.rank - 1], operands_.lengths());
            return {row == own.begin * n.tile_rows, row + rows == smaller_of(own.end * n.tile_rows, all)};
        }
    }
    /// Only the columns that a mask leaves.
    template <std::size_t S, std::size_t TileRows, class Count, class Cursors>
    constexpr void run_kept_part(Count rows, const index& batch, std::size_t row, const Cursors& cursors) {
        constexpr step s = Plan::value.steps[S];
        constexpr kept_part part = kept_part_of(Plan::value, S);
        const column_range kept = kept_columns<part.masked>(rows, batch, row);
        if constexpr (part.axis == kept_axis::rows)
            run_other_rows<Plan, s.kernel, T>(cursors, kept, place_in_sum<S>(rows, batch, row));
        if constexpr (divides_columns<Plan, S>())
            columns_by_conditions<Plan, s.kernel, T, Cursors>(cursors, rows, kept)
                .each([&](const column_range& columns, bool hold) {
                    if (hold)
                        run_operands<S, TileRows>(rows, batch, row,
                                                  kept_operands_of<Plan, S, columns_without_mask>(cursors, columns));
                    else
                        run_operands<S, TileRows>(rows, batch, row, kept_operands_of<Plan, S>(cursors, columns));
                });
        else
            run_operands<S, TileRows>(rows, batch, row, kept_operands_of<Plan, S>(cursors, kept));
    }
    /// Of the scores that step S masks.
    template <std::size_t S>
    constexpr column_range kept_columns(std::size_t rows, const index& batch, std::size_t row) const {
        constexpr std::size_t id = Plan::value.steps[S].kernel;
        [[maybe_unused]] typename operands::lengths_of_step own_lengths;
        return columns_of_mask<Plan, id, T>(operands_.template of_step<S, false>(batch, row, own_lengths), rows);
    }

    operands operands_;
};

}  // namespace heed::detail
