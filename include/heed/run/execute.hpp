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
#include <heed/run/in_loop.hpp>
#include <heed/run/policy.hpp>
#include <heed/run/query_tiles.hpp>
#include <heed/run/sized_plan.hpp>
#include <heed/run/workspace.hpp>
#include <heed/trace/leaf_strides.hpp>

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

/// Whether several steps run the same kernel, as heads do.
template <class Plan>
constexpr bool is_shared_kernel(std::size_t k) {
    std::size_t steps = 0;
    for (const step& s : Plan::value.steps) steps += s.kernel == k;
    return steps > 1;
}
template <class Plan, std::size_t K, std::size_t TileRows, class T, class Count, class Cursors>
HEED_ONE_COPY constexpr void run_shared_kernel(Count rows, const Cursors& cursors, T* scratch) {
    run_kernel<Plan, K, TileRows>(rows, cursors, scratch);
}

/// Runs Plan::value on the leaves of a formula F, in T. `results` point to the dense results of its graph, in order.
/// All threads share values that are stored whole; each thread has its own tiles and scratch memory.
template <class Plan, class F, class T>
class execution {
public:
    using sizes = sized_plan<Plan, T>;

    constexpr execution(const leaf_table_for<F, T>& leaves, T* const (&results)[Plan::value.results],
                        const sizes& of_plan, T* workspace)
        : leaves_(leaves), sizes_(of_plan), shared_(workspace), own_(workspace) {
        for (std::size_t i = 0; i < Plan::value.results; ++i) results_[i] = results[i];
        [&]<std::size_t... I>(std::index_sequence<I...>) { (this->template take_constant<I>(), ...); }
        (std::make_index_sequence<Plan::value.constants.count>{});
    }

    /// Nests run one after another. The tiles of a nest are independent: the policy assigns them to threads, and the
    /// bits of the result do not depend on that.
    template <class Policy>
    constexpr void run(const Policy& policy) {
        [&]<std::size_t... N>(std::index_sequence<N...>) { (this->template run_nest<N>(policy), ...); }
        (std::make_index_sequence<Plan::value.nests.count>{});
    }

    workspaces<T> memory_of_threads(std::size_t threads) const { return {sizes_.workspace_elements(), threads}; }
    /// The same execution, with the memory of another thread.
    constexpr execution with_own_memory(T* own) const {
        execution other = *this;
        other.own_ = own;
        return other;
    }

private:
    using index = std::array<std::size_t, max_rank>;

    /// Constants are folded at compile time, except for lengths in them, so that the compiled program does not contain
    /// the plan.
    template <std::size_t I>
    constexpr void take_constant() {
        exact_[I] = to_number<T>(constant_from<Plan, I>(sizes_.values));
    }

    template <std::size_t N, class Policy>
    constexpr void run_nest(const Policy& policy) {
        constexpr nest n = Plan::value.nests[N];
        std::size_t tiles = tiles_of_rows<N>();
        for (std::size_t a = 0; a < n.batch.rank; ++a) tiles *= batch_size<N>(a);
        in_loop<Plan::first_kernel + Plan::value.steps[n.first_step].kernel, loop_part::tiles>(
            [&]() HEED_INLINE_LAMBDA {
                const auto run = [](execution& e, std::size_t tile) { e.template run_tile<N>(tile); };
                if constexpr (Policy::shares_tiles && !is_worth_sharing(Plan::value, n))
                    seq.for_each_tile(tiles, *this, run);
                else
                    policy.for_each_tile(tiles, *this, run);
            });
    }

    template <std::size_t Number>
    HEED_INLINE constexpr std::size_t size() const {
        return size_from<Plan, Number>(sizes_.values);
    }
    template <std::size_t N>
    constexpr std::size_t batch_size(std::size_t axis) const {
        return [&]<std::size_t... A>(std::index_sequence<A...>) {
            std::size_t result = 1;
            ((axis == A ? void(result = this->template size<Plan::value.nests[N].batch[A].size>()) : void()), ...);
            return result;
        }
        (std::make_index_sequence<Plan::value.nests[N].batch.rank>{});
    }
    /// Rows of a whole tile; at least 1, because with dynamic extents the number of rows may be 0.
    template <std::size_t N>
    constexpr std::size_t tile_rows() const {
        const std::size_t rows = size<Plan::value.nests[N].tile_rows>();
        return rows == 0 ? 1 : rows;
    }
    template <std::size_t N>
    constexpr std::size_t tiles_of_rows() const {
        return (size<Plan::value.nests[N].rows.size>() + tile_rows<N>() - 1) / tile_rows<N>();
    }

