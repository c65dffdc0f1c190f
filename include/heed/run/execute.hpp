// SPDX-License-Identifier: BSL-1.0
// Runs a plan: nests of loops over leading axes and tiles of rows, steps in order inside.
#pragma once

#include <heed/kernel/inverse.hpp>
#include <heed/kernel/map.hpp>
#include <heed/kernel/rows.hpp>
#include <heed/lower/plan.hpp>
#include <heed/run/bound_kernel.hpp>
#include <heed/run/bound_product.hpp>
#include <heed/run/in_loop.hpp>
#include <heed/run/query_tiles.hpp>
#include <heed/run/workspace.hpp>
#include <heed/trace/leaves.hpp>

#include <array>
#include <cstddef>
#include <utility>

namespace heed::detail {

template <class Plan, std::size_t K, std::size_t TileRows, class T, class Count, class Cursors>
constexpr void run_kernel(Count rows, const Cursors& cursors, T* scratch) {
    constexpr skeleton loop = Plan::value.kernels[K].loop;
    if constexpr (loop == skeleton::product) {
        run_product<Plan, K>(rows, cursors, scratch);
    } else if constexpr (loop == skeleton::stream) {
        run_stream<Plan, K, TileRows>(rows, cursors, scratch);
    } else {
        const bound_kernel<Plan, K, T, Count, Cursors> bound(rows, cursors, scratch);
        if constexpr (loop == skeleton::map) map_kernel(bound);
        if constexpr (loop == skeleton::rows) rows_kernel<Plan::value.kernels[K].row.weights>(bound);
        if constexpr (loop == skeleton::reduce) reduce_kernel<Plan::value.kernels[K].row.reduce>(bound);
        if constexpr (loop == skeleton::inverse) inverse_kernel(bound);
    }
}

/// Plan::value on the leaves of a formula F, in T. `results` are where the results of its graph go, in their order,
/// each dense. Values that are stored whole are shared by all threads; tiles and the scratch of the loops are each
/// thread's own.
template <class Plan, class F, class T>
class execution {
public:
    constexpr execution(const leaf_table_for<F, T>& leaves, T* const (&results)[Plan::value.results], T* workspace)
        : leaves_(leaves), shared_(workspace), own_(workspace) {
        for (std::size_t i = 0; i < Plan::value.results; ++i) results_[i] = results[i];
        for (std::size_t i = 0; i < Plan::value.constants.size(); ++i)
            exact_[i] = to_number<T>(Plan::value.constants[i]);
    }

    /// Nests run one after the other. The tiles of a nest do not depend on each other: the policy says who runs them,
    /// and the bits of the result do not depend on it.
    template <class Policy>
    constexpr void run(const Policy& policy) {
        [&]<std::size_t... N>(std::index_sequence<N...>) { (this->template run_nest<N>(policy), ...); }
        (std::make_index_sequence<Plan::value.nests.count>{});
    }

private:
    using index = std::array<std::size_t, max_rank>;

    template <std::size_t N, class Policy>
    constexpr void run_nest(const Policy& policy) {
        constexpr nest n = Plan::value.nests[N];
        constexpr std::size_t tiles = (n.rows.size + n.tile_rows - 1) / n.tile_rows;
        in_loop<Plan::value.steps[n.first_step].kernel, loop_part::tiles>([&]() HEED_INLINE_LAMBDA {
            policy.template for_each_tile<workspace<T, Plan::value.workspace>>(
                tiles * n.batch.size(), *this, [](execution& e, std::size_t tile) { e.template run_tile<N>(tile); });
        });
    }

    template <std::size_t N>
    constexpr void run_tile(std::size_t tile) {
        constexpr nest n = Plan::value.nests[N];
        constexpr std::size_t whole = n.rows.size / n.tile_rows, rest = n.rows.size % n.tile_rows;
        constexpr std::size_t tiles = whole + (rest != 0 ? 1 : 0);
        index batch{};
        std::size_t outer = tile / tiles;
        for (std::size_t a = n.batch.rank; a-- > 0; outer /= n.batch[a].size) batch[a] = outer % n.batch[a].size;
        const std::size_t in_batch = tile % tiles;
        if constexpr (whole != 0)
            if (in_batch < whole) run_steps<N>(static_count<n.tile_rows>{}, batch, in_batch * n.tile_rows);
        if constexpr (rest != 0)
            if (in_batch == whole) run_steps<N>(static_count<rest>{}, batch, whole * n.tile_rows);
    }

    template <std::size_t N, class Count>
    constexpr void run_steps(Count rows, const index& batch, std::size_t row) {
        constexpr nest n = Plan::value.nests[N];
        [&]<std::size_t... S>(std::index_sequence<S...>) {
            (run_step<n.first_step + S, n.tile_rows>(rows, batch, row), ...);
        }
        (std::make_index_sequence<n.step_count>{});
    }