    template <std::size_t N>
    constexpr void run_tile(std::size_t tile) {
        constexpr nest n = Plan::value.nests[N];
        const std::size_t tiles = tiles_of_rows<N>();
        index batch{};
        std::size_t outer = tile / tiles;
        for (std::size_t a = n.batch.rank; a-- > 0; outer /= batch_size<N>(a)) batch[a] = outer % batch_size<N>(a);
        run_rows<N>(batch, tile % tiles);
    }

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
            const std::size_t rows = size<n.rows.size>(), whole = rows / tile_rows<N>();
            if constexpr (is_fixed_size<Plan, n.tile_rows>)
                if (tile < whole) return run_steps<N>(static_count<n.tile_rows>{}, batch, tile * n.tile_rows);
            run_steps<N>(smaller_of(tile_rows<N>(), rows - tile * tile_rows<N>()), batch, tile * tile_rows<N>());
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

    template <std::size_t S, std::size_t TileRows, class Count>
    constexpr void run_step(Count rows, const index& batch, std::size_t row) {
        constexpr step s = Plan::value.steps[S];
        [&]<std::size_t... I>(std::index_sequence<I...>) {
            in_loop<Plan::first_kernel + s.kernel, loop_part::tiles>([&]() HEED_INLINE_LAMBDA {
                using tuple = boost::hana::tuple<decltype(cursor_of<s.first_slot + I, writes(s, I)>(batch, row))...>;
                [[maybe_unused]] lengths_of_step own_lengths;
                const tuple cursors(cursor_of<s.first_slot + I, writes(s, I)>(batch, row)...);
                const auto& operands = with_lengths<S>(cursors, own_lengths);
                if constexpr (is_shared_kernel<Plan>(s.kernel))
                    run_shared_kernel<Plan, s.kernel, TileRows>(rows, operands, own_ + sizes_.scratch());
                else
                    run_kernel<Plan, s.kernel, TileRows>(rows, operands, own_ + sizes_.scratch());
            });
        }
        (std::make_index_sequence<s.slot_count>{});
    }

    /// The lengths of the step, if its kernel names them differently.
    using lengths_of_step = std::array<std::size_t, (Plan::lengths.count == 0 ? 1 : Plan::lengths.count)>;
    template <std::size_t S, class... Cursor>
    HEED_INLINE constexpr decltype(auto) with_lengths(const boost::hana::tuple<Cursor...>& cursors,
                                                      [[maybe_unused]] lengths_of_step& own) const {
        if constexpr (Plan::lengths.empty()) {
            return (cursors);
        } else if constexpr (constexpr renamed_lengths names = Plan::value.steps[S].lengths; names.count == 0) {
            return operands_with_lengths<Cursor...>{cursors, sizes_.values};
        } else {
            for (std::size_t i = 0; i < names.count; ++i) own[names.known[i]] = sizes_.values[names.fresh[i]];
            return operands_with_lengths<Cursor...>{cursors, own.data()};
        }
    }

    static constexpr bool writes(const step& s, std::size_t i) { return Plan::value.kernels[s.kernel].writes(i); }

    /// For a looked-up slot, the cursor also has the strides of the looked-up axes.
    template <std::size_t S, bool Written>
    constexpr auto cursor_of(const index& batch, std::size_t row) const {
        constexpr slot s = Plan::value.slots[S];
        using table_cursor = decltype(place_of<S, Written>(batch, row));
        if constexpr (!s.is_looked_up) {
            return place_of<S, Written>(batch, row);
        } else if constexpr (!s.strided && has_fixed_strides_in_plan<S>()) {
            return lookup_cursor<table_cursor, s.found_stride[0], s.found_stride[1]>{place_of<S, Written>(batch, row)};
        } else {
            const loop_strides along = loop_strides_of<S>();
            return strided_lookup_cursor<table_cursor>{place_of<S, Written>(batch, row),
                                                       {along.found[0], along.found[1]}};
        }
    }

    template <std::size_t S>
    static constexpr bool has_fixed_strides_in_plan() {
        constexpr slot s = Plan::value.slots[S];
        bool all = is_static_size(s.row_stride, Plan::lengths) && is_static_size(s.col_stride, Plan::lengths);
        for (const std::size_t stride : s.found_stride) all = all && is_static_size(stride, Plan::lengths);
        return all;
    }
    /// Maps the indices of the loop to the axes of a leaf.
    template <std::size_t S>
    constexpr index_map map_of() const {
        constexpr index_map map = Plan::value.slots[S].map;
        index_map sized = map;
        [&]<std::size_t... I>(std::index_sequence<I...>) {
            ((sized.links[I].factor = this->template size<map.links[I].factor>()), ...);
        }
        (std::make_index_sequence<map.link_count>{});
        [&]<std::size_t... A>(std::index_sequence<A...>) {
            ((sized.offset[A] = this->template size<map.offset[A]>()), ...);
        }
        (std::make_index_sequence<map.rank>{});
        return sized;
    }
    template <std::size_t S>
    constexpr loop_strides loop_strides_of() const {
        constexpr slot s = Plan::value.slots[S];
        if constexpr (s.strided) {
            return loop_strides(map_of<S>(), s.loop_rank, leaves_.steps[s.id]);
        } else {
            loop_strides along;
            along.offset = offset_in_place<S>();
            along.row = size<s.row_stride>();
            along.col = size<s.col_stride>();
            [&]<std::size_t... A>(std::index_sequence<A...>) {
                ((along.batch[A] = this->template size<s.batch_stride[A]>()), ...);
            }
            (std::make_index_sequence<max_rank>{});
            [&]<std::size_t... I>(std::index_sequence<I...>) {
                ((along.found[I] = this->template size<s.found_stride[I]>()), ...);
            }
            (std::make_index_sequence<most_found>{});
            return along;
        }
    }
    /// The offset of a slot from the beginning of its buffer, leaf or result.
    template <std::size_t S>
    constexpr std::size_t offset_in_place() const {
        constexpr slot s = Plan::value.slots[S];
        constexpr bool is_buffer = s.place == slot::buffer;
        constexpr std::size_t own =
            s.offset_from(is_buffer ? Plan::value.buffers[s.id].offset : 0, [](std::size_t) { return std::size_t{0}; });
        const std::size_t place = own + (is_buffer ? sizes_.offset_of(s.id) : 0);
        return [&]<std::size_t... I>(std::index_sequence<I...>) {
            return (place + ... + this->template size<s.offsets_of_lengths[I]>());
        }
        (std::make_index_sequence<s.offsets_of_lengths.count>{});
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
            const std::size_t part = batch_offset(s, batch);
            return panel_cursor<element, lanes_for(sizeof(T)), s.panel_rows, s.row_stride>{
                panels, s.offset / s.row_stride, s.offset % s.row_stride + part};
        } else if constexpr (s.strided || (s.place != slot::index && !Plan::lengths.empty())) {
            return strided_cursor_of<S, Written>(batch, row);
        } else {
            const std::size_t offset =
                offset_in_place<S>() + batch_offset(s, batch) + (s.moves_with_tile ? row * s.row_stride : 0);
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

    /// A stride if it is static, else any_stride.
    template <std::size_t S>
    static constexpr std::size_t fixed_stride(std::size_t loop_strides::*of) {
        constexpr slot s = Plan::value.slots[S];
        if constexpr (s.strided) {
            // A value that depends on unknown strides differs between these two.
            const loop_strides with_zeros(s.map, s.loop_rank, strides_with<s.id>(0));
            const loop_strides with_ones(s.map, s.loop_rank, strides_with<s.id>(1));
            bool is_known = with_zeros.*of == with_ones.*of;
            for (const index_link& link : s.map.links)
                is_known = is_known && is_static_size(link.factor, Plan::lengths);
            return is_known ? with_zeros.*of : any_stride;
        } else {
            const std::size_t stride = of == &loop_strides::row ? s.row_stride : s.col_stride;
            return is_static_size(stride, Plan::lengths) ? stride : any_stride;
        }
    }
    template <std::size_t Leaf>
    static constexpr strides strides_with(std::size_t unknown) {
        strides steps = fixed_strides_of_leaves<F>.items[Leaf];
        for (std::size_t& step : steps)
            if (step == unknown_stride) step = unknown;
        return steps;
    }
    template <std::size_t S, bool Written>
    constexpr auto strided_cursor_of(const index& batch, std::size_t row) const {
        constexpr slot s = Plan::value.slots[S];
        constexpr std::size_t fixed_row = fixed_stride<S>(&loop_strides::row);
        constexpr std::size_t fixed_col = fixed_stride<S>(&loop_strides::col);
        const loop_strides along = loop_strides_of<S>();
        const std::size_t offset = along.offset + batch_offset(s, along.batch, size<s.divisor>(), batch) +
                                   (s.moves_with_tile ? row * along.row : 0);
        auto* const begin = place_in_memory<S, Written>();
        const bool has_none = !Plan::lengths.empty() && begin == nullptr;  // a tensor without elements
        auto* const data = of_unknown_origin(has_none ? begin : begin + offset);
        using element = std::remove_pointer_t<decltype(data)>;
        if constexpr (fixed_row != any_stride && fixed_col != any_stride)
            return element_cursor<element, fixed_row, fixed_col>{data};
        else
            return strided_cursor<element, fixed_row, fixed_col>{data, along.row, along.col};
    }
    template <std::size_t S, bool Written>
    constexpr auto* place_in_memory() const {
        constexpr slot s = Plan::value.slots[S];
        if constexpr (s.place == slot::leaf)
            return leaf_pointer<s.id>();
        else if constexpr (Written)
            return memory<S>();
        else
            return static_cast<const T*>(memory<S>());
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

    const leaf_table_for<F, T>& leaves_;
    [[no_unique_address]] sizes sizes_;
    T* results_[Plan::value.results]{};
    T* shared_;
    T* own_;
    T exact_[Plan::value.constants.count == 0 ? 1 : Plan::value.constants.count]{};
};

}  // namespace heed::detail