    template <std::size_t S, std::size_t TileRows, class Count>
    constexpr void run_step(Count rows, const index& batch, std::size_t row) {
        constexpr step s = Plan::value.steps[S];
        [&]<std::size_t... I>(std::index_sequence<I...>) {
            in_loop<s.kernel, loop_part::tiles>([&]() HEED_INLINE_LAMBDA {
                const boost::hana::tuple<decltype(cursor_of<s.first_slot + I, writes(s, I)>(batch, row))...> cursors(
                    cursor_of<s.first_slot + I, writes(s, I)>(batch, row)...);
                run_kernel<Plan, s.kernel, TileRows>(rows, cursors, own_ + Plan::value.scratch);
            });
        }
        (std::make_index_sequence<s.slot_count>{});
    }

    static constexpr bool writes(const step& s, std::size_t i) { return Plan::value.kernels[s.kernel].writes(i); }

    /// Elements that are looked up are found from there on.
    template <std::size_t S, bool Written>
    constexpr auto cursor_of(const index& batch, std::size_t row) const {
        constexpr slot s = Plan::value.slots[S];
        using table_cursor = decltype(place_of<S, Written>(batch, row));
        if constexpr (!s.is_looked_up) {
            return place_of<S, Written>(batch, row);
        } else if constexpr (!s.strided) {
            return lookup_cursor<table_cursor, s.found_stride[0], s.found_stride[1]>{place_of<S, Written>(batch, row)};
        } else {
            const loop_strides along(s.map, s.loop_rank, leaves_.steps[s.id]);
            return strided_lookup_cursor<table_cursor>{place_of<S, Written>(batch, row),
                                                       {along.found[0], along.found[1]}};
        }
    }

    template <std::size_t S, bool Written>
    constexpr auto place_of(const index& batch, std::size_t row) const {
        constexpr slot s = Plan::value.slots[S];
        if constexpr (s.place == slot::number) {
            return number_cursor<T>{leaves_.numbers[s.id]};
        } else if constexpr (s.place == slot::exact) {
            return number_cursor<T>{exact_[s.id]};
        } else if constexpr (s.panel_rows != 0) {
            using element = leaf_element<s.id>;
            const element* const panels = leaves_.template pointer<panels_of<element>>(s.id);
            return panel_cursor<element, lanes_for(sizeof(T)), s.panel_rows, s.row_stride>{
                panels, s.offset / s.row_stride, s.offset % s.row_stride};
        } else if constexpr (s.strided) {
            return strided_cursor_of<S>(batch, row);
        } else {
            const std::size_t offset =
                s.offset + batch_offset(s, s.batch_stride, batch) + (s.moves_with_tile ? row * s.row_stride : 0);
            if constexpr (s.place == slot::index)
                return index_cursor<T, s.row_stride, s.col_stride>{offset};
            else if constexpr (Written)
                return element_cursor<T, s.row_stride, s.col_stride>{of_unknown_origin(memory<S>() + offset)};
            else if constexpr (s.place == slot::leaf)
                return element_cursor<const leaf_element<s.id>, s.row_stride, s.col_stride>{
                    of_unknown_origin(leaf_pointer<s.id>() + offset)};
            else
                return element_cursor<const T, s.row_stride, s.col_stride>{of_unknown_origin(memory<S>() + offset)};
        }
    }

    /// Strides over the axes of the loop from those of the view.
    template <std::size_t S>
    constexpr auto strided_cursor_of(const index& batch, std::size_t row) const {
        constexpr slot s = Plan::value.slots[S];
        const loop_strides along(s.map, s.loop_rank, leaves_.steps[s.id]);
        const std::size_t offset =
            along.offset + batch_offset(s, along.batch, batch) + (s.moves_with_tile ? row * along.row : 0);
        return strided_cursor<const leaf_element<s.id>>{of_unknown_origin(leaf_pointer<s.id>() + offset), along.row,
                                                        along.col};
    }

    template <std::size_t Leaf>
    using leaf_element = typename type_at<leaf_types<F>.items[Leaf], typename element_types<F>::type>::type;

    template <std::size_t Leaf>
    constexpr const leaf_element<Leaf>* leaf_pointer() const {
        return leaves_.template pointer<leaf_element<Leaf>>(Leaf);
    }

    template <std::size_t S>
    constexpr T* memory() const {
        constexpr slot s = Plan::value.slots[S];
        if constexpr (s.place == slot::result)
            return results_[s.id];
        else
            return Plan::value.buffers[s.id].tile ? own_ : shared_;
    }

public:
    /// The same execution for another thread.
    constexpr execution with_own_memory(T* own) const {
        execution other = *this;
        other.own_ = own;
        return other;
    }

private:
    const leaf_table_for<F, T>& leaves_;
    T* results_[Plan::value.results]{};
    T* shared_;
    T* own_;
    T exact_[Plan::value.constants.count == 0 ? 1 : Plan::value.constants.count]{};
};

}  // namespace heed::detail
